import type { Journal } from '../journal/journal.ts'

export const RESET_TABLE = `
  CREATE TABLE IF NOT EXISTS sandbox_resets (
    partner INTEGER PRIMARY KEY,  -- index
    fixture TEXT NOT NULL,
    position INTEGER NOT NULL     -- its command comes no sooner
  );
`

/** A reset of a sandbox that has begun, and may not have ended. */
export interface BegunReset {
  /** index */
  readonly partner: number
  readonly fixture: string
  /** its events stand at this position of the journal or behind it, if they have become durable at all */
  readonly position: number
}

/** What is under way of the resets: rows of the journal's file, from before the command of each until all that comes behind it is done. */
export class ResetStore {
  readonly #journal: Journal

  constructor(journal: Journal) {
    this.#journal = journal
  }

  list(): readonly BegunReset[] {
    return this.#journal.all<BegunReset>('SELECT partner, fixture, position FROM sandbox_resets ORDER BY partner', [])
  }

  /** In place before whatever is handed to the journal afterwards. */
  async begin({ partner, fixture, position }: BegunReset): Promise<void> {
    const sql = 'INSERT OR REPLACE INTO sandbox_resets (partner, fixture, position) VALUES (?, ?, ?)'
    await this.#journal.run(sql, [partner, fixture, position])
  }

  async end(partner: number): Promise<void> {
    await this.#journal.run('DELETE FROM sandbox_resets WHERE partner = ?', [partner])
  }
}
