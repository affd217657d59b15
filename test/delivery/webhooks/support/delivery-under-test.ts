import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { Delivery, type DeliveryParts } from '../../../../src/delivery/delivery.ts'
import type { Batch } from '../../../../src/domain/batch.ts'
import type { EngineView } from '../../../../src/domain/view.ts'
import { deliveryPath, openDeliveryDatabase } from '../../../../src/storage/delivery/delivery-database.ts'
import { deleteDatabase } from '../../../../src/storage/directory/expendable-database.ts'
import { DeliveryStore } from '../../../../src/storage/delivery/delivery-store.ts'
import { JournalReader } from '../../../../src/storage/journal-reading/journal-reader.ts'
import type { Journal } from '../../../../src/storage/journal/journal.ts'
import { journalPath } from '../../../../src/storage/journal/journal-file.ts'
import { type Webhook, WebhookStore } from '../../../../src/storage/rows/webhook-store.ts'
import { openStrictJournal, type TestJournalOptions } from '../../../storage/support/strict-journal.ts'
import { until } from '../../../support/until.ts'
import { answer, type Behaviour, RECEIVER_CERTIFICATE, WebhookReceiver } from '../../../support/webhook-receiver.ts'

const view = {
  partners: [{ index: 0, id: 'partner', environment: 'sandbox', market: 0 }],
  markets: [{ seed: 'seed' }],
  accounts: [{ partner: 0 }],
} as unknown as EngineView

/** A partner with an account, a journal, and a receiver; delivery is opened, closed and opened again beside them. */
export class DeliveryUnderTest {
  readonly receiver: WebhookReceiver
  readonly now = 1_795_187_045_123
  readonly #directory = mkdtempSync(join(tmpdir(), 'fillgate-delivery-'))
  readonly #journal: Journal
  readonly #reader: JournalReader

  private constructor(receiver: WebhookReceiver, writer: NonNullable<TestJournalOptions['writer']>, copied?: string) {
    this.receiver = receiver
    if (copied !== undefined) cpSync(copied, this.#directory, { recursive: true })
    this.#journal = openStrictJournal(this.#directory, { writer })
    this.#reader = new JournalReader(this.#directory)
    onTestFinished(() => this.#end())
  }

  static async open(writer: NonNullable<TestJournalOptions['writer']> = 'in-line'): Promise<DeliveryUnderTest> {
    const receiver = await WebhookReceiver.open()
    onTestFinished(() => receiver.close())
    return new DeliveryUnderTest(receiver, writer)
  }

  /** What a process that is killed right now leaves, for another one. */
  killed(): DeliveryUnderTest {
    return new DeliveryUnderTest(this.receiver, 'in-line', this.#directory)
  }

  /** Nothing is written to the journal before the function that is returned is called: as where a disk stands still, for a moment. */
  holdJournal(): () => void {
    const other = new Database(journalPath(this.#directory))
    other.exec('BEGIN IMMEDIATE')
    return () => other.close()
  }

  delivery(given: Partial<DeliveryParts> = {}): Delivery {
    const fail = (error: Error): never => {
      throw error
    }
    return new Delivery({
      directory: this.#directory,
      view,
      reader: this.#reader,
      readModel: { projectedThrough: Number.MAX_SAFE_INTEGER, caughtUp: () => Promise.resolve() },
      webhooks: new WebhookStore(this.#journal, Buffer.alloc(32, 1)),
      dataOf: () => ({ ach: 1 }),
      pendingEvents: () => 0,
      spunMs: () => 0,
      now: () => this.now,
      retention: { events: 1_000_000, hours: 168, bytes: null },
      retryScale: 1,
      allowPrivateTargets: true,
      onAttempt: () => undefined,
      onUnreadable: fail,
      onFailure: fail,
      version: '1.2.3',
      ca: readFileSync(RECEIVER_CERTIFICATE, 'utf8'),
      ...given,
    })
  }

  /** A delivery with a webhook that has an attempt due again: the first of the first event got `failure`. */
  async deliveryWithRetry({ failure = answer(500), ...given }: Partial<DeliveryParts> & { readonly failure?: Behaviour } = {}) {
    let hasFailed = false
    const delivery = this.delivery({ ...given, onAttempt: (isSuccess) => (hasFailed ||= !isSuccess) })
    const { webhook } = await delivery.webhooks.create(0, this.receiver.url, [])
    this.receiver.next.push(failure)
    await this.happen(delivery, 1)
    await until(() => hasFailed)
    return { delivery, webhook }
  }

  /** An event of the partner, or `count` of them in one commit, committed and told. */
  async happen(delivery: Delivery, position: number, count = 1): Promise<void> {
    delivery.onDurable(await this.commit(position, count))
  }

  /** … and not yet told. */
  async commit(position: number, count = 1): Promise<Batch> {
    const events = Array.from({ length: count }, () => ({ type: 'BankUnlinked', at: 1, account: 0, ach: 1 }) as const)
    const batch: Batch = { position, sealedAt: 1, events, sessions: [] }
    await new Promise<void>((resolve) => this.#journal.commit(batch, resolve))
    return batch
  }

  /** delivery.db, while no delivery has it open or does anything. */
  withStore<T>(use: (store: DeliveryStore) => T): T {
    const database = openDeliveryDatabase(this.#directory, this.#reader)
    try {
      return use(new DeliveryStore(database))
    } finally {
      database.close()
    }
  }

  /** delivery.db, while no delivery has it open. */
  loseStore(): void {
    deleteDatabase(deliveryPath(this.#directory))
  }

  /** The rows that delivery.db has of a webhook. */
  rowsOf({ id }: Pick<Webhook, 'id'>): number {
    const database = new Database(deliveryPath(this.#directory), { readonly: true })
    const rows = ['webhook_progress', 'due_deliveries', 'deliveries'].map((table) =>
      database.prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE webhook = ?`).pluck().get(id),
    )
    database.close()
    return rows.reduce<number>((sum, count) => sum + count!, 0)
  }

  async #end(): Promise<void> {
    this.#reader.close()
    await this.#journal.close()
    rmSync(this.#directory, { recursive: true, force: true })
  }
}
