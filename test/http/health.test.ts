import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRestServer, type RestServer } from '../support/rest-server.ts'

let server: RestServer
beforeAll(async () => {
  server = await openRestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.health = {}
  server.availability = 'ready'
})

const WELL = { database: 'pass', engine: 'pass', fix_acceptor: 'pass', webhook_dispatcher: 'pass' }
const health = async () => {
  const { status, body } = await server.anonymous.get('/v1/health')
  return [status, body]
}

test('health needs no credential and says of each part how it is', async () => {
  expect(await health()).toEqual([200, { status: 'pass', version: '0.0.0-test', uptime_s: 12, checks: WELL, reasons: {} }])
})

test('what is worth a look is a warning with its reason, and no failure', async () => {
  server.health = { isCongested: true, pendingEvents: 70_000 }
  expect(await health()).toEqual([
    200,
    expect.objectContaining({
      status: 'warn',
      checks: { ...WELL, engine: 'warn' },
      reasons: { engine: '70000 events wait for their commit' },
    }),
  ])
  expect((await server.anonymous.get('/v1/health/ready')).status).toBe(200)
})

test('a store that can not write fails health and readiness, never liveness', async () => {
  server.health = { commitMs: 9_000 }
  expect(await health()).toEqual([
    503,
    expect.objectContaining({
      status: 'fail',
      checks: { ...WELL, database: 'fail' },
      reasons: { database: 'a commit has been under way for 9000 ms' },
    }),
  ])
  const ready = await server.anonymous.get('/v1/health/ready')
  expect([ready.status, ready.headers['retry-after'], ready.body]).toEqual([503, '5', { status: 'fail' }])
  expect((await server.anonymous.get('/v1/health/live')).body).toEqual({ status: 'pass' })
})

test('latency tells of every route, and of orders until they are durable', async () => {
  const account = await server.account('1000.00')
  await account.order({ side: 'buy', quantity: '1', limit_price: '100.00' })
  const { status, body } = await server.client.get('/v1/health/latency')
  const figures = {
    count: 1,
    p50_ms: expect.any(Number),
    p95_ms: expect.any(Number),
    p99_ms: expect.any(Number),
    max_ms: expect.any(Number),
  }
  expect([status, body.window_s, body.engine]).toEqual([200, 300, { ack_p50_us: expect.any(Number), ack_p99_us: expect.any(Number) }])
  expect(body.routes).toContainEqual({ route: 'POST /v1/accounts/:accountId/orders', ...figures })
  expect((await server.anonymous.get('/v1/health/latency')).status).toBe(401)
})
