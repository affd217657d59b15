/** A UUID as four 32-bit words, most significant first, and as 36 characters: 8-4-4-4-12 hexadecimal digits in lower case. */

export const UUID_LENGTH = 36

const DASH = 45
const ZERO = 48
const LETTER_A = 97
/** ASCII of the sixteen digits */
const DIGIT = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
const NOT_A_DIGIT = 16
/** the value of each ASCII character as a lower-case hexadecimal digit */
const VALUE = new Uint8Array(128).fill(NOT_A_DIGIT)
DIGIT.forEach((character, value) => (VALUE[character] = value))

export function uuidText(words: Int32Array): string {
  const a = words[0]!
  const b = words[1]!
  const c = words[2]!
  const d = words[3]!
  // one call with 36 codes makes one flat string: 60 ns, against 90 ns for joined pairs and 110 ns for TextDecoder
  // prettier-ignore
  return String.fromCharCode(
    DIGIT[a >>> 28]!, DIGIT[(a >>> 24) & 15]!, DIGIT[(a >>> 20) & 15]!, DIGIT[(a >>> 16) & 15]!,
    DIGIT[(a >>> 12) & 15]!, DIGIT[(a >>> 8) & 15]!, DIGIT[(a >>> 4) & 15]!, DIGIT[a & 15]!, DASH,
    DIGIT[b >>> 28]!, DIGIT[(b >>> 24) & 15]!, DIGIT[(b >>> 20) & 15]!, DIGIT[(b >>> 16) & 15]!, DASH,
    DIGIT[(b >>> 12) & 15]!, DIGIT[(b >>> 8) & 15]!, DIGIT[(b >>> 4) & 15]!, DIGIT[b & 15]!, DASH,
    DIGIT[c >>> 28]!, DIGIT[(c >>> 24) & 15]!, DIGIT[(c >>> 20) & 15]!, DIGIT[(c >>> 16) & 15]!, DASH,
    DIGIT[(c >>> 12) & 15]!, DIGIT[(c >>> 8) & 15]!, DIGIT[(c >>> 4) & 15]!, DIGIT[c & 15]!,
    DIGIT[d >>> 28]!, DIGIT[(d >>> 24) & 15]!, DIGIT[(d >>> 20) & 15]!, DIGIT[(d >>> 16) & 15]!,
    DIGIT[(d >>> 12) & 15]!, DIGIT[(d >>> 8) & 15]!, DIGIT[(d >>> 4) & 15]!, DIGIT[d & 15]!,
  )
}

/** Writes the 36 characters as ASCII at `offset`. */
export function writeUuid(target: DataView, offset: number, words: Int32Array): void {
  const a = words[0]!
  const b = words[1]!
  const c = words[2]!
  const d = words[3]!
  writeFour(target, offset, a >>> 16)
  writeFour(target, offset + 4, a)
  target.setUint8(offset + 8, DASH)
  writeFour(target, offset + 9, b >>> 16)
  target.setUint8(offset + 13, DASH)
  writeFour(target, offset + 14, b)
  target.setUint8(offset + 18, DASH)
  writeFour(target, offset + 19, c >>> 16)
  target.setUint8(offset + 23, DASH)
  writeFour(target, offset + 24, c)
  writeFour(target, offset + 28, d >>> 16)
  writeFour(target, offset + 32, d)
}

/** The low 16 bits as four digits, in one word: each digit's value in a byte of its own, then `0` or what lies before `a` is added to all. */
function writeFour(target: DataView, offset: number, bits: number): void {
  const bytes = ((bits >>> 8) & 0xff) | ((bits & 0xff) << 16)
  const values = ((bytes & 0x00f000f0) >>> 4) | ((bytes & 0x000f000f) << 8)
  const areLetters = ((values + 0x06060606) >>> 4) & 0x01010101
  target.setInt32(offset, values + 0x30303030 + areLetters * (LETTER_A - 10 - ZERO), true)
}

/** Reads the canonical lower-case form into `words`; false, with `words` undefined in part, for any other text. */
export function readUuid(text: string, words: Int32Array): boolean {
  if (text.length !== UUID_LENGTH) return false
  let digits = 0
  for (let index = 0; index < UUID_LENGTH; index++) {
    const character = text.charCodeAt(index)
    if (index === 8 || index === 13 || index === 18 || index === 23) {
      if (character !== DASH) return false
      continue
    }
    const value = VALUE[character] ?? NOT_A_DIGIT
    if (value === NOT_A_DIGIT) return false
    words[digits >>> 3] = (words[digits >>> 3]! << 4) | value
    digits++
  }
  return true
}
