import { get, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EventLog } from '../../../../src/delivery/events/event-log.ts'
import { PARTNER_SCOPES } from '../../../../src/domain/partners/scopes.ts'
import { EventStreamClient, type HeardEvent } from '../../../support/event-stream-client.ts'
import { type KeyPair, openRestServer, type RestServer, type RestServerOptions, type TradingAccount } from '../../../support/rest-server.ts'
import { until } from '../../../support/until.ts'

let server: RestServer
let key: KeyPair & { readonly id: string }
let base: string

beforeEach(() => start())
afterEach(() => server.close())

async function start(options: RestServerOptions = {}): Promise<void> {
  server = await openRestServer(options)
  key = await server.issue(0, PARTNER_SCOPES)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
}

async function restart(options: RestServerOptions): Promise<void> {
  await server.close()
  await start(options)
}

const listen = (query = '', headers: Readonly<Record<string, string>> = {}, pair: KeyPair = key): Promise<EventStreamClient> =>
  EventStreamClient.open(`${base}/v1/webhooks/stream${query}`, { 'x-api-key': pair.api_key, 'x-api-secret': pair.api_secret, ...headers })

const TIME = '2026-11-20T15:04:05.123Z'
const id = expect.any(String) as string

/** Orders that rest: one event each. */
async function orders(account: TradingAccount, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => account.order({ side: 'buy', limit_price: '1.00', quantity: '1' })))
}

/** Comments, until more of them wait here: what the sockets hold, some megabytes, would be ten thousand orders. */
async function fillSockets(response: ServerResponse): Promise<void> {
  while (response.writableLength < 900_000) {
    response.write(`: ${'x'.repeat(60_000)}\n\n`)
    for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve))
  }
}

const sequences = (events: readonly HeardEvent[]) => events.map((event) => event.id)
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe('GET /v1/webhooks/stream', () => {
  test('tells what happens from now on, framed as server-sent events', async () => {
    const account = await server.account('10000.00')
    const stream = await listen()
    expect([stream.status, stream.headers['content-type'], stream.headers['cache-control'], stream.headers['x-accel-buffering']]).toEqual([
      200,
      'text/event-stream',
      'no-store',
      'no',
    ])
    const { body: order } = await account.order({ side: 'buy', limit_price: '10.00', quantity: '1' })
    expect(await stream.next()).toEqual({
      id: 5,
      event: 'order.submitted',
      data: {
        id: expect.stringMatching(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/) as string,
        event_type: 'order.submitted',
        created_at: TIME,
        sequence: 5,
        environment: 'sandbox',
        data: { account_id: account.id, order },
      },
    })
  })

  test('goes on behind Last-Event-ID, since_id or since, without a gap and without telling anything twice', async () => {
    const account = await server.account('10000.00')
    await orders(account, 20)
    expect(sequences(await (await listen('?since_id=0')).nextOnes(24))).toEqual(upTo(24))
    expect(sequences(await (await listen('?since_id=20')).nextOnes(4))).toEqual([21, 22, 23, 24])
    expect(sequences(await (await listen('?since_id=3', { 'last-event-id': '22' })).nextOnes(2))).toEqual([23, 24])
    server.now += 60_000
    await orders(account, 2)
    expect(sequences(await (await listen('?since=2026-11-20T15:05:00Z')).nextOnes(2))).toEqual([25, 26])
    expect(sequences(await (await listen('?since=2020-01-01T00:00:00Z&until_id=3')).nextOnes(3))).toEqual([1, 2, 3])
  })

  test('goes from what was to what is while orders come in', async () => {
    const account = await server.account('10000.00')
    await orders(account, 100)
    const placing = orders(account, 100)
    const streams = await Promise.all([listen('?since_id=0'), listen('?since_id=50'), listen('?since_id=0&events=order.submitted')])
    const [all, half, some] = await Promise.all([streams[0].nextOnes(204), streams[1].nextOnes(154), streams[2].nextOnes(200)])
    await placing
    expect(sequences(all)).toEqual(upTo(204))
    expect(sequences(half)).toEqual(upTo(204).slice(50))
    expect(sequences(some)).toEqual(upTo(204).slice(4))
  })

  test('ends normally with until_id', async () => {
    const account = await server.account('10000.00')
    const stream = await listen('?since_id=0&until_id=6')
    await orders(account, 4)
    expect(sequences(await stream.nextOnes(6))).toEqual(upTo(6))
    await stream.closed
    const nothing = await listen('?since_id=6&until_id=6')
    await nothing.closed
    expect(nothing.comments).toEqual([])
  })

  test('has the events and the account that are asked for', async () => {
    const one = await server.account('10000.00')
    const other = await server.account('10000.00')
    await orders(one, 1)
    await orders(other, 2)
    const names = (events: readonly HeardEvent[]) => events.map(({ id, event }) => `${id} ${event}`)
    expect(names(await (await listen('?since_id=0&events=order.submitted,account.kyc_approved')).nextOnes(5))).toEqual([
      '1 account.kyc_approved',
      '5 account.kyc_approved',
      '9 order.submitted',
      '10 order.submitted',
      '11 order.submitted',
    ])
    expect(names(await (await listen(`?since_id=0&account_id=${one.id}`)).nextOnes(5))).toEqual([
      '1 account.kyc_approved',
      '2 funding.ach_relationship_created',
      '3 funding.ach_relationship_approved',
      '4 funding.deposit_completed',
      '9 order.submitted',
    ])
  })

  test.each([
    ['?since=2026-11-20T15:05:00Z&since_id=1', {}, 400, 'VALIDATION_ERROR'],
    ['?since_id=one', {}, 400, 'VALIDATION_ERROR'],
    ['?since=yesterday', {}, 400, 'VALIDATION_ERROR'],
    ['?since_id=7', {}, 400, 'VALIDATION_ERROR'],
    ['?until_id=-1', {}, 400, 'VALIDATION_ERROR'],
    ['', { 'last-event-id': 'evt_1' }, 400, 'VALIDATION_ERROR'],
    ['?events=order.submitted,order.eaten', {}, 400, 'INVALID_EVENT'],
    ['?account_id=0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f', {}, 404, 'ACCOUNT_NOT_FOUND'],
  ] as const)('%s %j is refused with %d %s', async (query, headers, status, code) => {
    const { status: answered, body } = await server.client.get(`/v1/webhooks/stream${query}`, { headers })
    expect([answered, body.error.code]).toEqual([status, code])
  })

  test('knows no account of before a reset, of which it tells to whoever asks for all', async () => {
    const before = await server.account('10000.00')
    expect((await server.client.post('/v1/dev/sandbox/reset', {})).status).toBe(200)
    const { status, body } = await server.client.get(`/v1/webhooks/stream?since_id=0&account_id=${before.id}`)
    expect([status, body.error.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    const [first] = await (await listen('?since_id=0')).nextOnes(1)
    expect(first!.data.data.account_id).toBe(before.id)
  })

  test('can go back as far as events are kept, and says how far that is', async () => {
    await restart({ webhooks: { retention: { events: 10, hours: 0, bytes: null } } })
    const account = await server.account('10000.00')
    await orders(account, 20)
    server.now += 3_600_000
    // what has not been marked yet counts as young: a few thousand events at most
    expect(sequences(await (await listen('?since_id=0')).nextOnes(24))).toEqual(upTo(24))
    const { through, parts } = server.delivery.log
    parts.marks.add(through, 1, [{ partner: 0, sequence: 24, position: through, at: server.now - 3_600_000 }])
    expect((await server.client.get('/v1/webhooks/stream?since_id=13')).body.error).toEqual({
      code: 'EVENT_ID_EXPIRED',
      message: 'Events before 15 are not kept any more.',
      details: { oldest_sequence: 15 },
      request_id: id,
    })
    expect((await server.client.get('/v1/webhooks/stream?since_id=13')).status).toBe(410)
    expect(sequences(await (await listen('?since_id=14')).nextOnes(10))).toEqual(upTo(24).slice(14))
  })

  test('tells in its heartbeats how far it has come, also when nothing was sent', async () => {
    const account = await server.account('10000.00')
    const quiet = await listen('?events=account.closed')
    await orders(account, 1)
    const stream = await listen('?since_id=0')
    await stream.nextOnes(5)
    server.now += 30_000
    const heartbeat = { id: undefined, event: 'heartbeat', data: { timestamp: '2026-11-20T15:04:35.123Z', last_sequence: 5 } }
    expect(await stream.next()).toEqual(heartbeat)
    expect(await quiet.next()).toEqual(heartbeat)
    expect(stream.comments).toEqual([': keep-alive'])
  })

  test('is cut with an overflow when its client leaves more than a megabyte unread, and goes on by id', async () => {
    const account = await server.account('10000.00')
    const answering = new Promise<ServerResponse>((resolve) => server.app.server.once('request', (_, response) => resolve(response)))
    const stream = await listen()
    stream.pause()
    await fillSockets(await answering)
    let ended = false
    void stream.closed.then(() => (ended = true))
    let placed = 0
    while (server.metrics.slowReadersCut.rest === 0) {
      await orders(account, 200)
      placed += 200
    }
    expect(ended).toBe(false)
    stream.resume()
    const heard = await stream.nextUntil(({ event }) => event === 'overflow')
    await stream.closed
    const last = heard.at(-2)!.id!
    expect(sequences(heard.slice(0, -1))).toEqual(upTo(last).slice(4))
    const again = await listen('', { 'last-event-id': String(last) })
    expect(sequences(await again.nextOnes(4 + placed - last))).toEqual(upTo(4 + placed).slice(last))
  })

  test('that catches up is sent no more than its client reads', async () => {
    const account = await server.account('10000.00')
    await orders(account, 500)
    const stream = await listen('?since_id=0')
    stream.pause()
    await orders(account, 10)
    stream.resume()
    expect(sequences(await stream.nextOnes(514))).toEqual(upTo(514))
    expect(server.metrics.slowReadersCut.rest).toBe(0)
  })

  test('ends within a second when its key is revoked', async () => {
    const other = await server.issue(0, ['webhooks:read'])
    const stream = await listen('', {}, other)
    await server.client.delete(`/v1/keys/${other.id}`)
    await stream.closed
  })

  test('counts with the other streams of its partner', async () => {
    await restart({ limits: { streamsPerPartner: 2 } })
    await listen()
    await EventStreamClient.open(`${base}/v1/marketdata/stream`, { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret })
    const { status, body } = await server.client.get('/v1/webhooks/stream')
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
  })

  test('counts while it is looked for where it begins, until that is refused or its client is gone', async () => {
    await restart({ limits: { streamsPerPartner: 1 } })
    const account = await server.account('10000.00')
    await orders(account, 1)
    const { sequenceBefore } = EventLog.prototype
    let goOn: (() => void) | undefined
    const looking = vi.spyOn(EventLog.prototype, 'sequenceBefore').mockImplementation(async function (this: EventLog, ...values) {
      await new Promise<void>((resolve) => (goOn = resolve))
      return sequenceBefore.apply(this, values)
    })
    const since = '/v1/webhooks/stream?since=2026-11-20T15:00:00Z'
    const connected = new Promise<Socket>((resolve) => server.app.server.once('connection', resolve))
    const asking = get(`${base}${since}`, { headers: { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret }, agent: false })
    asking.on('error', () => undefined)
    const socket = await connected
    await until(() => goOn !== undefined)
    const { status, body } = await server.client.get(since)
    expect([status, body.error.code, looking.mock.calls.length]).toEqual([429, 'RATE_LIMIT_EXCEEDED', 1])
    const gone = new Promise((resolve) => socket.once('close', resolve))
    asking.destroy()
    await gone
    goOn!()
    await looking.mock.results[0]!.value
    await new Promise((resolve) => setImmediate(resolve))
    looking.mockRestore()
    expect((await server.client.get('/v1/webhooks/stream?since_id=100')).status).toBe(400)
    expect(sequences(await (await listen('?since=2026-11-20T15:00:00Z')).nextOnes(5))).toEqual(upTo(5))
  })

  test("has nothing of another partner's, whose sequence is its own", async () => {
    await server.account('10000.00')
    const other = await server.anotherPartner()
    const account = await server.account('10000.00', other)
    const pair = await server.issue(1, ['webhooks:read'])
    const events = await (await listen('?since_id=0', {}, pair)).nextOnes(4)
    expect(sequences(events)).toEqual([1, 2, 3, 4])
    expect(new Set(events.map(({ data }) => data.data.account_id))).toEqual(new Set([account.id]))
  })
})
