import type { Batch } from '../../domain/batch.ts'
import { positionsOf } from '../../domain/batch.ts'
import { accountOfEvent } from '../../domain/event.ts'
import type { PartnerEventType } from '../../domain/partners/partner-event-type.ts'
import type { EngineView } from '../../domain/view.ts'
import { ownTurn } from '../../own-turn.ts'
import { EventRecords } from '../../storage/encoding/batch-codec.ts'
import type { EventMarkStore } from '../../storage/delivery/event-mark-store.ts'
import type { JournalReader } from '../../storage/journal-reading/journal-reader.ts'
import { storedBatches } from '../../storage/journal-reading/stored-batches.ts'
import type { Slices } from '../slices.ts'
import { EventReader } from './event-reader.ts'
import { type EventData, PartnerEvent } from './partner-event.ts'
import { countOfRecord, partnerEventsOf } from './partner-events.ts'

export interface EventLogParts {
  readonly view: Pick<EngineView, 'partners' | 'markets' | 'accounts'>
  readonly reader: JournalReader
  readonly marks: EventMarkStore
  readonly dataOf: EventData
  readonly slices: Pick<Slices, 'request'>
}

/**
 * The events of every partner, as the journal has them. Their numbers are counted in the order of the journal, so that they are the same after
 * any restart; marks on the way say where to begin reading. Counting costs the order path some nanoseconds an event, and everything else is
 * read from the disk when somebody wants it.
 */
export class EventLog {
  readonly parts: EventLogParts
  /** by partner */
  readonly #counts: number[] = []
  /** of the last events of those that have had any since */
  readonly #lastPositions: number[] = []
  /** when those happened, epoch ms; undefined where they were counted in the journal, which has it */
  readonly #lastMoments: (number | undefined)[] = []
  /** partners that have had events since the last marks */
  readonly #changed = new Set<number>()
  #through: number
  #markedThrough: number
  #sinceMarks = 0
  /** of the journal up to the last marks */
  #markedBytes: number

  /** Counts what stands behind the last marks. To be made when the engine has replayed the journal. */
  constructor(parts: EventLogParts) {
    this.parts = parts
    for (const { partner, sequence } of parts.marks.newest()) this.#counts[partner] = sequence
    this.#through = this.#markedThrough = parts.marks.through()
    this.#markedBytes = parts.marks.journalBytes()
    this.#countTheRest()
  }

  /** Everything up to this position is counted. */
  get through(): number {
    return this.#through
  }

  /** Sequence of a partner's last event; 0 before the first. */
  head(partner: number): number {
    return this.#counts[partner] ?? 0
  }

  /** Counts a batch that is durable, and returns the partners that it has events of. */
  onDurable(batch: Batch): ReadonlySet<number> {
    const told = new Set<number>()
    batch.events.forEach((event, index) => {
      const { length } = partnerEventsOf(event)
      if (length > 0) told.add(this.#count(accountOfEvent(event), length, batch.position + index, event.at))
    })
    this.#through = batch.position + positionsOf(batch) - 1
    // they look at what may be in an archive, which commits do not wait for, and which may not be there
    if (this.#areMarksDue) this.parts.slices.request(this.#mark)
    return told
  }

  /** Reads a partner's events behind a sequence. */
  readerBehind(partner: number, sequence: number): EventReader {
    return new EventReader(this, partner, { after: sequence, ...this.parts.marks.placeBefore(partner, sequence) })
  }

  /** The events of the one record at a position, as many as `types`; `sequence` is that of the first. */
  eventsAt(event: Parameters<typeof partnerEventsOf>[0], position: number, sequence: number): PartnerEvent[] {
    const account = accountOfEvent(event)
    const { partner } = this.parts.view.accounts[account]!
    return partnerEventsOf(event).map(
      (type, index) => new PartnerEvent({ sequence: sequence + index, type, partner, account }, { event, position }, this.parts),
    )
  }

  /** An event of which position, sequence and type are known. */
  event({ position, sequence, eventType: type }: EventKey): PartnerEvent {
    const event = this.parts.reader.eventAt(position)
    if (event === undefined) throw new Error(`the journal has no event at position ${position}`)
    const account = accountOfEvent(event)
    const { partner } = this.parts.view.accounts[account]!
    return new PartnerEvent({ sequence, type, partner, account }, { event, position }, this.parts)
  }

  /** Sequence of the last event that happened before a moment of the market's clock. From a mark on it may be a long way: others have their turn in between. */
  async sequenceBefore(partner: number, at: number): Promise<number> {
    const reader = new EventReader(this, partner, { after: 0, ...this.parts.marks.placeAtMoment(partner, at) })
    while (reader.sequence < this.head(partner)) {
      const behind = reader.read().find((event) => event.at >= at)
      if (behind !== undefined) return behind.sequence - 1
      await ownTurn()
    }
    return this.head(partner)
  }

  /** Sequence of the last event that stands before a position of the journal. */
  sequenceBeforePosition(partner: number, position: number): number {
    const mark = this.parts.marks.placeBeforePosition(partner, position)
    let { sequence } = mark
    for (const batch of storedBatches(this.parts.reader, mark.position + 1)) {
      const records = new EventRecords(batch.events)
      while (records.next()) {
        if (records.position >= position) return sequence
        const count = countOfRecord(records)
        if (count > 0 && this.parts.view.accounts[records.account]!.partner === partner) sequence += count
      }
    }
    return sequence
  }

  #countTheRest(): void {
    for (const batch of storedBatches(this.parts.reader, this.#through + 1)) {
      const records = new EventRecords(batch.events)
      while (records.next()) {
        const count = countOfRecord(records)
        if (count > 0) this.#count(records.account, count, records.position, undefined)
      }
      this.#through = batch.position + batch.positions - 1
      if (this.#areMarksDue) this.#mark()
    }
  }

  /** Returns the partner. */
  #count(account: number, events: number, position: number, at: number | undefined): number {
    const { partner } = this.parts.view.accounts[account]!
    this.#counts[partner] = (this.#counts[partner] ?? 0) + events
    this.#lastPositions[partner] = position
    this.#lastMoments[partner] = at
    this.#changed.add(partner)
    this.#sinceMarks += events
    return partner
  }

  get #areMarksDue(): boolean {
    return this.#sinceMarks >= EVENTS_BETWEEN_MARKS || this.#through - this.#markedThrough >= POSITIONS_BETWEEN_MARKS
  }

  /** A slice. Nothing has changed where what it looks at can't be read. */
  readonly #mark = (): number => {
    const { marks, reader } = this.parts
    const bytes = this.#markedBytes + reader.bytesBetween(this.#markedThrough, this.#through)
    const newest = [...this.#changed].map((partner) => {
      const at = this.#lastMoments[partner] ?? reader.eventAt(this.#lastPositions[partner]!)?.at ?? 0
      return { partner, sequence: this.#counts[partner]!, position: this.#through, at }
    })
    marks.add(this.#through, bytes, newest)
    this.#markedBytes = bytes
    this.#markedThrough = this.#through
    this.#changed.clear()
    this.#sinceMarks = 0
    return 0
  }
}

/** Where an event is found again. */
export interface EventKey {
  readonly position: number
  readonly sequence: number
  readonly eventType: PartnerEventType
}

const EVENTS_BETWEEN_MARKS = 4_096
/** a start steps over as many at most: some milliseconds */
const POSITIONS_BETWEEN_MARKS = 262_144
