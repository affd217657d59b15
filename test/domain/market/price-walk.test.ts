import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  reanchored,
  untouchedWalk,
  type Walk,
  walkKey,
  walkPrice,
  walkQuote,
  walkedPrices,
  walkTicks,
} from '../../../src/domain/market/price-walk.ts'

const SHARE = 1_000_000_000
const AAPL = untouchedWalk(walkKey('fillgate-sandbox', 'AAPL'), {
  baseTicks: 199_9500,
  stepHundredths: 50,
  spreadTicks: 300,
  sizeLots: 1_200 * SHARE,
})
const OPEN = Date.parse('2026-11-20T14:30:00.000Z')
const SECOND = 1_000

describe('the walk of a security', () => {
  test('is a function of seed, symbol and moment: the same ones give the same quote, on any machine', () => {
    expect([0, 1, 2].map((second) => walkQuote(AAPL, OPEN + second * SECOND))).toEqual([
      { bidTicks: 1_760_900, askTicks: 1_761_100, bidLots: 700 * SHARE, askLots: 1_700 * SHARE },
      { bidTicks: 1_760_800, askTicks: 1_761_000, bidLots: 700 * SHARE, askLots: 1_300 * SHARE },
      { bidTicks: 1_760_600, askTicks: 1_761_100, bidLots: 1_000 * SHARE, askLots: 600 * SHARE },
    ])
    expect(walkQuote(AAPL, OPEN + 999)).toEqual(walkQuote(AAPL, OPEN))
    const another = { ...AAPL, key: walkKey('another seed', 'AAPL') }
    expect(walkQuote(another, OPEN)).not.toEqual(walkQuote(AAPL, OPEN))
  })

  test('has between its low and its high every price of a stretch of time, and both of them among these', () => {
    const from = fc.integer({ min: OPEN - 100_000 * SECOND, max: OPEN + 1_000_000 * SECOND })
    const length = fc.oneof(fc.integer({ min: 0, max: 20 * SECOND }), fc.integer({ min: 0, max: 30_000 * SECOND }))
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 1_000 }), from, length, (key, stepHundredths, start, ms) => {
        const walk = { ...AAPL, key, stepHundredths }
        const prices: number[] = []
        for (let at = start; at <= start + ms; at += SECOND) prices.push(walkPrice(walk, at))
        prices.push(walkPrice(walk, start + ms))
        const highTicks = prices.reduce((high, price) => Math.max(high, price))
        const lowTicks = prices.reduce((low, price) => Math.min(low, price))
        expect(walkedPrices(walk, start, start + ms)).toEqual({ openTicks: prices[0], highTicks, lowTicks })
      }),
      { numRuns: 40 },
    )
  })

  test('quotes a bid below the ask, on the tick, around its price, at any moment', () => {
    const moment = fc.integer({ min: Date.parse('2016-01-01T00:00:00Z'), max: Date.parse('2035-01-01T00:00:00Z') })
    const walk = fc.record({
      key: fc.nat(),
      anchorTicks: fc.integer({ min: 100, max: 10_000_000_000 }),
      anchorNoise: fc.integer({ min: -10_000_000, max: 10_000_000 }),
      stepHundredths: fc.integer({ min: 0, max: 10_000 }),
      spreadTicks: fc.integer({ min: 1, max: 10_000 }),
      sizeLots: fc.integer({ min: 1, max: 10_000 }).map((shares) => shares * SHARE),
    })
    fc.assert(
      fc.property(walk, moment, (one: Walk, at) => {
        const { bidTicks, askTicks, bidLots, askLots } = walkQuote(one, at)
        const price = walkPrice(one, at)
        expect(bidTicks).toBeGreaterThan(0)
        expect(askTicks).toBeGreaterThan(bidTicks)
        for (const ticks of [bidTicks, askTicks, price]) if (ticks >= 10_000) expect(ticks % 100).toBe(0)
        expect(bidLots).toBeGreaterThanOrEqual(SHARE)
        expect(bidLots % SHARE).toBe(0)
        expect(askLots % SHARE).toBe(0)
        expect(Number.isSafeInteger(walkTicks(one, at))).toBe(true)
      }),
      { numRuns: 2_000, verbose: true },
    )
  })

  test('moves by about its step a second, by about a hundred times that a day', () => {
    const bps = (from: number, to: number): number => (10_000 * (walkTicks(AAPL, to) - walkTicks(AAPL, from))) / walkTicks(AAPL, from)
    const spread = (distance: number, count: number): number => {
      const moves = Array.from({ length: count }, (_, index) => bps(OPEN + index * distance, OPEN + (index + 1) * distance))
      return Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / count)
    }
    expect(spread(SECOND, 20_000)).toBeGreaterThan(0.2)
    expect(spread(SECOND, 20_000)).toBeLessThan(0.6)
    expect(spread(86_400 * SECOND, 700)).toBeGreaterThan(60)
    expect(spread(86_400 * SECOND, 700)).toBeLessThan(200)
  })

  test('that is given another step goes on from the price that it has', () => {
    const wild = reanchored(AAPL, { ticks: 150_0000, at: OPEN, stepHundredths: 1_000 })
    expect(walkTicks(wild, OPEN)).toBe(150_0000)
    const calm = Math.abs(walkTicks(AAPL, OPEN + 600 * SECOND) - walkTicks(AAPL, OPEN))
    expect(Math.abs(walkTicks(wild, OPEN + 600 * SECOND) - 150_0000)).toBeGreaterThan(calm)
  })
})
