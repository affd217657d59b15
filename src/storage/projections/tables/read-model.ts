import { existsSync, readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DataDirectoryError } from '../../directory/data-directory-error.ts'
import { deleteDatabase } from '../../directory/expendable-database.ts'
import { requireWritable } from '../../directory/storage-fault.ts'
import type { JournalReader } from '../../journal-reading/journal-reader.ts'
import { READ_MODEL_VERSION, SCHEMA } from './schema.ts'

/** How far read.db has come, and of which journal it was made. */
export interface Progress {
  readonly version: number
  readonly genesis: Buffer
  readonly boot: string
  readonly projectedThrough: number
  readonly batchThrough: number
  readonly chain: Buffer
  readonly filterThrough: number
}

export const readModelPath = (directory: string): string => join(directory, 'read.db')

/**
 * Sees to it that read.db of a data directory is one of this version and of this journal: otherwise it is deleted and begun anew, to be filled by
 * the projector. Returns how far it has come. To be called while no projector runs. Throws DataDirectoryError where it shows that the journal
 * has lost its end: whoever went on would give the same positions, FIX numbers and sequences to something else.
 */
export function prepareReadModel(directory: string, journal: JournalReader): Progress {
  const kept = existsSync(readModelPath(directory)) ? usableProgress(directory, journal) : undefined
  return kept ?? createReadModel(directory, journal)
}

/** For the projector alone. What the machine that wrote it did not close is recognised by its boot and begun anew. */
export function openReadModelForWriting(directory: string): Database.Database {
  const database = new Database(readModelPath(directory), { fileMustExist: true })
  database.pragma('journal_mode = WAL')
  // what nobody syncs the kernel writes by itself, twice a minute and all at once: a commit of the journal would wait 0.2 s for that. Small
  // checkpoints give it to the disk in small pieces
  database.pragma('synchronous = NORMAL')
  database.pragma('wal_autocheckpoint = 500')
  database.pragma('cache_size = -65536')
  database.pragma('temp_store = MEMORY')
  return database
}

export function openReadModel(directory: string): Database.Database {
  const database = new Database(readModelPath(directory), { readonly: true, fileMustExist: true })
  database.pragma('cache_size = -16384')
  return database
}

export function readProgress(database: Database.Database): Progress {
  const row = database
    .prepare<[], Progress>(
      `SELECT version, genesis, boot, projected_through AS projectedThrough, batch_through AS batchThrough, chain,
        filter_through AS filterThrough FROM progress`,
    )
    .get()
  if (!row) throw new Error('read.db has no progress')
  return row
}

/** The same until the machine starts again. */
export function bootOfMachine(): string {
  const path = '/proc/sys/kernel/random/boot_id'
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  // elsewhere to the nearest ten minutes: a clock that is set costs a rebuild, no more
  return String(Math.round((Date.now() / 1000 - uptime()) / 600))
}

/** Undefined when the file is of another version, journal or boot, or cannot be read at all. */
function usableProgress(directory: string, journal: JournalReader): Progress | undefined {
  const progress = tryProgress(directory)
  if (progress?.version !== READ_MODEL_VERSION) return undefined
  if (progress.boot !== '' && progress.boot !== bootOfMachine()) return undefined
  const { genesis, chain, batchThrough, projectedThrough } = progress
  if (!journal.chainThrough(0)?.equals(genesis)) return undefined
  const last = journal.lastPosition()
  if (projectedThrough > last)
    throw new DataDirectoryError(
      `${directory} has a read.db made of events through position ${projectedThrough}, but its journal.db ends at ${last}: put the journal.db and journal.db-wal back that belong to it, or move read.db away to go on without those events`,
    )
  return journal.chainThrough(batchThrough)?.equals(chain) ? progress : undefined
}

// Whatever is wrong with a file that can be made anew, the answer is the same.
function tryProgress(directory: string): Progress | undefined {
  let database: Database.Database | undefined
  try {
    database = new Database(readModelPath(directory), { fileMustExist: true })
    requireWritable(database, 'progress')
    return readProgress(database)
  } catch {
    return undefined
  } finally {
    database?.close()
  }
}

function createReadModel(directory: string, journal: JournalReader): Progress {
  deleteDatabase(readModelPath(directory))
  const database = new Database(readModelPath(directory))
  database.pragma('page_size = 8192')
  database.pragma('journal_mode = WAL')
  const genesis = journal.chainThrough(0)!
  database.exec(SCHEMA)
  database.prepare('INSERT INTO progress VALUES (?, ?, ?, 0, 0, ?, 0)').run(READ_MODEL_VERSION, genesis, '', genesis)
  const progress = readProgress(database)
  database.close()
  return progress
}
