import { expect, test } from 'vitest'
import { SlowFills } from '../../../src/engine/orders/slow-fills.ts'

test('slow fills are gone through oldest first, in whatever order they came and went', () => {
  const slowFills = new SlowFills()
  for (const number of [7, 9, 3, 12, 5]) slowFills.add(number)
  expect([...slowFills]).toEqual([3, 5, 7, 9, 12])
  slowFills.delete(3)
  slowFills.add(4)
  slowFills.add(13)
  expect([...slowFills]).toEqual([4, 5, 7, 9, 12, 13])
})

test('one that is filled while they are gone through is left out', () => {
  const slowFills = new SlowFills()
  for (const number of [1, 2, 3]) slowFills.add(number)
  const seen: number[] = []
  for (const number of slowFills) {
    seen.push(number)
    slowFills.delete(number)
    slowFills.delete(2)
  }
  expect(seen).toEqual([1, 3])
})
