import Database from 'better-sqlite3'
import { MalformedRecord } from '../encoding/byte-reader.ts'

const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)(_|$)/
const NOT_WRITTEN = /^SQLITE_(FULL|IOERR)(_|$)/

/** A database is not what was written: SQLite can't read it. */
export function isDamage(error: unknown): error is Error {
  return error instanceof Database.SqliteError && DAMAGED.test(error.code)
}

/** The disk is full, or fails. */
export function isDiskFailure(error: unknown): error is Error {
  return error instanceof Database.SqliteError && NOT_WRITTEN.test(error.code)
}

/**
 * What is wrong with a file of the data directory, on one line; undefined where the error is of another kind. One from another thread has lost its
 * class and kept its name.
 */
export function storageFault(error: unknown, directory: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const isOfDatabase = error instanceof Database.SqliteError || error.name === 'SqliteError'
  if (!isOfDatabase && !(error instanceof MalformedRecord) && error.name !== 'MalformedRecord') return undefined
  const message = error.message.replaceAll(/\s+/g, ' ')
  const code = 'code' in error ? String(error.code) : ''
  if (code.startsWith('SQLITE_BUSY')) return `${message}: another program holds it`
  return code === '' || DAMAGED.test(code) ? `${message}; "npm run verify -- ${directory}" says what is wrong` : message
}
