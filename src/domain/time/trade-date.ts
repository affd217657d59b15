import { civilFromDays, daysFromCivil } from './civil-date.ts'

/** A civil date as text, `2026-11-20`: what the API and the reports carry. Inside, a date is a day number: days since 1970-01-01. */
export type TradeDate = string & { readonly __brand: 'TradeDate' }

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/

/** The text when it is a date that exists (`2026-02-29` is none), else undefined. */
export function parseTradeDate(text: string): TradeDate | undefined {
  const match = SHAPE.exec(text)
  if (match === null) return undefined
  const written = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) }
  if (written.month < 1 || written.month > 12 || written.day < 1) return undefined
  const meant = civilFromDays(daysFromCivil(written))
  // a day that the month does not have runs over into the next month
  return meant.month === written.month ? (text as TradeDate) : undefined
}

/** `1970-01-02` is 1. */
export function dayNumber(date: TradeDate): number {
  return daysFromCivil({ year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) })
}

/** 1 is `1970-01-02`. For the years 0000 to 9999. */
export function tradeDate(day: number): TradeDate {
  const date = civilFromDays(day)
  return `${String(date.year).padStart(4, '0')}-${twoDigits(date.month)}-${twoDigits(date.day)}` as TradeDate
}

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value))
