import { readableText } from '../../domain/edges/readable-text.ts'
import { dataTagOf } from './fix44-tags.ts'
import { decimalFault, readDecimal, readInteger } from './number-text.ts'
import type { DecimalFault } from './number-text.ts'
import { TextTable } from './text-table.ts'
import { readUtcTimestamp } from './utc-time.ts'

/**
 * One framed message as a table of field offsets over the bytes it came in: nothing is copied or allocated until a value is asked for.
 * A view is reused for every message of the process: it is valid only until the next `load`; keep a message with `copy`. Accessors by
 * tag give the first field of that tag; entries of groups: `group-entries.ts`.
 */
export class MessageView {
  #buffer: Buffer = EMPTY
  #start = 0
  #end = 0
  #count = 0
  #tags = new Int32Array(64)
  #starts = new Int32Array(64)
  #ends = new Int32Array(64)
  /** Per tag, `#base` plus the index of its first field. An entry below `#base` is of an earlier message, so nothing needs clearing. */
  readonly #slots = new Int32Array(INDEXED_TAGS)
  #base = 1
  #badLengthTag = 0

  /**
   * Reads the fields of the message at `buffer[start, end)`, from its `8=` to the SOH that ends its CheckSum(10).
   *
   * @returns false, and an empty view, when it cannot be parsed: a field is not `tag=value`, or 8, 9, 35 are not its first three fields.
   */
  load(buffer: Buffer, start: number, end: number): boolean {
    this.#base += this.#count
    if (this.#base > 0x3fff0000) this.#rewind()
    this.#buffer = buffer
    this.#start = start
    this.#end = end
    this.#count = 0
    this.#badLengthTag = 0
    const parsed = end > start && buffer[end - 1] === SOH && this.#readFields(buffer, start, end)
    if (parsed && this.#count > 3 && this.#tags[0] === 8 && this.#tags[1] === 9 && this.#tags[2] === 35) return true
    this.clear()
    return false
  }

  /** Forgets the message, and with it the reference to its buffer. */
  clear(): void {
    this.#base += this.#count
    this.#count = 0
    this.#buffer = EMPTY
    this.#start = this.#end = 0
  }

  #readFields(buffer: Buffer, start: number, end: number): boolean {
    const slots = this.#slots
    const base = this.#base
    let tags = this.#tags
    let starts = this.#starts
    let ends = this.#ends
    let count = 0
    let at = start
    let dataTag = 0
    let dataLength = 0
    while (at < end) {
      const tagStart = at
      let byte = buffer[at++]!
      const negative = byte === MINUS
      if (negative) byte = buffer[at++]!
      let tag = 0
      for (; byte >= ZERO && byte <= NINE; byte = buffer[at++]!) tag = tag * 10 + byte - ZERO
      const digits = at - 1 - tagStart - (negative ? 1 : 0)
      // `0=` is a bad tag number (373=0), `055=` and `=` are no tag at all.
      if (byte !== EQUALS || digits === 0 || digits > MAX_TAG_DIGITS || (digits > 1 && buffer[at - 1 - digits] === ZERO)) break
      if (negative) tag = -tag

      const valueStart = at
      if (dataTag !== 0) {
        if (tag !== dataTag) dataTag = 0
        else if (valueStart + dataLength < end && buffer[valueStart + dataLength] === SOH) at = valueStart + dataLength
        else this.#badLengthTag = tags[count - 1]!
      }
      // The last byte of the message is SOH, so this ends.
      while (buffer[at] !== SOH) at++
      dataTag = tag > 0 ? dataTagOf(tag) : 0
      if (dataTag !== 0) {
        dataLength = readInteger(buffer, valueStart, at)
        if (!(dataLength >= 0)) dataTag = 0
      }

      if (count === tags.length) {
        this.#grow()
        tags = this.#tags
        starts = this.#starts
        ends = this.#ends
      }
      tags[count] = tag
      starts[count] = valueStart
      ends[count] = at++
      if (tag > 0 && tag < INDEXED_TAGS && slots[tag]! < base) slots[tag] = base + count
      count++
    }
    this.#count = count
    return at === end
  }

  #grow(): void {
    const larger = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const array = new Int32Array(old.length * 2)
      array.set(old)
      return array
    }
    this.#tags = larger(this.#tags)
    this.#starts = larger(this.#starts)
    this.#ends = larger(this.#ends)
  }

  #rewind(): void {
    this.#slots.fill(0)
    this.#base = 1
  }

  // --- The message ---

  /** Where the message lies: `buffer[start, end)`. */
  get buffer(): Buffer {
    return this.#buffer
  }
  get start(): number {
    return this.#start
  }
  get end(): number {
    return this.#end
  }

  /** A copy of the whole message, which `load` takes again later. */
  copy(): Buffer {
    return Buffer.from(this.#buffer.subarray(this.#start, this.#end))
  }

  /** MsgType(35), `D` or `AF`. */
  get msgType(): string {
    return this.stringAt(2)
  }

  /** MsgType(35) as a number: its bytes, the first one lowest (`msgTypeCode('D')`). 0 when it is empty or longer than two. */
  get msgTypeCode(): number {
    const start = this.#starts[2]!
    const length = this.#ends[2]! - start
    if (length === 1) return this.#buffer[start]!
    return length === 2 ? this.#buffer[start]! | (this.#buffer[start + 1]! << 8) : 0
  }

  /** MsgSeqNum(34); 0, which no message may carry, when it is absent or not a positive number. */
  get sequenceNumber(): number {
    const value = this.integer(34)
    return value > 0 ? value : 0
  }

  /** The length tag whose number does not fit the DATA field behind it (95 of 95/96), or 0. */
  get badLengthTag(): number {
    return this.#badLengthTag
  }

  // --- Fields by tag ---

  /** Index of the first field with this tag, or -1. */
  indexOf(tag: number): number {
    if (tag < INDEXED_TAGS) {
      const index = tag > 0 ? this.#slots[tag]! - this.#base : -1
      return index >= 0 ? index : -1
    }
    return this.indexIn(tag, 0, this.#count)
  }

  /** Index of the first field with this tag among the fields `[from, to)`, or -1. */
  indexIn(tag: number, from: number, to: number): number {
    for (let index = from; index < to; index++) if (this.#tags[index] === tag) return index
    return -1
  }

  has(tag: number): boolean {
    return this.indexOf(tag) >= 0
  }

  /** The value with one char per byte (latin1): exact for whatever bytes came, the text itself for ASCII. */
  string(tag: number): string | undefined {
    const index = this.indexOf(tag)
    return index < 0 ? undefined : this.stringAt(index)
  }

  /** `string` for a value that is much the same in many messages: a symbol, an account number. */
  frequent(tag: number): string | undefined {
    const index = this.indexOf(tag)
    return index < 0 ? undefined : FREQUENT.textOf(this.#buffer, this.#starts[index]!, this.#ends[index]!)
  }

  /** The value's byte when it is a single one, else 0. */
  charCode(tag: number): number {
    const index = this.indexOf(tag)
    if (index < 0) return 0
    const start = this.#starts[index]!
    return this.#ends[index]! - start === 1 ? this.#buffer[start]! : 0
  }

  /** The value is `Y`. */
  isYes(tag: number): boolean {
    return this.charCode(tag) === YES
  }

  /** The value is exactly this ASCII text; nothing is decoded. */
  equals(tag: number, expected: string): boolean {
    const index = this.indexOf(tag)
    if (index < 0) return false
    const start = this.#starts[index]!
    if (this.#ends[index]! - start !== expected.length) return false
    for (let i = 0; i < expected.length; i++) if (this.#buffer[start + i] !== expected.charCodeAt(i)) return false
    return true
  }

  /** NaN when absent, malformed or not a safe integer. */
  integer(tag: number): number {
    const index = this.indexOf(tag)
    return index < 0 ? NaN : this.integerAt(index)
  }

  /** The exact value in units of 10^-scaleDigits (`12.5` at 4 is 125000); NaN when there is none, and `decimalFault` says why. */
  decimal(tag: number, scaleDigits: number): number {
    const index = this.indexOf(tag)
    return index < 0 ? NaN : this.decimalAt(index, scaleDigits)
  }

  /** Why `decimal` of the same arguments gave NaN; undefined when it did not. */
  decimalFault(tag: number, scaleDigits: number): DecimalFault | 'absent' | undefined {
    const index = this.indexOf(tag)
    return index < 0 ? 'absent' : decimalFault(this.#buffer, this.#starts[index]!, this.#ends[index]!, scaleDigits)
  }

  /** Epoch milliseconds; NaN when absent or malformed. */
  utcTimestamp(tag: number): number {
    const index = this.indexOf(tag)
    return index < 0 ? NaN : readUtcTimestamp(this.#buffer, this.#starts[index]!, this.#ends[index]!)
  }

  // --- Fields by index, 0 .. fieldCount - 1, in the order of the message ---

  get fieldCount(): number {
    return this.#count
  }

  tagAt(index: number): number {
    return this.#tags[index]!
  }

  /** Offset in `buffer` of the value's first byte. */
  startAt(index: number): number {
    return this.#starts[index]!
  }

  /** Offset in `buffer` behind the value's last byte. */
  endAt(index: number): number {
    return this.#ends[index]!
  }

  stringAt(index: number): string {
    const start = this.#starts[index]!
    const end = this.#ends[index]!
    if (end - start === 1) return CHARS[this.#buffer[start]!]!
    return this.#buffer.toString('latin1', start, end)
  }

  /** The value for people to read, like Text(58): UTF-8 where it is that, else latin1. */
  textAt(index: number): string {
    return readableText(this.stringAt(index))
  }

  integerAt(index: number): number {
    return readInteger(this.#buffer, this.#starts[index]!, this.#ends[index]!)
  }

  decimalAt(index: number, scaleDigits: number): number {
    return readDecimal(this.#buffer, this.#starts[index]!, this.#ends[index]!, scaleDigits)
  }
}

/** `MessageView.msgTypeCode` of a MsgType(35) of one or two characters. */
export function msgTypeCode(msgType: string): number {
  return msgType.charCodeAt(0) | (msgType.length > 1 ? msgType.charCodeAt(1) << 8 : 0)
}

/** All tags of FIX 4.4 (1..956) and those that users define; higher ones are searched for. */
const INDEXED_TAGS = 10_000
/** More digits than any tag has; keeps a tag within 31 bits. */
const MAX_TAG_DIGITS = 9
const EMPTY = Buffer.alloc(0)
const FREQUENT = new TextTable()
const SOH = 1
const MINUS = 45
const ZERO = 48
const NINE = 57
const EQUALS = 61
const YES = 89
const CHARS: readonly string[] = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))
