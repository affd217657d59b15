import { splitRatio } from '../../../../domain/market/corporate-action.ts'
import { widened } from '../../../../domain/market/day-prices.ts'
import { nearestOnTick, tickSizeAt } from '../../../../domain/amounts/tick.ts'
import { tradeDate } from '../../../../domain/time/trade-date.ts'
import type { DayRange, MarketData } from '../../../../market/market-data.ts'
import type { DailyBar, PastDay } from '../../../../market/price-history.ts'
import { ownTurn } from '../../../../own-turn.ts'
import type { LivePrice } from './live-prices.ts'
import type { MarketDataParts } from '../market-data-parts.ts'
import { dollars } from '../numbers.ts'

/** A security that has a past, at a moment (epoch ms) of its market's clock. */
export interface PastSecurity {
  readonly symbol: string
  readonly live: LivePrice
  readonly at: number
  /** see `endedDays` */
  readonly ended: ReadonlyMap<number, PastDay>
}

/**
 * How a security has ended each day of its market since a day; what walked and nobody held is not told. Where the market has passed days over
 * and the quote stood, they are as the one before. For a live price that storage has caught up with.
 */
export function endedDays(
  { projection }: Pick<MarketDataParts, 'projection'>,
  { market, instrument, live }: { readonly market: number; readonly instrument: number; readonly live: LivePrice },
  from: number,
): ReadonlyMap<number, PastDay> {
  const { tradingDays } = projection
  const days = new Map<number, PastDay>()
  // the first of them may have been passed over
  const range = { from: tradingDays.lastThrough(market, from)?.day ?? from, through: live.tradeDay - 1 }
  for (const { day, nextDay, closeTicks, prices, stands } of tradingDays.pricesOf(market, instrument, range)) {
    days.set(day, { closeTicks, prices })
    const stood = { closeTicks, prices: { openTicks: closeTicks, highTicks: closeTicks, lowTicks: closeTicks } }
    const through = Math.min(nextDay, ...live.splits.map(({ exDay }) => exDay).filter((exDay) => exDay > day))
    if (stands) for (let next = day + 1; next < through; next++) days.set(next, stood)
  }
  return days
}

/** The daily bars of a security, the bar of the present day as the live price makes it. Oldest first. */
export function barsUpTo(marketData: MarketData, { symbol, live, at, ended }: PastSecurity, range: DayRange): readonly DailyBar[] {
  if (live.walk === undefined) return []
  const today = marketData.hours.dayAt(at)
  // where the price stands, the day closes with it, and not where the walk would be
  const standing = live.tradeDay === today ? live.standingCloseTicks : undefined
  const dayTicks = marketData.hours.clock(at).isOpen ? live.lastTicks : standing
  const { walk, splits, actions } = live
  const yesterday = marketData.hours.dayAt(marketData.hours.previousCloseAt(live.tradeDay))
  const known = new Map([
    [yesterday, { closeTicks: closeOf(yesterday, live, marketData.walkedClose(walk, splits, yesterday)), prices: undefined }],
    ...ended,
  ])
  return marketData.dailyBars(symbol, walk, { ...range, now: at, splits, actions, ended: known }).map((bar) => {
    if (bar.day !== today) return bar
    const own = live.tradeDay === today ? { ...bar, ...live.day } : bar
    return dayTicks === undefined ? widened(own, own.closeTicks) : withLast(own, live, dayTicks)
  })
}

/** The previous close in the shares of its day; where it is the walk's, divided by a split and rounded, the walk has it exactly. */
function closeOf(day: number, { previousCloseTicks, splits }: LivePrice, walkedTicks: number): number {
  const ratio = ratioSince(day, splits)
  const isWalked = ratio !== 1 && Math.abs(walkedTicks / ratio - previousCloseTicks) < tickSizeAt(previousCloseTicks)
  return isWalked ? walkedTicks : beforeSplits(previousCloseTicks, ratio)
}

/** A price of now in shares from before splits: it was on the tick. One of now may lie between two ticks, where a split has put it. */
function beforeSplits(ticks: number, ratio: number): number {
  return ratio === 1 ? ticks : nearestOnTick(ticks * ratio)
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
    await ownTurn()
    bars.push(...barsUpTo(marketData, security, { from, to: Math.min(last, from + DAYS_AT_A_TIME - 1) }))
  }
  return bars
}

function withLast(bar: DailyBar, { splits }: LivePrice, lastTicks: number): DailyBar {
  // where the day was ended early, a split of the next one is in the price already
  const closeTicks = beforeSplits(lastTicks, ratioSince(bar.day, splits))
  return widened({ ...bar, closeTicks, adjustedCloseTicks: lastTicks }, closeTicks)
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
