import { positionsOf } from '../../domain/batch.ts'
import type { Batch } from '../../domain/batch.ts'
import type { Event } from '../../domain/event.ts'
import { DataDirectoryError } from '../../storage/directory/data-directory-error.ts'
import type { Audience } from '../audience.ts'
import type { ClientConnection } from '../connection/client-connection.ts'
import type { PastJournal } from './past-journal.ts'
import { type Concern, PastReader } from './past-reader.ts'
import type { PastTurns } from './past-turns.ts'
import { REPEATED } from '../session/session-book.ts'
import type { PastChunk, SessionBook } from '../session/session-book.ts'

export interface PastTellingParts {
  readonly reader: PastJournal
  readonly turns: PastTurns
  readonly audience: Audience
  readonly connectionOf: (book: SessionBook) => ClientConnection | undefined
  /** positions before it have been sealed */
  readonly sealedBefore: () => number
  readonly requestCommit: () => void
  /** numbers are about to be given to a session, perhaps one that is away */
  readonly beforeRepeat: (book: SessionBook) => void
  /** an archive that is not there, or is damaged, has what is to be told */
  readonly onUnreadable: (book: SessionBook, error: DataDirectoryError) => void
}

/** More than this is not sent at once: a session of which more is told in one batch is told from the journal. */
export const MOST_TOLD_AT_ONCE = 10_000

/**
 * Tells sessions the past, in chunks, as fast as they read: what they missed while they were away, and what an operator has told again.
 * A chunk goes into the book and gets its numbers with the next batch; the one after it follows when that is durable.
 */
export class PastTelling {
  readonly #parts: PastTellingParts
  readonly #pasts = new Map<SessionBook, PastReader>()
  readonly #scheduled = new Set<SessionBook>()
  readonly #repeats = new Map<SessionBook, Repeat>()
  #isEnding = false

  constructor(parts: PastTellingParts) {
    this.#parts = parts
  }

  /** A batch is durable. */
  goOn(batch: Batch, connected: Iterable<SessionBook>): void {
    for (const book of connected) if (book.presence === 'catching-up') this.#tellFromMemory(book, batch)
    for (const book of this.#repeats.keys()) this.#repeatOn(book)
  }

  /** The session is gone; it begins anew when it returns. */
  forget(book: SessionBook): void {
    this.#pasts.delete(book)
    // what is scheduled may wait for room at a client that does not read what was said to it last
    this.#scheduled.delete(book)
  }

  // --- What a session missed ---

  /** Reads on in the journal once there is room at the client. */
  catchUp(book: SessionBook): void {
    if (this.#scheduled.has(book) || book.past !== undefined) return
    this.#scheduled.add(book)
    this.#parts.turns.soon(() => {
      const connection = this.#parts.connectionOf(book)
      if (connection !== undefined && book.presence === 'catching-up') connection.outbox.whenRoom(() => this.#catchUpStep(book, connection))
      else this.#scheduled.delete(book)
    })
  }

  #catchUpStep(book: SessionBook, connection: ClientConnection): void {
    const { reader, audience, connectionOf, sealedBefore } = this.#parts
    if (connectionOf(book) !== connection) return
    this.#scheduled.delete(book)
    if (book.presence !== 'catching-up' || book.past !== undefined) return
    book.toldBefore = book.missed.nextFrom(book.toldBefore, sealedBefore())
    let past = this.#pasts.get(book)
    if (past === undefined || past.cursor > book.toldBefore) this.#pasts.set(book, (past = new PastReader(reader, book.toldBefore)))
    else past.skipTo(book.toldBefore)
    const chunk = this.#next(book, past, {
      mayConcern: (addressee) => audience.mayConcern(addressee, book),
      concerns: (event) => audience.concerns(event, book),
    })
    // At the end: the next batch is told live.
    if (chunk === undefined) return
    if (chunk.positions.length > 0) {
      this.#tell(book, chunk)
      return
    }
    book.toldBefore = chunk.toldBefore
    this.catchUp(book)
  }

  /** A session that has been told everything before this batch hears it from memory, and is live from the next one on. */
  #tellFromMemory(book: SessionBook, batch: Batch): void {
    const { past } = book
    if ((past?.toldBefore ?? book.toldBefore) !== batch.position || !this.#parts.connectionOf(book)!.outbox.hasRoom) {
      this.catchUp(book)
      return
    }
    this.#pasts.delete(book)
    const positions = past === undefined ? [] : [...past.positions]
    const events = past === undefined ? [] : [...past.events]
    batch.events.forEach((event, index) => {
      if (!this.#parts.audience.concerns(event, book)) return
      positions.push(batch.position + index)
      events.push(event)
    })
    const toldBefore = batch.position + positionsOf(batch)
    if (positions.length > MOST_TOLD_AT_ONCE) this.catchUp(book)
    else if (positions.length === 0) book.toldBefore = toldBefore
    else this.#tell(book, { positions, events, toldBefore })
  }

  /** The next of the past; undefined at its end, and where that can't be read: then nothing follows. */
  #next(book: SessionBook, past: PastReader, concern: Concern): PastChunk | undefined {
    try {
      return past.next(concern)
    } catch (error) {
      if (!(error instanceof DataDirectoryError)) throw error
      this.#parts.onUnreadable(book, error)
      return undefined
    }
  }

  #tell(book: SessionBook, chunk: PastChunk): void {
    book.recount(chunk)
    this.#parts.requestCommit()
  }

  // --- What is told again ---

  /** Everything that the session was told from the event that `start` finds up to the position `until`, with PossResend(97)=Y. */
  repeat(book: SessionBook, start: (event: Event) => boolean, until: number): void {
    if (this.#isEnding) return
    this.#repeats.set(book, { past: new PastReader(this.#parts.reader, 0), until, start, hasBegun: false, isScheduled: false })
    this.#repeatOn(book)
  }

  /** The gateway ends: what is told again to a session that is away would go on until the journal is closed. */
  repeatNothing(): void {
    this.#isEnding = true
    this.#repeats.clear()
  }

  #repeatOn(book: SessionBook): void {
    const repeat = this.#repeats.get(book)
    if (repeat === undefined || repeat.isScheduled || book.past !== undefined) return
    repeat.isScheduled = true
    this.#parts.turns.soon(() => {
      repeat.isScheduled = false
      const connection = this.#parts.connectionOf(book)
      if (connection === undefined) this.#repeatStep(book, repeat)
      else connection.outbox.whenRoom(() => this.#repeatStep(book, repeat))
    })
  }

  #repeatStep(book: SessionBook, repeat: Repeat): void {
    if (this.#repeats.get(book) !== repeat || book.past !== undefined) return
    const { audience } = this.#parts
    const chunk = this.#next(book, repeat.past, {
      // the event with which it begins may be none of the session's
      mayConcern: (addressee) => !repeat.hasBegun || audience.mayConcern(addressee, book),
      concerns: (event, position) => {
        repeat.hasBegun ||= repeat.start(event)
        return repeat.hasBegun && position < repeat.until && audience.concerns(event, book)
      },
    })
    if (chunk === undefined || chunk.toldBefore >= repeat.until) this.#repeats.delete(book)
    if (chunk === undefined) return
    const positions = chunk.positions.map((position) => -position)
    if (positions.length === 0) {
      this.#repeatOn(book)
      return
    }
    this.#parts.beforeRepeat(book)
    this.#tell(book, { positions, events: chunk.events, toldBefore: REPEATED })
  }
}

interface Repeat {
  readonly past: PastReader
  readonly until: number
  readonly start: (event: Event) => boolean
  hasBegun: boolean
  isScheduled: boolean
}
