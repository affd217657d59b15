import type { SessionNumbers } from '../../domain/batch.ts'
import type { JournalReader } from '../../storage/journal-reading/journal-reader.ts'
import type { Pace } from './pace.ts'
import type { SessionBook } from '../session/session-book.ts'

export type BatchNumbers = ReturnType<JournalReader['numbers']>[number]

/** The number that a session was told an event under. */
export interface Told {
  /** MsgSeqNum(34) */
  readonly number: number
  /** of the batch that gave the number */
  readonly batch: number
  /** SendingTime(52), epoch ms */
  readonly sentAt: number
  /** the session logged on between the event and this: until then the report waited */
  readonly waited: boolean
}

/**
 * Finds in the journal under which number a session was told an event; asked in the order of the events. A session that is live is told in
 * the batch of the event itself, one that was away in a later one, which is looked for with the help of the session's number index.
 */
export class ToldFinder {
  readonly #reader: JournalReader
  readonly #book: SessionBook
  readonly #pace: Pace
  #batches: readonly BatchNumbers[] = []
  #at = 0
  /** what of the batch at hand has been looked at */
  #index = 0
  #next = 0
  /** the batch of the last session message that was passed by; the first one after an absence answers a Logon */
  #lastSaid = 0

  constructor(reader: JournalReader, book: SessionBook, pace: Pace) {
    this.#reader = reader
    this.#book = book
    this.#pace = pace
  }

  /** 'waits': it has not been told yet. 'passed': it never was, since it did not concern the session at that time. */
  async find(position: number, eventBatch: BatchNumbers): Promise<Told | 'waits' | 'passed'> {
    if ((this.#batches[this.#at]?.position ?? this.#next) < eventBatch.position) this.#seek(eventBatch)
    for (;;) {
      const batch = this.#batches[this.#at]
      if (batch === undefined) {
        if (this.#hasToWait(position)) return 'waits'
        // what is being told right now is not durable yet
        if (!this.#readOn()) return this.#book.presence === 'catching-up' ? 'waits' : 'passed'
        await this.#pace.breathe()
        continue
      }
      const numbers = batch.sessions.find(({ session }) => session === this.#book.settings.index)
      const found = numbers && this.#look(numbers, batch, position)
      if (found === 'passed') return found
      if (found !== undefined)
        return { number: found, batch: batch.position, sentAt: batch.sealedAt, waited: this.#lastSaid > eventBatch.position }
      this.#at++
      this.#index = 0
    }
  }

  #seek(batch: BatchNumbers): void {
    this.#batches = [batch]
    this.#at = this.#index = 0
    this.#next = batch.position + batch.positions
  }

  #hasToWait(position: number): boolean {
    return this.#book.presence !== 'live' && this.#book.toldBefore <= position
  }

  /** false at the end of the journal */
  #readOn(): boolean {
    const from = this.#book.index.nextFrom(this.#next)
    this.#batches = from === Infinity ? [] : this.#reader.numbers(from, BATCHES_AT_ONCE)
    this.#at = this.#index = 0
    const last = this.#batches.at(-1)
    if (last === undefined) return false
    this.#next = last.position + last.positions
    return true
  }

  /** The number of the event; undefined when it must be later. What is told for the first time is told in the order of the journal. */
  #look({ firstOutbound, outbound, toldBefore }: SessionNumbers, batch: BatchNumbers, position: number): number | 'passed' | undefined {
    for (; this.#index < outbound.length; this.#index++) {
      const entry = outbound[this.#index]!
      if (entry === position) return firstOutbound + this.#index
      if (entry > position) return 'passed'
      if (entry === 0) this.#lastSaid = batch.position
    }
    return toldBefore > position ? 'passed' : undefined
  }
}

const BATCHES_AT_ONCE = 64
