import { civilFromDays, daysFromCivil } from '../../../../domain/time/civil-date.ts'
import { dayNumber, parseTradeDate } from '../../../../domain/time/trade-date.ts'
import type { DayRange } from '../../../../market/market-data.ts'
import { ApiError } from '../../../answers/errors.ts'

/** The range, or INVALID_DATE_RANGE when it is reversed. */
export function checkedRange(range: DayRange, field: string): DayRange {
  if (range.from > range.to) throw new ApiError('INVALID_DATE_RANGE', 'The range ends before it begins.', { field })
  return range
}

/** The day of a date that the schema has let through; undefined for one that was left out. */
export function dayOf(text: string | undefined): number | undefined {
  const date = text === undefined ? undefined : parseTradeDate(text)
  return date === undefined ? undefined : dayNumber(date)
}

/** The same date `years` later, of the year 0000 or later; of a February 29 the 28th where there is none. */
export function yearsAfter(day: number, years: number): number {
  const { year, month, day: ofMonth } = civilFromDays(day)
  const isLeapDay = month === 2 && ofMonth === 29
  return daysFromCivil({ year: Math.max(0, year + years), month, day: isLeapDay ? 28 : ofMonth })
}
