import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ArchiveFile, archiveFolder, archivesOf } from '../../src/storage/archives/archive-files.ts'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import { newestSnapshotPosition } from '../../src/storage/snapshot-store.ts'
import { readAnswers } from './broker-audit.ts'
import { Desk } from './desk.ts'
import { configFile, GatewayProcess, smallBench, temporaryDirectory } from './gateway-process.ts'
import { readJournal } from './journal-story.ts'
import { operate } from './operator.ts'
import { seeded } from './seeded.ts'
import { traffic } from './traffic.ts'

/** of the partner, that are compared */
const EVENTS = 800
const KEEPING_ALL = { hot_events: null, hot_days: null }
const keeping = (events: number): object => ({ hot_events: events, hot_days: null, archive_events: 400 })

const configured = (retention: object): string => configFile({ ...smallBench({ sessions: 2, symbols: 2 }), retention })

/** Resolves when the condition holds, which is asked every few milliseconds: more often would take the processor from what is waited for. */
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 2))
}

/** What a file name or a position tells without the gateway. */
function inJournal<Value>(directory: string, read: (reader: JournalReader) => Value): Value {
  const reader = new JournalReader(directory)
  try {
    return read(reader)
  } finally {
    reader.close()
  }
}

/** A gateway that has traded, and a desk that has heard it. */
async function traded(directory: string): Promise<{ readonly gateway: GatewayProcess; readonly desk: Desk }> {
  const gateway = await GatewayProcess.start({ directory, config: configured(KEEPING_ALL) })
  const desk = new Desk('CLIENT1')
  await desk.logOn(gateway.credentials.fix.port)
  const below = seeded(21)
  // small commits, so that there are many
  for (let round = 0; round < 12; round++) {
    desk.sayAll(traffic(60, { prefix: `r${round}`, symbols: 2, below }))
    await desk.caughtUp()
  }
  return { gateway, desk }
}

/** A snapshot is made every million events. By the name of this one everything may be moved; a start passes it over and replays the archives. */
function pretendSnapshot(directory: string): void {
  writeFileSync(join(directory, 'state-9000000000000000.snapshot'), '')
}

/** What the gateway says over REST of all that has happened so far. */
async function told({ credentials }: GatewayProcess): Promise<unknown> {
  const { base_url, api_key, api_secret } = credentials
  const headers = { 'x-api-key': api_key, 'x-api-secret': api_secret }
  const accounts = credentials.accounts.map(({ id }) => id)
  const read = async (path: string): Promise<string> => {
    const answer = await fetch(base_url + path, { headers })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.text()
  }
  const answers = await readAnswers(base_url, headers, accounts)
  const orders = JSON.parse(await read(`/v1/accounts/${accounts[0]!}/orders?limit=500`)) as {
    readonly data: readonly { readonly id: string }[]
  }
  const first = orders.data.slice(-20).map(({ id }) => id)
  const logs = []
  for (const id of first) logs.push(await read(`/api/Blotter/OrderFixLogs?orderCode=${id}`))
  const stream = await read(`/v1/webhooks/stream?since_id=0&until_id=${EVENTS}`)
  const events = stream.split('\n').filter((line) => line.startsWith('data:'))
  expect([first.length, events.length]).toEqual([20, EVENTS])
  return { answers: [...answers].sort(), logs, events }
}

/** Resolves when so many archives are made and taken out of journal.db. */
async function archived(gateway: GatewayProcess, count: number): Promise<void> {
  const firstHotOf = (): number => inJournal(gateway.directory, (reader) => reader.firstHot())
  const isDone = (): boolean => {
    const archives = archivesOf(gateway.directory)
    return archives.length >= count && firstHotOf() > archives[count - 1]!.last
  }
  const ended = gateway.ended.then(({ stderr }) => Promise.reject(new Error(stderr)))
  await Promise.race([until(isDone), ended])
}

async function expectSound(folder: string): Promise<void> {
  const { code, stdout, stderr } = await operate('verify', [folder])
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
}

test(
  'what is moved into archives, while orders run, is read over REST, streamed and resent as before; backups and restores have it',
  { timeout: 180_000 },
  async () => {
    const folder = temporaryDirectory()
    const [data, backup, restored] = ['data', 'backup', 'restored'].map((name) => join(folder, name)) as [string, string, string]
    const { gateway, desk } = await traded(data)
    // nothing moves any more
    expect((await (await gateway.rest()).post('/v1/dev/sandbox/clock', { advance: 'PT1S' })).status).toBe(200)
    const before = await told(gateway)
    const { port } = new URL(gateway.credentials.base_url)
    await gateway.terminate()
    const atFirst = await readJournal(data)
    pretendSnapshot(data)

    // --- nothing but the place of what is old changes ---
    const environment = { HTTP_PORT: port }
    const still = await GatewayProcess.start({ directory: data, config: configured(keeping(atFirst.events.length - 900)), environment })
    await archived(still, 2)
    expect(await told(still)).toEqual(before)
    await still.terminate()

    // --- also while orders run ---
    const config = configured(keeping(100))
    const archiving = await GatewayProcess.start({ directory: data, config, environment })
    await desk.logOn(archiving.credentials.fix.port)
    expect((await desk.hearAgain(1)).length).toBeGreaterThan(EVENTS)

    const below = seeded(22)
    const archives = archivesOf(data).length
    let isMoving = true
    const more = archived(archiving, archives + 1).finally(() => (isMoving = false))
    for (let round = 0; isMoving || round === 0; round++) {
      desk.sayAll(traffic(60, { prefix: `m${round}`, symbols: 2, below }))
      await desk.caughtUp()
    }
    await more
    await desk.hearAgain(1)
    const { api_key, api_secret, base_url } = archiving.credentials
    const figure = async (name: string): Promise<number> => {
      const metrics = await (await fetch(archiving.metricsUrl)).text()
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)![1]!)
    }
    // the file is there before the gateway counts it
    await expect.poll(() => figure('fillgate_archives'), { timeout: 30_000 }).toBeGreaterThanOrEqual(archives + 1)
    expect(await figure('fillgate_journal_archived_events')).toBeGreaterThanOrEqual(archivesOf(data)[archives]!.last)
    expect((await fetch(`${base_url}/v1/accounts`, { headers: { 'x-api-key': api_key, 'x-api-secret': api_secret } })).status).toBe(200)
    await desk.logOut()
    await archiving.terminate()
    await expectSound(data)
    const story = await readJournal(data)
    expect(story.events.slice(0, atFirst.events.length)).toStrictEqual(atFirst.events)

    // --- from the archives alone ---
    expect((await operate('backup', [backup], data)).code).toBe(0)
    expect(readdirSync(backup).sort()).toEqual(['archive', 'journal.db', 'manifest.json'])
    await expectSound(backup)
    const through = archivesOf(data)[1]!.last - 40
    const secrets = ['--secrets', join(data, 'secrets.json')]
    const cut = await operate('restore', [backup, restored, '--through', String(through), ...secrets])
    expect({ code: cut.code, stderr: cut.stderr }).toEqual({ code: 0, stderr: '' })
    await expectSound(restored)
    expect([archivesOf(restored).length, inJournal(restored, (reader) => reader.lastPosition() <= through)]).toEqual([1, true])
    const again = await GatewayProcess.start({ directory: restored, config, environment })
    expect((await fetch(`${base_url}/v1/accounts`, { headers: { 'x-api-key': api_key, 'x-api-secret': api_secret } })).status).toBe(200)
    await again.terminate()

    // --- an archive that is missing is said at the start ---
    const [lost] = archivesOf(data) as [ArchiveFile]
    rmSync(lost.path)
    const { code, stderr } = await new GatewayProcess({ directory: data, config }).ended
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`${archiveFolder(data)} has no archive with position 1, which journal.db has no more`),
    ])
    expect(await operate('verify', [data])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^wrong: position 1: the next archive is /) as string,
    })
  },
)

test('kill -9 while something is moved, again and again, loses nothing, and the next process goes on', { timeout: 180_000 }, async () => {
  const directory = join(temporaryDirectory(), 'data')
  const { gateway } = await traded(directory)
  await gateway.terminate()
  pretendSnapshot(directory)
  const story = await readJournal(directory)
  const config = configured(keeping(100))
  const expectWhole = async (moment: string): Promise<void> => {
    const left = await readJournal(directory)
    expect([left.check.faults, left.fingerprint], moment).toEqual([[], story.fingerprint])
    expect(left.events, moment).toStrictEqual(story.events)
  }
  const moments: readonly (readonly [string, () => boolean])[] = [
    ['when an archive is begun', () => existsSync(archiveFolder(directory)) && readdirSync(archiveFolder(directory)).length > 0],
    ['when something is taken out', () => inJournal(directory, (reader) => reader.firstHot()) > 1],
    ['when a second one has its name', () => archivesOf(directory).length > 1],
  ]
  for (const [moment, isReached] of moments) {
    const killed = new GatewayProcess({ directory, config })
    await until(isReached)
    await killed.kill()
    await expectWhole(moment)
  }
  const last = await GatewayProcess.start({ directory, config })
  await archived(last, 3)
  await last.terminate()
  await expectWhole('in the end')
})

test('a snapshot that is made has what is due moved; nothing is moved that it does not hold', { timeout: 60_000 }, async () => {
  const directory = join(temporaryDirectory(), 'data')
  const config = configFile({
    ...smallBench({ sessions: 2, symbols: 2 }),
    retention: keeping(100),
    journal: { snapshot_every_events: 600 },
  })
  const gateway = await GatewayProcess.start({ directory, config })
  const desk = new Desk('CLIENT1')
  await desk.logOn(gateway.credentials.fix.port)
  const below = seeded(23)
  for (let round = 0; round < 12; round++) {
    desk.sayAll(traffic(60, { prefix: `s${round}`, symbols: 2, below }))
    await desk.caughtUp()
  }
  await archived(gateway, 1)
  await desk.logOut()
  await gateway.terminate()
  const newest = newestSnapshotPosition(directory)
  expect([newest >= 600, archivesOf(directory).at(-1)!.last <= newest]).toEqual([true, true])
  await expectSound(directory)
})
