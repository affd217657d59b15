import type { PastBatch } from '../domain/batch.ts'
import type { Event } from '../domain/event.ts'
import type { JournalReader } from './journal-reader.ts'
import { ONE_READ } from './journal-reader.ts'
import type { PastChunk } from './session-book.ts'

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
    let looked = 0
    while (this.#at < this.#batches.length && positions.length < MESSAGES_PER_CHUNK && looked < LOOKED_AT_ONCE) {
      const batch = this.#batches[this.#at]!
      const from = Math.max(0, this.cursor - batch.position)
      for (let index = from; index < batch.eventCount && positions.length < MESSAGES_PER_CHUNK && looked < LOOKED_AT_ONCE; index++) {
        const event = batch.event(index)!
        const position = batch.position + index
        looked++
        this.cursor = position + 1
        if (!concerns(event, position)) continue
        positions.push(position)
        events.push(event)
      }
      const end = batch.position + batch.positions
      if (batch.eventCount === 0) this.cursor = end
      if (this.cursor >= end) this.#at++
    }
    return { positions, events, toldBefore: this.cursor }
  }
}

const MESSAGES_PER_CHUNK = 256
/** Events that are decoded in one go, whether they concern the session or not: others wait meanwhile. As many as one read has, as a rule. */
const LOOKED_AT_ONCE = 2_048
