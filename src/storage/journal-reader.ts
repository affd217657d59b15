import Database from 'better-sqlite3'
import type { Batch } from '../domain/batch.ts'
import type { Event } from '../domain/event.ts'
import type { BatchNumbers, BatchParts } from './encoding/batch-codec.ts'
import { decodeBatch, decodeBatchNumbers, EventRecords } from './encoding/batch-codec.ts'
import { nextChain } from './journal/hash-chain.ts'
import { genesisOf, journalPath, requireKnownFormat } from './journal/journal-file.ts'

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

export type ChainVerdict =
  { readonly intact: true; readonly through: number } | { readonly intact: false; readonly position: number; readonly fault: string }

/**
 * Reads journal.db on a connection that cannot write, in any thread. Every call is one short read: what it returns is data, never an
 * iterator that would keep the checkpointer waiting. A batch of which a byte has changed throws MalformedRecord.
 */
export class JournalReader {
  private readonly database: Database.Database
  private readonly statements: Statements
  private readonly genesis: Buffer
  /** the events of the batches read last, oldest first: who reads an order's history comes back to the same ones */
  private readonly cache = new Map<number, Buffer>()

  constructor(directory: string) {
    const path = journalPath(directory)
    this.database = new Database(path, { readonly: true, fileMustExist: true })
    requireKnownFormat(this.database, path)
    this.genesis = genesisOf(this.database)
    this.statements = prepare(this.database)
  }

  /** Of the newest event (or batch without events); 0 when there is none. */
  lastPosition(): number {
    const last = this.statements.last.get()
    return last ? last.position + last.positions - 1 : 0
  }

  /** The batch that holds a position. */
  batchAt(position: number): Batch | undefined {
    const row = this.statements.holding.get(position)
    return row && position < row.position + row.positions ? decodeBatch(row) : undefined
  }

  /** The event at a position; undefined beyond the end, and where a batch had none. */
  eventAt(position: number): Event | undefined {
    const records = this.recordsAt(position)
    while (records?.next()) if (records.position === position) return records.event()
    return undefined
  }

  /** The records of the batch that holds a position. */
  recordsAt(position: number): EventRecords | undefined {
    const place = this.statements.place.get(position)
    if (!place || position >= place.position + place.positions) return undefined
    let events = this.cache.get(place.position)
    if (!events) {
      events = this.statements.events.get(place.position)!
      this.cache.set(place.position, events)
      if (this.cache.size > CACHED_BATCHES) this.cache.delete(this.cache.keys().next().value!)
    }
    return new EventRecords(events)
  }

  /** First position of the batch that holds a position, and the first position behind it. */
  boundsAt(position: number): { readonly from: number; readonly to: number } | undefined {
    const place = this.statements.place.get(position)
    if (!place || position >= place.position + place.positions) return undefined
    return { from: place.position, to: place.position + place.positions }
  }

  /** Batches in order, beginning with the one that holds `from`; decode them with `decodeBatch`, or scan them with `EventRecords`. */
  stored(from: number, limit: ReadLimit): StoredBatch[] {
    const found: StoredBatch[] = []
    let bytes = 0
    // the iterator ends inside this call
    for (const row of this.statements.from.iterate({ from, count: limit.batches })) {
      found.push(row)
      bytes += row.events.length
      if (limit.bytes !== undefined && bytes >= limit.bytes) break
    }
    return found
  }

  batches(from: number, limit: ReadLimit): Batch[] {
    return this.stored(from, limit).map(decodeBatch)
  }

  /** Bytes of what the batches hold that begin behind a position and up to another; their content is not read from the disk. */
  bytesBetween(after: number, through: number): number {
    return this.statements.bytes.get(after, through) ?? 0
  }

  /** What `count` batches, beginning with the one that holds `from`, say of FIX numbers; their events are not even read from the disk. */
  numbers(from: number, count: number): BatchNumbers[] {
    return this.statements.numbers.all({ from, count }).map(decodeBatchNumbers)
  }

  /** The chain's value after the batch that ends with a position; after 0, its value before the first batch. */
  chainThrough(position: number): Buffer | undefined {
    if (position === 0) return this.genesis
    const row = this.statements.chain.get(position)
    return row && row.position + row.positions - 1 === position ? row.chain : undefined
  }

  /** Computes the chain anew, from the batch that holds `from`; compares it and the batches' places with what the file says. */
  verifyChain(from = 1): ChainVerdict {
    const bounds = this.boundsAt(from)
    if (!bounds) return { intact: true, through: this.lastPosition() }
    let chain = this.chainThrough(bounds.from - 1)
    if (!chain) return { intact: false, position: bounds.from, fault: `no batch ends with position ${bounds.from - 1}` }
    let next = bounds.from
    for (;;) {
      const rows = this.stored(next, { batches: 1_000, bytes: 16 * 1024 * 1024 })
      if (rows.length === 0) return { intact: true, through: next - 1 }
      for (const row of rows) {
        const { position } = row
        if (position !== next)
          return { intact: false, position: next, fault: `expected a batch at position ${next}, found one at ${position}` }
        chain = nextChain(chain, position, [row.sessions, row.events])
        if (!chain.equals(row.chain)) return { intact: false, position, fault: `the batch at position ${position} was altered` }
        const numbers = decodeBatchNumbers(row.sessions)
        if (numbers.positions !== row.positions || numbers.position !== position || numbers.sealedAt !== row.sealedAt)
          return { intact: false, position, fault: `the place of the batch at position ${position} was altered` }
        next = position + row.positions
      }
    }
  }

  close(): void {
    this.database.close()
  }
}

interface Place {
  readonly position: number
  readonly positions: number
}

interface From {
  readonly from: number
  readonly count: number
}

type Statements = ReturnType<typeof prepare>

function prepare(database: Database.Database) {
  const columns = 'position, positions, sealed_at AS sealedAt, chain, sessions, events'
  const holding = 'WHERE position = (SELECT max(position) FROM batches WHERE position <= ?)'
  const onwards = `WHERE position >= coalesce((SELECT max(position) FROM batches WHERE position <= @from), 0) AND position + positions > @from
    ORDER BY position LIMIT @count`
  return {
    last: database.prepare<[], Place>('SELECT position, positions FROM batches ORDER BY position DESC LIMIT 1'),
    place: database.prepare<[number], Place>(`SELECT position, positions FROM batches ${holding}`),
    holding: database.prepare<[number], StoredBatch>(`SELECT ${columns} FROM batches ${holding}`),
    events: database.prepare<[number], Buffer>('SELECT events FROM batches WHERE position = ?').pluck(),
    from: database.prepare<[From], StoredBatch>(`SELECT ${columns} FROM batches ${onwards}`),
    numbers: database.prepare<[From], Buffer>(`SELECT sessions FROM batches ${onwards}`).pluck(),
    // the length of a blob stands at the head of its row
    bytes: database
      .prepare<[number, number], number | null>(
        'SELECT sum(length(sessions) + length(events)) FROM batches WHERE position > ? AND position <= ?',
      )
      .pluck(),
    chain: database.prepare<[number], Place & { readonly chain: Buffer }>(`SELECT position, positions, chain FROM batches ${holding}`),
  }
}
