import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PARTNER_SCOPES } from '../../../src/domain/partners/scopes.ts'
import { EventStreamClient, type HeardEvent } from '../../support/event-stream-client.ts'
import type { RestClient } from '../../support/rest-client.ts'
import { type KeyPair, openRestServer, RestServer, type TradingAccount } from '../../support/rest-server.ts'

let server: RestServer
let key: KeyPair & { readonly id: string }
let client: RestClient
let account: TradingAccount
let base: string

beforeEach(async () => {
  server = await openRestServer()
  key = await server.issue(0, PARTNER_SCOPES)
  client = server.client.as(key)
  account = await server.account('1000.00')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterEach(() => server.close())

const listen = (query = '', headers: Record<string, string> = {}): Promise<EventStreamClient> =>
  EventStreamClient.open(`${base}/v1/logs/stream${query}`, { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret, ...headers })
const refusal = async (query: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await server.app.inject({
    url: `/v1/logs/stream${query}`,
    headers: { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret, ...headers },
  })
  const { code, field, details } = JSON.parse(body).error
  return [statusCode, code, field, details]
}
const order = { symbol: 'AAPL', side: 'buy', order_type: 'limit', quantity: '1', limit_price: '150.00', client_order_id: 'c-1' }
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** the clock of the test stands: a hundred for each of its milliseconds, and one more for each */
const FIRST_ID = Date.parse('2026-11-20T15:04:05.123Z') * 100 + 1
const pathsOf = (events: readonly HeardEvent[]): string[] => events.map(({ data }) => `${data.method} ${data.path} ${data.status}`)

describe('GET /v1/logs/stream', () => {
  test('tells every answered request, with its route, account, key and error', async () => {
    const stream = await listen()
    expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([200, 'text/event-stream', 'no-store'])
    await client.post(`${account.path}/orders?debug=secret`, order, {
      headers: { 'user-agent': 'tester/1', 'x-request-id': 'my-request-1' },
    })
    await client.post(`${account.path}/orders`, order)
    await client.post(`${account.path}/orders`, { ...order, quantity: '1000', client_order_id: 'c-2' })
    const events = await stream.nextOnes(3)
    const common = {
      timestamp: '2026-11-20T15:04:05.123Z',
      method: 'POST',
      path: `${account.path}/orders`,
      route: '/v1/accounts/:accountId/orders',
      duration_ms: expect.any(Number),
      key_id: key.id,
      key_prefix: key.api_key.slice(0, 12),
      account_id: account.id,
      ip: '127.0.0.1',
    }
    const first = events[0]!.id!
    const timestamp = expect.stringMatching(/^2026-11-20T15:0[34]:/)
    expect(events).toEqual([
      {
        id: first,
        event: 'request',
        data: {
          ...common,
          timestamp,
          request_id: 'my-request-1',
          status: 201,
          user_agent: 'tester/1',
          error_code: null,
          idempotent_replay: false,
        },
      },
      {
        id: first + 1,
        event: 'request',
        data: {
          ...common,
          timestamp,
          request_id: expect.stringMatching(/^req_/),
          status: 200,
          user_agent: expect.any(String),
          error_code: null,
          idempotent_replay: true,
        },
      },
      {
        id: first + 2,
        event: 'request',
        data: {
          ...common,
          timestamp,
          request_id: expect.stringMatching(/^req_/),
          status: 422,
          user_agent: expect.any(String),
          error_code: 'INSUFFICIENT_BUYING_POWER',
          idempotent_replay: false,
        },
      },
    ])
    const text = JSON.stringify(events)
    for (const secret of ['debug', 'secret', key.api_key, key.api_secret, 'limit_price']) expect(text).not.toContain(secret)
  })

  test('keeps the beginning of a path and of a user agent that are long', async () => {
    const stream = await listen()
    const path = `/v1/accounts/${'a'.repeat(3000)}`
    await client.get(path, { headers: { 'user-agent': 'u'.repeat(300) } })
    const { data } = await stream.next()
    expect([data.path, data.user_agent, data.status]).toEqual([path.slice(0, 2048), 'u'.repeat(256), 404])
  })

  test('keeps nothing of a query and of the rest of a long user agent in memory', async () => {
    const ask = async (count: number): Promise<number> => {
      for (let number = 0; number < count; number++)
        await fetch(`${base}/v1/health/latency?q=${number}${'q'.repeat(6_000)}`, {
          headers: { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret, 'user-agent': `${number}${'u'.repeat(6_000)}` },
        })
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    // code is compiled and tables are grown at first
    const early = await ask(100)
    expect(((await ask(500)) - early) / 500).toBeLessThan(7_000)
  })

  test('has no secret that was taken for an id: keys with any scope may read it', async () => {
    const stream = await listen()
    await client.delete(`/v1/keys/${key.api_secret}`)
    await client.delete('/v1/webhooks/whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', { headers: { 'user-agent': `tester ${key.api_secret}` } })
    const events = await stream.nextOnes(2)
    expect(events.map(({ data }) => [data.path, data.user_agent])).toEqual([
      ['/v1/keys/bsk_sbx_[masked]', expect.any(String)],
      ['/v1/webhooks/whsec_[masked]', 'tester bsk_sbx_[masked]'],
    ])
  })

  test('knows which account token asked, and tells nothing of other partners or of requests without a credential', async () => {
    const stream = await listen()
    const other = await server.anotherPartner()
    await other.get('/v1/accounts')
    await server.operator.get('/v1/admin/journal')
    await server.anonymous.get('/v1/accounts')
    await server.anonymous.get('/v1/health')
    const { body: token } = await client.post(`${account.path}/keys`, { label: 'app' })
    await server.client.as(token).get('/v1/accounts')
    const [issued, asked] = await stream.nextOnes(2)
    expect(pathsOf([issued!, asked!])).toEqual([`POST ${account.path}/keys 201`, 'GET /v1/accounts 200'])
    expect(asked!.data).toMatchObject({
      key_id: token.token_id,
      key_prefix: token.key_prefix,
      account_id: account.id,
      route: '/v1/accounts',
    })
  })

  test('knows the account of the path also where a request was refused before it was looked at', async () => {
    const stream = await listen(`?account_id=${account.id}`)
    const reader = server.client.as(await server.issue(0, ['accounts:read']))
    const other = await server.anotherPartner()
    await reader.post(`${account.path}/orders`, order)
    await client.post(`${account.path}/orders`, 'x', { headers: { 'content-type': 'text/plain' } })
    await other.get(account.path)
    await client.get('/v1/accounts')
    await client.get(account.path.toUpperCase().replace('/V1/ACCOUNTS', '/v1/accounts'))
    const events = await stream.nextOnes(3)
    expect(events.map(({ data }) => [data.status, data.error_code, data.account_id])).toEqual([
      [403, 'FORBIDDEN', account.id],
      [415, 'UNSUPPORTED_MEDIA_TYPE', account.id],
      [200, null, account.id],
    ])
  })

  test('knows who asked with a key that is revoked, or a token that has expired, but not of who was wrong about the secret', async () => {
    const revoked = await server.issue(0, PARTNER_SCOPES)
    const expires_at = '2026-11-20T15:10:00.000Z'
    const { body: token } = await client.post(`${account.path}/keys`, { label: 'app', expires_at })
    await client.delete(`/v1/keys/${revoked.id}`)
    server.now = Date.parse(expires_at)
    const stream = await listen()
    for (const pair of [revoked, { ...revoked, api_secret: key.api_secret }, token]) await server.client.as(pair).get('/v1/accounts')
    await client.get('/v1/accounts')
    const events = await stream.nextOnes(3)
    expect(events.map(({ data }) => [data.status, data.error_code, data.key_id, data.account_id])).toEqual([
      [401, 'KEY_REVOKED', revoked.id, null],
      [401, 'TOKEN_EXPIRED', token.token_id, account.id],
      [200, null, key.id, null],
    ])
  })

  test('has none of a revoked key whose address has to wait', async () => {
    await server.close()
    server = await openRestServer({ limits: { failuresPerAddress: 1 } })
    key = await server.issue(0, PARTNER_SCOPES)
    client = server.client.as(key)
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
    const revoked = await server.issue(0, PARTNER_SCOPES)
    await client.delete(`/v1/keys/${revoked.id}`)
    const stream = await listen()
    const statuses = []
    for (let count = 0; count < 3; count++) statuses.push((await server.client.as(revoked).get('/v1/accounts')).status)
    await client.get('/v1/accounts')
    expect(statuses).toEqual([401, 429, 429])
    expect(pathsOf(await stream.nextOnes(2))).toEqual(['GET /v1/accounts 401', 'GET /v1/accounts 200'])
  })

  test('goes on behind Last-Event-ID or since_id, from since on, and ends with until_id', async () => {
    const live = await listen()
    for (const path of ['/v1/keys', '/v1/accounts', `${account.path}/orders`]) await client.get(path)
    const [keys, accounts, orders] = await live.nextOnes(3)
    const ids = [keys!.id!, accounts!.id!, orders!.id!]
    expect(ids).toEqual([ids[0], ids[0]! + 1, ids[0]! + 2])
    expect(ids[0]).toBeGreaterThan(FIRST_ID)
    for (const resumed of [await listen('', { 'last-event-id': String(ids[0]) }), await listen(`?since_id=${ids[0]}`)])
      expect(await resumed.nextOnes(2)).toEqual([accounts, orders])
    // a browser that comes back sends the query that it began with, too
    for (const query of ['?since_id=0', '?since=2026-11-20T15:00:00Z'])
      expect(await (await listen(query, { 'last-event-id': String(ids[0]) })).next()).toEqual(accounts)
    const whole = await listen(`?since_id=0&until_id=${ids[1]}`)
    const all = await whole.nextUntil(({ id }) => id === ids[1])
    expect([all[0]!.id, all.at(-1)]).toEqual([FIRST_ID, accounts])
    await whole.closed
    const since = await listen('?since=2026-11-20T15:00:00Z')
    expect((await since.nextUntil(({ id }) => id === ids[2])).map(({ id }) => id)).toEqual(all.map(({ id }) => id).concat(ids[2]))
    const later = await listen('?since=2026-11-20T16:00:00Z')
    await client.get('/v1/keys')
    expect((await later.next()).id).toBe(ids[2]! + 1)
  })

  test('filters, all of them together', async () => {
    await client.get(`${account.path}/orders`)
    await client.get(`${account.path}/orders/none`)
    await client.post(`${account.path}/orders`, order)
    await client.get('/v1/keys')
    const last = async (query: string): Promise<string[]> => {
      const stream = await listen(`?since_id=0&${query}&key_id=${key.id.toUpperCase()}`)
      await client.get('/v1/keys/marker')
      await client.delete('/v1/keys/marker')
      const heard = stream.nextOnes(1)
      return pathsOf(await heard)
    }
    expect(await last('status=4xx')).toEqual([`GET ${account.path}/orders/none 404`])
    expect(await last('status=404')).toEqual([`GET ${account.path}/orders/none 404`])
    expect(await last('method=post')).toEqual([`POST ${account.path}/orders 201`])
    expect(await last('path=/v1/keys')).toEqual(['GET /v1/keys 200'])
    expect(await last(`account_id=${account.id}&method=GET&status=200`)).toEqual([`GET ${account.path}/orders 200`])
    expect(await last('status=404&min_duration_ms=0')).toEqual([`GET ${account.path}/orders/none 404`])
    const slow = await listen(`?since_id=0&until_id=${FIRST_ID}&min_duration_ms=3600000.5`)
    await expect(slow.next()).rejects.toThrow('ended')
  })

  test('tells in its heartbeats how far it has come, also when nothing was sent', async () => {
    const all = await listen()
    const filtered = await listen('?status=5xx')
    await client.get('/v1/keys')
    const { id } = await all.next()
    server.now += 30_000
    const heartbeat = { timestamp: '2026-11-20T15:04:35.123Z', last_sequence: id }
    expect([await all.next(), await filtered.next()].map(({ data }) => data)).toEqual([heartbeat, heartbeat])
  })

  test('keeps the last 10,000: what is older is gone, which a client is told', async () => {
    for (let count = 0; count < 10_050; count++)
      await server.app.inject({ url: '/v1/health/latency', headers: { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret } })
    const [status, code, , details] = await refusal('?since_id=0')
    expect([status, code]).toEqual([410, 'EVENT_ID_EXPIRED'])
    const { oldest_sequence: oldest } = details as { oldest_sequence: number }
    expect((await refusal(`?since_id=${oldest - 2}`)).slice(0, 2)).toEqual([410, 'EVENT_ID_EXPIRED'])
    expect((await refusal('', { 'last-event-id': '7' })).slice(0, 2)).toEqual([410, 'EVENT_ID_EXPIRED'])
    const stream = await listen(`?since_id=${oldest - 1 + 10}&path=/v1/health`)
    const events = await stream.nextOnes(9_980)
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => events[0]!.id! + index))
  })

  test('is for keys of partners: not for account tokens, not for operators', async () => {
    const { body: token } = await client.post(`${account.path}/keys`, { label: 'app' })
    expect((await server.client.as(token).get('/v1/logs/stream')).status).toBe(403)
    expect((await server.operator.get('/v1/logs/stream')).status).toBe(403)
  })

  test('refuses what it does not understand', async () => {
    expect(await refusal('?status=9')).toEqual([400, 'VALIDATION_ERROR', 'status', undefined])
    expect(await refusal('?since_id=1&since=2026-11-20T15:00:00Z')).toEqual([400, 'VALIDATION_ERROR', 'since', undefined])
    expect(await refusal('?min_duration_ms=-1')).toEqual([400, 'VALIDATION_ERROR', 'min_duration_ms', undefined])
    expect(await refusal('?since=yesterday')).toEqual([400, 'VALIDATION_ERROR', 'since', undefined])
    expect(await refusal('', { 'last-event-id': 'evt_1' })).toEqual([400, 'VALIDATION_ERROR', 'Last-Event-ID', undefined])
    expect((await listen('', { 'last-event-id': '' })).status).toBe(200)
    // of a process whose clock was ahead: nobody would notice what is left out
    const ahead = String(FIRST_ID + 1_000_000)
    const details = { last_sequence: expect.any(Number) }
    expect(await refusal(`?since_id=${ahead}`)).toEqual([400, 'VALIDATION_ERROR', 'since_id', details])
    expect(await refusal('', { 'last-event-id': ahead })).toEqual([400, 'VALIDATION_ERROR', 'Last-Event-ID', details])
  })
})
