import { statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { JournalFile, journalPath } from '../../src/storage/journal/journal-file.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

test.each([
  { checkpointed: false, who: 'a journal that nobody else checkpoints', moves: true },
  { checkpointed: true, who: 'a journal with a checkpointer', moves: false },
])('$who moves its own log into the file: $moves', ({ checkpointed, moves }) => {
  const directory = temporaryDirectory()
  const journal = new JournalFile(directory, { checkpointed })
  onTestFinished(() => journal.close())
  const before = statSync(journalPath(directory)).size
  // half as much again as the log at which SQLite begins
  for (let position = 1; position <= 6; position++)
    journal.append({ position, positions: 1, sealedAt: 0, sessions: Buffer.alloc(0), events: Buffer.alloc(1024 * 1024) })
  expect(statSync(journalPath(directory)).size > before).toBe(moves)
})
