import { expect, test } from 'vitest'
import { until } from '../../support/until.ts'
import { DeliveryUnderTest } from './support/delivery-under-test.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'

const EVENTS = 4_000
const FIVE_DAYS_MS = 5 * DAY_MS

/** A webhook that has thousands of events outstanding, all due. */
async function openWithMany({ takenAt }: { readonly takenAt: (now: number) => number }) {
  const under = await DeliveryUnderTest.open()
  const before = under.delivery()
  const { webhook } = await before.webhooks.create(0, under.receiver.url, [])
  await before.webhooks.change(webhook, { isActive: false })
  await under.happen(before, 1, EVENTS)
  under.withStore((store) =>
    store.atomically(() => {
      store.setTaken(webhook.id, EVENTS)
      for (let sequence = 1; sequence <= EVENTS; sequence++)
        store.putDue(webhook.id, {
          sequence,
          position: sequence,
          eventType: 'funding.ach_relationship_removed',
          attempt: 2,
          dueAt: 1,
          takenAt: takenAt(under.now),
        })
    }),
  )
  await before.close()
  return { under, webhook }
}

const left = (under: DeliveryUnderTest, id: string): number => under.withStore((store) => store.outstanding(id))

test('thousands that have waited for too long are dropped in pieces; none of them is sent, what comes then is', async () => {
  const { under, webhook } = await openWithMany({ takenAt: (now) => now - FIVE_DAYS_MS - 1 })
  const delivery = under.delivery()
  await delivery.webhooks.change(delivery.webhooks.find(0, webhook.id)!, { isActive: true })
  expect(delivery.webhooks.lag).toBeGreaterThan(1_000)
  await under.happen(delivery, EVENTS + 1)
  await until(() => delivery.webhooks.lag === 0)
  expect(under.receiver.received.map(({ body }) => body.sequence as number)).toEqual([EVENTS + 1])
  await delivery.close()
})

test('thousands that have waited for too long are not sent by the next process either', async () => {
  const { under, webhook } = await openWithMany({ takenAt: (now) => now - FIVE_DAYS_MS - 1 })
  const first = under.delivery()
  await first.webhooks.change(first.webhooks.find(0, webhook.id)!, { isActive: true })
  await first.close()
  expect(left(under, webhook.id)).toBeGreaterThan(1_000)
  const delivery = under.delivery()
  await under.happen(delivery, EVENTS + 1)
  await until(() => delivery.webhooks.lag === 0)
  expect(under.receiver.received.map(({ body }) => body.sequence as number)).toEqual([EVENTS + 1])
  await delivery.close()
})

test('thousands that a reset drops are gone in pieces, also where the process ends meanwhile; what comes then is sent', async () => {
  const { under, webhook } = await openWithMany({ takenAt: (now) => now })
  const first = under.delivery()
  first.webhooks.dropOutstanding(0, EVENTS + 1)
  await first.close()
  expect(left(under, webhook.id)).toBeGreaterThan(1_000)
  const delivery = under.delivery()
  await delivery.webhooks.change(delivery.webhooks.find(0, webhook.id)!, { isActive: true })
  await under.happen(delivery, EVENTS + 1)
  await until(() => delivery.webhooks.lag === 0)
  expect(under.receiver.received.map(({ body }) => body.sequence as number)).toEqual([EVENTS + 1])
  await delivery.close()
})
