import { describe, expect, test } from 'vitest'
import { dayNumber, type TradeDate, tradeDate } from '../../src/domain/time/trade-date.ts'
import { untouchedWalk, walkKey, walkPrice } from '../../src/domain/market/price-walk.ts'
import { dailyBars, type PriceSeries } from '../../src/market/price-history.ts'
import { isBusinessDay, sessionTimes } from '../../src/market/trading-calendar.ts'

const day = (date: string): number => dayNumber(date as TradeDate)
const walk = untouchedWalk(walkKey('a seed', 'AAPL'), {
  baseTicks: 1_999_500,
  stepHundredths: 50,
  spreadTicks: 300,
  sizeLots: 1_200e9,
})
const series: PriceSeries = { symbol: 'AAPL', walk, averageVolume: 1_000_000, dividends: [], splits: [], ended: new Map() }
/** Friday, 16:00 in New York */
const CLOSE = Date.parse('2026-11-20T21:00:00Z')
const year = { from: day('2025-11-20'), to: day('2026-11-20'), now: CLOSE }

describe('daily bars', () => {
  test('are there for the trading days of the range alone, oldest first', () => {
    const days = dailyBars(series, { from: day('2026-11-24'), to: day('2026-12-01'), now: Date.parse('2026-12-31T12:00:00Z') })
    expect(days.map((bar) => tradeDate(bar.day))).toEqual(['2026-11-24', '2026-11-25', '2026-11-27', '2026-11-30', '2026-12-01'])
    expect(dailyBars(series, year)).toHaveLength(252)
  })

  test('have the high and low of what they hold, on the tick, and a volume', () => {
    for (const bar of dailyBars(series, { ...year, from: day('2016-01-01') })) {
      expect(isBusinessDay(bar.day)).toBe(true)
      expect(bar.highTicks).toBeGreaterThanOrEqual(Math.max(bar.openTicks, bar.closeTicks))
      expect(bar.lowTicks).toBeLessThanOrEqual(Math.min(bar.openTicks, bar.closeTicks))
      expect([bar.openTicks % 100, bar.highTicks % 100, bar.lowTicks % 100, bar.closeTicks % 100]).toEqual([0, 0, 0, 0])
      expect(bar.volume).toBeGreaterThanOrEqual(500_000)
      expect(bar.volume).toBeLessThan(1_500_000)
    }
  })

  test('open and close where the walk is at these moments, on a half day at 13:00', () => {
    const [bar] = dailyBars(series, { from: day('2026-11-27'), to: day('2026-11-27'), now: Date.parse('2026-11-30T12:00:00Z') })
    expect(bar).toMatchObject({
      openTicks: walkPrice(walk, Date.parse('2026-11-27T14:30:00Z')),
      closeTicks: walkPrice(walk, Date.parse('2026-11-27T18:00:00Z')),
    })
  })

  test('are the same whatever range they are asked for in, and whenever', () => {
    const [, ...later] = dailyBars(series, { from: day('2026-11-18'), to: day('2026-11-20'), now: CLOSE })
    expect(dailyBars(series, { from: day('2026-11-19'), to: day('2026-11-20'), now: CLOSE + 86_400_000 })).toEqual(later)
  })

  test('of today end now: the price of the walk is the close, and the volume is that of the time so far', () => {
    const { open } = sessionTimes(day('2026-11-20'))!
    const today = { from: day('2026-11-20'), to: day('2026-11-20') }
    const [whole] = dailyBars(series, { ...today, now: CLOSE })
    const [half] = dailyBars(series, { ...today, now: (open + CLOSE) / 2 })
    expect(half!.closeTicks).toBe(walkPrice(walk, (open + CLOSE) / 2))
    expect(half!.volume).toBe(Math.floor(whole!.volume / 2))
    const closeTicks = walkPrice(walk, open)
    const prices = { openTicks: closeTicks, highTicks: closeTicks, lowTicks: closeTicks, closeTicks, adjustedCloseTicks: closeTicks }
    expect(dailyBars(series, { ...today, now: open })).toEqual([{ day: today.from, ...prices, volume: 0 }])
    expect(dailyBars(series, { ...today, now: open - 1 })).toEqual([])
  })

  test('are those that are known of a day, whatever the walk tells of it, with the close among them', () => {
    const [from, to] = [day('2026-11-18'), day('2026-11-20')]
    const bars = (ended: PriceSeries['ended']) => dailyBars({ ...series, ended }, { from, to, now: CLOSE })
    const prices = { openTicks: 500, highTicks: 900, lowTicks: 400 }
    const [untouched, , last] = bars(new Map())
    const known = (closeTicks: number) => bars(new Map([[to - 1, { closeTicks, prices }]]))
    const bar = { day: to - 1, volume: bars(new Map())[1]!.volume, openTicks: 500 }
    expect(known(600)).toEqual([untouched, { ...bar, highTicks: 900, lowTicks: 400, closeTicks: 600, adjustedCloseTicks: 600 }, last])
    expect(known(950)[1]).toEqual({ ...bar, highTicks: 950, lowTicks: 400, closeTicks: 950, adjustedCloseTicks: 950 })
    expect(known(300)[1]).toEqual({ ...bar, highTicks: 900, lowTicks: 300, closeTicks: 300, adjustedCloseTicks: 300 })
  })

  test('adjust the close for every dividend since, by its part of the close before its ex-date', () => {
    const exDay = day('2026-11-10')
    const dividend = { exDay, recordDay: exDay, payDay: day('2026-11-13'), amountTicks: 20_000 }
    const plain = dailyBars(series, { ...year, from: day('2026-11-06') })
    const adjusted = dailyBars({ ...series, dividends: [dividend] }, { ...year, from: day('2026-11-06') })
    const before = plain.find((bar) => bar.day === day('2026-11-09'))!.closeTicks
    expect(adjusted.map(({ adjustedCloseTicks }) => adjustedCloseTicks)).toEqual(
      plain.map(({ day: on, closeTicks }) => (on < exDay ? Math.round(closeTicks * (1 - 20_000 / before)) : closeTicks)),
    )
    // a range that ends before the ex-date is adjusted as well
    expect(dailyBars({ ...series, dividends: [dividend] }, { ...year, from: day('2026-11-06'), to: day('2026-11-06') })).toEqual(
      adjusted.slice(0, 1),
    )
  })

  test('have nothing left of the close where a dividend was of more than that, also before another one', () => {
    const dividends = ['2026-11-10', '2026-11-12'].map((exDate) => ({ exDay: day(exDate), amountTicks: 5_000_000 }))
    const bars = dailyBars({ ...series, dividends }, { from: day('2026-11-06'), to: day('2026-11-11'), now: CLOSE })
    expect(bars.map(({ adjustedCloseTicks }) => adjustedCloseTicks)).toEqual([1, 1, 1, 1])
  })

  test('before a split are as they traded, and the adjusted close is in the shares of today', () => {
    const range = { ...year, from: day('2026-11-02') }
    const before = dailyBars(series, range)
    // 199.95 / 3 is on the tick of what is divided, and so are few of the prices
    const split = { exDay: day('2026-11-18'), numerator: 3, denominator: 1, oldAnchorTicks: walk.anchorTicks }
    const divided = { ...series, walk: { ...walk, anchorTicks: walk.anchorTicks / 3 } }
    const after = dailyBars({ ...divided, splits: [split] }, range)
    const isOld = (bar: { readonly day: number }): boolean => bar.day < split.exDay
    expect(after.filter(isOld)).toEqual(before.filter(isOld).map((bar) => ({ ...bar, adjustedCloseTicks: Math.round(bar.closeTicks / 3) })))
    const young = dailyBars({ ...divided, averageVolume: 3_000_000 }, range).filter((bar) => !isOld(bar))
    expect(after.filter((bar) => !isOld(bar))).toEqual(young)
  })

  test('take a dividend from the price that it was paid on, also where a split came later', () => {
    const exDay = day('2026-11-10')
    const dividend = { exDay, recordDay: exDay, payDay: exDay, amountTicks: 20_000 }
    const range = { ...year, from: day('2026-11-06'), to: day('2026-11-06') }
    const [bar] = dailyBars({ ...series, dividends: [dividend] }, range)
    const split = { exDay: day('2026-11-18'), numerator: 10, denominator: 1, oldAnchorTicks: walk.anchorTicks }
    const divided = { ...series, walk: { ...walk, anchorTicks: walk.anchorTicks / 10 }, dividends: [dividend], splits: [split] }
    expect(dailyBars(divided, range)[0]!.adjustedCloseTicks).toBeCloseTo(bar!.adjustedCloseTicks / 10, -1)
  })
})
