import type { FixSessionSchedule } from '../../src/domain/edges/fix-session.ts'
import type { Random } from './random.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** how far a run may reach; it has to know of the week before it */
const DAYS_BEFORE = 15
const DAYS_BEHIND = 75

const ALL_DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
/** 1970-01-01 was a Thursday. */
const WEEKDAYS = ['thu', 'fri', 'sat', 'sun', 'mon', 'tue', 'wed'] as const

/** Where the clock is how far ahead of UTC, and in which time it is one hour more. */
const ZONES: Readonly<Record<string, { readonly aheadHours: number; readonly summers: readonly (readonly [string, string])[] }>> = {
  UTC: { aheadHours: 0, summers: [] },
  'America/New_York': {
    aheadHours: -5,
    summers: [
      ['2026-03-08T07:00Z', '2026-11-01T06:00Z'],
      ['2027-03-14T07:00Z', '2027-11-07T06:00Z'],
    ],
  },
  'Europe/London': {
    aheadHours: 0,
    summers: [
      ['2026-03-29T01:00Z', '2026-10-25T01:00Z'],
      ['2027-03-28T01:00Z', '2027-10-31T01:00Z'],
    ],
  },
}

/** A day of trading with a break, nights that lie across a change of the clock, days without any break, weeks. */
const SCHEDULES: readonly FixSessionSchedule[] = [
  {
    days: ['sun', 'mon', 'tue', 'wed', 'thu'],
    start: '18:00',
    end: '17:00',
    timeZone: 'America/New_York',
    reset: 'daily',
    holidays: ['2026-04-02', '2026-07-02', '2026-09-06', '2026-11-25'],
  },
  { days: ALL_DAYS, start: '02:30', end: '01:30', timeZone: 'America/New_York', reset: 'daily', holidays: [] },
  { days: ALL_DAYS, start: '06:30', end: '23:45:30', timeZone: 'Europe/London', reset: 'daily', holidays: [] },
  { days: ALL_DAYS, start: '01:30', end: '01:30', timeZone: 'Europe/London', reset: 'daily', holidays: [] },
  { days: ALL_DAYS, start: '00:00', end: '00:00', timeZone: 'UTC', reset: 'weekly', holidays: [] },
  {
    days: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri'],
    start: '17:05',
    end: '17:00',
    timeZone: 'America/New_York',
    reset: 'weekly',
    holidays: ['2026-05-22', '2026-10-30'],
  },
]

/** Some of the sessions of a run that has schedules are open at any time. */
export function someSchedule(random: Random): FixSessionSchedule | null {
  return random.chance(0.7) ? random.pick(SCHEDULES) : null
}

/** A moment within the two days before a change of some clock in 2026. */
export function beforeClockChange(random: Random): number {
  const { summers } = ZONES[random.pick(['America/New_York', 'Europe/London'])]!
  return Date.parse(random.pick(summers[0]!)) - random.below(2 * DAY_MS)
}

export interface Window {
  readonly start: number
  /** excluded */
  readonly end: number
  /** the numbers start over when it is over */
  readonly resets: boolean
}

/** When a session may be logged on, once more: a list, made of nothing but the schedule and when the clocks of its zone are changed. Moments are epoch ms. */
export class SessionHours {
  readonly #windows: readonly Window[]

  /** `around`: when the run begins */
  constructor(schedule: FixSessionSchedule, around: number) {
    const { start, end, timeZone, reset } = schedule
    const first = Math.floor(around / DAY_MS) - DAYS_BEFORE
    const days = Array.from({ length: DAYS_BEFORE + DAYS_BEHIND }, (_, index) => first + index).filter((day) => hasSession(schedule, day))
    this.#windows = days.map((day, index) => ({
      start: momentOf(timeZone, day, start),
      end: momentOf(timeZone, end > start ? day : day + 1, end),
      resets: reset === 'daily' || weekOf(days[index + 1] ?? Infinity) > weekOf(day),
    }))
  }

  windowAt(at: number): Window | undefined {
    return this.#windows.findLast(({ start, end }) => start <= at && at < end)
  }

  /** The end of the last one that was over; -Infinity = none */
  lastEnd(at: number): number {
    return this.#windows.findLast(({ end }) => end <= at)?.end ?? -Infinity
  }

  /** When the numbers last had to start over. */
  lastReset(at: number): number {
    return this.#windows.findLast(({ end, resets }) => resets && end <= at)?.end ?? -Infinity
  }

  /** The next end of a window that has not begun or is not over. */
  nextEnd(at: number): number {
    return this.#windows.find(({ end }) => end > at)!.end
  }
}

const hasSession = ({ days, holidays }: FixSessionSchedule, day: number): boolean =>
  days.includes(WEEKDAYS[day % 7]!) && !holidays.includes(new Date(day * DAY_MS).toISOString().slice(0, 10))

/** Weeks begin with Sunday, as 1970-01-04 was. */
const weekOf = (day: number): number => Math.floor((day - 3) / 7)

/** What comes twice in autumn is the first of them, what spring leaves out is what it would be without. */
function momentOf(timeZone: string, day: number, time: string): number {
  const { aheadHours, summers } = ZONES[timeZone]!
  const [hours, minutes, seconds = 0] = time.split(':').map(Number) as [number, number, number?]
  const inWinter = day * DAY_MS + (hours - aheadHours) * HOUR_MS + minutes * 60_000 + seconds * 1_000
  const inSummer = inWinter - HOUR_MS
  return summers.some(([from, to]) => Date.parse(from) <= inSummer && inSummer < Date.parse(to)) ? inSummer : inWinter
}
