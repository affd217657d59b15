import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import type Database from 'better-sqlite3'
import { AccountQueries } from '../../src/storage/projections/queries/account-queries.ts'
import { openAccounts, StorageVenue } from './projector-venue.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Each word is looked for as it stands, or as the digits of a phone number too. */
const WORDS = 10

test('whoever searches with ever other words has no statement kept for each of them, and finds the same again', async () => {
  const venue = new StorageVenue()
  onTestFinished(() => venue.close())
  openAccounts(venue, 2)
  venue.projectAll()
  const { database } = venue.readModel
  const prepared: WeakRef<Database.Statement>[] = []
  const prepare = database.prepare.bind(database)
  database.prepare = ((sql: string) => {
    const statement = prepare(sql)
    prepared.push(new WeakRef(statement))
    return statement
  }) as typeof database.prepare
  const queries = new AccountQueries(database)
  const find = (words: number): readonly number[] => {
    const tokens = Array.from({ length: WORDS }, (_, index) => ((words >> index) & 1 ? '512' : '(512)'))
    return queries.accounts({ partner: 0, tokens, descending: true }, undefined, 10)
  }
  for (let words = 0; words < 2 ** WORDS; words++) expect(find(words)).toEqual([0])
  // a reference counts until the turn is over
  await setImmediate()
  collectGarbage()
  expect(prepared.length).toBeGreaterThan(1_000)
  expect(prepared.filter((statement) => statement.deref() !== undefined).length).toBeLessThan(200)
  expect(find(0)).toEqual([0])
})
