import type { ResumeSymbol } from '../../../domain/commands/market-command.ts'
import { OrderStatus, Scenario } from '../../../domain/orders/order.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { isWaitingStop, type NextOrder, workingStatus } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { slotsOf, suspend } from './halt-symbol.ts'
import { followGroups } from '../groups/follow-groups.ts'
import { matchJoining } from '../matching/match.ts'
import { playScenario } from '../executions/play-scenario.ts'
import { triggerStops } from '../matching/trigger-stops.ts'
import { waitsAfterHalt } from '../matching/waits-at-entry.ts'
import { unknownSymbol } from '../checks/unknown-symbol.ts'

/** Lets a symbol trade again; one that trades goes on. */
export function resumeSymbol(run: Run, { market, symbol, reason, operator }: ResumeSymbol): Result {
  const instrument = run.state.instrumentBySymbol(symbol)
  if (instrument === undefined) return { refusal: unknownSymbol(symbol) }
  const book = run.state.book(market, instrument)
  if (book.halted) resumeBook(run, book, { reason, operator })
  return DONE
}

/** Ends the pauses of a market that are over by `due`. */
export function endPauses(run: Run, market: Market, due: number): void {
  for (const instrument of [...market.paused].sort((a, b) => a - b)) {
    const book = run.state.book(market.index, instrument)
    if (book.pausedUntil <= due) resumeBook(run, book, { reason: 'the pause is over', operator: '' })
  }
}

/**
 * The suspended orders come back in the order in which they would have entered: each meets what is there already, so that whatever
 * crosses trades, and the earlier one's price counts. A trade outside of the band pauses the symbol again.
 */
function resumeBook(run: Run, book: OrderBook, why: { readonly reason: string; readonly operator: string }): void {
  run.emit({ type: 'SymbolResumed', at: run.at, market: book.market, instrument: book.instrument, ...why })
  const { orders } = run.state
  for (const slot of slotsOf(run, book)) {
    // meanwhile one that came back before it may have taken it along: self-match prevention, a group
    if (orders.status(slot) !== OrderStatus.Suspended) continue
    reinstate(run, slot)
    if (book.halted) suspend(run, slot)
    else work(run, book, slot)
  }
  followGroups(run)
  triggerStops(run, book)
}

/** 150=0 again, as what it was before the halt. */
function reinstate(run: Run, slot: number): void {
  const order: NextOrder = { ...run.state.orderAt(slot) }
  order.status = OrderStatus.New
  order.held = waitsAfterHalt(run, order)
  order.status = workingStatus(order)
  order.updatedAt = run.at
  run.emit({ type: 'OrderReinstated', at: run.at, order, execution: run.nextExecution(order.account) })
}

function work(run: Run, book: OrderBook, slot: number): void {
  const order = run.state.orders.read(slot)
  if (order.scenario !== Scenario.None) playScenario(run, book, slot)
  else if (!order.held && !isWaitingStop(order)) matchJoining(run, book, slot)
}
