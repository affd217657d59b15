/** The list of values that a field may have. Nearly all are single bytes, and those are one bit each. */
export class Enumeration {
  readonly #bits = new Int32Array(8)
  readonly #longer: readonly Uint8Array[]

  constructor(values: readonly string[]) {
    for (const value of values) if (value.length === 1) this.#bits[value.charCodeAt(0) >> 5]! |= 1 << (value.charCodeAt(0) & 31)
    this.#longer = values.filter((value) => value.length > 1).map((value) => Buffer.from(value, 'latin1'))
  }

  /** Whether `bytes[start, end)` is one of the values. */
  has(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start === 1) {
      const byte = bytes[start]!
      return (this.#bits[byte >> 5]! & (1 << (byte & 31))) !== 0
    }
    return this.#longer.some((value) => isAt(value, bytes, start, end))
  }

  /** Whether each of the space-separated values at `bytes[start, end)` (MULTIPLEVALUESTRING) is one of the values. */
  hasEach(bytes: Uint8Array, start: number, end: number): boolean {
    let from = start
    for (let at = start; at <= end; at++) {
      if (at < end && bytes[at] !== SPACE) continue
      if (!this.has(bytes, from, at)) return false
      from = at + 1
    }
    return true
  }
}

function isAt(value: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (value.length !== end - start) return false
  for (let i = 0; i < value.length; i++) if (bytes[start + i] !== value[i]) return false
  return true
}

const SPACE = 32
