import { describe, expect, test } from 'vitest'
import { openVenue, type Trader, type Venue } from './engine-under-test.ts'

/** alice trades over REST and, as `desk`, over FIX session 1. */
function open(): { readonly venue: Venue; readonly alice: Trader; readonly desk: Trader } {
  const venue = openVenue()
  const alice = venue.account('alice', { cash: '10000.00', shares: { AAPL: 100 } })
  return { venue, alice, desk: alice.over(1) }
}

const ORDER = { limit: '150.00', id: 'order-1' }

describe('a repeated client_order_id over REST', () => {
  test('with the same content is the stored order, whatever its state', () => {
    const { venue, alice } = open()
    alice.buy('10', ORDER)
    expect(alice.buy('10', ORDER)).toEqual({ said: [], events: [], repeatOf: 1 })
    alice.cancel('order-1')
    expect(alice.buy('10', ORDER)).toEqual({ said: [], events: [], repeatOf: 1 })
    venue.releaseEnded()
    expect(alice.buy('10', ORDER)).toEqual({ said: [], events: [], repeatOf: 1 })
  })

  test('with the same content is the stored order, whatever is now true of the account', () => {
    const { venue, alice } = open()
    alice.buy('10', ORDER)
    const suspended = { tradingConfigurations: { suspend_trade: true }, changes: '{}', changesContact: false, changesIdentity: false }
    venue.execute({ type: 'UpdateAccount', account: alice.index, ...suspended })
    expect(alice.buy('1', { limit: '150.00' }).code).toBe('TRADING_SUSPENDED')
    expect(alice.buy('10', ORDER).repeatOf).toBe(1)
    alice.cancel('order-1')
    const takenAway = { cashCents: -1_000_000, positions: [{ symbol: 'AAPL', shares: -100, priceTicks: 1_500_000 }] }
    venue.execute({ type: 'GrantHoldings', account: alice.index, ...takenAway })
    venue.execute({ type: 'CloseAccount', account: alice.index })
    expect(alice.buy('1', { limit: '150.00' }).code).toBe('ACCOUNT_CLOSED')
    expect(alice.buy('10', ORDER).repeatOf).toBe(1)
  })

  test('of an order that was replaced is still the order: what was asked at first counts', () => {
    const { alice } = open()
    alice.buy('10', ORDER)
    alice.replace('order-1', { quantity: '20', limit: '140.00' })
    expect(alice.buy('10', ORDER).repeatOf).toBe(1)
    expect(alice.buy('20', { limit: '140.00', id: 'order-1' }).code).toBe('CLIENT_ORDER_ID_CONFLICT')
  })

  test('of a rejected order is the rejected order', () => {
    const { alice } = open()
    alice.buy('1000', ORDER)
    expect(alice.buy('1000', ORDER)).toEqual({ said: [], events: [], repeatOf: 1 })
  })

  test('of an order that was refused without being journaled is tried again', () => {
    const { alice } = open()
    expect(alice.buy('0', { id: 'x' }).code).toBe('INVALID_QUANTITY')
    expect(alice.buy('1', { id: 'x' }).said).toHaveLength(1)
  })

  test.each([
    ['side', (alice: Trader) => alice.sell('10', ORDER)],
    ['symbol', (alice: Trader) => alice.buy('10', { ...ORDER, symbol: 'MSFT' })],
    ['order_type', (alice: Trader) => alice.buy('10', { id: 'order-1' })],
    ['quantity', (alice: Trader) => alice.buy('10.000000001', ORDER)],
    ['notional', (alice: Trader) => alice.buyFor('10.00', { id: 'order-1' })],
    ['limit_price', (alice: Trader) => alice.buy('10', { ...ORDER, limit: '150.01' })],
    ['stop_price', (alice: Trader) => alice.buy('10', { ...ORDER, stop: '150.00' })],
    ['time_in_force', (alice: Trader) => alice.buy('10', { ...ORDER, tif: 'gtc' })],
    ['extended_hours', (alice: Trader) => alice.buy('10', { ...ORDER, extendedHours: true })],
  ])('with another %s is a conflict', (_, repeat) => {
    const { alice } = open()
    alice.buy('10', ORDER)
    expect(repeat(alice)).toEqual({
      said: [],
      events: [],
      code: 'CLIENT_ORDER_ID_CONFLICT',
      refusal: {
        code: 'CLIENT_ORDER_ID_CONFLICT',
        message: 'The client_order_id order-1 belongs to an order with other content.',
        field: 'client_order_id',
      },
    })
  })

  test('among a hundred racing the same makes one order', () => {
    const { venue, alice } = open()
    const answers = Array.from({ length: 100 }, () => alice.buy('10', ORDER))
    expect(answers.filter((answer) => answer.repeatOf === 1)).toHaveLength(99)
    expect(venue.state.openOrderCount).toBe(1)
  })

  test('of another account is no repeat', () => {
    const { venue, alice } = open()
    const bob = venue.account('bob', { cash: '10000.00' })
    alice.buy('10', ORDER)
    expect(bob.buy('10', ORDER).said).toHaveLength(1)
  })

  test('named like a member of every object is an id like any other', () => {
    const { alice } = open()
    for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(alice.buy('1', { limit: '1.00', id }).said).toHaveLength(1)
      expect(alice.buy('1', { limit: '1.00', id }).repeatOf).toBeGreaterThan(0)
      expect(alice.cancel(id).said).toHaveLength(1)
    }
  })
})

describe('a repeated ClOrdID over FIX', () => {
  test('is a duplicate, 103=6, with the first order in 37; nothing else happens', () => {
    const { venue, desk } = open()
    desk.buy('10', ORDER)
    expect(desk.buy('10', ORDER).events).toEqual([
      {
        type: 'OrderRefused',
        at: venue.at,
        session: 1,
        report: {
          account: '410000001',
          clientOrderId: 'order-1',
          symbol: 'AAPL',
          side: '1',
          orderType: '2',
          timeInForce: '0',
          quantity: '10',
          cash: '',
          price: '150',
          stopPrice: '',
          ordRejReason: 6,
          text: 'Duplicate ClOrdID',
        },
        orderNumber: 1,
        execution: 2,
        market: 0,
      },
    ])
    expect(venue.state.openOrderCount).toBe(1)
  })

  test('after the order has left the engine is a duplicate too', () => {
    const { venue, desk } = open()
    desk.buy('10', ORDER)
    desk.cancel('order-1')
    venue.releaseEnded()
    expect(desk.buy('10', ORDER).said).toEqual(['order-1 refused to session 1, 103=6, 37=1: Duplicate ClOrdID'])
  })

  test('also when a replace or cancel request used it', () => {
    const { desk } = open()
    desk.buy('10', ORDER)
    desk.replace('order-1', { quantity: '9', id: 'next' })
    desk.replace('order-1', { quantity: '0', id: 'refused' })
    desk.cancel('order-1', { id: 'away' })
    for (const id of ['next', 'refused', 'away']) expect(desk.buy('10', { ...ORDER, id }).said[0]).toContain('103=6, 37=1')
  })

  test('with PossResend is answered with the order as it stands', () => {
    const { venue, desk } = open()
    desk.buy('10', ORDER)
    desk.replace('order-1', { quantity: '9', id: 'next' })
    expect(desk.buy('10', { ...ORDER, possResend: true }).said).toEqual([
      'next asked as order-1 status to session 1: new 0+9 of 9, holds 1350.00',
    ])
    desk.cancel('next')
    venue.releaseEnded()
    expect(desk.buy('10', { ...ORDER, possResend: true }).said).toEqual(['next asked as order-1 status to session 1: cancelled 0+0 of 9'])
  })

  test('with PossResend and unknown is a new order', () => {
    const { desk } = open()
    expect(desk.buy('10', { ...ORDER, possResend: true }).said).toEqual([
      'order-1 accepted: buy limit 150.00, new 0+10 of 10, holds 1500.00',
    ])
  })
})

describe('both edges share the ids', () => {
  test('an id from FIX is a repeat or a conflict over REST', () => {
    const { alice, desk } = open()
    desk.buy('10', ORDER)
    expect(alice.buy('10', ORDER).repeatOf).toBe(1)
    expect(alice.buy('11', ORDER).code).toBe('CLIENT_ORDER_ID_CONFLICT')
    desk.replace('order-1', { quantity: '9', id: 'next' })
    expect(alice.buy('9', { ...ORDER, id: 'next' }).code).toBe('CLIENT_ORDER_ID_CONFLICT')
  })

  test('an id from REST is a duplicate over FIX', () => {
    const { alice, desk } = open()
    alice.buy('10', ORDER)
    expect(desk.buy('10', ORDER).said).toEqual(['order-1 refused to session 1, 103=6, 37=1: Duplicate ClOrdID'])
  })
})
