import { describe, expect, test } from 'vitest'
import { daysFromCivil, Weekday, weekdayOf } from '../../src/domain/time/civil-date.ts'
import { tradeDate } from '../../src/domain/time/trade-date.ts'
import { easterSunday, halfDays, holidays } from '../../src/market/exchange-holidays.ts'

const YEARS = Array.from({ length: 100 }, (_, index) => 2000 + index)

const closedDates = (year: number): string[] => holidays(year).map(({ day }) => tradeDate(day).slice(5))
const halfDates = (year: number): string[] => halfDays(year).map((day) => tradeDate(day).slice(5))

// The calendars that NYSE has announced; closures that no rule foretells (2025-01-09) are left out.
test.each([
  [2021, '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24', '11-26'],
  [2022, '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26', '11-25'],
  [2023, '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25', '07-03 11-24'],
  [2024, '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25', '07-03 11-29 12-24'],
  [2025, '01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25', '07-03 11-28 12-24'],
  [2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25', '11-27 12-24'],
  [2027, '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24', '11-26'],
  [2028, '01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25', '07-03 11-24'],
])('%i: closed on %s, half days %s', (year, closed, half) => {
  expect([closedDates(year), halfDates(year)]).toEqual([closed.split(' '), half.split(' ')])
})

test('the holidays have their names', () => {
  expect(holidays(2026).map(({ name, day }) => `${tradeDate(day)} ${name}`)).toEqual([
    "2026-01-01 New Year's Day",
    '2026-01-19 Martin Luther King, Jr. Day',
    "2026-02-16 Washington's Birthday",
    '2026-04-03 Good Friday',
    '2026-05-25 Memorial Day',
    '2026-06-19 Juneteenth',
    '2026-07-03 Independence Day',
    '2026-09-07 Labor Day',
    '2026-11-26 Thanksgiving Day',
    '2026-12-25 Christmas Day',
  ])
})

test.each([2000, 2005, 2011, 2022, 2028])('New Year %i is a Saturday: no day is closed for it, also not the Friday before', (year) => {
  expect(closedDates(year)[0]!.startsWith('01-01')).toBe(false)
  expect(closedDates(year - 1).includes('12-31')).toBe(false)
})

test.each([
  [2006, '01-02'],
  [2012, '01-02'],
  [2017, '01-02'],
  [2023, '01-02'],
])('New Year %i is a Sunday and kept on %s', (year, date) => {
  expect(closedDates(year)[0]).toBe(date)
})

test('Juneteenth is kept from 2022 on', () => {
  expect([2020, 2021, 2022, 2023].map((year) => holidays(year).some(({ name }) => name === 'Juneteenth'))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

describe('the half day of Independence Day', () => {
  test.each([
    [2023, 'a Tuesday', '07-03'],
    [2018, 'a Wednesday', '07-03'],
    [2024, 'a Thursday', '07-03'],
    [2013, 'a Thursday', '07-03'],
    [2025, 'a Friday', '07-03'],
    [2002, 'a Thursday before 2013', '07-05'],
  ])('%i: the 4th is %s, so %s', (year, _weekday, date) => {
    expect(halfDates(year)[0]).toBe(date)
  })

  test.each([
    [2022, 'a Monday'],
    [2026, 'a Saturday, kept on Friday: 2026-07-02 is a full day'],
    [2027, 'a Sunday, kept on Monday: 2027-07-02 is a full day'],
  ])('%i: the 4th is %s', (year) => {
    expect(halfDates(year).filter((date) => date.startsWith('07'))).toEqual([])
  })
})

describe('Easter', () => {
  test.each([
    [2000, '04-23'],
    [2008, '03-23'],
    [2011, '04-24'],
    [2019, '04-21'],
    [2024, '03-31'],
    [2038, '04-25'],
    [2049, '04-18'],
    [2076, '04-19'],
  ])('%i is on %s', (year, date) => {
    expect(tradeDate(easterSunday(year)).slice(5)).toBe(date)
  })

  test('is that of Gauss for every year from 2000 to 2099', () => {
    expect(YEARS.map(easterSunday)).toEqual(YEARS.map(easterOfGauss))
  })
})

describe('in every year from 2000 to 2099', () => {
  test.each(YEARS)('%i: holidays are weekdays in order, nine or ten and one less when New Year is a Saturday', (year) => {
    const days = holidays(year).map(({ day }) => day)
    const newYearIsSaturday = weekdayOf(daysFromCivil({ year, month: 1, day: 1 })) === Weekday.Saturday
    expect(days.length).toBe((year >= 2022 ? 10 : 9) - (newYearIsSaturday ? 1 : 0))
    expect(days).toEqual([...new Set(days)].sort((one, other) => one - other))
    expect(days.map(weekdayOf).filter((weekday) => weekday === Weekday.Saturday || weekday === Weekday.Sunday)).toEqual([])
  })

  test.each(YEARS)('%i: half days are weekdays and not holidays', (year) => {
    const closed = new Set(holidays(year).map(({ day }) => day))
    const half = halfDays(year)
    expect(half.filter((day) => closed.has(day))).toEqual([])
    expect(half.map(weekdayOf).filter((weekday) => weekday === Weekday.Saturday || weekday === Weekday.Sunday)).toEqual([])
  })
})

/** Gauss's rule with its two exceptions and the constants of 1900 to 2099. */
function easterOfGauss(year: number): number {
  const a = year % 19
  const d = (19 * a + 24) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + 5) % 7
  const weekEarlier = e === 6 && (d === 29 || (d === 28 && a > 10))
  return daysFromCivil({ year, month: 3, day: 22 }) + d + e - (weekEarlier ? 7 : 0)
}
