import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { type ArchiveFile, archiveFile, archiveFolder, archivesOf, sumPath } from '../archives/archive-files.ts'
import { sumFault } from '../archives/archive-sum.ts'
import { openArchive } from '../archives/archives.ts'
import { readBatches } from './batch-statements.ts'
import { DataDirectoryError } from '../directory/data-directory-error.ts'
import { decodeBatchNumbers, matchesRow } from '../encoding/batch-codec.ts'
import { MalformedRecord } from '../encoding/byte-reader.ts'
import { JournalBatches } from './journal-batches.ts'
import type { StoredBatch } from './journal-reader.ts'
import { lostTables, tableNames } from '../journal/journal-tables.ts'
import { nextChain } from '../journal/hash-chain.ts'
import { type BatchRow, formatOf, genesisOf, hasJournal, journalPath, prepareBatchInsert } from '../journal/journal-file.ts'
import { settleFile } from '../directory/durable-file.ts'
import { openNewDatabase } from '../directory/new-database.ts'
import { readFault, storageFault } from '../directory/storage-fault.ts'
import { SECRETS_KEY } from '../secrets/secrets.ts'

/** The two parts of a batch, see encoding/batch-codec.ts. */
export type BatchContent = Pick<StoredBatch, 'sessions' | 'events'>

export interface CopyOptions {
  /** folder of the journal.db that is read; a gateway may be writing it */
  readonly from: string
  /** path of the file that is made; it must not exist, and no archives beside it */
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
  /** that were copied as they are */
  readonly archives: readonly ArchiveFile[]
  /** last position; 0 when it has none */
  readonly through: number
  /** value of the hash chain there */
  readonly chain: Buffer
  /** epoch ms: when its last batch was sealed */
  readonly sealedAt: number
  /** epoch ms: when the first batch that was left out was sealed; undefined where none was */
  readonly leftOutAt: number | undefined
}

const SLICE = { batches: 1_000, bytes: 16 * 1024 * 1024 }
/** whoever reads for longer is told of, not waited for */
const SETTLING_PATIENCE_MS = 1_000

/**
 * Copies a journal batch by batch and checks the hash chain on the way. Batches are only ever added and never changed, so that all but the last of
 * them can be read in short transactions, which hold up neither the writer nor the checkpointer; the last transaction reads the rest of the
 * batches and every other table, and the copy is the journal as it was in that moment. Archives are copied as they are, but for one in which
 * the copy ends or that is rewritten: its batches go into the file. All of it is on the disk when this returns.
 * Throws DataDirectoryError where the journal can't be read or was altered; nothing is left behind then.
 */
export function copyJournal({ to, ...options }: CopyOptions): CopiedJournal {
  for (const path of [to, archiveFolder(dirname(to))]) if (existsSync(path)) throw new DataDirectoryError(`${path} exists`)
  const { from } = options
  const source = openSource(from)
  try {
    const target = openNewDatabase(to)
    try {
      const copied = new JournalCopy(source, target, { to, ...options }).run()
      target.close()
      settleFile(to)
      return copied
    } catch (error) {
      target.close()
      rmSync(to, { force: true })
      rmSync(archiveFolder(dirname(to)), { recursive: true, force: true })
      throw error
    }
  } catch (error) {
    if (error instanceof Database.SqliteError)
      throw new DataDirectoryError(`the journal in ${from} can't be copied: ${readFault(error)}`, { cause: error })
    throw error
  } finally {
    source.close()
  }
}

/** What a journal remembers of the secrets that it was written with, see secrets.ts; undefined where it does not. */
export function secretsOfJournal(directory: string): Buffer | undefined {
  return readSource(directory, (source) =>
    source.prepare<[string], Buffer>('SELECT value FROM meta WHERE key = ?').pluck().get(SECRETS_KEY),
  )
}

/** Throws DataDirectoryError when there is no journal. */
export function formatOfJournal(directory: string): number {
  return readSource(directory, (source) => formatOf(source, journalPath(directory)))
}

function readSource<Found>(directory: string, read: (source: Database.Database) => Found): Found {
  const source = openSource(directory)
  try {
    return read(source)
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error
    throw new DataDirectoryError(`the journal in ${directory} can't be read: ${(error as Error).message}`, { cause: error })
  } finally {
    source.close()
  }
}

/**
 * Brings what is in the write-ahead log into journal.db and does work while the file is all there is, which nobody else can open: a log that were left
 * beside another journal.db would be taken for a part of that one. Throws DataDirectoryError where somebody has it open.
 */
export function withSettledLog(directory: string, work: () => void): void {
  const database = new Database(journalPath(directory), { fileMustExist: true, timeout: SETTLING_PATIENCE_MS })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    database.pragma('wal_checkpoint(TRUNCATE)')
    // SQLite leaves them, empty, where the file is another one at the end
    for (const suffix of ['-wal', '-shm']) rmSync(journalPath(directory) + suffix, { force: true })
    work()
  } catch (error) {
    const fault = storageFault(error, directory)
    if (fault === undefined) throw error
    throw new DataDirectoryError(`${journalPath(directory)} cannot be used: ${fault}`, { cause: error })
  } finally {
    database.close()
  }
}

function openSource(directory: string): Database.Database {
  const path = journalPath(directory)
  if (!hasJournal(directory)) throw new DataDirectoryError(`${directory} has no journal.db`)
  try {
    return new Database(path, { readonly: true, fileMustExist: true })
  } catch (error) {
    throw new DataDirectoryError(`${path} can't be read: ${(error as Error).message}`, { cause: error })
  }
}

class JournalCopy {
  private readonly source: Database.Database
  private readonly target: Database.Database
  private readonly options: CopyOptions
  private readonly format: number
  private readonly stored: JournalBatches
  private readonly through: number
  private readonly archives: ArchiveFile[] = []
  /** chain of the source */
  private chain: Buffer
  /** of the copy: another only where it is rewritten */
  private readonly newGenesis: Buffer
  private newChain: Buffer
  private next = 1
  private batches = 0
  private sealedAt = 0

  constructor(source: Database.Database, target: Database.Database, options: CopyOptions) {
    this.source = source
    this.target = target
    this.options = options
    this.format = options.rewrite?.format ?? formatOf(source, journalPath(options.from))
    this.chain = genesisOf(source)
    this.stored = new JournalBatches(source, options.from, this.chain)
    this.through = options.through ?? Number.MAX_SAFE_INTEGER
    this.newGenesis = options.rewrite === undefined ? this.chain : (lastChain(source) ?? this.chain)
    this.newChain = this.newGenesis
  }

  run(): CopiedJournal {
    try {
      return this.copy()
    } finally {
      this.stored.close()
    }
  }

  private copy(): CopiedJournal {
    const { source, target } = this
    const lost = lostTables(source)
    if (lost !== undefined) throw new DataDirectoryError(`the journal in ${this.options.from} can't be copied: ${lost}`)
    for (const sql of creationOf(source, 'table')) target.exec(sql)
    if (!this.options.rewrite) this.copyArchives()
    target.exec('BEGIN')
    const insert = prepareBatchInsert(target)
    while (this.copySlice(insert));
    source.exec('BEGIN')
    while (this.copySlice(insert));
    this.copyOtherTables()
    const [leftOut] = this.stored.from(this.next, { batches: 1 })
    // its time says what of the other tables is left out with it
    if (leftOut) this.requireOwnNumbers(leftOut)
    source.exec('COMMIT')
    for (const sql of creationOf(source, 'index')) target.exec(sql)
    target.exec('COMMIT')
    const { format, newGenesis: genesis, newChain: chain, batches, archives, sealedAt } = this
    return { format, genesis, batches, archives, through: this.next - 1, chain, sealedAt, leftOutAt: leftOut?.sealedAt }
  }

  /** Copies some batches; true when there may be as many again. */
  private copySlice(insert: Database.Statement<BatchRow>): boolean {
    let bytes = 0
    const read = this.stored.from(this.next, SLICE)
    for (const row of read) {
      if (row.position + row.positions - 1 > this.through) return false
      insert.run(...this.take(row))
      bytes += row.events.length
    }
    // a read ends where an archive does
    const isArchived = read[0] !== undefined && read[0].position < this.stored.firstHot()
    return isArchived || read.length === SLICE.batches || bytes >= SLICE.bytes
  }

  /** Archives as they are, up to the last that something follows: a journal.db has a batch. */
  private copyArchives(): void {
    const { from, to } = this.options
    for (const file of archivesOf(from)) {
      const [following] = file.first === this.next ? this.stored.from(file.last + 1, { batches: 1 }) : []
      if (!following || following.position + following.positions - 1 > this.through) return
      const copied = archiveFile(dirname(to), file)
      mkdirSync(archiveFolder(dirname(to)), { recursive: true, mode: 0o700 })
      for (const [original, copy] of [
        [sumPath(file.path), sumPath(copied.path)],
        [file.path, copied.path],
      ] as const) {
        if (!existsSync(original)) throw new DataDirectoryError(`${original} is missing: npm run verify says more`)
        copyFileSync(original, copy)
        settleFile(copy)
      }
      const fault = sumFault(copied.path)
      if (fault !== undefined) throw new DataDirectoryError(`${file.path}: ${fault}`)
      this.follow(copied)
      this.archives.push(copied)
    }
  }

  /** Checks the hash chain through an archive. */
  private follow(file: ArchiveFile): void {
    const archive = openArchive(file, genesisOf(this.source))
    try {
      while (this.next <= file.last) {
        const read = readBatches(archive.statements, this.next, SLICE)
        if (read.length === 0) throw this.fault(this.next, `${file.name} has no batch there`)
        for (const row of read) this.take(row)
      }
    } finally {
      archive.database.close()
    }
  }

  private take(row: StoredBatch): BatchRow {
    const { position, positions, sealedAt, chain, sessions, events } = row
    if (position !== this.next) throw this.fault(this.next, `the next batch is at position ${position}`)
    this.chain = nextChain(this.chain, position, [sessions, events])
    if (!this.chain.equals(chain)) throw this.fault(position, 'the batch was altered')
    this.requireOwnNumbers(row)
    const content = this.rewritten(position, { sessions, events })
    this.newChain = this.options.rewrite ? nextChain(this.newChain, position, [content.sessions, content.events]) : this.chain
    this.next = position + positions
    this.batches++
    this.sealedAt = sealedAt
    return [position, positions, sealedAt, this.newChain, content.sessions, content.events]
  }

  private requireOwnNumbers(row: StoredBatch): void {
    const said = this.understood(row.position, () => decodeBatchNumbers(row.sessions))
    if (!matchesRow(said, row)) throw this.fault(row.position, "the batch's length or time was altered")
  }

  private rewritten(position: number, content: BatchContent): BatchContent {
    const { rewrite } = this.options
    return rewrite === undefined ? content : this.understood(position, () => rewrite.batch(content))
  }

  private understood<T>(position: number, decode: () => T): T {
    try {
      return decode()
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
      const insert = target.prepare(`INSERT INTO ${name} VALUES (${places.join(', ')})`)
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

/** What made the tables, or the indexes, of a file. */
function creationOf(database: Database.Database, type: 'table' | 'index'): string[] {
  const sql = "SELECT sql FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%' AND sql IS NOT NULL"
  return database.prepare<[string], string>(sql).pluck().all(type)
}
