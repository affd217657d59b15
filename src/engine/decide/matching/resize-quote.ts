import type { Quote } from '../../../domain/market/instrument.ts'
import type { OrderBook } from '../../book/order-book.ts'
import type { Run } from '../../run.ts'

/** The quote has other sizes, at the prices that it has. */
export function resizeQuote(run: Run, { market, instrument, pinned }: OrderBook, quote: Quote): void {
  run.emit({ type: 'QuoteMoved', at: run.at, market, instrument, quote, walks: !pinned, keepsPlace: true })
}
