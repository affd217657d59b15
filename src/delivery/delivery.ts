import type { Batch } from '../domain/batch.ts'
import type { EngineView } from '../domain/view.ts'
import { closeDeliveryDatabase, deliveryPath, openDeliveryDatabase } from '../storage/delivery/delivery-database.ts'
import { DeliveryStore } from '../storage/delivery/delivery-store.ts'
import { EventMarkStore } from '../storage/delivery/event-mark-store.ts'
import { DataDirectoryError } from '../storage/directory/data-directory-error.ts'
import { deleteDatabase, watchExpendable } from '../storage/directory/expendable-database.ts'
import { storageFault } from '../storage/directory/storage-fault.ts'
import type { JournalReader } from '../storage/journal-reading/journal-reader.ts'
import type { Projection } from '../storage/projector/projection.ts'
import type { WebhookStore } from '../storage/rows/webhook-store.ts'
import { EventFeed } from './events/event-feed.ts'
import { EventLog } from './events/event-log.ts'
import type { EventData } from './events/partner-event.ts'
import { oldestSequence, type RetentionRules } from './events/retention.ts'
import { Slices } from './slices.ts'
import { WebhookDispatcher } from './webhooks/dispatcher.ts'
import { dueClock } from './webhooks/due-clock.ts'
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
    this.#slices = new Slices({
      areOrdersWaiting: () => parts.pendingEvents() > MANY_PENDING_EVENTS,
      onUnreadable,
      onFailure: (error) => this.#fail(error),
      spunMs,
    })
    const { view, readModel } = parts
    const { database, log, deliveries } = this.#open()
    this.#database = database
    this.log = log
    this.feed = new EventFeed({ log: this.log, slices: this.#slices, readModel })
    this.webhooks = new WebhookDispatcher({
      webhooks: parts.webhooks,
      deliveries,
      feed: this.feed,
      log: this.log,
      slices: this.#slices,
      sender: new Sender({ version: parts.version, now: parts.now, ...(parts.ca === undefined ? {} : { ca: parts.ca }) }),
      partners: view.partners,
      readModel,
      now: parts.now,
      dueNow: dueClock(parts.now, deliveries.newestMoment()),
      retryScale: parts.retryScale,
      allowPrivateTargets: parts.allowPrivateTargets,
      onAttempt: parts.onAttempt,
    })
  }

  /** A journal.db that is damaged ends the process as a disk that fails does; of delivery.db it is told already. What is left is a bug. */
  #fail(error: unknown): void {
    const { directory, onFailure } = this.#parts
    const fault = storageFault(error, directory)
    if (fault === undefined) throw error
    onFailure(new DataDirectoryError(`events of the journal in ${directory} can't be read: ${fault}`, { cause: error }))
  }

  /** delivery.db, and the events as they are counted with its marks. */
  #open() {
    const opened = this.#openKept()
    if (!this.#isAhead(opened)) return opened
    opened.database.close()
    deleteDatabase(deliveryPath(this.#parts.directory))
    return this.#openKept()
  }

  #openKept() {
    const { directory, view, reader, dataOf, onFailure } = this.#parts
    const database = openDeliveryDatabase(directory, reader)
    watchExpendable(database, onFailure)
    const log = new EventLog({ view, reader, dataOf, marks: new EventMarkStore(database), slices: this.#slices })
    return { database, log, deliveries: new DeliveryStore(database) }
  }

  /** delivery.db knows of events that the journal has lost: their positions and sequences will be those of others. */
  #isAhead({ log, deliveries }: { readonly log: EventLog; readonly deliveries: DeliveryStore }): boolean {
    return this.#parts.webhooks.list().some(({ id, partner }) => (deliveries.progress(id)?.taken ?? 0) > log.head(partner))
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
