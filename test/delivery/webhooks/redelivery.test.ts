import { setImmediate as turn } from 'node:timers/promises'
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

test('what is redelivered at once is made one at a time, in the order in which it was asked for, and others have turns in between', async () => {
  const under = await DeliveryUnderTest.open()
  const { receiver } = under
  const made: number[] = []
  const delivery = under.delivery({ dataOf: (...[, , position]) => ({ made: made.push(position) }) })
  const { webhook } = await delivery.webhooks.create(0, receiver.url, [])
  await under.happen(delivery, 1, 5)
  await until(() => delivery.webhooks.lag === 0)
  const history = () => delivery.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 20)
  const asked = [...(await history())].reverse()
  made.length = 0
  const again = asked.map((attempt) => delivery.webhooks.redeliver(webhook, attempt))
  for (let before = 0; before < asked.length; before = made.length) {
    await turn()
    expect(made.length - before).toBeLessThanOrEqual(1)
  }
  expect(made).toEqual(asked.map(({ position }) => position))
  await until(() => again.every(({ id }) => delivery.webhooks.delivery(webhook, id)!.status === 'succeeded'))
  expect((await history()).map(({ attempt }) => attempt)).toEqual([2, 2, 2, 2, 2, 1, 1, 1, 1, 1])
  await delivery.close()
})

test('four redeliveries of a webhook are under way at a time, however many are asked for; the others follow as it answers', async () => {
  const under = await DeliveryUnderTest.open()
  const { receiver } = under
  const delivery = under.delivery()
  const created = async (path: string) => (await delivery.webhooks.create(0, `${receiver.url}/${path}`, [])).webhook
  const [slow, quick] = [await created('slow'), await created('quick')]
  await under.happen(delivery, 1)
  await until(() => delivery.webhooks.lag === 0)
  const held: (() => void)[] = []
  receiver.usually = (response, received) => {
    const succeed = (): void => answer(200)(response, received)
    if (received.path.endsWith('/slow')) held.push(succeed)
    else succeed()
  }
  const askedAgain = async (webhook: typeof slow) => {
    const [first] = await delivery.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 1)
    const again = Array.from({ length: 9 }, () => delivery.webhooks.redeliver(webhook, first!))
    return () => until(() => again.every(({ id }) => delivery.webhooks.delivery(webhook, id)!.status === 'succeeded'))
  }
  const slowOnes = await askedAgain(slow)
  // each of these has its turn behind one of those
  await (
    await askedAgain(quick)
  )()
  expect(held.length).toBe(4)
  for (let answered = 0; answered < 9; answered++) {
    await receiver.until(() => held.length > answered)
    held[answered]!()
  }
  await slowOnes()
  await delivery.close()
})

test('a redelivery that has waited for others says of itself when it was made, not when it was asked for', async () => {
  const under = await DeliveryUnderTest.open()
  const { receiver } = under
  let now = under.now
  const delivery = under.delivery({ now: () => now })
  const { webhook } = await delivery.webhooks.create(0, receiver.url, [])
  await under.happen(delivery, 1)
  await until(() => delivery.webhooks.lag === 0)
  const history = () => delivery.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 10)
  const [first] = await history()
  const held: (() => void)[] = []
  receiver.usually = (...given) => held.push(() => answer(200)(...given))
  for (let asked = 0; asked < 5; asked++) delivery.webhooks.redeliver(webhook, first!)
  await receiver.until(() => held.length === 4)
  now += 60_000
  held[0]!()
  await receiver.until(() => held.length === 5)
  const moments = (await history()).map(({ attempt, attemptedAt }) => [attempt, attemptedAt - under.now])
  expect(moments).toEqual([
    [6, 60_000],
    [5, 0],
    [4, 0],
    [3, 0],
    [2, 0],
    [1, 0],
  ])
  await delivery.close()
})

test('a redelivery that a crash has cut off before its turn is in the history, and its number is not given again', async () => {
  const under = await DeliveryUnderTest.open()
  const before = under.delivery()
  const { webhook } = await before.webhooks.create(0, under.receiver.url, [])
  await under.happen(before, 1)
  await until(() => before.webhooks.lag === 0)
  const [first] = await before.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 1)
  const again = before.webhooks.redeliver(webhook, first!)
  const after = under.killed().delivery()
  expect(after.webhooks.delivery(webhook, again.id)).toMatchObject({ attempt: 2, status: 'failed', error: 'connection' })
  expect(after.webhooks.redeliver(webhook, first!)).toMatchObject({ attempt: 3 })
  await before.close()
  await after.close()
})

test('a redelivery that fails leaves its event to the attempts that are to come', async () => {
  const under = await DeliveryUnderTest.open()
  const { receiver } = under
  const delivery = under.delivery()
  const { webhook } = await delivery.webhooks.create(0, receiver.url, [])
  receiver.next.push(answer(500), answer(500))
  await under.happen(delivery, 1)
  const attempts = () => delivery.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 10)
  await receiver.until(1)
  const [begun] = await attempts()
  await until(() => delivery.webhooks.delivery(webhook, begun!.id)!.status === 'failed')
  const [first] = await attempts()
  const again = delivery.webhooks.redeliver(webhook, first!)
  await until(() => delivery.webhooks.delivery(webhook, again.id)!.status === 'failed')
  expect(delivery.webhooks.lag).toBe(1)
  const shown = (await attempts()).map(({ attempt, status, nextAttemptAt }) => [attempt, status, nextAttemptAt])
  expect(shown).toEqual([
    [2, 'failed', null],
    [1, 'failed', first!.nextAttemptAt],
  ])
  expect(first!.nextAttemptAt).toBeGreaterThan(under.now)
  await delivery.close()
})

test('a redelivery of a webhook that its owner has disabled leaves it as that, whatever the receiver says', async () => {
  const under = await DeliveryUnderTest.open()
  const { receiver } = under
  const delivery = under.delivery()
  const { webhook } = await delivery.webhooks.create(0, receiver.url, [])
  await under.happen(delivery, 1)
  await until(() => delivery.webhooks.lag === 0)
  const disabled = await delivery.webhooks.change(delivery.webhooks.find(0, webhook.id)!, { isActive: false })
  const [first] = await delivery.webhooks.deliveries({ webhook: webhook.id }, Number.MAX_SAFE_INTEGER, 1)
  receiver.next.push(answer(410))
  const again = delivery.webhooks.redeliver(disabled, first!)
  await until(() => delivery.webhooks.delivery(webhook, again.id)!.status === 'failed')
  // what followed from the answer has been drawn before the next one is made
  const last = delivery.webhooks.redeliver(disabled, first!)
  await until(() => delivery.webhooks.delivery(webhook, last.id)!.status === 'succeeded')
  expect(delivery.webhooks.find(0, webhook.id)).toMatchObject({ isActive: false, disabledReason: null, skipped: disabled.skipped })
  await delivery.close()
})

test('a test that is redelivered takes nothing from the event whose sequence it shows', async () => {
  const under = await DeliveryUnderTest.open()
  const { delivery, webhook } = await under.deliveryWithRetry()
  const tested = await delivery.webhooks.test(webhook)
  expect(tested).toMatchObject({ sequence: 1, status: 'succeeded' })
  const again = delivery.webhooks.redeliver(webhook, tested!)
  await until(() => delivery.webhooks.delivery(webhook, again.id)!.status === 'succeeded')
  expect(delivery.webhooks.lag).toBe(1)
  await delivery.close()
})
