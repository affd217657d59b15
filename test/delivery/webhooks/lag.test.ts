import { expect, test } from 'vitest'
import { until } from '../../support/until.ts'
import { answer } from '../../support/webhook-receiver.ts'
import { DeliveryUnderTest } from './support/delivery-under-test.ts'

test('what waits for a webhook that is disabled is no lag; once it is active again it is', async () => {
  const under = await DeliveryUnderTest.open()
  let hasFailed = false
  const delivery = under.delivery({ onAttempt: (isSuccess) => (hasFailed ||= !isSuccess) })
  const { webhook } = await delivery.webhooks.create(0, under.receiver.url, [])
  under.receiver.next.push(answer(500))
  await under.happen(delivery, 1)
  await until(() => hasFailed)
  expect(delivery.webhooks.lag).toBe(1)
  const disabled = await delivery.webhooks.change(webhook, { isActive: false })
  expect(delivery.webhooks.lag).toBe(0)
  await delivery.webhooks.change(disabled, { isActive: true })
  expect(delivery.webhooks.lag).toBe(1)
  await delivery.close()
})
