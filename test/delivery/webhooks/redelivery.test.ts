import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Delivery, type DeliveryParts } from '../../../src/delivery/delivery.ts'
import type { EngineView } from '../../../src/domain/view.ts'
import { JournalReader } from '../../../src/storage/journal-reader.ts'
import type { Journal } from '../../../src/storage/journal.ts'
import { WebhookStore } from '../../../src/storage/webhook-store.ts'
import { openStrictJournal } from '../../storage/support/strict-journal.ts'
import { until } from '../../support/until.ts'
import { RECEIVER_CERTIFICATE, WebhookReceiver } from '../../support/webhook-receiver.ts'

const view = {
  partners: [{ index: 0, id: 'partner', environment: 'sandbox', market: 0 }],
  markets: [{ seed: 'seed' }],
  accounts: [{ partner: 0 }],
} as unknown as EngineView

let directory: string
let journal: Journal
let reader: JournalReader
let receiver: WebhookReceiver

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fillgate-redelivery-'))
  journal = openStrictJournal(directory)
  reader = new JournalReader(directory)
  receiver = await WebhookReceiver.open()
})
afterEach(async () => {
  reader.close()
  await journal.close()
  await receiver.close()
  rmSync(directory, { recursive: true, force: true })
})

function openDelivery(readModel: DeliveryParts['readModel'], dataOf: DeliveryParts['dataOf']): Delivery {
  const fail = (error: Error): never => {
    throw error
  }
  return new Delivery({
    directory,
    view,
    reader,
    readModel,
    webhooks: new WebhookStore(journal, Buffer.alloc(32, 1)),
    dataOf,
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
    ca: readFileSync(RECEIVER_CERTIFICATE, 'utf8'),
  })
}

test('a redelivery of an event that is made of the read model waits for it while that is made anew', async () => {
  const before = openDelivery({ projectedThrough: 1, caughtUp: () => Promise.resolve() }, () => ({ ach: 1 }))
  const { webhook } = await before.webhooks.create(0, receiver.url, [])
  const batch = { position: 1, sealedAt: 1, events: [{ type: 'BankUnlinked', at: 1, account: 0, ach: 1 } as const], sessions: [] }
  await new Promise<void>((resolve) => journal.commit(batch, resolve))
  before.onDurable(batch)
  await until(() => before.webhooks.lag === 0)
  await before.close()

  let isMade = false
  let tellThatItIs: (() => void) | undefined
  const made = new Promise<void>((resolve) => (tellThatItIs = resolve))
  const after = openDelivery({ projectedThrough: 0, caughtUp: () => made }, () => {
    if (!isMade) throw new Error('it is not in the read model')
    return { ach: 1 }
  })
  const [delivery] = await after.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 1)
  expect(after.webhooks.redeliver(after.webhooks.find(0, webhook.id)!, delivery!)).toMatchObject({ attempt: 2, status: 'pending' })
  isMade = true
  tellThatItIs!()
  await receiver.until(2)
  expect(receiver.received[1]!.text).toBe(receiver.received[0]!.text)
  await after.close()
})
