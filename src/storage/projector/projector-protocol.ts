/** What passes between the calling thread and the projector's. */

/** Cells of the memory that both share. */
export const SIGNAL = 0
export const URGENT = 1
export const STOP = 2
/** milliseconds of rest for each millisecond of work, in hundredths */
export const REST = 3

export const newProjectorCells = (): SharedArrayBuffer => new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT)

export interface ProjectorWorkerData {
  readonly directory: string
  readonly cells: SharedArrayBuffer
  /** inbound FIX messages that fix-log.db keeps */
  readonly fixLogMessages: number
}

export type FixLogRequest =
  /** a piece of the log of inbound FIX messages, see fix-log/fix-log-store.ts; its memory is given back with the reply */
  | { readonly kind: 'piece'; readonly memory: ArrayBuffer; readonly length: number }
  /** who read fix-log.db has met damage */
  | { readonly kind: 'damage'; readonly complaint: string }

export type ProjectorReply =
  | { readonly kind: 'progress'; readonly through: number }
  | { readonly kind: 'fix-log'; readonly memory: ArrayBuffer; readonly length: number }
  /** fix-log.db was damaged */
  | { readonly kind: 'fix-log-begun-anew'; readonly complaint: string }
  /** another program has fix-log.db locked */
  | { readonly kind: 'fix-log-held' }
