import { Phase } from '../../domain/time/market-phase.ts'
import { OrderStatus } from '../../domain/orders/order.ts'
import { WALK_STEP_MS, walkStepAt } from '../../domain/market/price-walk.ts'
import { proceedsDueAt } from '../accounts/proceeds-times.ts'
import { movesOnAt } from '../accounts/transfer-times.ts'
import { dayEndsAt, phaseEndsAt } from './session-phase.ts'
import type { Market } from '../market.ts'
import type { EngineState } from '../state.ts'
import { walkOf } from '../book/walking-quotes.ts'

/** When the next thing of a market is due, in its own time; Infinity when nothing is. Steps of the walk are not among them. */
export function dueAt(state: EngineState, market: Market): number {
  return Math.min(
    dayEndsAt(state, market),
    phaseEndsAt(state, market),
    market.reviewsDue.nextAt,
    movesOnAt(market.transfersDue.first, market.tradeDay),
    proceedsDueAt(state, market),
    dividendsDueAt(market),
    market.banksDue.nextAt,
    market.requests.nextAt,
    slowFillDueAt(state, market),
    pauseEndsAt(state, market),
  )
}

/** As the day begins; 0 where some are left behind its beginning. */
function dividendsDueAt({ entitlements, tradeDay }: Market): number {
  for (const { action } of entitlements.values()) if (action.payDay <= tradeDay) return 0
  return Infinity
}

function pauseEndsAt(state: EngineState, market: Market): number {
  let due = Infinity
  for (const instrument of market.paused) due = Math.min(due, state.book(market.index, instrument).pausedUntil)
  return due
}

/** How long the scenario `slow_fill` takes. */
export const SLOW_FILL_MS = 2_000

function slowFillDueAt(state: EngineState, market: Market): number {
  for (const number of market.slowFills) {
    const slot = state.directory.get(number)
    if (isAtHand(state, slot)) return state.orders.createdAt(slot) + SLOW_FILL_MS
  }
  return Infinity
}

/** Neither kept waiting by a halt nor on its way to the venue. */
export const isAtHand = ({ orders }: EngineState, slot: number): boolean =>
  orders.status(slot) !== OrderStatus.Suspended && !orders.isInFlight(slot)

/** When the walk next moves a quote that open orders stand against; Infinity when it moves none. */
export function nextTickAt(state: EngineState, market: Market): number {
  let due = Infinity
  // out of hours the last quote of the evening stands
  if (market.phase === Phase.Closed) return due
  for (const instrument of market.walking) {
    const book = state.book(market.index, instrument)
    if (walkOf(state, book)) due = Math.min(due, walkStepAt(book.quotedAt) + WALK_STEP_MS)
  }
  return due
}
