import { expect, test } from 'vitest'
import { until } from '../../support/until.ts'
import { answer, hang } from '../../support/webhook-receiver.ts'
import { DeliveryUnderTest } from './support/delivery-under-test.ts'

test('an attempt that the end of the process cuts off is made again with the next number, and takes none of those that there are', async () => {
  const under = await DeliveryUnderTest.open()
  const { receiver } = under
  receiver.next.push(hang, answer(500), hang, answer(500), answer(500), answer(500))
  const first = under.delivery({ retryScale: 0 })
  const { webhook } = await first.webhooks.create(0, receiver.url, [])
  await under.happen(first, 1)
  await receiver.until(1)
  await first.close()
  const second = under.delivery({ retryScale: 0 })
  await receiver.until(3)
  await second.close()
  const third = under.delivery({ retryScale: 0 })
  await until(() => third.webhooks.lag === 0)
  const history = await third.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 10)
  expect(history.map(({ attempt, status, error, responseStatus }) => [attempt, status, error, responseStatus])).toEqual([
    [6, 'failed', null, 500],
    [5, 'failed', null, 500],
    [4, 'failed', null, 500],
    [3, 'failed', 'connection', null],
    [2, 'failed', null, 500],
    [1, 'failed', 'connection', null],
  ])
  expect(receiver.received.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2', '3', '4', '5', '6'])
  await third.close()
})

test('an attempt that is under way as the process ends, and the connections that are kept, are cut then', async () => {
  const under = await DeliveryUnderTest.open()
  const { receiver } = under
  receiver.next.push(answer(200), hang)
  const delivery = under.delivery()
  await delivery.webhooks.create(0, receiver.url, [])
  await under.happen(delivery, 1, 2)
  await receiver.until(2)
  await until(() => delivery.webhooks.lag === 1)
  expect(receiver.openConnections).toBe(2)
  await delivery.close()
  await receiver.until(() => receiver.openConnections === 0)
})
