import type Database from 'better-sqlite3'
import { MalformedRecord } from '../encoding/byte-reader.ts'
import type { ReadLimit, StoredBatch } from './journal-reader.ts'
import { rowLimit } from '../row-limit.ts'

export interface Place {
  readonly position: number
  readonly positions: number
}

export interface From {
  readonly from: number
  readonly count: number
}

/** What is asked of a table of batches: that of journal.db and that of an archive are the same. */
export type BatchStatements = ReturnType<typeof prepareBatchStatements>

export function prepareBatchStatements(database: Database.Database) {
  const columns = 'position, positions, sealed_at AS sealedAt, chain, sessions, events'
  const holding = 'WHERE position = (SELECT max(position) FROM batches WHERE position <= ?)'
  const onwards = `WHERE position >= coalesce((SELECT max(position) FROM batches WHERE position <= @from), 0) AND position + positions > @from
    ORDER BY position ${rowLimit('@count')}`
  return {
    first: database.prepare<[], number | null>('SELECT min(position) FROM batches').pluck(),
    last: database.prepare<[], Place>('SELECT position, positions FROM batches ORDER BY position DESC LIMIT 1'),
    place: database.prepare<[number], Place>(`SELECT position, positions FROM batches ${holding}`),
    sizes: database.prepare<[number, number], Place & { readonly bytes: number }>(
      `SELECT position, positions, length(sessions) + length(events) AS bytes FROM batches WHERE position >= ? AND position <= ?
        ORDER BY position LIMIT 1000`,
    ),
    sealedAt: database.prepare<[number], number>(`SELECT sealed_at FROM batches ${holding}`).pluck(),
    from: database.prepare<[From], StoredBatch>(`SELECT ${columns} FROM batches ${onwards}`),
    numbers: database.prepare<[From], Buffer>(`SELECT sessions FROM batches ${onwards}`).pluck(),
    // the length of a blob stands at the head of its row
    bytes: database.prepare<[number, number], { readonly first: number | null; readonly bytes: number | null }>(
      `SELECT (SELECT min(position) FROM batches) AS first,
        (SELECT sum(length(sessions) + length(events)) FROM batches WHERE position > ? AND position <= ?) AS bytes`,
    ),
    chain: database.prepare<[number], Place & { readonly chain: Buffer }>(`SELECT position, positions, chain FROM batches ${holding}`),
  }
}

/** Batches in order, beginning with the one that holds `from`. Throws MalformedRecord where a row has no bytes to decode. */
export function readBatches(table: BatchStatements, from: number, limit: ReadLimit): StoredBatch[] {
  const found: StoredBatch[] = []
  let bytes = 0
  // the iterator ends inside this call
  for (const row of table.from.iterate({ from, count: limit.batches })) {
    if (!Buffer.isBuffer(row.sessions) || !Buffer.isBuffer(row.events))
      throw new MalformedRecord(`the batch at position ${row.position} is no record of bytes`)
    found.push(row)
    bytes += row.events.length
    if (limit.bytes !== undefined && bytes >= limit.bytes) break
  }
  return found
}

/** The chain's value after the batch that ends with a position. */
export function chainThrough(table: BatchStatements, position: number): Buffer | undefined {
  const row = table.chain.get(position)
  return row && row.position + row.positions - 1 === position ? row.chain : undefined
}
