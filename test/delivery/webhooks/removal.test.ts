import { expect, test } from 'vitest'
import type { Webhook } from '../../../src/storage/rows/webhook-store.ts'
import { until } from '../../support/until.ts'
import { DeliveryUnderTest } from './support/delivery-under-test.ts'

const MORE_THAN_ONE_PIECE = 3_000
const ID = '00000000-0000-4000-8000-000000000001'
const disabled = { id: ID, isActive: false }

/** Lets a webhook have a backlog. */
function fill(under: DeliveryUnderTest, { id }: Webhook): void {
  under.withStore((store) =>
    store.atomically(() => {
      for (let sequence = 1; sequence <= MORE_THAN_ONE_PIECE; sequence++)
        store.putDue(id, { sequence, position: sequence, eventType: 'order.filled', attempt: 1, dueAt: 1, takenAt: 1 })
    }),
  )
}

/** A delivery that was started again, of a webhook with a backlog. */
async function openWithBacklog() {
  const under = await DeliveryUnderTest.open()
  const before = under.delivery()
  const { webhook } = await before.webhooks.create(0, 'https://example.com/', [], disabled)
  await before.close()
  fill(under, webhook)
  return { under, webhook, delivery: under.delivery() }
}

test('a removal that the end of the process has cut short is gone on with at the next start', async () => {
  const under = await DeliveryUnderTest.open()
  const first = under.delivery()
  const { webhook } = await first.webhooks.create(0, 'https://example.com/', [], disabled)
  const { webhook: other } = await first.webhooks.create(0, 'https://example.com/', [], { isActive: false })
  await first.close()
  fill(under, webhook)

  const before = under.delivery()
  const removing = before.webhooks.remove(webhook)
  await until(() => under.rowsOf(webhook) <= MORE_THAN_ONE_PIECE)
  await before.close()
  await removing
  expect(under.rowsOf(webhook)).toBeGreaterThan(0)

  const after = under.delivery()
  await until(() => under.rowsOf(webhook) === 0)
  expect(under.rowsOf(other)).toBe(1)
  await after.close()
})

test('a removal is done once it is durable: what the webhook has left is deleted behind it', async () => {
  const { under, webhook, delivery } = await openWithBacklog()
  await delivery.webhooks.remove(webhook)
  expect([delivery.webhooks.list(0), under.rowsOf(webhook) > MORE_THAN_ONE_PIECE / 2]).toEqual([[], true])
  await until(() => under.rowsOf(webhook) === 0)
  await delivery.close()
})

test('a webhook of the same id that comes during the removal has nothing of the one before, and loses nothing of its own', async () => {
  const { under, webhook, delivery } = await openWithBacklog()
  const removing = delivery.webhooks.remove(webhook)
  const { webhook: next } = await delivery.webhooks.create(0, 'https://example.com/next', [], disabled)
  await under.happen(delivery, 1)
  await removing
  expect(delivery.webhooks.list(0)).toEqual([next])
  // what it was told of, as skipped, and how far it has come
  await until(() => under.rowsOf(next) === 2)
  expect(delivery.webhooks.lag).toBe(0)
  await delivery.close()
})

test('a webhook that is deleted before it is durable does not work beside the next one of its id', async () => {
  const under = await DeliveryUnderTest.open()
  const delivery = under.delivery()
  const creating = delivery.webhooks.create(0, under.receiver.url, [], { id: ID })
  await delivery.webhooks.remove(delivery.webhooks.find(0, ID)!)
  await creating
  await delivery.webhooks.create(0, under.receiver.url, [], { id: ID })
  await under.happen(delivery, 1)
  await until(() => delivery.webhooks.lag === 0 && under.receiver.received.length > 0)
  await under.happen(delivery, 2)
  await until(() => delivery.webhooks.lag === 0)
  expect(under.receiver.received.map(({ body }) => body.sequence)).toEqual([1, 2])
  await delivery.close()
})
