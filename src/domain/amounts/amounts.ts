import type { ShareCount } from './share-count.ts'

/**
 * Prices, quantities and money as safe integers, and their text forms.
 *
 * - a price is a count of ticks, 0.0001 dollars each (`priceTicks`, `limitTicks` …)
 * - a quantity is a count of lots, 0.000000001 share each (`quantityLots`, `filledLots` …)
 * - money is a count of cents (`cashCents`, `heldCents` …)
 *
 * Conversion happens once, at the edge; what does not fit is a value of `AmountFault`, never a rounded number.
 */

export const TICKS_PER_DOLLAR = 10_000
export const TICKS_PER_CENT = 100
export const LOTS_PER_SHARE = 1_000_000_000
export const CENTS_PER_DOLLAR = 100

/** The highest price of an order, a quote, a trade or a dividend. What it comes to of the largest order is still counted to the cent. */
export const LARGEST_PRICE_TICKS = 1_000_000 * TICKS_PER_DOLLAR
/** What an order can be for, and can trade. Room below the largest safe integer, so that sums of lots and a remainder stay exact. */
export const LARGEST_ORDER_LOTS = 9_000_000 * LOTS_PER_SHARE

/** Whether lots are whole shares. A remainder of doubles costs many times as much as a division, and every fill asks this several times. */
export function isWholeShares(lots: number): boolean {
  return lots === 0 || Math.floor(lots / LOTS_PER_SHARE) * LOTS_PER_SHARE === lots
}

export type AmountFault = 'malformed' | 'too_many_decimals' | 'too_large'

const PLAIN_DECIMAL = /^(0|[1-9][0-9]{0,14})(\.[0-9]{1,9})?$/

/**
 * A plain decimal (no sign, exponent or blank; up to 15 digits before and 9 after the point) as an integer of `decimals` places.
 * `parseDecimal('150.25', 4)` is 1502500.
 */
export function parseDecimal(text: string, decimals: number): number | AmountFault {
  if (!PLAIN_DECIMAL.test(text)) return 'malformed'
  const point = text.indexOf('.')
  const whole = point < 0 ? text : text.slice(0, point)
  let fraction = point < 0 ? '' : text.slice(point + 1)
  if (fraction.length > decimals) {
    if (/[1-9]/.test(fraction.slice(decimals))) return 'too_many_decimals'
    fraction = fraction.slice(0, decimals)
  }
  const value = Number(whole + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(value) ? value : 'too_large'
}

export const parsePrice = (text: string): number | AmountFault => parseDecimal(text, 4)
export const parseQuantity = (text: string): number | AmountFault => parseDecimal(text, 9)
export const parseMoney = (text: string): number | AmountFault => parseDecimal(text, 2)

/** An integer of `decimals` places as text with at least `minimum` places; further trailing zeros are trimmed. */
export function formatDecimal(value: number, decimals: number, minimum: number): string {
  const negative = value < 0
  const digits = String(negative ? -value : value).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  let fraction = digits.slice(digits.length - decimals)
  let end = fraction.length
  while (end > minimum && fraction.charCodeAt(end - 1) === 48) end--
  fraction = fraction.slice(0, end)
  const text = fraction === '' ? whole : `${whole}.${fraction}`
  return negative ? `-${text}` : text
}

/** `"150.00"`, `"0.1234"`: 2 to 4 places. */
export const formatPrice = (ticks: number): string => formatDecimal(ticks, 4, 2)
/** `"10"`, `"0.438596491"`: up to 9 places, trailing zeros trimmed. */
export const formatQuantity = (lots: number): string => formatDecimal(lots, 9, 0)
/** `"8500.00"`: 2 places. */
export const formatMoney = (cents: number): string => formatDecimal(cents, 2, 2)
/** `"149.50"`, `"149.333333"`: an average price in millionths of a dollar, 2 to 6 places. */
export const formatAverage = (micros: number): string => formatDecimal(micros, 6, 2)

/** The bounds as people read them. */
export const LARGEST_PRICE = formatPrice(LARGEST_PRICE_TICKS)
export const LARGEST_ORDER = formatQuantity(LARGEST_ORDER_LOTS)

/** A quantity of any size, like `formatQuantity`. */
export function formatShares({ shares, lots }: ShareCount): string {
  if (shares >= 0) return lots === 0 ? String(shares) : `${shares}${formatQuantity(lots).slice(1)}`
  // a negative quantity is its shares plus the parts: -1 and 0.25 is -0.75
  if (lots === 0) return String(shares)
  return `-${formatShares({ shares: -shares - 1, lots: LOTS_PER_SHARE - lots })}`
}
