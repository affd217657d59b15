import { strict as assert } from 'node:assert'
import { performance } from 'node:perf_hooks'
import type { Batch } from '../../domain/batch.ts'
import { positionsOf } from '../../domain/batch.ts'
import { writeBatch } from '../encoding/batch-codec.ts'
import { ByteWriter } from '../encoding/byte-writer.ts'
import type { Journal, JournalOptions } from './journal.ts'
import { Thread } from '../worker-thread.ts'
import type { CheckpointStall } from './checkpointer-cells.ts'
import { newCheckpointerCells, COMMITS, STOP } from './checkpointer-cells.ts'
import type { SqlValue } from './journal-file.ts'
import { JournalFile } from './journal-file.ts'
import type { JournalReply, JournalRequest, JournalWorkerData } from './journal-protocol.ts'
import {
  HANDED_OVER,
  type JournalCells,
  journalCells,
  LENGTH,
  newJournalCells,
  POSITION,
  POSITIONS,
  SEALED_AT,
  SIGNAL,
  SPLIT,
} from './journal-protocol.ts'
import { RowReader } from './row-reader.ts'

const SMALLEST_MEMORY = 256 * 1024

interface InFlight {
  readonly events: number
  readonly bytes: number
  readonly begun: number
  readonly durable: () => void
}

/**
 * A journal whose disk is waited for by a thread of its own, with a second one for checkpoints. Batches are encoded here, and handed over in
 * memory that both threads share.
 */
export class ThreadedJournal implements Journal {
  private readonly options: JournalOptions
  private readonly rows: RowReader
  private readonly writer: Thread
  private readonly checkpointer: Thread
  private readonly cells: JournalCells
  private readonly checkpointerCells: Int32Array
  private readonly encoder = new ByteWriter(SMALLEST_MEMORY)
  private memory = new Uint8Array(new SharedArrayBuffer(0))
  private handedOver = 0
  private inFlight: InFlight | undefined
  private readonly runs = new Map<number, { readonly resolve: () => void; readonly reject: (error: Error) => void }>()
  private lastRun = 0
  private failed = false
  private closed = false

  /** Opens `journal.db`, or creates it; throws a one-line Error when it is of a newer format. Commits that come before the thread is up wait for it. */
  constructor(options: JournalOptions) {
    this.options = options
    // created and checked here, so that what is wrong with it is known before the threads are up
    new JournalFile(options.directory).close()
    this.rows = new RowReader(options.directory)
    const journal = newJournalCells()
    this.cells = journalCells(journal)
    const checkpointer = newCheckpointerCells()
    this.checkpointerCells = new Int32Array(checkpointer)
    const data: JournalWorkerData = { directory: options.directory, stayAwakeUs: options.stayAwakeUs ?? 0, journal, checkpointer }
    this.writer = new Thread({
      name: 'journal',
      program: new URL('./journal-worker.ts', import.meta.url),
      data,
      onMessage: (message) => this.receive(message as JournalReply),
      onFailure: (error) => this.fail(error),
    })
    this.checkpointer = new Thread({
      name: 'checkpointer',
      program: new URL('./checkpointer-worker.ts', import.meta.url),
      data,
      onMessage: (message) => options.onCheckpointStall?.((message as CheckpointStall).durationMs),
      onFailure: (error) => void this.failBehindWriter(error),
    })
  }

  commit(batch: Batch, durable: () => void): void {
    if (this.failed) return
    assert(!this.inFlight, 'one commit at a time')
    const begun = performance.now()
    const { encoder } = this
    encoder.offset = 0
    const split = writeBatch(encoder, batch)
    const length = encoder.offset
    this.inFlight = { events: batch.events.length, bytes: length, begun, durable }
    this.handOver(batch, split, encoder.bytes.subarray(0, length))
  }

  private handOver(batch: Batch, split: number, bytes: Uint8Array): void {
    if (bytes.length > this.memory.length) {
      const memory = new SharedArrayBuffer(Math.max(SMALLEST_MEMORY, 2 * bytes.length))
      this.request({ kind: 'memory', behind: this.handedOver, memory })
      this.memory = new Uint8Array(memory)
    }
    this.memory.set(bytes)
    const { cells, numbers } = this.cells
    numbers[POSITION] = batch.position
    numbers[POSITIONS] = positionsOf(batch)
    numbers[SEALED_AT] = batch.sealedAt
    numbers[SPLIT] = split
    numbers[LENGTH] = bytes.length
    // a cell has 32 bits, which is ten days of a busy gateway
    this.handedOver = (this.handedOver + 1) | 0
    Atomics.store(cells, HANDED_OVER, this.handedOver)
    this.signal()
  }

  run(sql: string, params: readonly SqlValue[]): Promise<void> {
    if (this.failed) return Promise.reject(new Error('the journal has failed'))
    if (this.closed) return Promise.reject(new Error('the journal is closed'))
    const id = ++this.lastRun
    this.request({ kind: 'run', behind: this.handedOver, id, sql, params })
    return new Promise((resolve, reject) => this.runs.set(id, { resolve, reject }))
  }

  all<Row>(sql: string, params: readonly SqlValue[]): Row[] {
    return this.rows.all<Row>(sql, params)
  }

  async close(): Promise<void> {
    this.closed = true
    this.rows.close()
    Atomics.store(this.checkpointerCells, STOP, 1)
    Atomics.notify(this.checkpointerCells, STOP)
    Atomics.add(this.checkpointerCells, COMMITS, 1)
    Atomics.notify(this.checkpointerCells, COMMITS)
    // one after the other: of two that let go at once, each may see the other still there, and then neither clears the log away
    await this.checkpointer.join()
    this.request({ kind: 'close', behind: this.handedOver })
    await this.writer.join()
  }

  private receive(reply: JournalReply): void {
    // what another thread's failure has left unanswered was refused then
    if (this.failed) return
    if (typeof reply === 'number') {
      this.endCommit(reply)
      return
    }
    switch (reply.kind) {
      case 'done':
        this.takeRun(reply.id).resolve()
        return
      case 'refused':
        this.takeRun(reply.id).reject(new Error(reply.message))
        return
      default:
        reply satisfies never
    }
  }

  private endCommit(writeMs: number): void {
    const { events, bytes, begun, durable } = this.inFlight!
    this.inFlight = undefined
    this.options.onCommit?.({ events, bytes, durationMs: performance.now() - begun, writeMs })
    durable()
  }

  private takeRun(id: number) {
    const run = this.runs.get(id)
    assert(run, 'an answer belongs to a request')
    this.runs.delete(id)
    return run
  }

  /** The checkpointer may have met files that were taken away. What they had the journal's thread alone can still reach: it looks, and saves that first. */
  private async failBehindWriter(error: Error): Promise<void> {
    this.request({ kind: 'close', behind: this.handedOver })
    await this.writer.join()
    this.fail(error)
  }

  private fail(error: Error): void {
    if (this.failed) return
    this.failed = true
    for (const run of this.runs.values()) run.reject(error)
    this.runs.clear()
    this.options.onFailure(error)
  }

  private request(message: JournalRequest): void {
    this.writer.post(message)
    this.signal()
  }

  private signal(): void {
    const { cells } = this.cells
    Atomics.add(cells, SIGNAL, 1)
    Atomics.notify(cells, SIGNAL)
  }
}
