import type Database from 'better-sqlite3'
import type { AccountEvent, AccountOpened } from '../../../domain/event.ts'
import { ByteWriter } from '../../encoding/byte-writer.ts'
import { ACTIVITY_TYPES, kindBit } from './activity-kinds.ts'
import type { PlacedRecord } from './event-run.ts'
import { writeRun } from './event-run.ts'

/** Gathers what events say of accounts: their ledger, each account's once a transaction, and who they are. */
export class AccountRows {
  private readonly statements: ReturnType<typeof prepare>
  private readonly ledgers = new Map<number, { kinds: number; readonly records: PlacedRecord[] }>()
  private readonly writer = new ByteWriter(256 * 1024)

  constructor(database: Database.Database) {
    this.statements = prepare(database)
  }

  /** A line of the ledger; `code` is the event's. */
  takeActivity(account: number, code: number, record: PlacedRecord): void {
    let ledger = this.ledgers.get(account)
    if (!ledger) {
      ledger = { kinds: 0, records: [] }
      this.ledgers.set(account, ledger)
    }
    ledger.kinds |= kindBit(ACTIVITY_TYPES[code]!)
    ledger.records.push(record)
  }

  /** Inside a transaction: what is about the account itself is written at once. */
  takeAccountEvent(event: AccountEvent, position: number): void {
    const { statements } = this
    switch (event.type) {
      case 'AccountOpened': {
        const { profile, ...facts } = event
        statements.insertAccount.run(event.account, event.partner, event.market, event.status, event.at, 0, searchText(event), profile)
        statements.insertStatus.run(event.account, position, JSON.stringify(facts))
        return
      }
      case 'AccountReviewed':
        statements.updateAccount.run(event.status, event.account)
        statements.insertStatus.run(event.account, position, JSON.stringify(event))
        return
      case 'BankLinked':
        statements.insertAch.run(event.account, event.ach, event.status, JSON.stringify(event))
        return
      case 'BankUnlinked':
        statements.cancelAch.run(event.at, event.account, event.ach)
        return
      case 'DepositSettled':
        statements.insertDeposit.run(event.account, event.transfer, event.at, event.idempotencyKey, JSON.stringify(event))
        return
      case 'HoldingsGranted':
      case 'CashSettled':
        return
      default:
        event satisfies never
    }
  }

  /** Writes the ledgers. Inside the transaction. */
  flush(): void {
    const { statements, writer } = this
    for (const [account, { kinds, records }] of this.ledgers) {
      writer.offset = 0
      statements.insertLedger.run(account, records[0]!.position, kinds, writeRun(writer, records))
    }
    this.ledgers.clear()
  }
}

interface Person {
  readonly contact?: { readonly email_address?: string; readonly phone_number?: string }
  readonly identity?: { readonly given_name?: string; readonly family_name?: string }
}

/** What a search looks into: account number, "given family" name, e-mail and the phone number's digits, a line each, in lower case. */
function searchText({ accountNumber, profile }: AccountOpened): string {
  const { contact, identity } = JSON.parse(profile) as Person
  const name = `${identity?.given_name ?? ''} ${identity?.family_name ?? ''}`
  const digits = (contact?.phone_number ?? '').replace(/\D/g, '')
  return [accountNumber, name, contact?.email_address ?? '', digits].join('\n').toLowerCase()
}

function prepare(database: Database.Database) {
  return {
    insertAccount: database.prepare<[number, number, number, string, number, number, string, string]>(
      'INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    updateAccount: database.prepare<[string, number]>('UPDATE accounts SET status = ? WHERE account = ?'),
    insertStatus: database.prepare<[number, number, string]>('INSERT INTO account_statuses VALUES (?, ?, ?)'),
    insertAch: database.prepare<[number, number, string, string]>('INSERT INTO ach_relationships VALUES (?, ?, ?, 0, ?)'),
    cancelAch: database.prepare<[number, number, number]>(
      "UPDATE ach_relationships SET status = 'CANCELLED', cancelled_at = ? WHERE account = ? AND ach = ?",
    ),
    insertDeposit: database.prepare<[number, number, number, string | null, string]>('INSERT INTO deposits VALUES (?, ?, ?, ?, ?)'),
    insertLedger: database.prepare<[number, number, number, Buffer]>('INSERT INTO account_events VALUES (?, ?, ?, ?)'),
  }
}
