import type Database from 'better-sqlite3'
import type { AchStatus } from '../../../domain/command.ts'
import type { BankLinked, DepositSettled } from '../../../domain/event.ts'
import type { CaughtUp } from './caught-up.ts'
import { Conditions, Statements } from './statements.ts'

/** An ACH relationship as it stands. */
export interface AchRecord {
  readonly linked: BankLinked
  readonly status: AchStatus
  /** epoch ms; 0 = not cancelled */
  readonly cancelledAt: number
}

export interface DepositListQuery {
  readonly account: number
  /** epoch ms, inclusive */
  readonly createdFrom?: number | undefined
  readonly createdTo?: number | undefined
}

interface AchRow {
  readonly linked: string
  readonly status: AchStatus
  readonly cancelledAt: number
}

/** ACH relationships and transfers, as read.db has them. Numbers are the market's counters. */
export class FundingQueries {
  /** resolves once everything before this journal position can be read */
  readonly caughtUp: CaughtUp
  private readonly queries: Statements
  private readonly statements: ReturnType<typeof prepare>

  constructor(database: Database.Database, caughtUp: CaughtUp) {
    this.caughtUp = caughtUp
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
    const sql = `SELECT ${ACH_COLUMNS} FROM ach_relationships ${conditions.where} ORDER BY ach DESC LIMIT @count`
    return this.queries.all<AchRow>(sql, { ...conditions.parameters, count }).map(achOfRow)
  }

  deposit(account: number, transfer: number): DepositSettled | undefined {
    const settled = this.statements.deposit.get(account, transfer)
    return settled === undefined ? undefined : (JSON.parse(settled) as DepositSettled)
  }

  depositByKey(account: number, idempotencyKey: string): DepositSettled | undefined {
    const settled = this.statements.depositByKey.get(account, idempotencyKey)
    return settled === undefined ? undefined : (JSON.parse(settled) as DepositSettled)
  }

  /** Up to `count`, newest first: sorted by (created, transfer), behind `after`. */
  deposits(
    query: DepositListQuery,
    after: { readonly key: number; readonly id: number } | undefined,
    count: number,
  ): readonly DepositSettled[] {
    const conditions = new Conditions().add('account = @account', { account: query.account })
    conditions.compare('created_at', '>=', 'createdFrom', query.createdFrom).compare('created_at', '<=', 'createdTo', query.createdTo)
    if (after) conditions.add('(created_at, transfer) < (@key, @id)', { key: after.key, id: after.id })
    const sql = `SELECT settled FROM deposits ${conditions.where} ORDER BY created_at DESC, transfer DESC LIMIT @count`
    const rows = this.queries.all<{ settled: string }>(sql, { ...conditions.parameters, count })
    return rows.map(({ settled }) => JSON.parse(settled) as DepositSettled)
  }
}

const ACH_COLUMNS = 'linked, status, cancelled_at AS cancelledAt'

function achOfRow({ linked, status, cancelledAt }: AchRow): AchRecord {
  return { linked: JSON.parse(linked) as BankLinked, status, cancelledAt }
}

function prepare(database: Database.Database) {
  return {
    ach: database.prepare<[number, number], AchRow>(`SELECT ${ACH_COLUMNS} FROM ach_relationships WHERE account = ? AND ach = ?`),
    deposit: database.prepare<[number, number], string>('SELECT settled FROM deposits WHERE account = ? AND transfer = ?').pluck(),
    depositByKey: database
      .prepare<[number, string], string>('SELECT settled FROM deposits WHERE account = ? AND idempotency_key = ?')
      .pluck(),
  }
}
