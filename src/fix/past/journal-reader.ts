import type { PastBatch } from '../../domain/batch.ts'

/** Reads back what is durable, in short calls: the gateway never holds a read across turns. */
export interface JournalReader {
  /** Batches in order, beginning with the one that holds `from`; the batch that exceeds `bytes` is the last. Empty beyond the end. */
  pastBatches(from: number, limit: { readonly batches: number; readonly bytes: number }): readonly PastBatch[]
}

/** As much as a turn may read. */
export const ONE_READ = { batches: 64, bytes: 128 * 1024 } as const
