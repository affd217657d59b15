import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumber, parseTradeDate, tradeDate } from '../../src/domain/time/trade-date.ts'
import { newYorkDay, toEpochMs } from '../../src/market/new-york-time.ts'
import {
  CALENDAR_FIRST_DAY,
  CALENDAR_LAST_DAY,
  isBusinessDay,
  isHalfDay,
  nextBusinessDay,
  previousBusinessDay,
  sessionTimes,
  tradingCalendar,
  tradingDayAlwaysOpen,
} from '../../src/market/trading-calendar.ts'

const YEAR = 366
const anyDay = fc.integer({ min: CALENDAR_FIRST_DAY + YEAR, max: CALENDAR_LAST_DAY - YEAR })
const anyMoment = fc.tuple(anyDay, fc.nat(86_399_999)).map(([today, ms]) => today * 86_400_000 + ms)

describe('business days', () => {
  test.each([
    ['2026-11-20', true, 'a Friday'],
    ['2026-11-21', false, 'a Saturday'],
    ['2026-11-22', false, 'a Sunday'],
    ['2026-11-26', false, 'Thanksgiving'],
    ['2026-11-27', true, 'a half day'],
    ['2021-12-31', true, 'the Friday before a New Year on Saturday'],
    ['2022-06-20', false, 'Juneteenth, observed'],
    ['2021-06-18', true, 'before Juneteenth was a holiday'],
    ['2026-10-12', true, 'Columbus Day'],
    ['2026-11-11', true, 'Veterans Day'],
  ])('%s: %s (%s)', (date, expected) => {
    expect(isBusinessDay(day(date))).toBe(expected)
  })

  // As commonly counted, with the days put back that were lost to no rule: 2001 four, 2004, 2007, 2018 and 2025 one each, 2012 two.
  test.each([
    [2000, 252],
    [2001, 252],
    [2004, 253],
    [2007, 252],
    [2008, 253],
    [2012, 252],
    [2017, 251],
    [2018, 252],
    [2019, 252],
    [2020, 253],
    [2021, 252],
    [2022, 251],
    [2023, 250],
    [2024, 252],
    [2025, 251],
    [2026, 251],
  ])('%i has %i of them', (year, expected) => {
    let count = 0
    for (let today = day(`${year}-01-01`); today <= day(`${year}-12-31`); today++) if (isBusinessDay(today)) count++
    expect(count).toBe(expected)
  })

  test('a Friday’s trade settles on Monday, one before a holiday on the day after it', () => {
    expect(
      ['2026-11-20', '2026-11-25', '2026-12-24', '2026-07-02', '2027-12-31'].map((date) => tradeDate(nextBusinessDay(day(date)))),
    ).toEqual(['2026-11-23', '2026-11-27', '2026-12-28', '2026-07-06', '2028-01-03'])
  })

  test('next and previous are the nearest business days on either side', () => {
    fc.assert(
      fc.property(anyDay, (today) => {
        const next = nextBusinessDay(today)
        const previous = previousBusinessDay(today)
        const between = Array.from({ length: next - previous - 1 }, (_, index) => previous + 1 + index).filter(isBusinessDay)
        expect([isBusinessDay(next), isBusinessDay(previous), between]).toEqual([true, true, isBusinessDay(today) ? [today] : []])
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('session times', () => {
  test('a full day: 4:00, 9:30, 16:00, 20:00', () => {
    expect(timesOf('2026-11-20')).toEqual(['2026-11-20T09:00Z', '2026-11-20T14:30Z', '2026-11-20T21:00Z', '2026-11-21T01:00Z'])
  })

  test('in summer they are an hour earlier in UTC', () => {
    expect(timesOf('2026-07-02')).toEqual(['2026-07-02T08:00Z', '2026-07-02T13:30Z', '2026-07-02T20:00Z', '2026-07-03T00:00Z'])
  })

  test('a half day: 13:00 and 17:00', () => {
    expect(isHalfDay(day('2026-11-27'))).toBe(true)
    expect(timesOf('2026-11-27')).toEqual(['2026-11-27T09:00Z', '2026-11-27T14:30Z', '2026-11-27T18:00Z', '2026-11-27T22:00Z'])
  })

  test.each(['2026-11-21', '2026-11-26', '2026-07-03'])('%s has none', (date) => {
    expect(sessionTimes(day(date))).toBeUndefined()
    expect(isHalfDay(day(date))).toBe(false)
  })
})

describe('the trading day when the market is always open', () => {
  test.each([
    ['2026-11-20T15:04:05.123Z', '2026-11-20', 'on a business day'],
    ['2026-11-20T20:59:59.999Z', '2026-11-20', 'just before 16:00'],
    ['2026-11-20T21:00:00.000Z', '2026-11-23', 'at 16:00 of a Friday'],
    ['2026-11-22T12:00:00.000Z', '2026-11-23', 'on a Sunday'],
    ['2026-11-23T04:59:59.999Z', '2026-11-23', 'late on a Sunday in New York'],
    ['2026-11-25T21:00:00.000Z', '2026-11-27', 'at 16:00 before Thanksgiving'],
    ['2026-11-27T20:59:59.999Z', '2026-11-27', 'after the close of a half day'],
    ['2026-07-02T19:59:59.999Z', '2026-07-02', 'just before 16:00 in summer'],
    ['2026-07-02T20:00:00.000Z', '2026-07-06', 'at 16:00 before the observed 4th of July'],
    ['2027-12-31T21:00:00.000Z', '2028-01-03', 'at the end of a year'],
  ])('at %s is %s (%s)', (at, expected) => {
    expect(tradeDate(tradingDayAlwaysOpen(Date.parse(at)))).toBe(expected)
  })

  test.each([
    ['2026-11-20T20:59:59.999Z', '2026-11-20T21:00Z'],
    ['2026-11-20T21:00:00.000Z', '2026-11-23T21:00Z'],
    ['2026-03-06T21:00:00.000Z', '2026-03-09T20:00Z'],
    ['2026-10-30T20:00:00.000Z', '2026-11-02T21:00Z'],
    ['2026-11-25T22:00:00.000Z', '2026-11-27T21:00Z'],
  ])('at %s rolls next at %s', (at, expected) => {
    expect(utcMinute(tradingCalendar.rollAt(tradingDayAlwaysOpen(Date.parse(at))))).toBe(expected)
  })

  test('lasts until the next roll and is then the next business day', () => {
    fc.assert(
      fc.property(anyMoment, (at) => {
        const today = tradingDayAlwaysOpen(at)
        const roll = tradingCalendar.rollAt(today)
        expect(roll).toBeGreaterThan(at)
        expect([isBusinessDay(today), newYorkDay(roll), roll]).toEqual([true, today, toEpochMs(today, 16, 0)])
        expect([tradingDayAlwaysOpen(roll - 1), tradingDayAlwaysOpen(roll)]).toEqual([today, nextBusinessDay(today)])
      }),
      { numRuns: 5_000 },
    )
  })

  test('never goes back', () => {
    fc.assert(
      fc.property(anyMoment, fc.nat(10 * 86_400_000), (at, later) => {
        expect(tradingDayAlwaysOpen(at + later)).toBeGreaterThanOrEqual(tradingDayAlwaysOpen(at))
      }),
    )
  })
})

describe('outside 2000 to 2099', () => {
  test.each([
    ['a day before', () => isBusinessDay(CALENDAR_FIRST_DAY - 1)],
    ['a day after', () => sessionTimes(CALENDAR_LAST_DAY + 1)],
    ['the next business day of the last', () => nextBusinessDay(CALENDAR_LAST_DAY)],
    ['the business day before the first', () => previousBusinessDay(CALENDAR_FIRST_DAY)],
    ['a moment that is no number', () => tradingDayAlwaysOpen(NaN)],
  ])('%s is a RangeError', (_name, ask) => {
    expect(ask).toThrow(RangeError)
  })
})

function day(text: string): number {
  return dayNumber(parseTradeDate(text)!)
}

function timesOf(date: string): string[] {
  const { preOpen, open, close, afterHoursClose } = sessionTimes(day(date))!
  return [preOpen, open, close, afterHoursClose].map(utcMinute)
}

function utcMinute(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(':00.000Z', 'Z')
}
