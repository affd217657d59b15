import { expect, test } from 'vitest'
import { proveRecords } from './records-proof.ts'
import { seeded } from './seeded.ts'

const KILLS = 10
const SEED = 7

// the long forms: npm run prove:records, npm run prove:records -- --kills 100
test(
  `journal, webhook receiver, event stream and drop copy hold the same events and executions after ${KILLS} times kill -9 (seed ${SEED})`,
  { timeout: 300_000 },
  async () => {
    const below = seeded(SEED)
    const proof = await proveRecords({ kills: KILLS, below, wait: (_kill, hears) => hears(5 + below(40)) })
    console.log(`seed ${SEED}:`, proof)
    expect(proof.restartsMs.length).toBe(KILLS)
    expect(proof.streams).toBeGreaterThan(KILLS)
    expect(proof.executions).toBeGreaterThan(10 * KILLS)
    expect(proof.deliveries).toBeGreaterThan(proof.accepted)
  },
)
