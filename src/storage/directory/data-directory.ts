import { closeSync, existsSync, mkdirSync, openSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { DataDirectoryError, reasonOf } from './data-directory-error.ts'
import { isHeld } from './storage-fault.ts'
import { defaultSecretsFile, loadSecrets, type Secrets } from '../secrets/secrets.ts'

/** A data directory that this process holds alone until `close`, or until it ends in whatever way. */
export interface HeldDirectory {
  /** absolute */
  readonly path: string
  close(): void
}

export interface DataDirectory extends HeldDirectory {
  readonly secrets: Secrets
}

const MEBIBYTE = 1024 * 1024
/** below it the gateway is unhealthy, and does not start */
export const LEAST_FREE_BYTES = 16 * MEBIBYTE

/**
 * Holds a data directory and reads its secrets, from `secretsFile` or, without one, from secrets.json in it. The first start makes them.
 * Throws DataDirectoryError.
 */
export function openDataDirectory(given: string, secretsFile: string | null = null): DataDirectory {
  const held = holdDirectory(given)
  try {
    return { ...held, secrets: loadSecrets(held.path, secretsFile ?? defaultSecretsFile(held.path)) }
  } catch (error) {
    held.close()
    throw error
  }
}

/**
 * Creates the directory (mode 0700) when it is missing, checks that it can be written, and locks it against other processes. The lock is
 * SQLite's on `lock.db`, which the system releases with the process, also after kill -9. Throws DataDirectoryError.
 */
export function holdDirectory(given: string): HeldDirectory {
  const path = resolve(given)
  create(path)
  const lock = takeLock(path)
  return { path, close: () => lock.close() }
}

/** Why a gateway had better not start on a file system with so little space; undefined where it may. */
export function spaceRefusal(path: string, freeBytes: number): string | undefined {
  if (freeBytes >= LEAST_FREE_BYTES) return undefined
  return `DATA_DIR ${path} has ${Math.floor(freeBytes / MEBIBYTE)} MiB free: ${LEAST_FREE_BYTES / MEBIBYTE} MiB are needed to start, and more to work`
}

/** Of the file system that a directory lies on. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

/**
 * What can wait takes from commits nothing that they need: who can't commit ends. Throws an Error that says so; `what` is made in the directory and
 * takes `bytes`.
 */
export function requireRoom(directory: string, bytes: number, what: string): void {
  const needed = bytes + LEAST_FREE_BYTES
  const free = freeBytes(directory)
  if (free < needed) throw new Error(`${directory} has ${free} bytes free: ${what} needs ${needed}`)
}

function create(path: string): void {
  try {
    createFolders(path)
    if (!statSync(path).isDirectory()) throw new DataDirectoryError(`DATA_DIR ${path} is not a directory`)
    // permission bits do not say it: the file system may be read-only, and the user root
    closeSync(openSync(lockPath(path), 'a', 0o600))
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error
    throw new DataDirectoryError(`DATA_DIR ${path} cannot be written: ${reasonOf(error)}`, { cause: error })
  }
}

/** Not mkdir's own recursion: below /proc it never ends, and on a file system that can't be written it speaks of no such folder. */
export function createFolders(path: string): void {
  if (existsSync(path)) return
  createFolders(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

const lockPath = (directory: string): string => join(directory, 'lock.db')

function takeLock(path: string): Database.Database {
  try {
    const database = new Database(lockPath(path), { timeout: 0 })
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
    if (isHeld(error)) throw new DataDirectoryError(`DATA_DIR ${path} is in use by another process`, { cause: error })
    // SQLite itself: the directory has no part in it (run.js says what has)
    if (isLoadFailure(error)) throw error
    throw new DataDirectoryError(`DATA_DIR ${path} cannot be locked: ${reasonOf(error)}`, { cause: error })
  }
}

const isLoadFailure = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_DLOPEN_FAILED'
