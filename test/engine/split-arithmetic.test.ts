import { expect, test } from 'vitest'
import { LARGEST_PRICE_TICKS } from '../../src/domain/amounts/amounts.ts'
import { splitTicks } from '../../src/engine/split-arithmetic.ts'

test('a price of a new share is the nearest, from a half on the one above, and never none', () => {
  const halved = [0, 1, 2, 3, 4, 5].map((ticks) => splitTicks(ticks, { numerator: 2, denominator: 1 }))
  expect(halved).toEqual([0, 1, 1, 2, 2, 3])
  const third = [1, 4, 5, 7, 8].map((ticks) => splitTicks(ticks, { numerator: 3, denominator: 1 }))
  expect(third).toEqual([1, 1, 2, 2, 3])
  expect(splitTicks(LARGEST_PRICE_TICKS, { numerator: 1, denominator: 2 })).toBe(LARGEST_PRICE_TICKS)
})
