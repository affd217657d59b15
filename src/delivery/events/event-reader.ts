import { EventRecords } from '../../storage/encoding/batch-codec.ts'
import type { EventLog } from './event-log.ts'
import type { PartnerEvent } from './partner-event.ts'
import { countOfCode } from './partner-events.ts'

/** Where reading begins: `sequence` events of the partner stand at or before `position`; those up to `after` are passed over. */
export interface ReadFrom {
  readonly after: number
  readonly sequence: number
  readonly position: number
}

/** Reads the events of one partner in order, from the disk, a piece at a time. */
export class EventReader {
  readonly #log: EventLog
  readonly #partner: number
  readonly #after: number
  #sequence: number
  #position: number
  /** batches that were read and not yet looked at, the open one first */
  #batches: { readonly records: EventRecords; readonly through: number }[] = []

  constructor(log: EventLog, partner: number, { after, sequence, position }: ReadFrom) {
    this.#log = log
    this.#partner = partner
    this.#after = after
    this.#sequence = sequence
    this.#position = position
  }

  /** Everything up to this one was read. */
  get sequence(): number {
    return Math.max(this.#sequence, this.#after)
  }

  /** The next events, at most about `MOST_EVENTS`; none when all are read, or when a long way through other partners' events was gone. */
  read(): PartnerEvent[] {
    const found: PartnerEvent[] = []
    this.#passOverOthers()
    for (let left = MOST_RECORDS; left > 0 && found.length < MOST_EVENTS && this.#sequence < this.#log.head(this.#partner); left--) {
      // what was found is not lost where what is behind it can't be read
      if (found.length > 0 && this.#batches.length === 0) break
      const records = this.#open()
      if (records === undefined) break
      if (!records.next()) {
        this.#position = this.#batches.shift()!.through
        continue
      }
      if (records.position <= this.#position) continue
      this.#position = records.position
      const count = countOfCode(records.code)
      if (count === 0 || !this.#isOwn(records.account)) continue
      if (count !== undefined && this.#sequence + count <= this.#after) {
        this.#sequence += count
        continue
      }
      const events = this.#log.eventsAt(records.event(), records.position, this.#sequence + 1)
      this.#sequence += events.length
      for (const event of events) if (event.sequence > this.#after) found.push(event)
    }
    return found
  }

  #isOwn(account: number): boolean {
    return account >= 0 && this.#log.parts.view.accounts[account]!.partner === this.#partner
  }

  /** Behind the partner's last event there is nothing to look at, and marks tell where the next one is when that is far. */
  #passOverOthers(): void {
    const { through } = this.#log
    if (this.#sequence === this.#log.head(this.#partner)) this.#moveTo(through)
    else if (through - this.#position > FAR) {
      const place = this.#log.parts.marks.placeBefore(this.#partner, this.#sequence)
      if (place.position > this.#position) this.#moveTo(place.position)
    }
  }

  #moveTo(position: number): void {
    if (position === this.#position) return
    this.#position = position
    this.#batches = []
  }

  #open(): EventRecords | undefined {
    if (this.#batches.length === 0) {
      const stored = this.#log.parts.reader.stored(this.#position + 1, { batches: MOST_BATCHES, bytes: BYTES_READ_AT_ONCE })
      this.#batches = stored.map(({ events, position, positions }) => ({
        records: new EventRecords(events),
        through: position + positions - 1,
      }))
    }
    return this.#batches[0]?.records
  }
}

const MOST_EVENTS = 32
/** that are stepped over at a time: some tenths of a millisecond */
const MOST_RECORDS = 8_192
const MOST_BATCHES = 32
const BYTES_READ_AT_ONCE = 128 * 1024
const FAR = 16_384
