import { byteSum, type Words, wordsOf } from './byte-sum.ts'
import type { MessageView } from './message-view.ts'

/**
 * Why bytes were ignored. `not-a-message`: a run of bytes before `8=…|9=`. `body-length`: BodyLength(9) is no number, or no CheckSum(10)
 * stands where it says. `checksum`: CheckSum(10) is wrong. `unparsable`: a field is not `tag=value`, or 35 is not the third.
 */
export type GarbledReason = 'not-a-message' | 'body-length' | 'checksum' | 'unparsable'

export interface FrameHandler {
  /** A well-framed message; the view is valid only inside this call. */
  onMessage(view: MessageView): void
  /** Bytes were dropped; no sequence number moves (rules of engagement, section 5). */
  onGarbled(reason: GarbledReason): void
  /** BodyLength(9) is above the limit. Nothing was reserved for it; the reader has stopped, and the connection has to end. */
  onTooLong(bodyLength: number): void
}

/**
 * Cuts a byte stream into messages (rules of engagement, section 2, "Framing"). Whole messages are read where they lie in the chunk; only
 * one that is split between chunks is copied, into a buffer that grows with what has arrived, up to the limit.
 */
export class FrameReader {
  readonly #handler: FrameHandler
  readonly #view: MessageView
  readonly #maxBodyLength: number
  /** What has come of a message so far, and how many bytes of it are needed to go on. */
  #pending = NOTHING
  #pendingLength = 0
  #wanted = 0
  /** The buffer being scanned, as words for the checksum. */
  #words: Words = NO_WORDS
  /** Inside a run of bytes that is no message, of which the handler knows already. */
  #skipping = false
  /** How much of `SOH 1 0 =` has been seen in the block that is being dropped (4: up to its value); -1 when none is. */
  #swallowed = -1
  #stopped = false
  /** Set by `#readHeader`. */
  #bodyStart = 0
  #bodyLength = 0

  /** @param view where messages are read into; may be shared by all readers. */
  constructor(handler: FrameHandler, view: MessageView, maxBodyLength = 65_536) {
    this.#handler = handler
    this.#view = view
    this.#maxBodyLength = maxBodyLength
  }

  /** Takes the next bytes of the stream and hands over the messages that they complete. The chunk is not kept. */
  push(chunk: Buffer): void {
    this.#take(chunk)
    // An idle session must not hold on to the memory of its last read.
    this.#words = NO_WORDS
  }

  #take(chunk: Buffer): void {
    let at = 0
    while (this.#pendingLength > 0 && at < chunk.length) {
      const taken = Math.min(this.#wanted - this.#pendingLength, chunk.length - at)
      this.#append(chunk, at, at + taken)
      at += taken
      const length = this.#pendingLength
      const consumed = this.#scan(this.#pending, 0, length)
      this.#pending.copyWithin(0, consumed, length)
      this.#pendingLength = length - consumed
    }
    if (at === chunk.length) return
    if (this.#pending.length > SMALL_PENDING) this.#pending = NOTHING
    const consumed = this.#scan(chunk, at, chunk.length)
    this.#append(chunk, consumed, chunk.length)
  }

  /** Ignores whatever else comes, also the rest of the chunk whose message is being handled. */
  stop(): void {
    this.#stopped = true
    this.#pending = NOTHING
    this.#pendingLength = 0
  }

  #append(chunk: Buffer, from: number, to: number): void {
    const length = this.#pendingLength + to - from
    if (length > this.#pending.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#pending.length * 2, 512))
      this.#pending.copy(larger, 0, 0, this.#pendingLength)
      this.#pending = larger
    }
    chunk.copy(this.#pending, this.#pendingLength, from, to)
    this.#pendingLength = length
  }

  /** Handles what is whole in `bytes[from, to)`; returns where the first message begins that is not, with `#wanted` set for it. */
  #scan(bytes: Buffer, from: number, to: number): number {
    this.#words = wordsOf(bytes)
    let at = from
    while (at < to && !this.#stopped) {
      if (this.#swallowed >= 0) {
        at = this.#swallow(bytes, at, to)
        continue
      }
      const header = this.#readHeader(bytes, at, to)
      if (header === PARTIAL) {
        this.#wanted = LONGEST_HEADER
        return at
      }
      if (header === NO_HEADER || header === BAD_LENGTH) {
        if (!this.#skipping) this.#handler.onGarbled(header === BAD_LENGTH ? 'body-length' : 'not-a-message')
        this.#skipping = true
        at++
        while (at < to && bytes[at] !== EIGHT) at++
        continue
      }
      this.#skipping = false
      if (this.#bodyLength > this.#maxBodyLength) {
        this.stop()
        this.#handler.onTooLong(this.#bodyLength)
        return to
      }
      const end = this.#bodyStart + this.#bodyLength
      if (end + TRAILER_LENGTH > to) {
        this.#wanted = end + TRAILER_LENGTH - at
        return at
      }
      at = this.#readFrame(bytes, at, end)
    }
    // Nothing is held of a stopped stream.
    return this.#stopped ? to : at
  }

  /** The block at `start` whose CheckSum(10) should be at `end`; returns where to go on. */
  #readFrame(bytes: Buffer, start: number, end: number): number {
    const stated = checkSumAt(bytes, end)
    if (stated < 0) {
      this.#handler.onGarbled('body-length')
      this.#swallowed = 0
      // The SOH that ends the body may be the one before the CheckSum(10) that ends the block.
      return end - 1
    }
    const next = end + TRAILER_LENGTH
    if (byteSum(bytes, this.#words, start, end) !== stated) this.#handler.onGarbled('checksum')
    else if (this.#view.load(bytes, start, next)) this.#handler.onMessage(this.#view)
    else this.#handler.onGarbled('unparsable')
    return next
  }

  /** Drops bytes up to the end of the next CheckSum(10) field, which may lie beyond `to`; returns where to go on. */
  #swallow(bytes: Buffer, from: number, to: number): number {
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!
      if (this.#swallowed === CHECK_SUM_START.length) {
        if (byte !== SOH) continue
        this.#swallowed = -1
        return at + 1
      }
      if (byte === CHECK_SUM_START[this.#swallowed]) this.#swallowed++
      else this.#swallowed = byte === SOH ? 1 : 0
    }
    return to
  }

  /** Reads `8=…|9=…|` at `at`: WHOLE, with `#bodyStart` and `#bodyLength` set; PARTIAL when more bytes are needed to tell. */
  #readHeader(bytes: Buffer, at: number, to: number): number {
    if (bytes[at] !== EIGHT) return NO_HEADER
    if (at + 1 < to && bytes[at + 1] !== EQUALS) return NO_HEADER
    let i = at + 2
    const versionEnd = i + LONGEST_VERSION
    // A second `=` is another start, of a message that is not to be lost with this one.
    while (i < to && bytes[i] !== SOH) if (bytes[i] === EQUALS || ++i > versionEnd) return NO_HEADER
    if (i === at + 2 && i < to) return NO_HEADER
    if (i + 1 < to && bytes[i + 1] !== NINE) return NO_HEADER
    if (i + 2 < to && bytes[i + 2] !== EQUALS) return NO_HEADER
    const digits = i + 3
    let length = 0
    for (i = digits; i < to && bytes[i] !== SOH; i++) {
      const digit = bytes[i]! - ZERO
      if (digit < 0 || digit > 9) return BAD_LENGTH
      if (i - digits === LONGEST_LENGTH) break
      length = length * 10 + digit
    }
    if (i >= to) return PARTIAL
    if (bytes[i] !== SOH && length <= this.#maxBodyLength) return BAD_LENGTH
    if (i === digits) return BAD_LENGTH
    this.#bodyStart = i + 1
    this.#bodyLength = length
    return WHOLE
  }
}

/** The number in the `10=nnn|` at `at`, behind a SOH; -1 when there is none. */
function checkSumAt(bytes: Buffer, at: number): number {
  if (bytes[at - 1] !== SOH || bytes[at] !== ONE || bytes[at + 1] !== ZERO || bytes[at + 2] !== EQUALS || bytes[at + 6] !== SOH) return -1
  const hundreds = bytes[at + 3]! - ZERO
  const tens = bytes[at + 4]! - ZERO
  const ones = bytes[at + 5]! - ZERO
  if (hundreds < 0 || hundreds > 9 || tens < 0 || tens > 9 || ones < 0 || ones > 9) return -1
  return hundreds * 100 + tens * 10 + ones
}

const WHOLE = 0
const PARTIAL = 1
const NO_HEADER = 2
const BAD_LENGTH = 3

const SOH = 1
const ZERO = 48
const ONE = 49
const EIGHT = 56
const NINE = 57
const EQUALS = 61
const CHECK_SUM_START = [SOH, ONE, ZERO, EQUALS] as const
/** `10=nnn|` */
const TRAILER_LENGTH = 7
const LONGEST_VERSION = 16
/** Digits of BodyLength(9): more than any length that can be meant, leading zeros included. */
const LONGEST_LENGTH = 12
/** more than there is of a header that is not whole */
const LONGEST_HEADER = 2 + LONGEST_VERSION + 3 + LONGEST_LENGTH + 1
/** A larger buffer for split messages is given back once it is empty. */
const SMALL_PENDING = 8192
const NOTHING = Buffer.alloc(0)
const NO_WORDS = wordsOf(new Uint8Array(0))
