import type Database from 'better-sqlite3'
import { DOCUMENT_TABLES } from '../rows/document-tables.ts'
import { RESET_TABLE } from '../rows/reset-store.ts'
import { addWebhookTables } from '../rows/webhook-tables.ts'

/** Every journal has them from its beginning. */
const FIRST_TABLES = ['api_keys', 'audit', 'batches', 'fix_sessions'] as const

/** in `meta`: the names of all tables with commas between them, so that one that was lost is told from one that is yet to be made */
const TABLES_KEY = 'tables'

/** Makes the tables that came after the first ones where they are missing, and notes that the journal has them. */
export function addTables(database: Database.Database): void {
  database.transaction(() => {
    database.exec(DOCUMENT_TABLES)
    addWebhookTables(database)
    database.exec(RESET_TABLE)
    const names = tableNames(database).join(',')
    if (names === notedTables(database)) return
    database.prepare<[string, string]>('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(TABLES_KEY, names)
  })()
}

/** What is wrong with a journal that had a table once and does not any more; undefined where it has them all. */
export function lostTables(database: Database.Database): string | undefined {
  const expected = new Set<string>([...FIRST_TABLES, ...(notedTables(database)?.split(',') ?? [])])
  for (const name of tableNames(database)) expected.delete(name)
  if (expected.size === 0) return undefined
  return `it has lost the ${expected.size === 1 ? 'table' : 'tables'} ${[...expected].sort().join(', ')}`
}

/** The names of the tables that a file has. */
export function tableNames(database: Database.Database): string[] {
  return database
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .pluck()
    .all()
}

function notedTables(database: Database.Database): string | undefined {
  return database.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck().get(TABLES_KEY)
}
