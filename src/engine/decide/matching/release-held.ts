import { Cover, OrderStatus, Scenario } from '../../../domain/orders/order.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { isWaitingStop, type NextOrder, workingStatus } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import { tradesIn } from '../../time/session-phase.ts'
import { matchJoining } from './match.ts'

/** The orders that have waited for the session of a book join it, in the order in which they came, each meeting what is there already. */
export function releaseHeld(run: Run, book: OrderBook): void {
  for (const slot of book.held.slots()) {
    if (!waitsForSessionAlone(run, slot)) continue
    release(run, slot)
    if (!isWaitingStop(run.state.orders.read(slot))) matchJoining(run, book, slot)
  }
}

// An order of a group waits for that; what a halt has suspended comes back with the end of the halt.
function waitsForSessionAlone({ state }: Run, slot: number): boolean {
  const { orders } = state
  const { phase } = state.market(state.account(orders.account(slot)).market)
  const status = orders.status(slot)
  return (
    (status === OrderStatus.Accepted || status === OrderStatus.PartiallyFilled) &&
    orders.scenario(slot) === Scenario.None &&
    orders.cover(slot) !== Cover.Entry &&
    tradesIn(phase, orders.isExtendedHours(slot))
  )
}

function release(run: Run, slot: number): void {
  const order: NextOrder = { ...run.state.orderAt(slot) }
  order.held = false
  order.status = workingStatus(order)
  order.updatedAt = run.at
  run.emit({ type: 'OrderReleased', at: run.at, order })
}
