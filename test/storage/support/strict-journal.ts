import type { Journal, JournalOptions } from '../../../src/storage/journal/journal.ts'
import { ThreadedJournal } from '../../../src/storage/journal/threaded-journal.ts'
import { InlineJournal } from './inline-journal.ts'

export interface TestJournalOptions extends Partial<JournalOptions> {
  /** thread: the journal of the product; in-line, which is the default: without threads */
  readonly writer?: 'thread' | 'in-line'
}

/** A journal in which nothing may fail; whoever opens it closes it. */
export function openStrictJournal(directory: string, { writer, ...options }: TestJournalOptions = {}): Journal {
  const onFailure = (error: Error): never => {
    throw error
  }
  return new (writer === 'thread' ? ThreadedJournal : InlineJournal)({ directory, onFailure, ...options })
}
