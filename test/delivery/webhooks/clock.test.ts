import { expect, onTestFinished, test, vi } from 'vitest'
import type { Delivery } from '../../../src/delivery/delivery.ts'
import { until } from '../../support/until.ts'
import { answer, type Behaviour, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { DeliveryUnderTest } from './support/delivery-under-test.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'

/** longer than the first delay of a sandbox */
const DELAY_MS = 6_000

/** A webhook that has an attempt due again, in some seconds unless its receiver asks for more. */
async function openWithRetry(given: { readonly now: () => number; readonly failure?: Behaviour }) {
  const under = await DeliveryUnderTest.open()
  const { delivery, webhook } = await under.deliveryWithRetry(given)
  const history = () => delivery.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 10)
  expect((await history())[0]).toMatchObject({ status: 'failed', attemptedAt: given.now() })
  return { under, delivery, history }
}

const attempts = ({ received }: WebhookReceiver): string[] =>
  received.map(({ body, headers }) => `${body.sequence}, attempt ${headers['webhook-attempt'] as string}`)

/** The next event comes, and with it a look at what is due. */
async function expectRetryWith(position: number, under: DeliveryUnderTest, delivery: Delivery): Promise<void> {
  await under.happen(delivery, position)
  await until(() => delivery.webhooks.lag === 0)
  expect(attempts(under.receiver).slice(-2).sort()).toEqual(['1, attempt 2', `${position}, attempt 1`])
  await delivery.close()
}

test('what is due again is due after as long as before when the clock is set back', async () => {
  const start = Date.now()
  let now = start + DAY_MS
  const { under, delivery, history } = await openWithRetry({ now: () => now })
  now = start
  await under.happen(delivery, 2)
  await until(() => delivery.webhooks.lag === 1)
  expect(attempts(under.receiver)).toEqual(['1, attempt 1', '2, attempt 1'])
  expect((await history())[0]!.attemptedAt).toBe(start)
  now += DELAY_MS
  await expectRetryWith(3, under, delivery)
})

test('… and when it was set back while the gateway was not running', async () => {
  const start = Date.now()
  const { under, delivery: before } = await openWithRetry({ now: () => start + DAY_MS })
  await before.close()
  let now = start
  const delivery = under.delivery({ now: () => now })
  expect(delivery.webhooks.lag).toBe(1)
  now += DELAY_MS
  await expectRetryWith(2, under, delivery)
})

test('what comes after the clock was set back is not given up a day too early', async () => {
  const start = Date.now()
  let now = start + DAY_MS
  const { under, delivery, history } = await openWithRetry({ now: () => now })
  now = start
  under.receiver.next.push(answer(500))
  await under.happen(delivery, 2)
  await under.receiver.until(2)
  const [webhook] = delivery.webhooks.list(0)
  const [second] = await history()
  await until(() => delivery.webhooks.delivery(webhook!, second!.id)!.status === 'failed')
  const disabled = await delivery.webhooks.change(webhook!, { isActive: false })
  now = start + 5 * DAY_MS + DELAY_MS
  await delivery.webhooks.change(disabled, { isActive: true })
  await until(() => delivery.webhooks.lag === 0)
  expect(attempts(under.receiver).sort()).toEqual(['1, attempt 1', '1, attempt 2', '2, attempt 1', '2, attempt 2'])
  await delivery.close()
})

test('what fails after the clock was set back is made again when its delay is over, and says when that is by the clock as it is now', async () => {
  const start = Date.now()
  let now = start + DAY_MS
  const { under, delivery, history } = await openWithRetry({ now: () => now })
  now = start
  under.receiver.next.push(answer(503, '', { 'retry-after': '36000' }))
  await under.happen(delivery, 2)
  await under.receiver.until(2)
  const [webhook] = delivery.webhooks.list(0)
  const [second] = await history()
  await until(() => delivery.webhooks.delivery(webhook!, second!.id)!.status === 'failed')
  await under.happen(delivery, 3)
  await under.receiver.until(3)
  await until(() => delivery.webhooks.lag === 2)
  expect(attempts(under.receiver)).toEqual(['1, attempt 1', '2, attempt 1', '3, attempt 1'])
  expect((await history()).map(({ sequence, nextAttemptAt }) => [sequence, nextAttemptAt])).toEqual([
    [3, null],
    [2, start + 36_000_000],
    [1, expect.any(Number)],
  ])
  await delivery.close()
})

test('what the machine has slept over, or its clock was set forward over, is looked for once a minute', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => void timers.mockRestore())
  let now = Date.now()
  const { under, delivery } = await openWithRetry({ now: () => now, failure: answer(503, '', { 'retry-after': '36000' }) })
  await under.happen(delivery, 2)
  await until(() => delivery.webhooks.lag === 1)
  const [look] = timers.mock.calls.find(([, ms]) => ms === 60_000)!
  now += 36_000_000
  look()
  await until(() => delivery.webhooks.lag === 0)
  expect(attempts(under.receiver)).toEqual(['1, attempt 1', '2, attempt 1', '1, attempt 2'])
  await delivery.close()
})
