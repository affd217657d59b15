/** Cells of the memory that the journal's thread and the checkpointer share. */
export const COMMITS = 0
export const STOP = 1
/** written into the log since the last checkpoint, roughly */
export const BYTES = 2

/** What the checkpointer tells: commits had to wait for it, for so long at most. */
export interface CheckpointStall {
  readonly durationMs: number
}

export const newCheckpointerCells = (): SharedArrayBuffer => new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)
