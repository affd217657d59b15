import { DAY_MS } from '../../domain/time/durations.ts'
import { isDigits } from './number-text.ts'

/**
 * A UTCTIMESTAMP (`YYYYMMDD-HH:MM:SS`, with 3, 6 or 9 decimals or none) as epoch milliseconds; NaN when it is not one.
 * What is finer than a millisecond is cut off. FIX 4.4 allows the leap second 60, which is the first instant of the next minute here.
 */
export function readUtcTimestamp(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 17 || bytes[start + 8] !== DASH) return NaN
  const day = readDate(bytes, start)
  const time = readUtcTimeOnly(bytes, start + 9, end)
  return day * DAY_MS + time
}

/** A UTCTIMEONLY (`HH:MM:SS`, with 3, 6 or 9 decimals or none) as milliseconds since midnight; NaN when it is not one. */
export function readUtcTimeOnly(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start
  if (length !== 8 && length !== 12 && length !== 15 && length !== 18) return NaN
  if (bytes[start + 2] !== COLON || bytes[start + 5] !== COLON) return NaN
  const hour = twoDigits(bytes, start)
  const minute = twoDigits(bytes, start + 3)
  const second = twoDigits(bytes, start + 6)
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return NaN
  const ms = ((hour * 60 + minute) * 60 + second) * 1000
  if (length === 8) return ms
  const tens = twoDigits(bytes, start + 9)
  if (bytes[start + 8] !== POINT || tens < 0 || !isDigits(bytes, start + 11, end)) return NaN
  return ms + tens * 10 + bytes[start + 11]! - ZERO
}

/** The `YYYYMMDD` at `start` as days since 1970-01-01; NaN when the calendar has no such day. */
export function readDate(bytes: Uint8Array, start: number): number {
  const century = twoDigits(bytes, start)
  const yearOfCentury = twoDigits(bytes, start + 2)
  const month = twoDigits(bytes, start + 4)
  const day = twoDigits(bytes, start + 6)
  if (century < 0 || yearOfCentury < 0 || month < 1 || month > 12 || day < 1) return NaN
  const year = century * 100 + yearOfCentury
  const date = (year * 100 + month) * 100 + day
  if (date === lastDate) return lastDays
  if (day > 28 && day > daysInMonth(year, month)) return NaN
  // Days from civil: years are counted from March, so that the leap day is the last of its year.
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = (((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) | 0) + day - 1
  lastDays = era * 146097 + yearOfEra * 365 + (yearOfEra >> 2) - ((yearOfEra / 100) | 0) + dayOfYear - 719468
  lastDate = date
  return lastDays
}

/** The last answer of `readDate`: nearly every date on the wire is today's. */
let lastDate = 0
let lastDays = 0

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** 0..99; negative when they are not two digits. Integers throughout: NaN here would make the arithmetic floating. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - ZERO
  const ones = bytes[at + 1]! - ZERO
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones
}

/** Writes UTCTIMESTAMPs with milliseconds (21 bytes). Keeps the text of the last second: the timestamps of one batch share it. */
export class UtcTimestampText {
  readonly #text = Buffer.from(new ArrayBuffer(20))
  readonly #words = new DataView(this.#text.buffer)
  #secondStartMs = 0
  #dayStartMs = 0

  /** Writes `epochMs` (an integer) at `target[at]` and returns the offset behind it. */
  write(target: DataView, at: number, epochMs: number): number {
    let ms = epochMs - this.#secondStartMs
    if (!(ms >= 0 && ms < 1000)) {
      this.#moveTo(epochMs)
      ms = epochMs - this.#secondStartMs
    }
    const words = this.#words
    for (let i = 0; i < 20; i += 4) target.setInt32(at + i, words.getInt32(i, true), true)
    const hundreds = (ms / 100) | 0
    const tens = ((ms - hundreds * 100) / 10) | 0
    target.setUint8(at + 18, ZERO + hundreds)
    target.setUint8(at + 19, ZERO + tens)
    target.setUint8(at + 20, ZERO + (ms - hundreds * 100 - tens * 10))
    return at + 21
  }

  constructor() {
    this.#text.write('19700101-00:00:00.00', 'latin1')
  }

  #moveTo(epochMs: number): void {
    const dayStartMs = Math.floor(epochMs / DAY_MS) * DAY_MS
    if (dayStartMs !== this.#dayStartMs) {
      this.#text.write(new Date(dayStartMs).toISOString().slice(0, 10).replaceAll('-', ''), 'latin1')
      this.#dayStartMs = dayStartMs
    }
    const second = Math.floor((epochMs - dayStartMs) / 1000)
    this.#secondStartMs = dayStartMs + second * 1000
    this.#twoDigits(9, (second / 3600) | 0)
    this.#twoDigits(12, ((second / 60) | 0) % 60)
    this.#twoDigits(15, second % 60)
  }

  #twoDigits(at: number, value: number): void {
    this.#text[at] = 48 + ((value / 10) | 0)
    this.#text[at + 1] = 48 + (value % 10)
  }
}

const ZERO = 48
const DASH = 45
const COLON = 58
const POINT = 46
