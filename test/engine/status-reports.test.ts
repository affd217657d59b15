import { describe, expect, test } from 'vitest'
import type { ReportMassStatus, ReportOrderStatus } from '../../src/domain/commands/session-command.ts'
import { Side } from '../../src/domain/orders/order.ts'
import { type Answer, openVenue, type Trader, type Venue } from './engine-under-test.ts'

/** alice trades over FIX session 1. */
function desk(): { readonly venue: Venue; readonly alice: Trader; readonly bob: Trader } {
  const venue = openVenue()
  const opening = { cash: '100000.00', shares: { AAPL: 1000 }, session: 1 }
  return { venue, alice: venue.account('alice', opening), bob: venue.account('bob', opening) }
}

function status(venue: Venue, clientOrderId: string, change: Partial<ReportOrderStatus> = {}): Answer {
  return venue.execute({
    type: 'ReportOrderStatus',
    session: 1,
    market: 0,
    accountScope: false,
    account: 0,
    clientOrderId,
    accountText: '410000001',
    symbol: 'AAPL',
    side: '1',
    requestId: 'h1',
    ...change,
  })
}

function massStatus(venue: Venue, change: Partial<ReportMassStatus> = {}): Answer {
  return venue.execute({
    type: 'ReportMassStatus',
    session: 1,
    market: 0,
    accountScope: false,
    accounts: [0, 1],
    accountText: '',
    requestId: 'af1',
    symbol: '',
    sideText: '',
    ...change,
  })
}

describe('an OrderStatusRequest', () => {
  test('is answered with the order as it stands, and changes nothing', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00' })
    bob.sell('4', { limit: '150.00' })
    const before = venue.state.markets[0]!.executionCount
    expect(status(venue, 'a1').events).toEqual([
      {
        type: 'OrderStatusReported',
        at: venue.at,
        session: 1,
        order: venue.state.order(1),
        clientOrderId: 'a1',
        originalClientOrderId: '',
        requestId: 'h1',
        massRequestId: '',
        total: 0,
        last: false,
        text: '',
      },
    ])
    expect(venue.state.markets[0]!.executionCount).toBe(before)
  })

  test('by an older id of the chain names both: 11 the present one, 41 the asked one', () => {
    const { venue, alice } = desk()
    alice.buy('10', { limit: '150.00' })
    alice.replace('a1', { quantity: '9' })
    expect(status(venue, 'a1').said).toEqual(['a2 asked as a1 status to session 1: new 0+9 of 9, holds 1350.00'])
  })

  test('of an order that has left the engine comes from storage', () => {
    const { venue, alice } = desk()
    alice.buy('10', { limit: '150.00' })
    alice.cancel('a1')
    venue.releaseEnded()
    expect(status(venue, 'a1').said).toEqual(['a1 status to session 1: cancelled 0+0 of 10'])
  })

  test('of an unknown order, of an unknown account or of another session gives back what was asked', () => {
    const { venue, alice } = desk()
    const unknown = {
      type: 'UnknownOrderReported',
      at: venue.at,
      session: 1,
      clientOrderId: 'none',
      accountText: '410000001',
      symbol: 'AAPL',
      side: '1',
      requestId: 'h1',
      massRequestId: '',
      text: 'The order is not known.',
    }
    expect(status(venue, 'none').events).toEqual([unknown])
    alice.buy('10', { limit: '150.00' })
    expect(status(venue, 'a1', { session: 2 }).said).toEqual(['a1 unknown to session 2: The order is not known.'])
    expect(status(venue, 'a1', { session: 2, accountScope: true }).said).toEqual(['a1 status to session 2: new 0+10 of 10, holds 1500.00'])
    const { account: _, ...withoutAccount } = { account: 0, type: 'ReportOrderStatus', session: 1, accountScope: false } as const
    const rest = { market: 0, clientOrderId: 'a1', accountText: '999', symbol: 'AAPL', side: '1', requestId: '' }
    expect(venue.execute({ ...withoutAccount, ...rest }).events).toMatchObject([{ type: 'UnknownOrderReported', accountText: '999' }])
  })
})

describe('an OrderMassStatusRequest', () => {
  test('is answered with a report an open order, the last one marked', () => {
    const { venue, alice, bob } = desk()
    alice.buy('1', { limit: '150.00' })
    alice.sell('1', { limit: '160.00' })
    alice.buy('1', { limit: '40.00', symbol: 'MSFT' })
    bob.buy('1', { limit: '149.00' })
    alice.cancel('a1')
    expect(massStatus(venue).said).toEqual([
      'a2 status to session 1 af1 of 3: new 0+1 of 1, holds 1 shares',
      'a3 status to session 1 af1 of 3: new 0+1 of 1, holds 40.00',
      'b1 status to session 1 af1 of 3 last: new 0+1 of 1, holds 149.00',
    ])
    expect(massStatus(venue, { instrument: 0, symbol: 'AAPL', side: Side.Sell }).said).toEqual([
      'a2 status to session 1 af1 of 1 last: new 0+1 of 1, holds 1 shares',
    ])
  })

  test('without orders is answered with one report that says so', () => {
    const { venue } = desk()
    expect(massStatus(venue, { side: Side.Buy, sideText: '1' }).events).toEqual([
      {
        type: 'UnknownOrderReported',
        at: venue.at,
        session: 1,
        clientOrderId: '',
        accountText: '',
        symbol: '',
        side: '1',
        requestId: '',
        massRequestId: 'af1',
        text: 'There are no open orders.',
      },
    ])
  })

  test('reaches the orders of its session only, unless its scope is the account', () => {
    const { venue, alice } = desk()
    alice.buy('1', { limit: '150.00' })
    expect(massStatus(venue, { session: 2 }).said).toEqual(['af1 unknown to session 2: There are no open orders.'])
    expect(massStatus(venue, { session: 2, accountScope: true }).said).toHaveLength(1)
  })
})

test('a BusinessMessageReject and a News are journaled for the session', () => {
  const { venue } = desk()
  const reject = { refSeqNum: 12, refMsgType: 'D', refId: 'a1', reason: 5, text: 'Conditionally required field missing' }
  expect(venue.execute({ type: 'RefuseMessage', session: 1, reject }).events).toEqual([
    { type: 'MessageRefused', at: venue.at, session: 1, reject },
  ])
  expect(venue.execute({ type: 'AnnounceNews', headline: 'Maintenance', text: 'at 18:00' }).events).toEqual([
    { type: 'NewsAnnounced', at: venue.at, headline: 'Maintenance', text: 'at 18:00' },
  ])
})
