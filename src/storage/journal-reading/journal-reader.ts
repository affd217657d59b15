import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Batch, PastBatch } from '../../domain/batch.ts'
import type { Event } from '../../domain/event.ts'
import type { BatchNumbers, BatchParts } from '../encoding/batch-codec.ts'
import { decodeBatch, decodeBatchNumbers, EventRecords, openBatch } from '../encoding/batch-codec.ts'
import { chainThrough, type Place } from './batch-statements.ts'
import { type ArchiveFile, archivesOf, firstMissing } from '../archives/archive-files.ts'
import { lostEnd, missingArchive } from '../archives/archives.ts'
import { DataDirectoryError } from '../directory/data-directory-error.ts'
import { JournalBatches } from './journal-batches.ts'
import { genesisOf, journalPath, requireKnownFormat } from '../journal/journal-file.ts'

const CACHED_BATCHES = 16

/** A batch as it lies in the file. */
export interface StoredBatch extends BatchParts {
  readonly position: number
  readonly positions: number
  readonly sealedAt: number
  readonly chain: Buffer
}

export interface ReadLimit {
  readonly batches: number
  /** of encoded events; the batch that exceeds it is the last one returned */
  readonly bytes?: number
}

/**
 * Reads a journal, journal.db and the archives beside it, on connections that cannot write, in any thread. Every call is one short read: what it
 * returns is data, never an iterator that would keep the checkpointer waiting. A batch of which a byte has changed throws MalformedRecord, in an archive
 * DataDirectoryError, which names the file.
 */
export class JournalReader {
  private readonly database: Database.Database
  private readonly table: JournalBatches
  private readonly genesis: Buffer
  /** the events of the batches read last, oldest first: who reads an order's history comes back to the same ones */
  private readonly cache: (Place & { readonly events: Buffer })[] = []
  /** the batch that exceeded a read last, while anybody still goes through it: so do, as a rule, others at the same time */
  private large: WeakRef<PastBatch> | undefined

  /** Throws DataDirectoryError when the journal has another format or ends before an archive does, or an archive is missing or a link to nothing. */
  constructor(directory: string) {
    const path = journalPath(directory)
    this.database = new Database(path, { readonly: true, fileMustExist: true })
    requireKnownFormat(this.database, path)
    this.genesis = genesisOf(this.database)
    this.table = new JournalBatches(this.database, directory, this.genesis)
    // in this order: meanwhile batches may be moved
    const end = this.table.firstHot()
    const archives = archivesOf(directory)
    const fault = archiveFault(directory, archives, { end, last: this.table.lastPosition() })
    if (fault === undefined) return
    this.close()
    throw new DataDirectoryError(fault)
  }

  /** Position of the first batch that is in journal.db itself; those before it are in archives. */
  firstHot(): number {
    return this.table.firstHot()
  }

  /** Of the newest event (or batch without events); 0 when there is none. */
  lastPosition(): number {
    return this.table.lastPosition()
  }

  /** The event at a position; undefined beyond the end, and where a batch had none. */
  eventAt(position: number): Event | undefined {
    const records = this.recordsAt(position)
    while (records?.next()) if (records.position === position) return records.event()
    return undefined
  }

  /**
   * Batches in order, beginning with the one that holds `from`, none only beyond the end; decode them with `decodeBatch`, or scan them with
   * `EventRecords`.
   */
  stored(from: number, limit: ReadLimit): StoredBatch[] {
    return this.table.from(from, limit)
  }

  /** As `stored`. */
  batches(from: number, limit: ReadLimit): Batch[] {
    return this.stored(from, limit).map(decodeBatch)
  }

  /** As `stored`. */
  pastBatches(from: number, limit: ReadLimit & { readonly bytes: number }): PastBatch[] {
    const known = this.large?.deref()
    if (known !== undefined && holds(known, from)) return [known]
    const stored = this.stored(from, limit)
    const batches = stored.map(openBatch)
    const last = batches.at(-1)
    if (last !== undefined && stored.at(-1)!.events.length >= limit.bytes) this.large = new WeakRef(last)
    return batches
  }

  /** Bytes of what the batches hold that begin behind a position and up to another; their content is not read from the disk. */
  bytesBetween(after: number, through: number): number {
    return this.table.bytesBetween(after, through)
  }

  /**
   * What up to `count` batches, beginning with the one that holds `from`, say of FIX numbers, none only beyond the end; their events are not even read
   * from the disk.
   */
  numbers(from: number, count: number): BatchNumbers[] {
    return this.table.onwards(from, ({ numbers }) => numbers.all({ from, count }).map(decodeBatchNumbers))
  }

  /** The chain's value after the batch that ends with a position; after 0, its value before the first batch. */
  chainThrough(position: number): Buffer | undefined {
    if (position === 0) return this.genesis
    return this.table.find(position, (table) => chainThrough(table, position))
  }

  close(): void {
    this.table.close()
    this.database.close()
  }

  /** The records of the batch that holds a position. */
  private recordsAt(position: number): EventRecords | undefined {
    let batch = this.cache.find((cached) => holds(cached, position))
    if (!batch) {
      const stored = this.storedAt(position)
      if (!stored) return undefined
      batch = { position: stored.position, positions: stored.positions, events: stored.events }
      this.cache.push(batch)
      if (this.cache.length > CACHED_BATCHES) this.cache.shift()
    }
    return new EventRecords(batch.events)
  }

  private storedAt(position: number): StoredBatch | undefined {
    const [row] = this.stored(position, { batches: 1 })
    return row && holds(row, position) ? row : undefined
  }
}

/** Why archives don't have everything before `end`, or have what is behind the journal's `last` position; undefined where they are as they should be. */
function archiveFault(
  directory: string,
  archives: readonly ArchiveFile[],
  { end, last }: { readonly end: number; readonly last: number },
): string | undefined {
  // a link may lead to a disk that is not there
  const lost = archives.find(({ path }) => !existsSync(path))
  if (lost !== undefined) return `${lost.path} leads to no file: put the archive back`
  const missing = end === 1 ? undefined : firstMissing(archives, end)
  if (missing !== undefined) return missingArchive(directory, missing)
  const beyond = archives.find((archive) => archive.last > last)
  return beyond && lostEnd(beyond, last)
}

const holds = ({ position: first, positions }: Place, position: number): boolean => first <= position && position < first + positions
