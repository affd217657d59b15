import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  civilFromDays,
  daysFromCivil,
  firstOfMonth,
  lastOfMonth,
  lastWeekday,
  nthWeekday,
  Weekday,
  weekdayOf,
} from '../../../src/domain/time/civil-date.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'

const anyDay = fc.integer({ min: -800_000, max: 3_000_000 })

test.each([
  [{ year: 1970, month: 1, day: 1 }, 0, Weekday.Thursday],
  [{ year: 1969, month: 12, day: 31 }, -1, Weekday.Wednesday],
  [{ year: 2000, month: 2, day: 29 }, 11_016, Weekday.Tuesday],
  [{ year: 2026, month: 11, day: 20 }, 20_777, Weekday.Friday],
  [{ year: 2100, month: 3, day: 1 }, 47_541, Weekday.Monday],
])('%j is day number %i', (date, day, weekday) => {
  expect([daysFromCivil(date), civilFromDays(day), weekdayOf(day)]).toEqual([day, date, weekday])
})

test('dates and weekdays are those of the Date object, in both directions', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const expected = new Date(day * DAY_MS)
      const date = { year: expected.getUTCFullYear(), month: expected.getUTCMonth() + 1, day: expected.getUTCDate() }
      expect([civilFromDays(day), daysFromCivil(date), weekdayOf(day)]).toEqual([date, day, expected.getUTCDay()])
    }),
    { numRuns: 5_000 },
  )
})

test.each([
  [{ year: 2024, month: 2 }, '2024-02-01', '2024-02-29'],
  [{ year: 2026, month: 12 }, '2026-12-01', '2026-12-31'],
  [{ year: 2026, month: 14 }, '2027-02-01', '2027-02-28'],
  [{ year: 2026, month: 0 }, '2025-12-01', '2025-12-31'],
  [{ year: 2026, month: -23 }, '2024-01-01', '2024-01-31'],
])('the month %j spans %s to %s', (month, first, last) => {
  expect([firstOfMonth(month), lastOfMonth(month)]).toEqual([first, last].map((date) => Date.parse(date) / DAY_MS))
})

test('the nth weekday of a month may be its first day and the last one its 31st', () => {
  expect([
    nthWeekday({ year: 2026, month: 3, weekday: Weekday.Sunday, nth: 1 }),
    nthWeekday({ year: 2026, month: 1, weekday: Weekday.Monday, nth: 3 }),
    lastWeekday({ year: 2027, month: 5, weekday: Weekday.Monday }),
    lastWeekday({ year: 2026, month: 5, weekday: Weekday.Monday }),
  ]).toEqual([
    daysFromCivil({ year: 2026, month: 3, day: 1 }),
    daysFromCivil({ year: 2026, month: 1, day: 19 }),
    daysFromCivil({ year: 2027, month: 5, day: 31 }),
    daysFromCivil({ year: 2026, month: 5, day: 25 }),
  ])
})
