/**
 * Pieces of a FIX message written at an offset; each returns the offset behind what it wrote. Room is the caller's duty, and a few bytes
 * more of it: short pieces are written as words of four bytes, and what is too much of a word is overwritten by what follows.
 */

/** Bytes for `putBytes`. Their number stands beside them: V8 makes a call of every question for the length of a DataView. */
export interface Piece {
  readonly view: DataView
  readonly length: number
}

/** The memory of `bytes` as a piece. */
export function pieceOf(bytes: Uint8Array): Piece {
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), length: bytes.byteLength }
}

/** A whole field for `putBytes`, SOH in its value as a space; nothing where the value is empty. */
export function fieldOf(tag: number, value: string): Piece {
  return pieceOf(Buffer.from(value === '' ? '' : `${tag}=${value.replaceAll('\x01', ' ')}\x01`))
}

/** What `tag=` is as a word, little-endian, for tags of up to three digits, and its length. */
const TAG_WORDS = new Int32Array(1000)
const TAG_LENGTHS = new Uint8Array(1000)
for (let tag = 1; tag < 1000; tag++) {
  const text = Buffer.from(`${tag}=\0\0`, 'latin1')
  TAG_WORDS[tag] = text.readInt32LE()
  TAG_LENGTHS[tag] = text.length - 2
}

/** `tag=`; tags have up to five digits. */
export function putTag(target: DataView, at: number, tag: number): number {
  if (tag >= 1000) return putLongTag(target, at, tag)
  target.setInt32(at, TAG_WORDS[tag]!, true)
  return at + TAG_LENGTHS[tag]!
}

function putLongTag(target: DataView, at: number, tag: number): number {
  const next = putDigits(target, at, tag, digitCount(tag))
  target.setUint8(next, EQUALS)
  return next + 1
}

/** `tag=Y` and the SOH. */
export function putYes(target: DataView, at: number, tag: number): number {
  const next = putTag(target, at, tag)
  target.setUint8(next, YES)
  target.setUint8(next + 1, SOH)
  return next + 2
}

/** Short text, SOH as a space; 0 when it is not ASCII, and then nothing of it counts. */
export function putAscii(target: DataView, at: number, value: string): number {
  const length = value.length
  for (let i = 0; i < length; i++) {
    const code = value.charCodeAt(i)
    if (code > 127) return 0
    // not inside the call: V8 then calls setUint8 instead of compiling it in
    const byte = code === SOH ? SPACE : code
    target.setUint8(at + i, byte)
  }
  return at + length
}

/** Short bytes as they are. */
export function putBytes(target: DataView, at: number, { view, length }: Piece): number {
  let i = 0
  for (; i + 4 <= length; i += 4) target.setInt32(at + i, view.getInt32(i, true), true)
  for (; i < length; i++) target.setUint8(at + i, view.getUint8(i))
  return at + length
}

/** A safe integer. */
export function putInteger(target: DataView, at: number, value: number): number {
  if (value < 0) {
    target.setUint8(at, MINUS)
    return putInteger(target, at + 1, -value)
  }
  if (value < 1e9) return putDigits(target, at, value, digitCount(value))
  // Division of a number above 2^31 is slow and modulo slower: cut it into halves that are not.
  const high = Math.floor(value / 1e8)
  const next = putInteger(target, at, high)
  return putDigits(target, next, value - high * 1e8, 8)
}

/** A safe integer in units of 10^-scaleDigits as a decimal without trailing zeros, and without a point when it is whole. */
export function putDecimal(target: DataView, at: number, value: number, scaleDigits: number): number {
  if (value < 0) {
    target.setUint8(at, MINUS)
    return putDecimal(target, at + 1, -value, scaleDigits)
  }
  const scale = POWERS[scaleDigits]!
  const whole = Math.floor(value / scale)
  const fraction = value - whole * scale
  const next = putInteger(target, at, whole)
  if (fraction === 0) return next
  target.setUint8(next, POINT)
  if (scaleDigits <= 9) return putFraction(target, next + 1, fraction | 0, scaleDigits)
  const high = Math.floor(fraction / 1e8)
  const low = fraction - high * 1e8
  if (low === 0) return putFraction(target, next + 1, high, scaleDigits - 8)
  return putFraction(target, putDigits(target, next + 1, high, scaleDigits - 8), low, 8)
}

/** The last `count` digits of an integer below 2^31, but for trailing zeros; one at least. */
function putFraction(target: DataView, at: number, value: number, count: number): number {
  let digits = value | 0
  let places = count
  for (; places > 1; places--) {
    const tenth = (digits / 10) | 0
    if (tenth * 10 !== digits) break
    digits = tenth
  }
  return putDigits(target, at, digits, places)
}

/** The last `count` digits of an integer below 2^31, leading zeros included. */
export function putDigits(target: DataView, at: number, value: number, count: number): number {
  let rest = value | 0
  for (let i = at + count - 1; i >= at; i--) {
    const tenth = (rest / 10) | 0
    target.setUint8(i, ZERO + rest - tenth * 10)
    rest = tenth
  }
  return at + count
}

/** Decimal digits of a non-negative integer up to 999,999,999. */
export function digitCount(value: number): number {
  if (value < 1000) return value < 10 ? 1 : value < 100 ? 2 : 3
  if (value < 1e6) return value < 1e4 ? 4 : value < 1e5 ? 5 : 6
  return value < 1e7 ? 7 : value < 1e8 ? 8 : 9
}

const POWERS: readonly number[] = Array.from({ length: 16 }, (_, digits) => 10 ** digits)
const SOH = 1
const SPACE = 32
const MINUS = 45
const YES = 89
const POINT = 46
const ZERO = 48
const EQUALS = 61
