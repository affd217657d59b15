import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addNotional,
  averageMicros,
  averageMicrosOf,
  lotsFor,
  lotsForUp,
  type Notional,
  notionalCents,
  notionalCentsUp,
  portionOf,
  subtractNotional,
  toCents,
  valueCents,
} from '../../../src/domain/amounts/notional.ts'

// The oracle: decimal.js with more digits than any amount here has.
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN })
const dollars = (ticks: number, lots: number): Decimal => new Exact(ticks).div(1e4).mul(new Exact(lots).div(1e9))
const dollarsOf = ({ whole, fraction }: Notional): Decimal => new Exact(whole).div(1e4).add(new Exact(fraction).div(1e13))
const inCents = (amount: Decimal, rounding: Decimal.Rounding = Decimal.ROUND_HALF_EVEN): number =>
  amount.mul(100).toDecimalPlaces(0, rounding).toNumber()

const SHARE = 1_000_000_000
const anyTicks = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 10_000_000_000 }))
const anyLots = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }).map((shares) => shares * SHARE),
  fc.integer({ min: 1, max: 3 * SHARE }),
  fc.integer({ min: 1, max: 9_000_000 * SHARE }),
)
const fill = fc.record({ ticks: anyTicks, lots: anyLots })
// the value of an order has to be countable in cents
const countable = ({ ticks, lots }: { ticks: number; lots: number }): boolean => dollars(ticks, lots).lt(90_000_000_000_000)
const anyFill = fill.filter(countable)

test('what is worth more than 2^53 ticks stands at that', () => {
  const most = { whole: Number.MAX_SAFE_INTEGER, fraction: 0 }
  expect(addNotional({ whole: 0, fraction: 0 }, 10_000_000_000, 1_000_000 * SHARE)).toEqual(most)
  expect(addNotional(most, 1, 1)).toEqual(most)
})

describe('the value of a fill in cents', () => {
  test.each([
    ['4 at 149.50', 1_495_000, 4 * SHARE, 598_00],
    ['0.438596491 at 200.05', 2_000_500, 438_596_491, 87_74],
    ['half a cent to the even below', 50, SHARE, 0],
    ['half a cent to the even above', 150, SHARE, 2],
    ['just above half a cent', 51, SHARE, 1],
    ['half a cent of a part of a share', 100, SHARE / 2, 0],
    ['one and a half cents of a part of a share', 300, SHARE / 2, 2],
    ['9000000 at 1000000.00', 10_000_000_000, 9_000_000 * SHARE, 900_000_000_000_000],
  ])('%s', (_, ticks, lots, cents) => {
    expect(notionalCents(ticks, lots)).toBe(cents)
  })

  test('is half-even, and rounded up for what is held', () => {
    fc.assert(
      fc.property(anyFill, ({ ticks, lots }) => {
        expect(notionalCents(ticks, lots)).toBe(inCents(dollars(ticks, lots)))
        expect(notionalCentsUp(ticks, lots)).toBe(inCents(dollars(ticks, lots), Decimal.ROUND_CEIL))
      }),
      { numRuns: 5000 },
    )
  })

  test('of a position of any size, below zero too, is half-even', () => {
    fc.assert(
      fc.property(
        anyTicks,
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.oneof(fc.constant(0), fc.integer({ min: 0, max: SHARE - 1 })),
        (ticks, shares, lots) => {
          const exact = new Exact(ticks).div(1e4).mul(new Exact(shares).add(new Exact(lots).div(1e9)))
          expect(valueCents(ticks, { shares, lots }) + 0).toBe(inCents(exact) + 0)
        },
      ),
      { numRuns: 3000 },
    )
  })
})

describe('the quantity that an amount buys', () => {
  test('is rounded down to a billionth share, and up where it is held', () => {
    expect(lotsFor(100_00, 2_000_500)).toBe(499_875_031)
    expect(lotsForUp(100_00, 2_000_500)).toBe(499_875_032)
    expect(lotsFor(150_00, 1_500_000)).toBe(SHARE)
    expect(lotsForUp(150_00, 1_500_000)).toBe(SHARE)
  })

  test('never costs more than the amount, and one billionth more would', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000_000 }), fc.integer({ min: 10_000, max: 10_000_000_000 }), (cents, ticks) => {
        const lots = lotsFor(cents, ticks)
        expect(dollars(ticks, lots).mul(100).lte(cents)).toBe(true)
        expect(
          dollars(ticks, lots + 1)
            .mul(100)
            .gt(cents),
        ).toBe(true)
        const up = lotsForUp(cents, ticks)
        expect(dollars(ticks, up).mul(100).gte(cents)).toBe(true)
        expect(up - lots).toBeLessThanOrEqual(1)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a sum of fills', () => {
  const fills = fc.array(
    fill.map(({ ticks, lots }) => ({ ticks: Math.min(ticks, 100_000_000), lots: Math.min(lots, 1_000_000 * SHARE) })),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  const sumOf = (list: readonly { ticks: number; lots: number }[]): Notional =>
    list.reduce<Notional>((sum, { ticks, lots }) => addNotional(sum, ticks, lots), { whole: 0, fraction: 0 })

  test('is exact, in a form of its own: the fraction is below a tick', () => {
    fc.assert(
      fc.property(fills, (list) => {
        const sum = sumOf(list)
        const exact = list.reduce((total, { ticks, lots }) => total.add(dollars(ticks, lots)), new Exact(0))
        expect(dollarsOf(sum).eq(exact)).toBe(true)
        expect(sum.fraction >= 0 && sum.fraction < SHARE && Number.isSafeInteger(sum.whole)).toBe(true)
        expect(toCents(sum)).toBe(inCents(exact))
      }),
      { numRuns: 2000 },
    )
  })

  test('less one of them is the sum of the others, and never below zero', () => {
    fc.assert(
      fc.property(fills, (list) => {
        const [first, ...others] = list
        expect(subtractNotional(sumOf(list), first!.ticks, first!.lots)).toEqual(sumOf(others))
        expect(subtractNotional({ whole: 0, fraction: 5 }, first!.ticks, first!.lots + SHARE)).toEqual({ whole: 0, fraction: 0 })
      }),
      { numRuns: 1000 },
    )
  })

  test('has the average price half-even to 6 decimals', () => {
    expect(averageMicros({ whole: 4_480_000, fraction: 0 }, 3 * SHARE)).toBe(149_333_333)
    expect(averageMicros({ whole: 0, fraction: 0 }, 0)).toBe(0)
    fc.assert(
      fc.property(fills, (list) => {
        const lots = list.reduce((total, one) => total + one.lots, 0)
        const sum = sumOf(list)
        const exact = dollarsOf(sum).div(new Exact(lots).div(1e9)).mul(1e6).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toNumber()
        expect(averageMicros(sum, lots)).toBe(exact)
        expect(averageMicrosOf(sum, { shares: Math.floor(lots / SHARE), lots: lots % SHARE })).toBe(exact)
      }),
      { numRuns: 2000 },
    )
  })

  test('of no shares, or of less than none, has no average', () => {
    expect(averageMicrosOf({ whole: 10, fraction: 0 }, { shares: 0, lots: 0 })).toBe(0)
    expect(averageMicrosOf({ whole: 10, fraction: 0 }, { shares: -1, lots: 5 })).toBe(0)
  })
})

describe('the cost that stays when a part of a position is sold', () => {
  test('is its share of the cost, half-even', () => {
    expect(portionOf({ whole: 15_000_000, fraction: 0 }, { shares: 4, lots: 0 }, { shares: 10, lots: 0 })).toEqual({
      whole: 6_000_000,
      fraction: 0,
    })
    expect(portionOf({ whole: 1, fraction: 0 }, { shares: 1, lots: 0 }, { shares: 3, lots: 0 })).toEqual({
      whole: 0,
      fraction: 333_333_333,
    })
    expect(portionOf({ whole: 0, fraction: 1 }, { shares: 1, lots: 0 }, { shares: 2, lots: 0 })).toEqual({ whole: 0, fraction: 0 })
    expect(portionOf({ whole: 0, fraction: 3 }, { shares: 1, lots: 0 }, { shares: 2, lots: 0 })).toEqual({ whole: 0, fraction: 2 })
  })

  test('of whole shares is the same whether or not they all cost the same', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.oneof(fc.integer({ min: 1, max: 900_000 }), fc.constant(0)),
        fc.integer({ min: 1, max: 1_000_000_000 }),
        (shares, kept, apiece, odd) => {
          const whole = apiece > 0 ? apiece * shares : odd
          const exact = new Exact(whole).mul(1e9).mul(Math.min(kept, shares)).div(shares)
          const parts = new Exact(exact.toFixed(0, Decimal.ROUND_HALF_EVEN))
          expect(portionOf({ whole, fraction: 0 }, { shares: Math.min(kept, shares), lots: 0 }, { shares, lots: 0 })).toEqual({
            whole: parts.divToInt(1e9).toNumber(),
            fraction: parts.mod(1e9).toNumber(),
          })
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('of any whole shares and any cost is exact, ties and limits of what a double counts included', () => {
    const anyShares = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 20_000_000 }), fc.integer({ min: 1, max: 1e12 }))
    const anyWhole = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 1e12 }), fc.maxSafeNat())
    const anyFraction = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 999_999_999 }))
    fc.assert(
      fc.property(anyShares, anyShares, anyWhole, anyFraction, (shares, gone, whole, fraction) => {
        const kept = Math.max(0, shares - gone)
        const exact = new Exact(whole).mul(1e9).add(fraction).mul(kept).div(shares)
        const parts = new Exact(exact.toFixed(0, Decimal.ROUND_HALF_EVEN))
        expect(portionOf({ whole, fraction }, { shares: kept, lots: 0 }, { shares, lots: 0 })).toEqual({
          whole: parts.divToInt(1e9).toNumber(),
          fraction: parts.mod(1e9).toNumber(),
        })
      }),
      { numRuns: 4000 },
    )
  })

  test('of everything is everything, of nothing or less is nothing', () => {
    const cost = { whole: 15_000_000, fraction: 7 }
    expect(portionOf(cost, { shares: 10, lots: 5 }, { shares: 10, lots: 5 })).toEqual(cost)
    expect(portionOf(cost, { shares: 0, lots: 0 }, { shares: 10, lots: 0 })).toEqual({ whole: 0, fraction: 0 })
    expect(portionOf(cost, { shares: -1, lots: 5 }, { shares: 10, lots: 0 })).toEqual({ whole: 0, fraction: 0 })
  })
})
