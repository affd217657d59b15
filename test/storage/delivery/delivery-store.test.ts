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
  const failed = [0, 1, 5_000, 9_999, 19_999]
  store.atomically(() => {
    for (let index = 0; index < 20_000; index++)
      store.add(delivery(`a${index}`, { status: failed.includes(index) ? 'failed' : 'succeeded', webhook: index === 1 ? 'b' : 'a' }))
  })
  const list = async (before: number, most: number) =>
    (await store.list({ webhook: 'a', status: 'failed' }, before, most)).map(({ id, number }) => [id, number])
  const all = [
    ['a19999', 20_000],
    ['a9999', 10_000],
    ['a5000', 5_001],
    ['a0', 1],
  ]
  expect(await turnsDuring(async () => expect(await list(Number.MAX_SAFE_INTEGER, 10)).toEqual(all))).toBeGreaterThanOrEqual(4)
  expect(await list(Number.MAX_SAFE_INTEGER, 2)).toEqual(all.slice(0, 2))
  expect(await list(10_000, 2)).toEqual(all.slice(2))
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
