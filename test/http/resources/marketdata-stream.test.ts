import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PARTNER_SCOPES } from '../../../src/domain/partners/scopes.ts'
import { EventStreamClient } from '../../support/event-stream-client.ts'
import { type KeyPair, openRestServer, type RestServer, type RestServerOptions } from '../../support/rest-server.ts'
import { until } from '../../support/until.ts'

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

const listen = (query = '', pair: KeyPair = key): Promise<EventStreamClient> =>
  EventStreamClient.open(`${base}/v1/marketdata/stream${query}`, { 'x-api-key': pair.api_key, 'x-api-secret': pair.api_secret })

const TIME = '2026-11-20T15:04:05.123Z'

describe('GET /v1/marketdata/stream', () => {
  test('begins with the present state of each symbol, in the order asked for', async () => {
    await server.quote('AAPL', '149.95', '150.05')
    const stream = await listen('?symbols=aapl,MSFT&channels=quote,depth')
    expect([stream.status, stream.headers['content-type'], stream.headers['cache-control'], stream.headers['x-accel-buffering']]).toEqual([
      200,
      'text/event-stream',
      'no-store',
      'no',
    ])
    expect(stream.headers['x-request-id']).toMatch(/^req_/)
    expect(await stream.nextOnes(4)).toEqual([
      {
        id: 1,
        event: 'quote',
        data: {
          sequence: 1,
          symbol: 'AAPL',
          last: 150,
          bid: 149.95,
          ask: 150.05,
          bid_size: 1000,
          ask_size: 1000,
          previous_close: 150,
          halted: false,
          timestamp: TIME,
        },
      },
      {
        id: 2,
        event: 'depth',
        data: {
          sequence: 2,
          symbol: 'AAPL',
          bids: [{ price: 149.95, size: 1000, orders: 1 }],
          asks: [{ price: 150.05, size: 1000, orders: 1 }],
          timestamp: TIME,
        },
      },
      {
        id: 3,
        event: 'quote',
        data: {
          sequence: 3,
          symbol: 'MSFT',
          last: 40,
          bid: null,
          ask: null,
          bid_size: null,
          ask_size: null,
          previous_close: 40,
          halted: false,
          timestamp: TIME,
        },
      },
      { id: 4, event: 'depth', data: { sequence: 4, symbol: 'MSFT', bids: [], asks: [], timestamp: TIME } },
    ])
  })

  test('tells what changes: the book with the orders of clients in it, and each trade once', async () => {
    await server.quote('AAPL', '149.95', '150.05')
    const account = await server.account('10000.00')
    const stream = await listen('?symbols=AAPL')
    await stream.nextOnes(2)
    await account.order({ side: 'buy', limit_price: '150.00', quantity: '2' })
    expect((await stream.nextOnes(2)).map(({ event, data }) => [event, data.bid ?? data.bids])).toEqual([
      ['quote', 150],
      [
        'depth',
        [
          { price: 150, size: 2, orders: 1 },
          { price: 149.95, size: 1000, orders: 1 },
        ],
      ],
    ])
    await account.order({ side: 'buy', limit_price: '150.05', quantity: '0.5' })
    expect(await stream.next()).toEqual({
      id: 5,
      event: 'trade',
      data: { sequence: 5, symbol: 'AAPL', type: 'trade', trade_id: '1', price: 150.05, size: 0.5, missed: 0, timestamp: TIME },
    })
    expect((await stream.nextOnes(2)).map(({ event, data }) => [event, data.last ?? data.asks])).toEqual([
      ['quote', 150.05],
      ['depth', [{ price: 150.05, size: 999.5, orders: 1 }]],
    ])
  })

  test('shows where an auction would clear, as long as orders wait for it', async () => {
    await server.quote('AAPL', '149.95', '150.05')
    const account = await server.account('10000.00')
    const stream = await listen('?symbols=AAPL&channels=imbalance')
    const { body: order } = await account.order({ side: 'buy', limit_price: '151.00', quantity: '10', time_in_force: 'cls' })
    expect(await stream.next()).toEqual({
      id: 1,
      event: 'imbalance',
      data: {
        sequence: 1,
        symbol: 'AAPL',
        auction: 'closing',
        indicative_price: 150.05,
        paired_size: 10,
        imbalance_size: 990,
        imbalance_side: 'sell',
        timestamp: TIME,
      },
    })
    await server.client.delete(`${account.path}/orders/${order.id}`)
    expect((await stream.next()).data).toEqual({
      sequence: 2,
      symbol: 'AAPL',
      auction: 'closing',
      indicative_price: null,
      paired_size: 0,
      imbalance_size: 0,
      imbalance_side: null,
      timestamp: TIME,
    })
  })

  test('is of the partner’s own market, and of the channels asked for', async () => {
    const stream = await listen('?symbols=AAPL&channels=quote')
    await stream.next()
    const other = await server.anotherPartner()
    await other.post('/v1/dev/sandbox/quotes', { symbol: 'AAPL', bid: '1', ask: '2' })
    await server.quote('AAPL', '149.95', '150.05')
    expect((await stream.next()).data).toMatchObject({ bid: 149.95, ask: 150.05 })
  })

  test('without symbols is of all that are listed', async () => {
    const stream = await listen('?channels=quote')
    expect((await stream.nextOnes(5)).map(({ data }) => data.symbol)).toEqual(['AAPL', 'MSFT', 'PENY', 'WHOLE', 'GONE'])
  })

  test('quotes that walk by themselves are looked at once a second', async () => {
    await server.close()
    const walk = { baseTicks: 1_000_000, stepHundredths: 500, spreadTicks: 300, sizeLots: 400_000_000_000 }
    const listed = { ...server.engine.state.instruments[0]!, symbol: 'WALK', walk }
    await start({ rules: { quotes: 'walk' }, instruments: [listed] })
    const stream = await listen('?symbols=WALK&channels=quote')
    const before = await stream.next()
    server.now += 1_000
    const after = await stream.next()
    const rest = (await server.clientWith(['marketdata:read'])).get('/v1/marketdata/real-time/WALK')
    const { symbol, last, bid, ask, bid_size, ask_size, previous_close } = (await rest).body
    expect(after.data).toMatchObject({ symbol, last, bid, ask, bid_size, ask_size, previous_close })
    expect([before.data.bid, before.data.ask]).not.toEqual([after.data.bid, after.data.ask])
  })

  test('keeps alive with comments every 15 seconds and heartbeats every 30, which have no id', async () => {
    const stream = await listen('?symbols=AAPL&channels=quote')
    await stream.next()
    server.now += 15_000
    await until(() => stream.comments.length === 1)
    server.now += 15_000
    expect(await stream.next()).toEqual({
      id: undefined,
      event: 'heartbeat',
      data: { timestamp: '2026-11-20T15:04:35.123Z', last_sequence: 1 },
    })
    expect(stream.comments).toEqual([': keep-alive', ': keep-alive'])
  })

  test.each([
    ['symbols=', 'SYMBOLS_REQUIRED', 'symbols'],
    ['symbols=AAPL,NOPE', 'INVALID_SYMBOL', 'symbols'],
    ['symbols=!', 'INVALID_SYMBOL', 'symbols'],
    [`symbols=${Array.from({ length: 101 }, (_, index) => `S${index}`).join(',')}`, 'TOO_MANY_SYMBOLS', 'symbols'],
    ['channels=quote,news', 'VALIDATION_ERROR', 'channels'],
    ['symbols=AAPL&symbols=MSFT', 'VALIDATION_ERROR', 'symbols'],
  ])('?%.30s is a 400', async (query, code, field) => {
    const { status, body } = await server.client.get(`/v1/marketdata/stream?${query}`)
    expect([status, body.error.code, body.error.field]).toEqual([400, code, field])
  })

  test('needs the scope marketdata:read', async () => {
    const client = await server.clientWith(['trading:read'])
    const { status, body } = await client.get('/v1/marketdata/stream')
    expect([status, body.error.details]).toEqual([403, { required_scope: 'marketdata:read' }])
    expect((await server.anonymous.get('/v1/marketdata/stream')).status).toBe(401)
  })

  test('has no HEAD', async () => {
    expect((await server.client.send('HEAD', '/v1/marketdata/stream')).status).toBe(405)
  })
})

describe('the end of a stream', () => {
  test('comes within a second when its key is revoked; the other streams go on', async () => {
    const revoked = await server.issue(0, ['marketdata:read'])
    const stream = await listen('?symbols=AAPL&channels=quote', revoked)
    const other = await listen('?symbols=AAPL&channels=quote')
    await stream.next()
    await other.next()
    await server.client.delete(`/v1/keys/${revoked.id}`)
    await stream.closed
    await server.quote('AAPL', '149.95', '150.05')
    expect((await other.next()).data.bid).toBe(149.95)
  })

  test('comes with the end of the server', async () => {
    const stream = await listen('?symbols=AAPL&channels=quote')
    await stream.next()
    await server.app.close()
    await stream.closed
  })

  test('frees its place: a partner has so many at a time, each partner its own', async () => {
    await server.close()
    await start({ limits: { streamsPerPartner: 2 } })
    const first = await listen()
    await listen()
    const refused = await server.client.get('/v1/marketdata/stream')
    expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([429, 'RATE_LIMIT_EXCEEDED', '5'])
    const other = await server.anotherPartner()
    const pair = await server.issue(1, ['marketdata:read'])
    expect((await listen('', pair)).status).toBe(200)
    expect((await other.get('/v1/keys')).status).toBe(200)
    await first.close()
    let again = await listen()
    while (again.status === 429) {
      await again.close()
      again = await listen()
    }
    expect(again.status).toBe(200)
  })

  test('a stream is no request of its key: it takes nothing from the limit', async () => {
    await server.close()
    await start({ limits: { perCredential: { sandbox: 2, live: 2 } } })
    for (let index = 0; index < 4; index++) expect((await listen()).status).toBe(200)
  })
})
