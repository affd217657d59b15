import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test, vi } from 'vitest'
import { closeDeliveryDatabase, openDeliveryDatabase } from '../../../src/storage/delivery/delivery-database.ts'
import { DeliveryStore } from '../../../src/storage/delivery/delivery-store.ts'
import { DataDirectoryError } from '../../../src/storage/directory/data-directory-error.ts'
import { EventMarkStore } from '../../../src/storage/delivery/event-mark-store.ts'
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

test('delivery.db that the disk fails at is not begun anew: the start is refused, and a later one finds all of it', () => {
  const directory = temporaryDirectory()
  const journal = { chainThrough: () => Buffer.alloc(32, 1), lastPosition: () => 5 }
  const database = openDeliveryDatabase(directory, journal)
  new DeliveryStore(database).setTaken('a', 5)
  closeDeliveryDatabase(database)
  const failing = vi.spyOn(Database.prototype, 'prepare').mockImplementationOnce(() => {
    throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ')
  })
  expect(() => openDeliveryDatabase(directory, journal)).toThrow(
    new DataDirectoryError(
      `${join(directory, 'delivery.db')} cannot be used: disk I/O error; it may be deleted: the next start makes it anew`,
    ),
  )
  failing.mockRestore()
  const reopened = openDeliveryDatabase(directory, journal)
  expect(new DeliveryStore(reopened).progress('a')).toEqual({ taken: 5, failingSince: null })
  reopened.close()
})

test('delivery.db that the disk fails at as it is closed is named, and does not say that it was closed', () => {
  const directory = temporaryDirectory()
  const journal = { chainThrough: () => Buffer.alloc(32, 1), lastPosition: () => 5 }
  const database = openDeliveryDatabase(directory, journal)
  const pragma = database.pragma.bind(database)
  vi.spyOn(database, 'pragma').mockImplementation((sql) => {
    if (sql.startsWith('wal_checkpoint')) throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE')
    return pragma(sql)
  })
  expect(() => closeDeliveryDatabase(database)).toThrow(
    new DataDirectoryError(
      `${join(directory, 'delivery.db')} cannot be used: disk I/O error; it may be deleted: the next start makes it anew`,
    ),
  )
  expect(database.prepare("SELECT boot = '' FROM meta").pluck().get()).toBe(0)
  database.close()
})

describe('delivery.db of a process that was killed', () => {
  const genesis = Buffer.alloc(32, 1)
  const journal = { chainThrough: () => genesis, lastPosition: () => 5 }
  // the machine has another boot then; a file that was closed does not say of which it was
  const machineWentDown = "UPDATE meta SET boot = 'the boot before' WHERE boot <> ''"

  test.each([
    { name: 'goes on where its marks end with the journal', becomes: 'kept' },
    { name: 'is begun anew where they go beyond it', after: { lastPosition: () => 4 }, becomes: 'anew' },
    { name: 'is begun anew beside another journal', after: { chainThrough: () => Buffer.alloc(32, 2) }, becomes: 'anew' },
    { name: 'is begun anew where it is of another version', sql: 'UPDATE meta SET version = version + 1', becomes: 'anew' },
    { name: 'is begun anew where the machine went down', sql: machineWentDown, becomes: 'anew' },
  ])('$name', ({ sql = '', after = {}, becomes }) => {
    const directory = temporaryDirectory()
    // a planned end before it is no reason to trust the file
    closeDeliveryDatabase(openDeliveryDatabase(directory, journal))
    const database = openDeliveryDatabase(directory, journal)
    new DeliveryStore(database).setTaken('a', 7)
    new EventMarkStore(database).add(5, 100, [])
    database.exec(sql)
    database.close()
    const again = openDeliveryDatabase(directory, { ...journal, ...after })
    const found = { progress: new DeliveryStore(again).progress('a'), through: new EventMarkStore(again).through() }
    again.close()
    const kept = { progress: { taken: 7, failingSince: null }, through: 5 }
    expect(found).toEqual(becomes === 'kept' ? kept : { progress: undefined, through: 0 })
  })
})
