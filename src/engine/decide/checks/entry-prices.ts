import type { Quote } from '../../../domain/market/instrument.ts'
import { Side } from '../../../domain/orders/order.ts'
import { currentTicksOf, isUsable, type OrderBook } from '../../book/order-book.ts'
import type { TrailedMarket } from '../../book/stop-market.ts'
import { NONE } from '../../none.ts'
import type { EngineState } from '../../state.ts'

/** What a new order is measured by, in ticks; 0 = there is none. */
export interface EntryPrices {
  /** best of the other side */
  readonly oppositeTicks: number
  /** the same, else the last trade, else the previous close */
  readonly referenceTicks: number
  /** what the price band measures from */
  readonly currentTicks: number
  /** what a trailing stop begins from */
  readonly trailed: TrailedMarket
}

/** Where there is no book. */
export const UNPRICED: EntryPrices = {
  oppositeTicks: 0,
  referenceTicks: 0,
  currentTicks: 0,
  trailed: {
    lastTicks: 0,
    isQuotedSince: false,
    previousCloseTicks: 0,
    quote: { bidTicks: 0, askTicks: 0, bidLots: 0, askLots: 0 },
    bidQuote: NONE,
    askQuote: NONE,
  },
}

/** By the book as it stands. */
export function pricesOf(state: EngineState, book: OrderBook, side: Side): EntryPrices {
  const { market, instrument } = book
  return {
    oppositeTicks: book.opposite(side).bestTicks(),
    referenceTicks: state.referenceTicks(market, instrument, side),
    currentTicks: state.currentTicks(market, instrument),
    trailed: book,
  }
}

/** By the book as it would stand at a moment, where its quote has walked on by then; nothing is moved. */
export function pricesAt(state: EngineState, book: OrderBook, { side, at }: { readonly side: Side; readonly at: number }): EntryPrices {
  const { market, instrument, lastTicks, previousCloseTicks } = book
  const { bids, asks } = state.depthAt(market, instrument, 1, at)
  const oppositeTicks = (side === Side.Buy ? asks : bids)[0]?.ticks ?? 0
  const quote = state.quoteAt(market, instrument, at)
  return {
    oppositeTicks,
    referenceTicks: oppositeTicks || lastTicks || previousCloseTicks,
    currentTicks: currentTicksOf({ lastTicks, previousCloseTicks, quote }),
    trailed: {
      lastTicks,
      isQuotedSince: book.isQuotedSince || quote !== book.quote,
      previousCloseTicks,
      quote,
      bidQuote: rowOf(quote, quote.bidLots),
      askQuote: rowOf(quote, quote.askLots),
    },
  }
}

/** Whether that side of a quote has a row, as far as a trailing stop asks. */
const rowOf = (quote: Quote, lots: number): number => (isUsable(quote) && lots > 0 ? 0 : NONE)
