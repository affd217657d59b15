import Database from 'better-sqlite3'
import { GENERATED_TYPES } from '../../domain/accounts/document.ts'
import { addTables } from '../journal/journal-tables.ts'
import { journalPath } from '../journal/journal-file.ts'

/** The moment to which a journal was cut, as its events have it. */
export interface CutMoment {
  /** real clock, epoch ms: the first commit that was left out */
  readonly at: number
  readonly partners: number
  readonly accounts: number
  readonly markets: readonly {
    /** what its clock said at that moment, epoch ms */
    readonly time: number
    /** the trading day that had not ended: days since 1970-01-01 */
    readonly tradeDay: number
  }[]
  readonly marketOfPartner: (partner: number) => number
  /** sequence of a partner's last event */
  readonly lastEventOf: (partner: number) => number
}

/**
 * Takes the tables beside the commits back to where the commits of a copy end, as far as they could contradict them. What was made later goes: keys,
 * FIX sessions, webhooks, documents; nobody may hold a key of a partner that is yet to be created. What was revoked stays revoked, and the list
 * of operators' acts stays whole.
 */
export function cutOtherTables(directory: string, moment: CutMoment): void {
  const database = new Database(journalPath(directory), { fileMustExist: true })
  try {
    const { at, partners, accounts, markets, marketOfPartner, lastEventOf } = moment
    const isKept = (partner: unknown, createdAt: unknown): number =>
      (partner as number) < partners && (createdAt as number) <= markets[marketOfPartner(partner as number)]!.time ? 1 : 0
    // created_at of documents and account tokens is the market's time, that of other keys, sessions and webhooks the real one
    database.function('kept_by_market', { deterministic: true }, isKept)
    database.function('trade_day_of', { deterministic: true }, (partner: unknown) => markets[marketOfPartner(partner as number)]!.tradeDay)
    database.function('last_event_of', { deterministic: true }, (partner: unknown) => lastEventOf(partner as number))
    addTables(database)
    database.transaction(() => {
      const run = (sql: string, ...values: readonly (number | string)[]): void => void database.prepare(sql).run(...values)
      run('DELETE FROM api_keys WHERE account IS NULL AND (created_at > ? OR partner >= ?)', at, partners)
      run('DELETE FROM api_keys WHERE account >= ? OR (account IS NOT NULL AND NOT kept_by_market(partner, created_at))', accounts)
      run("DELETE FROM fix_sessions WHERE created_at > ? OR json_extract(settings, '$.partner') >= ?", at, partners)
      run('DELETE FROM webhooks WHERE created_at > ? OR partner >= ?', at, partners)
      run('DELETE FROM documents WHERE account >= ? OR NOT kept_by_market(partner, created_at)', accounts)
      // they have the time of the end of a day, which may be all that the first commit that was left out told
      const generated = GENERATED_TYPES.map(() => '?').join(', ')
      run(`DELETE FROM documents WHERE type IN (${generated}) AND day >= trade_day_of(partner)`, ...GENERATED_TYPES)
      run('DELETE FROM w9_requests WHERE account >= ? OR NOT kept_by_market(partner, created_at)', accounts)
      run('DELETE FROM document_emails WHERE NOT kept_by_market(partner, created_at)')
      // those of all days are issued again where they are missing: a reset that is undone has deleted some
      run('DELETE FROM document_issues')
      // events of these numbers will be others
      run(`UPDATE webhooks SET settled_through = min(settled_through, last_event_of(partner)), skip_after = min(skip_after, last_event_of(partner)),
        skip_through = min(skip_through, last_event_of(partner)), earlier_skips = (SELECT json_group_array(json_array(
          min(value ->> 0, last_event_of(partner)), min(value ->> 1, last_event_of(partner)))) FROM json_each(earlier_skips))`)
    })()
  } finally {
    database.close()
  }
}
