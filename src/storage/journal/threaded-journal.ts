import { strict as assert } from 'node:assert'
import { performance } from 'node:perf_hooks'
import type { Batch } from '../../domain/batch.ts'
import { positionsOf } from '../../domain/batch.ts'
import { writeBatch } from '../encoding/batch-codec.ts'
import { ByteWriter } from '../encoding/byte-writer.ts'
import type { Journal, JournalOptions } from '../journal.ts'
import { Thread } from '../worker-thread.ts'
import { newCheckpointerCells, COMMITS, STOP } from './checkpointer-cells.ts'
import type { SqlValue } from './journal-file.ts'
import { JournalFile } from './journal-file.ts'
import type { JournalReply, JournalRequest, JournalWorkerData } from './journal-protocol.ts'
import { RowReader } from './row-reader.ts'

const SMALLEST_BUFFER = 256 * 1024

interface InFlight {
  readonly events: number
  readonly bytes: number
  readonly handedOver: number
  readonly durable: () => void
}

/**
 * A journal whose disk is waited for by a thread of its own, with a second one for checkpoints. Batches are encoded here, into memory that
 * is handed over and comes back with the reply; two such buffers take turns.
 */
export class ThreadedJournal implements Journal {
  private readonly options: JournalOptions
  private readonly rows: RowReader
  private readonly writer: Thread
  private readonly checkpointer: Thread
  private readonly cells: Int32Array
  private readonly encoder = new ByteWriter(0)
  private readonly spare: ArrayBuffer[] = []
  private inFlight: InFlight | undefined
  private readonly runs = new Map<number, { readonly resolve: () => void; readonly reject: (error: Error) => void }>()
  private lastRun = 0
  private failed = false

  constructor(options: JournalOptions) {
    this.options = options
    // created and checked here, so that what is wrong with it is known before the threads are up
    new JournalFile(options.directory).close()
    this.rows = new RowReader(options.directory)
    const checkpointer = newCheckpointerCells()
    this.cells = new Int32Array(checkpointer)
    const data: JournalWorkerData = { directory: options.directory, checkpointer }
    const onFailure = (error: Error): void => this.fail(error)
    this.writer = new Thread({
      name: 'journal',
      program: new URL('./journal-worker.ts', import.meta.url),
      data,
      onMessage: (message) => this.receive(message as JournalReply),
      onFailure,
    })
    this.checkpointer = new Thread({
      name: 'checkpointer',
      program: new URL('./checkpointer-worker.ts', import.meta.url),
      data,
      onFailure,
    })
  }

  commit(batch: Batch, durable: () => void): void {
    assert(!this.inFlight, 'one commit at a time')
    if (this.failed) return
    const handedOver = performance.now()
    const { encoder } = this
    encoder.reset(this.spare.pop() ?? new ArrayBuffer(SMALLEST_BUFFER))
    const split = writeBatch(encoder, batch)
    const length = encoder.offset
    const memory = encoder.bytes.buffer as ArrayBuffer
    this.inFlight = { events: batch.events.length, bytes: length, handedOver, durable }
    const { position, sealedAt } = batch
    this.request({ kind: 'commit', position, positions: positionsOf(batch), sealedAt, memory, split, length }, [memory])
  }

  run(sql: string, params: readonly SqlValue[]): Promise<void> {
    if (this.failed) return Promise.reject(new Error('the journal has failed'))
    const id = ++this.lastRun
    this.request({ kind: 'run', id, sql, params })
    return new Promise((resolve, reject) => this.runs.set(id, { resolve, reject }))
  }

  all<Row>(sql: string, params: readonly SqlValue[]): Row[] {
    return this.rows.all<Row>(sql, params)
  }

  async close(): Promise<void> {
    this.rows.close()
    Atomics.store(this.cells, STOP, 1)
    Atomics.notify(this.cells, STOP)
    Atomics.add(this.cells, COMMITS, 1)
    Atomics.notify(this.cells, COMMITS)
    this.request({ kind: 'close' })
    await Promise.all([this.checkpointer.join(), this.writer.join()])
  }

  private receive(reply: JournalReply): void {
    switch (reply.kind) {
      case 'durable': {
        const { events, bytes, handedOver, durable } = this.inFlight!
        this.inFlight = undefined
        this.spare.push(reply.memory)
        this.options.onCommit?.({ events, bytes, durationMs: performance.now() - handedOver, writeMs: reply.writeMs })
        durable()
        return
      }
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

  private takeRun(id: number) {
    const run = this.runs.get(id)
    assert(run, 'an answer belongs to a request')
    this.runs.delete(id)
    return run
  }

  private fail(error: Error): void {
    if (this.failed) return
    this.failed = true
    for (const run of this.runs.values()) run.reject(error)
    this.runs.clear()
    this.options.onFailure(error)
  }

  private request(message: JournalRequest, transfer: ArrayBuffer[] = []): void {
    this.writer.post(message, transfer)
  }
}
