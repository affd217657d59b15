import type { Quote } from '../../domain/market/instrument.ts'
import { Side } from '../../domain/orders/order.ts'
import type { Walk } from '../../domain/market/price-walk.ts'
import { NONE } from '../none.ts'
import type { KeptPrices } from '../book/day-prices.ts'
import type { OrderBook } from '../book/order-book.ts'
import type { EngineState } from '../state.ts'
import { type QueueSnapshot, queueSnapshot, restoreQueue } from './queue-snapshot.ts'

export interface BookSnapshot {
  readonly instrument: number
  readonly quote: Quote
  readonly lastTicks: number
  readonly previousCloseTicks: number
  readonly closeKeptFor: number
  readonly closeTicks: number
  readonly quotedAt: number
  readonly tradedAt: number
  readonly isQuotedSince: boolean
  readonly pinned: boolean
  readonly walk: Walk | null
  readonly halted: boolean
  readonly pausedUntil: number
  readonly bandTicks: number
  readonly bandSince: number
  readonly dayTicks: number
  readonly kept: KeptPrices | null
  readonly bar: readonly [minute: number, lots: number]
  /** time priorities of the quote's sides; 0 where one is not displayed */
  readonly quotePlaces: readonly [bid: number, ask: number]
  readonly queues: readonly QueueSnapshot[]
}

export function bookSnapshot(state: EngineState, book: OrderBook): BookSnapshot {
  return {
    instrument: book.instrument,
    quote: book.quote,
    lastTicks: book.lastTicks,
    previousCloseTicks: book.previousCloseTicks,
    closeKeptFor: book.closeKeptFor,
    closeTicks: book.closeTicks,
    quotedAt: book.quotedAt,
    tradedAt: book.tradedAt,
    isQuotedSince: book.isQuotedSince,
    pinned: book.pinned,
    walk: book.walk,
    halted: book.halted,
    pausedUntil: book.pausedUntil,
    bandTicks: book.bandTicks,
    bandSince: book.bandSince,
    dayTicks: book.dayTicks,
    kept: book.kept,
    bar: [book.barMinute, book.barLots],
    quotePlaces: [placeOf(state, book.bidQuote), placeOf(state, book.askQuote)],
    queues: book.queues.map((queue) => queueSnapshot(state, queue)),
  }
}

export function restoreBook(state: EngineState, market: number, from: BookSnapshot): void {
  const book = state.book(market, from.instrument)
  book.quote = from.quote
  book.lastTicks = from.lastTicks
  book.previousCloseTicks = from.previousCloseTicks
  book.closeKeptFor = from.closeKeptFor
  book.closeTicks = from.closeTicks
  book.quotedAt = from.quotedAt
  book.tradedAt = from.tradedAt
  book.isQuotedSince = from.isQuotedSince
  book.pinned = from.pinned
  book.walk = from.walk
  book.halted = from.halted
  book.pausedUntil = from.pausedUntil
  if (book.pausedUntil > 0) state.market(market).paused.add(book.instrument)
  book.bandTicks = from.bandTicks
  book.bandSince = from.bandSince
  book.dayTicks = from.dayTicks
  book.kept = from.kept
  ;[book.barMinute, book.barLots] = from.bar
  from.queues.forEach((queue, index) =>
    restoreQueue(state, book, queue, { side: index === 0 ? Side.Buy : Side.Sell, quotePlace: from.quotePlaces[index] ?? 0 }),
  )
}

const placeOf = (state: EngineState, slot: number): number => (slot === NONE ? 0 : state.orders.placed(slot))
