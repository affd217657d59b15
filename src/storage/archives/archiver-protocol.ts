import type { Range } from './seal-archive.ts'
import type { RetentionPolicy } from './retention-plan.ts'

/** What passes between the calling thread and the archiver's. */

/** Cell of the memory that both share. */
export const STOP = 0

export const newArchiverCells = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)

export interface ArchiverWorkerData {
  readonly directory: string
  readonly cells: SharedArrayBuffer
  readonly policy: RetentionPolicy
  /** read.db shows everything up to there */
  readonly projectedThrough: number
}

/** An archive is on the disk: its batches can be taken out of journal.db. */
export interface SealedArchive extends Range {
  readonly name: string
  readonly bytes: number
  /** ends of batches, in order: as much lies between two of them as one transaction takes out */
  readonly steps: readonly number[]
}
