import type { RowChange } from './journal-file.ts'

/**
 * What passes between the calling thread and the journal's. A batch goes through memory that both share, and a cell that is counted up: to post a
 * message takes the caller several times as long, and a busy gateway has thousands of commits a second.
 */

/** Cells: counted up with every request and every batch; batches that were handed over, as a number of 32 bits that begins anew. */
export const SIGNAL = 0
export const HANDED_OVER = 1

/** Numbers of the batch that was handed over last. Its parts lie in the `memory` that was posted last: sessions before SPLIT, events before LENGTH. */
export const POSITION = 0
export const POSITIONS = 1
export const SEALED_AT = 2
export const SPLIT = 3
export const LENGTH = 4

/** What the two threads share to talk about batches. */
export interface JournalCells {
  readonly cells: Int32Array
  readonly numbers: Float64Array
}

const CELLS = 2
const NUMBERS = 5

export const newJournalCells = (): SharedArrayBuffer => new SharedArrayBuffer(8 * (CELLS + NUMBERS))

export function journalCells(memory: SharedArrayBuffer): JournalCells {
  return { cells: new Int32Array(memory, 0, CELLS), numbers: new Float64Array(memory, 8 * CELLS, NUMBERS) }
}

export interface JournalWorkerData {
  readonly directory: string
  /** see `JournalOptions` */
  readonly stayAwakeUs: number
  /** see `journalCells` */
  readonly journal: SharedArrayBuffer
  /** see checkpointer-cells.ts */
  readonly checkpointer: SharedArrayBuffer
}

/** In the order of the batches: `behind` is HANDED_OVER when it was posted. */
export type JournalRequest =
  /** where batches lie from now on */
  | { readonly kind: 'memory'; readonly behind: number; readonly memory: SharedArrayBuffer }
  | RunRequest
  | { readonly kind: 'close'; readonly behind: number }

export interface RunRequest extends RowChange {
  readonly kind: 'run'
  readonly behind: number
  readonly id: number
}

export type JournalReply =
  | BatchDurable
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'refused'; readonly id: number; readonly message: string }

/**
 * The batch that was handed over is durable: the milliseconds that it took inside SQLite. A bare number, because this is the one message that comes
 * thousands of times a second, and an object has to be made again property by property.
 */
type BatchDurable = number
