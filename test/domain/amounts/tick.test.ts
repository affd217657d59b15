import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOnTick, onTickAbove, onTickBelow } from '../../../src/domain/amounts/tick.ts'

test('prices below 1.00 have four decimals, those from there on two', () => {
  const prices = [0, 1, 9_999, 10_000, 10_001, 10_099, 10_100, 1_234_500, 1_234_550, 9_999_999_999, 10_000_000_000]
  expect(prices.filter(isOnTick)).toEqual([0, 1, 9_999, 10_000, 10_100, 1_234_500, 10_000_000_000])
})

test('a price is on the tick when it is the whole multiple of a cent, or below a dollar', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), fc.nat(100_000), (ticks, high) => {
      const price = ticks + high * 100_000
      expect(isOnTick(price)).toBe(price < 10_000 || BigInt(price) % 100n === 0n)
      expect(isOnTick(onTickBelow(price)) && isOnTick(onTickAbove(price))).toBe(true)
      expect(onTickBelow(price) <= price && price <= onTickAbove(price)).toBe(true)
    }),
  )
})
