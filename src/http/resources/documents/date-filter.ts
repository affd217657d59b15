import { daysFromCivil } from '../../../domain/time/civil-date.ts'
import { dayNumber, parseTradeDate } from '../../../domain/time/trade-date.ts'
import { ApiError } from '../../answers/errors.ts'

export interface DateFilter {
  readonly year?: number
  readonly month?: number
  readonly day?: number
}

/** The days that a year, a month or a day spans, inclusive; nothing for no filter. Throws INVALID_DATE_RANGE. */
export function daysOf({ year, month, day }: DateFilter): { readonly from?: number; readonly to?: number } {
  if (day !== undefined && month === undefined) throw invalid('day needs month.', 'month')
  if (month !== undefined && year === undefined) throw invalid('month needs year.', 'year')
  if (year === undefined) return {}
  if (year < 1 || year > 9999) throw invalid('year must be from 1 to 9999.', 'year')
  if (month === undefined)
    return { from: daysFromCivil({ year, month: 1, day: 1 }), to: daysFromCivil({ year: year + 1, month: 1, day: 1 }) - 1 }
  if (month < 1 || month > 12) throw invalid('month must be from 1 to 12.', 'month')
  if (day === undefined) return { from: daysFromCivil({ year, month, day: 1 }), to: lastDayOf(year, month) }
  const date = parseTradeDate(`${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`)
  if (date === undefined) throw invalid('There is no such day.', 'day')
  return { from: dayNumber(date), to: dayNumber(date) }
}

/** As a day number. */
export function lastDayOf(year: number, month: number): number {
  return daysFromCivil(month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 }) - 1
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')
const invalid = (message: string, field: string): ApiError => new ApiError('INVALID_DATE_RANGE', message, { field })
