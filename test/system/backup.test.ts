import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { KeyPair } from '../../src/genesis/sandbox-credentials.ts'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import { connectTo, RestClient } from '../support/rest-client.ts'
import { RECEIVER_CERTIFICATE, WebhookReceiver } from '../support/webhook-receiver.ts'
import { readAnswers } from './broker-audit.ts'
import { Desk } from './desk.ts'
import { configFile, GatewayProcess, smallBench, temporaryDirectory } from './gateway-process.ts'
import { readJournal } from './journal-story.ts'
import { operate } from './operator.ts'
import { seeded } from './seeded.ts'
import { traffic } from './traffic.ts'

const JOURNAL_LINES = (folder: string): RegExp =>
  new RegExp(
    `^${folder}: \\d+ commits, \\d+ events, through position (\\d+)\nhash chain at \\1:[0-9a-f]{64}\nstate [0-9a-f]{16}: \\d+ accounts in 1 market\nthe same follows from the snapshots at \\d+( and \\d+)?\nnothing is wrong\n$`,
  )

async function expectSound(folder: string): Promise<void> {
  const { code, stdout, stderr } = await operate('verify', [folder])
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(JOURNAL_LINES(folder))
}

function positionsOf(folder: string): { readonly last: number; readonly ends: readonly number[] } {
  const reader = new JournalReader(folder)
  try {
    const ends = reader.stored(1, { batches: 1e9 }).map(({ position, positions }) => position + positions - 1)
    return { last: reader.lastPosition(), ends }
  } finally {
    reader.close()
  }
}

test(
  'a backup of a busy gateway has everything that was answered before it; what is restored from one answers as the gateway did',
  { timeout: 180_000 },
  async () => {
    const folder = temporaryDirectory()
    const [data, busy, still] = ['data', 'busy', 'still'].map((name) => join(folder, name)) as [string, string, string]
    const config = configFile(smallBench({ sessions: 2, symbols: 3 }))
    const gateway = await GatewayProcess.start({ directory: data, config })
    const { credentials } = gateway
    const headers = { 'x-api-key': credentials.api_key, 'x-api-secret': credentials.api_secret }
    const accounts = credentials.accounts.map(({ id }) => id)
    const desk = new Desk('CLIENT1')
    await desk.logOn(credentials.fix.port)
    const answered: string[] = []
    let isBusy = true
    const post = async (url: string, body: object): Promise<{ readonly id: string }> => {
      const answer = await fetch(credentials.base_url + url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(Math.floor(answer.status / 100)).toBe(2)
      return (await answer.json()) as { id: string }
    }
    const order = (id: string): object => ({
      symbol: 'BENCH1',
      side: 'buy',
      order_type: 'limit',
      quantity: '1',
      limit_price: '90.00',
      client_order_id: id,
    })
    const posting = async (): Promise<void> => {
      while (isBusy) answered.push((await post(`/v1/accounts/${accounts[1]!}/orders`, order(`rest-${answered.length}`))).id)
    }

    // --- while orders come in over both edges ---
    const posted = posting()
    desk.sayAll(traffic(1_500, { prefix: 'busy', symbols: 3, below: seeded(12) }))
    await desk.hearReports(200)
    const answeredBefore = [...answered]
    const backup = await operate('backup', [busy], data)
    expect(backup).toEqual({ code: 0, stdout: expect.any(String) as string, stderr: '' })
    await expectSound(data)
    isBusy = false
    await posted
    await desk.caughtUp()
    await desk.logOut()

    const { last } = positionsOf(busy)
    expect(backup.stdout).toMatch(
      new RegExp(
        `^${busy}: the journal of ${data} through position ${last} \\(\\d+ commits, [0-9.]+ [KM]iB\\)\n` +
          `It does not contain the secrets: keep ${data}/secrets.json too, in another place. A restore needs it.\n$`,
      ),
    )
    expect(readdirSync(busy).sort()).toEqual(['journal.db', 'manifest.json'])
    await expectSound(busy)
    const story = await readJournal(busy)
    const inBackup = new Set(story.orderEvents.map(({ order }) => story.orderId(order.number)))
    expect(answeredBefore.filter((id) => !inBackup.has(id))).toEqual([])

    // --- once nothing moves any more ---
    await post('/v1/dev/sandbox/clock', { advance: 'PT1S' })
    const before = await readAnswers(credentials.base_url, headers, accounts)
    expect((await operate('backup', [still], data)).code).toBe(0)
    expect(await operate('backup', [still], data)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${still} is not empty: a backup wants a folder of its own\n`,
    })
    await gateway.terminate()
    const restored = join(folder, 'restored')
    const { code, stderr } = await operate('restore', [still, restored, '--secrets', join(data, 'secrets.json')])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { port } = new URL(credentials.base_url)
    const again = await GatewayProcess.start({ directory: restored, config, environment: { HTTP_PORT: port } })
    expect(await readAnswers(credentials.base_url, headers, accounts)).toEqual(before)
    // and it trades on
    await post(`/v1/accounts/${accounts[0]!}/orders`, order('after'))
    await again.terminate()
    await expectSound(restored)
  },
)

test('a restore to a point in time ends with a whole commit, and what was made later is gone', { timeout: 180_000 }, async () => {
  const receiver = await WebhookReceiver.open()
  onTestFinished(() => receiver.close())
  const told = (): string[] => receiver.received.map(({ body }) => body.data.order.client_order_id as string)
  const environment = { NODE_EXTRA_CA_CERTS: fileURLToPath(RECEIVER_CERTIFICATE) }
  const folder = temporaryDirectory()
  const [data, backup, restored] = ['data', 'backup', 'restored'].map((name) => join(folder, name)) as [string, string, string]
  const config = configFile({ market: { quotes: 'still' } })
  const gateway = await GatewayProcess.start({ directory: data, config, environment })
  const { credentials } = gateway
  const account = credentials.accounts[0]!.id
  const rest = await gateway.rest()
  const order = async (client: RestClient, id: string): Promise<void> => {
    const terms = { symbol: 'AAPL', side: 'buy', order_type: 'limit', limit_price: '1.00', quantity: '1', client_order_id: id }
    expect((await client.post(`/v1/accounts/${account}/orders`, terms)).status).toBe(201)
  }
  await rest.post('/v1/webhooks', { url: receiver.url, events: ['order.submitted'] })
  const scopes = ['accounts:read']
  for (const id of ['one', 'two', 'three']) await order(rest, id)
  const { body: early } = await rest.post('/v1/keys', { label: 'early', scopes })
  await order(rest, 'four')
  const { body: late } = await rest.post('/v1/keys', { label: 'late', scopes })
  await order(rest, 'five')
  await receiver.until(5)
  await gateway.terminate()
  const { ends } = positionsOf(data)
  const [third, fourth] = ends.slice(-3) as [number, number]
  expect((await operate('backup', [backup], data)).code).toBe(0)

  const secrets = ['--secrets', join(data, 'secrets.json')]
  const done = await operate('restore', [backup, restored, '--through', String(third), ...secrets])
  expect(done).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      new RegExp(
        `^${restored}: the journal through position ${third} \\(${ends.length - 2} commits\\), as it was at \\S+Z\n` +
          'It was cut there. The first commit that was left out is of \\S+Z\\.\n$',
      ),
    ) as string,
    stderr: '',
  })
  expect(fourth).toBe(third + 1)
  await expectSound(restored)
  expect(positionsOf(restored)).toEqual({ last: third, ends: ends.slice(0, -2) })

  const again = await GatewayProcess.start({ directory: restored, config, environment })
  const url = / REST +(\S+)/.exec(again.stdout)![1]!
  const get = async (key: KeyPair, path: string): Promise<Response> =>
    fetch(`${url}/v1/accounts/${account}${path}`, { headers: { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret } })
  const { data: orders } = (await (await get(credentials, '/orders')).json()) as {
    readonly data: readonly { readonly client_order_id: string }[]
  }
  expect(orders.map((one) => one.client_order_id)).toEqual(['three', 'two', 'one'])
  expect((await get(early as KeyPair, '')).status).toBe(200)
  expect((await get(late as KeyPair, '')).status).toBe(401)
  // its event has a number that another was told by
  await order(await RestClient.of(connectTo(url), { 'x-api-key': credentials.api_key, 'x-api-secret': credentials.api_secret }), 'six')
  await receiver.until(6)
  // several are under way to a receiver at a time: in any order
  expect(told().sort()).toEqual(['one', 'two', 'three', 'four', 'five', 'six'].sort())
})
