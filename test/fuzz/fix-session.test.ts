import fc from 'fast-check'
import { test } from 'vitest'
import { DICTIONARY, dictionaryRules, publicRules } from '../support/gateway-under-test.ts'
import { loadMessageShapes } from './message-shapes.ts'
import { checkSession } from './session-check.ts'

const SESSIONS = 1_000
const surroundings = { rules: await dictionaryRules(), publicRules: await publicRules(), shapes: await loadMessageShapes(DICTIONARY) }

test(
  `whatever comes, a session answers what is a message and ignores what is none: ${SESSIONS} sessions`,
  { timeout: 240_000 },
  async () => {
    const tape = fc.uint8Array({ maxLength: 120, size: 'max' })
    await fc.assert(
      fc.asyncProperty(fc.array(tape, { maxLength: 16, size: 'max' }), (tapes) => checkSession(tapes, surroundings)),
      { numRuns: SESSIONS },
    )
  },
)
