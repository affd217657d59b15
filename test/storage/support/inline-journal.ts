import { strict as assert } from 'node:assert'
import { performance } from 'node:perf_hooks'
import type { Batch } from '../../../src/domain/batch.ts'
import { positionsOf } from '../../../src/domain/batch.ts'
import type { Journal, JournalOptions } from '../../../src/storage/journal/journal.ts'
import { encodeBatch } from '../../../src/storage/encoding/batch-codec.ts'
import type { SqlValue } from '../../../src/storage/journal/journal-file.ts'
import { JournalFile } from '../../../src/storage/journal/journal-file.ts'
import { RowReader } from '../../../src/storage/journal/row-reader.ts'

/** A journal that writes on the calling thread: the same file and the same promises, without threads. */
export class InlineJournal implements Journal {
  private readonly options: JournalOptions
  private readonly file: JournalFile
  private readonly rows: RowReader
  private inFlight = false
  private failed = false
  private closed = false

  constructor(options: JournalOptions) {
    this.options = options
    this.file = new JournalFile(options.directory)
    this.rows = new RowReader(options.directory)
  }

  commit(batch: Batch, durable: () => void): void {
    assert(!this.inFlight, 'one commit at a time')
    if (this.failed) return
    const started = performance.now()
    const { sessions, events } = encodeBatch(batch)
    try {
      this.file.append({ position: batch.position, positions: positionsOf(batch), sealedAt: batch.sealedAt, sessions, events })
    } catch (error) {
      this.failed = true
      this.options.onFailure(error as Error)
      return
    }
    const durationMs = performance.now() - started
    this.inFlight = true
    // not inside the call, so that callers need not care which journal they have
    queueMicrotask(() => {
      this.inFlight = false
      const bytes = sessions.length + events.length
      this.options.onCommit?.({ events: batch.events.length, bytes, durationMs, writeMs: durationMs })
      durable()
    })
  }

  async run(sql: string, params: readonly SqlValue[]): Promise<void> {
    await Promise.resolve()
    if (this.closed) throw new Error('the journal is closed')
    this.file.run(sql, params)
  }

  all<Row>(sql: string, params: readonly SqlValue[]): Row[] {
    return this.rows.all<Row>(sql, params)
  }

  async close(): Promise<void> {
    await Promise.resolve()
    this.closed = true
    this.rows.close()
    this.file.close()
  }
}
