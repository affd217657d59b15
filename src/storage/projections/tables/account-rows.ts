import type Database from 'better-sqlite3'
import { AccountStatus } from '../../../domain/accounts/account.ts'
import type { AccountEvent, AccountUpdated } from '../../../domain/events/account-event.ts'
import { mergeProfile, type Profile } from '../../../domain/accounts/profile.ts'
import { ByteWriter } from '../../encoding/byte-writer.ts'
import { ACTIVITY_TYPES, kindBit } from './activity-kinds.ts'
import type { PlacedRecord } from './event-run.ts'
import { writeRun } from './event-run.ts'
import { FundingRows } from './funding-rows.ts'

/** Gathers what events say of accounts: their ledger, each account's once a transaction, and who they are. */
export class AccountRows {
  private readonly statements: ReturnType<typeof prepare>
  private readonly funding: FundingRows
  private ledgers = new Map<number, { kinds: number; readonly records: PlacedRecord[] }>()
  private readonly writer = new ByteWriter(256 * 1024)

  constructor(database: Database.Database) {
    this.statements = prepare(database)
    this.funding = new FundingRows(database)
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
        statements.insertAccount.run(
          event.account,
          event.partner,
          event.market,
          event.status,
          event.at,
          0,
          searchText(event.accountNumber, JSON.parse(profile) as Person),
          profile,
        )
        statements.insertStatus.run(event.account, position, JSON.stringify(facts))
        return
      }
      case 'AccountReviewed':
        statements.updateAccount.run(event.status, event.account)
        statements.insertStatus.run(event.account, position, JSON.stringify(event))
        return
      case 'AccountUpdated':
        this.changeProfile(event)
        return
      case 'AccountClosed':
        statements.updateAccount.run(AccountStatus.Closed, event.account)
        statements.insertStatus.run(event.account, position, JSON.stringify(event))
        return
      case 'BankLinked':
      case 'BankReviewed':
      case 'BankUnlinked':
        this.funding.takeBankEvent(event)
        return
      case 'TransferRequested':
      case 'TransferMoved':
      case 'DepositSettled':
      case 'DepositReturned':
      case 'WithdrawalSettled':
      case 'WithdrawalReturned':
        this.funding.takeTransferEvent(event)
        return
      case 'FeeCharged':
      case 'HoldingsGranted':
      case 'PositionSplit':
      case 'DividendPaid':
      case 'CashSettled':
        return
      default:
        event satisfies never
    }
  }

  /** The accounts of a market are the past: no list of their partner has them, or anything of theirs. */
  leaveBehind(market: number): void {
    this.statements.leaveBehind.run(market)
  }

  private changeProfile({ account, changes }: AccountUpdated): void {
    const stored = this.statements.person.get(account)
    if (stored === undefined) throw new Error(`account ${account} has changed and was never opened`)
    const profile = mergeProfile(JSON.parse(stored.profile) as Person, JSON.parse(changes) as Profile)
    // the account number is the first line of what a search looks into
    const accountNumber = stored.search.slice(0, stored.search.indexOf('\n'))
    this.statements.updateProfile.run(searchText(accountNumber, profile), JSON.stringify(profile), account)
  }

  /** Writes the ledgers. Inside the transaction. */
  flush(): void {
    const { statements, writer } = this
    for (const [account, { kinds, records }] of this.ledgers) {
      writer.offset = 0
      statements.insertLedger.run(account, records[0]!.position, kinds, writeRun(writer, records))
    }
    // not clear(), see OrderRows
    this.ledgers = new Map()
  }
}

interface Person {
  readonly contact?: { readonly email_address?: string; readonly phone_number?: string }
  readonly identity?: { readonly given_name?: string; readonly family_name?: string }
}

/** What a search looks into: account number, "given family" name, e-mail and the phone number's digits, a line each, in lower case. */
function searchText(accountNumber: string, { contact, identity }: Person): string {
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
    person: database.prepare<[number], { readonly search: string; readonly profile: string }>(
      'SELECT search, profile FROM accounts WHERE account = ?',
    ),
    updateProfile: database.prepare<[string, string, number]>('UPDATE accounts SET search = ?, profile = ? WHERE account = ?'),
    leaveBehind: database.prepare<[number]>('UPDATE accounts SET partner = -1 - partner WHERE market = ? AND partner >= 0'),
    insertStatus: database.prepare<[number, number, string]>('INSERT INTO account_statuses VALUES (?, ?, ?)'),
    insertLedger: database.prepare<[number, number, number, Buffer]>('INSERT INTO account_events VALUES (?, ?, ?, ?)'),
  }
}
