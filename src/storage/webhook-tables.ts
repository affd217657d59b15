/** Webhooks: a table of journal.db, made where it is missing. */
export const WEBHOOK_TABLES = `
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
