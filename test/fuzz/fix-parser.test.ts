import fc from 'fast-check'
import { test } from 'vitest'
import { DICTIONARY, dictionaryRules } from '../support/gateway-under-test.ts'
import { loadMessageShapes } from './message-shapes.ts'
import { checkParser } from './parser-check.ts'

const RUNS = 80_000
const surroundings = { rules: await dictionaryRules(), shapes: await loadMessageShapes(DICTIONARY) }

test(
  `whatever comes, the parser reads what a plain reader reads, and the good message behind it: ${RUNS} streams`,
  { timeout: 240_000 },
  () => {
    const tape = fc.uint8Array({ maxLength: 120, size: 'max' })
    fc.assert(
      fc.property(tape, (bytes) => checkParser(bytes, surroundings)),
      { numRuns: RUNS },
    )
  },
)
