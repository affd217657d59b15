import { type DayPrices, widened } from '../../../../domain/market/day-prices.ts'
import type { MarketData } from '../../../../market/market-data.ts'
import { formatInstant } from '../../../requests/instants.ts'
import type { LivePrice } from './live-prices.ts'
import { dollars, percent, shares } from '../numbers.ts'

/** The fourteen fields of a quote; undefined where nothing is quoted, has traded or is known of the past. */
export function quoteView(marketData: MarketData, symbol: string, at: number, live: LivePrice) {
  const { quote, lastTicks, previousCloseTicks, walk, hasTraded } = live
  const isQuoted = quote.bidLots > 0 || quote.askLots > 0
  if (walk === undefined && !isQuoted && !hasTraded) return undefined
  const day = dayPrices(marketData, live, at)
  return {
    symbol,
    last: dollars(lastTicks),
    bid: quote.bidLots > 0 ? dollars(quote.bidTicks) : null,
    ask: quote.askLots > 0 ? dollars(quote.askTicks) : null,
    bid_size: quote.bidLots > 0 ? shares(quote.bidLots) : null,
    ask_size: quote.askLots > 0 ? shares(quote.askLots) : null,
    volume: day ? marketData.dayVolume(symbol, live.tradeDay, { now: at, splits: live.splits }) : null,
    change: dollars(lastTicks - previousCloseTicks),
    change_percent: percent(lastTicks - previousCloseTicks, previousCloseTicks),
    previous_close: dollars(previousCloseTicks),
    open: day ? dollars(day.openTicks) : null,
    high: day ? dollars(day.highTicks) : null,
    low: day ? dollars(day.lowTicks) : null,
    timestamp: formatInstant(at),
  }
}

/** The last price is one of the day's until its session has closed, also where a quote was put there by hand; from then on that with which it has closed. */
function dayPrices(marketData: MarketData, live: LivePrice, at: number): DayPrices | undefined {
  const { walk, lastTicks, tradeDay, standingCloseTicks } = live
  if (walk === undefined) return undefined
  const known = marketData.hasClosed(tradeDay, at) ? standingCloseTicks : lastTicks
  return known === undefined ? live.day : widened(live.day, known)
}
