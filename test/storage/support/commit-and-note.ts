import { openSync, writeSync } from 'node:fs'
import process from 'node:process'
import { openStrictJournal } from './strict-journal.ts'
import { tradeBatch } from './trade-batch.ts'

// Commits batch after batch with the threads of the gateway; the last position that is durable stands in a file at any moment, and every
// hundredth is printed: run.js commit-and-note.ts DATA_DIR NOTE

const [, , directory, note] = process.argv
const noted = openSync(note!, 'w')
const journal = openStrictJournal(directory!, { writer: 'thread' })
let commits = 0

commitFrom(1)

function commitFrom(position: number): void {
  const one = tradeBatch(position)
  const next = position + one.events.length
  journal.commit(one, () => {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleLE(next - 1)
    writeSync(noted, bytes, 0, 8, 0)
    if (++commits % 100 === 0) writeSync(1, `${commits}\n`)
    commitFrom(next)
  })
}
