import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberIndex } from '../../../src/fix/past/number-index.ts'

test('reading on from where the index says always finds the batch that gave a number, and is never far from it', () => {
  const steps = fc.array(fc.record({ messages: fc.integer({ min: 1, max: 700 }), positions: fc.integer({ min: 1, max: 3_000 }) }), {
    minLength: 1,
    maxLength: 60,
  })
  fc.assert(
    fc.property(steps, (batches) => {
      const index = new NumberIndex()
      let number = 1
      let position = 10
      const given = batches.map(({ messages, positions }) => {
        const batch = { first: number, position }
        index.add(number, position)
        number += messages
        position += positions
        return batch
      })
      const restored = new NumberIndex()
      restored.restore(JSON.parse(JSON.stringify(index.snapshot())) as ReturnType<NumberIndex['snapshot']>)
      for (const { first, position: at } of given) {
        const found = restored.positionBefore(first)
        expect(found).toBeLessThanOrEqual(at)
        expect(at - found).toBeLessThan(4_096)
      }
    }),
  )
})

test('an index without numbers says so, and one that begins later begins there', () => {
  const index = new NumberIndex()
  expect(index.positionBefore(1)).toBe(-1)
  index.add(50, 7)
  expect([index.positionBefore(1), index.positionBefore(50), index.positionBefore(900)]).toEqual([7, 7, 7])
  index.clear()
  expect(index.positionBefore(50)).toBe(-1)
})
