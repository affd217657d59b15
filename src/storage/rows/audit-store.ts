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

  /** Newest first. */
  list({ operation, keyId, subject, since, until, after, limit }: AuditFilter): StoredAuditEntry[] {
    const conditions = [
      ['operation = ?', operation],
      ['key_id = ?', keyId],
      ['subject = ? COLLATE NOCASE', subject],
      ['at >= ?', since],
      ['at <= ?', until],
      ['id < ?', after],
    ] as const
    const given = conditions.filter(([, value]) => value !== undefined)
    const where = given.length === 0 ? '' : `WHERE ${given.map(([condition]) => condition).join(' AND ')}`
    const sql = `SELECT id, at, key_id AS keyId, operation, subject, detail FROM audit ${where} ORDER BY id DESC ${rowLimit('?')}`
    const rows = this.journal.all<Row>(sql, [...given.map(([, value]) => value!), limit])
    return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Record<string, unknown> }))
  }
}

interface Row extends Omit<StoredAuditEntry, 'detail'> {
  readonly detail: string
}
