import { setImmediate } from 'node:timers/promises'
import type { Journal } from '../journal/journal.ts'
import { rowLimit } from '../row-limit.ts'

/** Who changed what, when: docs/api-contract.md section 19. */
export interface AuditEntry {
  /** epoch ms */
  readonly at: number
  /** the key that made the change */
  readonly keyId: string
  /** what was done: `fix_session.create`, `kill_switch.set` … */
  readonly operation: string
  /** what it was done to: an id */
  readonly subject: string
  readonly detail: Readonly<Record<string, unknown>>
}

export interface StoredAuditEntry extends AuditEntry {
  readonly id: number
}

export interface AuditFilter {
  readonly operation?: string
  readonly keyId?: string
  /** in any case: ids stand in small letters, symbols in capitals */
  readonly subject?: string
  /** epoch ms, inclusive */
  readonly since?: number
  readonly until?: number
  /** id of the last entry of the page before */
  readonly after?: number
  readonly limit: number
}

/** The audit trail: rows of the journal's file that are never changed. */
export class AuditStore {
  private readonly journal: Journal

  constructor(journal: Journal) {
    this.journal = journal
  }

  async append({ at, keyId, operation, subject, detail }: AuditEntry): Promise<void> {
    const sql = 'INSERT INTO audit (at, key_id, operation, subject, detail) VALUES (?, ?, ?, ?, ?)'
    await this.journal.run(sql, [at, keyId, operation, subject, JSON.stringify(detail)])
  }

  /** Newest first. Others have a turn each time that a few thousand were looked at. */
  async list({ operation, keyId, subject, since, until, after = Infinity, limit }: AuditFilter): Promise<readonly StoredAuditEntry[]> {
    const conditions = [
      ['operation = ?', operation],
      ['key_id = ?', keyId],
      ['subject = ? COLLATE NOCASE', subject],
      ['at >= ?', since],
      ['at <= ?', until],
    ] as const
    const given = conditions.filter(([, value]) => value !== undefined)
    const where = ['id >= ? AND id < ?', ...given.map(([condition]) => condition)].join(' AND ')
    const sql = `SELECT id, at, key_id AS keyId, operation, subject, detail FROM audit WHERE ${where} ORDER BY id DESC ${rowLimit('?')}`
    const values = given.map(([, value]) => value!)
    const found: StoredAuditEntry[] = []
    for (let below = Math.min(after, this.newest() + 1); ;) {
      const from = given.length === 0 ? 0 : below - LOOKED_AT_ONCE
      const rows = this.journal.all<Row>(sql, [from, below, ...values, limit - found.length])
      found.push(...rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Record<string, unknown> })))
      if (found.length === limit || from <= 0) return found
      below = from
      await setImmediate()
    }
  }

  /** Id of the newest entry; 0 where there is none. They count up from 1, and none is ever gone. */
  private newest(): number {
    return this.journal.all<{ readonly id: number | null }>('SELECT max(id) AS id FROM audit', [])[0]!.id ?? 0
  }
}

const LOOKED_AT_ONCE = 4_096

interface Row extends Omit<StoredAuditEntry, 'detail'> {
  readonly detail: string
}
