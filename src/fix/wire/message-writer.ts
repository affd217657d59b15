import { byteSum, type Words, wordsOf } from './byte-sum.ts'
import type { OutboundHeader } from './outbound-header.ts'
import { digitCount, putAscii, putBytes, putDecimal, putDigits, putInteger, putTag, putYes, type Piece, pieceOf } from './put-field.ts'
import { UtcTimestampText } from './utc-time.ts'

/** Header fields that differ from message to message; those that do not are in `OutboundHeader`. */
export interface HeaderVariables {
  /** MsgSeqNum(34) */
  readonly msgSeqNum: number
  /** SendingTime(52), epoch ms */
  readonly sendingTimeMs: number
  /** OrigSendingTime(122), epoch ms: the message is a resend, and carries PossDupFlag(43)=Y */
  readonly origSendingTimeMs?: number
  /** PossResend(97)=Y */
  readonly possResend?: boolean
}

/** Messages on their way to a socket. */
export interface HandedOver {
  readonly bytes: Buffer
  /** nobody reads `bytes` any more; where it is never called, their memory is garbage like any other */
  readonly release: () => void
}

/**
 * Writes FIX messages one behind the other into one buffer, for one socket write: `begin`, then the body's fields in the caller's order,
 * then `end`. No strings or objects are made. A field whose value is empty is left out, and SOH inside a value becomes a space: a text from
 * outside can neither make an illegal field nor forge one.
 */
export class MessageWriter {
  #buffer: Buffer
  /** the same memory */
  #view: DataView
  #words: Words
  #at = 0
  #messageStart = 0
  #messageEnd = 0
  #bodyStart = 0
  readonly #timestamps = new UtcTimestampText()
  /** memory that was handed over and has come back */
  readonly #spare: Buffer[] = []

  constructor(initialBytes = 16_384) {
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(initialBytes, 256))
    this.#view = new DataView(this.#buffer.buffer)
    this.#words = wordsOf(this.#buffer)
  }

  /** Starts a message, and drops one that was begun and not ended. The header fields come in ascending order behind 8, 9 and 35. */
  begin(msgType: string, header: OutboundHeader, variables: HeaderVariables): void {
    this.#at = this.#messageStart = this.#messageEnd
    this.#reserve(header.byteLength + 160)
    const view = this.#view
    let at = putBytes(view, this.#at, BEGIN)
    this.#bodyStart = at
    at = putAscii(view, putTag(view, at, 35), msgType)
    view.setUint8(at++, SOH)
    at = putInteger(view, putTag(view, at, 34), variables.msgSeqNum)
    view.setUint8(at++, SOH)
    if (variables.origSendingTimeMs !== undefined) at = putYes(view, at, 43)
    at = putBytes(view, at, header.stamped(variables.sendingTimeMs))
    if (variables.possResend === true) at = putYes(view, at, 97)
    at = putBytes(view, at, header.onBehalfOf)
    if (variables.origSendingTimeMs !== undefined) {
      // the clock may have been set back since: a later one would be refused
      at = this.#timestamps.write(view, putTag(view, at, 122), Math.min(variables.origSendingTimeMs, variables.sendingTimeMs))
      view.setUint8(at++, SOH)
    }
    this.#at = putBytes(view, at, header.deliverTo)
  }

  /** Text, as UTF-8 where it is more than ASCII. */
  ascii(tag: number, value: string): void {
    const length = value.length
    if (length === 0) return
    this.#reserve(length * 3 + LONGEST_TAG)
    const view = this.#view
    const start = putTag(view, this.#at, tag)
    const at = length <= LONGEST_LOOP ? putAscii(view, start, value) : 0
    if (at === 0) {
      this.#endValue(start, start + this.#buffer.write(value, start, 'utf8'))
    } else {
      view.setUint8(at, SOH)
      this.#at = at + 1
    }
  }

  /** A value of the client's as `MessageView.string` reads it, one char per byte: the same bytes go out, whatever encoding they have. */
  echo(tag: number, value: string): void {
    const length = value.length
    if (length === 0) return
    this.#reserve(length + LONGEST_TAG)
    const start = putTag(this.#view, this.#at, tag)
    this.#endValue(start, start + this.#buffer.write(value, start, 'latin1'))
  }

  /** A whole field (or several) that was made before, see `fieldOf`. */
  field(piece: Piece): void {
    this.#reserve(piece.length)
    this.#at = putBytes(this.#view, this.#at, piece)
  }

  /** A single ASCII character. */
  char(tag: number, value: string): void {
    this.#reserve(1 + LONGEST_TAG)
    const view = this.#view
    let at = putTag(view, this.#at, tag)
    view.setUint8(at++, value.charCodeAt(0))
    view.setUint8(at++, SOH)
    this.#at = at
  }

  /** `Y` or `N` */
  boolean(tag: number, value: boolean): void {
    this.char(tag, value ? 'Y' : 'N')
  }

  /** A safe integer. */
  integer(tag: number, value: number): void {
    this.#reserve(LONGEST_NUMBER + LONGEST_TAG)
    const view = this.#view
    const at = putInteger(view, putTag(view, this.#at, tag), value)
    view.setUint8(at, SOH)
    this.#at = at + 1
  }

  /** A safe integer in units of 10^-scaleDigits, of up to 15 digits, without needless zeros: 1255000 at 4 digits is `125.5`. */
  decimal(tag: number, value: number, scaleDigits: number): void {
    this.#reserve(LONGEST_NUMBER + LONGEST_TAG)
    const view = this.#view
    const at = putDecimal(view, putTag(view, this.#at, tag), value, scaleDigits)
    view.setUint8(at, SOH)
    this.#at = at + 1
  }

  /** A UTCTIMESTAMP with milliseconds. */
  timestamp(tag: number, epochMs: number): void {
    this.#reserve(LONGEST_NUMBER + LONGEST_TAG)
    const view = this.#view
    const at = this.#timestamps.write(view, putTag(view, this.#at, tag), epochMs)
    view.setUint8(at, SOH)
    this.#at = at + 1
  }

  /** A value of exactly `length` bytes, none of them SOH, which the caller writes into `view` at the offset that comes back. */
  room(tag: number, length: number): number {
    this.#reserve(length + LONGEST_TAG)
    const view = this.#view
    const valueStart = putTag(view, this.#at, tag)
    view.setUint8(valueStart + length, SOH)
    this.#at = valueStart + length + 1
    return valueStart
  }

  /** Finishes the message with BodyLength(9) and CheckSum(10). Returns its length in bytes. */
  end(): number {
    this.#reserve(16)
    const buffer = this.#buffer
    const view = this.#view
    const start = this.#messageStart
    const bodyLength = this.#at - this.#bodyStart
    // Three digits are reserved, which is what an execution report needs; another message moves by a byte or two.
    const shift = digitCount(bodyLength) - 3
    if (shift !== 0) buffer.copyWithin(this.#bodyStart + shift, this.#bodyStart, this.#at)
    view.setUint8(putInteger(view, this.#bodyStart - 4, bodyLength), SOH)
    let at = this.#bodyStart + shift + bodyLength
    const sum = byteSum(buffer, this.#words, start, at)
    at = putDigits(view, putTag(view, at, 10), sum, 3)
    view.setUint8(at, SOH)
    this.#at = this.#messageEnd = at + 1
    return this.#at - start
  }

  /** The number of bytes of finished messages since the last `reset`. */
  get messageEnd(): number {
    return this.#messageEnd
  }

  /** The memory written to; another one after the buffer has grown. */
  get view(): DataView {
    return this.#view
  }

  /** All messages since the last `reset`, not copied: valid until the next `begin`. */
  written(): Buffer {
    return this.#buffer.subarray(0, this.#messageEnd)
  }

  /** All messages since the last `reset`, copied, and starts anew: for a socket, which keeps what the kernel does not take at once. */
  take(): Buffer {
    const copy = Buffer.allocUnsafe(this.#messageEnd)
    this.#buffer.copy(copy, 0, 0, this.#messageEnd)
    this.reset()
    return copy
  }

  /**
   * All messages since the last `reset`, and starts anew: large ones in the memory in which they were written, which is written to again
   * once it is released, small ones copied.
   */
  handOver(): HandedOver {
    const memory = this.#buffer
    if (this.#messageEnd < memory.length * WORTH_HANDING_OVER) return { bytes: this.take(), release: NOTHING_TO_RELEASE }
    const bytes = this.written()
    // where one batch needed much more, those behind it would be a small part of that, and copied for ever
    this.#use(this.#spare.pop() ?? Buffer.allocUnsafeSlow(Math.min(memory.length, LARGEST_SPARE)))
    this.reset()
    return { bytes, release: () => this.#takeBack(memory) }
  }

  #takeBack(memory: Buffer): void {
    if (this.#spare.length < MOST_SPARE && memory.length <= LARGEST_SPARE) this.#spare.push(memory)
  }

  #use(memory: Buffer): void {
    this.#buffer = memory
    this.#view = new DataView(memory.buffer)
    this.#words = wordsOf(memory)
  }

  /** Starts anew in the same memory. */
  reset(): void {
    this.#at = this.#messageStart = this.#messageEnd = 0
  }

  #endValue(start: number, end: number): void {
    const buffer = this.#buffer
    for (let at = start; at < end; at++) if (buffer[at] === SOH) buffer[at] = SPACE
    buffer[end] = SOH
    this.#at = end + 1
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes > this.#buffer.length) this.#grow(bytes)
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#at + bytes))
    this.#buffer.copy(larger, 0, 0, this.#at)
    this.#use(larger)
  }
}

/** Less of the memory than this is not worth the whole of it while a slow reader takes its time. */
const WORTH_HANDING_OVER = 0.25
const MOST_SPARE = 8
const LARGEST_SPARE = 1024 * 1024
const NOTHING_TO_RELEASE = (): void => undefined

const BEGIN = pieceOf(Buffer.from('8=FIX.4.4\x019=000\x01', 'latin1'))
const SOH = 1
const SPACE = 32
/** `tag=`, the SOH behind the value, and room to spare. */
const LONGEST_TAG = 12
/** The digits of a safe integer with sign and point, and a timestamp. */
const LONGEST_NUMBER = 24
/** Longer text is cheaper to write by the runtime than char by char. */
const LONGEST_LOOP = 64
