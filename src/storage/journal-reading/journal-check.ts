import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { positionsOf } from '../../domain/batch.ts'
import { type ArchiveFile, archivesOf } from '../archives/archive-files.ts'
import { sumFault } from '../archives/archive-sum.ts'
import { Archives, openArchive } from '../archives/archives.ts'
import { readManifest } from '../directory/backup-folder.ts'
import { chainThrough, prepareBatchStatements } from './batch-statements.ts'
import { DataDirectoryError } from '../directory/data-directory-error.ts'
import { isOfSystem, readFault } from '../directory/storage-fault.ts'
import { decodeBatch, matchesRow } from '../encoding/batch-codec.ts'
import { MalformedRecord } from '../encoding/byte-reader.ts'
import type { StoredBatch } from './journal-reader.ts'
import { lostTables } from '../journal/journal-tables.ts'
import { nextChain } from '../journal/hash-chain.ts'
import { genesisOf, hasJournal, journalPath, requireKnownFormat } from '../journal/journal-file.ts'
import { readProgress, readModelPath } from '../projections/tables/read-model.ts'

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

/** How far a chain of commits was followed: what comes next, and the chain's value before it, where that is known. */
interface Followed {
  readonly next: number
  readonly chain: Buffer | undefined
}

/** A commit that was followed, and how far the chain has come behind it. */
interface Passed extends Followed {
  readonly position: number
  readonly events: number
}

/**
 * Looks at every byte that journal.db of a folder, and the archives beside it, keep of its commits: the databases' own structure, that no table was lost, the hash chain, that
 * positions go on without a gap, that every event can be read, and every byte of an archive. What else is known of the journal's past is held against it: `anchors`, the manifest of a backup, and
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
  /** of archives whose commits journal.db ought to have, too */
  private readonly archiveEnds: Anchor[] = []

  constructor(directory: string) {
    this.directory = directory
  }

  run(anchors: readonly Anchor[]): void {
    let database: Database.Database | undefined
    let archives: Archives | undefined
    try {
      if (!hasJournal(this.directory)) throw new DataDirectoryError(`${this.directory} has no journal.db`)
      database = new Database(journalPath(this.directory), { readonly: true, fileMustExist: true })
      requireKnownFormat(database, journalPath(this.directory))
      this.checkStructure(database, 'journal.db: ')
      const lost = lostTables(database)
      if (lost !== undefined) this.add(`journal.db: ${lost}`)
      const genesis = genesisOf(database)
      archives = new Archives(this.directory, genesis)
      this.checkBatches(database, archives, this.checkArchives(firstOf(database), genesis))
      for (const anchor of [...anchors, ...this.archiveEnds, ...this.ownAnchors()]) this.checkAnchor(database, archives, anchor)
    } catch (error) {
      if (!(error instanceof DataDirectoryError || error instanceof Database.SqliteError)) throw error
      const place = this.through === 0 ? '' : `behind position ${this.through}: `
      this.add(error instanceof DataDirectoryError ? error.message : `journal.db: ${place}${readFault(error)}`)
    } finally {
      archives?.close()
      database?.close()
    }
  }

  private add(fault: string): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push(fault)
    else if (this.faults.length === MOST_FAULTS) this.faults.push('and more')
  }

  private checkStructure(database: Database.Database, where: string): void {
    if (complaintsOf(database, String(MOST_FAULTS)).length === 0) return
    const names = database.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
    const found = names.flatMap((name) => complaintsOf(database, name).map((complaint) => `table ${name}: ${complaint}`))
    for (const fault of found.length > 0 ? found : complaintsOf(database, String(MOST_FAULTS))) this.add(`${where}${fault}`)
  }

  /** Every archive, whole. Returns where journal.db, whose first commit is at `end`, has to go on. */
  private checkArchives(end: number, genesis: Buffer): Followed {
    let place: Followed = { next: 1, chain: genesis }
    let atEnd = end === 1 ? place : undefined
    for (const file of archivesOf(this.directory)) {
      if (file.first !== place.next) {
        this.add(`position ${place.next}: the next archive is ${file.name}`)
        place = { next: file.first, chain: undefined }
      }
      // what is in journal.db still is counted there
      const onPassed = (passed: Passed): void => {
        if (passed.position < end) this.count(passed)
        if (passed.next === end) atEnd = passed
      }
      place = this.checkArchive(file, { genesis, place, onPassed })
      if (file.last >= end && place.chain !== undefined)
        this.archiveEnds.push({ position: file.last, chain: place.chain.toString('hex'), source: `archive/${file.name}` })
    }
    // an archive that could not be followed to its end is named already
    const isTold = place.chain === undefined && place.next >= end
    if (atEnd === undefined && !isTold)
      this.add(`position ${place.next}: journal.db begins at position ${end}, and no archive has what is before it`)
    return atEnd ?? { next: end, chain: undefined }
  }

  private checkArchive(
    file: ArchiveFile,
    from: { readonly genesis: Buffer; readonly place: Followed; readonly onPassed: (passed: Passed) => void },
  ): Followed {
    const where = `archive/${file.name}: `
    let { place } = from
    let database: Database.Database | undefined
    try {
      const fault = sumFault(file.path)
      if (fault !== undefined) this.add(`${where}${fault}`)
      database = openArchive(file, from.genesis).database
      this.checkStructure(database, where)
      const behind = readBehind(database)
      let after = place.next - 1
      for (let read = behind(after); read.length > 0; read = behind(after)) {
        for (const row of read) {
          const passed = this.take(row, place, where)
          if (passed === undefined) return { next: file.last + 1, chain: undefined }
          from.onPassed(passed)
          place = passed
          after = row.position
        }
      }
      if (place.next !== file.last + 1) this.add(`${where}it ends with position ${place.next - 1}`)
      return place.next === file.last + 1 ? place : { next: file.last + 1, chain: undefined }
    } catch (error) {
      if (!(error instanceof DataDirectoryError || error instanceof Database.SqliteError || isOfSystem(error))) throw error
      this.add(`${where}${error.message}`)
      return { next: file.last + 1, chain: undefined }
    } finally {
      database?.close()
    }
  }

  private checkBatches(database: Database.Database, archives: Archives, from: Followed): void {
    const hot = readBehind(database)
    let place = from
    // short reads: a gateway may be writing, and moving commits into an archive
    for (let after = from.next - 1; ;) {
      let read = hot(after)
      const isMoved = (read[0]?.position ?? place.next) > place.next && firstOf(database) > place.next
      if (isMoved) read = archives.read(place.next, (archive) => readBehind(archive.database)(after))
      for (const row of read) {
        const passed = this.take(row, place, '')
        if (passed === undefined) return
        this.count(passed)
        place = passed
        after = row.position
      }
      if (read.length < ONE_READ && !isMoved) return
    }
  }

  /** Checks the next commit; undefined where nothing can be said of what is behind it. */
  private take(row: StoredBatch, { next, chain }: Followed, where: string): Passed | undefined {
    if (!Number.isSafeInteger(row.position)) {
      this.add(`${where}behind position ${next - 1}: the next commit in the file is at position ${row.position}`)
      return undefined
    }
    if (row.position < next) {
      // what follows is judged as if it were not there
      this.add(`${where}position ${row.position}: a commit in the middle of the one before it, which ends with position ${next - 1}`)
      return { position: row.position, events: 0, next, chain }
    }
    if (row.position !== next) this.add(`${where}position ${next}: the next commit in the file is at position ${row.position}`)
    const { position, positions } = row
    const found = this.checkBatch(row, chain, where)
    return { position, next: position + (Number.isSafeInteger(positions) ? Math.max(1, positions) : 1), ...found }
  }

  private count({ next, chain, events }: Passed): void {
    this.batches++
    this.events += events
    this.through = next - 1
    this.chain = chain?.toString('hex') ?? ''
  }

  /** Returns the chain's value behind it, as the file has it: what follows is judged by itself. */
  private checkBatch(row: StoredBatch, before: Buffer | undefined, where: string): Pick<Passed, 'chain' | 'events'> {
    const { position, chain } = row
    const parts = [row.sessions, row.events]
    if (!Buffer.isBuffer(chain) || !parts.every(Buffer.isBuffer)) {
      this.add(`${where}position ${position}: the commit is no record of bytes`)
      return { chain: before, events: 0 }
    }
    if (before !== undefined && !nextChain(before, position, parts).equals(chain))
      this.add(`${where}position ${position}: the commit does not fit the hash chain: it, its place or the chain was changed`)
    try {
      const batch = decodeBatch(row)
      if (!matchesRow({ ...batch, positions: positionsOf(batch) }, row))
        this.add(`${where}position ${position}: the commit's place, length or time was changed`)
      return { chain, events: batch.events.length }
    } catch (error) {
      if (!(error instanceof MalformedRecord)) throw error
      this.add(`${where}position ${position}: the commit can't be read: ${error.message}`)
      return { chain, events: 0 }
    }
  }

  private checkAnchor(database: Database.Database, archives: Archives, { position, chain, source }: Anchor): void {
    const found = position === 0 ? genesisOf(database) : chainBehind(database, archives, position)
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

/** Position of the first commit in a file; 1 when it has none. */
function firstOf(database: Database.Database): number {
  return database.prepare<[], number | null>('SELECT min(position) FROM batches').pluck().get() ?? 1
}

/** Reads some commits of a file that begin behind a position. */
function readBehind(database: Database.Database): (after: number) => readonly StoredBatch[] {
  const rows = database.prepare<[number], StoredBatch>(
    `SELECT position, positions, sealed_at AS sealedAt, chain, sessions, events FROM batches WHERE position > ? ORDER BY position LIMIT ${ONE_READ}`,
  )
  return (after) => rows.all(after)
}

function chainBehind(database: Database.Database, archives: Archives, position: number): Buffer | undefined {
  const table = position < firstOf(database) ? archives.at(position).statements : prepareBatchStatements(database)
  return chainThrough(table, position)
}
