import { daysFromCivil, firstOfMonth, lastOfMonth } from '../../../domain/time/civil-date.ts'
import type { FieldFault } from '../../requests/field-faults.ts'

export interface DateFilter {
  readonly year?: number
  readonly month?: number
  readonly day?: number
}

/** INVALID_DATE_RANGE for a month without a year, a day without a month, and a day that the month does not have. */
export function dateFaults({ year, month, day }: DateFilter): FieldFault[] {
  const isThere =
    year === undefined || month === undefined || day === undefined || daysFromCivil({ year, month, day }) <= lastOfMonth({ year, month })
  return [
    ...(day !== undefined && month === undefined ? [fault('month', 'day needs month.')] : []),
    ...(month !== undefined && year === undefined ? [fault('year', 'month needs year.')] : []),
    ...(isThere ? [] : [fault('day', 'There is no such day.')]),
  ]
}

/** The days that a year, a month or a day spans, inclusive; nothing for no filter. */
export function daysOf({ year, month, day }: DateFilter): { readonly from?: number; readonly to?: number } {
  if (year === undefined) return {}
  if (month === undefined) return { from: firstOfMonth({ year, month: 1 }), to: lastOfMonth({ year, month: 12 }) }
  const from = daysFromCivil({ year, month, day: day ?? 1 })
  return { from, to: day === undefined ? lastOfMonth({ year, month }) : from }
}

const fault = (field: string, message: string): FieldFault => ({ field, code: 'INVALID_DATE_RANGE', message })
