import { formatAverage, formatMoney, formatPrice, formatQuantity, formatShares } from '../../domain/amounts/amounts.ts'
import type { ShareCount } from '../../domain/amounts/share-count.ts'
import { civilFromDays } from '../../domain/time/civil-date.ts'

/** Figures and dates as people read them. */

/** `-1,500.00` */
export const money = (cents: number): string => grouped(formatMoney(cents))
export const price = (ticks: number): string => grouped(formatPrice(ticks))
export const average = (micros: number): string => grouped(formatAverage(micros))
export const quantity = (lots: number): string => grouped(formatQuantity(lots))
export const shares = (count: ShareCount): string => grouped(formatShares(count))

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** `October` for 10. */
export const monthName = (month: number): string => MONTHS[month - 1]!

/** `November 20, 2026` */
export function longDate(day: number): string {
  const date = civilFromDays(day)
  return `${monthName(date.month)} ${date.day}, ${date.year}`
}

/** `11/20/2026` */
export function shortDate(day: number): string {
  const date = civilFromDays(day)
  return `${twoDigits(date.month)}/${twoDigits(date.day)}/${date.year}`
}

/** `15:04:06` of a moment, in UTC. */
export const utcTime = (at: number): string => new Date(at).toISOString().slice(11, 19)

const twoDigits = (value: number): string => String(value).padStart(2, '0')

function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.')
  const separated = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? separated : `${separated}.${fraction}`
}
