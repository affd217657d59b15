import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeBatch } from '../../src/storage/encoding/batch-codec.ts'
import { JOURNAL_FORMAT } from '../../src/storage/journal/journal-file.ts'
import { fromFormat1 } from '../../src/storage/migrations/from-format-1.ts'
import { rewriteFrom } from '../../src/storage/migrations/journal-migrations.ts'
import { eventArbitrary } from './event-arbitraries.ts'
import { batch } from './story.ts'

test('a way leads to the present format from every one that journals have had', () => {
  for (let format = 1; format < JOURNAL_FORMAT; format++) expect(rewriteFrom(format)?.format).toBe(JOURNAL_FORMAT)
  expect(rewriteFrom(0)).toBe(undefined)
})

test('what format 1 tells as it is told today stays byte for byte', () => {
  fc.assert(
    fc.property(fc.array(eventArbitrary, { maxLength: 5 }), (events) => {
      const content = encodeBatch(batch(7, events))
      expect(fromFormat1(content)).toBe(content)
    }),
    { numRuns: 300, seed: 1 },
  )
})
