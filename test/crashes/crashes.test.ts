import { expect, test } from 'vitest'
import { temporaryDirectory } from '../system/gateway-process.ts'
import { proveCrashes } from './crash-proof.ts'

// npm run prove:crashes is the long form.

test(
  'two kills of a busy gateway lose nothing and double nothing: desks, drop copies, REST, webhooks and the event stream',
  { timeout: 120_000 },
  async () => {
    const outcome = await proveCrashes({ directory: temporaryDirectory(), seed: 4, kills: 2, until: Infinity })
    expect(outcome.kills).toBeGreaterThanOrEqual(2)
    expect(outcome.executions).toBeGreaterThan(0)
    expect(outcome.orders).toBeGreaterThan(outcome.executions / 10)
  },
)
