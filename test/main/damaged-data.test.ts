import { randomBytes } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import type { RestClient } from '../support/rest-client.ts'
import { GatewayProcess, type Ending, temporaryDirectory } from '../system/gateway-process.ts'
import { operate } from '../system/operator.ts'
import { usedDirectories } from '../system/used-directories.ts'

const started = { timeout: 120_000 }

const usedDirectory = usedDirectories()

/** A start that is refused with one line, which is returned. */
async function refusal(directory: string): Promise<string> {
  const { code, stdout, stderr } = await new GatewayProcess({ directory }).ended
  expect({ code, lines: stderr.split('\n').length - 1 }, stderr).toEqual({ code: 1, lines: 1 })
  expect(stdout).not.toContain('REST')
  return stderr.slice(0, -1)
}

/** Trades with nobody. */
const ORDER = { symbol: 'AAPL', side: 'buy', order_type: 'limit', quantity: '1', limit_price: '1.00', time_in_force: 'ioc' }

test(
  'a damaged, cut or locked journal, one that has lost a table, an archive that is a link to nothing, or a credentials file that is none, stops the start with a line that names what to do, and stays as it is',
  started,
  async () => {
    const sound = await usedDirectory()
    const copied = (): { readonly directory: string; readonly path: string } => {
      const directory = temporaryDirectory()
      for (const file of ['journal.db', 'secrets.json']) copyFileSync(join(sound, file), join(directory, file))
      return { directory, path: join(directory, 'journal.db') }
    }
    const flipped = copied()
    const bytes = readFileSync(flipped.path)
    // inside the one commit of the first start
    bytes[bytes.indexOf('PartnerCreated') + 20]! ^= 1
    writeFileSync(flipped.path, bytes)
    const cut = copied()
    truncateSync(cut.path, 4096 * 12)
    const locked = copied()
    const holder = new Database(locked.path)
    onTestFinished(() => void holder.close())
    holder.pragma('locking_mode = EXCLUSIVE')
    holder.exec('BEGIN EXCLUSIVE')

    const stripped = copied()
    const stripping = new Database(stripped.path)
    stripping.exec('DROP TABLE api_keys; DROP TABLE webhooks')
    stripping.close()

    const credentials = copied()
    const credentialsFile = join(credentials.directory, 'sandbox-credentials.json')
    writeFileSync(credentialsFile, '{')

    const linked = copied()
    const archive = join(linked.directory, 'archive', 'journal-0000000000000001-0000000000000009.db')
    mkdirSync(dirname(archive))
    symlinkSync('/none.db', archive)

    const lines = []
    for (const { directory } of [flipped, cut, locked, stripped, linked, credentials]) lines.push(await refusal(directory))
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^fillgate: DATA_DIR ${flipped.directory} can't be used: the events of a batch were cut short or altered: .*; "npm run verify -- ${flipped.directory}" says what is wrong$`,
        ),
      ),
      `fillgate: ${cut.path} cannot be used: database disk image is malformed; "npm run verify -- ${cut.directory}" says what is wrong`,
      `fillgate: ${locked.path} cannot be used: database is locked: another program holds it`,
      `fillgate: ${stripped.path} cannot be used: it has lost the tables api_keys, webhooks; restore a backup into an empty directory`,
      `fillgate: ${archive} leads to no file: put the archive back`,
      expect.stringContaining(`fillgate: ${credentialsFile} is not what a first start wrote: `),
    ])
    expect(readFileSync(flipped.path).equals(bytes)).toBe(true)

    expect(await operate('verify', [stripped.directory])).toEqual({
      code: 1,
      stdout: expect.stringMatching(/through position 69\nhash chain at 69:[0-9a-f]{64}\n$/) as string,
      stderr: 'wrong: journal.db: it has lost the tables api_keys, webhooks\n',
    })
    expect(await operate('verify', [flipped.directory])).toEqual({
      code: 1,
      stdout: expect.stringMatching(/: 1 commits, 0 events, through position 69\nhash chain at 69:[0-9a-f]{64}\n$/) as string,
      stderr: expect.stringMatching(
        /^wrong: position 1: the commit does not fit the hash chain: .*\nwrong: position 1: the commit can't be read: .*\n$/,
      ) as string,
    })
  },
)

test('a damaged fix-log.db, wherever the damage is, is begun anew with a warning', started, async () => {
  const directory = await usedDirectory()
  const fixLog = join(directory, 'fix-log.db')
  const sound = readFileSync(fixLog)
  const damage: readonly (readonly [string, Buffer])[] = [
    ['file is not a database', randomBytes(5000)],
    ['database disk image is malformed', Buffer.concat([sound.subarray(0, 4096), Buffer.alloc(sound.length - 4096, 0xff)])],
  ]
  for (const [complaint, bytes] of damage) {
    writeFileSync(fixLog, bytes)
    const gateway = new GatewayProcess({ directory })
    // the warning may come before the banner or after it
    await gateway.saying(new RegExp(`(?=[^]* {2}metrics )[^]*"complaint":"${complaint}","msg":"fix-log\\.db was damaged and is begun anew`))
    expect(await gateway.terminate()).toMatchObject({ code: 0, stderr: '' })
    const anew = new Database(fixLog, { readonly: true })
    expect(anew.pragma('integrity_check', { simple: true })).toBe('ok')
    anew.close()
  }
  const { stdout } = await (await GatewayProcess.start({ directory })).terminate()
  expect(stdout).not.toContain('fix-log.db')
})

/** Overwrites where a table, or an index, of a database begins; what is around it stays as it was. */
function damage(path: string, table: string): void {
  const database = new Database(path)
  database.pragma('wal_checkpoint(TRUNCATE)')
  const root = database.prepare<[string], number>('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table)!
  const size = database.pragma('page_size', { simple: true }) as number
  database.close()
  const descriptor = openSync(path, 'r+')
  writeSync(descriptor, Buffer.alloc(size, 0xff), 0, size, (root - 1) * size)
  closeSync(descriptor)
}

const anew = (path: string): string => `${path} was damaged (database disk image is malformed) and is deleted: the next start makes it anew`

test(
  'a read.db or delivery.db of which a part that a start needs is damaged stops one start, and the next makes it anew',
  started,
  async () => {
    const directory = await usedDirectory()
    const [readModel, delivery] = [join(directory, 'read.db'), join(directory, 'delivery.db')]
    // each stops a start of its own
    damage(readModel, 'id_filters')
    damage(delivery, 'event_marks')
    expect([await refusal(directory), await refusal(directory)]).toEqual([`fillgate: ${anew(readModel)}`, `fillgate: ${anew(delivery)}`])
    expect(await (await GatewayProcess.start({ directory })).terminate()).toMatchObject({ code: 0, stderr: '' })
    damage(delivery, 'deliveries_pending')
    expect(await refusal(directory)).toBe(`fillgate: ${anew(delivery)}`)
    expect(await (await GatewayProcess.start({ directory })).terminate()).toMatchObject({ code: 0, stderr: '' })
  },
)

test(
  'damage that a request meets in read.db, or a webhook in delivery.db, ends the gateway as a disk that fails does',
  started,
  async () => {
    const directory = temporaryDirectory()
    const place = async (gateway: GatewayProcess, clientOrderId: string) => {
      const { base_url, api_key, api_secret, accounts } = gateway.credentials
      const headers = { 'x-api-key': api_key, 'x-api-secret': api_secret, 'content-type': 'application/json' }
      const body = JSON.stringify({ ...ORDER, client_order_id: clientOrderId })
      return fetch(`${base_url}/v1/accounts/${accounts[0]!.id}/orders`, { method: 'POST', headers, body })
    }
    const first = await GatewayProcess.start({ directory })
    expect((await place(first, 'again')).status).toBe(201)
    const hook = { url: 'https://127.0.0.1:9/nobody', events: [] }
    const rest = await first.rest()
    expect((await rest.post('/v1/webhooks', hook)).status).toBe(201)
    // read.db has the order: a start that had yet to write it there would meet the damage before any request
    const listed = await rest.get(`/v1/accounts/${first.credentials.accounts[0]!.id}/orders`)
    expect(listed.body).toMatchObject({ data: [{ client_order_id: 'again' }] })
    expect(await first.terminate()).toMatchObject({ code: 0 })

    for (const [file, table, clientOrderId] of [
      ['read.db', 'client_order_ids', 'again'],
      ['delivery.db', 'deliveries', 'another'],
    ] as const) {
      damage(join(directory, file), table)
      const gateway = await GatewayProcess.start({ directory })
      await place(gateway, clientOrderId).catch(() => undefined)
      const { code, stdout, stderr } = await gateway.ended
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
      expect(stdout).toContain(`"message":"${anew(join(directory, file))}"`)
      const next = await GatewayProcess.start({ directory })
      const answer = await place(next, 'again')
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
      expect(await next.terminate()).toMatchObject({ code: 0, stderr: '' })
    }
  },
)

/** Runs the gateway with files of at most so many KiB: to it, that is a disk with no room. It needs no rights. */
const withRoomFor = (kibibytes: number): readonly string[] => [
  'bash',
  '-c',
  `ulimit -f ${kibibytes}; exec "$0" run.js src/main.ts`,
  process.execPath,
]

test('a disk without room for a row that is no commit ends the gateway, too', started, async () => {
  const directory = await usedDirectory()
  const full = new GatewayProcess({ directory, command: withRoomFor(1024) })
  await full.saying(/ {2}metrics /)
  const { base_url, api_key, api_secret } = full.credentials
  const headers = { 'x-api-key': api_key, 'x-api-secret': api_secret, 'content-type': 'application/json' }
  let isOver = false
  void full.ended.then(() => (isOver = true))
  const statuses = new Set<number | undefined>()
  while (!isOver) {
    const body = JSON.stringify({ label: 'another', scopes: ['accounts:read'] })
    const answer = await fetch(`${base_url}/v1/keys`, { method: 'POST', headers, body }).catch(() => undefined)
    statuses.add(answer?.status)
  }
  const { code, stdout, stderr } = await full.ended
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  // whichever of the two files has no room first
  expect(stdout).toMatch(/"message":"the (journal|checkpointer) thread failed with SQLITE_IOERR_WRITE: disk I\/O error"/)
  expect(statuses).not.toContain(500)
  expect(await operate('verify', [directory])).toMatchObject({ code: 0, stderr: '' })
})

test(
  'a disk without room ends the gateway after it has told nobody what is not durable; with room again everything is there',
  started,
  async () => {
    const directory = temporaryDirectory()
    const full = new GatewayProcess({ directory, command: withRoomFor(2048) })
    await full.saying(/ {2}metrics /)
    const { credentials } = full
    const headers = { 'x-api-key': credentials.api_key, 'x-api-secret': credentials.api_secret, 'content-type': 'application/json' }
    const url = `${credentials.base_url}/v1/accounts/${credentials.accounts[0]!.id}/orders`
    const accepted: string[] = []
    const refused = new Set<string>()
    let posted = 0
    let isOver = false
    void full.ended.then(() => (isOver = true))
    const post = async (): Promise<void> => {
      while (!isOver) {
        const id = `order-${posted++}`
        const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ ...ORDER, client_order_id: id }) }).catch(
          () => undefined,
        )
        if (answer?.status === 201) accepted.push(id)
        else if (answer !== undefined)
          refused.add(`${answer.status} ${await answer.text().catch(() => '')}`.replace(/"request_id":"[^"]*"/, ''))
      }
    }
    await Promise.all(Array.from({ length: 16 }, post))
    const ending: Ending = await full.ended
    expect({ code: ending.code, signal: ending.signal, stderr: ending.stderr }).toEqual({ code: 1, signal: null, stderr: '' })
    expect(ending.stdout).toMatch(
      /"message":"the (journal|checkpointer|projector) thread failed with SQLITE_IOERR_WRITE: disk I\/O error".*"the process ends; what is not durable was not answered"/,
    )
    expect(accepted.length).toBeGreaterThan(100)
    expect([...refused]).toEqual([
      '503 {"error":{"code":"SERVICE_UNAVAILABLE","message":"The gateway can not write to its storage. What was not answered may have been done: repeat it once the gateway is back.",}}',
    ])

    expect(await operate('verify', [directory])).toMatchObject({ code: 0, stderr: '' })
    const roomy = await GatewayProcess.start({ directory })
    const repeated = accepted.slice(-20)
    for (const id of repeated) {
      const target = url.replace(credentials.base_url, roomy.credentials.base_url)
      const answer = await fetch(target, { method: 'POST', headers, body: JSON.stringify({ ...ORDER, client_order_id: id }) })
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    }
  },
)

test.each(['by itself', 'as it is told to end'])(
  'a journal.db that is deleted while the gateway runs ends it (%s), and what it had is beside where it was',
  started,
  async (way) => {
    const directory = temporaryDirectory()
    const gateway = await GatewayProcess.start({ directory })
    const journal = join(directory, 'journal.db')
    const place = async (rest: RestClient): Promise<number> => (await rest.post(url, { ...ORDER, client_order_id: 'into-the-void' })).status
    const url = `/v1/accounts/${gateway.credentials.accounts[0]!.id}/orders`
    const rest = await gateway.rest()
    rmSync(journal)
    // 503 where it was noticed before
    const answered = await place(rest)
    const { code, stdout, stderr } = await (way === 'by itself' ? gateway.ended : gateway.terminate())
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toContain(
      `"message":"${journal} was deleted, moved or replaced while the gateway ran: everything up to now is in ${journal}.saved: move it to ${journal}, with no journal.db-wal beside it, and start again"`,
    )
    rmSync(`${journal}-wal`)
    renameSync(`${journal}.saved`, journal)
    const next = await GatewayProcess.start({ directory })
    expect(await place(await next.rest())).toBe(answered === 201 ? 200 : 201)
    expect(await next.terminate()).toMatchObject({ code: 0, stderr: '' })
  },
)
