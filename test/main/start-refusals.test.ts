import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import { readProgress } from '../../src/storage/projections/tables/read-model.ts'
import { configFile, type Ending, GatewayProcess, type ProcessOptions, temporaryDirectory } from '../system/gateway-process.ts'
import { usedDirectories } from '../system/used-directories.ts'

const started = { timeout: 120_000 }

const OTHER_CLOCK = new URL('../system/earlier-clock.js', import.meta.url).href

const AT_LISTEN = new URL('../system/at-listen.js', import.meta.url).href

const OTHER_BUILD = new URL('../system/other-build.js', import.meta.url).href

/** A start that is refused: one line on standard error, exit code 1, nothing that looks like a gateway. */
async function refusal(options: ProcessOptions): Promise<string> {
  const { code, signal, stdout, stderr } = await new GatewayProcess(options).ended
  expect({ code, signal, lines: stderr.split('\n').length - 1, endsTheLine: stderr.endsWith('\n') }, stderr).toEqual({
    code: 1,
    signal: null,
    lines: 1,
    endsTheLine: true,
  })
  expect(stdout).not.toContain('REST')
  return stderr.slice(0, -1)
}

/** The same directory starts once what was wrong is put right. */
async function startsWith(options: ProcessOptions): Promise<Ending> {
  return (await GatewayProcess.start(options)).terminate()
}

const usedDirectory = usedDirectories()

/** A port that somebody listens on. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('an unknown key, a bad value or broken text in the file that CONFIG names', started, async () => {
  const directory = temporaryDirectory()
  const file = (settings: unknown): ProcessOptions => ({ directory, config: configFile(settings) })
  const unknown = file({ fix: { target_compid: 'X' } })
  const bad = file({ engine: { max_open_orders: 'many' } })
  const broken = file('{"engine":')
  const [ofUnknown, ofBad, ofBroken, ofMissing] = await Promise.all([
    refusal(unknown),
    refusal(bad),
    refusal(broken),
    refusal({ directory, config: join(directory, 'none.json') }),
  ])
  expect(ofUnknown).toMatch(
    new RegExp(`^fillgate: CONFIG=${unknown.config!}: fix\\.target_compid is not a setting; expected one of target_comp_id, `),
  )
  expect(ofBad).toMatch(new RegExp(`^fillgate: CONFIG=${bad.config!}: engine\\.max_open_orders .*"many"`))
  expect(ofBroken).toMatch(new RegExp(`^fillgate: CONFIG=${broken.config!}: is not JSON: `))
  expect(ofMissing).toMatch(/^fillgate: CONFIG=.*none\.json: can't be read: ENOENT/)
  expect(readdirSync(directory)).toEqual([])
})

test('a symbol that orders of clients alone meet in, and that nobody lists, at the first start and at a later one', started, async () => {
  const directory = temporaryDirectory()
  const config = (clients_only: readonly string[]): ProcessOptions => ({ directory, config: configFile({ market: { clients_only } }) })
  const line = 'fillgate: market.clients_only must name securities that are listed, not "APPL"'
  expect(await refusal(config(['F', 'APPL']))).toBe(line)
  expect(await startsWith(config(['F', 'AAPL']))).toMatchObject({ code: 0, stderr: '' })
  expect(await refusal(config(['APPL']))).toBe(line)
})

test('a clock of the machine that the trading calendar does not cover, and nothing is made', started, async () => {
  const directory = temporaryDirectory()
  const by = (moment: string): ProcessOptions => ({
    directory,
    environment: { NODE_OPTIONS: `--import=${OTHER_CLOCK}`, CLOCK_BEHIND_MS: String(Date.now() - Date.parse(moment)) },
  })
  const rest = ', but the trading calendar covers 2000 to 2099, a month of it on either side of now: set the clock right$'
  expect(await refusal(by('2100-06-01T00:00:00Z'))).toMatch(
    new RegExp(`^fillgate: the machine's clock says 2100-06-01T00:0\\d:\\d\\d\\.\\d{3}Z${rest}`),
  )
  // what many a machine's clock begins with that has lost its battery: in New York it is 1999
  expect(await refusal(by('2000-01-01T00:00:00Z'))).toMatch(
    new RegExp(`^fillgate: the machine's clock says 2000-01-01T00:0\\d:\\d\\d\\.\\d{3}Z${rest}`),
  )
  expect(readdirSync(directory)).toEqual([])
})

test('a bad value in the environment', started, async () => {
  const directory = temporaryDirectory()
  const [ofPort, ofLevel] = await Promise.all([
    refusal({ directory, environment: { HTTP_PORT: 'abc' } }),
    refusal({ directory, environment: { LOG_LEVEL: 'loud' } }),
  ])
  expect(ofPort).toMatch(/^fillgate: HTTP_PORT \(server\.http_port\) .*"abc"/)
  expect(ofLevel).toMatch(/^fillgate: LOG_LEVEL \(log_level\) .*"loud"/)
})

test('a port in use, whichever it is; the directory is as good as new', started, async () => {
  const directory = temporaryDirectory()
  const port = String(await takenPort())
  const first = await refusal({ directory, environment: { HTTP_PORT: port } })
  const second = await refusal({ directory, environment: { FIX_PORT: port } })
  const third = await refusal({ directory, environment: { MANAGEMENT_PORT: port } })
  // what the configuration says of the first partner can still be mended
  const journal = new JournalReader(directory)
  expect(journal.lastPosition()).toBe(0)
  journal.close()
  expect(first).toMatch(new RegExp(`^fillgate: HTTP_PORT ${port}: the port is in use on 127\\.0\\.0\\.1`))
  expect(second).toMatch(new RegExp(`^fillgate: FIX_PORT ${port}: the port is in use on 127\\.0\\.0\\.1`))
  expect(third).toMatch(new RegExp(`^fillgate: MANAGEMENT_PORT ${port}: the port is in use on 127\\.0\\.0\\.1`))
  const gateway = await GatewayProcess.start({ directory })
  const { accounts } = gateway.credentials
  expect((await (await gateway.rest()).get(`/v1/accounts/${accounts[0]!.id}/balances`)).body).toMatchObject({ cash: '10000.00' })
  await gateway.terminate()
  // nobody has been let in who would be cut at once
  const watched = { MANAGEMENT_PORT: port, FIX_PORT: '0', HTTP_PORT: '0', NODE_OPTIONS: `--import=${AT_LISTEN}` }
  const { stdout } = await new GatewayProcess({ directory, environment: watched }).ended
  expect(stdout).toBe(`listens at 0\nlistens at ${port}\n`)
})

test('a data directory that cannot be made', started, async () => {
  const file = join(temporaryDirectory(), 'a-file')
  writeFileSync(file, '')
  expect(await refusal({ directory: join(file, 'data') })).toMatch(
    new RegExp(`^fillgate: DATA_DIR ${file}/data cannot be written: ENOTDIR`),
  )
  expect(await refusal({ directory: file })).toMatch(new RegExp(`^fillgate: DATA_DIR ${file} `))
})

test('a second process on the same data directory; the first goes on', started, async () => {
  const directory = temporaryDirectory()
  const first = await GatewayProcess.start({ directory })
  const { base_url } = first.credentials
  expect(await refusal({ directory })).toBe(`fillgate: DATA_DIR ${directory} is in use by another process`)
  expect(first.credentials.base_url).toBe(base_url)
  expect((await fetch(`${base_url}/readyz`)).status).toBe(200)
})

test('a journal of a newer format, and a file that is no journal; neither is touched', started, async () => {
  const directory = await usedDirectory()
  const path = join(directory, 'journal.db')
  /** Why a start is refused, which leaves the file as it is. */
  const untouched = async (file: string): Promise<string> => {
    const before = readFileSync(file)
    const line = await refusal({ directory: dirname(file) })
    expect(readFileSync(file).equals(before)).toBe(true)
    return line
  }
  const setFormat = (format: number): void => {
    const database = new Database(path)
    database.prepare("UPDATE meta SET value = ? WHERE key = 'format'").run(format)
    database.close()
  }
  setFormat(99)
  expect(await untouched(path)).toBe(`fillgate: ${path} has format 99; this version of Fillgate reads format 2`)
  setFormat(1)
  expect(await untouched(path)).toBe(
    `fillgate: ${path} has format 1; this version of Fillgate reads format 2: run "npm run migrate -- ${directory}"`,
  )

  const other = temporaryDirectory()
  copyFileSync(join(directory, 'secrets.json'), join(other, 'secrets.json'))
  const none = join(other, 'journal.db')
  writeFileSync(none, 'no database, but long enough to be looked at: '.repeat(100))
  expect(await untouched(none)).toBe(
    `fillgate: ${none} cannot be used: file is not a database; "npm run verify -- ${other}" says what is wrong`,
  )
})

test('a journal that has lost its end, as read.db knows; without read.db it is all there is', started, async () => {
  const directory = await usedDirectory()
  const path = join(directory, 'journal.db')
  copyFileSync(path, join(directory, 'journal.db.older'))
  const gateway = await GatewayProcess.start({ directory })
  const rest = await gateway.rest()
  const { id } = gateway.credentials.accounts.find(({ status }) => status === 'ACTIVE')!
  const order = { symbol: 'AAPL', side: 'buy', order_type: 'limit', quantity: '1', limit_price: '1.00', client_order_id: 'lost' }
  expect(await rest.post(`/v1/accounts/${id}/orders`, order)).toMatchObject({ status: 201 })
  // is answered from read.db, once that has the order
  expect(await rest.get(`/v1/accounts/${id}/orders`)).toMatchObject({ body: { data: [order] } })
  await gateway.terminate()

  const readModel = new Database(join(directory, 'read.db'), { readonly: true })
  const { projectedThrough } = readProgress(readModel)
  readModel.close()
  renameSync(join(directory, 'journal.db.older'), path)
  const journal = new JournalReader(directory)
  const last = journal.lastPosition()
  journal.close()
  expect(await refusal({ directory })).toBe(
    `fillgate: ${directory} has a read.db made of events through position ${projectedThrough}, but its journal.db ends at ${last}: ` +
      'put the journal.db and journal.db-wal back that belong to it, or move read.db away to go on without those events',
  )
  rmSync(join(directory, 'read.db'))
  expect(await startsWith({ directory })).toMatchObject({ code: 0, stderr: '' })
})

test(
  'an address that others can reach, while FIX sessions have no passwords; given passwords, the same directory starts',
  started,
  async () => {
    const directory = temporaryDirectory()
    const open = { HOST: '0.0.0.0' }
    expect(await refusal({ directory, environment: open })).toBe(
      'fillgate: HOST 0.0.0.0 is reachable by others while FIX sessions have neither password nor client certificate (DESK1, DESK2, DROP1): give them one, disable them, or set fix.allow_open_sessions',
    )
    const sessions = [{ sender_comp_id: 'DESK1', kind: 'order-entry', password: 'a password of some length' }]
    expect(await startsWith({ directory, config: configFile({ fix: { sessions } }), environment: open })).toMatchObject({
      code: 0,
      stderr: '',
    })
  },
)

test("a folder in the place of a file that can be made anew; it is nobody else's to delete", started, async () => {
  const directory = await usedDirectory()
  for (const name of ['read.db', 'delivery.db-wal']) {
    const path = join(directory, name)
    rmSync(path, { force: true })
    mkdirSync(path)
    expect(await refusal({ directory })).toBe(`fillgate: ${path} is a folder: move it away`)
    rmdirSync(path)
  }
  expect(await startsWith({ directory })).toMatchObject({ code: 0, stderr: '' })
})

test('an archive folder that is a file', started, async () => {
  const directory = await usedDirectory()
  writeFileSync(join(directory, 'archive'), '')
  expect(await refusal({ directory })).toBe(
    `fillgate: ${join(directory, 'archive')} cannot be read: ENOTDIR: not a directory, scandir '${join(directory, 'archive')}'`,
  )
})

test('a standard output without room; one that nobody reads any more is none', started, async () => {
  const directory = await usedDirectory()
  const into = (output: string): readonly string[] => [
    'bash',
    '-c',
    `exec > ${output}; wait $!; exec "$0" run.js src/main.ts`,
    process.execPath,
  ]
  expect(await refusal({ directory, command: into('/dev/full') })).toBe(
    "fillgate: standard output can't be written: ENOSPC: no space left on device, write",
  )
  const unread = new GatewayProcess({ directory, command: into('>(true)') })
  const isReady = (): Promise<boolean> =>
    fetch(`${unread.credentials.base_url}/v1/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
  // it has written the banner before it can answer
  while (!(await isReady())) await pause(50)
  expect(await unread.terminate()).toMatchObject({ code: 0, stderr: '' })
})

test('packages that were installed for another Node.js', started, async () => {
  const directory = await usedDirectory()
  const journal = readFileSync(join(directory, 'journal.db'))
  const environment = { NODE_OPTIONS: `--import=${OTHER_BUILD}` }
  const line = new RegExp(
    `^The module '\\S*better_sqlite3\\.node' was compiled against a different Node\\.js version using NODE_MODULE_VERSION 1\\. ` +
      `npm ci installs what this Node\\.js ${process.versions.node} needs\\.$`,
  )
  expect(await refusal({ directory, environment })).toMatch(line)
  const command = [process.execPath, 'run.js', 'src/operations/verify.ts', directory]
  expect(await refusal({ directory, environment, command })).toMatch(line)
  expect(readFileSync(join(directory, 'journal.db')).equals(journal)).toBe(true)
})

test('arguments, of which there are none', started, async () => {
  const directory = temporaryDirectory()
  const given = (...words: readonly string[]): ProcessOptions => ({
    directory,
    command: [process.execPath, 'run.js', 'src/main.ts', ...words],
  })
  const settings =
    'settings are environment variables (HTTP_PORT, FIX_PORT, HOST, DATA_DIR …) and the file that CONFIG names: README.md lists them'
  expect(await refusal(given('--port', '9000'))).toBe(`fillgate: npm start takes no arguments, but was given "--port": ${settings}`)
  expect(await new GatewayProcess(given('--help')).ended).toMatchObject({
    code: 0,
    stdout: `usage: npm start\n\n${settings}\n`,
    stderr: '',
  })
  expect(readdirSync(directory)).toEqual([])
})
