import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumber, parseTradeDate, tradeDate } from '../../src/domain/time/trade-date.ts'
import { newYorkDay, toEpochMs } from '../../src/market/new-york-time.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'

const FROM_DAY = day('2000-01-01')
const TO_DAY = day('2050-12-31')

const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

describe('against Intl', () => {
  test('midnight, 4:00, 9:30, 16:00 and 23:59 of every day from 2000 to 2050 are what a clock in New York shows', () => {
    const wrong: string[] = []
    for (let today = FROM_DAY; today <= TO_DAY; today++) {
      for (const [hour, minute] of [
        [0, 0],
        [4, 0],
        [9, 30],
        [16, 0],
        [23, 59],
      ] as const) {
        const at = toEpochMs(today, hour, minute)
        const expected = `${tradeDate(today)}, ${twoDigits(hour)}:${twoDigits(minute)}`
        if (wallClock(at) !== expected || newYorkDay(at) !== today) wrong.push(`${expected} became ${wallClock(at)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('each quarter of an hour of the months of change, 2000 to 2050, is found again from its wall clock; of two equal ones the first', () => {
    const wrong: string[] = []
    for (let year = 2000; year <= 2050; year++) {
      for (const month of ['03', '04', '10', '11']) {
        const from = toEpochMs(day(`${year}-${month}-01`), 0, 0)
        for (let at = from; at < from + 31 * 24 * HOUR_MS; at += 15 * MINUTE_MS) {
          const wall = wallClock(at)
          const first = wallClock(at - HOUR_MS) === wall ? at - HOUR_MS : at
          const found = toEpochMs(day(wall.slice(0, 10)), Number(wall.slice(12, 14)), Number(wall.slice(15)))
          if (newYorkDay(at) !== day(wall.slice(0, 10)) || found !== first) wrong.push(new Date(at).toISOString())
        }
      }
    }
    expect(wrong).toEqual([])
  }, 60_000)

  test('any moment from 2000 to 2050 has the day that Intl gives it', () => {
    fc.assert(
      fc.property(fc.integer({ min: FROM_DAY * 86_400_000, max: TO_DAY * 86_400_000 }), (at) => {
        expect(newYorkDay(at)).toBe(wallDay(at))
      }),
      { numRuns: 5_000 },
    )
  })

  test('any wall-clock time that exists once is shown again', () => {
    fc.assert(
      fc.property(fc.integer({ min: FROM_DAY, max: TO_DAY }), fc.nat(23), fc.nat(59), (today, hour, minute) => {
        fc.pre(hour !== 2)
        expect(wallClock(toEpochMs(today, hour, minute))).toBe(`${tradeDate(today)}, ${twoDigits(hour)}:${twoDigits(minute)}`)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('summer time', () => {
  test.each([
    ['2026-03-08', 1, 59, '2026-03-08T06:59:00.000Z'],
    ['2026-03-08', 2, 0, '2026-03-08T07:00:00.000Z'],
    ['2026-03-08', 2, 30, '2026-03-08T07:30:00.000Z'],
    ['2026-03-08', 3, 0, '2026-03-08T07:00:00.000Z'],
    ['2026-03-08', 9, 30, '2026-03-08T13:30:00.000Z'],
    ['2026-11-01', 0, 59, '2026-11-01T04:59:00.000Z'],
    ['2026-11-01', 1, 0, '2026-11-01T05:00:00.000Z'],
    ['2026-11-01', 1, 59, '2026-11-01T05:59:00.000Z'],
    ['2026-11-01', 2, 0, '2026-11-01T07:00:00.000Z'],
    ['2026-11-20', 9, 30, '2026-11-20T14:30:00.000Z'],
    ['2006-04-02', 9, 30, '2006-04-02T13:30:00.000Z'],
    ['2006-03-12', 9, 30, '2006-03-12T14:30:00.000Z'],
    ['2006-10-29', 9, 30, '2006-10-29T14:30:00.000Z'],
    ['2006-10-28', 9, 30, '2006-10-28T13:30:00.000Z'],
  ])('%s %i:%i in New York is %s', (date, hour, minute, expected) => {
    expect(new Date(toEpochMs(day(date), hour, minute)).toISOString()).toBe(expected)
  })

  test('the day of its beginning has 23 hours, the day of its end 25', () => {
    const hours = (date: string): number => (toEpochMs(day(date) + 1, 0, 0) - toEpochMs(day(date), 0, 0)) / HOUR_MS
    expect(['2026-03-07', '2026-03-08', '2026-11-01', '2026-11-02'].map(hours)).toEqual([24, 23, 25, 24])
  })
})

test('a day begins at midnight in New York', () => {
  expect([
    tradeDate(newYorkDay(Date.parse('2026-11-20T04:59:59.999Z'))),
    tradeDate(newYorkDay(Date.parse('2026-11-20T05:00:00.000Z'))),
    tradeDate(newYorkDay(Date.parse('2026-07-20T03:59:59.999Z'))),
    tradeDate(newYorkDay(Date.parse('2026-07-20T04:00:00.000Z'))),
  ]).toEqual(['2026-11-19', '2026-11-20', '2026-07-19', '2026-07-20'])
})

function day(text: string): number {
  return dayNumber(parseTradeDate(text)!)
}

function wallClock(epochMs: number): string {
  return format.format(epochMs)
}

function wallDay(epochMs: number): number {
  return day(wallClock(epochMs).slice(0, 10))
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
