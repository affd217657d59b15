import type { PastBatch, SessionNumbers } from '../../domain/batch.ts'
import type { Event } from '../../domain/event.ts'
import { ONE_READ, type PastJournal } from './past-journal.ts'
import type { SessionBook } from '../session/session-book.ts'
import type { SessionRenderer, Voice } from '../outbound/session-renderer.ts'

/**
 * Sends a range of numbers again, a bounded step at a time: application messages from the journal, runs of session messages as one gap
 * fill. Live messages go out between the steps.
 */
export class Replay {
  readonly #onResent: ((resent: ResentMessage) => void) | undefined
  readonly #book: SessionBook
  readonly #reader: PastJournal
  readonly #begin: number
  readonly #end: number
  readonly #toNewest: boolean
  #next: number
  /** where to read on; -1 until the first step: by then more may be on the disk */
  #position = -1
  /** first number of the run of session messages at hand; 0 = none */
  #gapFrom = 0
  #batches: readonly PastBatch[] = []
  #at = 0
  #earlier: readonly PastBatch[] = []
  resent = 0
  gapFills = 0

  constructor(parts: ReplayParts) {
    this.#onResent = parts.onResent
    this.#book = parts.book
    this.#reader = parts.reader
    this.#begin = this.#next = parts.begin
    this.#end = parts.end
    this.#toNewest = parts.toNewest
  }

  /** The parts of a range that this replay does not send. Where both go to the newest number there is none behind: later numbers go out live. */
  othersOf({ begin, end, toNewest }: ResendRange): readonly ResendRange[] {
    const before = { begin, end: Math.min(end, this.#begin - 1), toNewest: false }
    const behind = { begin: Math.max(begin, this.#end + 1), end, toNewest }
    return [before, ...(toNewest && this.#toNewest ? [] : [behind])].filter((range) => range.begin <= range.end)
  }

  /** Adds the next messages to the renderer; true when it was the last step. */
  step(renderer: SessionRenderer, voice: Voice, nowMs: number): boolean {
    const { index } = this.#book.settings
    const isRead = this.#at < this.#batches.length || this.#readOn()
    while (this.#next <= this.#end && this.#at < this.#batches.length && renderer.addedBytes < BYTES_PER_STEP) {
      const batch = this.#batches[this.#at]!
      const numbers = batch.sessions.find(({ session }) => session === index)
      if (numbers !== undefined) this.#addBatch({ batch, numbers, renderer, voice, nowMs })
      if (numbers !== undefined && numbers.outbound.length > 0 && this.#next < numbers.firstOutbound + numbers.outbound.length) continue
      this.#at++
    }
    if (isRead && this.#next <= this.#end) return false
    // Numbers that an operator has skipped were never sent: they are filled like session messages.
    this.#fillGap(this.#end + 1, { renderer, voice, nowMs })
    return true
  }

  /** false at the end of the journal */
  #readOn(): boolean {
    if (this.#position < 0) this.#position = this.#book.index.positionBefore(this.#begin)
    this.#batches = this.#position < 0 ? [] : this.#reader.pastBatches(this.#position, ONE_READ)
    this.#at = 0
    const last = this.#batches.at(-1)
    if (last === undefined) return false
    this.#position = last.position + last.positions
    return true
  }

  #addBatch(step: Step & { batch: PastBatch; numbers: SessionNumbers }): void {
    const { batch, numbers, renderer, voice, nowMs } = step
    const { firstOutbound, outbound } = numbers
    if (this.#next < firstOutbound && outbound.length > 0) {
      this.#gapFrom ||= this.#next
      this.#next = firstOutbound
    }
    while (this.#next < firstOutbound + outbound.length && this.#next <= this.#end && renderer.addedBytes < BYTES_PER_STEP) {
      const entry = outbound[this.#next - firstOutbound]!
      if (entry === 0) {
        this.#gapFrom ||= this.#next
      } else {
        this.#fillGap(this.#next, step)
        const position = Math.abs(entry)
        renderer.again({ event: this.#eventAt(position, batch), position, entry, number: this.#next, sentAt: batch.sealedAt, nowMs }, voice)
        this.resent++
        this.#onResent?.({ session: this.#book.settings.index, number: this.#next, entry, firstSentAt: batch.sealedAt, sentAt: nowMs })
      }
      this.#next++
    }
  }

  #fillGap(to: number, { renderer, voice, nowMs }: Step): void {
    const from = this.#gapFrom > 0 ? this.#gapFrom : this.#next
    this.#gapFrom = 0
    if (from >= to) return
    renderer.gapFill({ from, to, nowMs }, voice)
    this.gapFills++
  }

  /** The event itself: of the batch that gave the number, or of an earlier one where the session was away when it happened. */
  #eventAt(position: number, batch: PastBatch): Event {
    const event = eventIn(batch, position) ?? this.#eventBefore(position)
    if (event === undefined)
      throw new Error(`the journal has no event at position ${position}, which was sent to session ${this.#book.settings.index}`)
    return event
  }

  #eventBefore(position: number): Event | undefined {
    const known = this.#earlier.find((batch) => batch.position <= position && position < batch.position + batch.positions)
    if (known !== undefined) return eventIn(known, position)
    this.#earlier = this.#reader.pastBatches(position, ONE_READ)
    return this.#earlier[0] && eventIn(this.#earlier[0], position)
  }
}

/** Numbers to send again. `end`: the last of them, which must have been sent; `toNewest`: the request was for all that there is. */
export interface ResendRange {
  readonly begin: number
  readonly end: number
  readonly toNewest: boolean
}

export interface ReplayParts extends ResendRange {
  readonly book: SessionBook
  readonly reader: PastJournal
  readonly onResent?: ((resent: ResentMessage) => void) | undefined
}

/** A message that was sent again with PossDupFlag(43)=Y; times in epoch ms. */
export interface ResentMessage {
  readonly session: number
  readonly number: number
  /** of its batch's numbers: see `SessionNumbers` */
  readonly entry: number
  readonly firstSentAt: number
  readonly sentAt: number
}

interface Step {
  readonly renderer: SessionRenderer
  readonly voice: Voice
  readonly nowMs: number
}

const eventIn = (batch: PastBatch, position: number): Event | undefined => batch.event(position - batch.position)

const BYTES_PER_STEP = 64 * 1024
