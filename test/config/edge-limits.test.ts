import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { gatewayLimits, rateLimits } from '../../src/config/edge-limits.ts'
import { loadConfig } from '../../src/config.ts'
import { DEFAULT_LIMITS } from '../../src/fix/gateway-parts.ts'

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

test('the FIX edge has its own limits by default, but for a bound of its connections; a benchmark has none of those', () => {
  expect(gatewayLimits(defaults)).toEqual({ ...DEFAULT_LIMITS, maxConnections: 1024 })
  expect(gatewayLimits(bench)).toEqual({
    ...DEFAULT_LIMITS,
    failedLogonsPerMinute: Infinity,
    maxUnauthenticated: Infinity,
    maxConnections: Infinity,
  })
})
