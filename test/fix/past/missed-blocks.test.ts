import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MissedBlocks } from '../../../src/fix/past/missed-blocks.ts'

const END = 100_000

test('what is skipped concerned nobody, and no more than a block is looked at in vain', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: END - 1 }), { maxLength: 20 }),
      fc.integer({ min: 0, max: END }),
      fc.integer({ min: 0, max: END }),
      (concerned, since, from) => {
        const positions = concerned.filter((position) => position >= since).sort((a, b) => a - b)
        const missed = new MissedBlocks()
        missed.noteFrom(since)
        for (const position of positions) missed.note(position)
        const next = missed.nextFrom(from, END)
        const first = positions.find((position) => position >= from) ?? END
        if (from < since) expect(next).toBe(from)
        else {
          expect(next).toBeGreaterThanOrEqual(from)
          expect(next).toBeLessThanOrEqual(first)
          // the block may have been noted for what came before `from` in it
          if (next !== from) expect(first - next).toBeLessThan(4_096)
        }
      },
    ),
  )
})

test('before anything is noted, everything is looked at; noting anew forgets', () => {
  const missed = new MissedBlocks()
  expect(missed.nextFrom(7, END)).toBe(7)
  missed.noteFrom(10)
  missed.note(20_000)
  expect([missed.nextFrom(7, END), missed.nextFrom(10, END), missed.nextFrom(30_000, END)]).toEqual([7, 16_384, END])
  missed.noteFrom(40_000)
  expect(missed.nextFrom(40_000, END)).toBe(END)
})
