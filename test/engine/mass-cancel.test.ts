import { describe, expect, test } from 'vitest'
import type { MassCancel } from '../../src/domain/commands/order-command.ts'
import { REST_SESSION, Side } from '../../src/domain/orders/order.ts'
import type { OrdersOf } from '../../src/domain/view.ts'
import { type Answer, openVenue, type Trader, type Venue } from './engine-under-test.ts'

interface Desk {
  readonly venue: Venue
  /** over FIX session 1 */
  readonly alice: Trader
  /** over FIX session 1 */
  readonly bob: Trader
}

/** a1 and a2 in AAPL, a3 in MSFT, b1 in AAPL; r1 of alice over REST. */
function desk(): Desk {
  const venue = openVenue()
  const opening = { cash: '100000.00', shares: { AAPL: 1000 }, session: 1 }
  const alice = venue.account('alice', opening)
  const bob = venue.account('bob', opening)
  alice.buy('1', { limit: '140.00' })
  alice.sell('1', { limit: '160.00' })
  alice.buy('1', { limit: '40.00', symbol: 'MSFT' })
  bob.buy('1', { stop: '170.00' })
  alice.over(REST_SESSION).buy('1', { limit: '141.00', id: 'r1' })
  return { venue, alice, bob }
}

function massCancel(venue: Venue, change: Partial<MassCancel>): Answer {
  return venue.execute({
    type: 'MassCancel',
    requester: { kind: 'session', session: 1, accountScope: false },
    clientOrderId: 'q1',
    scope: 7,
    market: 0,
    accounts: [0, 1],
    symbol: '',
    ...change,
  })
}

test('the open orders of an account are listed oldest first, all or those of an instrument and a side', () => {
  const { venue } = desk()
  const idsOf = (of?: OrdersOf): string[] => venue.state.openOrders(0, of).map(({ clientOrderId }) => clientOrderId)
  const [AAPL, MSFT] = [venue.state.instrumentBySymbol('AAPL')!, venue.state.instrumentBySymbol('MSFT')!]
  expect(idsOf()).toEqual(['a1', 'a2', 'a3', 'r1'])
  expect(idsOf({ instrument: AAPL })).toEqual(['a1', 'a2', 'r1'])
  expect(idsOf({ side: Side.Sell })).toEqual(['a2'])
  expect(idsOf({ instrument: AAPL, side: Side.Buy })).toEqual(['a1', 'r1'])
  expect(idsOf({ instrument: MSFT, side: Side.Sell })).toEqual([])
})

describe('an OrderMassCancelRequest', () => {
  test('of all orders: r with their number, then each with 150=4, in order of entry', () => {
    const { venue } = desk()
    expect(massCancel(venue, {}).said).toEqual([
      'q1 mass cancel 530=7 of session 1: 4 orders',
      'a1 cancelled (user_requested): cancelled 0+0 of 1',
      'a2 cancelled (user_requested): cancelled 0+0 of 1',
      'a3 cancelled (user_requested): cancelled 0+0 of 1',
      'b1 cancelled (user_requested): cancelled 0+0 of 1',
    ])
    expect(venue.state.openOrderCount).toBe(1)
  })

  test('the report carries what was asked, its own number, and what it reaches', () => {
    const { venue } = desk()
    expect(massCancel(venue, { scope: 1, symbol: 'AAPL', instrument: 0, side: Side.Buy }).events[0]).toEqual({
      type: 'MassCancelReported',
      at: venue.at,
      session: 1,
      clientOrderId: 'q1',
      requestType: '1',
      symbol: 'AAPL',
      side: 1,
      affected: 2,
      rejectReason: -1,
      text: '',
      execution: 6,
      market: 0,
    })
  })

  test('by security, by side and by account', () => {
    expect(massCancel(desk().venue, { scope: 1, symbol: 'AAPL', instrument: 0 }).said.map((line) => line.slice(0, 2))).toEqual([
      'q1',
      'a1',
      'a2',
      'b1',
    ])
    expect(massCancel(desk().venue, { side: Side.Sell }).said.map((line) => line.slice(0, 2))).toEqual(['q1', 'a2'])
    expect(massCancel(desk().venue, { accounts: [1] }).said.map((line) => line.slice(0, 2))).toEqual(['q1', 'b1'])
  })

  test('that reaches nothing is answered with 533=0', () => {
    expect(massCancel(desk().venue, { instrument: 3, symbol: 'WHOLE', scope: 1 }).said).toEqual([
      'q1 mass cancel 530=1 of session 1: 0 orders',
    ])
  })

  test('reaches the orders that its session entered; with order_scope=account every order of its accounts', () => {
    const { venue } = desk()
    expect(massCancel(venue, { requester: { kind: 'session', session: 2, accountScope: false } }).said).toHaveLength(1)
    expect(massCancel(venue, { requester: { kind: 'session', session: 2, accountScope: true } }).said).toHaveLength(6)
  })

  test('that the edge refuses is answered and cancels nothing', () => {
    const { venue } = desk()
    const refused = { reason: 0, text: 'Mass cancel type not supported', requestType: '3' }
    expect(massCancel(venue, { refused }).said).toEqual(['q1 mass cancel 530=3 of session 1: refused 532=0 Mass cancel type not supported'])
    expect(venue.state.openOrderCount).toBe(5)
  })
})

test('cancel all over REST reaches every order of the account, whichever edge it came from, without a report of its own', () => {
  const { venue } = desk()
  expect(massCancel(venue, { requester: { kind: 'rest' }, clientOrderId: '', accounts: [0] }).said).toEqual([
    'a1 cancelled (user_requested, 378=99, REST cancel): cancelled 0+0 of 1',
    'a2 cancelled (user_requested, 378=99, REST cancel): cancelled 0+0 of 1',
    'a3 cancelled (user_requested, 378=99, REST cancel): cancelled 0+0 of 1',
    'r1 cancelled (user_requested, 378=99, REST cancel): cancelled 0+0 of 1',
  ])
})

describe('cancel on disconnect', () => {
  test('cancels the orders of the lost session, unsolicited with 378=99, and no others', () => {
    const { venue } = desk()
    expect(venue.execute({ type: 'CancelSessionOrders', session: 1, includeGtc: true }).said).toEqual([
      'a1 cancelled (system, 378=99, cancel on disconnect): cancelled 0+0 of 1',
      'a2 cancelled (system, 378=99, cancel on disconnect): cancelled 0+0 of 1',
      'a3 cancelled (system, 378=99, cancel on disconnect): cancelled 0+0 of 1',
      'b1 cancelled (system, 378=99, cancel on disconnect): cancelled 0+0 of 1',
    ])
    expect(venue.execute({ type: 'CancelSessionOrders', session: 1, includeGtc: true }).said).toEqual([])
  })

  test('can leave gtc orders alone', () => {
    const { venue, alice } = desk()
    alice.buy('1', { limit: '139.00', tif: 'gtc' })
    expect(venue.execute({ type: 'CancelSessionOrders', session: 1, includeGtc: false }).said).toHaveLength(4)
    expect(alice.order('a4')).toBe('new 0+1 of 1, holds 139.00')
  })
})
