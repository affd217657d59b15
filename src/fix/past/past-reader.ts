import type { PastBatch } from '../../domain/batch.ts'
import type { Event } from '../../domain/event.ts'
import type { JournalReader } from './journal-reader.ts'
import { ONE_READ } from './journal-reader.ts'
import type { PastChunk } from '../session/session-book.ts'

/** Finds in the journal what a session is to be told of, a bounded chunk at a time. */
export class PastReader {
  readonly #reader: JournalReader
  #batches: readonly PastBatch[] = []
  #at = 0
  /** everything before this position has been looked at */
  cursor: number

  constructor(reader: JournalReader, cursor: number) {
    this.#reader = reader
    this.cursor = cursor
  }

  /** The next events that concern the session, perhaps none; undefined at the end of what is durable. */
  next(concerns: (event: Event, position: number) => boolean): PastChunk | undefined {
    if (this.#at >= this.#batches.length) {
      this.#batches = this.#reader.pastBatches(this.cursor, ONE_READ)
      this.#at = 0
      if (this.#batches.length === 0) return undefined
    }
    const positions: number[] = []
    const events: Event[] = []
    for (let looked = 0; looked < LOOKED_AT_ONCE && positions.length < MESSAGES_PER_CHUNK && this.#at < this.#batches.length; looked++) {
      const batch = this.#batches[this.#at]!
      const position = Math.max(this.cursor, batch.position)
      // a batch without events takes a position, too
      const event = batch.event(position - batch.position)
      if (event !== undefined && concerns(event, position)) {
        positions.push(position)
        events.push(event)
      }
      this.cursor = position + 1
      if (this.cursor >= batch.position + batch.positions) this.#at++
    }
    return { positions, events, toldBefore: this.cursor }
  }
}

const MESSAGES_PER_CHUNK = 256
/** Positions whose events are decoded in one go, whether those concern the session or not: others wait meanwhile. As many as one read has, as a rule. */
const LOOKED_AT_ONCE = 2_048
