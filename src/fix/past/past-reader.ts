import type { Addressee, PastBatch } from '../../domain/batch.ts'
import type { Event } from '../../domain/event.ts'
import { ONE_READ, type PastJournal } from './past-journal.ts'
import type { PastChunk } from '../session/session-book.ts'

/** Finds in the journal what a session is to be told of, a bounded chunk at a time. */
export class PastReader {
  readonly #reader: PastJournal
  /** read, and not yet looked through */
  #batches: PastBatch[] = []
  /** everything before this position has been looked at */
  cursor: number

  constructor(reader: PastJournal, cursor: number) {
    this.#reader = reader
    this.cursor = cursor
  }

  /** Nothing before this position is to be told: it is not looked at. What has been read from there on is not read again. */
  skipTo(position: number): void {
    this.cursor = position
    while (this.#batches.length > 0 && behind(this.#batches[0]!) <= position) this.#batches.shift()
  }

  /** The next events that concern the session, perhaps none; undefined at the end of what is durable. */
  next({ mayConcern, concerns }: Concern): PastChunk | undefined {
    if (this.#batches.length === 0) this.#batches = [...this.#reader.pastBatches(this.cursor, ONE_READ)]
    if (this.#batches.length === 0) return undefined
    const positions: number[] = []
    const events: Event[] = []
    for (let looked = 0; looked < LOOKED_AT_ONCE && positions.length < MESSAGES_PER_CHUNK && this.#batches.length > 0; looked++) {
      const batch = this.#batches[0]!
      const position = Math.max(this.cursor, batch.position)
      // a batch without events takes a position, too
      const addressee = batch.addressee(position - batch.position)
      const event = addressee !== undefined && mayConcern(addressee) ? batch.event(position - batch.position) : undefined
      if (event !== undefined && concerns(event, position)) {
        positions.push(position)
        events.push(event)
      }
      this.cursor = position + 1
      if (this.cursor >= behind(batch)) this.#batches.shift()
    }
    return { positions, events, toldBefore: this.cursor }
  }
}

/** What a session is to be told. */
export interface Concern {
  /** whether the event, which is decoded then, may be of its concern */
  readonly mayConcern: (addressee: Addressee) => boolean
  readonly concerns: (event: Event, position: number) => boolean
}

/** The first position behind a batch. */
const behind = ({ position, positions }: PastBatch): number => position + positions

const MESSAGES_PER_CHUNK = 256
/** Positions that are looked at in one go, whether they concern the session or not: others wait meanwhile. As many as one read has, as a rule. */
const LOOKED_AT_ONCE = 2_048
