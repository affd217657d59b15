import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Side } from '../../../src/domain/orders/order.ts'
import { journalPath } from '../../../src/storage/journal/journal-file.ts'
import { JournalReader } from '../../../src/storage/journal-reading/journal-reader.ts'
import { DataDirectoryError } from '../../../src/storage/directory/data-directory-error.ts'
import { deleteDatabase } from '../../../src/storage/directory/expendable-database.ts'
import { prepareReadModel, readModelPath, readProgress } from '../../../src/storage/projections/tables/read-model.ts'
import { asNobody, makeReadOnly } from '../support/as-nobody.ts'
import { Desk, isAboutOrder, openAccounts, StorageVenue } from '../projector-venue.ts'

const ACCOUNTS = 4
const SEED = 20_261_120

let venue: StorageVenue

afterEach(() => venue.close())

function tradedVenue(times: number, seed = SEED): StorageVenue {
  venue = new StorageVenue()
  openAccounts(venue, ACCOUNTS)
  new Desk(venue, ACCOUNTS, seed).trade(times)
  return venue
}

describe('the read model', () => {
  test('shows every order as the last event about it left it', () => {
    tradedVenue(1_000).projectAll(300)
    const orders = new Map(venue.events.filter(isAboutOrder).map(({ order }) => [order.number, order]))
    expect(orders.size).toBeGreaterThan(300)
    for (const [number, order] of orders) expect(venue.readModel.orders.order(number)?.order).toEqual(order)
  })

  test('shows every event about an order, in the order of the journal', () => {
    tradedVenue(600).projectAll(100)
    const numbers = new Set(venue.events.filter(isAboutOrder).map(({ order }) => order.number))
    for (const number of numbers) {
      const expected = venue.events.flatMap((event, index) => {
        const about = event.type === 'OrderRefused' ? event.orderNumber : 'order' in event ? event.order?.number : undefined
        return about === number ? [{ event, position: venue.positions[index] }] : []
      })
      expect(venue.readModel.orders.history(number)).toEqual(expected)
    }
  })

  test.each([SEED, SEED + 1, SEED + 2])('has ledgers whose net amounts add up to the cash of the accounts (seed %i)', (seed) => {
    tradedVenue(1_000, seed).projectAll()
    for (let account = 0; account < ACCOUNTS; account++) {
      const { settled, unsettled } = venue.engine.state.balances(account)
      expect(sumOfLedger(account)).toBe(settled + unsettled)
    }
  })

  test('is the same whether it grew with the journal or is made from it anew', () => {
    tradedVenue(800).projectAll(37)
    const grown = contents()
    venue.restart(() => deleteDatabase(readModelPath(venue.directory)))
    expect(venue.readModel.projectedThrough).toBe(0)
    venue.projectAll(5_000)
    expect(contents()).toEqual(grown)
  })

  test('goes on after a crash where its last transaction ended, inside a batch too', () => {
    tradedVenue(500).projectAll()
    const before = contents()
    venue.restart(() => deleteDatabase(readModelPath(venue.directory)))
    while (venue.project(7)) venue.crash()
    expect(contents()).toEqual(before)
  }, 60_000)

  test.each([
    ['is of another version', 'UPDATE progress SET version = version + 1'],
    ['was made from another journal', "UPDATE progress SET genesis = x'00'"],
    ['does not agree with the journal where it ends', "UPDATE progress SET chain = x'00'"],
    ['was written by a machine that went down', "UPDATE progress SET boot = 'another boot'"],
    ['lacks a table', 'DROP TABLE progress'],
  ])('is made anew when it %s', (_case, damage) => {
    tradedVenue(300).projectAll()
    const before = contents()
    venue.restart(() => {
      const database = new Database(readModelPath(venue.directory))
      database.exec(damage)
      database.close()
    })
    expect(venue.readModel.projectedThrough).toBe(0)
    venue.projectAll()
    expect(contents()).toEqual(before)
  })

  test('is made anew when its file may not be written', () => {
    tradedVenue(100).projectAll()
    const before = contents()
    venue.restart(() => {
      makeReadOnly(readModelPath(venue.directory))
      const journal = new JournalReader(venue.directory)
      asNobody(venue.directory, () => expect(prepareReadModel(venue.directory, journal).projectedThrough).toBe(0))
      journal.close()
    })
    venue.projectAll()
    expect(contents()).toEqual(before)
  })

  test('is not blamed for a disk that fails at the journal, which nobody may delete', () => {
    tradedVenue(50)
    const failing = vi.spyOn(JournalReader.prototype, 'stored').mockImplementation(() => {
      throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ')
    })
    onTestFinished(() => failing.mockRestore())
    expect(() => venue.projectAll()).toThrow(new DataDirectoryError(`${journalPath(venue.directory)} cannot be used: disk I/O error`))
  })

  test('is kept over a restart', () => {
    tradedVenue(300).projectAll()
    const through = venue.readModel.projectedThrough
    venue.restart()
    expect(venue.readModel.projectedThrough).toBe(through)
    expect(venue.project()).toBe(false)
    expect(readProgress(venue.readModel.database).filterThrough).toBe(through)
  })

  test('is nothing that must survive: the journal alone gives everything again', () => {
    tradedVenue(300).projectAll()
    const before = contents()
    venue.restart(() => {
      for (const file of readdirSync(venue.directory)) if (!file.startsWith('journal.db')) rmSync(join(venue.directory, file))
    })
    venue.projectAll()
    expect(contents()).toEqual(before)
  })
})

function sumOfLedger(account: number): number {
  let sum = 0
  for (const { event } of venue.readModel.activities.all(account)) {
    const sign = 'order' in event && event.order.side === Side.Buy ? -1 : 1
    if (event.type === 'OrderFilled') sum += sign * event.cents
    else if (event.type === 'ExecutionBusted') sum -= sign * event.reversedCents
    else if (event.type === 'ExecutionCorrected') sum += sign * (event.cents - event.reversedCents)
    else if (event.type === 'DepositSettled') sum += event.transfer.amountCents
    else if (event.type === 'DepositReturned') sum -= event.transfer.amountCents
    else if (event.type === 'WithdrawalSettled') sum -= event.transfer.amountCents - event.transfer.feeCents
    else if (event.type === 'WithdrawalReturned') sum += event.transfer.amountCents - event.transfer.feeCents
    else if (event.type === 'FeeCharged') sum -= event.cents
    else if (event.type === 'HoldingsGranted') sum += event.cashCents
  }
  return sum
}

/** Everything that the queries show. */
function contents() {
  const { orders, accounts, activities, funding, blotter } = venue.readModel
  const all = { statuses: [], sort: 'created_at', descending: false } as const
  const everyAccount = Array.from({ length: ACCOUNTS }, (_, account) => account)
  return {
    orders: everyAccount.map((account) => orders.orders({ ...all, account }, undefined, 1e6)),
    histories: everyAccount.flatMap((account) =>
      orders.orders({ ...all, account }, undefined, 1e6).map(({ order }) => orders.history(order.number)),
    ),
    accounts: [0, 1].map((partner) => accounts.accounts({ partner, tokens: [], descending: true }, undefined, 1e6)),
    steps: everyAccount.map((account) => [accounts.profile(account), accounts.steps(account)]),
    activities: everyAccount.map((account) => activities.activities({ account }, Number.MAX_SAFE_INTEGER, 1e6)),
    ach: everyAccount.map((account) => funding.achRelationships(account, undefined, 1e6, 1e6)),
    transfers: everyAccount.map((account) => funding.transfers({ account }, undefined, 1e6)),
    blotter: [0, 1].map((partner) => blotter.search({ partner, statuses: [], pageNumber: 1, pageSize: 1e6 })),
  }
}
