import { expect, test } from 'vitest'
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
