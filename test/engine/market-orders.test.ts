import { describe, expect, test } from 'vitest'
import { openVenue, type Trader, type Venue } from './engine-under-test.ts'

function desk(rules: Parameters<typeof openVenue>[0] = {}): {
  readonly venue: Venue
  readonly alice: Trader
  readonly bob: Trader
  readonly carol: Trader
} {
  const venue = openVenue(rules)
  const opening = { cash: '100000.00', shares: { AAPL: 1000, MSFT: 1000 } }
  return { venue, alice: venue.account('alice', opening), bob: venue.account('bob', opening), carol: venue.account('carol', opening) }
}

describe('a market order', () => {
  test('trades what the book offers, best first', () => {
    const { alice, bob } = desk()
    alice.sell('5', { limit: '150.00' })
    alice.sell('5', { limit: '150.50' })
    expect(bob.buy('8').said).toEqual([
      'b1 accepted: buy market, new 0+8 of 8, holds 1260.00',
      'a1 sells 5 at 150.00 for 750.00, adding: filled 5+0 of 5',
      'b1 buys 5 at 150.00 for 750.00, taking: partially_filled 5+3 of 8, holds 472.50',
      'a2 sells 3 at 150.50 for 451.50, adding: partially_filled 3+2 of 5, holds 2 shares',
      'b1 buys 3 at 150.50 for 451.50, taking: filled 8+0 of 8',
    ])
  })

  test('to buy holds its quantity at the best ask plus the collar: 5 percent from 50.00, 4 percent below', () => {
    const { alice, bob } = desk()
    alice.sell('1', { limit: '200.00' })
    alice.sell('1', { limit: '49.99', symbol: 'MSFT' })
    expect(bob.buy('100').said[0]).toBe('b1 accepted: buy market, new 0+100 of 100, holds 21000.00')
    expect(bob.buy('100', { symbol: 'MSFT' }).said[0]).toBe('b2 accepted: buy market, new 0+100 of 100, holds 5198.96')
  })

  test('to buy does not trade beyond the collar above the best ask at entry; its rest waits', () => {
    const { venue, alice, bob } = desk()
    alice.sell('5', { limit: '100.00' })
    alice.sell('5', { limit: '105.00' })
    alice.sell('5', { limit: '105.01' })
    bob.buy('15')
    expect(bob.order('b1')).toBe('partially_filled 10+5 of 15, holds 525.00')
    expect(venue.depth()).toEqual({ bids: [], asks: ['5 @ 105.01'] })
  })

  test('to sell does not trade beyond the collar below the best bid at entry; its rest waits', () => {
    const { venue, alice, bob } = desk()
    alice.buy('5', { limit: '100.00' })
    alice.buy('5', { limit: '95.00' })
    alice.buy('5', { limit: '94.99' })
    bob.sell('15')
    expect(bob.order('b1')).toBe('partially_filled 10+5 of 15, holds 5 shares')
    expect(venue.depth()).toEqual({ bids: ['5 @ 94.99'], asks: [] })
  })

  test('that waits takes the next liquidity inside its collar, at the price of the order that brings it', () => {
    const { alice, bob } = desk()
    alice.sell('5', { limit: '100.00' })
    bob.buy('8')
    expect(alice.sell('10', { limit: '104.00' }).said).toEqual([
      'a2 accepted: sell limit 104.00, new 0+10 of 10, holds 10 shares',
      'b1 buys 3 at 104.00 for 312.00, adding: filled 8+0 of 8',
      'a2 sells 3 at 104.00 for 312.00, taking: partially_filled 3+7 of 10, holds 7 shares',
    ])
  })

  test('that waits lets an offer outside its collar pass', () => {
    const { venue, alice, bob } = desk()
    alice.sell('5', { limit: '100.00' })
    bob.buy('8')
    alice.sell('10', { limit: '105.01' })
    expect(venue.depth().asks).toEqual(['10 @ 105.01'])
    expect(bob.order('b1')).toBe('partially_filled 5+3 of 8, holds 315.00')
  })

  test('that waits stands first in time before the price levels, and trades at the best resting price of its own side', () => {
    const { alice, bob, carol } = desk()
    alice.sell('5', { limit: '100.00' })
    bob.buy('8')
    carol.buy('10', { limit: '99.00' })
    expect(alice.sell('5', { limit: '98.00' }).said).toEqual([
      'a2 accepted: sell limit 98.00, new 0+5 of 5, holds 5 shares',
      'b1 buys 3 at 99.00 for 297.00, adding: filled 8+0 of 8',
      'a2 sells 3 at 99.00 for 297.00, taking: partially_filled 3+2 of 5, holds 2 shares',
      'c1 buys 2 at 99.00 for 198.00, adding: partially_filled 2+8 of 10, holds 792.00',
      'a2 sells 2 at 99.00 for 198.00, taking: filled 5+0 of 5',
    ])
  })

  test('two that wait trade in the order in which they came', () => {
    const { alice, bob, carol } = desk()
    bob.buy('2')
    carol.buy('2')
    expect(alice.sell('3', { limit: '150.00' }).said.filter((line) => line.includes('buys'))).toEqual([
      'b1 buys 2 at 150.00 for 300.00, adding: filled 2+0 of 2',
      'c1 buys 1 at 150.00 for 150.00, adding: partially_filled 1+1 of 2, holds 157.50',
    ])
  })

  test('that waits is passed over by a better one behind it when the price is outside its own collar', () => {
    const { alice, bob, carol } = desk()
    alice.sell('1', { limit: '100.00' })
    bob.buy('2')
    alice.sell('1', { limit: '110.00' })
    carol.buy('2')
    expect(alice.sell('1', { limit: '112.00' }).said.slice(1)).toEqual([
      'c1 buys 1 at 112.00 for 112.00, adding: filled 2+0 of 2',
      'a3 sells 1 at 112.00 for 112.00, taking: filled 1+0 of 1',
    ])
  })

  test('meets a waiting one at the best price that rests on the side of the waiting one', () => {
    const { alice, bob, carol } = desk()
    alice.sell('1', { limit: '100.00' })
    bob.buy('3')
    carol.buy('1', { limit: '99.00' })
    expect(alice.sell('3').said.slice(1)).toEqual([
      'b1 buys 2 at 99.00 for 198.00, adding: filled 3+0 of 3',
      'a2 sells 2 at 99.00 for 198.00, taking: partially_filled 2+1 of 3, holds 1 shares',
      'c1 buys 1 at 99.00 for 99.00, adding: filled 1+0 of 1',
      'a2 sells 1 at 99.00 for 99.00, taking: filled 3+0 of 3',
    ])
  })

  test('does not trade with a waiting one when no price rests anywhere', () => {
    const { alice, bob } = desk()
    bob.buy('3')
    expect(alice.sell('3').said).toEqual(['a1 accepted: sell market, new 0+3 of 3, holds 3 shares'])
  })

  test('without any liquidity waits, measured from the last trade, before the first trade from the previous close', () => {
    const { alice, bob } = desk()
    expect(bob.buy('1').said).toEqual(['b1 accepted: buy market, new 0+1 of 1, holds 157.50'])
    alice.sell('1', { limit: '120.00' })
    expect(bob.buy('1').said).toEqual(['b2 accepted: buy market, new 0+1 of 1, holds 126.00'])
  })

  test('without any liquidity is refused where the market is set to refuse it', () => {
    const { alice, bob } = desk({ unpriced: 'refuse' })
    expect(bob.buy('1')).toMatchObject({ code: 'NO_LIQUIDITY', said: ['b1 rejected NO_LIQUIDITY: There is nothing to trade AAPL with.'] })
    alice.sell('1', { limit: '120.00' })
    expect(bob.buy('1').code).toBeUndefined()
  })

  test('with time in force ioc ends with what it got', () => {
    const { alice, bob } = desk()
    alice.sell('5', { limit: '150.00' })
    expect(bob.buy('8', { tif: 'ioc' }).said.at(-1)).toBe('b1 cancelled (time_in_force): cancelled 5+0 of 8')
  })

  test('with time in force fok trades whole or not at all, the collar included', () => {
    const { venue, alice, bob } = desk()
    alice.sell('5', { limit: '100.00' })
    alice.sell('5', { limit: '105.01' })
    expect(bob.buy('6', { tif: 'fok' }).said).toEqual([
      'b1 accepted: buy market, new 0+6 of 6, holds 630.00',
      'b1 cancelled (time_in_force): cancelled 0+0 of 6',
    ])
    expect(venue.depth().asks).toEqual(['5 @ 100.00', '5 @ 105.01'])
    expect(bob.buy('5', { tif: 'fok' }).said.at(-1)).toBe('b2 buys 5 at 100.00 for 500.00, taking: filled 5+0 of 5')
  })

  test('can be cancelled while it waits', () => {
    const { alice, bob } = desk()
    bob.buy('8')
    expect(bob.cancel('b1').said).toEqual(['b1 cancelled (user_requested, 378=99, REST cancel): cancelled 0+0 of 8'])
    expect(alice.sell('8', { limit: '150.00' }).said).toHaveLength(1)
  })

  test('spends at most its hold, so that cash never goes below zero', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { shares: { AAPL: 100 } })
    const bob = venue.account('bob', { cash: '1050.00' })
    alice.sell('5', { limit: '100.00' })
    alice.sell('5', { limit: '105.00' })
    expect(bob.buy('10').said.at(-1)).toBe('b1 buys 5 at 105.00 for 525.00, taking: filled 10+0 of 10')
    expect(bob.money).toMatchObject({ cash: '25.00', buyingPower: '25.00' })
  })
})
