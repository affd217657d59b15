import { CancelReason, hasStop, isOpen, Scenario, TimeInForce } from '../../../domain/orders/order.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import { planFills } from '../../book/matching.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { type PriceBand, priceBand } from '../../book/price-band.ts'
import type { Run } from '../../run.ts'
import { cancelUnsolicited } from './cancel-unsolicited.ts'
import { followGroups } from '../groups/follow-groups.ts'
import { checkHalt, suspend } from '../market/halt-symbol.ts'
import { openQuoteTo, sweep } from './match.ts'
import { playScenario } from '../executions/play-scenario.ts'

/** A new order that has its row trades as far as it goes, unless it waits; what IOC and FOK leave is cancelled. Stops are the caller's. */
export function enterBook(run: Run, book: OrderBook, slot: number): void {
  const { orders } = run.state
  if (book.halted) {
    // a symbol may be halted while an order is on its way
    if (checkHalt(book, orders.timeInForce(slot))) cancelRest(run, slot)
    else suspend(run, slot)
    return
  }
  if (orders.scenario(slot) !== Scenario.None) {
    playScenario(run, book, slot)
    cancelImmediate(run, slot)
    return
  }
  if (orders.isHeld(slot)) {
    // its session may end while an order is on its way
    cancelImmediate(run, slot)
    return
  }
  if (hasStop(orders.type(slot))) return
  openQuoteTo(run, book, slot)
  if (orders.timeInForce(slot) === TimeInForce.Fok && !fillsWhole(run, book, slot)) {
    cancelRest(run, slot)
    return
  }
  sweep(run, book, slot)
  cancelImmediate(run, slot)
  // behind that: a stop that it triggers meets no rest of ioc
  followGroups(run)
}

/** All that is left of it: a script may have filled a part on its way. */
function fillsWhole(run: Run, book: OrderBook, slot: number): boolean {
  const order = run.state.orderAt(slot)
  const { leavesLots } = order
  return planFills(run.state, run.rules, book, { ...order, quantityLots: leavesLots }, bandOf(run, book)).lots >= leavesLots
}

const bandOf = (run: Run, book: OrderBook): PriceBand | undefined =>
  priceBand(run.state, book, { at: run.at, basisPoints: run.rules.bandBasisPoints })

function cancelImmediate(run: Run, slot: number): void {
  const { orders } = run.state
  const timeInForce = orders.timeInForce(slot)
  const immediate = timeInForce === TimeInForce.Ioc || timeInForce === TimeInForce.Fok
  if (immediate && isOpen(orders.status(slot))) cancelRest(run, slot)
}

/** Rules of engagement 6.5: the rest of IOC and FOK ends as Canceled, without 378. */
function cancelRest(run: Run, slot: number): void {
  cancelUnsolicited(run, slot, { reason: CancelReason.TimeInForce, restatement: RestatementReason.None, text: '' })
}
