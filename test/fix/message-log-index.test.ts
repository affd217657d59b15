import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberIndex } from '../../src/fix/past/number-index.ts'

test('what the log steps over of the journal never holds a batch that gave a number', () => {
  const step = fc.record({ positions: fc.integer({ min: 1, max: 6_000 }), messages: fc.integer({ min: 1, max: 700 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 100_000 }), (steps, from) => {
      const index = new NumberIndex()
      const batches: number[] = []
      let [number, position] = [1, 1]
      for (const { positions, messages } of steps) {
        position += positions
        batches.push(position)
        index.add(number, position)
        number += messages
      }
      const next = index.nextFrom(from)
      expect(next).toBeGreaterThanOrEqual(from)
      expect(batches.filter((batch) => batch >= from && batch < next)).toEqual([])
    }),
  )
})

test('nothing is stepped over while an index knows no number, nor before its first', () => {
  const index = new NumberIndex()
  expect(index.nextFrom(7)).toBe(7)
  index.add(1, 10_000)
  expect(index.nextFrom(7)).toBe(7)
  expect(index.nextFrom(20_000)).toBe(Infinity)
})
