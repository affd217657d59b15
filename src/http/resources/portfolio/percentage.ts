import { formatDecimal } from '../../../domain/amounts/amounts.ts'
import { divideHalfEven } from '../../../domain/amounts/notional.ts'

/** `part` of `whole` in percent, 4 places, half-even: `"7.0234"` means 7.0234 %. `"0.0000"` where there is no whole. */
export function percentage(part: number, whole: number): string {
  return whole === 0 ? '0.0000' : ratio(BigInt(part) * 100n, BigInt(whole))
}

/** `part / whole` with 4 places, half-even. */
export function ratio(part: bigint, whole: bigint): string {
  const size = divideHalfEven(absolute(part) * 10_000n, absolute(whole))
  return formatDecimal(Number(part < 0n === whole < 0n ? size : -size), 4, 4)
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)
