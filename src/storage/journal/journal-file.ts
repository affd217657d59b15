import { strict as assert } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { archiveFolder, archivesOf } from '../archives/archive-files.ts'
import { DataDirectoryError, reasonOf } from '../directory/data-directory-error.ts'
import { settleFile } from '../directory/durable-file.ts'
import { addTables, lostTables } from './journal-tables.ts'
import { isDamage, isDiskFailure, isHeld, requireWritable, storageFault } from '../directory/storage-fault.ts'
import { nextChain } from './hash-chain.ts'

/** Version of the file's layout and of what its blobs hold. */
export const JOURNAL_FORMAT = 2

export const journalPath = (directory: string): string => join(directory, 'journal.db')

/** Where a restore makes the journal of a directory, until it is whole. */
export const restoringFolder = (directory: string): string => join(directory, 'restoring')

/** What only a journal has beside it: without one it is what is left of a journal that was lost. */
const BESIDE_A_JOURNAL = /^(journal\.db-wal|read\.db|delivery\.db|.*\.snapshot)$/

/** nobody else has a lock on the file for long */
const OPENING_PATIENCE_MS = 1_000

/** Of journal.db, and of the archives that are made of it. */
export const BATCHES_TABLE = `CREATE TABLE batches (
      position INTEGER PRIMARY KEY, -- of its first event
      positions INTEGER NOT NULL,   -- that it takes
      sealed_at INTEGER NOT NULL,   -- epoch ms
      chain BLOB NOT NULL,          -- SHA-256 over the chain before, the position and both parts
      sessions BLOB NOT NULL,
      events BLOB NOT NULL
    );`

/** A row of it: in the order of its columns. */
export type BatchRow = [position: number, positions: number, sealedAt: number, chain: Buffer, sessions: Buffer, events: Buffer]

export function prepareBatchInsert(database: Database.Database): Database.Statement<BatchRow> {
  return database.prepare('INSERT INTO batches (position, positions, sealed_at, chain, sessions, events) VALUES (?, ?, ?, ?, ?, ?)')
}

/** A value that SQLite stores. */
export type SqlValue = string | number | bigint | Buffer | null

/** A row of another table, as it is to be written. */
export interface RowChange {
  readonly sql: string
  readonly params: readonly SqlValue[]
}

/** An encoded batch on its way into the file. */
export interface SealedBatch {
  readonly position: number
  readonly positions: number
  readonly sealedAt: number
  /** the two parts, see encoding/batch-codec.ts */
  readonly sessions: Buffer
  readonly events: Buffer
}

/**
 * The one connection that writes journal.db: append-only batches, and a few tables of rows that are no commands. What `append`, `run` and
 * `runAll` have returned from is on the disk.
 */
export class JournalFile {
  private readonly database: Database.Database
  private readonly insert: Database.Statement<BatchRow>
  private readonly path: string
  private readonly logPath: string
  private readonly files: JournalFiles
  private chain: Buffer
  private nextPosition: number

  /**
   * Opens or creates the journal of a data directory; `checkpointed`: by another connection, so no commit has to. Throws DataDirectoryError when
   * the file has a newer format or is no journal.
   */
  constructor(directory: string, { checkpointed } = { checkpointed: false }) {
    this.path = journalPath(directory)
    this.database = openForWriting(this.path)
    if (checkpointed) this.database.pragma('wal_autocheckpoint = 0')
    const last = this.database.prepare<[], LastRow>('SELECT position, positions, chain FROM batches ORDER BY position DESC LIMIT 1').get()
    this.chain = last?.chain ?? genesisOf(this.database)
    this.nextPosition = last ? last.position + last.positions : 1
    this.insert = prepareBatchInsert(this.database)
    // where journal.db is a link SQLite has the log beside what it leads to
    this.logPath = `${realpathSync(this.path)}-wal`
    this.files = filesAt(this.path, this.logPath)
  }

  append({ position, positions, sealedAt, sessions, events }: SealedBatch): void {
    assert.equal(position, this.nextPosition, 'a batch begins where the one before it ended')
    const chain = nextChain(this.chain, position, [sessions, events])
    // a single statement outside a transaction is a transaction of its own
    this.insert.run(position, positions, sealedAt, chain, sessions, events)
    this.chain = chain
    this.nextPosition = position + positions
  }

  run(sql: string, params: readonly SqlValue[]): void {
    this.database.prepare(sql).run(...params)
  }

  /** Several of them, for which the disk is waited once. Returns of each what it was refused with, undefined where it is written. */
  runAll(rows: readonly RowChange[]): readonly (Error | undefined)[] {
    return this.database.transaction(() => rows.map((row) => this.refusalOf(row))).immediate()
  }

  /** A statement that is refused leaves the others of its transaction as they are; what the file does not take ends all of it. */
  private refusalOf({ sql, params }: RowChange): Error | undefined {
    try {
      this.run(sql, params)
      return undefined
    } catch (error) {
      if (isDamage(error) || isDiskFailure(error) || isHeld(error)) throw error
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  /**
   * Whoever deletes or replaces a file that is open takes it away from nobody but the next start, which would find nothing of what is answered from then on.
   * Throws DataDirectoryError, once what this connection alone can still reach is where it can be found.
   */
  requireInPlace(): void {
    const { journal, log } = filesAt(this.path, this.logPath)
    const gone = journal !== this.files.journal ? this.path : log !== this.files.log ? this.logPath : undefined
    if (gone === undefined) return
    throw new DataDirectoryError(
      `${gone} was deleted, moved or replaced while the gateway ran: ${this.save(freeName(`${this.path}.saved`))}`,
    )
  }

  close(): void {
    this.database.close()
  }

  /** What became of it, for the operator. */
  private save(path: string): string {
    try {
      this.database.prepare('VACUUM INTO ?').run(path)
      settleFile(path)
      return `everything up to now is in ${path}: move it to ${this.path}, with no ${basename(this.path)}-wal beside it, and start again`
    } catch (error) {
      return `put it back; a copy could not be saved as ${path} (${(error as Error).message})`
    }
  }
}

/** `path`, or where one is left of a time before, that with the first number for which there is nothing. */
function freeName(path: string): string {
  let name = path
  for (let number = 2; existsSync(name); number++) name = `${path}.${number}`
  return name
}

/** Which files journal.db and its log are, whatever their names; undefined where there is none. */
interface JournalFiles {
  readonly journal: string | undefined
  readonly log: string | undefined
}

const filesAt = (path: string, log: string): JournalFiles => ({ journal: identityOf(path), log: identityOf(log) })

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

interface LastRow {
  readonly position: number
  readonly positions: number
  readonly chain: Buffer
}

/** The chain's value before the first batch: random, so that no two journals are taken for one another. */
export function genesisOf(database: Database.Database): Buffer {
  const genesis = readMeta(database, 'genesis')
  assert(Buffer.isBuffer(genesis), 'a journal has a genesis')
  return genesis
}

/** Whether a folder has a journal. Throws DataDirectoryError where nobody can tell: a journal that can't be reached is not one that is missing. */
export function hasJournal(directory: string): boolean {
  return sizeOfJournal(directory) !== undefined
}

function sizeOfJournal(directory: string): number | undefined {
  try {
    return statSync(journalPath(directory), { throwIfNoEntry: false })?.size
  } catch (error) {
    throw new DataDirectoryError(`the journal in ${directory} can't be reached: ${(error as Error).message}`, { cause: error })
  }
}

/** A journal may be begun in a folder where none was lost. Throws DataDirectoryError. */
export function requireNoLostJournal(directory: string): void {
  // a journal that were begun here would keep the restore from being run again
  if (existsSync(restoringFolder(directory)))
    throw new DataDirectoryError(
      `${directory} has what a restore has left that did not come to its end: run it again, or move ${restoringFolder(directory)} away`,
    )
  const isLost = `journal.db is ${hasJournal(directory) ? 'empty' : 'missing'}`
  if (archivesOf(directory).length > 0)
    throw new DataDirectoryError(`${archiveFolder(directory)} has archives, but their ${isLost}: put it back, or move them away`)
  const left = readdirSync(directory).filter((name) => BESIDE_A_JOURNAL.test(name))
  if (left.length > 0)
    throw new DataDirectoryError(
      `${directory} has ${left.join(', ')}, but its ${isLost}: put it back, restore a backup into an empty directory, or move ${left.length === 1 ? 'it' : 'them'} away`,
    )
}

function openFile(path: string): Database.Database {
  try {
    return new Database(path, { timeout: OPENING_PATIENCE_MS })
  } catch (error) {
    throw new DataDirectoryError(`${path} cannot be used: ${refusalOfSystem(path) ?? (error as Error).message}`, { cause: error })
  }
}

/** SQLite says that a file can't be opened, and the system why: whose it is, that it is a folder. */
function refusalOfSystem(path: string): string | undefined {
  try {
    closeSync(openSync(path, 'a', 0o600))
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

function openForWriting(path: string): Database.Database {
  // SQLite takes a file without a byte for a new database
  if (!sizeOfJournal(dirname(path))) requireNoLostJournal(dirname(path))
  const database = openFile(path)
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    const isNew = database.prepare('SELECT 1 FROM sqlite_master').get() === undefined
    if (isNew) database.transaction(create)(database)
    requireKnownFormat(database, path)
    const lost = lostTables(database)
    if (lost !== undefined) throw new DataDirectoryError(`${path} cannot be used: ${lost}; restore a backup into an empty directory`)
    requireWritable(database, 'meta')
    addTables(database)
    // the checkpointer holds the lock for moments only; whoever waits longer has met a fault
    database.pragma('busy_timeout = 10000')
    return database
  } catch (error) {
    database.close()
    const fault = storageFault(error, dirname(path))
    if (fault !== undefined) throw new DataDirectoryError(`${path} cannot be used: ${fault}`, { cause: error })
    throw error
  }
}

export function requireKnownFormat(database: Database.Database, path: string): void {
  const format = formatOf(database, path)
  if (format === JOURNAL_FORMAT) return
  const remedy = format < JOURNAL_FORMAT ? `: run "npm run migrate -- ${dirname(path)}"` : ''
  throw new DataDirectoryError(`${path} has format ${format}; this version of Fillgate reads format ${JOURNAL_FORMAT}${remedy}`)
}

/** The format of a file. Throws DataDirectoryError when it is no journal. */
export function formatOf(database: Database.Database, path: string): number {
  const isJournal = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'meta'").get() !== undefined
  const format = isJournal ? readMeta(database, 'format') : undefined
  if (typeof format !== 'number') throw new DataDirectoryError(`${path} is no journal of Fillgate`)
  return format
}

function readMeta(database: Database.Database, key: string): unknown {
  return database.prepare<[string]>('SELECT value FROM meta WHERE key = ?').pluck().get(key)
}

function create(database: Database.Database): void {
  database.exec(`
    CREATE TABLE meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
    ${BATCHES_TABLE}
    CREATE TABLE api_keys (
      id TEXT PRIMARY KEY,
      partner INTEGER,              -- index; null on an operator's key
      kind TEXT NOT NULL,
      label TEXT NOT NULL,
      key_id TEXT NOT NULL UNIQUE,
      secret_hash BLOB NOT NULL,
      scopes TEXT NOT NULL,         -- JSON array
      environment TEXT NOT NULL,
      account INTEGER,              -- index; an account token's
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      last_used_at INTEGER,
      revoked_at INTEGER
    ) WITHOUT ROWID;
    CREATE TABLE fix_sessions (
      session INTEGER PRIMARY KEY,
      settings TEXT NOT NULL,       -- JSON
      created_at INTEGER NOT NULL
    );
    CREATE TABLE audit (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      key_id TEXT NOT NULL,
      operation TEXT NOT NULL,
      subject TEXT NOT NULL,
      detail TEXT NOT NULL          -- JSON
    );
  `)
  const insert = database.prepare<[string, number | Buffer]>('INSERT INTO meta (key, value) VALUES (?, ?)')
  insert.run('format', JOURNAL_FORMAT)
  insert.run('genesis', randomBytes(32))
}
