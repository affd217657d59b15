import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { closeDeliveryDatabase, openDeliveryDatabase } from '../../src/storage/delivery-database.ts'
import { DeliveryStore } from '../../src/storage/delivery-store.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

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
