import { splitRatio } from '../../../../domain/market/corporate-action.ts'
import { nearestOnTick, tickSizeAt } from '../../../../domain/amounts/tick.ts'
import { tradeDate } from '../../../../domain/time/trade-date.ts'
import type { MarketData } from '../../../../market/market-data.ts'
import type { DailyBar } from '../../../../market/price-history.ts'
import type { DayRange } from './date-range.ts'
import type { LivePrice } from './live-prices.ts'
import { dollars } from '../numbers.ts'

/** The daily bars of a security that has a past, the bar of the present day as the live price makes it. Oldest first. */
export function barsUpTo(
  marketData: MarketData,
  { symbol, live, at }: { readonly symbol: string; readonly live: LivePrice; readonly at: number },
  range: DayRange,
): readonly DailyBar[] {
  if (live.walk === undefined) return []
  const today = marketData.hours.dayAt(at)
  // where the price stands, the day closes with it, and not where the walk would be
  const standing = live.tradeDay === today ? live.standingCloseTicks : undefined
  const dayTicks = marketData.hours.clock(at).isOpen ? live.lastTicks : standing
  const closed = marketData.hours.dayAt(marketData.hours.previousCloseAt(live.tradeDay))
  const { splits, actions } = live
  const previousClose = { day: closed, ticks: nearestOnTick(live.previousCloseTicks * ratioSince(closed, splits)) }
  return marketData.dailyBars(symbol, live.walk, { ...range, now: at, splits, actions, previousClose }).map((bar) => {
    if (bar.day === today && dayTicks !== undefined) return withLast(bar, live, dayTicks)
    return bar.day === closed ? withClose(bar, closeOn(bar, live)) : bar
  })
}

/** The previous close in the shares of the day of a bar; where it is the bar's own, divided by a split and rounded, the bar has it exactly. */
function closeOn({ day, closeTicks }: DailyBar, { previousCloseTicks, splits }: LivePrice): number {
  const ratio = ratioSince(day, splits)
  const isOwn = Math.abs(closeTicks / ratio - previousCloseTicks) < tickSizeAt(previousCloseTicks)
  return isOwn ? closeTicks : nearestOnTick(previousCloseTicks * ratio)
}

/** Shares of now for one share of a day. */
export function ratioSince(day: number, splits: LivePrice['splits']): number {
  return splitRatio(splits.filter(({ exDay }) => exDay > day))
}

/** The day before closed where the market says that it did, also where a quote stood that was put there by hand. */
function withClose(bar: DailyBar, closeTicks: number): DailyBar {
  if (bar.closeTicks === closeTicks) return bar
  return {
    ...bar,
    closeTicks,
    adjustedCloseTicks: Math.round((bar.adjustedCloseTicks * closeTicks) / bar.closeTicks),
    highTicks: Math.max(bar.highTicks, closeTicks),
    lowTicks: Math.min(bar.lowTicks, closeTicks),
  }
}

/** about a year at a time: orders are not kept waiting for ten */
const DAYS_AT_A_TIME = 366

/** The same for a range of any length, with room for other work in between. */
export async function historyUpTo(marketData: MarketData, security: Parameters<typeof barsUpTo>[1], range: DayRange): Promise<DailyBar[]> {
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
