import type Database from 'better-sqlite3'
import { Archives } from './archives/archives.ts'
import { type BatchStatements, prepareBatchStatements, readBatches } from './batch-statements.ts'
import type { ReadLimit, StoredBatch } from './journal-reader.ts'

/**
 * The batches of a journal, wherever they lie: in journal.db, on the connection that is given, or in the archives beside it. An archive is whole and
 * on the disk before the first of its batches leaves journal.db, so that what is not found there any more is found in it, also while they are moved.
 */
export class JournalBatches {
  private readonly hot: BatchStatements
  private readonly archives: Archives

  constructor(database: Database.Database, directory: string, genesis: Buffer) {
    this.hot = prepareBatchStatements(database)
    this.archives = new Archives(directory, genesis)
  }

  /** Position of the first batch in journal.db; 1 when it has none. */
  firstHot(): number {
    return this.hot.first.get() ?? 1
  }

  /** Of the newest event (or batch without events); 0 when there is none. */
  lastPosition(): number {
    const last = this.hot.last.get()
    return last ? last.position + last.positions - 1 : 0
  }

  /** The row that `read` finds in the table that holds a position. */
  find<Row>(position: number, read: (table: BatchStatements) => Row | undefined): Row | undefined {
    const found = read(this.hot)
    if (found !== undefined || position < 1 || !this.isArchived(position)) return found
    return this.archives.read(position, ({ statements }) => read(statements))
  }

  /** Batches in order, beginning with the one that holds `from`; where an archive ends, the read does. */
  from(from: number, limit: ReadLimit): StoredBatch[] {
    return this.onwards(
      from,
      (table) => readBatches(table, from, limit),
      ([row]) => row?.position,
    )
  }

  /**
   * Rows that begin with the batch that holds `from`, out of one table; `startOf` says where they do. While batches are moved, journal.db may have
   * lost those that were asked for between the question where they are and the read.
   */
  onwards<Row>(from: number, read: (table: BatchStatements) => Row[], startOf: (rows: readonly Row[]) => number | undefined): Row[] {
    const readArchived = (): Row[] => this.archives.read(Math.max(1, from), ({ statements }) => read(statements))
    if (this.isArchived(from)) return readArchived()
    const rows = read(this.hot)
    const isMoved = (startOf(rows) ?? 0) > Math.max(1, from) && this.isArchived(from)
    return isMoved ? readArchived() : rows
  }

  /** Bytes of what the batches hold that begin behind a position and up to another; their content is not read from the disk. */
  bytesBetween(after: number, through: number): number {
    const { first, bytes } = this.hot.bytes.get(after, through)!
    let sum = bytes ?? 0
    const end = Math.min(through + 1, first ?? 1)
    for (let position = Math.max(0, after) + 1; position < end;) {
      position = this.archives.read(position, ({ statements, last }) => {
        sum += statements.bytes.get(after, Math.min(through, end - 1))!.bytes ?? 0
        return last + 1
      })
    }
    return sum
  }

  close(): void {
    this.archives.close()
  }

  private isArchived(position: number): boolean {
    return Math.max(1, position) < this.firstHot()
  }
}
