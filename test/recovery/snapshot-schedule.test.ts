import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { SnapshotSchedule } from '../../src/recovery/snapshot-schedule.ts'
import { createLogger } from '../../src/telemetry/logger.ts'
import { commit } from '../storage/support/open-journal.ts'
import { openStrictJournal } from '../storage/support/strict-journal.ts'
import { temporaryDirectory } from '../storage/support/temporary-directory.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const snapshotsOf = (directory: string): string[] => readdirSync(directory).filter((file) => file.includes('.snapshot'))

test('a snapshot that was not made is not reported', async () => {
  const lines: string[] = []
  const schedule = new SnapshotSchedule({
    // without a journal
    directory: temporaryDirectory(),
    everyEvents: 10,
    from: 8,
    logger: createLogger({ level: 'warn', terminal: false, destination: { write: (line) => lines.push(line) } }),
    onMade: () => lines.push('made'),
  })
  schedule.projected(20)
  await expect.poll(() => lines, { timeout: 20_000 }).toEqual([expect.stringContaining('no snapshot was made')])
  expect(schedule.report()).toEqual({ snapshot_position: 7, snapshot_at: null })
})

test('one that the disk refuses is told in one line', async () => {
  const directory = temporaryDirectory()
  await openStrictJournal(directory).close()
  const file = join(directory, 'state-0000000000000000.snapshot')
  mkdirSync(file)
  const complaints: unknown[] = []
  const write = (line: string) => complaints.push((JSON.parse(line) as { readonly complaint: unknown }).complaint)
  const schedule = new SnapshotSchedule({
    directory,
    everyEvents: 0,
    from: 1,
    logger: createLogger({ level: 'warn', terminal: false, destination: { write } }),
    onMade: () => complaints.push('made'),
  })
  schedule.projected(0)
  const refused = `EISDIR: illegal operation on a directory, rename '${file}.partial' -> '${file}'`
  await expect.poll(() => complaints, { timeout: 20_000 }).toEqual([refused])
})

test('one that is made is reported with the moment, and one that the end of the gateway cuts off is no complaint', async () => {
  const directory = temporaryDirectory()
  const journal = openStrictJournal(directory)
  await commit(journal, { position: 1, sealedAt: 1, events: [{ type: 'NewsAnnounced', at: 1, headline: '', text: '' }], sessions: [] })
  await journal.close()
  const lines: string[] = []
  let tellMade = (): void => undefined
  const made = new Promise<void>((resolve) => (tellMade = resolve))
  const schedule = new SnapshotSchedule({
    directory,
    everyEvents: 1,
    from: 1,
    logger: createLogger({ level: 'warn', terminal: false, destination: { write: (line) => lines.push(line) } }),
    onMade: () => tellMade(),
  })
  expect(schedule.report()).toEqual({ snapshot_position: null, snapshot_at: null })
  const before = new Date().toISOString()
  schedule.projected(1)
  await made
  const { snapshot_position, snapshot_at } = schedule.report()
  expect([snapshot_position, snapshot_at! >= before, snapshot_at! <= new Date().toISOString()]).toEqual([1, true, true])
  schedule.projected(2)
  await schedule.stop()
  expect([lines, schedule.report()]).toEqual([[], { snapshot_position, snapshot_at }])
})

test('one for which no process can be started is tried again later, as one that was not made', async () => {
  const lines: string[] = []
  const schedule = new SnapshotSchedule({
    // longer than the system lets an argument be
    directory: 'x'.repeat(2 ** 20),
    everyEvents: 10,
    from: 1,
    logger: createLogger({ level: 'warn', terminal: false, destination: { write: (line) => lines.push(line) } }),
    onMade: () => lines.push('made'),
  })
  for (const position of [20, 21, 30]) schedule.projected(position)
  const complaint = expect.stringContaining('spawn E2BIG') as string
  expect(lines).toEqual([complaint, complaint])
  await schedule.stop()
})

test('… and so is one of a gateway that can open no more files', async () => {
  const program = [process.execPath, fileOf('run.js'), fileOf('test/recovery/out-of-files.ts')]
  const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -n 256; exec "$@"', 'sh', ...program])
  expect(stdout).toContain('no snapshot was made')
  expect(stdout).toContain('EMFILE')
})

test('one that has become due while another was made is made behind it, without an event more', async () => {
  const directory = temporaryDirectory()
  await openStrictJournal(directory).close()
  const made: unknown[] = []
  const schedule = new SnapshotSchedule({
    directory,
    everyEvents: 10,
    from: 1,
    logger: createLogger({ level: 'silent', terminal: false }),
    onMade: () => made.push(schedule.report().snapshot_position),
  })
  for (const position of [10, 15, 25, 29]) schedule.projected(position)
  await expect.poll(() => made, { timeout: 20_000 }).toEqual([10, 29])
  for (const position of [38, 39, 40]) schedule.projected(position)
  await expect.poll(() => made, { timeout: 20_000 }).toEqual([10, 29, 39])
  await schedule.stop()
})

test('a gateway that has ended, in whatever way, has no more snapshots made', async () => {
  const directory = temporaryDirectory()
  await openStrictJournal(directory).close()
  // who has lost its parent is another's child
  expect([await once(snapshotter(directory, process.ppid), 'exit'), snapshotsOf(directory)]).toEqual([[1, null], []])
  const made = ['state-0000000000000000.snapshot']
  expect([await once(snapshotter(directory, process.pid), 'exit'), snapshotsOf(directory)]).toEqual([[0, null], made])
})

/** As the gateway starts it. */
function snapshotter(directory: string, gateway: number): ChildProcess {
  const program = [fileOf('run.js'), fileOf('src/recovery/snapshotter.ts')]
  return spawn(process.execPath, [...program, directory, '0', String(gateway)], { stdio: ['ignore', 'ignore', 'inherit'] })
}
