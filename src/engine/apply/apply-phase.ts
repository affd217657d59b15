import type { PhaseChanged } from '../../domain/events/market-event.ts'
import { OrderStatus, Scenario } from '../../domain/orders/order.ts'
import type { OrderBook } from '../book/order-book.ts'
import { tradesIn } from '../time/session-phase.ts'
import type { EngineState } from '../state.ts'

/**
 * A market enters a phase. Working orders that do not trade in it leave the book and wait; those that had left for that reason come back,
 * to the places that their time priority gives them. Their status stays what it is. Orders that have not worked yet are released one by
 * one, by events of their own.
 */
export function applyPhase(state: EngineState, { market: index, phase, closes = [] }: PhaseChanged): void {
  const market = state.market(index)
  market.phase = phase
  for (const [instrument, ticks] of closes) state.book(index, instrument).closeTicks = ticks
  const trades = (slot: number): boolean => tradesIn(phase, state.orders.isExtendedHours(slot))
  for (const book of market.books) {
    if (!book || book.openOrders === 0) continue
    const leaving = workingSlots(state, book).filter((slot) => !trades(slot))
    const returning = book.held.slots().filter((slot) => hasLeft(state, slot) && trades(slot))
    move(state, book, leaving, true)
    move(state, book, returning, false)
  }
}

function workingSlots(state: EngineState, book: OrderBook): number[] {
  return [book.bids, book.asks, book.marketBuys, book.marketSells]
    .flatMap((levels) => levels.slots())
    .filter((slot) => !state.orders.isHouse(slot))
}

/** A held order that was working before: only its session keeps it from the book. */
function hasLeft({ orders }: EngineState, slot: number): boolean {
  const status = orders.status(slot)
  return (status === OrderStatus.New || status === OrderStatus.PartiallyFilled) && orders.scenario(slot) === Scenario.None
}

function move({ orders }: EngineState, book: OrderBook, slots: readonly number[], held: boolean): void {
  for (const slot of slots) {
    book.unlink(slot)
    orders.setHeld(slot, held)
  }
  book.linkByPlace([...slots].sort((a, b) => orders.placed(b) - orders.placed(a)))
}
