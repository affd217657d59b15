import { formatDecimal } from '../../../domain/amounts/amounts.ts'

/** `part` of `whole` in percent, 4 places, half-even: `"7.0234"` means 7.0234 %. `"0.0000"` where there is no whole. */
export function percentage(part: number, whole: number): string {
  return whole === 0 ? '0.0000' : ratio(BigInt(part) * 100n, BigInt(whole))
}

/** `part / whole` with 4 places, half-even. */
export function ratio(part: bigint, whole: bigint): string {
  return formatDecimal(Number(divideHalfEven(part * 10_000n, whole)), 4, 4)
}

function divideHalfEven(value: bigint, divisor: bigint): bigint {
  const negative = value < 0n !== divisor < 0n
  const [top, bottom] = [absolute(value), absolute(divisor)]
  const quotient = top / bottom
  const twice = (top % bottom) * 2n
  const rounded = twice > bottom || (twice === bottom && quotient % 2n === 1n) ? quotient + 1n : quotient
  return negative ? -rounded : rounded
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)
