/**
 * The proleptic Gregorian calendar in integers: days since 1970-01-01 against year, month and day. No `Date`.
 * The algorithms are those of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": a year that begins on March 1
 * has its leap day at the end, so that month lengths become one linear formula.
 */

export interface CivilDate {
  readonly year: number
  /** 1..12 */
  readonly month: number
  /** 1..31 */
  readonly day: number
}

export const Weekday = { Sunday: 0, Monday: 1, Tuesday: 2, Wednesday: 3, Thursday: 4, Friday: 5, Saturday: 6 } as const
export type Weekday = (typeof Weekday)[keyof typeof Weekday]

const DAYS_PER_ERA = 146_097
const YEARS_PER_ERA = 400
/** days from 0000-03-01, the first day of the first era, to 1970-01-01 */
const EPOCH_SHIFT = 719_468

/** Days from 1970-01-01 to the date; negative before it. */
export function daysFromCivil({ year, month, day }: CivilDate): number {
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / YEARS_PER_ERA)
  const yearOfEra = marchYear - era * YEARS_PER_ERA
  const marchMonth = month > 2 ? month - 3 : month + 9
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_SHIFT
}

/** The date that is `days` after 1970-01-01. */
export function civilFromDays(days: number): CivilDate {
  const shifted = days + EPOCH_SHIFT
  const era = Math.floor(shifted / DAYS_PER_ERA)
  const dayOfEra = shifted - era * DAYS_PER_ERA
  const leapDaysBefore = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDaysBefore) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * YEARS_PER_ERA + (month <= 2 ? 1 : 0)
  return { year, month, day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1 }
}

/** Day of the week of a day number; 1970-01-01 was a Thursday. */
export function weekdayOf(days: number): Weekday {
  return ((((days + Weekday.Thursday) % 7) + 7) % 7) as Weekday
}

/** `{ year: 2026, month: 1, weekday: Weekday.Monday, nth: 3 }`: the third Monday of January 2026, as a day number. */
export function nthWeekday(wanted: { year: number; month: number; weekday: Weekday; nth: number }): number {
  const first = firstOfMonth(wanted)
  return first + ((wanted.weekday - weekdayOf(first) + 7) % 7) + 7 * (wanted.nth - 1)
}

/** The last such weekday of a month, as a day number. */
export function lastWeekday(wanted: { year: number; month: number; weekday: Weekday }): number {
  const last = lastOfMonth(wanted)
  return last - ((weekdayOf(last) - wanted.weekday + 7) % 7)
}

/** As a day number. Months beyond 12 are those of the years after, those below 1 of the years before. */
export function firstOfMonth({ year, month }: Omit<CivilDate, 'day'>): number {
  const years = Math.floor((month - 1) / 12)
  return daysFromCivil({ year: year + years, month: month - 12 * years, day: 1 })
}

/** As a day number; see `firstOfMonth`. */
export function lastOfMonth({ year, month }: Omit<CivilDate, 'day'>): number {
  return firstOfMonth({ year, month: month + 1 }) - 1
}
