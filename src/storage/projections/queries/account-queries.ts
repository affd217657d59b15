import type Database from 'better-sqlite3'
import type { AccountStatus } from '../../../domain/accounts/account.ts'
import type { PagePlace } from '../../../domain/edges/page-place.ts'
import type { AccountClosed, AccountOpened, AccountReviewed } from '../../../domain/events/account-event.ts'
import { rowLimit } from '../../row-limit.ts'
import { Conditions, Statements } from './statements.ts'

export interface AccountListQuery {
  readonly partner: number
  /** the one that the caller may see; undefined = all of the partner */
  readonly account?: number | undefined
  /** lower case; each has to be part of account number, "given family" name, e-mail or the phone number's digits */
  readonly tokens: readonly string[]
  readonly status?: AccountStatus | undefined
  /** epoch ms, inclusive */
  readonly createdFrom?: number | undefined
  readonly createdTo?: number | undefined
  readonly descending: boolean
}

/** A step in the life of an account; the profile is not part of it. */
export type AccountStep = Omit<AccountOpened, 'profile'> | AccountReviewed | AccountClosed

/** The persons behind the accounts, as read.db has them. */
export class AccountQueries {
  private readonly queries: Statements
  private readonly statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.queries = new Statements(database)
    this.statements = prepare(database)
  }

  /** The JSON text that OpenAccount carried. */
  profile(account: number): string | undefined {
    return this.statements.profile.get(account)
  }

  /** Indices of up to `count` accounts, sorted by (created, index), behind `after`. */
  accounts(query: AccountListQuery, after: PagePlace | undefined, count: number): readonly number[] {
    const { partner, account, tokens, status, createdFrom, createdTo, descending } = query
    const conditions = new Conditions().add('partner = @partner', { partner }).compare('status', '=', 'status', status)
    conditions.compare('account', '=', 'account', account)
    conditions.compare('created_at', '>=', 'createdFrom', createdFrom).compare('created_at', '<=', 'createdTo', createdTo)
    tokens.forEach((token, index) => addToken(conditions, token, `token${index}`))
    if (after) conditions.add(`(created_at, account) ${descending ? '<' : '>'} (@key, @id)`, { key: after.key, id: after.id })
    const direction = descending ? 'DESC' : 'ASC'
    const sql = `SELECT account FROM accounts ${conditions.where} ORDER BY created_at ${direction}, account ${direction} ${rowLimit('@count')}`
    return this.queries.all<{ account: number }>(sql, { ...conditions.parameters, count }).map(({ account }) => account)
  }

  /** What became of an account's application, oldest first. */
  steps(account: number): readonly { readonly event: AccountStep; readonly position: number }[] {
    return this.statements.steps.all(account).map(({ position, event }) => ({ position, event: JSON.parse(event) as AccountStep }))
  }
}

/** A phone number is kept as its digits, however it is written: +44 (20) 7946-0958 is looked for as 44, 20 and 79460958 too. */
function addToken(conditions: Conditions, token: string, name: string): void {
  const digits = /^\+?[0-9().-]+$/.test(token) ? token.replace(/\D/g, '') : ''
  if (digits === '' || digits === token) conditions.add(`instr(search, @${name}) > 0`, { [name]: token })
  else conditions.add(`(instr(search, @${name}) > 0 OR instr(search, @${name}digits) > 0)`, { [name]: token, [`${name}digits`]: digits })
}

/** An index leads to the accounts that are looked for, and to no others. */
export function isAtHand({ account, tokens, status }: AccountListQuery): boolean {
  return account !== undefined || (tokens.length === 0 && status === undefined)
}

function prepare(database: Database.Database) {
  return {
    profile: database.prepare<[number], string>('SELECT profile FROM accounts WHERE account = ?').pluck(),
    steps: database.prepare<[number], { readonly position: number; readonly event: string }>(
      'SELECT position, event FROM account_statuses WHERE account = ? ORDER BY position',
    ),
  }
}
