const LOW_BITS = 28
const LOW_RANGE = 2 ** LOW_BITS
const LOW_MASK = LOW_RANGE - 1
const LARGE_RANGE = 2 ** 21
const LARGEST_VARINT = 8

/**
 * Writes compact binary records into a buffer that grows as needed. Integers are varints of seven bits a byte, least significant first;
 * texts keep every JavaScript string exactly, one byte a character when all are below 256 and two otherwise.
 */
export class ByteWriter {
  /** what is written stands before `offset`; replaced by a larger one when it is full */
  bytes: Buffer
  offset = 0

  constructor(capacity: number) {
    this.bytes = Buffer.from(new ArrayBuffer(capacity))
  }

  /** Starts over in a buffer, whose memory is the writer's until it is taken away again. */
  reset(memory: ArrayBuffer): void {
    this.bytes = Buffer.from(memory)
    this.offset = 0
  }

  /** Makes room: what follows may write up to `count` bytes without asking again. `text` and `raw` ask for themselves. */
  ensure(count: number): void {
    if (this.offset + count <= this.bytes.length) return
    const larger = Buffer.from(new ArrayBuffer(Math.max(2 * this.bytes.length, this.offset + count)))
    this.bytes.copy(larger, 0, 0, this.offset)
    this.bytes = larger
  }

  byte(value: number): void {
    this.bytes[this.offset++] = value
  }

  unsigned(value: number): void {
    this.offset = putUnsigned(this.bytes, this.offset, value)
  }

  signed(value: number): void {
    this.offset = putSigned(this.bytes, this.offset, value)
  }

  text(value: string): void {
    const { length } = value
    this.ensure(2 * length + LARGEST_VARINT)
    const start = this.offset
    const bytes = this.bytes
    let offset = putUnsigned(bytes, start, 2 * length)
    for (let index = 0; index < length; index++) {
      const code = value.charCodeAt(index)
      if (code > 255) {
        this.wideText(value)
        return
      }
      bytes[offset++] = code
    }
    this.offset = offset
  }

  /** A text that is most often equal to one that the reader knows already; then it takes one byte. */
  textOr(value: string, known: string): void {
    this.ensure(1)
    if (value === known) {
      this.byte(1)
      return
    }
    this.byte(0)
    this.text(value)
  }

  raw(source: Uint8Array): void {
    this.ensure(source.length)
    this.bytes.set(source, this.offset)
    this.offset += source.length
  }

  private wideText(value: string): void {
    this.unsigned(2 * value.length + 1)
    this.offset += this.bytes.write(value, this.offset, 'utf16le')
  }
}

// The three below keep their offset in a register where many follow each other.

/** 0 .. 2^53 - 1, in one to eight bytes; returns the offset behind them. */
export function putUnsigned(bytes: Buffer, offset: number, value: number): number {
  if (value >>> 0 !== value) return putLongUnsigned(bytes, offset, value)
  let rest = value
  while (rest > 127) {
    bytes[offset++] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[offset++] = rest
  return offset
}

/** -2^53 + 1 .. 2^53 - 1; the sign is the lowest bit of the first byte. */
export function putSigned(bytes: Buffer, offset: number, value: number): number {
  const negative = value < 0
  const magnitude = negative ? -1 - value : value
  const sign = negative ? 1 : 0
  if (magnitude < 64) {
    bytes[offset] = (magnitude << 1) | sign
    return offset + 1
  }
  const rest = Math.floor(magnitude / 64)
  bytes[offset] = ((magnitude - rest * 64) << 1) | sign | 128
  return putUnsigned(bytes, offset + 1, rest)
}

/** 0 .. 2^53 - 1, in seven bytes: faster than a varint for what is always large. */
export function putLarge(bytes: Buffer, offset: number, value: number): number {
  const low = value >>> 0
  const high = (value - low) / 2 ** 32
  if (!(high < LARGE_RANGE && high >= 0)) throw outOfRange(value)
  bytes[offset] = low
  bytes[offset + 1] = low >>> 8
  bytes[offset + 2] = low >>> 16
  bytes[offset + 3] = low >>> 24
  bytes[offset + 4] = high
  bytes[offset + 5] = high >>> 8
  bytes[offset + 6] = high >>> 16
  return offset + 7
}

function putLongUnsigned(bytes: Buffer, start: number, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw outOfRange(value)
  const low = value & LOW_MASK
  bytes[start] = (low & 127) | 128
  bytes[start + 1] = ((low >>> 7) & 127) | 128
  bytes[start + 2] = ((low >>> 14) & 127) | 128
  bytes[start + 3] = (low >>> 21) | 128
  return putUnsigned(bytes, start + 4, (value - low) / LOW_RANGE)
}

function outOfRange(value: number): RangeError {
  return new RangeError(`a record holds integers from 0 to 2^53 - 1, not ${value}`)
}
