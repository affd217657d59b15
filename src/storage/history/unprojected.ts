import type { Event } from '../../domain/event.ts'
import { isLateFill } from '../../domain/events/order-event.ts'
import type { Order } from '../../domain/orders/order.ts'
import { EventRecords } from '../encoding/batch-codec.ts'
import type { JournalReader } from '../journal-reading/journal-reader.ts'
import { storedBatches } from '../journal-reading/stored-batches.ts'
import type { PlacedEvent } from '../projections/tables/event-run.ts'

/** Events that were executed together; event i stands at `base + i`. */
interface Span {
  readonly events: readonly Event[]
  readonly base: number
}

interface Placed<Value> {
  readonly value: Value
  readonly position: number
}

/**
 * The part of the past that read.db does not show yet. Events until they are durable, then they are read from the journal; and of the orders that
 * have left the engine what happened to them since: a bust or a correction, an id that a refused request used up.
 */
export class Unprojected {
  private readonly journal: JournalReader
  private readonly spans: Span[] = []
  private readonly orders = new Map<number, Placed<Order>>()
  private readonly ids = new Map<string, Placed<number>>()

  constructor(journal: JournalReader) {
    this.journal = journal
  }

  /** `events` from index `from` on have just happened, the first of them at `position`. The array may grow afterwards. */
  note(events: readonly Event[], from: number, position: number): void {
    const last = this.spans[this.spans.length - 1]
    if (last?.events !== events) this.spans.push({ events, base: position - from })
    for (let index = from; index < events.length; index++) this.noteEvent(events[index]!, position + index - from)
  }

  noteEvent(event: Event, position: number): void {
    if (event.type === 'ExecutionBusted' || event.type === 'ExecutionCorrected' || (event.type === 'OrderFilled' && isLateFill(event))) {
      this.orders.set(event.order.number, { value: event.order, position })
    } else if (event.type === 'CancelRejected' && event.order) {
      const key = keyOf(event.order.account, event.clientOrderId)
      // an id belongs to the first order that it named
      if (!this.ids.has(key)) this.ids.set(key, { value: event.order.number, position })
    }
  }

  /** Events up to a position can be read from the journal. */
  durable(through: number): void {
    while (this.spans.length > 0) {
      const { base, events } = this.spans[0]!
      if (base + events.length - 1 > through) return
      this.spans.shift()
    }
  }

  /** Events up to a position can be read from read.db. */
  projected(through: number): void {
    for (const [number, { position }] of this.orders) if (position <= through) this.orders.delete(number)
    for (const [key, { position }] of this.ids) if (position <= through) this.ids.delete(key)
  }

  /** An order that was busted, corrected or filled late, as it stands since. */
  order(number: number): Order | undefined {
    return this.orders.get(number)?.value
  }

  numberOfId(account: number, clientOrderId: string): number | undefined {
    return this.ids.size === 0 ? undefined : this.ids.get(keyOf(account, clientOrderId))?.value
  }

  /** Events from a position on, up to the newest that was executed; `wanted` sees code and account of those in the journal before they are decoded. */
  *events(from: number, wanted: (code: number, account: number) => boolean): Generator<PlacedEvent> {
    let next = from
    for (const batch of storedBatches(this.journal, from)) {
      const records = new EventRecords(batch.events)
      while (records.next()) {
        const { code, account, position } = records
        if (position >= from && wanted(code, account)) yield { event: records.event(), position }
      }
      next = batch.position + batch.positions
    }
    for (const { events, base } of [...this.spans])
      for (let index = Math.max(0, next - base); index < events.length; index++) yield { event: events[index]!, position: base + index }
  }
}

const keyOf = (account: number, clientOrderId: string): string => `${account} ${clientOrderId}`
