import { expect, test } from 'vitest'
import { proveBroker } from './broker-proof.ts'

// the long form: npm run prove:broker
test(
  'accounts that trade and move money at random leave books that agree to the cent, before and after a restart',
  { timeout: 120_000 },
  async () => {
    const { outcomes, totals, answers } = await proveBroker({ accounts: 40, length: { actions: 600 }, seed: 20_261_122 })
    const kinds = new Set([...outcomes.keys()].map((outcome) => outcome.replace(/ \d+$/, '')))
    // seed 20261122
    expect([...kinds].sort()).toEqual(
      expect.arrayContaining(['cancel', 'deposit', 'limit order', 'notional order', 'replace', 'withdrawal']),
    )
    expect(totals.fills).toBeGreaterThan(20)
    expect(answers).toBeGreaterThanOrEqual(40 * 9)
  },
)
