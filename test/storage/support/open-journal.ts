import { onTestFinished } from 'vitest'
import type { Batch } from '../../../src/domain/batch.ts'
import { JournalReader } from '../../../src/storage/journal-reading/journal-reader.ts'
import type { Journal } from '../../../src/storage/journal/journal.ts'
import { openStrictJournal, type TestJournalOptions } from './strict-journal.ts'

/** A journal that is closed with the test, and in which nothing may fail. */
export function openTestJournal(directory: string, options: TestJournalOptions = {}): Journal {
  const journal = openStrictJournal(directory, options)
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => (closed ??= journal.close())
  onTestFinished(close)
  return { commit: journal.commit.bind(journal), run: journal.run.bind(journal), all: journal.all.bind(journal), close }
}

export function openTestReader(directory: string): JournalReader {
  const reader = new JournalReader(directory)
  onTestFinished(() => reader.close())
  return reader
}

export function commit(journal: Journal, batch: Batch): Promise<void> {
  return new Promise((resolve) => journal.commit(batch, resolve))
}

export async function commitAll(journal: Journal, batches: readonly Batch[]): Promise<void> {
  for (const batch of batches) await commit(journal, batch)
}
