import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Delivery } from '../../../src/delivery/delivery.ts'
import type { EngineView } from '../../../src/domain/view.ts'
import { DeliveryStore } from '../../../src/storage/delivery-store.ts'
import { deliveryPath } from '../../../src/storage/delivery-database.ts'
import { JournalReader } from '../../../src/storage/journal-reader.ts'
import type { Journal } from '../../../src/storage/journal.ts'
import { type Webhook, WebhookStore } from '../../../src/storage/webhook-store.ts'
import { openStrictJournal } from '../../storage/support/strict-journal.ts'
import { until } from '../../support/until.ts'

const view = {
  partners: [{ index: 0, id: 'partner', environment: 'sandbox', market: 0 }],
  markets: [{ seed: 'seed' }],
  accounts: [{ partner: 0 }],
} as unknown as EngineView

let directory: string
let journal: Journal
let reader: JournalReader

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fillgate-removal-'))
  journal = openStrictJournal(directory)
  reader = new JournalReader(directory)
})
afterEach(async () => {
  reader.close()
  await journal.close()
  rmSync(directory, { recursive: true, force: true })
})

function openDelivery(): Delivery {
  const fail = (error: Error): never => {
    throw error
  }
  return new Delivery({
    directory,
    view,
    reader,
    readModel: { projectedThrough: Infinity, caughtUp: () => Promise.resolve() },
    webhooks: new WebhookStore(journal, Buffer.alloc(32, 1)),
    dataOf: () => ({}),
    pendingEvents: () => 0,
    spunMs: () => 0,
    now: () => 1_795_187_045_123,
    retention: { events: 1_000_000, hours: 168, bytes: null },
    retryScale: 1,
    allowPrivateTargets: true,
    onAttempt: () => undefined,
    onUnreadable: fail,
    onFailure: fail,
    version: '1.2.3',
  })
}

/** The rows that delivery.db has of a webhook. */
function rowsOf({ id }: Webhook): number {
  const database = new Database(deliveryPath(directory), { readonly: true })
  const rows = ['webhook_progress', 'due_deliveries', 'deliveries'].map((table) =>
    database.prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE webhook = ?`).pluck().get(id),
  )
  database.close()
  return rows.reduce<number>((sum, count) => sum + count!, 0)
}

/** Lets a webhook have a backlog. */
function fill({ id }: Webhook, count: number): void {
  const database = new Database(deliveryPath(directory))
  const store = new DeliveryStore(database)
  store.atomically(() => {
    for (let sequence = 1; sequence <= count; sequence++)
      store.putDue(id, { sequence, position: sequence, eventType: 'order.filled', attempt: 1, dueAt: 1, takenAt: 1 })
  })
  database.close()
}

const MORE_THAN_ONE_PIECE = 3_000
const ID = '00000000-0000-4000-8000-000000000001'
const disabled = { id: ID, isActive: false }

test('a removal that the end of the process has cut short is gone on with at the next start', async () => {
  const before = openDelivery()
  const { webhook } = await before.webhooks.create(0, 'https://example.com/', [], disabled)
  const { webhook: other } = await before.webhooks.create(0, 'https://example.com/', [], { isActive: false })
  fill(webhook, MORE_THAN_ONE_PIECE)
  const removing = before.webhooks.remove(webhook)
  await until(() => rowsOf(webhook) <= MORE_THAN_ONE_PIECE)
  await before.close()
  await removing
  expect(rowsOf(webhook)).toBeGreaterThan(0)

  const after = openDelivery()
  await until(() => rowsOf(webhook) === 0)
  expect(rowsOf(other)).toBe(1)
  await after.close()
})

test('a webhook of the same id that comes during the removal has nothing of the one before, and loses nothing of its own', async () => {
  const delivery = openDelivery()
  const { webhook } = await delivery.webhooks.create(0, 'https://example.com/', [], disabled)
  fill(webhook, MORE_THAN_ONE_PIECE)
  const removing = delivery.webhooks.remove(webhook)
  const { webhook: next } = await delivery.webhooks.create(0, 'https://example.com/next', [], disabled)
  fill(next, 2)
  await removing
  expect(delivery.webhooks.list(0)).toEqual([next])
  expect(rowsOf(next)).toBe(3)
  await delivery.close()
})
