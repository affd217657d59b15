import type { OrderBook } from './order-book.ts'
import type { EngineState } from '../state.ts'

/** A reference is good for so long from the trade that it was taken before. */
const BAND_WINDOW_MS = 300_000

/**
 * The price that trades are measured from, in ticks: that of the last trade before a window of five minutes, which begins with the first
 * trade behind the one before. The first trade of a day has none before it: it is measured from what a share is worth then. 0 where there is
 * no price yet.
 */
function bandReference(state: EngineState, book: OrderBook, at: number): number {
  if (at - book.bandSince < BAND_WINDOW_MS) return book.bandTicks
  return book.dayTicks > 0 ? book.dayTicks : state.currentTicks(book.market, book.instrument)
}

/** A trade begins a window where none is open: to be called before the trade changes the book. */
export function noteBandReference(state: EngineState, book: OrderBook, at: number): void {
  if (at - book.bandSince < BAND_WINDOW_MS) return
  book.bandTicks = bandReference(state, book, at)
  book.bandSince = at
}

/** Lowest and highest price at which a symbol may trade at a moment; undefined where any price will do. */
export interface PriceBand {
  readonly lowTicks: number
  readonly highTicks: number
}

/** `basisPoints`: how far from the reference, in hundredths of a percent; 0 = no band. */
export function priceBand(
  state: EngineState,
  book: OrderBook,
  { at, basisPoints }: { readonly at: number; readonly basisPoints: number },
): PriceBand | undefined {
  if (basisPoints === 0) return undefined
  const reference = bandReference(state, book, at)
  if (reference === 0) return undefined
  return {
    lowTicks: Math.ceil((reference * (10_000 - basisPoints)) / 10_000),
    highTicks: Math.floor((reference * (10_000 + basisPoints)) / 10_000),
  }
}

export const isInBand = (band: PriceBand | undefined, ticks: number): boolean =>
  band === undefined || (ticks >= band.lowTicks && ticks <= band.highTicks)
