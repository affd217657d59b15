import { expect, onTestFinished, test } from 'vitest'
import { Slices } from '../../../src/delivery/slices.ts'
import { clearOldAttempts } from '../../../src/delivery/webhooks/old-attempts.ts'
import { openDeliveryDatabase } from '../../../src/storage/delivery/delivery-database.ts'
import { type Delivery, DeliveryStore } from '../../../src/storage/delivery/delivery-store.ts'
import { temporaryDirectory } from '../../storage/support/temporary-directory.ts'
import { until } from '../../support/until.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'

function attempt(number: number, attemptedAt: number): Delivery {
  return {
    id: `attempt-${number}`,
    webhook: 'webhook',
    eventId: `evt_${number}`,
    eventType: 'order.filled',
    sequence: number,
    position: number,
    attempt: 1,
    status: 'failed',
    url: 'https://example.com/',
    responseStatus: 500,
    responseBody: '',
    error: null,
    durationMs: 1,
    attemptedAt,
    nextAttemptAt: null,
    body: null,
  }
}

test('attempts of more than thirty days ago go a piece at a time, others have a turn meanwhile; what a clock that was ahead has written stays', async () => {
  const database = openDeliveryDatabase(temporaryDirectory(), { chainThrough: () => Buffer.alloc(32, 1), lastPosition: () => 5 })
  onTestFinished(() => void database.close())
  const deliveries = new DeliveryStore(database)
  const now = 100 * DAY_MS
  deliveries.atomically(() => {
    for (let number = 1; number <= 70; number++) deliveries.add(attempt(number, now + DAY_MS))
    for (let number = 71; number <= 1_070; number++) deliveries.add(attempt(number, now - 30 * DAY_MS - 1))
    deliveries.add(attempt(1_071, now - 30 * DAY_MS))
  })
  const slices = new Slices({
    areOrdersWaiting: () => false,
    onFailure: (error) => {
      throw error
    },
    spunMs: () => 0,
    onUnreadable: (error) => {
      throw error
    },
  })
  const count = database.prepare<[], number>('SELECT count(*) FROM deliveries').pluck()
  const seen = new Set<number>()
  clearOldAttempts({ deliveries, slices, now: () => now })
  await until(() => {
    seen.add(count.get()!)
    return count.get() === 71
  })
  expect(seen.size).toBeGreaterThan(10)
})
