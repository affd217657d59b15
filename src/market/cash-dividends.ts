import { parsePrice } from '../domain/amounts/amounts.ts'
import { civilFromDays, daysFromCivil } from '../domain/time/civil-date.ts'
import type { CashDividend as Announced } from '../domain/market/corporate-action.ts'
import type { DayRange } from './market-data.ts'
import type { DividendRule } from './market-data-file.ts'
import { toEpochMs } from './new-york-time.ts'
import { CALENDAR_LAST_DAY, isBusinessDay, nextBusinessDay, previousBusinessDay } from './trading-calendar.ts'

/** A cash dividend. Days are days since 1970-01-01. */
export interface CashDividend {
  readonly exDay: number
  readonly recordDay: number
  readonly payDay: number
  /** a share, in ticks */
  readonly amountTicks: number
  readonly frequency: DividendRule['frequency'] | 'special'
}

/** The year whose dividends are those of the rule; others have a raise more or less for each year between. */
const YEAR_OF_RULE = 2026
/** Trades settle on the next business day from then on, and did on the second one before. */
const NEXT_DAY_SETTLEMENT = daysFromCivil({ year: 2024, month: 5, day: 28 })

/** Later ones would be paid after the end of the trading calendar. */
const LAST_EX_DAY = CALENDAR_LAST_DAY - 100

const MONTHS_BETWEEN = { monthly: 1, quarterly: 3, annual: 12 } as const satisfies Record<DividendRule['frequency'], number>

/** The dividends with an ex-date in a range of days, both included, oldest first. */
export function cashDividends(rule: DividendRule, range: DayRange): readonly CashDividend[] {
  const dividends: CashDividend[] = []
  const between = MONTHS_BETWEEN[rule.frequency]
  const to = Math.min(range.to, LAST_EX_DAY)
  const lastYear = civilFromDays(to).year
  for (let year = civilFromDays(range.from).year; year <= lastYear; year++) {
    // a first month of 3 may stand for 3, 6, 9, 12: the earlier months of the year belong to the same row
    for (let month = ((rule.first_month - 1) % between) + 1; month <= 12; month += between) {
      const exDay = businessDayFrom(daysFromCivil({ year, month, day: rule.day }))
      const amountTicks = ticks(rule.amount) + (year - YEAR_OF_RULE) * ticks(rule.raise)
      if (exDay >= range.from && exDay <= to && amountTicks > 0)
        dividends.push({ ...datesOf(rule, exDay), amountTicks, frequency: rule.frequency })
    }
  }
  return dividends
}

/** One that was announced in a market: it belongs to no series. */
export function announcedDividend({ exDay, payDay, amountTicks }: Announced): CashDividend {
  return { exDay, recordDay: recordDayOf(exDay), payDay, amountTicks, frequency: 'special' }
}

/** how long before its ex-date a dividend is declared */
const DECLARED_BEFORE_DAYS = 21
/** no dividend with an ex-date so far ahead is declared */
export const UNDECLARED_AFTER_DAYS = 2 * DECLARED_BEFORE_DAYS

/** When a dividend is declared: at 16:30 of a business day three weeks before its ex-date. Epoch ms. */
export function declaredAt(exDay: number): number {
  return toEpochMs(previousBusinessDay(exDay - DECLARED_BEFORE_DAYS + 1), 16, 30)
}

function datesOf(rule: DividendRule, exDay: number): Pick<CashDividend, 'exDay' | 'recordDay' | 'payDay'> {
  const recordDay = recordDayOf(exDay)
  return { exDay, recordDay, payDay: businessDayFrom(recordDay + rule.pay_after_days) }
}

/** Who buys on the last day before the ex-date is settled, and thus on record, by then. */
function recordDayOf(exDay: number): number {
  return exDay >= NEXT_DAY_SETTLEMENT ? exDay : nextBusinessDay(exDay)
}

function businessDayFrom(day: number): number {
  return isBusinessDay(day) ? day : nextBusinessDay(day)
}

// The check of the file has refused what does not parse.
const ticks = (text: string): number => parsePrice(text) as number
