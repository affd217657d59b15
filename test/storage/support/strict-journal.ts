import type { Journal, JournalOptions } from '../../../src/storage/journal/journal.ts'
import { openJournal } from '../../../src/storage/journal/journal.ts'

/** A journal in which nothing may fail; whoever opens it closes it. */
export function openStrictJournal(directory: string, options: Partial<JournalOptions> = {}): Journal {
  return openJournal({
    directory,
    writer: 'in-line',
    onFailure: (error) => {
      throw error
    },
    ...options,
  })
}
