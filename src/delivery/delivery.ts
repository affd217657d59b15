import type { Batch } from '../domain/batch.ts'
import type { EngineView } from '../domain/view.ts'
import { closeDeliveryDatabase, openDeliveryDatabase } from '../storage/delivery-database.ts'
import { DeliveryStore } from '../storage/delivery-store.ts'
import { EventMarkStore } from '../storage/event-mark-store.ts'
import { watchExpendable } from '../storage/expendable-database.ts'
import type { JournalReader } from '../storage/journal-reader.ts'
import type { Projection } from '../storage/projection.ts'
import type { WebhookStore } from '../storage/webhook-store.ts'
import { EventFeed } from './events/event-feed.ts'
import { EventLog } from './events/event-log.ts'
import type { EventData } from './events/partner-event.ts'
import { oldestSequence, type RetentionRules } from './events/retention.ts'
import { Slices } from './slices.ts'
import { WebhookDispatcher } from './webhooks/dispatcher.ts'
import { Sender } from './webhooks/sender.ts'

export interface DeliveryParts {
  /** of the data directory */
  readonly directory: string
  readonly view: EngineView
  readonly reader: JournalReader
  readonly readModel: Pick<Projection, 'projectedThrough' | 'caughtUp'>
  readonly webhooks: WebhookStore
  readonly dataOf: EventData
  /** events that wait for their commit */
  readonly pendingEvents: () => number
  /** milliseconds that the thread has spent looking for work instead of sleeping */
  readonly spunMs: () => number
  /** real clock, epoch ms */
  readonly now: () => number
  readonly retention: RetentionRules
  /** of webhooks: see AttemptParts */
  readonly retryScale: number
  readonly allowPrivateTargets: boolean | null
  readonly onAttempt: (isSuccess: boolean) => void
  /** Events wait for an archive that can't be read: it is tried again. */
  readonly onUnreadable: (error: Error) => void
  /** delivery.db can't be read or written: the process has to end. */
  readonly onFailure: (error: Error) => void
  /** see SenderParts */
  readonly version: string
  readonly ca?: string
}

/** At 20,000 orders a second a commit holds one or two hundred; with more of them orders come faster than they are done. */
const MANY_PENDING_EVENTS = 400

/** What partners are told, with everything that it takes: made when the engine has replayed the journal, and when that can be read. */
export class Delivery {
  readonly log: EventLog
  readonly feed: EventFeed
  readonly webhooks: WebhookDispatcher
  readonly #parts: DeliveryParts
  readonly #database: ReturnType<typeof openDeliveryDatabase>
  readonly #slices: Slices

  constructor(parts: DeliveryParts) {
    this.#parts = parts
    const { onUnreadable, spunMs } = parts
    this.#slices = new Slices({ areOrdersWaiting: () => parts.pendingEvents() > MANY_PENDING_EVENTS, onUnreadable, spunMs })
    const { directory, view, reader, dataOf, readModel } = parts
    this.#database = openDeliveryDatabase(directory, reader)
    watchExpendable(this.#database, parts.onFailure)
    this.log = new EventLog({ view, reader, dataOf, marks: new EventMarkStore(this.#database), slices: this.#slices })
    this.feed = new EventFeed({ log: this.log, slices: this.#slices, readModel })
    this.webhooks = new WebhookDispatcher({
      webhooks: parts.webhooks,
      deliveries: new DeliveryStore(this.#database),
      feed: this.feed,
      log: this.log,
      slices: this.#slices,
      sender: new Sender({ version: parts.version, now: parts.now, ...(parts.ca === undefined ? {} : { ca: parts.ca }) }),
      partners: view.partners,
      readModel,
      now: parts.now,
      retryScale: parts.retryScale,
      allowPrivateTargets: parts.allowPrivateTargets,
      onAttempt: parts.onAttempt,
    })
  }

  /** Sequence of the oldest event of a partner that a stream may begin with. */
  readonly oldestSequence = (partner: number): number =>
    oldestSequence({ log: this.log, view: this.#parts.view, rules: this.#parts.retention, now: this.#parts.now() }, partner)

  /** A batch is durable. */
  onDurable(batch: Batch): void {
    this.feed.onDurable(batch)
  }

  /** Nothing is sent any more; what is outstanding waits for the next process. Before the journal is closed. */
  async close(): Promise<void> {
    this.#slices.stop()
    await this.webhooks.close()
    closeDeliveryDatabase(this.#database)
  }
}
