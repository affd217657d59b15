/** Documents and what is done with them: tables of journal.db, made where they are missing. */
export const DOCUMENT_TABLES = `
  CREATE TABLE IF NOT EXISTS documents (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    partner INTEGER NOT NULL,     -- index
    account INTEGER NOT NULL,     -- index
    type TEXT NOT NULL,
    sub_type TEXT,
    name TEXT NOT NULL,
    day INTEGER NOT NULL,         -- days since 1970-01-01
    mime_type TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    bytes INTEGER,                -- null, like sha256 and content, while it is issued and not made
    sha256 TEXT,
    content BLOB                  -- encrypted; the last column, so that lists read past it
  );
  CREATE INDEX IF NOT EXISTS documents_created ON documents (partner, created_at, id);
  CREATE INDEX IF NOT EXISTS documents_of_account ON documents (account, created_at, id);
  CREATE TABLE IF NOT EXISTS document_issues (
    market INTEGER PRIMARY KEY,
    day INTEGER NOT NULL          -- everything up to this trading day is issued
  );
  CREATE TABLE IF NOT EXISTS document_emails (
    id TEXT PRIMARY KEY,
    partner INTEGER NOT NULL,
    document_id TEXT NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT,
    message TEXT,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS w9_requests (
    id TEXT PRIMARY KEY,
    partner INTEGER NOT NULL,
    account INTEGER NOT NULL,     -- index
    status TEXT NOT NULL,
    signed_at INTEGER,
    document_id TEXT,
    failure_reason TEXT,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID;
`
