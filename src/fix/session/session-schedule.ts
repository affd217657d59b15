import { daysFromCivil, weekdayOf } from '../../domain/time/civil-date.ts'
import { DAY_NAMES, type FixSessionSchedule } from '../../domain/edges/fix-session.ts'
import { DAY_MS } from '../../domain/time/durations.ts'
import { tradeDate } from '../../domain/time/trade-date.ts'

/** One stretch of time in which a session may be logged on; epoch ms, `end` exclusive. */
export interface SessionWindow {
  readonly start: number
  readonly end: number
  /** both numberings start over when it is over */
  readonly resetsAtEnd: boolean
}

/** The windows of a schedule. A local time that the clock skips in spring is what it would have been without: 2:30 in New York is 3:30. One that comes twice in autumn is the first of them. */
export class ScheduleCalendar {
  readonly #schedule: FixSessionSchedule
  readonly #format: Intl.DateTimeFormat

  /** Throws a RangeError when the time zone or a time of day is none. */
  constructor(schedule: FixSessionSchedule) {
    this.#schedule = schedule
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: schedule.timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    timeOfDayMs(schedule.start)
    timeOfDayMs(schedule.end)
  }

  /** The window that the moment lies in. */
  windowAt(epochMs: number): SessionWindow | undefined {
    const today = this.#localDay(epochMs)
    for (let day = today - 1; day <= today; day++) {
      const window = this.#windowOf(day)
      if (window !== undefined && window.start <= epochMs && epochMs < window.end) return window
    }
    return undefined
  }

  /** When the numberings last had to start over, at or before the moment; -Infinity when not within the last year. */
  lastResetAt(epochMs: number): number {
    return this.#lastEnded(epochMs, ({ resetsAtEnd }) => resetsAtEnd)?.end ?? -Infinity
  }

  /** The window that was over last, at or before the moment; undefined when none was within the last year. */
  lastEnded(epochMs: number): SessionWindow | undefined {
    return this.#lastEnded(epochMs, () => true)
  }

  #lastEnded(epochMs: number, isWanted: (window: SessionWindow) => boolean): SessionWindow | undefined {
    const today = this.#localDay(epochMs)
    for (let day = today; day > today - MOST_DAYS_BACK; day--) {
      const window = this.#windowOf(day)
      if (window !== undefined && window.end <= epochMs && isWanted(window)) return window
    }
    return undefined
  }

  #windowOf(day: number): SessionWindow | undefined {
    if (!this.#beginsOn(day)) return undefined
    const { start, end, reset } = this.#schedule
    const from = timeOfDayMs(start)
    const to = timeOfDayMs(end)
    const resetsAtEnd = reset === 'daily' || this.#isLastOfWeek(day)
    return { start: this.#epochMs(day, from), end: this.#epochMs(to > from ? day : day + 1, to), resetsAtEnd }
  }

  #beginsOn(day: number): boolean {
    return this.#schedule.days.includes(DAY_NAMES[weekdayOf(day)]) && !this.#schedule.holidays.includes(tradeDate(day))
  }

  /** A week ends with Saturday: a session of Sunday evening belongs to the days that follow it. */
  #isLastOfWeek(day: number): boolean {
    for (let later = day + 1; weekdayOf(later) !== 0; later++) if (this.#beginsOn(later)) return false
    return true
  }

  #localDay(epochMs: number): number {
    return Math.floor((epochMs + this.#offsetMs(epochMs)) / DAY_MS)
  }

  #epochMs(day: number, timeOfDay: number): number {
    const local = day * DAY_MS + timeOfDay
    const before = local - this.#offsetMs(local - DAY_MS)
    const behind = local - this.#offsetMs(local + DAY_MS)
    const is = (epochMs: number): boolean => this.#offsetMs(epochMs) === local - epochMs
    return is(behind) && !is(before) ? behind : before
  }

  /** Local time less UTC. */
  #offsetMs(epochMs: number): number {
    const part = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
    for (const { type, value } of this.#format.formatToParts(epochMs)) if (type in part) part[type as keyof typeof part] = Number(value)
    const local = daysFromCivil(part) * DAY_MS + ((part.hour * 60 + part.minute) * 60 + part.second) * 1000
    return local - Math.floor(epochMs / 1000) * 1000
  }
}

/** Holidays may lie between; most of these days are passed over in a microsecond. */
const MOST_DAYS_BACK = 366
const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

/** `16:30` is 59,400,000. Throws a RangeError when it is no time of day. */
function timeOfDayMs(text: string): number {
  const match = TIME_OF_DAY.exec(text)
  if (match === null) throw new RangeError(`a time of day is HH:MM or HH:MM:SS, not ${text}`)
  return ((Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3] ?? 0)) * 1000
}
