import type { SessionTimes, TradingCalendar } from '../domain/time/calendar.ts'
import { daysFromCivil, Weekday, weekdayOf } from '../domain/time/civil-date.ts'
import { halfDays, holidays } from './exchange-holidays.ts'
import { newYorkDay, toEpochMs } from './new-york-time.ts'

/**
 * The trading calendar of US equities. Days are day numbers (days since 1970-01-01; `domain/time/trade-date.ts` has their text form),
 * moments are epoch milliseconds, hours are New York's. Everything is computed from rules and lies between the two days below;
 * a question that leads outside them throws a RangeError, so a clock that a client sets must be checked against them first.
 */
export const CALENDAR_FIRST_DAY = daysFromCivil({ year: 2000, month: 1, day: 1 })
export const CALENDAR_LAST_DAY = daysFromCivil({ year: 2099, month: 12, day: 31 })

const DayKind = { Closed: 0, Full: 1, Half: 2 } as const

const KIND_OF_DAY = kindOfEachDay()

export function isBusinessDay(day: number): boolean {
  return kindOf(day) !== DayKind.Closed
}

/** True on a business day that closes at 13:00. */
export function isHalfDay(day: number): boolean {
  return kindOf(day) === DayKind.Half
}

/** The first business day after `day`: the settlement day (T+1) of a trade on `day`. */
export function nextBusinessDay(day: number): number {
  let next = day + 1
  while (!isBusinessDay(next)) next++
  return next
}

/** The last business day before `day`. */
export function previousBusinessDay(day: number): number {
  let previous = day - 1
  while (!isBusinessDay(previous)) previous--
  return previous
}

/** Undefined when the exchange is closed on that day. */
export function sessionTimes(day: number): SessionTimes | undefined {
  const kind = kindOf(day)
  if (kind === DayKind.Closed) return undefined
  const half = kind === DayKind.Half
  return {
    preOpen: toEpochMs(day, 4, 0),
    open: toEpochMs(day, 9, 30),
    close: toEpochMs(day, half ? 13 : 16, 0),
    afterHoursClose: toEpochMs(day, half ? 17 : 20, 0),
  }
}

/**
 * The trading day at a moment under `market.session=always_open`, which rolls at 16:00 of each business day, half days included
 * (docs/api-contract.md section 5): before the roll of a business day that day, else the next business day.
 */
export function tradingDayAlwaysOpen(epochMs: number): number {
  const day = newYorkDay(epochMs)
  return isBusinessDay(day) && epochMs < rollOf(day) ? day : nextBusinessDay(day)
}

function rollOf(day: number): number {
  return toEpochMs(day, 16, 0)
}

function kindOf(day: number): number {
  const kind = KIND_OF_DAY[day - CALENDAR_FIRST_DAY]
  if (kind === undefined) throw new RangeError(`the trading calendar covers 2000-01-01 to 2099-12-31, not day number ${day}`)
  return kind
}

/** One byte for each day, because trades ask for settlement days. */
function kindOfEachDay(): Uint8Array {
  const kinds = new Uint8Array(CALENDAR_LAST_DAY - CALENDAR_FIRST_DAY + 1)
  for (let index = 0; index < kinds.length; index++) {
    const weekday = weekdayOf(CALENDAR_FIRST_DAY + index)
    kinds[index] = weekday === Weekday.Saturday || weekday === Weekday.Sunday ? DayKind.Closed : DayKind.Full
  }
  for (let year = 2000; year <= 2099; year++) {
    for (const day of halfDays(year)) kinds[day - CALENDAR_FIRST_DAY] = DayKind.Half
    for (const { day } of holidays(year)) kinds[day - CALENDAR_FIRST_DAY] = DayKind.Closed
  }
  return kinds
}

/** The calendar as the engine takes it. */
export const tradingCalendar: TradingCalendar = {
  isBusinessDay,
  nextBusinessDay,
  previousBusinessDay,
  tradingDayAt: tradingDayAlwaysOpen,
  rollAt: lastKept(rollOf),
  sessionTimes: lastKept((day) => {
    const times = sessionTimes(day)
    if (!times) throw new RangeError(`the exchange is closed on day number ${day}`)
    return times
  }),
}

/** Every command asks for the hours of the present day, or for its end, and for those of the day before: what was asked for last is not computed again. */
function lastKept<Result>(ofDay: (day: number) => Result): (day: number) => Result {
  type Kept = { readonly day: number; readonly result: Result } | undefined
  let last: Kept
  let before: Kept
  return (day) => {
    if (last?.day === day) return last.result
    const found = before?.day === day ? before : { day, result: ofDay(day) }
    before = last
    last = found
    return found.result
  }
}
