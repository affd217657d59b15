import { expect, test } from 'vitest'
import type { WebhookChange } from '../../../src/delivery/webhooks/dispatcher.ts'
import { until } from '../../support/until.ts'
import { DeliveryUnderTest } from './support/delivery-under-test.ts'

const changes: { readonly change: WebhookChange; readonly what: string; readonly history: readonly string[] }[] = [
  { what: 'disabled', change: { isActive: false }, history: ['skipped'] },
  { what: 'told of other events', change: { events: ['order.filled'] }, history: [] },
]

test.each(changes)(
  'an event that comes as its webhook is being $what is delivered by the next process, where this one is killed before that is durable',
  async ({ change, history }) => {
    const under = await DeliveryUnderTest.open('thread')
    const { receiver } = under
    const delivery = under.delivery()
    const { webhook } = await delivery.webhooks.create(0, `${receiver.url}/changed`, [])
    await delivery.webhooks.create(0, `${receiver.url}/other`, [])
    const batch = await under.commit(1)
    const release = under.holdJournal()
    const changing = delivery.webhooks.change(webhook, change)
    delivery.onDurable(batch)
    // both are told of it at once
    await receiver.until(1)
    const next = under.killed()
    release()
    await changing
    await under.happen(delivery, 2)
    await until(() => delivery.webhooks.lag === 0)
    const kept = await delivery.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 10)
    expect(kept.map(({ status }) => status)).toEqual(history.flatMap((status) => [status, status]))
    await delivery.close()

    const restarted = next.delivery()
    await until(() => receiver.received.some(({ path }) => path === '/hook/changed'))
    await restarted.close()
  },
)

test('what stands behind what a reset drops is skipped once, also where it came before its webhook was durable as disabled', async () => {
  const under = await DeliveryUnderTest.open('thread')
  const { receiver } = under
  const delivery = under.delivery()
  const { webhook } = await delivery.webhooks.create(0, `${receiver.url}/disabled`, [])
  await delivery.webhooks.create(0, `${receiver.url}/other`, [])
  const batches = [await under.commit(1), await under.commit(2)]
  const release = under.holdJournal()
  const changing = delivery.webhooks.change(webhook, { isActive: false })
  for (const batch of batches) delivery.onDurable(batch)
  // both webhooks are told of them at once
  await receiver.until(2)
  delivery.webhooks.dropOutstanding(0, 2)
  release()
  await changing
  const skipped = async (most: number) => {
    await until(() => under.rowsOf(webhook) > most)
    const history = await delivery.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 10)
    return history.map(({ sequence, status }) => [sequence, status])
  }
  expect(await skipped(1)).toEqual([[2, 'skipped']])
  await under.happen(delivery, 3)
  expect(await skipped(2)).toEqual([
    [3, 'skipped'],
    [2, 'skipped'],
  ])
  await delivery.close()
})
