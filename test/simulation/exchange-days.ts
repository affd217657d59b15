/**
 * The hours of the exchange once more, for the years of a simulation, from the list that it publishes: the model takes nothing of the product's
 * calendar. Days are days since 1970-01-01, moments epoch ms.
 */
const HOLIDAYS = [
  ...[
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-04-03',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03',
    '2026-09-07',
    '2026-11-26',
    '2026-12-25',
  ],
  ...[
    '2027-01-01',
    '2027-01-18',
    '2027-02-15',
    '2027-03-26',
    '2027-05-31',
    '2027-06-18',
    '2027-07-05',
    '2027-09-06',
    '2027-11-25',
    '2027-12-24',
  ],
]
const HALF_DAYS = ['2026-11-27', '2026-12-24', '2027-11-26']
/** New York's summer time, to the day */
const SUMMERS = [
  ['2026-03-08', '2026-11-01'],
  ['2027-03-14', '2027-11-07'],
]
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** 1970-01-01 was a Thursday. */
const isWeekend = (day: number): boolean => [2, 3].includes(day % 7)

export const isTradingDay = (day: number): boolean => !isWeekend(day) && !HOLIDAYS.includes(dateOf(day))

export function tradingDayAfter(day: number): number {
  let next = day + 1
  while (!isTradingDay(next)) next++
  return next
}

function tradingDayBefore(day: number): number {
  let before = day - 1
  while (!isTradingDay(before)) before--
  return before
}

/** A moment of a day by New York's clock. */
export function inNewYork(day: number, hour: number): number {
  const date = dateOf(day)
  const isSummer = SUMMERS.some(([from, to]) => date >= from! && date < to!)
  return day * DAY_MS + (hour + (isSummer ? 4 : 5)) * HOUR_MS
}

export interface Hours {
  readonly preOpen: number
  readonly open: number
  readonly close: number
  readonly end: number
}

export function hoursOf(day: number): Hours {
  const close = HALF_DAYS.includes(dateOf(day)) ? 13 : 16
  return { preOpen: inNewYork(day, 4), open: inNewYork(day, 9.5), close: inNewYork(day, close), end: inNewYork(day, close + 4) }
}

/** When a trading day gives way to the next: with the sessions of the exchange, or at 16:00, half days included. */
export const endOf = (day: number, isAlwaysOpen: boolean): number => (isAlwaysOpen ? inNewYork(day, 16) : hoursOf(day).end)

/** Whether a day that has begun at a moment was called for by an operator, before its time. */
export const isEarly = (day: number, begunAt: number, isAlwaysOpen: boolean): boolean =>
  begunAt < endOf(tradingDayBefore(day), isAlwaysOpen)
