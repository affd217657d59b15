import { expect, test } from 'vitest'
import { until } from '../../support/until.ts'
import { DeliveryUnderTest } from './support/delivery-under-test.ts'

test('where nothing is outstanding the journal knows at the end how far a webhook has come: with delivery.db lost nothing is delivered again', async () => {
  const under = await DeliveryUnderTest.open()
  const delivery = under.delivery()
  const { webhook } = await delivery.webhooks.create(0, under.receiver.url, [])
  await under.happen(delivery, 1, 3)
  await until(() => delivery.webhooks.lag === 0)
  await delivery.close()
  under.loseStore()
  const next = under.delivery()
  expect(next.webhooks.find(0, webhook.id)!.settledThrough).toBe(3)
  await under.happen(next, 4)
  await until(() => next.webhooks.lag === 0)
  expect(under.receiver.received.map(({ body }) => body.sequence as number).sort()).toEqual([1, 2, 3, 4])
  await next.close()
})
