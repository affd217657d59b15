import type { PhaseChanged } from '../../../domain/events/market-event.ts'
import { Phase } from '../../../domain/time/market-phase.ts'
import { hasBegun, type OrderBook } from '../../book/order-book.ts'
import type { Run } from '../../run.ts'
import { phaseAt } from '../../time/session-phase.ts'
import type { Market } from '../../market.ts'
import { expireDayOrders } from './expire-orders.ts'
import { followGroups } from '../groups/follow-groups.ts'
import { holdAuction, uncross } from '../market/hold-auction.ts'
import { showQuote } from '../matching/refresh-quote.ts'
import { releaseHeld } from '../matching/release-held.ts'
import { triggerStops } from '../matching/trigger-stops.ts'

/** A market goes on to the next phase of its day; after the sessions were configured anew, to the one of the moment. */
export function changePhase(run: Run, market: Market): void {
  if (run.rules.session === 'always_open' || market.phase === Phase.AlwaysOpen) {
    enter(run, market, phaseAt(run.state, market, run.at))
    return
  }
  switch (market.phase) {
    case Phase.Closed:
      enter(run, market, Phase.PreMarket)
      return
    case Phase.PreMarket:
      openRegular(run, market)
      return
    case Phase.Regular:
      closeRegular(run, market)
      return
    case Phase.AfterHours:
      throw new Error('engine: after-hours end with the trading day')
    default:
      market.phase satisfies never
  }
}

/** The market is in a phase without an auction before it: what trades in it goes on. */
function enter(run: Run, market: Market, phase: Phase, closes?: PhaseChanged['closes']): void {
  run.emit({ type: 'PhaseChanged', at: run.at, market: market.index, phase, ...(closes && { closes }) })
  if (phase === Phase.Closed) return
  for (const book of booksWithOrders(market)) {
    showQuote(run, book)
    goOn(run, book)
  }
}

function openRegular(run: Run, market: Market): void {
  run.emit({ type: 'PhaseChanged', at: run.at, market: market.index, phase: Phase.Regular })
  for (const book of booksWithOrders(market)) {
    holdAuction(run, book, 'opening')
    goOn(run, book)
  }
}

/** The closing auction, then the end of the day orders that do not trade after hours. */
export function closeRegular(run: Run, market: Market): void {
  for (const book of booksWithOrders(market)) if (book.closing.count > 0) holdAuction(run, book, 'closing')
  expireDayOrders(run, market, (order) => !order.extendedHours)
  enter(run, market, Phase.AfterHours, closingPrices(run, market.index, run.at))
}

/** What each security that is held, or that anything has happened to, is worth at a moment. Whether anyone has looked at it does not count. */
export function closingPrices({ state }: Run, index: number, at: number): NonNullable<PhaseChanged['closes']> {
  const priced = new Set<number>()
  for (const account of state.accountsOf(index)) for (const instrument of account.positions.keys()) priced.add(instrument)
  for (const book of state.market(index).books) if (book && hasBegun(book)) priced.add(book.instrument)
  return [...priced]
    .sort((a, b) => a - b)
    .map((instrument) => [instrument, state.currentTicksAt(index, instrument, at)] as const)
    .filter(([, ticks]) => ticks > 0)
}

/** Orders that have come back, then those that join: whatever crosses trades. The stops that it reaches and the exits that it sets to work come behind. */
function goOn(run: Run, book: OrderBook): void {
  uncross(run, book)
  releaseHeld(run, book)
  followGroups(run)
  triggerStops(run, book)
}

export function booksWithOrders({ books }: Market): OrderBook[] {
  return books.filter((book) => book !== undefined && book.openOrders > 0) as OrderBook[]
}
