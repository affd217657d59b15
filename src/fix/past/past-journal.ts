import type { JournalReader } from '../../storage/journal-reading/journal-reader.ts'

/** Reads back what is durable, in short calls: the gateway never holds a read across turns. */
export type PastJournal = Pick<JournalReader, 'pastBatches'>

/** As much as a turn may read. */
export const ONE_READ = { batches: 64, bytes: 128 * 1024 } as const
