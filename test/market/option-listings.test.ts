import { describe, expect, test } from 'vitest'
import { Weekday, weekdayOf } from '../../src/domain/time/civil-date.ts'
import { dayNumber, type TradeDate, tradeDate } from '../../src/domain/time/trade-date.ts'
import { LARGEST_PRICE_TICKS } from '../../src/domain/amounts/amounts.ts'
import { contractSymbol, expirations, strikes } from '../../src/market/option-listings.ts'
import { isBusinessDay } from '../../src/market/trading-calendar.ts'

const day = (date: string): number => dayNumber(date as TradeDate)
const listed = (date: string, cycle: 'weekly' | 'monthly') =>
  expirations(day(date), cycle).map((expiration) => `${tradeDate(expiration.day)} ${expiration.contractType}`)

describe('expirations', () => {
  test('are weekly, monthly, quarterly and leaps; the Thursday where the Friday is a holiday', () => {
    expect(listed('2026-11-22', 'weekly')).toEqual([
      '2026-11-27 weekly',
      '2026-12-04 weekly',
      '2026-12-11 weekly',
      '2026-12-18 monthly',
      '2026-12-24 quarterly',
      '2026-12-31 weekly',
      '2027-01-15 monthly',
      '2027-02-19 monthly',
      '2027-03-19 monthly',
      '2027-03-25 quarterly',
      '2027-04-16 monthly',
      '2027-06-25 quarterly',
      '2027-09-24 quarterly',
      '2028-01-21 leaps',
      '2029-01-19 leaps',
    ])
  })

  test('are as many weeks ahead on a Saturday', () => {
    expect(listed('2026-11-21', 'weekly')).toEqual(listed('2026-11-22', 'weekly'))
  })

  test('end with the trading calendar', () => {
    expect(listed('2099-12-07', 'weekly')).toEqual(['2099-12-11 weekly', '2099-12-18 monthly', '2099-12-24 quarterly'])
  })

  test('of a monthly cycle are third Fridays alone', () => {
    expect(listed('2026-06-01', 'monthly')).toEqual([
      '2026-06-18 monthly',
      '2026-07-17 monthly',
      '2026-08-21 monthly',
      '2026-09-18 monthly',
      '2026-10-16 monthly',
      '2026-11-20 monthly',
      '2027-01-15 monthly',
      '2028-01-21 leaps',
      '2029-01-19 leaps',
    ])
  })

  test.each(['weekly', 'monthly'] as const)('of a %s cycle stay listed until they expire', (cycle) => {
    let before: readonly number[] = []
    for (let today = day('2024-01-01'); today < day('2029-01-01'); today++) {
      const days = expirations(today, cycle).map((expiration) => expiration.day)
      expect(before.filter((one) => one >= today && !days.includes(one)).map(tradeDate)).toEqual([])
      before = days
    }
  })

  test('are business days in order, each once, from the present day on, whatever the day', () => {
    for (let today = day('2024-01-01'); today < day('2031-01-01'); today += 3) {
      const days = expirations(today, 'weekly').map((expiration) => expiration.day)
      expect(days).toEqual([...new Set(days)].sort((a, b) => a - b))
      expect(days[0]).toBeGreaterThanOrEqual(today)
      for (const one of days) {
        expect(isBusinessDay(one)).toBe(true)
        const weekday = weekdayOf(one)
        if (weekday !== Weekday.Friday) expect([weekday, isBusinessDay(one + 1)]).toEqual([Weekday.Thursday, false])
      }
    }
  })
})

describe('strikes', () => {
  test('lie around the reference price, nearer together for cheap securities', () => {
    expect(strikes(2_000_000, 'weekly').map((ticks) => ticks / 10_000)).toEqual([
      170, 175, 180, 185, 190, 195, 200, 205, 210, 215, 220, 225, 230,
    ])
    expect(strikes(106_800, 'weekly').map((ticks) => ticks / 10_000)).toEqual([10, 11, 12])
    expect(strikes(50_000, 'weekly').map((ticks) => ticks / 10_000)).toEqual([4.5, 5, 5.5])
    expect(strikes(100_000, 'weekly').map((ticks) => ticks / 10_000)).toEqual([9, 10, 11])
    expect(strikes(10_000, 'leaps').map((ticks) => ticks / 10_000)).toEqual([0.5, 1, 1.5])
  })

  test('are there at any price', () => {
    for (const ticks of [1, 100, 99_999, 100_000, 9_999_999, 7_306_000_000]) {
      for (const type of ['weekly', 'monthly', 'quarterly', 'leaps'] as const) expect(strikes(ticks, type).length).toBeGreaterThan(0)
    }
  })

  test('are hundreds at most, whatever a reverse split has made of the price', () => {
    for (const ticks of [9_999_999, 10_000_000, 99_999_999, 100_000_000, 999_999_999, 1_000_000_000, LARGEST_PRICE_TICKS])
      expect(strikes(ticks, 'leaps').length).toBeLessThanOrEqual(401)
  })
})

test('a contract is named by its root without dots, its date, call or put, and the strike in thousandths', () => {
  expect([
    contractSymbol('AAPL', { day: day('2026-12-18'), type: 'call', strikeTicks: 1_500_000 }),
    contractSymbol('BRK.B', { day: day('2027-01-15'), type: 'put', strikeTicks: 25_000 }),
  ]).toEqual(['AAPL261218C00150000', 'BRKB270115P00002500'])
})
