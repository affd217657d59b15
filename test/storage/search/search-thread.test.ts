import { closeSync, copyFileSync, existsSync, fstatSync, openSync, writeSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountStatus, ActivityType } from '../../../src/domain/accounts/account.ts'
import type { PlaceOrder } from '../../../src/domain/commands/order-command.ts'
import { ShownStatus } from '../../../src/domain/orders/shown-status.ts'
import { type AccountListQuery, isAtHand as isAccountAtHand } from '../../../src/storage/projections/queries/account-queries.ts'
import type { ActivityQuery } from '../../../src/storage/projections/queries/activity-queries.ts'
import { isAtHand, type OrderListQuery } from '../../../src/storage/projections/queries/order-queries.ts'
import { readModelPath } from '../../../src/storage/projections/tables/read-model.ts'
import { areAtHand, type DocumentFilter, DocumentStore, type StoredDocument } from '../../../src/storage/rows/document-store.ts'
import { SearchThread } from '../../../src/storage/search/search-thread.ts'
import { until } from '../../support/until.ts'
import { openAccounts, order, StorageVenue } from '../projector-venue.ts'
import { openTestJournal } from '../support/open-journal.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

let venue: StorageVenue
let searches: SearchThread
let failures: Error[]

beforeEach(() => {
  venue = new StorageVenue()
  openAccounts(venue, 2)
  place(...[0, 1, 0, 1, 0].map((account, index) => order(account, `c-${index}`)), order(0, 'refused', { symbol: 'NONE' }))
  failures = []
  searches = new SearchThread({ directory: venue.directory, onFailure: (error) => failures.push(error) })
})
afterEach(async () => {
  await searches.close()
  venue.close()
})

function place(...orders: readonly PlaceOrder[]): void {
  for (const one of orders) venue.execute(one)
  venue.commit()
  venue.projectAll()
}

const ALL: OrderListQuery = { account: 0, statuses: [], sort: 'created_at', descending: true }
const ALL_ACCOUNTS: AccountListQuery = { partner: 0, tokens: [], descending: true }
const DEPOSITS: ActivityQuery = { account: 0, type: ActivityType.Deposit }

describe('the thread that searches', () => {
  test('finds what the thread of the orders would find, in the order in which it is asked', async () => {
    const { accounts, activities, orders, blotter } = venue.readModel
    const search = { partner: 0, statuses: [ShownStatus.Rejected], pageNumber: 1, pageSize: 10 }
    const found = await Promise.all([
      searches.blotter(search),
      searches.orders(ALL, undefined, 2),
      searches.orders({ ...ALL, account: 1 }, undefined, 10),
      searches.blotter({ ...search, statuses: [] }),
      searches.accounts(ALL_ACCOUNTS, { key: venue.at, id: 1 }, 10),
      searches.activities(DEPOSITS, Number.MAX_SAFE_INTEGER, 10),
    ])
    expect(found).toEqual([
      blotter.search(search),
      orders.orders(ALL, undefined, 2),
      orders.orders({ ...ALL, account: 1 }, undefined, 10),
      blotter.search({ ...search, statuses: [] }),
      accounts.accounts(ALL_ACCOUNTS, { key: venue.at, id: 1 }, 10),
      activities.activities(DEPOSITS, Number.MAX_SAFE_INTEGER, 10),
    ])
    expect([found[0].total, found[1].length, found[2].length, found[3].total, found[4], found[5].length]).toEqual([1, 2, 2, 4, [0], 1])
  })

  test('finds documents in journal.db, as they are there by then', async () => {
    const journal = openTestJournal(venue.directory)
    const documents = new DocumentStore(journal, Buffer.alloc(32, 1))
    const document: StoredDocument = {
      ...{ id: 'a', partner: 0, account: 0, type: 'w9', subType: null, name: 'a form', day: 20_000 },
      ...{ mimeType: 'application/pdf', createdAt: 1_000, file: null },
    }
    const filter: DocumentFilter = { partner: 0, type: 'w9' }
    expect(await searches.documents(filter, undefined, 10)).toEqual([])
    await documents.issue([document, { ...document, id: 'b' }, { ...document, id: 'c', type: 'trade_confirmation' }])
    expect(await searches.documents(filter, { key: 1_000, id: 'b' }, 10)).toEqual([document])
    expect(await searches.documents(filter, undefined, 10)).toEqual(documents.list(filter, undefined, 10))
    await journal.close()
  })

  test('shows what was projected since the last search', async () => {
    expect((await searches.orders(ALL, undefined, 10)).length).toBe(4)
    place(order(0, 'later'))
    expect((await searches.orders(ALL, undefined, 10)).length).toBe(5)
  })

  test('a search that fails concerns nobody else', async () => {
    await expect(searches.orders({ ...ALL, sort: 'none' as 'created_at' }, undefined, 1)).rejects.toThrow('no such column')
    expect((await searches.orders(ALL, undefined, 10)).length).toBe(4)
    expect(failures).toEqual([])
  })

  test('a thread that can not be started refuses who waits for it, and the next search starts it anew', async () => {
    const directory = temporaryDirectory()
    await searches.close()
    searches = new SearchThread({ directory, onFailure: (error) => failures.push(error) })
    // it can't open what it reads, as where no more files can be opened
    const asked = await Promise.allSettled([searches.orders(ALL, undefined, 10), searches.orders(ALL, undefined, 10)])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    venue.restart(() => copyFileSync(readModelPath(venue.directory), readModelPath(directory)))
    expect((await searches.orders(ALL, undefined, 10)).length).toBe(4)
    expect(failures).toEqual([])
  })

  test('a damaged read.db is deleted and ends the process', async () => {
    const directory = temporaryDirectory()
    const path = readModelPath(directory)
    venue.restart(() => copyFileSync(readModelPath(venue.directory), path))
    const descriptor = openSync(path, 'r+')
    writeSync(descriptor, Buffer.alloc(fstatSync(descriptor).size - PAGE, 0xff), 0, null, PAGE)
    closeSync(descriptor)
    await searches.close()
    searches = new SearchThread({ directory, onFailure: (error) => failures.push(error) })
    void searches.orders(ALL, undefined, 10)
    await until(() => failures.length > 0)
    expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining(`${path} was damaged`)])
    expect(existsSync(path)).toBe(false)
  })

  test('ends behind what it was asked for', async () => {
    const searching = searches.orders(ALL, undefined, 10)
    await searches.close()
    expect((await searching).length).toBe(4)
  })
})

test.each<[differences: Partial<OrderListQuery>, isAtHand: boolean]>([
  [{}, true],
  [{ clientOrderId: 'a', statuses: [ShownStatus.Rejected] }, true],
  [{ createdFrom: 1, createdTo: 2 }, true],
  [{ updatedFrom: 1, sort: 'updated_at' }, true],
  [{ updatedFrom: 1 }, false],
  [{ createdTo: 1, sort: 'updated_at' }, false],
  [{ statuses: [ShownStatus.Rejected] }, false],
  [{ instrument: 0 }, false],
  [{ side: 1 }, false],
])('a list by %j is at hand: %s', (differences, expected) => {
  expect(isAtHand({ ...ALL, ...differences })).toBe(expected)
})

test.each<[differences: Partial<AccountListQuery>, isAtHand: boolean]>([
  [{}, true],
  [{ createdFrom: 1, createdTo: 2 }, true],
  [{ tokens: ['a'] }, false],
  [{ status: AccountStatus.Active }, false],
  [{ account: 0, tokens: ['a'], status: AccountStatus.Active }, true],
])('a list of accounts by %j is at hand: %s', (differences, expected) => {
  expect(isAccountAtHand({ ...ALL_ACCOUNTS, ...differences })).toBe(expected)
})

test.each<[differences: Partial<DocumentFilter>, areAtHand: boolean]>([
  [{}, true],
  [{ type: 'w9' }, false],
  [{ from: 0 }, false],
  [{ to: 0 }, false],
  [{ account: 0, type: 'w9', from: 0, to: 0 }, true],
])('a list of documents by %j is at hand: %s', (differences, expected) => {
  expect(areAtHand({ partner: 0, ...differences })).toBe(expected)
})

const PAGE = 8192
