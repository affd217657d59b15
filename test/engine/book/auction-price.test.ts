import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPrice, LOTS_PER_SHARE, parsePrice } from '../../../src/domain/amounts/amounts.ts'
import { Side } from '../../../src/domain/orders/order.ts'
import { clearingPrice, type Interest } from '../../../src/engine/book/auction-price.ts'
import { exact } from '../engine-under-test.ts'

describe('the price of an auction', () => {
  const cases: readonly (readonly [why: string, buys: string, sells: string, reference: string, cleared: string])[] = [
    ['nobody meets', '10 @ 99.00', '10 @ 100.00', '99.50', 'none'],
    ['one side alone is no auction', '10 @ 99.00', '', '99.50', 'none'],
    ['the price with most volume', '10 @ 100.00, 10 @ 98.00', '5 @ 97.00, 20 @ 99.00', '90.00', '99.00: 10, -15'],
    ['of those with equal volume the one with the least imbalance', '10 @ 100.00, 5 @ 98.00', '10 @ 95.00', '97.00', '98.01: 10, 0'],
    ['then the one nearest the reference, inside the range', '10 @ 101.00', '10 @ 99.00', '100.37', '100.37: 10, 0'],
    ['… below it', '10 @ 101.00', '10 @ 99.00', '80.00', '99.00: 10, 0'],
    ['… above it', '10 @ 101.00', '10 @ 99.00', '120.00', '101.00: 10, 0'],
    ['… on the tick, where a split has left the reference off it', '10 @ 101.00', '10 @ 99.00', '100.3751', '100.38: 10, 0'],
    ['… and the lower one of two that are as near', '10 @ 101.00', '10 @ 99.00', '100.3750', '100.37: 10, 0'],
    ['of two equally near the lower one', '10 @ 100.01, 10 @ 99.99', '10 @ 90.00, 10 @ 100.00', '100.00', '100.00: 10, -10'],
    ['more buyers leave a surplus of buyers', '30 @ 100.00', '10 @ 99.00', '99.50', '99.50: 10, 20'],
    ['under a dollar the tick is a hundredth of a cent', '10 @ 0.5100, 5 @ 0.5000', '10 @ 0.4000', '0.4500', '0.5001: 10, 0'],
    ['around a dollar it changes', '10 @ 1.01, 5 @ 1.00', '10 @ 0.9000', '0.9500', '1.01: 10, 0'],
    ['a collar that is off the tick is met by the tick inside it', '10 @ 100.0050', '10 @ 99.9950', '200.00', '100.00: 10, 0'],
    [
      'more shares than a safe integer has lots',
      '9000000 @ 10.00, 9000000 @ 10.00',
      '9000000 @ 9.00, 8000000 @ 9.00',
      '9.50',
      '9.50: 17000000, 1000000',
    ],
  ]

  test.each(cases)('%s', (_why, buys, sells, reference, cleared) => {
    expect(clearedText([...interests(Side.Buy, buys), ...interests(Side.Sell, sells)], exact(parsePrice(reference)))).toBe(cleared)
  })

  test('is the best of all prices on the tick, found by trying every one', () => {
    const cents = fc.integer({ min: 95, max: 106 }).map((price) => price * 100)
    const interest = fc.record({ side: fc.constantFrom(Side.Buy, Side.Sell), lots: fc.integer({ min: 1, max: 9 }), worstTicks: cents })
    const references = fc.integer({ min: 9_500, max: 10_600 })
    fc.assert(
      fc.property(fc.array(interest, { maxLength: 12 }), references, (given, reference) => {
        expect(clearingPrice(given, reference)).toEqual(triedOut(given, reference))
      }),
      { numRuns: 500 },
    )
  })
})

/** Every price from 0.9000 to 1.10, by the rule itself. */
function triedOut(given: readonly Interest[], reference: number) {
  const prices = [...range(9_000, 9_999, 1), ...range(10_000, 11_000, 100)]
  const sum = (side: Side, price: number): number =>
    given
      .filter((one) => one.side === side && (side === Side.Buy ? one.worstTicks >= price : one.worstTicks <= price))
      .reduce((total, { lots }) => total + lots, 0)
  const outcomes = prices.map((ticks) => ({ ticks, wanted: sum(Side.Buy, ticks), offered: sum(Side.Sell, ticks) }))
  const volume = Math.max(...outcomes.map(({ wanted, offered }) => Math.min(wanted, offered)))
  if (volume === 0) return undefined
  const largest = outcomes.filter(({ wanted, offered }) => Math.min(wanted, offered) === volume)
  const imbalance = Math.min(...largest.map(({ wanted, offered }) => Math.abs(wanted - offered)))
  const balanced = largest.filter(({ wanted, offered }) => Math.abs(wanted - offered) === imbalance)
  const distance = Math.min(...balanced.map(({ ticks }) => Math.abs(ticks - reference)))
  const best = balanced.find(({ ticks }) => Math.abs(ticks - reference) === distance)!
  return { ticks: best.ticks, pairedLots: BigInt(volume), surplusLots: BigInt(best.wanted - best.offered) }
}

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

/** `10 @ 99.00, 5 @ 98.00`, in shares. */
function interests(side: Side, text: string): Interest[] {
  return text === ''
    ? []
    : text.split(', ').map((one) => {
        const [shares, price] = one.split(' @ ')
        return { side, lots: Number(shares) * LOTS_PER_SHARE, worstTicks: exact(parsePrice(price!)) }
      })
}

function clearedText(given: readonly Interest[], reference: number): string {
  const price = clearingPrice(given, reference)
  if (!price) return 'none'
  const shares = (lots: bigint): string => String(lots / BigInt(LOTS_PER_SHARE))
  return `${formatPrice(price.ticks)}: ${shares(price.pairedLots)}, ${shares(price.surplusLots)}`
}
