import type Database from 'better-sqlite3'

/** Webhooks: a table of journal.db. It is made where it is missing, and where it is older what has been added since is added. */
export function addWebhookTables(database: Database.Database): void {
  database.exec(WEBHOOK_TABLES)
  const known = database.prepare<[], string>("SELECT name FROM pragma_table_info('webhooks')").pluck().all()
  for (const [column, type] of ADDED_COLUMNS) {
    if (!known.includes(column)) database.exec(`ALTER TABLE webhooks ADD COLUMN ${column} ${type}`)
  }
}

const WEBHOOK_TABLES = `
  CREATE TABLE IF NOT EXISTS webhooks (
    id TEXT PRIMARY KEY,
    partner INTEGER NOT NULL,          -- index
    url TEXT NOT NULL,
    events TEXT NOT NULL,              -- JSON array; empty = all
    is_active INTEGER NOT NULL,
    disabled_reason TEXT,
    secret BLOB NOT NULL,              -- encrypted
    previous_secret BLOB,              -- encrypted; signs beside the other until
    previous_until INTEGER,            -- epoch ms
    settled_through INTEGER NOT NULL,  -- nothing of the partner's events up to this one is outstanding
    skip_after INTEGER NOT NULL,       -- events behind this one, up to the other, came while it was disabled
    skip_through INTEGER,              -- null = it is disabled now
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID;
`

const ADDED_COLUMNS = [
  // JSON array of [base64 of the encrypted secret, until], newest first: those before previous_secret that still sign
  ['earlier_secrets', 'TEXT'],
  // JSON array of [after, through], oldest first: the times before the last that it was disabled, as far as they still matter
  ['earlier_skips', 'TEXT'],
] as const
