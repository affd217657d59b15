import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { DataDirectoryError } from './data-directory-error.ts'
import { syncDirectory } from './durable-file.ts'
import { MalformedRecord } from './encoding/byte-reader.ts'
import type { StoredBatch } from './journal-reader.ts'
import { nextChain } from './journal/hash-chain.ts'
import { formatOf, genesisOf, journalPath } from './journal/journal-file.ts'
import { SECRETS_KEY } from './secrets.ts'

/** The two parts of a batch, see encoding/batch-codec.ts. */
export type BatchContent = Pick<StoredBatch, 'sessions' | 'events'>

export interface CopyOptions {
  /** folder of the journal.db that is read; a gateway may be writing it */
  readonly from: string
  /** path of the file that is made; it must not exist */
  readonly to: string
  /** last position that the copy may have; it ends with a whole batch */
  readonly through?: number
  /** what becomes of every batch, and of the file's format: the copy has a chain of its own then, which begins with the end of the old one */
  readonly rewrite?: { readonly format: number; readonly batch: (content: BatchContent) => BatchContent }
}

/** Where a copy ends. */
export interface CopiedJournal {
  readonly format: number
  readonly genesis: Buffer
  readonly batches: number
  /** last position; 0 when it has none */
  readonly through: number
  /** value of the hash chain there */
  readonly chain: Buffer
  /** epoch ms: when its last batch was sealed */
  readonly sealedAt: number
  /** … and when the first that is not in it was; undefined where nothing was left out */
  readonly leftOutAt: number | undefined
}

const SLICE = { batches: 1_000, bytes: 16 * 1024 * 1024 }

/**
 * Copies a journal batch by batch and checks the hash chain on the way. Batches are only ever added and never changed, so that all but the last of
 * them can be read in short transactions, which hold up neither the writer nor the checkpointer; the last transaction reads the rest of the
 * batches and every other table, and the copy is the journal as it was in that moment. It is one file, on the disk when this returns.
 * Throws DataDirectoryError where the journal can't be read or was altered; nothing is left behind then.
 */
export function copyJournal({ to, ...options }: CopyOptions): CopiedJournal {
  if (existsSync(to)) throw new DataDirectoryError(`${to} exists`)
  const { from } = options
  const source = openSource(from)
  try {
    const target = openTarget(to)
    try {
      const copied = new JournalCopy(source, target, options).run()
      target.close()
      settle(to)
      return copied
    } catch (error) {
      target.close()
      rmSync(to, { force: true })
      throw error
    }
  } catch (error) {
    if (error instanceof Database.SqliteError)
      throw new DataDirectoryError(`the journal in ${from} can't be copied: ${error.message}`, { cause: error })
    throw error
  } finally {
    source.close()
  }
}

/** What a journal remembers of the secrets that it was written with, see secrets.ts; undefined where it does not. */
export function secretsOfJournal(directory: string): Buffer | undefined {
  const database = openSource(directory)
  try {
    return database.prepare<[string], Buffer>('SELECT value FROM meta WHERE key = ?').pluck().get(SECRETS_KEY)
  } catch (error) {
    throw new DataDirectoryError(`the journal in ${directory} can't be read: ${(error as Error).message}`, { cause: error })
  } finally {
    database.close()
  }
}

/** Throws DataDirectoryError when there is no journal. */
export function formatOfJournal(directory: string): number {
  const database = openSource(directory)
  try {
    return formatOf(database, journalPath(directory))
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error
    throw new DataDirectoryError(`the journal in ${directory} can't be read: ${(error as Error).message}`, { cause: error })
  } finally {
    database.close()
  }
}

/** Brings what is in the write-ahead log into journal.db, so that the file is all there is. Nobody else may have it open. */
export function settleLog(directory: string): void {
  const database = new Database(journalPath(directory), { fileMustExist: true })
  try {
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}

function openSource(directory: string): Database.Database {
  const path = journalPath(directory)
  if (!existsSync(path)) throw new DataDirectoryError(`${directory} has no journal.db`)
  try {
    return new Database(path, { readonly: true, fileMustExist: true })
  } catch (error) {
    throw new DataDirectoryError(`${path} can't be read: ${(error as Error).message}`, { cause: error })
  }
}

function openTarget(path: string): Database.Database {
  // for its owner alone
  closeSync(openSync(path, 'wx', 0o600))
  const database = new Database(path)
  // one file from beginning to end; it is synced when it is whole, and thrown away when it is not
  database.pragma('journal_mode = OFF')
  database.pragma('synchronous = OFF')
  return database
}

function settle(path: string): void {
  const descriptor = openSync(path, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
  syncDirectory(dirname(path))
}

interface Range {
  readonly from: number
  readonly through: number
}

type BatchRow = [position: number, positions: number, sealedAt: number, chain: Buffer, sessions: Buffer, events: Buffer]

class JournalCopy {
  private readonly source: Database.Database
  private readonly target: Database.Database
  private readonly options: Omit<CopyOptions, 'to'>
  private readonly format: number
  /** chain of the source */
  private chain: Buffer
  /** of the copy: another only where it is rewritten */
  private readonly newGenesis: Buffer
  private newChain: Buffer
  private next = 1
  private batches = 0
  private sealedAt = 0

  constructor(source: Database.Database, target: Database.Database, options: Omit<CopyOptions, 'to'>) {
    this.source = source
    this.target = target
    this.options = options
    this.format = options.rewrite?.format ?? formatOf(source, journalPath(options.from))
    this.chain = genesisOf(source)
    this.newGenesis = options.rewrite === undefined ? this.chain : (lastChain(source) ?? this.chain)
    this.newChain = this.newGenesis
  }

  run(): CopiedJournal {
    const { source, target, options } = this
    for (const sql of creationOf(source, 'table')) target.exec(sql)
    const rows = source.prepare<[Range], StoredBatch>(
      `SELECT position, positions, sealed_at AS sealedAt, chain, sessions, events FROM batches
        WHERE position >= @from AND position + positions - 1 <= @through ORDER BY position LIMIT ${SLICE.batches}`,
    )
    const insert = target.prepare<BatchRow>(
      'INSERT INTO batches (position, positions, sealed_at, chain, sessions, events) VALUES (?, ?, ?, ?, ?, ?)',
    )
    /** Copies some batches; true when that were as many as are read at once. */
    const slice = (): boolean => {
      let bytes = 0
      let count = 0
      for (const row of rows.iterate({ from: this.next, through: options.through ?? Number.MAX_SAFE_INTEGER })) {
        insert.run(...this.take(row))
        count++
        bytes += row.events.length
        if (bytes >= SLICE.bytes) return true
      }
      return count === SLICE.batches
    }
    target.exec('BEGIN')
    while (slice());
    source.exec('BEGIN')
    while (slice());
    this.copyOtherTables()
    const leftOutAt = source.prepare<[number], number>('SELECT sealed_at FROM batches WHERE position >= ? LIMIT 1').pluck().get(this.next)
    source.exec('COMMIT')
    for (const sql of creationOf(source, 'index')) target.exec(sql)
    target.exec('COMMIT')
    const { format, newGenesis: genesis, newChain: chain, batches, sealedAt } = this
    return { format, genesis, batches, through: this.next - 1, chain, sealedAt, leftOutAt }
  }

  private take({ position, positions, sealedAt, chain, sessions, events }: StoredBatch): BatchRow {
    if (position !== this.next) throw this.fault(this.next, `the next batch is at position ${position}`)
    this.chain = nextChain(this.chain, position, [sessions, events])
    if (!this.chain.equals(chain)) throw this.fault(position, 'the batch was altered')
    const content = this.rewritten(position, { sessions, events })
    this.newChain = this.options.rewrite ? nextChain(this.newChain, position, [content.sessions, content.events]) : this.chain
    this.next = position + positions
    this.batches++
    this.sealedAt = sealedAt
    return [position, positions, sealedAt, this.newChain, content.sessions, content.events]
  }

  private rewritten(position: number, content: BatchContent): BatchContent {
    try {
      return this.options.rewrite ? this.options.rewrite.batch(content) : content
    } catch (error) {
      if (error instanceof MalformedRecord) throw this.fault(position, error.message)
      throw error
    }
  }

  private fault(position: number, what: string): DataDirectoryError {
    const { from } = this.options
    return new DataDirectoryError(`the journal in ${from} is damaged at position ${position}: ${what}`)
  }

  private copyOtherTables(): void {
    const { source, target } = this
    for (const name of tableNames(source)) {
      if (name === 'batches') continue
      const rows = source.prepare<[], unknown[]>(`SELECT * FROM ${name}`).raw()
      const places = rows.columns().map(() => '?')
      const insert = target.prepare<unknown[]>(`INSERT INTO ${name} VALUES (${places.join(', ')})`)
      for (const row of rows.iterate()) insert.run(...row)
    }
    const setMeta = target.prepare<[number | Buffer, string]>('UPDATE meta SET value = ? WHERE key = ?')
    setMeta.run(this.format, 'format')
    setMeta.run(this.newGenesis, 'genesis')
  }
}

function lastChain(database: Database.Database): Buffer | undefined {
  return database.prepare<[], Buffer>('SELECT chain FROM batches ORDER BY position DESC LIMIT 1').pluck().get()
}

function tableNames(database: Database.Database): string[] {
  return database.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").pluck().all()
}

/** What made the tables, or the indexes, of a file. */
function creationOf(database: Database.Database, type: 'table' | 'index'): string[] {
  const sql = "SELECT sql FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%' AND sql IS NOT NULL"
  return database.prepare<[string], string>(sql).pluck().all(type)
}
