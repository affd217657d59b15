import { Side } from '../../domain/orders/order.ts'
import { NONE } from '../none.ts'
import type { OrderBook } from '../book/order-book.ts'
import type { EngineState } from '../state.ts'
import { type QueueSnapshot, queueSnapshot, restoreQueue } from './queue-snapshot.ts'

/** What is kept of a book as it stands, in this order. */
const KEPT = [
  'quote',
  'lastTicks',
  'previousCloseTicks',
  'closeKeptFor',
  'closeTicks',
  'quotedAt',
  'tradedAt',
  'isQuotedSince',
  'pinned',
  'walk',
  'halted',
  'pausedUntil',
  'bandTicks',
  'bandSince',
  'dayTicks',
  'kept',
] as const

type Kept = Readonly<Pick<OrderBook, (typeof KEPT)[number]>>

export interface BookSnapshot extends Kept {
  readonly instrument: number
  readonly bar: readonly [minute: number, lots: number]
  /** time priorities of the quote's sides; 0 where one is not displayed */
  readonly quotePlaces: readonly [bid: number, ask: number]
  readonly queues: readonly QueueSnapshot[]
}

export function bookSnapshot(state: EngineState, book: OrderBook): BookSnapshot {
  return {
    instrument: book.instrument,
    ...keptOf(book),
    bar: [book.barMinute, book.barLots],
    quotePlaces: [placeOf(state, book.bidQuote), placeOf(state, book.askQuote)],
    queues: book.queues.map((queue) => queueSnapshot(state, queue)),
  }
}

export function restoreBook(state: EngineState, market: number, from: BookSnapshot): void {
  const book = state.book(market, from.instrument)
  Object.assign(book, keptOf(from))
  if (book.pausedUntil > 0) state.market(market).paused.add(book.instrument)
  ;[book.barMinute, book.barLots] = from.bar
  from.queues.forEach((queue, index) =>
    restoreQueue(state, book, queue, { side: index === 0 ? Side.Buy : Side.Sell, quotePlace: from.quotePlaces[index] ?? 0 }),
  )
}

const placeOf = (state: EngineState, slot: number): number => (slot === NONE ? 0 : state.orders.placed(slot))

const keptOf = (from: Kept): Kept => Object.fromEntries(KEPT.map((member) => [member, from[member]])) as unknown as Kept
