import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { positionsOf } from '../domain/batch.ts'
import { readManifest } from './backup-folder.ts'
import { DataDirectoryError } from './data-directory-error.ts'
import { decodeBatch } from './encoding/batch-codec.ts'
import { MalformedRecord } from './encoding/byte-reader.ts'
import type { StoredBatch } from './journal-reader.ts'
import { nextChain } from './journal/hash-chain.ts'
import { genesisOf, journalPath, requireKnownFormat } from './journal/journal-file.ts'
import { readProgress, readModelPath } from './projections/tables/read-model.ts'

/** What a journal turned out to be. */
export interface JournalCheck {
  /** one line each, with the place; empty = it is as it was written */
  readonly faults: readonly string[]
  readonly batches: number
  readonly events: number
  /** last position that was looked at; 0 when there is none */
  readonly through: number
  /** hexadecimal: value of the chain there */
  readonly chain: string
}

/** A value of the chain that somebody has noted elsewhere. */
export interface Anchor {
  readonly position: number
  /** hexadecimal */
  readonly chain: string
  /** who says so */
  readonly source: string
}

const MOST_FAULTS = 20
const ONE_READ = 500

/**
 * Looks at every byte that journal.db of a folder keeps of its commits: the database's own structure, the hash chain, that positions go on without
 * a gap, and that every event can be read. What else is known of the journal's past is held against it: `anchors`, the manifest of a backup, and
 * what read.db was made of. It only reads; a gateway may be writing.
 */
export function checkJournal(directory: string, anchors: readonly Anchor[] = []): JournalCheck {
  const check = new Check(directory)
  check.run(anchors)
  return check
}

class Check implements JournalCheck {
  readonly faults: string[] = []
  batches = 0
  events = 0
  through = 0
  chain = ''
  private readonly directory: string

  constructor(directory: string) {
    this.directory = directory
  }

  run(anchors: readonly Anchor[]): void {
    let database: Database.Database | undefined
    try {
      if (!existsSync(journalPath(this.directory))) throw new DataDirectoryError(`${this.directory} has no journal.db`)
      database = new Database(journalPath(this.directory), { readonly: true, fileMustExist: true })
      requireKnownFormat(database, journalPath(this.directory))
      this.checkStructure(database)
      this.checkBatches(database)
      for (const anchor of [...anchors, ...this.ownAnchors()]) this.checkAnchor(database, anchor)
    } catch (error) {
      if (!(error instanceof DataDirectoryError || error instanceof Database.SqliteError)) throw error
      const place = this.through === 0 ? '' : `behind position ${this.through}: `
      this.add(error instanceof DataDirectoryError ? error.message : `journal.db: ${place}${error.message}`)
    } finally {
      database?.close()
    }
  }

  private add(fault: string): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push(fault)
    else if (this.faults.length === MOST_FAULTS) this.faults.push('and more')
  }

  private checkStructure(database: Database.Database): void {
    if (complaintsOf(database, String(MOST_FAULTS)).length === 0) return
    const names = database.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
    const found = names.flatMap((name) => complaintsOf(database, name).map((complaint) => `table ${name}: ${complaint}`))
    for (const fault of found.length > 0 ? found : complaintsOf(database, String(MOST_FAULTS))) this.add(`journal.db: ${fault}`)
  }

  private checkBatches(database: Database.Database): void {
    const rows = database.prepare<[number], StoredBatch>(
      `SELECT position, positions, sealed_at AS sealedAt, chain, sessions, events FROM batches WHERE position > ? ORDER BY position LIMIT ${ONE_READ}`,
    )
    let chain = genesisOf(database)
    let next = 1
    // short reads: a gateway may be writing
    for (let after = 0; ;) {
      const read = rows.all(after)
      for (const row of read) {
        if (!Number.isSafeInteger(row.position)) {
          this.add(`behind position ${next - 1}: the next commit in the file is at position ${row.position}`)
          return
        }
        if (row.position !== next) this.add(`position ${next}: the next commit in the file is at position ${row.position}`)
        chain = this.checkBatch(row, chain)
        this.batches++
        after = row.position
        next = row.position + (Number.isSafeInteger(row.positions) ? Math.max(1, row.positions) : 1)
        this.through = next - 1
        this.chain = chain.toString('hex')
      }
      if (read.length < ONE_READ) return
    }
  }

  /** Returns the chain's value behind it, as the file has it: what follows is judged by itself. */
  private checkBatch(row: StoredBatch, before: Buffer): Buffer {
    const { position } = row
    const parts = [row.sessions, row.events]
    if (!Buffer.isBuffer(row.chain) || !parts.every(Buffer.isBuffer)) {
      this.add(`position ${position}: the commit is no record of bytes`)
      return before
    }
    if (!nextChain(before, position, parts).equals(row.chain))
      this.add(`position ${position}: the commit does not fit the hash chain: it, its place or the chain was changed`)
    try {
      const batch = decodeBatch(row)
      this.events += batch.events.length
      if (batch.position !== position || positionsOf(batch) !== row.positions || batch.sealedAt !== row.sealedAt)
        this.add(`position ${position}: the commit's place, length or time was changed`)
    } catch (error) {
      if (!(error instanceof MalformedRecord)) throw error
      this.add(`position ${position}: the commit can't be read: ${error.message}`)
    }
    return row.chain
  }

  private checkAnchor(database: Database.Database, { position, chain, source }: Anchor): void {
    const sql =
      position === 0
        ? "SELECT value FROM meta WHERE key = 'genesis' AND ? = 0"
        : 'SELECT chain FROM batches WHERE position + positions - 1 = ?'
    const found = database.prepare<[number], Buffer>(sql).pluck().get(position)
    if (found === undefined)
      this.add(`${source} knows of a commit that ends with position ${position}; the journal has none, and ends with ${this.through}`)
    else if (found.toString('hex') !== chain)
      this.add(`position ${position}: ${source} knows of another chain: ${chain}, not ${found.toString('hex')}`)
  }

  private ownAnchors(): Anchor[] {
    const manifest = readManifest(this.directory)
    if (manifest !== undefined) {
      const source = 'manifest.json'
      return [
        { position: 0, chain: manifest.genesis, source },
        { position: manifest.through, chain: manifest.chain, source },
      ]
    }
    return this.anchorOfReadModel()
  }

  // It can be made anew: whatever else is wrong with it is no fault of the journal.
  private anchorOfReadModel(): Anchor[] {
    if (!existsSync(readModelPath(this.directory))) return []
    let database: Database.Database | undefined
    try {
      database = new Database(readModelPath(this.directory), { readonly: true, fileMustExist: true })
      const { batchThrough, chain } = readProgress(database)
      return [{ position: batchThrough, chain: chain.toString('hex'), source: 'read.db' }]
    } catch {
      return []
    } finally {
      database?.close()
    }
  }
}

/** What SQLite has to say of a table's structure, or of the whole file's. */
function complaintsOf(database: Database.Database, what: string): string[] {
  try {
    const rows = database.pragma(`integrity_check(${what})`) as readonly { readonly integrity_check: string }[]
    return rows.map((row) => row.integrity_check.replaceAll(/\s+/g, ' ')).filter((text) => text !== 'ok')
  } catch (error) {
    if (error instanceof Database.SqliteError) return [error.message]
    throw error
  }
}
