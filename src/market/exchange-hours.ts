import type { SessionTimes } from '../domain/time/calendar.ts'
import { newYorkDay } from './new-york-time.ts'
import { CALENDAR_FIRST_DAY, CALENDAR_LAST_DAY, isHalfDay, nextBusinessDay, previousBusinessDay, sessionTimes } from './trading-calendar.ts'

/** The regular session at a moment, all epoch ms. While it is open `nextOpen` is that of the next session. */
export interface ExchangeClock {
  readonly isOpen: boolean
  readonly nextOpen: number
  readonly nextClose: number
}

/** The hours of one business day. */
export interface ExchangeDay extends SessionTimes {
  /** days since 1970-01-01 */
  readonly day: number
  /** closes at 13:00 */
  readonly isHalfDay: boolean
}

/** The days that the calendar knows, both included. */
export const KNOWN_DAYS = { first: CALENDAR_FIRST_DAY, last: CALENDAR_LAST_DAY } as const

export function exchangeClock(now: number): ExchangeClock {
  const today = newYorkDay(now)
  const times = sessionTimes(today)
  if (times !== undefined && now < times.open) return { isOpen: false, nextOpen: times.open, nextClose: times.close }
  const next = sessionTimes(nextBusinessDay(today))!
  if (times !== undefined && now < times.close) return { isOpen: true, nextOpen: next.open, nextClose: times.close }
  return { isOpen: false, nextOpen: next.open, nextClose: next.close }
}

/** When the session before a day closed: epoch ms. */
export function previousCloseAt(day: number): number {
  return sessionTimes(previousBusinessDay(day))!.close
}

/** Up to `count` business days of a range, both ends included, in order. */
export function exchangeDays({ from, to, count }: { readonly from: number; readonly to: number; readonly count: number }): ExchangeDay[] {
  const days: ExchangeDay[] = []
  for (let day = from; day <= to && days.length < count; day++) {
    const times = sessionTimes(day)
    if (times !== undefined) days.push({ day, isHalfDay: isHalfDay(day), ...times })
  }
  return days
}
