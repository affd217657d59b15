import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { COMMITS, newCheckpointerCells, STOP } from '../../../src/storage/journal/checkpointer-cells.ts'
import { journalPath, JournalFile } from '../../../src/storage/journal/journal-file.ts'
import { type JournalWorkerData, newJournalCells } from '../../../src/storage/journal/journal-protocol.ts'
import { until } from '../../support/until.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const RUN = new URL('../../../run.js', import.meta.url)
const CHECKPOINTER = fileURLToPath(new URL('../../../src/storage/journal/checkpointer-worker.ts', import.meta.url))

test('a checkpointer that starts while another connection has the journal to itself waits for it', async () => {
  const directory = temporaryDirectory()
  new JournalFile(directory).close()
  const other = new Database(journalPath(directory))
  // as SQLite does for whoever opens a journal first, or closes it last
  other.pragma('locking_mode = EXCLUSIVE')
  other.exec('BEGIN IMMEDIATE; COMMIT')
  const checkpointer = newCheckpointerCells()
  const data: JournalWorkerData = { directory, stayAwakeUs: 0, journal: newJournalCells(), checkpointer }
  const worker = new Worker(RUN, { argv: [CHECKPOINTER], execArgv: [], workerData: data })
  const told: unknown[] = []
  worker.on('message', (message) => told.push(message))
  const ended = once(worker, 'exit')
  // its connection and the one that is in its way; the number of a thread that has ended is -1
  await until(() => descriptorsOf(journalPath(directory)) === 2 || worker.threadId === -1)
  // a thread that waits in SQLite can't say so; one without patience has ended by then
  await Promise.race([ended, pause(100)])
  other.close()
  const cells = new Int32Array(checkpointer)
  Atomics.store(cells, STOP, 1)
  Atomics.add(cells, COMMITS, 1)
  Atomics.notify(cells, COMMITS)
  const [code] = (await ended) as [number]
  expect({ code, told }).toEqual({ code: 0, told: [] })
})

/** How many of this process stand for a file. */
function descriptorsOf(path: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => linkOf(descriptor) === path).length
}

/** undefined: it has been closed meanwhile. */
function linkOf(descriptor: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return undefined
  }
}
