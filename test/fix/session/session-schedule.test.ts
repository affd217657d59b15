import { describe, expect, test } from 'vitest'
import { ScheduleCalendar } from '../../../src/fix/session/session-schedule.ts'
import type { FixSessionSchedule } from '../../../src/domain/edges/fix-session.ts'

const WEEKDAYS: FixSessionSchedule = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  start: '08:00',
  end: '17:00',
  timeZone: 'America/New_York',
  reset: 'daily',
  holidays: [],
}

const at = (text: string): number => Date.parse(text)
const text = (epochMs: number | undefined): string | undefined =>
  epochMs === undefined || !Number.isFinite(epochMs) ? undefined : new Date(epochMs).toISOString()

function windowAt(schedule: FixSessionSchedule, moment: string): [string | undefined, string | undefined, boolean | undefined] {
  const window = new ScheduleCalendar(schedule).windowAt(at(moment))
  return [text(window?.start), text(window?.end), window?.resetsAtEnd]
}

describe('a schedule', () => {
  test('has a window on each of its days, from its start up to its end, in local time', () => {
    expect(windowAt(WEEKDAYS, '2026-11-20T13:00:00Z')).toEqual(['2026-11-20T13:00:00.000Z', '2026-11-20T22:00:00.000Z', true])
    expect(windowAt(WEEKDAYS, '2026-11-20T12:59:59Z')).toEqual([undefined, undefined, undefined])
    expect(windowAt(WEEKDAYS, '2026-11-20T22:00:00Z')).toEqual([undefined, undefined, undefined])
    expect(windowAt(WEEKDAYS, '2026-11-21T15:00:00Z')).toEqual([undefined, undefined, undefined])
  })

  test('follows daylight saving time', () => {
    expect(windowAt(WEEKDAYS, '2026-07-01T12:00:00Z')).toEqual(['2026-07-01T12:00:00.000Z', '2026-07-01T21:00:00.000Z', true])
  })

  test('has its windows in local time on the days on which the clock is changed, too', () => {
    const around: FixSessionSchedule = { ...WEEKDAYS, days: ['sat', 'sun'], start: '18:00', end: '17:00' }
    expect(windowAt(around, '2026-03-08T12:00:00Z')).toEqual(['2026-03-07T23:00:00.000Z', '2026-03-08T21:00:00.000Z', true])
    expect(windowAt(around, '2026-11-01T12:00:00Z')).toEqual(['2026-10-31T22:00:00.000Z', '2026-11-01T22:00:00.000Z', true])
    const night: FixSessionSchedule = { ...around, start: '02:30', end: '01:30' }
    // skipped: the clock goes from 2:00 to 3:00, and the window begins at 3:30
    expect(windowAt(night, '2026-03-08T12:00:00Z')).toEqual(['2026-03-08T07:30:00.000Z', '2026-03-09T05:30:00.000Z', true])
    // twice: 1:30 is the first of them
    expect(windowAt(night, '2026-11-01T05:00:00Z')).toEqual(['2026-10-31T06:30:00.000Z', '2026-11-01T05:30:00.000Z', true])
  })

  test('has a time that comes twice at the first of both, east of Greenwich as well', () => {
    const night: FixSessionSchedule = { ...WEEKDAYS, days: ['sat', 'sun'], start: '02:30', end: '02:30', timeZone: 'Europe/Berlin' }
    expect(windowAt(night, '2026-10-24T12:00:00Z')).toEqual(['2026-10-24T00:30:00.000Z', '2026-10-25T00:30:00.000Z', true])
    expect(windowAt(night, '2026-03-28T12:00:00Z')).toEqual(['2026-03-28T01:30:00.000Z', '2026-03-29T01:30:00.000Z', true])
    const london: FixSessionSchedule = { ...night, start: '01:30', end: '01:30', timeZone: 'Europe/London' }
    expect(windowAt(london, '2026-10-24T12:00:00Z')).toEqual(['2026-10-24T00:30:00.000Z', '2026-10-25T00:30:00.000Z', true])
  })

  test('has a start that lies hours behind a change of the clock in the time of then', () => {
    const sundays: FixSessionSchedule = { ...WEEKDAYS, days: ['sun'], start: '05:00' }
    expect(windowAt(sundays, '2026-03-08T09:00:00Z')).toEqual(['2026-03-08T09:00:00.000Z', '2026-03-08T21:00:00.000Z', true])
    expect(windowAt(sundays, '2026-11-01T10:00:00Z')).toEqual(['2026-11-01T10:00:00.000Z', '2026-11-01T22:00:00.000Z', true])
  })

  test('may begin and end within a minute', () => {
    const seconds: FixSessionSchedule = { ...WEEKDAYS, start: '08:00:30', end: '17:00:15' }
    expect(windowAt(seconds, '2026-11-20T13:00:30Z')).toEqual(['2026-11-20T13:00:30.000Z', '2026-11-20T22:00:15.000Z', true])
    expect(windowAt(seconds, '2026-11-20T13:00:29Z')).toEqual([undefined, undefined, undefined])
  })

  test('whose end is at or before its start ends on the next day', () => {
    const overnight: FixSessionSchedule = { ...WEEKDAYS, days: ['sun', 'mon', 'tue', 'wed', 'thu'], start: '18:00', end: '17:00' }
    expect(windowAt(overnight, '2026-11-16T03:00:00Z')).toEqual(['2026-11-15T23:00:00.000Z', '2026-11-16T22:00:00.000Z', true])
    const around: FixSessionSchedule = { ...WEEKDAYS, start: '17:00', end: '17:00' }
    expect(windowAt(around, '2026-11-20T21:59:00Z')).toEqual(['2026-11-19T22:00:00.000Z', '2026-11-20T22:00:00.000Z', true])
  })

  test('that resets weekly does so at the end of the last window of the week', () => {
    const weekly: FixSessionSchedule = { ...WEEKDAYS, reset: 'weekly' }
    expect(windowAt(weekly, '2026-11-19T15:00:00Z')[2]).toBe(false)
    expect(windowAt(weekly, '2026-11-20T15:00:00Z')[2]).toBe(true)
    const holiday: FixSessionSchedule = { ...weekly, holidays: ['2026-11-20'] }
    expect(windowAt(holiday, '2026-11-19T15:00:00Z')[2]).toBe(true)
    const calendar = new ScheduleCalendar(weekly)
    expect(text(calendar.lastResetAt(at('2026-11-25T15:00:00Z')))).toBe('2026-11-20T22:00:00.000Z')
    expect(text(new ScheduleCalendar(WEEKDAYS).lastResetAt(at('2026-11-25T15:00:00Z')))).toBe('2026-11-24T22:00:00.000Z')
  })

  test('has a week from Sunday to Saturday: what begins on a Sunday evening belongs to the days behind it', () => {
    const overnight: FixSessionSchedule = { ...WEEKDAYS, days: ['sun', 'mon', 'thu'], start: '18:00', end: '17:00', reset: 'weekly' }
    expect(['2026-11-16', '2026-11-17', '2026-11-20'].map((day) => windowAt(overnight, `${day}T03:00:00Z`))).toEqual([
      ['2026-11-15T23:00:00.000Z', '2026-11-16T22:00:00.000Z', false],
      ['2026-11-16T23:00:00.000Z', '2026-11-17T22:00:00.000Z', false],
      ['2026-11-19T23:00:00.000Z', '2026-11-20T22:00:00.000Z', true],
    ])
  })

  test('had its last reset with the very end of a window, however many holidays ago', () => {
    const lastResetAt = (schedule: FixSessionSchedule, moment: string): string | undefined =>
      text(new ScheduleCalendar(schedule).lastResetAt(at(moment)))
    expect(lastResetAt(WEEKDAYS, '2026-11-20T22:00:00Z')).toBe('2026-11-20T22:00:00.000Z')
    expect(lastResetAt(WEEKDAYS, '2026-11-20T21:59:59Z')).toBe('2026-11-19T22:00:00.000Z')
    const mondays: FixSessionSchedule = { ...WEEKDAYS, days: ['mon'], reset: 'weekly', holidays: ['2026-12-21', '2026-12-28'] }
    expect(lastResetAt(mondays, '2027-01-04T15:00:00Z')).toBe('2026-12-14T22:00:00.000Z')
  })

  test('has no session on holidays', () => {
    const calendar = new ScheduleCalendar({ ...WEEKDAYS, holidays: ['2026-11-26'] })
    expect(calendar.windowAt(at('2026-11-26T15:00:00Z'))).toBeUndefined()
  })

  test.each([
    [{ ...WEEKDAYS, timeZone: 'Nowhere/Land' }, /Nowhere/],
    [{ ...WEEKDAYS, start: '24:00' }, 'a time of day is HH:MM or HH:MM:SS, not 24:00'],
    [{ ...WEEKDAYS, end: '17:60' }, 'a time of day is HH:MM or HH:MM:SS, not 17:60'],
  ])('that makes no sense is a RangeError', (schedule, message) => {
    expect(() => new ScheduleCalendar(schedule)).toThrow(message)
  })
})
