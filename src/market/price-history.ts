import { splitRatio } from '../domain/market/corporate-action.ts'
import { type Walk, walkedPrices, walkPrice } from '../domain/market/price-walk.ts'
import type { DayPrices } from '../domain/market/day-prices.ts'
import type { CashDividend } from './cash-dividends.ts'
import { stableHash } from './stable-hash.ts'
import { previousBusinessDay, sessionTimes } from './trading-calendar.ts'

/** One trading day of a security, as it traded; `adjustedCloseTicks` accounts for the splits and dividends after it. */
export interface DailyBar {
  /** days since 1970-01-01 */
  readonly day: number
  readonly openTicks: number
  readonly highTicks: number
  readonly lowTicks: number
  readonly closeTicks: number
  readonly adjustedCloseTicks: number
  /** shares */
  readonly volume: number
}

/** `numerator` new shares for `denominator` old ones from `exDay` on. */
export interface Split {
  readonly exDay: number
  readonly numerator: number
  readonly denominator: number
  /** where the walk was anchored in the old shares: the past stays the prices that it was, to the cent */
  readonly oldAnchorTicks: number
}

/** With what a day has ended, in ticks. */
export interface PastDay {
  readonly closeTicks: number
  /** undefined where the walk tells them */
  readonly prices: DayPrices | undefined
}

/** What the past of a security is computed from. */
export interface PriceSeries {
  readonly symbol: string
  /** as it is now, after all splits */
  readonly walk: Walk
  /** shares a day, in those from before all splits */
  readonly averageVolume: number
  /** oldest first, at least those from the first day asked for to the present; amounts are a share of the day before the ex-date */
  readonly dividends: readonly Pick<CashDividend, 'exDay' | 'amountTicks'>[]
  /** oldest first */
  readonly splits: readonly Split[]
  /** what is known of days, wherever the walk was then, in the shares of each day; of the others the walk tells */
  readonly ended: ReadonlyMap<number, PastDay>
}

/**
 * The daily bars of a range of days, both included, oldest first; closed days have none, and today's ends at `now` (epoch ms). The same
 * walk makes the live quote, so that the last close and the next quote are one line.
 */
export function dailyBars(
  series: PriceSeries,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): readonly DailyBar[] {
  const bars: DailyBar[] = []
  for (let day = from; day <= to; day++) {
    const bar = barOf(series, day, now)
    if (bar !== undefined) bars.push(bar)
  }
  return adjusted(bars, series)
}

/** Shares that have traded in a session up to a moment: between a half and three halves of the average on a whole day. */
export function volumeUpTo(
  { symbol, averageVolume, splits }: Pick<PriceSeries, 'symbol' | 'averageVolume' | 'splits'>,
  day: number,
  now: number,
): number {
  const times = sessionTimes(day)
  if (times === undefined || now <= times.open) return 0
  const average = averageVolume * splitRatio(splits.filter(({ exDay }) => exDay <= day))
  const whole = Math.floor((average * (32_768 + (stableHash(symbol, day) & 0xffff))) / 65_536)
  const elapsed = Math.min(now, times.close) - times.open
  return Math.floor((whole * elapsed) / (times.close - times.open))
}

function barOf(series: PriceSeries, day: number, now: number): DailyBar | undefined {
  const times = sessionTimes(day)
  if (times === undefined || now < times.open) return undefined
  const known = series.ended.get(day)
  const walk = walkOn(series, day)
  const to = Math.min(now, times.close)
  const closeTicks = known?.closeTicks ?? walkPrice(walk, to)
  const { openTicks, highTicks, lowTicks } = known?.prices ?? walkedPrices(walk, times.open, to)
  return {
    day,
    openTicks,
    highTicks: Math.max(highTicks, closeTicks),
    lowTicks: Math.min(lowTicks, closeTicks),
    closeTicks,
    adjustedCloseTicks: closeTicks,
    volume: volumeUpTo(series, day, now),
  }
}

/** The walk in the shares of a day. */
function walkOn({ walk, splits }: Pick<PriceSeries, 'walk' | 'splits'>, day: number): Walk {
  const next = splits.find(({ exDay }) => exDay > day)
  return next === undefined ? walk : { ...walk, anchorTicks: next.oldAnchorTicks }
}

/** Backwards from the present: a split before which prices were others, a dividend that the price lost on its ex-date. */
function adjusted(bars: readonly DailyBar[], series: PriceSeries): readonly DailyBar[] {
  const { dividends, splits } = series
  const result: DailyBar[] = new Array<DailyBar>(bars.length)
  let factor = 1
  let split = splits.length - 1
  let dividend = dividends.length - 1
  for (let index = bars.length - 1; index >= 0; index--) {
    const bar = bars[index]!
    for (; split >= 0 && splits[split]!.exDay > bar.day; split--) factor *= splits[split]!.denominator / splits[split]!.numerator
    for (; dividend >= 0 && dividends[dividend]!.exDay > bar.day; dividend--) {
      const { exDay, amountTicks } = dividends[dividend]!
      // one of more than the share was worth leaves nothing of it, not less
      factor *= Math.max(0, 1 - amountTicks / closeBefore(series, exDay))
    }
    result[index] = { ...bar, adjustedCloseTicks: Math.max(1, Math.round(bar.closeTicks * factor)) }
  }
  return result
}

function closeBefore(series: PriceSeries, exDay: number): number {
  const day = previousBusinessDay(exDay)
  return series.ended.get(day)?.closeTicks ?? walkedClose(series, day)
}

/** Where the walk was at the close of a trading day, in the shares of that day. */
export function walkedClose(series: Pick<PriceSeries, 'walk' | 'splits'>, day: number): number {
  return walkPrice(walkOn(series, day), sessionTimes(day)!.close)
}
