import { afterEach, describe, expect, test } from 'vitest'
import { openRestServer, type RestServer } from '../support/rest-server.ts'

let server: RestServer
afterEach(() => server.close())

describe('requests of a key', () => {
  test('are counted in headers, refused with Retry-After when they are used up, and flow in again', async () => {
    server = await openRestServer({ limits: { perCredential: { sandbox: 3, live: 1 } } })
    const answers = [await server.client.get('/v1/keys'), await server.client.get('/v1/keys'), await server.client.get('/v1/keys')]
    const resetAt = Math.ceil(server.now / 1000)
    expect(
      answers.map(({ status, headers }) => [status, headers['ratelimit'], headers['x-ratelimit-remaining'], headers['x-ratelimit-reset']]),
    ).toEqual([
      [200, '"default";r=2;t=20', '2', String(resetAt + 20)],
      [200, '"default";r=1;t=40', '1', String(resetAt + 40)],
      [200, '"default";r=0;t=60', '0', String(resetAt + 60)],
    ])
    expect([answers[0]!.headers['ratelimit-policy'], answers[0]!.headers['x-ratelimit-limit']]).toEqual(['"default";q=3;w=60', '3'])
    const refused = await server.client.get('/v1/keys')
    expect([refused.status, refused.headers['retry-after'], refused.body.error.code]).toEqual([429, '20', 'RATE_LIMIT_EXCEEDED'])
    expect([refused.headers['ratelimit'], refused.headers['x-ratelimit-remaining']]).toEqual(['"default";r=0;t=60', '0'])
    server.now += 20_000
    expect((await server.client.get('/v1/keys')).status).toBe(200)
  })

  test('are counted key by key, before the scope is looked at, and probes not at all', async () => {
    server = await openRestServer({ limits: { perCredential: { sandbox: 1, live: 1 } } })
    const reader = await server.clientWith(['accounts:read'])
    const statuses = [await reader.get('/v1/keys'), await reader.get('/v1/keys'), await server.client.get('/v1/keys')]
    expect(statuses.map(({ status }) => status)).toEqual([403, 429, 200])
    const probe = await reader.get('/v1/health/live')
    expect([probe.status, probe.headers['ratelimit']]).toEqual([200, undefined])
  })

  test('are not counted where they ask for a stream or how the gateway is, which say what is left nevertheless', async () => {
    server = await openRestServer({ limits: { perCredential: { sandbox: 1, live: 1 } } })
    const reader = await server.clientWith(['accounts:read', 'webhooks:read'])
    const left = async (path: string) => {
      const { status, headers } = await reader.get(path)
      return [path, status, headers['ratelimit'], headers['x-ratelimit-remaining']]
    }
    const [latency, stream] = ['/v1/health/latency', '/v1/webhooks/stream?until_id=0']
    expect(await left(latency)).toEqual([latency, 200, '"default";r=1;t=0', '1'])
    expect(await left(stream)).toEqual([stream, 200, '"default";r=1;t=0', '1'])
    expect(await left('/v1/accounts')).toEqual(['/v1/accounts', 200, '"default";r=0;t=60', '0'])
    server.now += 30_000
    expect(await left(latency)).toEqual([latency, 200, '"default";r=0;t=30', '0'])
    expect(await left(stream)).toEqual([stream, 200, '"default";r=0;t=30', '0'])
    expect((await left('/v1/accounts'))[1]).toBe(429)
  })

  test('have no headers where limits are off', async () => {
    server = await openRestServer()
    expect((await server.client.get('/v1/keys')).headers['ratelimit']).toBeUndefined()
  })
})

test('changes of orders are limited account by account, reads are not', async () => {
  server = await openRestServer({ limits: { ordersPerAccount: { sandbox: 2, live: 1 } } })
  const [one, two] = [await server.account('100.00'), await server.account('100.00')]
  const { body: first } = await one.order({ side: 'buy', quantity: '1', limit_price: '1.00' })
  await server.client.patch(`${one.path}/orders/${first.id}`, { limit_price: '2.00' })
  const refused = await one.order({ side: 'buy', quantity: '1', limit_price: '1.00' })
  expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([429, 'RATE_LIMIT_EXCEEDED', '30'])
  expect((await server.client.get(`${one.path}/orders`)).status).toBe(200)
  expect((await two.order({ side: 'buy', quantity: '1', limit_price: '1.00' })).status).toBe(201)
  server.now += 30_000
  expect((await server.client.delete(`${one.path}/orders/${first.id}`)).status).toBe(204)
})

test('an address whose credentials are refused too often has to wait; right ones still open', async () => {
  server = await openRestServer({ limits: { failuresPerAddress: 2 } })
  const answers = []
  for (let attempt = 0; attempt < 3; attempt++) answers.push(await server.anonymous.get('/v1/keys'))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 429])
  expect([answers[2]!.headers['retry-after'], answers[2]!.body.error.code]).toEqual(['30', 'RATE_LIMIT_EXCEEDED'])
  expect((await server.client.get('/v1/keys')).status).toBe(200)
})

test('an address whose credentials are refused too often waits no longer where the clock is set back', async () => {
  server = await openRestServer({ limits: { failuresPerAddress: 1 } })
  const refused = () => server.anonymous.get('/v1/keys')
  expect((await refused()).status).toBe(401)
  server.now -= 86_400_000
  const { status, headers } = await refused()
  expect([status, headers['retry-after']]).toEqual([429, '60'])
  server.now += 60_000
  expect((await refused()).status).toBe(401)
})

test('refused credentials of an IPv6 network count as those of one address, and no other waits for it', async () => {
  server = await openRestServer({ limits: { failuresPerAddress: 2 } })
  const statusFor = async (remoteAddress: string): Promise<number> =>
    (await server.app.inject({ method: 'GET', url: '/v1/keys', remoteAddress })).statusCode
  const statuses = []
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::a:b:c:d', '2001:db8:0:1::1', '::ffff:192.0.2.1', '::ffff:192.0.2.2'])
    statuses.push(await statusFor(address))
  expect(statuses).toEqual([401, 401, 429, 401, 401, 401])
  const mapped = []
  for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.3']) mapped.push(await statusFor(address))
  expect(mapped).toEqual([401, 429, 401])
})
