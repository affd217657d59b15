import { splitRatio } from '../../../../domain/market/corporate-action.ts'
import { nearestOnTick, tickSizeAt } from '../../../../domain/amounts/tick.ts'
import { tradeDate } from '../../../../domain/time/trade-date.ts'
import type { MarketData } from '../../../../market/market-data.ts'
import type { DailyBar } from '../../../../market/price-history.ts'
import type { DayRange } from './date-range.ts'
import type { LivePrice } from './live-prices.ts'
import type { MarketDataParts } from '../market-data-parts.ts'
import { dollars } from '../numbers.ts'

/** A security that has a past, at a moment (epoch ms) of its market's clock. */
export interface PastSecurity {
  readonly symbol: string
  readonly live: LivePrice
  readonly at: number
  /** with what the trading days of its market have ended, see `endedCloses` */
  readonly closes: ReadonlyMap<number, number>
}

/**
 * With what a security has ended each day of its market since a day, in ticks of that day's shares; what walked and nobody held has none.
 * For a live price that storage has caught up with.
 */
export function endedCloses(
  { projection }: Pick<MarketDataParts, 'projection'>,
  { market, instrument, live }: { readonly market: number; readonly instrument: number; readonly live: LivePrice },
  from: number,
): ReadonlyMap<number, number> {
  return projection.tradingDays.closesOf(market, instrument, { from, through: live.tradeDay - 1 })
}

/** The daily bars of a security, the bar of the present day as the live price makes it. Oldest first. */
export function barsUpTo(marketData: MarketData, { symbol, live, at, closes: ended }: PastSecurity, range: DayRange): readonly DailyBar[] {
  if (live.walk === undefined) return []
  const today = marketData.hours.dayAt(at)
  // where the price stands, the day closes with it, and not where the walk would be
  const standing = live.tradeDay === today ? live.standingCloseTicks : undefined
  const dayTicks = marketData.hours.clock(at).isOpen ? live.lastTicks : standing
  const { walk, splits, actions } = live
  const yesterday = marketData.hours.dayAt(marketData.hours.previousCloseAt(live.tradeDay))
  const closes = new Map([[yesterday, closeOf(yesterday, live, marketData.walkedClose(walk, splits, yesterday))], ...ended])
  return marketData
    .dailyBars(symbol, walk, { ...range, now: at, splits, actions, closes })
    .map((bar) => (bar.day === today && dayTicks !== undefined ? withLast(bar, live, dayTicks) : bar))
}

/** The previous close in the shares of its day; where it is the walk's, divided by a split and rounded, the walk has it exactly. */
function closeOf(day: number, { previousCloseTicks, splits }: LivePrice, walkedTicks: number): number {
  const ratio = ratioSince(day, splits)
  const isWalked = Math.abs(walkedTicks / ratio - previousCloseTicks) < tickSizeAt(previousCloseTicks)
  return isWalked ? walkedTicks : nearestOnTick(previousCloseTicks * ratio)
}

/** Shares of now for one share of a day. */
export function ratioSince(day: number, splits: LivePrice['splits']): number {
  return splitRatio(splits.filter(({ exDay }) => exDay > day))
}

/** about a year at a time: orders are not kept waiting for ten */
const DAYS_AT_A_TIME = 366

/** The same for a range of any length, with room for other work in between. */
export async function historyUpTo(marketData: MarketData, security: PastSecurity, range: DayRange): Promise<DailyBar[]> {
  const bars: DailyBar[] = []
  const last = Math.min(range.to, marketData.hours.dayAt(security.at))
  for (let from = Math.max(range.from, marketData.firstDay); from <= last; from += DAYS_AT_A_TIME) {
    bars.push(...barsUpTo(marketData, security, { from, to: Math.min(last, from + DAYS_AT_A_TIME - 1) }))
    await new Promise<void>((resume) => setImmediate(resume))
  }
  return bars
}

function withLast(bar: DailyBar, { walks, splits }: LivePrice, lastTicks: number): DailyBar {
  // where the day was ended early, a split of the next one is in the price already
  const closeTicks = nearestOnTick(lastTicks * ratioSince(bar.day, splits))
  const closing = { closeTicks, adjustedCloseTicks: lastTicks }
  if (!walks) return { ...bar, ...closing, openTicks: closeTicks, highTicks: closeTicks, lowTicks: closeTicks }
  return { ...bar, ...closing, highTicks: Math.max(bar.highTicks, closeTicks), lowTicks: Math.min(bar.lowTicks, closeTicks) }
}

export function barView(bar: DailyBar) {
  return {
    date: tradeDate(bar.day),
    open: dollars(bar.openTicks),
    high: dollars(bar.highTicks),
    low: dollars(bar.lowTicks),
    close: dollars(bar.closeTicks),
    adj_close: dollars(bar.adjustedCloseTicks),
    volume: bar.volume,
  }
}
