import { isDecimal, isDigits, readInteger } from './number-text.ts'
import { readDate, readUtcTimestamp, readUtcTimeOnly } from './utc-time.ts'

/**
 * The data types of FIX 4.4 (volume 1, "FIX field data types") as small numbers; 0 stands for "no such tag" in tables by tag.
 * The names are those of the dictionary's `type` attribute.
 */
export const FIELD_TYPES = {
  STRING: 1,
  CHAR: 2,
  BOOLEAN: 3,
  INT: 4,
  LENGTH: 5,
  SEQNUM: 6,
  NUMINGROUP: 7,
  QTY: 8,
  PRICE: 9,
  PRICEOFFSET: 10,
  AMT: 11,
  FLOAT: 12,
  PERCENTAGE: 13,
  UTCTIMESTAMP: 14,
  UTCTIMEONLY: 15,
  UTCDATEONLY: 16,
  LOCALMKTDATE: 17,
  MONTHYEAR: 18,
  CURRENCY: 19,
  COUNTRY: 20,
  EXCHANGE: 21,
  MULTIPLEVALUESTRING: 22,
  DATA: 23,
} as const

/** Whether the non-empty value at `bytes[start, end)` has the form of its type (FIELD_TYPES); enumerations are not looked at. */
export function hasFormat(type: number, bytes: Uint8Array, start: number, end: number): boolean {
  switch (type) {
    case FIELD_TYPES.STRING:
    case FIELD_TYPES.DATA:
      return true
    case FIELD_TYPES.CHAR:
      return end - start === 1
    case FIELD_TYPES.BOOLEAN:
      return end - start === 1 && (bytes[start] === UPPER_Y || bytes[start] === UPPER_N)
    case FIELD_TYPES.INT:
      return !Number.isNaN(readInteger(bytes, start, end))
    case FIELD_TYPES.LENGTH:
    case FIELD_TYPES.SEQNUM:
    case FIELD_TYPES.NUMINGROUP:
      // EndSeqNo(16)=0 is "to the newest", so 0 is a number like any other here.
      return isDigits(bytes, start, end) && !Number.isNaN(readInteger(bytes, start, end))
    case FIELD_TYPES.QTY:
    case FIELD_TYPES.PRICE:
    case FIELD_TYPES.PRICEOFFSET:
    case FIELD_TYPES.AMT:
    case FIELD_TYPES.FLOAT:
    case FIELD_TYPES.PERCENTAGE:
      return isDecimal(bytes, start, end)
    case FIELD_TYPES.UTCTIMESTAMP:
      return !Number.isNaN(readUtcTimestamp(bytes, start, end))
    case FIELD_TYPES.UTCTIMEONLY:
      return !Number.isNaN(readUtcTimeOnly(bytes, start, end))
    case FIELD_TYPES.UTCDATEONLY:
    case FIELD_TYPES.LOCALMKTDATE:
      return end - start === 8 && !Number.isNaN(readDate(bytes, start))
    case FIELD_TYPES.MONTHYEAR:
      return isMonthYear(bytes, start, end)
    case FIELD_TYPES.CURRENCY:
      return end - start === 3 && isWithin(bytes, start, end, UPPER_A, UPPER_Z)
    case FIELD_TYPES.COUNTRY:
      return end - start === 2 && isWithin(bytes, start, end, UPPER_A, UPPER_Z)
    case FIELD_TYPES.EXCHANGE:
      // FIX 4.4 says MIC; desks also send short names of their own, so any printable text without a space passes.
      return isWithin(bytes, start, end, 33, 126)
    case FIELD_TYPES.MULTIPLEVALUESTRING:
      return isSpaceSeparated(bytes, start, end)
    default:
      return false
  }
}

/** `YYYYMM`, `YYYYMMDD` or `YYYYMMw1` to `w5`. */
function isMonthYear(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start
  if (length === 8 && bytes[start + 6] !== LOWER_W) return !Number.isNaN(readDate(bytes, start))
  if ((length !== 6 && length !== 8) || !isDigits(bytes, start, start + 6)) return false
  const month = readInteger(bytes, start + 4, start + 6)
  if (month < 1 || month > 12) return false
  return length === 6 || (bytes[start + 7]! >= ONE && bytes[start + 7]! <= FIVE)
}

function isWithin(bytes: Uint8Array, start: number, end: number, lowest: number, highest: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at]! < lowest || bytes[at]! > highest) return false
  return true
}

/** Values with one space between them, none before, behind or doubled. */
function isSpaceSeparated(bytes: Uint8Array, start: number, end: number): boolean {
  let previous = SPACE
  for (let at = start; at < end; at++) {
    if (bytes[at] === SPACE && previous === SPACE) return false
    previous = bytes[at]!
  }
  return previous !== SPACE
}

const SPACE = 32
const ONE = 49
const FIVE = 53
const UPPER_A = 65
const UPPER_N = 78
const UPPER_Y = 89
const UPPER_Z = 90
const LOWER_W = 119
