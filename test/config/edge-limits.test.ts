import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { gatewayLimits, rateLimits } from '../../src/config/edge-limits.ts'
import { loadConfig } from '../../src/config.ts'

const defaults = loadConfig({})
const bench = loadConfig({ CONFIG: fileURLToPath(new URL('../../config/bench.json', import.meta.url)) })

test('the REST edge is limited by default, and not at all in a benchmark', () => {
  expect([rateLimits(defaults), rateLimits(bench)]).toEqual([
    {
      perCredential: { sandbox: 6000, live: 1000 },
      ordersPerAccount: { sandbox: 3000, live: 300 },
      failuresPerAddress: 60,
      sandboxResetsPerMinute: 10,
      streamsPerPartner: 5,
    },
    { perCredential: null, ordersPerAccount: null, failuresPerAddress: null, sandboxResetsPerMinute: null, streamsPerPartner: null },
  ])
})

test('the FIX edge has the limits of the rules of engagement by default, and a bound of its connections; a benchmark bounds neither failures nor connections', () => {
  const limits = {
    outbox: { maxBytes: 4 * 1024 * 1024, maxMs: 10_000 },
    logonTimeoutMs: 5_000,
    failedLogonsPerMinute: 5,
    maxUnauthenticated: 64,
    maxConnections: 1024,
    maxBodyLength: 64 * 1024,
  }
  expect(gatewayLimits(defaults)).toEqual(limits)
  expect(gatewayLimits(bench)).toEqual({
    ...limits,
    failedLogonsPerMinute: Infinity,
    maxUnauthenticated: Infinity,
    maxConnections: Infinity,
  })
})
