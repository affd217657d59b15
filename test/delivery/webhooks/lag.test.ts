import { expect, test } from 'vitest'
import { until } from '../../support/until.ts'
import { hang } from '../../support/webhook-receiver.ts'
import { DeliveryUnderTest } from './support/delivery-under-test.ts'

test('what waits for a webhook that is disabled is no lag; once it is active again it is', async () => {
  const under = await DeliveryUnderTest.open()
  const { delivery, webhook } = await under.deliveryWithRetry()
  expect(delivery.webhooks.lag).toBe(1)
  const disabled = await delivery.webhooks.change(webhook, { isActive: false })
  expect(delivery.webhooks.lag).toBe(0)
  await delivery.webhooks.change(disabled, { isActive: true })
  expect(delivery.webhooks.lag).toBe(1)
  await delivery.close()
})

test('what a reset drops is no lag, also what a webhook had no room for', async () => {
  const under = await DeliveryUnderTest.open()
  under.receiver.usually = hang
  const delivery = under.delivery()
  const { webhook } = await delivery.webhooks.create(0, under.receiver.url, [])
  await under.happen(delivery, 1, 1_000)
  expect(delivery.webhooks.lag).toBe(1_000)
  // it has room for 256 that wait, and takes no more behind them
  await until(() => under.rowsOf(webhook) > 256)
  delivery.webhooks.dropOutstanding(0, 1_001)
  await until(() => delivery.webhooks.lag === 0)
  await delivery.close()
})
