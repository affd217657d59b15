/** What a record says is not what its format allows: it was cut short, altered, or written by another version. */
export class MalformedRecord extends Error {
  override name = 'MalformedRecord'
}

const HIGH_SCALE = 2 ** 28
const LARGEST_SCALE = 2 ** 49

/** Reads what `ByteWriter` wrote, between `offset` and `end`. Throws MalformedRecord when it runs over the end or meets nonsense. */
export class ByteReader {
  readonly bytes: Buffer
  offset: number
  end: number

  constructor(bytes: Buffer, offset = 0, end = bytes.length) {
    this.bytes = bytes
    this.offset = offset
    this.end = end
  }

  byte(): number {
    if (this.offset >= this.end) throw new MalformedRecord(`the record ends at byte ${this.end}, where more was expected`)
    return this.bytes[this.offset++]!
  }

  unsigned(): number {
    let byte = this.byte()
    if (byte < 128) return byte
    let value = byte & 127
    byte = this.byte()
    value |= (byte & 127) << 7
    if (byte < 128) return value
    byte = this.byte()
    value |= (byte & 127) << 14
    if (byte < 128) return value
    byte = this.byte()
    value |= (byte & 127) << 21
    for (let scale = HIGH_SCALE; byte >= 128; scale *= 128) {
      if (scale > LARGEST_SCALE) throw new MalformedRecord('the record holds an integer of more than 53 bits')
      byte = this.byte()
      value += (byte & 127) * scale
    }
    if (value > Number.MAX_SAFE_INTEGER) throw new MalformedRecord('the record holds an integer of more than 53 bits')
    return value
  }

  signed(): number {
    const first = this.byte()
    const low = (first & 127) >>> 1
    const magnitude = first < 128 ? low : low + 64 * this.unsigned()
    if (magnitude > Number.MAX_SAFE_INTEGER) throw new MalformedRecord('the record holds an integer of more than 53 bits')
    return (first & 1) === 1 ? -1 - magnitude : magnitude
  }

  uint32(): number {
    const start = this.skip(4)
    return this.bytes.readUInt32LE(start)
  }

  large(): number {
    const start = this.skip(7)
    const value = this.bytes.readUInt32LE(start) + this.bytes.readUIntLE(start + 4, 3) * 2 ** 32
    if (value > Number.MAX_SAFE_INTEGER) throw new MalformedRecord('the record holds an integer of more than 53 bits')
    return value
  }

  text(): string {
    const header = this.unsigned()
    const wide = header % 2 === 1
    const length = (header - (wide ? 1 : 0)) / 2
    const start = this.skip(wide ? 2 * length : length)
    return this.bytes.toString(wide ? 'utf16le' : 'latin1', start, this.offset)
  }

  textOr(known: string): string {
    const same = this.byte()
    if (same === 1) return known
    if (same !== 0) throw new MalformedRecord(`expected 0 or 1 before a text, not ${same}`)
    return this.text()
  }

  /** Steps over `count` bytes and returns where they begin. */
  skip(count: number): number {
    const start = this.offset
    if (start + count > this.end) throw new MalformedRecord(`the record ends at byte ${this.end}, where ${start + count} was expected`)
    this.offset = start + count
    return start
  }

  /** The record must be read to its last byte. */
  finish(): void {
    if (this.offset !== this.end) throw new MalformedRecord(`the record goes on to byte ${this.end}, where it should end at ${this.offset}`)
  }
}
