import { expect, test } from 'vitest'
import { signatureOf } from '../../../src/delivery/webhooks/signature.ts'
import type { PartnerEventType } from '../../../src/domain/partners/partner-event-type.ts'
import { until } from '../../support/until.ts'
import { DeliveryUnderTest } from './support/delivery-under-test.ts'

/** A read model that attempts wait for, until it is told to be there. */
function readModelToCome() {
  let waiting = 0
  let tell: (() => void) | undefined
  const made = new Promise<void>((resolve) => (tell = resolve))
  const caughtUp = (): Promise<void> => {
    waiting++
    return made
  }
  const readModel = { projectedThrough: 0, caughtUp }
  const come = (): void => {
    readModel.projectedThrough = Number.MAX_SAFE_INTEGER
    tell!()
  }
  return { readModel, waiting: () => waiting, come }
}

/** Delivery as it is after a start at which a webhook, which has had events at `/hook/before`, has another attempt of each due, of which some wait for the read model. */
async function openWithAttemptThatWaits(events = 1) {
  const under = await DeliveryUnderTest.open()
  const before = under.delivery()
  const { webhook: created } = await before.webhooks.create(0, `${under.receiver.url}/before`, [])
  await under.happen(before, 1, events)
  await until(() => before.webhooks.lag === 0)
  const [first] = await before.webhooks.deliveries({ webhook: created.id }, Number.MAX_SAFE_INTEGER, 1)
  const eventType = first!.eventType as PartnerEventType
  // before it is closed: what is outstanding then is not settled
  under.withStore((store) => {
    for (let position = 1; position <= events; position++)
      store.putDue(created.id, { sequence: position, position, eventType, attempt: 2, dueAt: 1, takenAt: under.now })
  })
  await before.close()

  const { readModel, waiting, come } = readModelToCome()
  const delivery = under.delivery({ readModel })
  await until(() => waiting() === Math.min(events, 4))
  return { under, receiver: under.receiver, delivery, webhook: delivery.webhooks.find(0, created.id)!, first: first!, waiting, come }
}

test('an attempt that waits for its turn goes to the url, and is signed with the secrets, that the webhook has when it comes', async () => {
  const { under, receiver, delivery, webhook, come } = await openWithAttemptThatWaits()
  const url = `${receiver.url}/behind`
  await delivery.webhooks.rotateSecret(await delivery.webhooks.change(webhook, { url }))
  const { secret } = delivery.webhooks.find(0, webhook.id)!
  come()
  const [, received] = await receiver.until(2)
  await until(() => delivery.webhooks.lag === 0)
  const { path, headers, text: body } = received!
  const id = headers['webhook-id'] as string
  const signature = signatureOf([secret, webhook.secret], { id, timestamp: Math.floor(under.now / 1000), body })
  expect([path, headers['webhook-signature']]).toEqual(['/hook/behind', signature])
  const history = await delivery.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 10)
  expect(history.map(({ url: calledAt, status }) => [calledAt, status])).toEqual([
    [url, 'succeeded'],
    [webhook.url, 'succeeded'],
  ])
  await delivery.close()
})

test('an attempt that waits for its turn is not made while the webhook is disabled, and made when it is active again', async () => {
  const { receiver, delivery, webhook, first, come } = await openWithAttemptThatWaits()
  const disabled = await delivery.webhooks.change(webhook, { isActive: false })
  come()
  // a test goes out nevertheless: an attempt would have been written down before it
  await delivery.webhooks.test(disabled)
  const history = await delivery.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 10)
  expect(history.map(({ eventType }) => eventType)).toEqual(['webhook.test', first.eventType])
  await delivery.webhooks.change(disabled, { isActive: true })
  await receiver.until(3)
  expect(receiver.received[2]!.headers['webhook-attempt']).toBe('2')
  await until(() => delivery.webhooks.lag === 0)
  await delivery.close()
})

test('an attempt that waits for its turn is not made of what is dropped meanwhile, and makes room for what comes then', async () => {
  const { under, receiver, delivery, webhook, first, come } = await openWithAttemptThatWaits()
  delivery.webhooks.dropOutstanding(0, 2)
  come()
  // a test goes out nevertheless: an attempt would have been written down before it
  await delivery.webhooks.test(webhook)
  const history = await delivery.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 10)
  expect(history.map(({ eventType }) => eventType)).toEqual(['webhook.test', first.eventType])
  await under.happen(delivery, 2)
  await receiver.until(3)
  expect(receiver.received[2]!.body.sequence).toBe(2)
  // nothing is left of what was dropped
  await until(() => delivery.webhooks.lag === 0)
  await delivery.close()
})

test('where all attempts that wait for their turn are of what is dropped meanwhile, those behind them are made', async () => {
  const { receiver, delivery, webhook, come } = await openWithAttemptThatWaits(6)
  await receiver.until(6)
  delivery.webhooks.dropOutstanding(0, 5)
  await until(() => delivery.webhooks.lag === 2)
  // by when those behind have been looked at, too
  await delivery.webhooks.test(webhook)
  come()
  await until(() => delivery.webhooks.lag === 0)
  const again = receiver.received.slice(7).map(({ body, headers }) => [body.sequence, headers['webhook-attempt']])
  expect(again.sort()).toEqual([
    [5, '2'],
    [6, '2'],
  ])
  await delivery.close()
})

test('a redelivery that waits for its turn goes to the url that the webhook has when it comes', async () => {
  const { receiver, delivery, webhook, first, waiting, come } = await openWithAttemptThatWaits()
  const disabled = await delivery.webhooks.change(webhook, { isActive: false })
  delivery.webhooks.redeliver(disabled, first)
  expect(waiting()).toBe(2)
  const url = `${receiver.url}/behind`
  await delivery.webhooks.change(disabled, { url })
  come()
  await receiver.until(2)
  await until(() => delivery.webhooks.lag === 0)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook/before', '/hook/behind'])
  const history = await delivery.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 10)
  expect(history.map((attempt) => attempt.url)).toEqual([url, webhook.url])
  await delivery.close()
})
