import Database from 'better-sqlite3'
import { MalformedRecord } from '../encoding/byte-reader.ts'

const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)(_|$)/
const NOT_PERMITTED = /^SQLITE_(CANTOPEN|READONLY|PERM)(_|$)/
const NOT_WRITTEN = /^SQLITE_(FULL|IOERR)(_|$)/

/** A database is not what was written: SQLite can't read it. */
export function isDamage(error: unknown): error is Error {
  return error instanceof Database.SqliteError && DAMAGED.test(error.code)
}

/** A database of which nobody who has to write it can make anything: it is damaged, or may not be opened or written. */
export function isUnusable(error: unknown): error is Error {
  return isDamage(error) || (error instanceof Database.SqliteError && NOT_PERMITTED.test(error.code))
}

/** Another program has a database locked, and did not let go of it in time. */
export function isHeld(error: unknown): error is Error {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** SQLite opens a file that may not be written, and says so when it first has to write: throws then. `table` is one of its tables. */
export function requireWritable(database: Database.Database, table: string): void {
  database.exec(`DELETE FROM ${table} WHERE 0`)
}

/** The disk is full, or fails. An error from another thread has lost its class and kept its code. */
export function isDiskFailure(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && NOT_WRITTEN.test(String(error.code))
}

/**
 * What is wrong with a file of the data directory, on one line; undefined where the error is of another kind. One from another thread has lost its
 * class and kept its name.
 */
export function storageFault(error: unknown, directory: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (isOfSystem(error) && error.message.includes(directory)) return error.message
  const isOfDatabase = error instanceof Database.SqliteError || error.name === 'SqliteError'
  if (!isOfDatabase && !(error instanceof MalformedRecord) && error.name !== 'MalformedRecord') return undefined
  const message = error.message.replaceAll(/\s+/g, ' ')
  const code = 'code' in error ? String(error.code) : ''
  if (code.startsWith('SQLITE_BUSY')) return `${message}: another program holds it`
  // SQLite gives the log the mode that the file has just then
  if (code.startsWith('SQLITE_READONLY')) return `${message}: it may not be written, or its -wal or -shm may not`
  return code === '' || DAMAGED.test(code) ? `${message}; "npm run verify -- ${directory}" says what is wrong` : message
}

/** What SQLite says of a journal that is only read. The log of one that a gateway has used is beside it, and made anew there by whoever reads it. */
export function readFault({ code, message }: InstanceType<typeof Database.SqliteError>): string {
  return code.startsWith('SQLITE_CANTOPEN')
    ? `${message}: it may not be read, or nothing may be written beside it: copy it to where both may be`
    : message
}

/** The system refuses a file: it may not be written, there is no room, a folder is in its place. The message says what was refused. */
export const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(E(?!RR_)[A-Z0-9]+|ERR_FS_\w+)$/.test(String(error.code))
