import { existsSync, statSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { type BatchStatements, prepareBatchStatements } from '../journal-reading/batch-statements.ts'
import { requireRoom } from '../directory/data-directory.ts'
import { journalPath } from '../journal/journal-file.ts'
import { yieldToAll } from '../priority.ts'
import { newestSnapshotPosition } from '../snapshot-store.ts'
import { archiveFolder, archivesOf } from './archive-files.ts'
import { type ArchiverWorkerData, type SealedArchive, STOP } from './archiver-protocol.ts'
import { planArchive } from './retention-plan.ts'
import { type Range, sealArchive } from './seal-archive.ts'

/**
 * The program of the thread that makes one archive, where one is due, says so, and ends. It works in short pieces and rests after each, so that orders
 * have the processors and the disk. It never writes journal.db.
 */
const REST_PER_WORK = 3
/** and as much again for what is committed meanwhile */
const ROOM_PER_BYTE = 2
const STEP = { batches: 500, bytes: 256 * 1024 }

class Stopped extends Error {}

const { directory, cells: memory, policy, projectedThrough } = workerData as ArchiverWorkerData
const cells = new Int32Array(memory)
yieldToAll()
const journal = new Database(journalPath(directory), { readonly: true, fileMustExist: true })
const hot = prepareBatchStatements(journal)
let begun = performance.now()

try {
  const range = unfinished() ?? due()
  if (range) {
    const { name, path } = sealArchive(journal, directory, range, rest)
    const sealed: SealedArchive = { ...range, name, bytes: statSync(path).size, steps: stepsThrough(hot, range.last) }
    parentPort!.postMessage(sealed)
  }
} catch (error) {
  if (!(error instanceof Stopped)) throw error
} finally {
  journal.close()
}

/** An archive of which journal.db still has something. */
function unfinished(): Range | undefined {
  const first = hot.first.get() ?? Infinity
  return archivesOf(directory).find(({ last }) => last >= first)
}

function due(): Range | undefined {
  const movableThrough = Math.min(projectedThrough, newestSnapshotPosition(directory))
  const range = planArchive(hot, { policy, movableThrough, now: Date.now() })
  if (range) requireRoomFor(range)
  return range
}

function requireRoomFor({ first, last }: Range): void {
  const bytes = hot.bytes.get(first - 1, last)!.bytes ?? 0
  const folder = archiveFolder(directory)
  requireRoom(existsSync(folder) ? folder : directory, ROOM_PER_BYTE * bytes, 'the next archive')
}

function rest(): void {
  const restMs = REST_PER_WORK * (performance.now() - begun)
  Atomics.wait(cells, STOP, 0, restMs)
  if (Atomics.load(cells, STOP) === 1) throw new Stopped()
  begun = performance.now()
}

function stepsThrough({ sizes }: BatchStatements, last: number): number[] {
  const steps: number[] = []
  let [batches, bytes] = [0, 0]
  for (let next = 0; next <= last;) {
    const read = sizes.all(next, last)
    if (read.length === 0) break
    for (const row of read) {
      next = row.position + row.positions
      batches++
      bytes += row.bytes
      if (batches < STEP.batches && bytes < STEP.bytes && next <= last) continue
      steps.push(next - 1)
      batches = bytes = 0
    }
    rest()
  }
  return steps
}
