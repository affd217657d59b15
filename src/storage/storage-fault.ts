import Database from 'better-sqlite3'
import { MalformedRecord } from './encoding/byte-reader.ts'

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
  return /^(SQLITE_CORRUPT|SQLITE_NOTADB|)(_|$)/.test(code) ? `${message}; "npm run verify -- ${directory}" says what is wrong` : message
}
