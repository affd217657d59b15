import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { deepStrictEqual, strictEqual } from 'node:assert'
import { checkJournal } from '../../src/storage/journal-reading/journal-check.ts'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import { openStrictJournal } from './support/strict-journal.ts'
import { journalPath } from '../../src/storage/journal/journal-file.ts'
import { eventsAt, tradeBatch } from './support/trade-batch.ts'
import { backfilledFrames, framesOf, LOG_HEADER_BYTES } from './write-ahead-log.ts'

/** The files of a journal as they were at one moment of its writer's life. */
export interface Image {
  readonly database: Buffer
  readonly log: Buffer
  readonly sharedMemory: Buffer
  /** last position that the writer had been told is durable */
  readonly acknowledged: number
}

export interface PowerLossFigures {
  cuts: number
  /** cuts in the midst of a frame */
  torn: number
  /** … with pages of the database that a checkpoint was writing */
  duringCheckpoints: number
  /** images of a log that had begun anew */
  laterGenerations: number
}

/** Does something while a process stands still, with its files as they are. */
export async function whileStopped(
  writer: { readonly directory: string; readonly note: string; readonly pid: number },
  work: (image: Image) => Promise<void>,
): Promise<void> {
  const { directory, note, pid } = writer
  process.kill(pid, 'SIGSTOP')
  try {
    while (!hasStopped(pid)) await new Promise((resolve) => setImmediate(resolve))
    const path = journalPath(directory)
    await work({
      database: readFileSync(path),
      log: readFileSync(`${path}-wal`),
      sharedMemory: readFileSync(`${path}-shm`),
      acknowledged: readFileSync(note).readDoubleLE(0),
    })
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

function hasStopped(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).every((task) => / T \d/.test(readFileSync(`/proc/${pid}/task/${task}/stat`, 'latin1')))
}

/**
 * Cuts the power at many moments that an image stands for. What SQLite had synced is there after it: the log up to some frame at or behind the last
 * that was checkpointed. What it had not is lost, half there, or nonsense: the rest of the log, and any page of the database that a checkpoint could be
 * writing, since the log still has it. After each, the journal has to open with every commit that the log holds whole, which is every one that was
 * acknowledged by then, and with nothing else.
 */
export async function cutThePower(image: Image, cuts: number, below: (below: number) => number, figures: PowerLossFigures): Promise<void> {
  const frames = framesOf(image.log)
  const backfilled = backfilledFrames(image.sharedMemory, image.log) ?? frames.length
  if (image.log.readUInt32BE(12) > 0) figures.laterGenerations++
  const commits = frames.filter(({ isCommit }) => isCommit).map(({ end }) => end)
  const whole = await openedAfter(image.database, image.log, undefined)
  const ends = batchEnds(whole)
  strictEqual(ends.at(-1) ?? 0, whole, 'a journal ends with a whole batch')
  const acknowledgedCommits = ends.filter((end) => end <= image.acknowledged).length
  strictEqual(whole >= image.acknowledged, true, `${image.acknowledged} was acknowledged, the files end with ${whole}`)
  const firstCut = backfilled === 0 ? 0 : frames[backfilled - 1]!.end
  const places = [firstCut, ...frames.slice(backfilled).flatMap(({ end }) => [end, end - 1 - below(end - firstCut > 24 ? 24 : 1)])]
  for (let done = 0; done < cuts; done++) {
    // each border in turn, then any byte
    const place = done < places.length ? places[places.length - 1 - done]! : firstCut + below(Math.max(1, image.log.length - firstCut))
    const lost = commits.filter((end) => end > place).length
    // before the tables were made
    if (lost > ends.length) continue
    const expected = ends[ends.length - 1 - lost] ?? 0
    const torn = tornDatabase(image.database, frames, place, below)
    const log = tornLog(image.log, place, below)
    figures.cuts++
    if (place > LOG_HEADER_BYTES && !frames.some(({ end }) => end === place)) figures.torn++
    if (torn !== image.database) figures.duringCheckpoints++
    strictEqual(await openedAfter(torn, log, done % 16 === 0 ? expected : undefined), expected, `cut at byte ${place} of the log`)
    // what is lost was not acknowledged when the log ended there
    if (place >= (commits[commits.length - 1 - (ends.length - acknowledgedCommits)] ?? 0))
      strictEqual(
        expected >= image.acknowledged,
        true,
        `${image.acknowledged} was acknowledged, after the cut at ${place} there is ${expected}`,
      )
  }
}

/** The log up to a place; what comes behind it is gone, zero, or nonsense. */
function tornLog(log: Buffer, place: number, below: (below: number) => number): Buffer {
  const kind = below(3)
  if (kind === 0) return log.subarray(0, place)
  const torn = Buffer.from(log)
  torn.fill(kind === 1 ? 0 : nonsense(below), place)
  // a last byte that was zero, or what it became, would be whole still
  if (place < log.length && torn[place] === log[place]) torn[place]! ^= 0xff
  return torn
}

const nonsense = (below: (below: number) => number): Buffer => Buffer.from(Array.from({ length: 251 }, () => below(256)))

/** Pages that the log has, up to a place, may be half written in the database; the first 512 bytes of a file are written at once. */
function tornDatabase(database: Buffer, frames: ReturnType<typeof framesOf>, place: number, below: (below: number) => number): Buffer {
  const lastCommit = frames.findLast(({ isCommit, end }) => isCommit && end <= place)?.end ?? 0
  const pages = new Set(frames.filter(({ end }) => end <= lastCommit).map(({ page }) => page))
  if (pages.size === 0 || below(2) === 0) return database
  const torn = Buffer.from(database)
  const pageBytes = database.readUInt16BE(16)
  for (const page of pages) {
    const start = (page - 1) * pageBytes
    if (start >= torn.length || below(3) > 0) continue
    torn.fill(below(256), Math.max(512, start + below(pageBytes)), Math.min(torn.length, start + pageBytes))
  }
  return torn
}

/** Opens what is left with the code of the gateway, and returns its last position; `goesOnBehind`: looks at every byte, and commits one batch more. */
async function openedAfter(database: Buffer, log: Buffer, goesOnBehind: number | undefined): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'fillgate-power-'))
  try {
    writeFileSync(journalPath(directory), database)
    writeFileSync(`${journalPath(directory)}-wal`, log)
    const reader = new JournalReader(directory)
    const last = reader.lastPosition()
    const batches = reader.batches(last - 100, { batches: 101 })
    deepStrictEqual(
      batches,
      batches.map(({ position }) => tradeBatch(position)),
    )
    reader.close()
    if (goesOnBehind !== undefined) await goOn(directory, last)
    return last
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function goOn(directory: string, last: number): Promise<void> {
  const journal = openStrictJournal(directory)
  const next = tradeBatch(last + 1)
  await new Promise<void>((resolve) => journal.commit(next, resolve))
  await journal.close()
  const { faults, through } = checkJournal(directory)
  deepStrictEqual({ faults, through }, { faults: [], through: last + next.events.length })
}

/** Last positions of the batches up to a position. */
function batchEnds(through: number): number[] {
  const ends: number[] = []
  for (let position = 1; position <= through;) {
    position += eventsAt(position)
    ends.push(position - 1)
  }
  return ends
}
