import { expect, onTestFinished, test } from 'vitest'
import { openDeliveryDatabase } from '../../../src/storage/delivery/delivery-database.ts'
import { type Delivery, DeliveryStore } from '../../../src/storage/delivery/delivery-store.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

function delivery(id: string, given: Partial<Delivery> = {}): Delivery {
  return {
    id,
    webhook: 'a',
    eventId: id,
    eventType: 'order.filled',
    sequence: 1,
    position: 1,
    attempt: 1,
    status: 'succeeded',
    url: 'https://example.com/',
    responseStatus: 200,
    responseBody: '',
    error: null,
    durationMs: 1,
    attemptedAt: 1,
    nextAttemptAt: null,
    body: null,
    ...given,
  }
}

function openStore(): DeliveryStore {
  const database = openDeliveryDatabase(temporaryDirectory(), { chainThrough: () => Buffer.alloc(32, 1), lastPosition: () => 5 })
  onTestFinished(() => void database.close())
  return new DeliveryStore(database)
}

/** How many turns of the event loop others have meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const count = (): void => {
    turns++
    turn = setImmediate(count)
  }
  let turn = setImmediate(count)
  await work()
  clearImmediate(turn)
  return turns
}

test('the few that a filter leaves of a long history are found, and others have a turn on the way to them', async () => {
  const store = openStore()
  // 15,903 and 15,904 stand on both sides of where the first look ends
  const failed = [0, 1, 5_000, 9_999, 15_903, 15_904, 19_999]
  store.atomically(() => {
    for (let index = 0; index < 20_000; index++)
      store.add(delivery(`a${index}`, { status: failed.includes(index) ? 'failed' : 'succeeded', webhook: index === 1 ? 'b' : 'a' }))
  })
  const list = async (before: number, most: number) =>
    (await store.list({ webhook: 'a', status: 'failed' }, before, most)).map(({ id, number }) => [id, number])
  const all = [
    ['a19999', 20_000],
    ['a15904', 15_905],
    ['a15903', 15_904],
    ['a9999', 10_000],
    ['a5000', 5_001],
    ['a0', 1],
  ]
  expect(await turnsDuring(async () => expect(await list(Number.MAX_SAFE_INTEGER, 10)).toEqual(all))).toBeGreaterThanOrEqual(4)
  expect(await list(Number.MAX_SAFE_INTEGER, 2)).toEqual(all.slice(0, 2))
  expect(await list(10_000, 2)).toEqual(all.slice(4))
  expect(await list(1, 2)).toEqual([])
  expect(await store.list({ webhook: 'c' }, Number.MAX_SAFE_INTEGER, 2)).toEqual([])
})

test('a webhook with a long history is forgotten whole, and no other; others have a turn meanwhile', async () => {
  const store = openStore()
  const fill = (webhook: string, count: number): void =>
    store.atomically(() => {
      store.setTaken(webhook, count)
      for (let sequence = 1; sequence <= count; sequence++) {
        store.putDue(webhook, { sequence, position: 1, eventType: 'order.filled', attempt: 1, dueAt: 1, takenAt: 1 })
        store.add(delivery(`${webhook}${sequence}`, { webhook, sequence }))
      }
    })
  fill('a', 4_096)
  fill('b', 2)
  const kept = async (webhook: string) => ({
    progress: store.progress(webhook),
    due: store.countDue(webhook, 1, 10_000),
    attempts: (await store.list({ webhook }, Number.MAX_SAFE_INTEGER, 10_000)).length,
  })
  expect(await turnsDuring(() => store.remove('a'))).toBeGreaterThanOrEqual(8)
  expect(await kept('a')).toEqual({ progress: undefined, due: 0, attempts: 0 })
  expect(await kept('b')).toEqual({ progress: { taken: 2, failingSince: null }, due: 2, attempts: 2 })
})

test('how many events a webhook has yet to get is known without counting them, also after a start', async () => {
  const database = openDeliveryDatabase(temporaryDirectory(), { chainThrough: () => Buffer.alloc(32, 1), lastPosition: () => 5 })
  onTestFinished(() => void database.close())
  const store = new DeliveryStore(database)
  const put = (webhook: string, sequence: number, attempt = 1): void =>
    store.putDue(webhook, { sequence, position: sequence, eventType: 'order.filled', attempt, dueAt: sequence, takenAt: sequence })
  const counts = (): readonly number[] => ['a', 'b'].map((webhook) => store.outstanding(webhook))
  for (let sequence = 1; sequence <= 300; sequence++) put('a', sequence)
  put('b', 1)
  // a retry is the same event
  put('a', 300, 2)
  expect(counts()).toEqual([300, 1])
  store.dropDue('a', 7)
  store.dropDue('a', 7)
  expect([90, 1].map((moment) => store.newestTakenBefore('a', moment))).toEqual([89, 0])
  while (store.oldestDue('a')! <= 89) store.dropPieceThrough('a', 89)
  expect(counts()).toEqual([211, 1])
  expect(['a', 'b'].map((webhook) => new DeliveryStore(database).outstanding(webhook))).toEqual([211, 1])
  await store.remove('a')
  expect(counts()).toEqual([0, 1])
})

test('what is due comes by the moment at which it became due, and the next is that behind it', () => {
  const store = openStore()
  const put = (sequence: number, dueAt: number): void =>
    store.putDue('a', { sequence, position: sequence, eventType: 'order.filled', attempt: 1, dueAt, takenAt: 1 })
  put(1, 30)
  put(2, 10)
  put(3, 10)
  put(4, 20)
  const due = (now: number, count: number) => store.due('a', now, count).map(({ sequence }) => sequence)
  expect([due(9, 9), due(10, 9), due(30, 9), due(30, 3)]).toEqual([[], [2, 3], [2, 3, 4, 1], [2, 3, 4]])
  expect([9, 10, 20, 30].map((now) => store.nextDueAfter('a', now))).toEqual([10, 20, 30, undefined])
})

test('since when a webhook fails stays known while events are taken for it, and counts among the newest moments', () => {
  const store = openStore()
  const put = (takenAt: number): void =>
    store.putDue('a', { sequence: 1, position: 1, eventType: 'order.filled', attempt: 1, dueAt: 1, takenAt })
  const moments = [store.newestMoment()]
  store.setTaken('a', 1)
  store.setFailingSince('a', 5)
  store.setTaken('a', 2)
  expect(store.progress('a')).toEqual({ taken: 2, failingSince: 5 })
  moments.push(store.newestMoment())
  put(4)
  moments.push(store.newestMoment())
  put(6)
  moments.push(store.newestMoment())
  expect(moments).toEqual([0, 5, 5, 6])
})

test('a webhook that is being forgotten when the file is closed is among those of which something is known', async () => {
  const directory = temporaryDirectory()
  const journal = { chainThrough: () => Buffer.alloc(32, 1), lastPosition: () => 5 }
  const database = openDeliveryDatabase(directory, journal)
  const store = new DeliveryStore(database)
  store.setTaken('a', 100)
  for (let sequence = 1; sequence <= 100; sequence++) store.add(delivery(`a${sequence}`, { sequence }))
  const removed = store.remove('a')
  database.close()
  await removed
  const again = openDeliveryDatabase(directory, journal)
  onTestFinished(() => void again.close())
  expect(new DeliveryStore(again).webhooks()).toEqual(['a'])
})

test('when an attempt is made again is known of each webhook by itself, also of those that have yet to get the same event', () => {
  const store = openStore()
  const failed = { eventId: 'event', status: 'failed' } as const
  for (const webhook of ['a', 'b'])
    store.putDue(webhook, { sequence: 1, position: 1, eventType: 'order.filled', attempt: 2, dueAt: 100, takenAt: 1 })
  store.add(delivery('a1', { ...failed, nextAttemptAt: 100 }))
  store.add(delivery('b1', { ...failed, webhook: 'b', nextAttemptAt: 100 }))
  store.add(delivery('b2', { ...failed, webhook: 'b', attempt: 2, nextAttemptAt: 300 }))
  const next = () => [store.find('a', 'a1'), store.find('b', 'b1'), store.find('b', 'b2')].map((found) => found!.nextAttemptAt)
  expect(next()).toEqual([100, null, 300])
  store.dropDue('a', 1)
  expect(next()).toEqual([null, null, 300])
})
