import type { OrderBook } from '../../book/order-book.ts'
import { Phase } from '../../../domain/time/market-phase.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { meetQuote } from '../market/move-quote.ts'

/** Brings the quote of a book to where its walk is at the run's moment, before anything is measured against it. */
export function refreshQuote(run: Run, book: OrderBook): void {
  if (showQuote(run, book)) meetQuote(run, book)
}

/** The same without meeting anything, for an auction; true where the quote has moved. */
export function showQuote(run: Run, book: OrderBook): boolean {
  const { state } = run
  const quote = state.quoteAt(book.market, book.instrument, run.at)
  if (quote === book.quote) return false
  run.emit({ type: 'QuoteMoved', at: run.at, market: book.market, instrument: book.instrument, quote, walks: true, keepsPlace: false })
  return true
}

/** The next step of the walks that open orders stand against. */
export function tick(run: Run, market: Market): void {
  if (market.phase === Phase.Closed) return
  for (const instrument of [...market.walking].sort((a, b) => a - b)) refreshQuote(run, run.state.book(market.index, instrument))
}
