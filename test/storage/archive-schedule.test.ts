import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Batch } from '../../src/domain/batch.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { ArchiveSchedule, type ArchiveScheduleParts } from '../../src/storage/archives/archive-schedule.ts'
import { archiveFile, archiveFolder } from '../../src/storage/archives/archive-files.ts'
import { checkJournal } from '../../src/storage/journal-reading/journal-check.ts'
import type { Journal } from '../../src/storage/journal/journal.ts'
import { journalPath } from '../../src/storage/journal/journal-file.ts'
import { until } from '../support/until.ts'
import { flipByte, seal, takeOut } from './support/archived.ts'
import { commit, commitAll, openTestJournal, openTestReader } from './support/open-journal.ts'
import { openStrictJournal } from './support/strict-journal.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'
import { tradeBatch, tradeBatches } from './support/trade-batch.ts'

const BATCHES = tradeBatches(100)
const LAST = BATCHES.at(-1)!.position + BATCHES.at(-1)!.events.length - 1
const POLICY = { hotEvents: 300, hotDays: null, archiveEvents: 400 }
let original: string

beforeAll(async () => {
  original = mkdtempSync(join(tmpdir(), 'fillgate-schedule-'))
  const journal = openStrictJournal(original)
  await commitAll(journal, BATCHES)
  await journal.close()
})

afterAll(() => rmSync(original, { recursive: true }))

function journalWithSnapshot(position = LAST): string {
  const directory = temporaryDirectory()
  copyFileSync(journalPath(original), journalPath(directory))
  writeFileSync(join(directory, `state-${String(position).padStart(16, '0')}.snapshot`), '')
  return directory
}

/** A schedule at work, and what it tells: names of archives, and complaints; `telling` resolves when it tells the first. */
function scheduled(directory: string, journal: Pick<Journal, 'run'>, parts: Partial<ArchiveScheduleParts> = {}) {
  const told: string[] = []
  let resolveTelling = (): void => undefined
  const telling = new Promise<void>((resolve) => (resolveTelling = resolve))
  const tell = (line: string): void => {
    told.push(line)
    resolveTelling()
  }
  const schedule = new ArchiveSchedule({
    directory,
    policy: POLICY,
    journal,
    projectedThrough: () => LAST,
    onArchived: ({ name }) => tell(name),
    onFailure: ({ message }) => tell(message),
    ...parts,
  })
  onTestFinished(() => schedule.stop())
  return { schedule, told, telling }
}

const batchesOf = (directory: string): readonly Batch[] => {
  const reader = openTestReader(directory)
  const found: Batch[] = []
  for (let next = 1; ;) {
    const read = reader.batches(next, { batches: 1_000 })
    if (read.length === 0) return found
    found.push(...read)
    next = read.at(-1)!.position + read.at(-1)!.events.length
  }
}

test('archives are made until nothing is due, while commits go on, and whoever reads reads the same', async () => {
  const directory = journalWithSnapshot()
  const journal = openTestJournal(directory, { writer: 'thread' })
  const reader = openTestReader(directory)
  const { schedule, told } = scheduled(directory, journal)
  schedule.check()
  schedule.check()
  const further: Batch[] = []
  while (told.length < 3) {
    const next = further.at(-1) ?? BATCHES.at(-1)!
    further.push(tradeBatch(next.position + next.events.length))
    await commit(journal, further.at(-1)!)
    expect(reader.eventAt(1)).toEqual(BATCHES[0]!.events[0])
  }
  await schedule.stop()
  // a fourth may have been under way
  const names = readdirSync(archiveFolder(directory)).filter((name) => name.endsWith('.db'))
  expect([names.slice(0, told.length), reader.firstHot() > LAST - 300 - 2 * 400]).toEqual([told, true])
  const { archives, archivedAt } = schedule.figures()
  expect([archives >= 3, archivedAt !== undefined]).toEqual([true, true])
  expect(batchesOf(directory)).toStrictEqual([...BATCHES, ...further])
  expect(checkJournal(directory).faults).toEqual([])
})

test('who asks while it is looked whether anything is due has it looked once more', async () => {
  const directory = journalWithSnapshot()
  const shown = [0, LAST]
  const { schedule, told, telling } = scheduled(directory, openTestJournal(directory), { projectedThrough: () => shown.shift() ?? LAST })
  schedule.check()
  schedule.check()
  await telling
  await schedule.stop()
  expect(told).toHaveLength(1)
})

test('what a process that ended has left is taken out first', async () => {
  const directory = journalWithSnapshot()
  const range = { first: 1, last: BATCHES[19]!.position - 1 }
  const { name, path } = seal(directory, range)
  takeOut(directory, BATCHES[4]!.position)
  const journal = openTestJournal(directory)
  const { schedule, told, telling } = scheduled(directory, journal, { policy: { hotEvents: null, hotDays: null, archiveEvents: 200 } })
  expect(schedule.figures()).toEqual({ archives: 1, bytes: statSync(path).size, archivedAt: undefined })
  schedule.check()
  await telling
  expect(told).toEqual([name])
  await schedule.stop()
  expect(openTestReader(directory).firstHot()).toBe(range.last + 1)
  expect(batchesOf(directory)).toStrictEqual(BATCHES)
})

test('commits of one event are taken out to the last of an archive', async () => {
  const directory = temporaryDirectory()
  const journal = openTestJournal(directory)
  await commitAll(
    journal,
    BATCHES.map((batch, index) => ({ ...batch, position: index + 1, events: batch.events.slice(0, 1) })),
  )
  writeFileSync(join(directory, `state-${'100'.padStart(16, '0')}.snapshot`), '')
  const policy = { hotEvents: 10, hotDays: null, archiveEvents: 50 }
  const { schedule, told, telling } = scheduled(directory, journal, { policy, projectedThrough: () => 100 })
  schedule.check()
  await telling
  await schedule.stop()
  expect({ told: told.length, firstHot: openTestReader(directory).firstHot() }).toEqual({ told: 1, firstHot: 51 })
})

test('nothing is taken out for an archive that was changed', async () => {
  const directory = journalWithSnapshot()
  const range = { first: 1, last: BATCHES[19]!.position - 1 }
  const { path } = seal(directory, range)
  flipByte(path, 5_000)
  const { schedule, told, telling } = scheduled(directory, openTestJournal(directory))
  schedule.check()
  await telling
  expect(told).toEqual([`${path}: a byte of it, or of the sum beside it, was changed`])
  await schedule.stop()
  expect(openTestReader(directory).firstHot()).toBe(1)
})

test('archives are made while one of those before leads to a file that is not there', async () => {
  const directory = journalWithSnapshot()
  for (const [first, last] of [
    [1, BATCHES[9]!.position - 1],
    [BATCHES[9]!.position, BATCHES[19]!.position - 1],
  ] as const) {
    seal(directory, { first, last })
    takeOut(directory, last + 1)
  }
  const { schedule, told, telling } = scheduled(directory, openTestJournal(directory), { policy: { ...POLICY, archiveEvents: 200 } })
  const away = archiveFile(directory, { first: 1, last: BATCHES[9]!.position - 1 }).path
  rmSync(away)
  symlinkSync(join(directory, 'nowhere'), away)
  schedule.check()
  await telling
  await schedule.stop()
  const names = readdirSync(archiveFolder(directory)).filter((name) => name.endsWith('.db'))
  expect(told).toEqual(names.slice(2))
  expect(schedule.figures()).toMatchObject({ archives: names.length, archivedAt: expect.any(Number) as number })
})

test.each([
  { projectedThrough: 0, snapshot: LAST },
  { projectedThrough: 399, snapshot: LAST },
  { projectedThrough: LAST, snapshot: 0 },
  { projectedThrough: LAST, snapshot: 399 },
])('nothing is moved that read.db does not show, or no snapshot holds: %o', async ({ projectedThrough, snapshot }) => {
  const directory = journalWithSnapshot(snapshot)
  const journal = openTestJournal(directory)
  let looks = 0
  const { schedule, told } = scheduled(directory, journal, { projectedThrough: () => (looks++, projectedThrough) })
  schedule.check()
  schedule.check()
  // the first look has ended
  await until(() => looks === 2)
  await schedule.stop()
  expect([told, readdirSync(directory).includes('archive'), openTestReader(directory).firstHot()]).toEqual([[], false, 1])
})

test('what is due is looked for every hour', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const directory = journalWithSnapshot()
  let looks = 0
  const projectedThrough = (): number => (looks++, LAST)
  const { schedule, told, telling } = scheduled(directory, openTestJournal(directory), { projectedThrough })
  vi.advanceTimersByTime(HOUR_MS - 1)
  expect(looks).toBe(0)
  vi.advanceTimersByTime(1)
  await telling
  await schedule.stop()
  expect(told[0]).toMatch(/^journal-0{15}1-/)
})

test('a journal that has failed is no reason to fail', async () => {
  const directory = journalWithSnapshot()
  const { schedule, told, telling } = scheduled(directory, { run: () => Promise.reject(new Error('the journal has failed')) })
  schedule.check()
  await telling
  expect(told).toEqual(['the journal has failed'])
  await schedule.stop()
  expect(checkJournal(directory).faults).toEqual([])
})
