import { expect, test } from 'vitest'
import { until } from '../../support/until.ts'
import { answer, type Behaviour } from '../../support/webhook-receiver.ts'
import { DeliveryUnderTest } from './support/delivery-under-test.ts'

test('a redelivery of an event that is made of the read model waits for it while that is made anew', async () => {
  const under = await DeliveryUnderTest.open()
  const { receiver } = under
  const before = under.delivery({ readModel: { projectedThrough: 1, caughtUp: () => Promise.resolve() } })
  const { webhook } = await before.webhooks.create(0, receiver.url, [])
  await under.happen(before, 1)
  await until(() => before.webhooks.lag === 0)
  await before.close()

  let isMade = false
  let tellThatItIs: (() => void) | undefined
  const made = new Promise<void>((resolve) => (tellThatItIs = resolve))
  const after = under.delivery({
    readModel: { projectedThrough: 0, caughtUp: () => made },
    dataOf: () => {
      if (!isMade) throw new Error('it is not in the read model')
      return { ach: 1 }
    },
  })
  const [delivery] = await after.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 1)
  expect(after.webhooks.redeliver(after.webhooks.find(0, webhook.id)!, delivery!)).toMatchObject({ attempt: 2, status: 'pending' })
  isMade = true
  tellThatItIs!()
  await receiver.until(2)
  expect(receiver.received[1]!.text).toBe(receiver.received[0]!.text)
  await after.close()
})

test('an attempt that fails once a redelivery of its event has succeeded is not made again', async () => {
  const under = await DeliveryUnderTest.open()
  const { receiver } = under
  const delivery = under.delivery()
  const { webhook } = await delivery.webhooks.create(0, receiver.url, [])
  let fail = (): void => undefined
  receiver.next.push((...held: Parameters<Behaviour>) => (fail = () => answer(500)(...held)))
  await under.happen(delivery, 1)
  await receiver.until(1)
  const attempts = () => delivery.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 10)
  const [first] = await attempts()
  const again = delivery.webhooks.redeliver(webhook, first!)
  await until(() => delivery.webhooks.delivery(webhook, again.id)!.status === 'succeeded')
  fail()
  await until(() => delivery.webhooks.delivery(webhook, first!.id)!.status === 'failed')
  expect((await attempts()).map(({ attempt, nextAttemptAt }) => [attempt, nextAttemptAt])).toEqual([
    [2, null],
    [1, null],
  ])
  expect(delivery.webhooks.lag).toBe(0)
  await delivery.close()
})
