import { describe, expect, test } from 'vitest'
import { OrderStatus } from '../../src/domain/orders/order.ts'
import { openVenue, type Trader, type Venue } from './engine-under-test.ts'

function desk(): { readonly venue: Venue; readonly alice: Trader; readonly bob: Trader } {
  const venue = openVenue()
  const opening = { cash: '100000.00', shares: { AAPL: 1000, PENY: 100_000 } }
  return { venue, alice: venue.account('alice', opening), bob: venue.account('bob', opening) }
}

describe('a fractional order', () => {
  test('trades parts of a share down to a billionth, each fill posted in cents, half to even', () => {
    const { venue, alice } = desk()
    venue.quote('199.95 x 1000', '200.05 x 1000')
    expect(alice.buy('0.438596491').said).toEqual([
      'a1 accepted: buy market, new 0+0.438596491 of 0.438596491, holds 92.13',
      'a1 buys 0.438596491 at 200.05 for 87.74, taking: filled 0.438596491+0 of 0.438596491',
    ])
    expect(alice.position()).toBe('1000.438596491, 1000.438596491 available, at 150.021942')
    alice.sell('0.3', { limit: '210.00' })
    expect(alice.position()).toBe('1000.438596491, 1000.138596491 available, at 150.021942')
    expect(alice.sell('1000.138596492', { limit: '210.00' }).refusal).toMatchObject({ details: { quantity_available: '1000.138596491' } })
  })

  test('leaves the part of a share that an order does not hold', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { shares: { AAPL: 10 } })
    alice.sell('0.25', { limit: '200.00' })
    expect(alice.position()).toBe('10, 9.75 available, at 150.00')
    expect(alice.sell('9.750000001', { limit: '200.00' }).refusal).toMatchObject({ details: { quantity_available: '9.75' } })
    expect(alice.sell('9.75', { limit: '200.00' }).said).toEqual(['a3 accepted: sell limit 200.00, new 0+9.75 of 9.75, holds 9.75 shares'])
  })

  test('as a limit day order rests with the part that is left', () => {
    const { venue, alice, bob } = desk()
    alice.sell('0.3', { limit: '150.00' })
    expect(bob.buy('1.5', { limit: '150.00' }).said.at(-1)).toBe(
      'b1 buys 0.3 at 150.00 for 45.00, taking: partially_filled 0.3+1.2 of 1.5, holds 180.00',
    )
    expect(venue.depth()).toEqual({ bids: ['1.2 @ 150.00'], asks: [] })
  })

  test('0.1 and 0.2 fill 0.3, and nothing rests', () => {
    const { venue, alice, bob } = desk()
    alice.sell('0.1', { limit: '150.00' })
    alice.sell('0.2', { limit: '150.00' })
    expect(bob.buy('0.3', { limit: '150.00' }).said.at(-1)).toBe('b1 buys 0.2 at 150.00 for 30.00, taking: filled 0.3+0 of 0.3')
    expect(venue.depth()).toEqual({ bids: [], asks: [] })
  })

  test('leaves the position whole again when the parts add up', () => {
    const { venue, alice } = desk()
    venue.quote('200.00 x 1000', '200.05 x 1000')
    for (const part of ['0.333333333', '0.333333333', '0.333333334']) alice.sell(part)
    expect(alice.position()).toBe('999, 999 available, at 150.00')
  })
})

test('a sale below half a cent posts nothing and leaves nothing to settle, but its buyer pays a cent: no share is free', () => {
  const { venue, alice, bob } = desk()
  bob.buy('0.5', { limit: '0.0096', symbol: 'PENY' })
  expect(alice.sell('0.5', { limit: '0.0096', symbol: 'PENY' }).said.slice(1)).toEqual([
    'b1 buys 0.5 at 0.0096 for 0.01, adding: filled 0.5+0 of 0.5',
    'a1 sells 0.5 at 0.0096 for 0.00, taking: filled 0.5+0 of 0.5',
  ])
  expect(venue.state.balances(alice.index).settlements).toEqual([])
  expect(venue.endDay().said).toEqual(['2026-11-20 ends, 2026-11-23 begins'])
})

test('a buy posts at most what it holds, when its fills are rounded up to cents', () => {
  const { venue, alice, bob } = desk()
  expect(alice.buy('3', { limit: '0.5150', symbol: 'PENY' }).said).toEqual(['a1 accepted: buy limit 0.515, new 0+3 of 3, holds 1.55'])
  const fills = [1, 2, 3].map(() => bob.sell('1', { limit: '0.5150', symbol: 'PENY' }).said[1])
  expect(fills).toEqual([
    'a1 buys 1 at 0.515 for 0.52, adding: partially_filled 1+2 of 3, holds 1.03',
    'a1 buys 1 at 0.515 for 0.52, adding: partially_filled 2+1 of 3, holds 0.51',
    'a1 buys 1 at 0.515 for 0.51, adding: filled 3+0 of 3',
  ])
  // the seller is posted 1.56; the cent between them stands in clearing
  expect(bob.money.unsettled).toBe('1.56')
  expect(venue.state.market(0).ledger.clearingCents).toBe(-1)
})

describe('a cash order', () => {
  test('buys for an amount: the quantity is rounded down to a billionth share, and the whole amount is spent', () => {
    const { venue, alice } = desk()
    venue.quote('199.95 x 1000', '200.05 x 1000')
    expect(alice.buyFor('100.00').said).toEqual([
      'a1 accepted: buy market, new 0+0.499875031 of 100.00 dollars, holds 100.00',
      'a1 buys 0.499875031 at 200.05 for 100.00, taking: filled 0.499875031+0 of 100.00 dollars',
    ])
    expect(alice.money).toEqual({ cash: '99900.00', settled: '99900.00', unsettled: '0.00', held: '0.00', buyingPower: '99900.00' })
  })

  test('shows as leaves what the unspent money buys at the price of the moment, so that 38 = 14 + 151 throughout', () => {
    const { venue, alice, bob } = desk()
    bob.sell('10', { limit: '20.00' })
    bob.sell('100', { limit: '20.50' })
    const events = alice.buyFor('1000.00').events
    const shown = events.flatMap((event) => (event.type === 'OrderFilled' && event.order.account === alice.index ? [event.order] : []))
    expect(events[0]).toMatchObject({ order: { leavesLots: 50e9, heldCents: 1000_00 } })
    expect(shown.map(({ filledLots, leavesLots, postedCents, heldCents }) => ({ filledLots, leavesLots, postedCents, heldCents }))).toEqual(
      [
        { filledLots: 10e9, leavesLots: 40e9, postedCents: 200_00, heldCents: 800_00 },
        { filledLots: 49_024_390_243, leavesLots: 0, postedCents: 1000_00, heldCents: 0 },
      ],
    )
    expect(venue.depth().asks).toEqual(['60.975609757 @ 20.50'])
  })

  test('never spends more than its amount, however many fills it takes', () => {
    const { alice, bob } = desk()
    for (const price of ['0.3333', '0.3334', '0.3335', '0.3336']) bob.sell('1.000000001', { limit: price, symbol: 'PENY' })
    alice.buyFor('1.00', { symbol: 'PENY' })
    expect(alice.stored('a1')).toMatchObject({ status: 4, postedCents: 100 })
    expect(alice.money.cash).toBe('99999.00')
  })

  test('is filled when the rest no longer buys anything', () => {
    const { alice, bob } = desk()
    bob.sell('1', { limit: '150.00' })
    expect(alice.buyFor('150.00').said.at(-1)).toBe('a1 buys 1 at 150.00 for 150.00, taking: filled 1+0 of 150.00 dollars')
  })

  test('waits with the money that it has not spent, and gives it back when it is cancelled', () => {
    const { alice, bob } = desk()
    bob.sell('1', { limit: '100.00' })
    alice.buyFor('250.00')
    expect(alice.order('a1')).toBe('partially_filled 1+1.5 of 250.00 dollars, holds 150.00')
    expect(alice.money).toMatchObject({ cash: '99900.00', held: '150.00', buyingPower: '99750.00' })
    expect(alice.cancel('a1').said).toEqual(['a1 cancelled (user_requested, 378=99, REST cancel): cancelled 1+0 of 250.00 dollars'])
    expect(alice.money).toMatchObject({ held: '0.00', buyingPower: '99900.00' })
  })

  test('with time in force ioc ends with what it bought', () => {
    const { alice, bob } = desk()
    bob.sell('1', { limit: '100.00' })
    expect(alice.buyFor('250.00', { tif: 'ioc' }).said.at(-1)).toBe('a1 cancelled (time_in_force): cancelled 1+0 of 250.00 dollars')
  })

  test('to sell holds the shares that it may need at its collar below the bid', () => {
    const { venue, alice } = desk()
    venue.quote('200.00 x 0.1', '')
    // 100.00 / (200.00 x 0.95), rounded up; then 80.00 / 190.00
    expect(alice.sellFor('100.00').said).toEqual([
      'a1 accepted: sell market, new 0+0.5 of 100.00 dollars, holds 0.52631579 shares',
      'a1 sells 0.1 at 200.00 for 20.00, taking: partially_filled 0.1+0.4 of 100.00 dollars, holds 0.421052632 shares',
    ])
    expect(venue.quote('190.00 x 10', '').said.slice(1)).toEqual([
      'a1 sells 0.421052631 at 190.00 for 80.00, adding: filled 0.521052631+0 of 100.00 dollars',
    ])
    expect(alice.money.unsettled).toBe('100.00')
  })

  test('to sell never sells more than it holds, although fills below half a cent post nothing', () => {
    const { venue } = desk()
    const dora = venue.account('dora', { shares: { PENY: 108 } })
    const erin = venue.account('erin', { cash: '100.00' })
    // 0.5 share at 0.0096 is 0.0048 dollars: no cent. The collar is 0.0093, the hold 1.00 / 0.0093
    for (let order = 0; order < 300; order++) erin.buy('0.5', { limit: '0.0096', symbol: 'PENY' })
    dora.sellFor('1.00', { symbol: 'PENY' })
    expect(dora.order('d1')).toBe('filled 107.526881721+0 of 1.00 dollars')
    expect(dora.position('PENY')).toBe('0.473118279, 0.473118279 available, at 0.50')
  })

  test('meets another cash order', () => {
    const { venue, alice, bob } = desk()
    const carol = venue.account('carol', { shares: { AAPL: 10 } })
    carol.sell('1', { limit: '150.00' })
    alice.sellFor('30.00')
    // the waiting cash sell trades first, at the best price that rests on its side
    expect(bob.buyFor('50.00').said.slice(1)).toEqual([
      'a1 sells 0.2 at 150.00 for 30.00, adding: filled 0.2+0 of 30.00 dollars',
      'b1 buys 0.2 at 150.00 for 30.00, taking: partially_filled 0.2+0.133333333 of 50.00 dollars, holds 20.00',
      'c1 sells 0.133333333 at 150.00 for 20.00, adding: partially_filled 0.133333333+0.866666667 of 1, holds 0.866666667 shares',
      'b1 buys 0.133333333 at 150.00 for 20.00, taking: filled 0.333333333+0 of 50.00 dollars',
    ])
  })
})

describe('a cash order for more shares than an order can have', () => {
  test('is refused', () => {
    const { venue, alice } = desk()
    venue.quote('0.0002 x 1000', '0.0003 x 9000000')
    expect(alice.buyFor('2700.01')).toMatchObject({
      code: 'ORDER_EXCEEDS_LIMIT',
      refusal: {
        message: 'At its price the notional comes to more than 9000000 shares.',
        field: 'notional',
        details: { limit: '9000000' },
      },
    })
    expect(alice.buyFor('2699.99').said.at(-1)).toBe(
      'a2 buys 8999966.666666666 at 0.0003 for 2699.99, taking: filled 8999966.666666666+0 of 2699.99 dollars',
    )
  })

  test('because the price has fallen ends with as many as it can have, and gives back what it has not spent', () => {
    const { venue, alice } = desk()
    venue.quote('0.009 x 1000', '0.01 x 1')
    alice.buyFor('9000.00')
    venue.quote('0.0002 x 1000', '0.0003 x 9000000.5')
    expect(alice.stored('a1')).toMatchObject({ status: OrderStatus.Filled, filledLots: 9_000_000e9, heldCents: 0 })
    expect(venue.state.account(alice.index)).toMatchObject({ settledCents: 97_299_99, availableCents: 97_299_99 })
  })

  test('holds as many as it can have when it sells', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '0.00', shares: { AAPL: 9_000_000 } })
    venue.quote('0.03 x 1', '0.04 x 1000')
    expect(alice.sellFor('270000.00').said[0]).toBe('a1 accepted: sell market, new 0+9000000 of 270000.00 dollars, holds 9000000 shares')
  })
})
