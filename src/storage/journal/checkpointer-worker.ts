import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { CheckpointStall } from './checkpointer-cells.ts'
import { BYTES, COMMITS, STOP } from './checkpointer-cells.ts'
import { journalPath } from './journal-file.ts'
import type { JournalWorkerData } from './journal-protocol.ts'

/**
 * The program of the thread that moves the journal's write-ahead log into journal.db, so that no commit has to. A passive checkpoint
 * holds nobody up; only when the log has grown long is the writer made to begin it anew, which costs one commit a millisecond or two.
 * That waits for whoever reads an older state, and keeps the writer waiting meanwhile: so not for long, and after it was in vain not before the
 * log has grown by as much again. It sleeps while nothing is committed, and lets a little lie for a while: each checkpoint has the disk sync two
 * files, for which a commit that comes just then has to wait, however little there was to move.
 */
const INTERVAL_MS = 20
const LITTLE_BYTES = 128 * 1024
const LONGEST_MS = 250
const LONG_LOG_PAGES = 6_000
const HUGE_LOG_PAGES = 24_000
const PATIENCE_MS = 5

const { directory, checkpointer } = workerData as JournalWorkerData
const cells = new Int32Array(checkpointer)
const database = new Database(journalPath(directory), { fileMustExist: true })
// the first that reads the file: who opens or closes the journal just then may have it to himself, and is waited for longer than commits are
database.pragma('synchronous = FULL')
database.pragma(`busy_timeout = ${PATIENCE_MS}`)

let seen = 0
let waitedMs = 0
let longest = LONG_LOG_PAGES
for (;;) {
  Atomics.wait(cells, COMMITS, seen)
  Atomics.wait(cells, STOP, 0, INTERVAL_MS)
  if (Atomics.load(cells, STOP) === 1) break
  waitedMs += INTERVAL_MS
  const bytes = Atomics.load(cells, BYTES)
  if (bytes < LITTLE_BYTES && waitedMs < LONGEST_MS) continue
  seen = Atomics.load(cells, COMMITS)
  Atomics.sub(cells, BYTES, bytes)
  waitedMs = 0
  checkpoint()
}
database.close()

function checkpoint(): void {
  const { log: pages } = run('PASSIVE')
  if (pages <= LONG_LOG_PAGES) longest = LONG_LOG_PAGES
  if (pages <= longest) return
  const begun = performance.now()
  const { busy } = run(pages > HUGE_LOG_PAGES ? 'TRUNCATE' : 'RESTART')
  parentPort!.postMessage({ durationMs: performance.now() - begun } satisfies CheckpointStall)
  longest = busy === 1 ? pages + LONG_LOG_PAGES : LONG_LOG_PAGES
}

/** `log`: pages in the log; `busy`: it could not do all of its work. */
function run(mode: string): { readonly busy: number; readonly log: number } {
  const [result] = database.pragma(`wal_checkpoint(${mode})`) as [{ readonly busy: number; readonly log: number }]
  return result
}
