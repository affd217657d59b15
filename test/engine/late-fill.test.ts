import { describe, expect, test } from 'vitest'
import { OrderClass } from '../../src/domain/orders/order.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import type { Answer, Trader } from './engine-under-test.ts'
import { day, lots, openVenue, ticks } from './engine-under-test.ts'

function market() {
  const venue = openVenue()
  const alice = venue.account('alice', { cash: '2000.00', shares: { AAPL: 100 } })
  const bob = venue.account('bob', { cash: '100000.00', shares: { AAPL: 100 } })
  return { venue, alice, bob }
}

function fill(trader: Trader, order: string, quantity: string, price: string): Answer {
  const { number } = trader.stored(order)
  return trader.venue.execute({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: lots(quantity), priceTicks: ticks(price) })
}

test('no script fills more of a cash order than an order can have', () => {
  const { venue, alice } = market()
  venue.quote('0.0002 x 1000', '0.0003 x 1')
  alice.buyFor('1900.00')
  expect(fill(alice, 'a1', '9000000', '0.0001').refusal).toEqual({
    code: 'INVALID_QUANTITY',
    message: 'The quantity may be at most 9000000 shares.',
    field: 'quantity',
  })
})

describe('a late fill', () => {
  test('of a cancelled order, after its first fill was busted: the order stays cancelled, money and shares move (J.1.b)', () => {
    const { venue, alice, bob } = market()
    bob.sell('5', { limit: '50.00' })
    alice.buy('10', { limit: '51.00' })
    alice.cancel('a1')
    alice.bust('a1')
    expect(alice.money.settled).toBe('2000.00')
    const { events, said } = fill(alice, 'a1', '4', '51.00')
    expect(said).toEqual(['a1 buys 4 at 51.00 for 204.00, adding: cancelled 4+0 of 10'])
    expect(events).toMatchObject([
      { execution: 8, trade: 2, counterparty: -1, scripted: true, order: { postedCents: 20400, heldCents: 0 } },
    ])
    expect(alice.money).toEqual({ cash: '1796.00', settled: '1796.00', unsettled: '0.00', held: '0.00', buyingPower: '1796.00' })
    expect(alice.position()).toBe('104, 104 available, at 146.192308')
    // it is no price of now
    expect(venue.last()).toBe('50.00')
  })

  test('of an order of the moment at which the day began counts to what that has filled on it', () => {
    const { venue, alice, bob } = market()
    bob.sell('10', { limit: '50.00', tif: 'gtc' })
    venue.endDay()
    alice.buy('4', { limit: '50.00' })
    bob.cancel('b1')
    alice.buy('10', { limit: '49.00', tif: 'gtc' })
    bob.sell('3', { limit: '49.00' })
    alice.cancel('a2')
    fill(bob, 'b1', '2', '50.00')
    fill(alice, 'a2', '2', '49.00')
    expect(bob.stored('b1')).toMatchObject({
      filledLots: 6e9,
      beforeDayLots: 0,
      renewed: true,
      updatedAt: venue.state.market(0).dayBeganAt,
    })
    expect(alice.stored('a2')).toMatchObject({ filledLots: 5e9, beforeDayLots: 0, renewed: false })
  })

  test('fills no part of a share that trades in whole ones', () => {
    const { venue, alice } = market()
    alice.buy('2', { symbol: 'WHOLE', limit: '50.00' })
    expect(fill(alice, 'a1', '0.5', '50.00').refusal).toMatchObject({ code: 'ASSET_NOT_FRACTIONABLE', field: 'quantity' })
    expect(fill(alice, 'a1', '1', '50.00').said).toHaveLength(1)
    expect(alice.correct('a1', 1, { quantity: '0.5' }).refusal).toMatchObject({ code: 'ASSET_NOT_FRACTIONABLE', field: 'quantity' })
    expect(alice.position('WHOLE')).toBe('1, 1 available, at 50.00')
    expect(fingerprint(venue.restart().state)).toBe(fingerprint(venue.state))
  })

  test('of an order that has left the engine, found by storage', () => {
    const { venue, bob } = market()
    bob.sell('10', { limit: '160.00' })
    bob.cancel('b1')
    venue.releaseEnded()
    expect(venue.state.findOrder(bob.index, 'b1')).toBeUndefined()
    expect(fill(bob, 'b1', '3', '161.00').said).toEqual(['b1 sells 3 at 161.00 for 483.00, adding: cancelled 3+0 of 10'])
    expect(fill(bob, 'b1', '8', '161.00').refusal?.message).toBe('Of the order 7 shares are left.')
    expect(bob.money).toMatchObject({ settled: '100000.00', unsettled: '483.00' })
    expect(fingerprint(venue.restart().state)).toBe(fingerprint(venue.state))
  })

  test('takes what is not there: cash is below zero until it is covered, and buys are refused', () => {
    const { venue, alice } = market()
    alice.buy('10', { limit: '150.00' })
    alice.cancel('a1')
    alice.buy('10', { limit: '150.00' })
    venue.allowDebts()
    expect(fill(alice, 'a1', '10', '150.00').said).toEqual(['a1 buys 10 at 150.00 for 1500.00, adding: cancelled 10+0 of 10'])
    expect(alice.money).toMatchObject({ cash: '500.00', held: '1500.00', buyingPower: '0.00' })
    expect(alice.buy('1', { limit: '1.00' }).code).toBe('INSUFFICIENT_BUYING_POWER')
  })

  test('of an expired order keeps it expired; it may be busted like any other', () => {
    const { venue, alice } = market()
    alice.buy('10', { limit: '150.00' })
    venue.endDay()
    expect(fill(alice, 'a1', '2', '149.00').said).toEqual(['a1 buys 2 at 149.00 for 298.00, adding: expired 2+0 of 10'])
    expect(alice.bust('a1').said).toEqual(['a1 busted 2 at 149.00 for 298.00: expired 0+0 of 10'])
    expect(alice.money.settled).toBe('2000.00')
  })

  test('of an order that ended with the day before a split is refused: it counts the shares of before; one of the new day is filled', () => {
    const { venue, alice } = market()
    const terms = { type: 'split', numerator: 2, denominator: 1 } as const
    venue.execute({ type: 'AnnounceCorporateAction', market: 0, symbol: 'AAPL', exDay: day('2026-11-23'), terms })
    alice.buy('10', { limit: '150.00' })
    alice.buy('1', { limit: '140.00', tif: 'gtc' })
    alice.cancel('a2')
    venue.endDay()
    for (const order of ['a1', 'a2'])
      expect(fill(alice, order, '1', '140.00')).toMatchObject({
        said: [],
        code: 'VALIDATION_ERROR',
        refusal: { message: 'The order ended before the shares were split.' },
      })
    expect(alice.money.settled).toBe('2000.00')
    // the clock stands: it ends at the moment of the split, too
    alice.buy('10', { limit: '75.00' })
    alice.cancel('a3')
    expect(fill(alice, 'a3', '10', '75.00').said).toEqual(['a3 buys 10 at 75.00 for 750.00, adding: cancelled 10+0 of 10'])
  })
})

describe('a fill by script', () => {
  test('reaches an order of any security and one that works on behind a split: the shares of neither are those of before', () => {
    const { venue, alice } = market()
    const terms = { type: 'split', numerator: 2, denominator: 1 } as const
    venue.execute({ type: 'AnnounceCorporateAction', market: 0, symbol: 'AAPL', exDay: day('2026-11-23'), terms })
    alice.buy('1', { limit: '30.00', symbol: 'MSFT' })
    alice.buy('1', { limit: '140.00', tif: 'gtc' })
    venue.endDay()
    expect(fill(alice, 'a1', '1', '30.00').said).toEqual(['a1 buys 1 at 30.00 for 30.00, adding: expired 1+0 of 1'])
    expect(fill(alice, 'a2', '2', '70.00').said).toEqual(['a2 buys 2 at 70.00 for 140.00, taking: filled 2+0 of 2'])
  })

  test('of a triggered stop with a limit keeps to that', () => {
    const { venue, alice } = market()
    alice.sell('5', { stop: '149.00', limit: '148.00' })
    venue.quote('147.00 x 10', '147.50 x 10')
    expect(alice.order('a1')).toBe('new 0+5 of 5, holds 5 shares')
    expect(fill(alice, 'a1', '1', '147.99').refusal).toEqual({
      code: 'INVALID_PRICE',
      message: 'The order trades at 148.00 or better, not at 147.99.',
      field: 'price',
    })
    expect(fill(alice, 'a1', '1', '148.00').said).toEqual([
      'a1 sells 1 at 148.00 for 148.00, taking: partially_filled 1+4 of 5, holds 4 shares',
    ])
  })

  test('of an open order trades with the house, the quote and other orders untouched', () => {
    const { venue, alice, bob } = market()
    venue.quote('140.00 x 100', '160.00 x 100')
    bob.sell('5', { limit: '155.00' })
    alice.buy('10', { limit: '150.00' })
    expect(fill(alice, 'a1', '4', '149.50').said).toEqual([
      'a1 buys 4 at 149.50 for 598.00, taking: partially_filled 4+6 of 10, holds 900.00',
    ])
    expect(fill(alice, 'a1', '6', '150.00').said).toEqual(['a1 buys 6 at 150.00 for 900.00, taking: filled 10+0 of 10'])
    expect(venue.depth()).toEqual({ bids: ['100 @ 140.00'], asks: ['5 @ 155.00', '100 @ 160.00'] })
  })

  test.each([
    ['more than is left', '11', '150.00', 'INVALID_QUANTITY', 'Of the order 10 shares are left.'],
    ['nothing', '0', '150.00', 'INVALID_QUANTITY', 'The quantity has to be above zero.'],
    ['a price of nothing', '1', '0', 'INVALID_PRICE', 'The price has to be above zero.'],
    ['a price worse than the limit', '1', '150.01', 'INVALID_PRICE', 'The order trades at 150.00 or better, not at 150.01.'],
  ] as const)('refuses %s and changes nothing', (_what, quantity, price, code, message) => {
    const { alice } = market()
    alice.buy('10', { limit: '150.00' })
    expect(fill(alice, 'a1', quantity, price)).toMatchObject({ said: [], code, refusal: { message } })
    alice.cancel('a1')
    expect(fill(alice, 'a1', quantity, price)).toMatchObject({ said: [], code, refusal: { message } })
  })

  test('of an open order triggers the stops that its price reaches, one of a cancelled order none', () => {
    const { alice, bob } = market()
    bob.buy('1', { stop: '152.00' })
    bob.buy('1', { stop: '153.00' })
    alice.buy('2', { limit: '152.00' })
    expect(fill(alice, 'a1', '1', '152.00').said).toEqual([
      'a1 buys 1 at 152.00 for 152.00, taking: partially_filled 1+1 of 2, holds 152.00',
      'b1 triggered: new 0+1 of 1, holds 159.60',
    ])
    alice.buy('1', { limit: '153.00' })
    alice.cancel('a2')
    expect(fill(alice, 'a2', '1', '153.00').said).toEqual(['a2 buys 1 at 153.00 for 153.00, adding: cancelled 1+0 of 1'])
  })

  test('refuses an order that is filled, was rejected, or is not known, and what waits for its price or its entry', () => {
    const { venue, alice, bob } = market()
    bob.sell('1', { limit: '150.00' })
    alice.buy('1', { limit: '150.00' })
    expect(fill(alice, 'a1', '1', '150.00').code).toBe('ORDER_NOT_OPEN')
    alice.buy('1000', { limit: '150.00' })
    expect(fill(alice, 'a2', '1', '150.00').code).toBe('ORDER_NOT_OPEN')
    bob.sell('1', { limit: '150.00' })
    expect(fill(bob, 'b2', '1', '1000000.01').refusal).toEqual({
      code: 'INVALID_PRICE',
      message: 'The price may be at most 1000000.00.',
      field: 'price',
    })
    alice.buy('1', { stop: '160.00' })
    expect(fill(alice, 'a3', '1', '150.00')).toMatchObject({
      code: 'VALIDATION_ERROR',
      refusal: { message: 'The stop has not triggered yet.' },
    })
    const profit = { orderClass: OrderClass.Oto, takeProfitTicks: ticks('160.00'), stopLossTicks: 0, stopLossLimitTicks: 0 }
    alice.buy('5', { limit: '100.00', group: profit })
    const exit = alice.stored('a4').number + 1
    expect(
      venue.execute({ type: 'FillOrder', market: 0, orderNumber: exit, quantityLots: lots('5'), priceTicks: ticks('160.00') }),
    ).toMatchObject({
      said: [],
      code: 'VALIDATION_ERROR',
      refusal: { message: 'The order waits for its entry, which has yet to buy what it sells.' },
    })
    const unknown = venue.execute({ type: 'FillOrder', market: 0, orderNumber: 99, quantityLots: lots('1'), priceTicks: ticks('1.00') })
    expect(unknown.code).toBe('ORDER_NOT_FOUND')
  })
})
