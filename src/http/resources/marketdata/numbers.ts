import { LOTS_PER_SHARE, TICKS_PER_DOLLAR } from '../../../domain/amounts/amounts.ts'

/** Values of market data are JSON numbers (docs/api-contract.md section 1): the double nearest to the decimal, which prints as the decimal. */

export const dollars = (ticks: number): number => ticks / TICKS_PER_DOLLAR
export const shares = (lots: number): number => lots / LOTS_PER_SHARE

/** `part` of `whole` in percent, 4 places; null where there is no whole. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 1_000_000) / whole) / 10_000
}

export const hundredths = (value: number): number => Math.round(value * 100) / 100
export const fourPlaces = (value: number): number => Math.round(value * 10_000) / 10_000
