import type { FixSessionQuery } from '../../domain/edges/fix-log.ts'
import type { JournalReader } from '../../storage/journal-reading/journal-reader.ts'
import type { Pace } from './pace.ts'
import type { BatchNumbers } from './told-finder.ts'
import type { SessionBook } from '../session/session-book.ts'

/** A message about an event that the journal gave a number to. */
export interface NumberedMessage {
  /** as in SessionNumbers.outbound, never 0 */
  readonly entry: number
  readonly number: number
  /** position of the batch that numbered it, and of the one behind */
  readonly batch: number
  readonly end: number
  /** SendingTime(52), epoch ms */
  readonly sealedAt: number
  /** after the batch */
  readonly nextInbound: number
}

export interface NumberedMessagesParts {
  readonly reader: JournalReader
  readonly book: SessionBook
  readonly pace: Pace
  readonly filter: FixSessionQuery
  /** `passed` of the reader before; 0 = from the beginning */
  readonly after: number
}

/**
 * Reads the numbers that a session was given, in the order of the journal, of earlier numberings too. Where the session's number index
 * knows that it was given none, the journal is stepped over.
 */
export class NumberedMessages {
  readonly #parts: NumberedMessagesParts
  #batches: readonly BatchNumbers[] = []
  #at = 0
  /** of the message at hand in its batch */
  #index = 0
  /** where to read on; 0 = not known yet */
  #next: number
  #head: NumberedMessage | undefined
  /** nothing that is wanted can follow */
  #isOver = false
  /** how far it has been read: to be kept with the page */
  passed: number

  constructor(parts: NumberedMessagesParts) {
    this.#parts = parts
    this.passed = parts.after
    this.#next = Math.floor(parts.after / PLACES_A_BATCH)
    this.#index = parts.after % PLACES_A_BATCH
  }

  /** The next message; undefined behind the last. */
  async head(): Promise<NumberedMessage | undefined> {
    while (this.#head === undefined) {
      const batch = this.#batches[this.#at]
      if (batch === undefined) {
        if (!(await this.#readOn())) return undefined
        continue
      }
      this.#head = this.#find(batch)
      if (this.#head !== undefined) break
      this.#at++
      this.#index = 0
    }
    return this.#head
  }

  next(): void {
    if (this.#head === undefined) return
    this.#index++
    this.passed = this.#head.batch * PLACES_A_BATCH + this.#index
    this.#head = undefined
  }

  #find({ position, positions, sealedAt, sessions }: BatchNumbers): NumberedMessage | undefined {
    const { book, filter } = this.#parts
    const { fromSeq = 0, toSeq = Infinity, since = 0 } = filter
    const numbers = sessions.find(({ session }) => session === book.settings.index)
    if (numbers === undefined || sealedAt < since) return undefined
    const { firstOutbound, outbound, nextInbound } = numbers
    if (firstOutbound > toSeq && this.#isOfThisNumbering(position)) this.#isOver = true
    for (; this.#index < outbound.length; this.#index++) {
      const number = firstOutbound + this.#index
      const entry = outbound[this.#index]!
      if (entry !== 0 && number >= fromSeq && number <= toSeq) {
        return { entry, number, batch: position, end: position + positions, sealedAt, nextInbound }
      }
    }
    return undefined
  }

  /** false at the end of the journal */
  async #readOn(): Promise<boolean> {
    const { reader, book, pace, filter } = this.#parts
    const isFirst = this.#batches.length === 0
    if (this.#isOver) return false
    await pace.breathe()
    if (this.#next === 0) this.#next = this.#firstSealedSince(Math.max(filter.since ?? 0, book.settings.createdAt) - CLOCK_DOUBT_MS)
    const from = this.#skip(this.#next)
    if (from === Infinity) return false
    this.#batches = reader.numbers(from, BATCHES_AT_ONCE)
    this.#at = 0
    // The first read goes on inside a batch, unless that one was stepped over.
    if (!isFirst || from !== this.#next) this.#index = 0
    const last = this.#batches.at(-1)
    if (last === undefined) return false
    this.#next = last.position + last.positions
    return true
  }

  /** Steps over what can't hold a number that is wanted. */
  #skip(position: number): number {
    const { index } = this.#parts.book
    const { fromSeq = 0 } = this.#parts.filter
    // Before its first point lie earlier numberings, of which the index knows nothing.
    const isKnown = this.#isOfThisNumbering(position)
    return isKnown ? index.nextFrom(Math.max(position, index.positionBefore(fromSeq))) : position
  }

  #isOfThisNumbering(position: number): boolean {
    const first = this.#parts.book.index.positionBefore(0)
    return first >= 0 && position >= first
  }

  /** Position of the first batch that was sealed at a moment or later. */
  #firstSealedSince(epochMs: number): number {
    const { reader } = this.#parts
    let low = 1
    let high = reader.lastPosition() + 1
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const batch = reader.numbers(middle, 1)[0]!
      if (batch.sealedAt < epochMs) low = batch.position + batch.positions
      else high = Math.min(middle, batch.position)
    }
    return low
  }
}

/** More than a session is given by one batch. */
const PLACES_A_BATCH = 2 ** 17
const BATCHES_AT_ONCE = 64
/** how far the machine's clock may have been turned back between two batches */
const CLOCK_DOUBT_MS = 60_000
