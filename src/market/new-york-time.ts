import { civilFromDays, nthWeekday, lastWeekday, Weekday } from '../domain/time/civil-date.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time/durations.ts'

/**
 * America/New_York by rule, in integers. UTC-5, and UTC-4 in summer, which begins and ends at 02:00 of the wall clock then in force:
 * since 2007 from the second Sunday of March to the first Sunday of November (Energy Policy Act of 2005),
 * from 1987 to 2006 from the first Sunday of April to the last Sunday of October. Not meant for years before 1987.
 */

const WINTER_OFFSET_MS = -5 * HOUR_MS
const SUMMER_OFFSET_MS = -4 * HOUR_MS

/** The day number of the date that a clock in New York shows at `epochMs`. */
export function newYorkDay(epochMs: number): number {
  const offset = isSummer(epochMs) ? SUMMER_OFFSET_MS : WINTER_OFFSET_MS
  return Math.floor((epochMs + offset) / DAY_MS)
}

/**
 * Epoch milliseconds of a wall-clock time in New York, `hour` 0..23. Of the two 01:30 at the end of summer the first one;
 * the 02:30 that is skipped at its beginning counts as 03:30.
 */
export function toEpochMs(day: number, hour: number, minute: number): number {
  const wall = day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS
  const asSummer = wall - SUMMER_OFFSET_MS
  return isSummer(asSummer) ? asSummer : wall - WINTER_OFFSET_MS
}

function isSummer(epochMs: number): boolean {
  // both changes are months away from New Year, so the year in UTC is the year in New York for this purpose
  const { year } = civilFromDays(Math.floor(epochMs / DAY_MS))
  return epochMs >= summerStartMs(year) && epochMs < summerEndMs(year)
}

/** 02:00 winter time of the first day. */
function summerStartMs(year: number): number {
  const month = year >= 2007 ? 3 : 4
  const nth = year >= 2007 ? 2 : 1
  return nthWeekday({ year, month, weekday: Weekday.Sunday, nth }) * DAY_MS + 2 * HOUR_MS - WINTER_OFFSET_MS
}

/** 02:00 summer time of the last day. */
function summerEndMs(year: number): number {
  const lastDay =
    year >= 2007
      ? nthWeekday({ year, month: 11, weekday: Weekday.Sunday, nth: 1 })
      : lastWeekday({ year, month: 10, weekday: Weekday.Sunday })
  return lastDay * DAY_MS + 2 * HOUR_MS - SUMMER_OFFSET_MS
}
