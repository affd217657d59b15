import type { JournalReader, StoredBatch } from './journal-reader.ts'

/**
 * The batches of a journal in order, from the one that holds `from` to the newest there is when it gets there. Read a part at a time: a long
 * read of journal.db keeps the checkpointer, and with it a commit, waiting.
 */
export function* storedBatches(journal: Pick<JournalReader, 'stored'>, from: number): Generator<StoredBatch, void> {
  let next = from
  for (;;) {
    const read = journal.stored(next, ONE_READ)
    const last = read.at(-1)
    if (last === undefined) return
    yield* read
    next = last.position + last.positions
  }
}

const ONE_READ = { batches: 1_000, bytes: 128 * 1024 } as const
