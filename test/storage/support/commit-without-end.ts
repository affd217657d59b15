import { writeSync } from 'node:fs'
import process from 'node:process'
import { openStrictJournal } from './strict-journal.ts'
import { tradeBatch } from './trade-batch.ts'

// Commits batch after batch, and prints the last position of each as soon as it is durable: run.js commit-without-end.ts DATA_DIR

const journal = openStrictJournal(process.argv[2]!, { writer: 'thread' })

commitFrom(1)

function commitFrom(position: number): void {
  const one = tradeBatch(position)
  journal.commit(one, () => {
    // at once, not by way of a stream: it must be out when the process is killed
    writeSync(1, `${position + one.events.length - 1}\n`)
    commitFrom(position + one.events.length)
  })
}
