import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { writeDurably } from './durable-file.ts'

/** Something is wrong with the data directory that its owner can put right; the message is one line that says what. */
export class DataDirectoryError extends Error {
  override name = 'DataDirectoryError'
}

export interface Secrets {
  /** key of the HMAC over API secrets: 32 bytes */
  readonly pepper: Buffer
  /** key under which tax ids are encrypted: 32 bytes */
  readonly taxIdKey: Buffer
}

/** An open data directory; this process holds it alone until `close`, or until it ends in whatever way. */
export interface DataDirectory {
  /** absolute */
  readonly path: string
  readonly secrets: Secrets
  close(): void
}

/**
 * Creates the directory (mode 0700) when it is missing, checks that it can be written, and locks it against other processes. The lock is
 * SQLite's on `lock.db`, which the system releases with the process, also after kill -9. The secrets are made at the first start.
 * Throws DataDirectoryError.
 */
export function openDataDirectory(given: string): DataDirectory {
  const path = resolve(given)
  create(path)
  const lock = takeLock(path)
  try {
    return { path, secrets: loadSecrets(path), close: () => lock.close() }
  } catch (error) {
    lock.close()
    throw error
  }
}

function create(path: string): void {
  try {
    createFolders(path)
    if (!statSync(path).isDirectory()) throw new DataDirectoryError(`DATA_DIR ${path} is not a directory`)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error
    throw new DataDirectoryError(`DATA_DIR ${path} cannot be written: ${reasonOf(error)}`, { cause: error })
  }
}

// Not mkdir's own recursion: below /proc it never ends.
function createFolders(path: string): void {
  if (existsSync(path)) return
  createFolders(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

function takeLock(path: string): Database.Database {
  const file = join(path, 'lock.db')
  try {
    const database = new Database(file, { timeout: 0 })
    try {
      // without a write-ahead log the lock is one on the file itself
      database.pragma('journal_mode = MEMORY')
      database.exec('BEGIN EXCLUSIVE')
      return database
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new DataDirectoryError(`DATA_DIR ${path} is in use by another process`, { cause: error })
    }
    throw new DataDirectoryError(`DATA_DIR ${path} cannot be locked: ${reasonOf(error)}`, { cause: error })
  }
}

const KEY_BYTES = 32

function loadSecrets(path: string): Secrets {
  const file = join(path, 'secrets.json')
  const text = readIfThere(file)
  if (text !== undefined) return parseSecrets(file, text)
  const secrets = { pepper: randomBytes(KEY_BYTES), taxIdKey: randomBytes(KEY_BYTES) }
  const json = JSON.stringify({ pepper: secrets.pepper.toString('base64'), tax_id_key: secrets.taxIdKey.toString('base64') })
  writeDurably(file, [Buffer.from(`${json}\n`)])
  return secrets
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new DataDirectoryError(`${file} cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}

function parseSecrets(file: string, text: string): Secrets {
  const content = parseJson(file, text)
  return { pepper: keyOf(file, content, 'pepper'), taxIdKey: keyOf(file, content, 'tax_id_key') }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // no cause: its message may quote the secret
    if (error instanceof SyntaxError) throw new DataDirectoryError(`${file} is not JSON`)
    throw error
  }
}

function keyOf(file: string, content: unknown, name: string): Buffer {
  const value = typeof content === 'object' && content !== null ? (content as Record<string, unknown>)[name] : undefined
  const key = Buffer.from(typeof value === 'string' ? value : '', 'base64')
  if (key.length !== KEY_BYTES) throw new DataDirectoryError(`${file}: ${name} must be ${KEY_BYTES} bytes in base64`)
  return key
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
