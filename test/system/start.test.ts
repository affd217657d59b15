import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { firstKeys } from '../../src/genesis/sandbox-credentials.ts'
import { openDataDirectory } from '../../src/storage/directory/data-directory.ts'
import { CredentialStore } from '../../src/storage/rows/credential-store.ts'
import { openStrictJournal } from '../storage/support/strict-journal.ts'
import { FixClient } from '../support/fix-client.ts'
import { Desk } from './desk.ts'
import { configFile, GatewayProcess, ROOT, smallBench, temporaryDirectory } from './gateway-process.ts'
import { expectedReports, readJournal, toldText } from './journal-story.ts'
import { allOf, RestOrders } from './rest-orders.ts'
import { seeded } from './seeded.ts'
import { traffic } from './traffic.ts'

const AT_LISTEN = new URL('./at-listen.js', import.meta.url).href

const KEY_PAIR = {
  api_key: expect.stringMatching(/^b[po]k_sbx_[0-9A-Za-z]{30}$/),
  api_secret: expect.stringMatching(/^bsk_sbx_[0-9A-Za-z]{49}$/),
}
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const ADDRESS = /^http:\/\/127\.0\.0\.1:(\d+)$/

test('the first start writes the credentials of the sandbox, for its owner alone', { timeout: 60_000 }, async () => {
  const gateway = await GatewayProcess.start({ directory: temporaryDirectory() })
  const { credentials, directory } = gateway
  expect(credentials).toEqual({
    base_url: expect.stringMatching(ADDRESS),
    ...KEY_PAIR,
    operator: KEY_PAIR,
    accounts: [
      { id: UUID, account_number: '410000001', status: 'ACTIVE', kyc_status: 'APPROVED' },
      { id: UUID, account_number: '410000002', status: 'REJECTED', kyc_status: 'REJECTED' },
      { id: UUID, account_number: '410000003', status: 'APPROVAL_PENDING', kyc_status: 'MANUAL_REVIEW' },
    ],
    fix: {
      host: '127.0.0.1',
      port: expect.any(Number),
      begin_string: 'FIX.4.4',
      target_comp_id: 'GATEWAY',
      sessions: [
        { sender_comp_id: 'DESK1', kind: 'order-entry' },
        { sender_comp_id: 'DESK2', kind: 'order-entry' },
        { sender_comp_id: 'DROP1', kind: 'drop-copy' },
      ],
    },
  })
  expect(Object.keys(credentials)).toEqual(['base_url', 'api_key', 'api_secret', 'operator', 'accounts', 'fix'])
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  const readableByOthers = ['sandbox-credentials.json', 'secrets.json'].filter(
    (file) => (statSync(join(directory, file)).mode & 0o777) !== 0o600,
  )
  expect(readableByOthers).toEqual([])
  const { body } = await (await gateway.rest()).get(`/v1/accounts/${credentials.accounts[0]!.id}/balances`)
  expect(body).toMatchObject({ cash: '10000.00', buying_power: '10000.00' })
})

test('keys of a first start that was ended before its commit work no more: nobody knows them', { timeout: 60_000 }, async () => {
  const directory = temporaryDirectory()
  const { secrets, close } = openDataDirectory(directory)
  const keys = firstKeys(loadConfig({}), { pepper: secrets.pepper, now: Date.now() })
  const journal = openStrictJournal(directory)
  const store = new CredentialStore(journal)
  for (const { credential } of [keys.partner, keys.operator]) await store.add(credential)
  await journal.close()
  close()
  const { credentials } = await GatewayProcess.start({ directory })
  const statusOf = async (path: string, key: string, secret: string): Promise<number> =>
    (await fetch(credentials.base_url + path, { headers: { 'x-api-key': key, 'x-api-secret': secret } })).status
  const { partner, operator } = keys
  const { api_key, api_secret } = credentials
  expect([
    await statusOf('/v1/keys', partner.credential.keyId, partner.apiSecret),
    await statusOf('/v1/admin/journal', operator.credential.keyId, operator.apiSecret),
    await statusOf('/v1/keys', api_key, api_secret),
    await statusOf('/v1/admin/journal', credentials.operator.api_key, credentials.operator.api_secret),
  ]).toEqual([401, 401, 200, 200])
})

const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

test('the banner says what listens where, and its first trade is one', { timeout: 60_000 }, async () => {
  // as a shell must not read it
  const called = join(temporaryDirectory(), `it's "$HOME" \``)
  const gateway = await GatewayProcess.start({ directory: called, environment: { LOG_LEVEL: 'silent' } })
  const { credentials, directory, stdout } = gateway
  const file = join(directory, 'sandbox-credentials.json')
  const metrics = / {2}metrics {2}(http:\/\/127\.0\.0\.1:\d+\/metrics)\n/.exec(stdout)![1]!
  const version = (
    JSON.parse(execFileSync('node', ['-p', 'JSON.stringify(require("./package.json"))'], { cwd: ROOT, encoding: 'utf8' })) as {
      version: string
    }
  ).version
  expect(stdout).toBe(`
Fillgate ${version}

  REST     ${credentials.base_url}   (docs: ${credentials.base_url}/docs)
  FIX 4.4  127.0.0.1:${credentials.fix.port}
  metrics  ${metrics}

  Keys, accounts and FIX session ids: ${file}   (just made)

  A first trade:
    C=${inShell(file)}; KEY=$(node -p 'require(process.argv[1]).api_key' "$C"); SECRET=$(node -p 'require(process.argv[1]).api_secret' "$C")
    curl ${credentials.base_url}/v1/accounts/${credentials.accounts[0]!.id}/orders -u "$KEY:$SECRET" -H 'Content-Type: application/json' \\
      -d '{"symbol":"AAPL","side":"buy","quantity":"1","client_order_id":"first-'$RANDOM'"}'
  Or see two FIX desks and a REST client trade: DATA_DIR=${inShell(directory)} npm run demo

`)
  const lines = stdout.split('A first trade:\n')[1]!.split('\n').slice(0, 3).join('\n')
  const answer = JSON.parse(execFileSync('bash', ['-c', lines], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) as unknown
  expect(answer).toMatchObject({
    symbol: 'AAPL',
    order_type: 'market',
    status: 'filled',
    filled_quantity: '1',
    average_fill_price: expect.stringMatching(/^\d+\.\d\d$/),
  })
  expect((await fetch(`${credentials.base_url}/docs`)).status).toBe(200)
  expect(await (await fetch(metrics)).text()).toContain('\nfillgate_orders_total{edge="rest"} 1\n')
  const desk = await FixClient.loggedOn({ port: credentials.fix.port })
  await desk.logout()
})

test('a restart keeps keys and accounts, and corrects the ports in the file', { timeout: 60_000 }, async () => {
  const directory = temporaryDirectory()
  const first = await GatewayProcess.start({ directory })
  const before = first.credentials
  expect(await first.terminate()).toMatchObject({ code: 0, stderr: '' })
  // the ports of before are taken meanwhile
  const second = await GatewayProcess.start({ directory, environment: { HTTP_PORT: '0', FIX_PORT: '0' } })
  const after = second.credentials
  expect(after).toEqual({ ...before, base_url: after.base_url, fix: { ...before.fix, port: after.fix.port } })
  expect(statSync(join(directory, 'sandbox-credentials.json')).mode & 0o777).toBe(0o600)
  expect(second.stdout).toContain(`  REST     ${after.base_url} `)
  expect(second.stdout).toContain(`  FIX 4.4  127.0.0.1:${after.fix.port}\n`)
  expect(second.stdout).not.toContain('just made')
  expect((await (await second.rest()).get(`/v1/accounts/${before.accounts[0]!.id}`)).status).toBe(200)
  const desk = await FixClient.loggedOn({ port: after.fix.port })
  await desk.logout()
})

test(
  'config/bench.json makes credentials of the same shape, with a client and an account for each of 64 sessions',
  { timeout: 60_000 },
  async () => {
    const { credentials, stdout } = await GatewayProcess.start({ directory: temporaryDirectory(), config: join(ROOT, 'config/bench.json') })
    const numbers = Array.from({ length: 64 }, (_, index) => index + 1)
    expect(credentials).toEqual({
      base_url: expect.stringMatching(ADDRESS),
      ...KEY_PAIR,
      operator: KEY_PAIR,
      accounts: numbers.map((number) => ({
        id: UUID,
        account_number: String(410_000_000 + number),
        status: 'ACTIVE',
        kyc_status: 'APPROVED',
      })),
      fix: {
        host: '127.0.0.1',
        port: expect.any(Number),
        begin_string: 'FIX.4.4',
        target_comp_id: 'GATEWAY',
        sessions: [
          ...numbers.map((number) => ({ sender_comp_id: `CLIENT${number}`, kind: 'order-entry' })),
          { sender_comp_id: 'DROP1', kind: 'drop-copy' },
        ],
      },
    })
    expect(stdout).toContain(credentials.base_url)
  },
)

test(
  'SIGTERM refuses new work, answers what was accepted, logs desks out and ends with 0; a restart finds everything',
  { timeout: 120_000 },
  async () => {
    const below = seeded(7)
    const directory = temporaryDirectory()
    const config = configFile(smallBench({ sessions: 2, symbols: 3 }))
    const first = await GatewayProcess.start({ directory, config })
    const desks = [new Desk('CLIENT1'), new Desk('CLIENT2')]
    const watching = new Desk('DROP1')
    for (const desk of [...desks, watching]) await desk.logOn(first.credentials.fix.port)
    const posted = new RestOrders(await first.rest(), [first.credentials.accounts[0]!.id], below)
    const gone = posted.postUntilItEnds(4)
    await posted.answered(10)
    // whoever has read a database has it open
    const operator = (await first.rest()).as(first.credentials.operator)
    const [session] = await allOf(operator, '/v1/admin/fix/sessions')
    await operator.get(`/v1/admin/fix/sessions/${session!.id}/messages`)
    const ending = new Promise<Awaited<ReturnType<GatewayProcess['terminate']>>>((resolve) => {
      let heard = 0
      desks[0]!.onReport(() => {
        if (++heard === 50) resolve(first.terminate())
      })
    })
    desks.forEach((desk) => desk.sayAll(traffic(2_000, { prefix: desk.compId, symbols: 3, below })))
    const { code, stderr } = await Promise.race([ending, ...desks.map(({ failed }) => failed)])
    await gone
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const desk of [...desks, watching]) {
      await desk.disconnected()
      expect(desk.heard.at(-1)?.pick(35, 58)).toBe('35=5|58=The gateway is shutting down')
    }

    // nothing is left that only the log of SQLite knows
    expect(readdirSync(directory).filter((file) => /-(wal|shm)$/.test(file))).toEqual([])

    // whatever is in the journal was answered, and whatever was answered is in the journal
    const story = await readJournal(directory)
    expect(desks.map(({ reports }) => reports.map(toldText))).toEqual([1, 2].map((session) => expectedReports(story, session)))
    expect(watching.reports.map(toldText)).toEqual(expectedReports(story, 'drop-copy'))
    const accepted = posted.posted.filter(({ answer }) => answer?.status === 201).map(({ answer }) => (answer!.body as { id: string }).id)
    const others = posted.posted.flatMap(({ answer }) => (answer === undefined || answer.status === 201 ? [] : [answer]))
    expect(others.map(({ status, body }) => [status, (body as { error: { code: string } }).error.code])).toEqual(
      others.map(() => [503, 'SERVICE_UNAVAILABLE']),
    )
    const journaled = story.orderEvents
      .filter(({ type, order }) => type === 'OrderAccepted' && order.session === 0)
      .map(({ order }) => story.orderId(order.number))
    expect(accepted.sort()).toEqual(journaled.sort())

    const second = await GatewayProcess.start({ directory, config })
    const orders = await allOf(await second.rest(), `/v1/accounts/${first.credentials.accounts[0]!.id}/orders`)
    const ofFirstAccount = story.orderEvents.filter(({ type, order }) => type === 'OrderAccepted' && order.account === 0)
    expect(orders.map(({ id }) => id).sort()).toEqual(ofFirstAccount.map(({ order }) => story.orderId(order.number)).sort())
    for (const desk of desks) await desk.logOn(second.credentials.fix.port)
    // the gateway has taken what was not read before the end, of both; then each hears also what the orders of the other did to its own
    for (const desk of desks) await desk.caughtUp()
    const taken = await readJournal(directory)
    for (const [index, desk] of desks.entries()) await desk.hearReports(expectedReports(taken, index + 1).length)
    for (const desk of desks) {
      expect(new Set(desk.reports.filter((message) => message.get(150) === '0').map((message) => message.get(11))).size).toBe(2_000)
      await desk.logOut()
    }
    const whole = await readJournal(directory)
    expect(desks.map(({ reports }) => reports.map(toldText))).toEqual([1, 2].map((session) => expectedReports(whole, session)))
  },
)

test('clients that do not answer cannot hold up the end', { timeout: 60_000 }, async () => {
  const gateway = await GatewayProcess.start({ directory: temporaryDirectory() })
  const { credentials } = gateway
  const mute = await FixClient.loggedOn({ port: credentials.fix.port })
  const stranger = await FixClient.open({ port: credentials.fix.port })
  const httpPort = Number(ADDRESS.exec(credentials.base_url)![1])
  const silent = connect({ port: httpPort, host: '127.0.0.1' })
  const half = connect({ port: httpPort, host: '127.0.0.1' })
  await Promise.all([once(silent, 'connect'), once(half, 'connect')])
  half.write('POST /v1/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half')
  // the gateway has read what came before this answer
  await fetch(`${credentials.base_url}/livez`)
  const ended = Promise.all([once(silent.resume(), 'close'), once(half.resume(), 'close')])
  expect(await gateway.terminate()).toMatchObject({ code: 0, stderr: '' })
  await Promise.all([ended, mute.closed, stranger.closed])
  expect(mute.heard.map(({ type }) => type)).toEqual(['A', 'B', '5'])
})

test('SIGTERM ends a start with 0, and the next one begins anew', { timeout: 60_000 }, async () => {
  const directory = temporaryDirectory()
  const environment = { NODE_OPTIONS: `--import=${AT_LISTEN}`, SIGNAL: 'SIGTERM' }
  const { code, signal, stdout, stderr } = await new GatewayProcess({ directory, environment }).ended
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
  expect(stdout).toMatch(/^listens at 0\n.*"the start is broken off"\}\n$/)
  expect(await (await GatewayProcess.start({ directory })).terminate()).toMatchObject({ code: 0, stderr: '' })
})

test('npm start hands SIGTERM on to the gateway', { timeout: 60_000 }, async () => {
  const directory = temporaryDirectory()
  const npm = new GatewayProcess({ directory, command: ['npm', 'start', '--silent'] })
  await npm.saying(/npm run demo\n/)
  const { fix } = npm.credentials
  const desk = await FixClient.loggedOn({ port: fix.port })
  const ended = npm.terminate()
  await desk.hearLater('5')
  desk.say('5')
  await desk.closed
  expect(await ended).toMatchObject({ code: 0, signal: null })
  // it is gone: its directory is free
  const again = await GatewayProcess.start({ directory, environment: { FIX_PORT: String(fix.port) } })
  expect(again.credentials.fix.port).toBe(fix.port)
})

test('SIGINT ends it as SIGTERM does, also one that comes twice, as Ctrl+C does under npm', { timeout: 60_000 }, async () => {
  const gateway = await GatewayProcess.start({ directory: temporaryDirectory() })
  const mute = await FixClient.loggedOn({ port: gateway.credentials.fix.port })
  process.kill(gateway.pid, 'SIGINT')
  await mute.hearLater('5')
  process.kill(gateway.pid, 'SIGINT')
  expect(await gateway.ended).toMatchObject({ code: 0, stderr: '' })
})

test('a second signal does not wait for the end', { timeout: 60_000 }, async () => {
  const gateway = await GatewayProcess.start({ directory: temporaryDirectory() })
  // it is waited for, two seconds
  await FixClient.loggedOn({ port: gateway.credentials.fix.port })
  process.kill(gateway.pid, 'SIGINT')
  const again = setInterval(() => process.kill(gateway.pid, 'SIGINT'), 100)
  void gateway.ended.then(() => clearInterval(again))
  expect(await gateway.ended).toMatchObject({ code: 1, stderr: '' })
})
