import type { OrderBook } from './order-book.ts'
import { NONE } from '../none.ts'

/**
 * The price of the last trade, in ticks, as long as it says anything about now: 0 where a newer quote has left it behind. Quotes walk by
 * themselves, trades are made by clients alone, and may be days old.
 */
export function lastPrint({
  lastTicks,
  isQuotedSince,
  quote,
  bidQuote,
  askQuote,
}: Pick<OrderBook, 'lastTicks' | 'isQuotedSince' | 'quote' | 'bidQuote' | 'askQuote'>): number {
  if (!isQuotedSince) return lastTicks
  const isBelow = bidQuote !== NONE && lastTicks < quote.bidTicks
  const isAbove = askQuote !== NONE && lastTicks > quote.askTicks
  return isBelow || isAbove ? 0 : lastTicks
}
