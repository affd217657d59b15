/** A UUID as four 32-bit words, most significant first, and as 36 characters: 8-4-4-4-12 hexadecimal digits in lower case. */

export const UUID_LENGTH = 36

const DASH = 45
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
export function writeUuid(buffer: Uint8Array, offset: number, words: Int32Array): void {
  const b = words[1]!
  const c = words[2]!
  const afterFirst = writeFour(buffer, writeFour(buffer, offset, words[0]! >>> 16), words[0]!)
  buffer[afterFirst] = DASH
  const afterSecond = writeFour(buffer, afterFirst + 1, b >>> 16)
  buffer[afterSecond] = DASH
  const afterThird = writeFour(buffer, afterSecond + 1, b)
  buffer[afterThird] = DASH
  const afterFourth = writeFour(buffer, afterThird + 1, c >>> 16)
  buffer[afterFourth] = DASH
  writeFour(buffer, writeFour(buffer, writeFour(buffer, afterFourth + 1, c), words[3]! >>> 16), words[3]!)
}

/** The low 16 bits as four digits; returns the offset behind them. */
function writeFour(buffer: Uint8Array, offset: number, bits: number): number {
  buffer[offset] = DIGIT[(bits >>> 12) & 15]!
  buffer[offset + 1] = DIGIT[(bits >>> 8) & 15]!
  buffer[offset + 2] = DIGIT[(bits >>> 4) & 15]!
  buffer[offset + 3] = DIGIT[bits & 15]!
  return offset + 4
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
