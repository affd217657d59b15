import type { Batch } from '../../domain/batch.ts'
import type { SqlValue } from './journal-file.ts'

/** The one place that must survive. Batches and row changes become durable in the order in which they are handed over. */
export interface Journal {
  /**
   * Writes a batch; `durable` is called on this thread, never inside this call, once it is on the disk. One commit at a time: the next may
   * be handed over from inside `durable`. A batch that cannot be written is reported to `onFailure` of the options, and `durable` never called.
   */
  commit(batch: Batch, durable: () => void): void
  /**
   * Changes rows of a table that holds no batches, in a transaction of its own. Rejects when SQLite refuses it (a key that exists …), and once the
   * journal is closed. What the disk does not take is a failure like that of a batch.
   */
  run(sql: string, params: readonly SqlValue[]): Promise<void>
  /** Rows of such a table, as they are on the disk now. */
  all<Row>(sql: string, params: readonly SqlValue[]): Row[]
  /** Waits for what was handed over, and closes the file. */
  close(): Promise<void>
}

/** Its tables that hold no batches. */
export type JournalRows = Pick<Journal, 'run' | 'all'>

export interface JournalOptions {
  /** of the data directory */
  readonly directory: string
  /** how long the thread looks for another batch behind each before it sleeps, in µs, up to a bound of its own; left out: it sleeps at once */
  readonly stayAwakeUs?: number
  /** The journal is not usable any more, memory is ahead of the disk: the process has to end. Called once. */
  readonly onFailure: (error: Error) => void
  readonly onCommit?: (commit: CommitFigures) => void
  /** it was tried to begin the log of journal.db anew, during which a commit had to wait: for so long at most */
  readonly onCheckpointStall?: (durationMs: number) => void
}

/** For metrics. */
export interface CommitFigures {
  readonly events: number
  readonly bytes: number
  /** from `commit` to `durable` */
  readonly durationMs: number
  /** of it, inside SQLite */
  readonly writeMs: number
}
