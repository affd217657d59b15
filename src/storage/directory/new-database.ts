import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'

/** A database that is one file from beginning to end, for its owner alone: synced when it is whole, and thrown away when it does not get so. */
export function openNewDatabase(path: string): Database.Database {
  closeSync(openSync(path, 'wx', 0o600))
  const database = new Database(path)
  // OFF is what a defensive connection passes over without a word: it would write a file beside this one, which a kill leaves there
  database.pragma('journal_mode = MEMORY')
  database.pragma('synchronous = OFF')
  return database
}
