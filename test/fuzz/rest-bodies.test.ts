import fc from 'fast-check'
import { afterAll, test } from 'vitest'
import { BodyCheck } from './body-check.ts'

const RUNS = 80
const bodies = new BodyCheck()
afterAll(() => bodies.close())

test(
  `whatever body comes, it is taken or refused whole, and the next good order is taken: ${RUNS} times`,
  { timeout: 60_000 },
  async () => {
    const tapes = fc.array(fc.uint8Array({ maxLength: 24, size: 'max' }), { maxLength: 4, size: 'max' })
    // what a smaller one would meet has been changed by those before
    await fc.assert(fc.asyncProperty(tapes, bodies.check), { numRuns: RUNS, endOnFailure: true })
  },
)
