import type Database from 'better-sqlite3'
import type { AchStatus } from '../../../domain/accounts/linked-bank.ts'
import type { PagePlace } from '../../../domain/edges/page-place.ts'
import type { BankLinked } from '../../../domain/events/account-event.ts'
import type { Transfer, TransferStatus, TransferType } from '../../../domain/accounts/transfer.ts'
import { rowLimit } from '../../row-limit.ts'
import { Conditions, Statements } from './statements.ts'

/** An ACH relationship as it stands. */
export interface AchRecord {
  readonly linked: BankLinked
  readonly status: AchStatus
  /** epoch ms */
  readonly updatedAt: number
  /** epoch ms; 0 = not cancelled */
  readonly cancelledAt: number
}

export interface TransferListQuery {
  readonly account: number
  readonly type?: TransferType | undefined
  readonly status?: TransferStatus | undefined
  /** epoch ms, inclusive */
  readonly createdFrom?: number | undefined
  readonly createdTo?: number | undefined
}

type AchRow = Omit<AchRecord, 'linked'> & { readonly linked: string }

/** ACH relationships and transfers, as read.db has them. Numbers are the market's counters. */
export class FundingQueries {
  private readonly queries: Statements
  private readonly statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.queries = new Statements(database)
    this.statements = prepare(database)
  }

  achRelationship(account: number, ach: number): AchRecord | undefined {
    const row = this.statements.ach.get(account, ach)
    return row && achOfRow(row)
  }

  /** Up to `count`, newest first, before a number. */
  achRelationships(account: number, status: AchStatus | undefined, before: number, count: number): readonly AchRecord[] {
    const conditions = new Conditions().add('account = @account AND ach < @before', { account, before })
    conditions.compare('status', '=', 'status', status)
    const sql = `SELECT ${ACH_COLUMNS} FROM ach_relationships ${conditions.where} ORDER BY ach DESC ${rowLimit('@count')}`
    return this.queries.all<AchRow>(sql, { ...conditions.parameters, count }).map(achOfRow)
  }

  transfer(account: number, number: number): Transfer | undefined {
    const record = this.statements.transfer.get(account, number)
    return record === undefined ? undefined : (JSON.parse(record) as Transfer)
  }

  /** Up to `count`, newest first: sorted by (created, number), behind `after`. */
  transfers(query: TransferListQuery, after: PagePlace | undefined, count: number): readonly Transfer[] {
    const conditions = new Conditions().add('account = @account', { account: query.account })
    conditions.compare('type', '=', 'type', query.type).compare('status', '=', 'status', query.status)
    conditions.compare('created_at', '>=', 'createdFrom', query.createdFrom).compare('created_at', '<=', 'createdTo', query.createdTo)
    if (after) conditions.add('(created_at, transfer) < (@key, @id)', { key: after.key, id: after.id })
    const sql = `SELECT record FROM transfers ${conditions.where} ORDER BY created_at DESC, transfer DESC ${rowLimit('@count')}`
    const rows = this.queries.all<{ record: string }>(sql, { ...conditions.parameters, count })
    return rows.map(({ record }) => JSON.parse(record) as Transfer)
  }

  /** Accounts with a relationship of this number, one in each market at most. */
  accountsOfAch(ach: number): readonly number[] {
    return this.statements.accountsOfAch.all(ach)
  }

  /** Accounts with a transfer of this number, one in each market at most. */
  accountsOfTransfer(number: number): readonly number[] {
    return this.statements.accountsOfTransfer.all(number)
  }
}

const ACH_COLUMNS = 'linked, status, updated_at AS updatedAt, cancelled_at AS cancelledAt'

function achOfRow(row: AchRow): AchRecord {
  return { ...row, linked: JSON.parse(row.linked) as BankLinked }
}

function prepare(database: Database.Database) {
  return {
    ach: database.prepare<[number, number], AchRow>(`SELECT ${ACH_COLUMNS} FROM ach_relationships WHERE account = ? AND ach = ?`),
    transfer: database.prepare<[number, number], string>('SELECT record FROM transfers WHERE account = ? AND transfer = ?').pluck(),
    accountsOfAch: database.prepare<[number], number>('SELECT account FROM ach_relationships WHERE ach = ?').pluck(),
    accountsOfTransfer: database.prepare<[number], number>('SELECT account FROM transfers WHERE transfer = ?').pluck(),
  }
}
