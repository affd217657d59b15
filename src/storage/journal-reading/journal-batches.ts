import type Database from 'better-sqlite3'
import { Archives } from '../archives/archives.ts'
import { type BatchStatements, type Place, prepareBatchStatements, readBatches } from './batch-statements.ts'
import { MalformedRecord } from '../encoding/byte-reader.ts'
import { decodeBatchNumbers, EventRecords, matchesRow } from '../encoding/batch-codec.ts'
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

  /**
   * Batches in order, beginning with the one that holds `from`; where an archive ends, the read does. Those of an archive are what was written:
   * it may have lain there for years, in anybody's hands, and who decodes them can't tell an archive from journal.db.
   */
  from(from: number, limit: ReadLimit): StoredBatch[] {
    return this.onwards(from, (table) => {
      const rows = readBatches(table, from, limit)
      if (table !== this.hot) rows.forEach(requireAsWritten)
      return rows
    })
  }

  /**
   * Rows that begin with the batch that holds `from`, out of one table. While batches are moved, journal.db may have lost those that were asked for
   * between the question where they are and the read.
   */
  onwards<Row extends Place>(from: number, read: (table: BatchStatements) => Row[]): Row[] {
    const first = Math.max(1, from)
    const readArchived = (): Row[] =>
      this.archives.read(first, ({ statements }) => {
        const rows = read(statements)
        requireUnbroken(rows, first)
        return rows
      })
    if (this.isArchived(from)) return readArchived()
    const rows = read(this.hot)
    const isMoved = (rows[0]?.position ?? 0) > first && this.isArchived(from)
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

/** The row's place and time are those that its content has. Throws MalformedRecord. */
function requireAsWritten(row: StoredBatch): void {
  const numbers = decodeBatchNumbers(row.sessions)
  const events = new EventRecords(row.events)
  const isOne = events.position === numbers.position && Math.max(1, events.count) === numbers.positions
  if (!isOne || !matchesRow(numbers, row)) throw new MalformedRecord(`the batch at position ${row.position} was altered`)
}

/** One behind the other, from the batch on that holds `from`. Throws MalformedRecord. */
function requireUnbroken(places: readonly Place[], from: number): void {
  const [first] = places
  if (first === undefined || first.position > from || first.position + first.positions <= from)
    throw new MalformedRecord(`it has no batch with position ${from}`)
  let next = first.position
  for (const { position, positions } of places) {
    if (position !== next) throw new MalformedRecord(`it has no batch at position ${next}`)
    next += positions
  }
}
