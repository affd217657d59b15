import { expect, test } from 'vitest'
import { RouteLatency } from '../../src/telemetry/route-latency.ts'
import { SlidingHistogram } from '../../src/telemetry/sliding-histogram.ts'

const START = 1_763_651_045_000

test('the report has the routes of the last 300 seconds, by name, in milliseconds', () => {
  let now = START
  const routes = new RouteLatency(() => now)
  const orders = routes.of('POST /v1/accounts/:accountId/orders')
  for (const micros of [1000, 2000, 3000, 20_100]) orders.record(201, micros)
  routes.of('GET /v1/accounts').record(200, 150)
  routes.of('DELETE /never')
  const acks = [new SlidingHistogram(), new SlidingHistogram()]
  acks[0]!.record(90, START)
  acks[1]!.record(31, START)
  now = START + 1000
  expect(routes.report(acks)).toEqual({
    window_s: 300,
    routes: [
      { route: 'GET /v1/accounts', count: 1, p50_ms: 0.147, p95_ms: 0.147, p99_ms: 0.147, max_ms: 0.15 },
      { route: 'POST /v1/accounts/:accountId/orders', count: 4, p50_ms: 2.015, p95_ms: 19.967, p99_ms: 19.967, max_ms: 20.1 },
    ],
    engine: { ack_p50_us: 31, ack_p99_us: 89 },
  })
})

test('what is older than the window is in no figure, and a route without an answer since then is left out', () => {
  let now = START
  const routes = new RouteLatency(() => now)
  const [asked, forgotten] = [routes.of('GET /asked'), routes.of('GET /forgotten')]
  for (const series of [asked, forgotten]) series.record(200, 9_000_000)
  const acks = new SlidingHistogram()
  acks.record(9_000_000, now)
  now += 330_000
  for (let micros = 1; micros <= 20; micros++) asked.record(200, micros)
  expect(routes.report([acks])).toEqual({
    window_s: 300,
    routes: [{ route: 'GET /asked', count: 20, p50_ms: 0.01, p95_ms: 0.019, p99_ms: 0.02, max_ms: 0.02 }],
    engine: { ack_p50_us: null, ack_p99_us: null },
  })
})

test('before the first order there is no latency of the engine', () => {
  expect(new RouteLatency(() => START).report([new SlidingHistogram()])).toEqual({
    window_s: 300,
    routes: [],
    engine: { ack_p50_us: null, ack_p99_us: null },
  })
})

test('the window forgets, the total does not', () => {
  const at = Math.ceil(START / 30_000) * 30_000
  let now = at
  const series = new RouteLatency(() => now).of('GET /')
  series.record(200, 5)
  now = at + 30_000
  series.record(503, 6)
  const counts = [at, at + 299_999, at + 300_000, at + 330_000].map((moment) => series.latency.window(moment).count)
  expect([counts, series.latency.total.count, series.answers]).toEqual([[1 + 1, 2, 1, 0], 2, [0, 0, 1, 0, 0, 1]])
})

test('a slice is used again ten periods later without what it held', () => {
  const sliding = new SlidingHistogram()
  sliding.record(1, START)
  sliding.record(2, START + 300_000)
  expect([sliding.window(START + 300_000).sum, sliding.total.sum]).toEqual([2, 3])
})
