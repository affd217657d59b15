/** Numbers as FIX writes them, read from bytes without strings and without floating point. Offsets: `start` inclusive, `end` exclusive. */

/** An INT, LENGTH, SEQNUM or NUMINGROUP: optional `-`, digits (leading zeros allowed, `+` not). NaN when malformed or beyond 2^53 - 1. */
export function readInteger(bytes: Uint8Array, start: number, end: number): number {
  const negative = bytes[start] === MINUS
  let at = negative ? start + 1 : start
  if (at >= end) return NaN
  let value = 0
  for (; at < end; at++) {
    const digit = bytes[at]! - ZERO
    if (digit < 0 || digit > 9) return NaN
    value = value * 10 + digit
  }
  if (value > Number.MAX_SAFE_INTEGER) return NaN
  return negative ? 0 - value : value
}

/**
 * A QTY, PRICE or AMT as an exact integer in units of 10^-scaleDigits: `12.5` at 4 digits is 125000.
 * Zeros behind the last needed digit are no precision. NaN when it cannot be had exactly: `decimalFault` says why.
 */
export function readDecimal(bytes: Uint8Array, start: number, end: number, scaleDigits: number): number {
  const negative = bytes[start] === MINUS
  let at = negative ? start + 1 : start
  let value = 0
  let digits = 0
  let decimals = -1
  for (; at < end; at++) {
    const byte = bytes[at]!
    const digit = byte - ZERO
    if (digit >= 0 && digit <= 9) {
      digits++
      if (decimals >= 0 && ++decimals > scaleDigits) {
        if (digit !== 0) return NaN
      } else {
        // Exact while it is at most 2^53 - 1; once above it never comes back below, so one check at the end is enough.
        value = value * 10 + digit
      }
    } else if (byte === POINT && decimals < 0) {
      decimals = 0
    } else {
      return NaN
    }
  }
  if (digits === 0) return NaN
  for (let places = Math.max(decimals, 0); places < scaleDigits; places++) value *= 10
  if (value > Number.MAX_SAFE_INTEGER) return NaN
  return negative ? 0 - value : value
}

export type DecimalFault = 'malformed' | 'too-precise' | 'too-large'

/** Why `readDecimal` gave NaN; undefined when it did not. Malformed comes before too precise, too precise before too large. */
export function decimalFault(bytes: Uint8Array, start: number, end: number, scaleDigits: number): DecimalFault | undefined {
  if (!isDecimal(bytes, start, end)) return 'malformed'
  if (!Number.isNaN(readDecimal(bytes, start, end, scaleDigits))) return undefined
  const point = bytes.subarray(start, end).indexOf(POINT)
  if (point < 0) return 'too-large'
  for (let at = start + point + 1 + scaleDigits; at < end; at++) if (bytes[at] !== ZERO) return 'too-precise'
  return 'too-large'
}

/** FIX 4.4 float: optional `-`, digits with at most one `.` among, before or behind them. No `+`, exponent, space or separator. */
export function isDecimal(bytes: Uint8Array, start: number, end: number): boolean {
  let at = bytes[start] === MINUS ? start + 1 : start
  let digits = 0
  let points = 0
  for (; at < end; at++) {
    const byte = bytes[at]!
    if (byte >= ZERO && byte <= NINE) digits++
    else if (byte === POINT) points++
    else return false
  }
  return digits > 0 && points <= 1
}

/** All bytes are digits, and there is one at least. */
export function isDigits(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if (byte < ZERO || byte > NINE) return false
  }
  return end > start
}

const ZERO = 48
const NINE = 57
const MINUS = 45
const POINT = 46
