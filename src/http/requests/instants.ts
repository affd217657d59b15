import { DAY_MS } from '../../domain/time/durations.ts'
import { dayNumber, parseTradeDate } from '../../domain/time/trade-date.ts'

const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')
const RFC_3339 = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/

// An answer mostly says one moment several times, and answers that follow each other the same one.
let lastEpochMs = 0
let lastText = '1970-01-01T00:00:00.000Z'

/** `2026-11-20T15:04:05.123Z`: every timestamp of an answer. */
export function formatInstant(epochMs: number): string {
  if (epochMs !== lastEpochMs) {
    lastText = new Date(epochMs).toISOString()
    lastEpochMs = epochMs
  }
  return lastText
}

/** Null for 0, which stands for a moment that has not come. */
export function formatInstantOrNull(epochMs: number): string | null {
  return epochMs === 0 ? null : formatInstant(epochMs)
}

/** Epoch ms of an RFC 3339 timestamp, digits behind the millisecond dropped; undefined when it is none or does not exist. */
export function parseInstant(text: string): number | undefined {
  const match = RFC_3339.exec(text)
  if (match === null) return undefined
  const date = parseTradeDate(match[1]!)
  if (date === undefined) return undefined
  const [hour, minute, second] = [Number(match[2]), Number(match[3]), Number(match[4])]
  // RFC 3339 allows second 60; it counts as the first of the next minute
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const offsetMinutes = parseOffset(match[6]!)
  if (offsetMinutes === undefined) return undefined
  const milliseconds = Number((match[5] ?? '').slice(1, 4).padEnd(3, '0'))
  const at = dayNumber(date) * DAY_MS + ((hour * 60 + minute - offsetMinutes) * 60 + second) * 1000 + milliseconds
  // an offset can lead out of the years of four digits, which no answer could say
  return at < FIRST_MS || at > LAST_MS ? undefined : at
}

/** Both bounds of a period are inclusive; a date alone stands for its first moment here. */
export function parseLowerBound(text: string): number | undefined {
  const date = parseTradeDate(text)
  return date === undefined ? parseInstant(text) : dayNumber(date) * DAY_MS
}

/** A date alone stands for its last moment here. */
export function parseUpperBound(text: string): number | undefined {
  const date = parseTradeDate(text)
  return date === undefined ? parseInstant(text) : (dayNumber(date) + 1) * DAY_MS - 1
}

function parseOffset(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(4, 6))
  if (hours > 23 || minutes > 59) return undefined
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
