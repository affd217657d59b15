import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { journalPath, JournalFile } from '../src/storage/journal/journal-file.ts'

const COMMITS = 2_000
/** of a commit of one order: its numbers, and its events */
const NUMBERS_BYTES = 40
const EVENTS_BYTES = 200

/** What the disk by itself takes for one commit, in microseconds. */
export interface DiskFloor {
  /** that one commit adds to the WAL */
  readonly bytes: number
  readonly p50: number
  readonly p99: number
}

/** Writes as many bytes as a commit of one order adds to the WAL, and waits for the disk each time: no commit can be faster. */
export function diskFloor(): DiskFloor {
  const directory = mkdtempSync(join(tmpdir(), 'fillgate-disk-'))
  try {
    const bytes = walBytesOfACommit(directory)
    const file = openSync(join(directory, 'floor'), 'w')
    const block = Buffer.alloc(bytes, 0x5a)
    const micros: number[] = []
    for (let commit = 0; commit < COMMITS; commit++) {
      const begun = performance.now()
      writeSync(file, block)
      fdatasyncSync(file)
      micros.push((performance.now() - begun) * 1_000)
    }
    closeSync(file)
    micros.sort((a, b) => a - b)
    return { bytes, p50: micros[COMMITS >> 1]!, p99: micros[Math.floor(COMMITS * 0.99)]! }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Of the real journal, on the average, before anything is checkpointed. */
function walBytesOfACommit(directory: string): number {
  const commits = 200
  const journal = new JournalFile(directory)
  const wal = `${journalPath(directory)}-wal`
  const before = statSync(wal).size
  for (let position = 1; position <= commits; position++)
    journal.append({ position, positions: 1, sealedAt: 0, sessions: Buffer.alloc(NUMBERS_BYTES), events: Buffer.alloc(EVENTS_BYTES) })
  const bytes = Math.round((statSync(wal).size - before) / commits)
  journal.close()
  return bytes
}
