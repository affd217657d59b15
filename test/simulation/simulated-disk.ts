import { strict as assert } from 'node:assert'
import type { Batch, PastBatch } from '../../src/domain/batch.ts'
import { positionsOf } from '../../src/domain/batch.ts'
import type { BatchParts } from '../../src/storage/encoding/batch-codec.ts'
import { decodeBatch, encodeBatch, openBatch } from '../../src/storage/encoding/batch-codec.ts'
import { nextChain } from '../../src/storage/journal/hash-chain.ts'
import type { ReadLimit, StoredBatch } from '../../src/storage/journal-reading/journal-reader.ts'
import type { Journal } from '../../src/storage/journal/journal.ts'
import { demand } from './finding.ts'

/** Snapshots that a process has kept, as `SnapshotStore` has them. */
export interface KeptSnapshot {
  readonly position: number
  readonly chain: Buffer
  readonly bytes: Buffer
}

/** What becomes of the batch that is being written when the power goes. */
export type Loss = 'lost' | 'torn' | 'whole'

const HEAD_BYTES = 8
const GENESIS = Buffer.alloc(32, 7)

/**
 * What outlives a process: the batches that were synced, and behind them perhaps a piece of one that was not. It has no checksums of its own:
 * whether a tail is whole is for the product's encoding to tell.
 */
export class SimulatedDisk {
  /** synced, oldest first */
  readonly batches: StoredBatch[] = []
  snapshot: KeptSnapshot | undefined
  /** written and not synced: a batch's frame, or a part of it; and what it was to be */
  #tail: Buffer | undefined
  #wholeTail: Buffer | undefined

  /** A process opens the journal: a tail that is whole belongs to it and is given back, anything else is cut off. */
  open(): StoredBatch | undefined {
    const tail = this.#tail
    this.#tail = undefined
    if (tail === undefined || tail.length < HEAD_BYTES) return undefined
    const end = HEAD_BYTES + tail.readUInt32LE(0)
    if (end + tail.readUInt32LE(4) !== tail.length) return undefined
    const parts = { sessions: tail.subarray(HEAD_BYTES, end), events: tail.subarray(end) }
    let batch: Batch
    try {
      batch = decodeBatch(parts)
    } catch {
      // torn: what was never told to anybody is gone
      return undefined
    }
    demand(tail.equals(this.#wholeTail!), () => `a torn batch is taken for a whole one, at position ${batch.position}`)
    return this.sync(batch, parts)
  }

  sync(batch: Batch, { sessions, events }: BatchParts): StoredBatch {
    const { position, sealedAt } = batch
    const chain = nextChain(this.batches.at(-1)?.chain ?? GENESIS, position, [sessions, events])
    const stored = { position, positions: positionsOf(batch), sealedAt, chain, sessions, events }
    this.batches.push(stored)
    return stored
  }

  /** The power goes while a batch is on its way: `cut` tells what of it has arrived, 0 to 1. */
  lose({ sessions, events }: BatchParts, loss: Loss, cut: number): void {
    if (loss === 'lost') return
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt32LE(sessions.length, 0)
    head.writeUInt32LE(events.length, 4)
    const frame = Buffer.concat([head, sessions, events])
    this.#wholeTail = frame
    this.#tail = Buffer.from(frame)
    if (loss === 'whole') return
    const at = Math.floor(cut * frame.length)
    // cut off; or of full length with nothing behind a point; or with a sector in it that was never written
    if (at % 4 === 0) this.#tail = this.#tail.subarray(0, at)
    else if (at % 4 === 1) this.#tail.fill(0, at)
    else this.#tail[at]! ^= 1 << (at % 7)
  }

  get nextPosition(): number {
    const last = this.batches.at(-1)
    return last === undefined ? 1 : last.position + last.positions
  }
}

export interface SimulatedJournalParts {
  readonly disk: SimulatedDisk
  /** has the write done some time later; what it is told is when the batch is synced, and some time later again that it is */
  readonly later: (run: () => void) => void
  /** whether the next write fails */
  readonly fails: () => boolean
  readonly onFailure: (error: Error) => void
  /** a batch has been synced, and nobody knows yet */
  readonly onSynced?: (stored: StoredBatch) => void
}

/** The journal of a simulated process: the promises of `Journal` for batches, on a disk that fails, tears and forgets. */
export class SimulatedJournal implements Pick<Journal, 'commit'> {
  readonly #parts: SimulatedJournalParts
  #inFlight: BatchParts | undefined
  #isTelling = false
  #hasFailed = false

  constructor(parts: SimulatedJournalParts) {
    this.#parts = parts
    const found = parts.disk.open()
    if (found !== undefined) parts.onSynced?.(found)
  }

  commit(batch: Batch, durable: () => void): void {
    assert(this.#inFlight === undefined && !this.#isTelling, 'one commit at a time')
    if (this.#hasFailed) return
    const { disk, later, fails, onFailure, onSynced } = this.#parts
    const written = encodeBatch(batch)
    this.#inFlight = written
    later(() => {
      this.#inFlight = undefined
      if (fails() || batch.position !== disk.nextPosition) {
        this.#hasFailed = true
        onFailure(new Error('a batch begins where the one before it ended'))
        return
      }
      const stored = disk.sync(batch, written)
      this.#isTelling = true
      onSynced?.(stored)
      later(() => {
        this.#isTelling = false
        durable()
      })
    })
  }

  /** The process is gone in the middle of whatever it did. */
  kill(loss: Loss, cut: number): void {
    if (this.#inFlight !== undefined) this.#parts.disk.lose(this.#inFlight, loss, cut)
    this.#inFlight = undefined
  }
}

/** Reads a simulated disk, as `JournalReader` reads journal.db. */
export class SimulatedJournalReader {
  readonly #disk: SimulatedDisk

  constructor(disk: SimulatedDisk) {
    this.#disk = disk
  }

  lastPosition(): number {
    return this.#disk.nextPosition - 1
  }

  stored(from: number, limit: ReadLimit): StoredBatch[] {
    const { batches } = this.#disk
    const found: StoredBatch[] = []
    let bytes = 0
    for (let index = this.#indexOf(from); index < batches.length && found.length < limit.batches; index++) {
      const batch = batches[index]!
      found.push(batch)
      bytes += batch.events.length
      if (limit.bytes !== undefined && bytes >= limit.bytes) break
    }
    return found
  }

  batches(from: number, limit: ReadLimit): Batch[] {
    return this.stored(from, limit).map(decodeBatch)
  }

  pastBatches(from: number, limit: ReadLimit): PastBatch[] {
    return this.stored(from, limit).map(openBatch)
  }

  chainThrough(position: number): Buffer | undefined {
    if (position === 0) return GENESIS
    const batch = this.#disk.batches[this.#indexOf(position)]
    return batch && batch.position + batch.positions - 1 === position ? batch.chain : undefined
  }

  /** Of the batch that holds a position; the number of batches beyond the end. */
  #indexOf(position: number): number {
    const { batches } = this.#disk
    let low = 0
    let high = batches.length
    while (low < high) {
      const middle = (low + high) >> 1
      const batch = batches[middle]!
      if (batch.position + batch.positions <= position) low = middle + 1
      else high = middle
    }
    return low
  }
}
