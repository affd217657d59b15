import { describe, expect, test } from 'vitest'
import { openVenue, type Trader, type Venue } from './engine-under-test.ts'

function desk(rules: Parameters<typeof openVenue>[0] = {}): { readonly venue: Venue; readonly alice: Trader; readonly bob: Trader } {
  const venue = openVenue(rules)
  const opening = { cash: '100000.00', shares: { AAPL: 1000 } }
  return { venue, alice: venue.account('alice', opening), bob: venue.account('bob', opening) }
}

describe('immediate or cancel', () => {
  test('trades what it can and ends as cancelled with the rest, without 378', () => {
    const { venue, alice, bob } = desk()
    alice.sell('4', { limit: '150.00' })
    alice.sell('4', { limit: '151.00' })
    expect(bob.buy('10', { limit: '150.00', tif: 'ioc' }).said).toEqual([
      'b1 accepted: buy limit 150.00, new 0+10 of 10, holds 1500.00',
      'a1 sells 4 at 150.00 for 600.00, adding: filled 4+0 of 4',
      'b1 buys 4 at 150.00 for 600.00, taking: partially_filled 4+6 of 10, holds 900.00',
      'b1 cancelled (time_in_force): cancelled 4+0 of 10',
    ])
    expect(venue.depth()).toEqual({ bids: [], asks: ['4 @ 151.00'] })
    expect(bob.money).toMatchObject({ held: '0.00', buyingPower: '99400.00' })
  })

  test('without a counterpart is accepted and cancelled', () => {
    const { bob } = desk()
    expect(bob.sell('10', { limit: '150.00', tif: 'ioc' }).said).toEqual([
      'b1 accepted: sell limit 150.00, new 0+10 of 10, holds 10 shares',
      'b1 cancelled (time_in_force): cancelled 0+0 of 10',
    ])
    expect(bob.position()).toBe('1000, 1000 available, at 150.00')
  })

  test('that fills whole is filled', () => {
    const { alice, bob } = desk()
    alice.sell('10', { limit: '150.00' })
    expect(bob.buy('10', { limit: '150.00', tif: 'ioc' }).said.at(-1)).toBe('b1 buys 10 at 150.00 for 1500.00, taking: filled 10+0 of 10')
  })
})

describe('fill or kill', () => {
  test('trades whole over several levels and orders', () => {
    const { alice, bob } = desk()
    alice.sell('4', { limit: '150.00' })
    alice.sell('4', { limit: '151.00' })
    alice.sell('4', { limit: '152.00' })
    bob.buy('9', { limit: '152.00', tif: 'fok' })
    expect(bob.order('b1')).toBe('filled 9+0 of 9')
  })

  test('that can not trade whole trades nothing and leaves the book as it was', () => {
    const { venue, alice, bob } = desk()
    alice.sell('4', { limit: '150.00' })
    alice.sell('4', { limit: '151.00' })
    expect(bob.buy('9', { limit: '151.00', tif: 'fok' }).said).toEqual([
      'b1 accepted: buy limit 151.00, new 0+9 of 9, holds 1359.00',
      'b1 cancelled (time_in_force): cancelled 0+0 of 9',
    ])
    expect(venue.depth().asks).toEqual(['4 @ 150.00', '4 @ 151.00'])
  })

  test('does not count what stands behind an order of its own', () => {
    const { venue, alice, bob } = desk()
    bob.sell('4', { limit: '150.00' })
    alice.sell('6', { limit: '150.00' })
    expect(bob.buy('6', { limit: '150.00', tif: 'fok' }).said.at(-1)).toBe('b2 cancelled (time_in_force): cancelled 0+0 of 6')
    expect(venue.depth().asks).toEqual(['10 @ 150.00'])
  })

  test('counts what stands behind its own order when that gives way', () => {
    const { venue, alice, bob } = desk({ selfMatch: 'cancel_resting' })
    bob.sell('4', { limit: '150.00' })
    alice.sell('6', { limit: '150.00' })
    bob.buy('6', { limit: '150.00', tif: 'fok' })
    expect(bob.order('b1')).toBe('cancelled 0+0 of 4')
    expect(bob.order('b2')).toBe('filled 6+0 of 6')
    expect(venue.depth()).toEqual({ bids: [], asks: [] })
  })

  test('counts market orders that wait', () => {
    const { alice, bob } = desk()
    alice.buy('4')
    alice.buy('4', { limit: '149.00' })
    bob.sell('8', { limit: '149.00', tif: 'fok' })
    expect(bob.order('b1')).toBe('filled 8+0 of 8')
  })

  test('counts a waiting market order that comes into reach only behind the best price', () => {
    const { venue, alice, bob } = desk()
    const carol = venue.account('carol', { cash: '100000.00' })
    // a market sell that waits with a collar of 95.00, and offers at 94.00
    alice.buy('1', { limit: '100.00' })
    bob.sell('3')
    bob.sell('2', { limit: '94.00' })
    expect(carol.buy('4', { limit: '96.00', tif: 'fok' }).said.slice(1)).toEqual([
      'b2 sells 2 at 94.00 for 188.00, adding: filled 2+0 of 2',
      'c1 buys 2 at 94.00 for 188.00, taking: partially_filled 2+2 of 4, holds 192.00',
      'b1 sells 2 at 96.00 for 192.00, adding: filled 3+0 of 3',
      'c1 buys 2 at 96.00 for 192.00, taking: filled 4+0 of 4',
    ])
  })

  test('counts a waiting market order once, at however many prices it could trade', () => {
    const { venue, alice, bob } = desk()
    const carol = venue.account('carol', { cash: '100000.00' })
    alice.buy('1', { limit: '97.00' })
    bob.sell('3')
    bob.sell('1', { limit: '94.00' })
    bob.sell('1', { limit: '95.00' })
    expect(carol.buy('5', { limit: '96.00', tif: 'fok' }).said.at(-1)).toBe('c1 cancelled (time_in_force): cancelled 0+0 of 5')
    expect(carol.buy('4', { limit: '96.00', tif: 'fok' }).said.at(-1)).toBe('c2 buys 1 at 95.00 for 95.00, taking: filled 4+0 of 4')
  })
})

describe('day and gtc', () => {
  test('rest until they fill, are cancelled or their time is over', () => {
    const { venue, alice } = desk()
    alice.buy('1', { limit: '150.00' })
    alice.buy('1', { limit: '150.00', tif: 'gtc' })
    venue.endDay()
    expect(venue.depth().bids).toEqual(['1 @ 150.00'])
    expect(alice.order('a1')).toBe('expired 0+0 of 1')
    expect(alice.order('a2')).toBe('new 0+1 of 1, holds 150.00')
  })
})
