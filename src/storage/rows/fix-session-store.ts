import type { Journal } from '../journal/journal.ts'

export interface StoredFixSession<Settings> {
  /** index, from 1 */
  readonly session: number
  readonly settings: Settings
  /** epoch ms */
  readonly createdAt: number
}

/** The FIX sessions' settings: rows of the journal's file, whose content is the gateway's business. */
export class FixSessionStore<Settings extends object> {
  private readonly journal: Journal

  constructor(journal: Journal) {
    this.journal = journal
  }

  /** In order of their index. `parse` checks what was stored and gives it its type. */
  all(parse: (stored: unknown) => Settings): StoredFixSession<Settings>[] {
    const rows = this.journal.all<Row>('SELECT session, settings, created_at AS createdAt FROM fix_sessions ORDER BY session', [])
    return rows.map(({ session, settings, createdAt }) => ({ session, settings: parse(JSON.parse(settings)), createdAt }))
  }

  /** Rejects when the index is taken. */
  async add({ session, settings, createdAt }: StoredFixSession<Settings>): Promise<void> {
    const sql = 'INSERT INTO fix_sessions (session, settings, created_at) VALUES (?, ?, ?)'
    await this.journal.run(sql, [session, JSON.stringify(settings), createdAt])
  }

  /** Takes all of them away. */
  async clear(): Promise<void> {
    await this.journal.run('DELETE FROM fix_sessions', [])
  }

  async change(session: number, settings: Settings): Promise<void> {
    await this.journal.run('UPDATE fix_sessions SET settings = ? WHERE session = ?', [JSON.stringify(settings), session])
  }
}

interface Row {
  readonly session: number
  readonly settings: string
  readonly createdAt: number
}
