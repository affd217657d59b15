import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { closeDeliveryDatabase, openDeliveryDatabase } from '../../../src/storage/delivery/delivery-database.ts'
import { DeliveryStore } from '../../../src/storage/delivery/delivery-store.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

test('delivery.db says that it was closed once all of it is on the disk, and is there whole', () => {
  const directory = temporaryDirectory()
  const log = join(directory, 'delivery.db-wal')
  const journal = { chainThrough: () => Buffer.alloc(32, 1), lastPosition: () => 5 }
  const database = openDeliveryDatabase(directory, journal)
  new DeliveryStore(database).setTaken('a', 5)
  // whatever was checkpointed before without a sync
  database.pragma('wal_checkpoint(PASSIVE)')
  const states: unknown[] = []
  const prepare = database.prepare.bind(database)
  vi.spyOn(database, 'prepare').mockImplementation((sql: string) => {
    states.push([sql, database.pragma('synchronous', { simple: true }), statSync(log).size > 0])
    return prepare(sql)
  })
  closeDeliveryDatabase(database)
  expect(states).toEqual([
    // FULL; something to write, so that the checkpoint syncs
    ['UPDATE meta SET boot = boot', 2, true],
    ["UPDATE meta SET boot = ''", 2, false],
  ])
  expect(existsSync(log)).toBe(false)
  const reopened = openDeliveryDatabase(directory, journal)
  expect(new DeliveryStore(reopened).progress('a')).toEqual({ taken: 5, failingSince: null })
  reopened.close()
})

test('the attempts of one event are found without a look at the others, also in a file from before there was an index', () => {
  const directory = temporaryDirectory()
  const journal = { chainThrough: () => Buffer.alloc(32, 1), lastPosition: () => 5 }
  const plans: unknown[] = []
  for (let start = 0; start < 2; start++) {
    const database = openDeliveryDatabase(directory, journal)
    const prepared = vi.spyOn(database, 'prepare')
    const store = new DeliveryStore(database)
    const [sql] = prepared.mock.calls.map(([text]) => text).filter((text) => text.includes('max(attempt)'))
    plans.push(...database.prepare<[string, string], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all('a', 'b'))
    if (start === 0) store.setTaken('a', 5)
    else expect(store.progress('a')).toEqual({ taken: 5, failingSince: null })
    prepared.mockRestore()
    database.exec('DROP INDEX deliveries_of_event')
    closeDeliveryDatabase(database)
  }
  const detail = 'SEARCH deliveries USING COVERING INDEX deliveries_of_event (webhook=? AND event_id=?)'
  expect(plans).toMatchObject([{ detail }, { detail }])
})
