import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Histogram } from '../../src/telemetry/histogram.ts'

function histogramOf(values: readonly number[]): Histogram {
  const histogram = new Histogram()
  for (const value of values) histogram.record(value)
  return histogram
}

test('an empty histogram has quantiles of 0', () => {
  expect([0.01, 0.5, 1].map((share) => new Histogram().quantile(share))).toEqual([0, 0, 0])
})

test('values below 32 are exact', () => {
  const histogram = histogramOf(Array.from({ length: 32 }, (_, value) => value))
  expect([1 / 32, 0.5, 0.75, 1].map((share) => histogram.quantile(share))).toEqual([0, 15, 23, 31])
})

test('a quantile is within 3.2 % of the sorted values, and the largest is exact', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(2 ** 26 - 1), { minLength: 1, maxLength: 200 }),
      fc.constantFrom(0.01, 0.5, 0.95, 0.99, 1),
      (values, share) => {
        const histogram = histogramOf(values)
        const sorted = values.toSorted((a, b) => a - b)
        const exact = sorted[Math.ceil(share * sorted.length) - 1]!
        expect(Math.abs(histogram.quantile(share) - exact)).toBeLessThanOrEqual(exact * 0.032)
        expect([histogram.max, histogram.count, histogram.sum]).toEqual([sorted.at(-1), values.length, values.reduce((a, b) => a + b)])
      },
    ),
  )
})

test('below counts exactly at powers of two', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 26 - 1), { maxLength: 100 }), fc.nat(30), (values, exponent) => {
      expect(histogramOf(values).below(exponent)).toBe(values.filter((value) => value < 2 ** exponent).length)
    }),
  )
})

test('what is out of range counts as the nearest that is in it', () => {
  const histogram = histogramOf([-5, 1e12, 7.9])
  expect([histogram.count, histogram.sum, histogram.max, histogram.below(3)]).toEqual([3, 7 + 2 ** 26 - 1, 2 ** 26 - 1, 2])
})

test('adding is the same as recording in one, and clearing starts over', () => {
  const values = [3, 900, 70_000, 70_000, 5_000_000]
  const sum = histogramOf(values.slice(0, 2))
  sum.add(histogramOf(values.slice(2)))
  expect(sum).toEqual(histogramOf(values))
  expect([0.2, 0.4, 0.6, 1].map((share) => sum.quantile(share))).toEqual(
    [0.2, 0.4, 0.6, 1].map((share) => histogramOf(values).quantile(share)),
  )
  sum.clear()
  expect([sum.count, sum.sum, sum.max, sum.quantile(1)]).toEqual([0, 0, 0, 0])
})

test('what is beyond the largest value counts as that', () => {
  const histogram = new Histogram()
  histogram.record(2 ** 26)
  expect([histogram.max, histogram.sum, histogram.below(25), histogram.below(26), histogram.below(30)]).toEqual([
    2 ** 26 - 1,
    2 ** 26 - 1,
    0,
    1,
    1,
  ])
})
