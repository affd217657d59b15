import { describe, expect, test } from 'vitest'
import { Side } from '../../src/domain/orders/order.ts'
import { openVenue, type Trader, type Venue } from './engine-under-test.ts'

/** alice trades over FIX session 1, bob over REST. */
function desk(): { readonly venue: Venue; readonly alice: Trader; readonly bob: Trader } {
  const venue = openVenue()
  const opening = { cash: '100000.00', shares: { AAPL: 1000 } }
  return { venue, alice: venue.account('alice', { ...opening, session: 1 }), bob: venue.account('bob', opening) }
}

describe('a cancel', () => {
  test('over FIX ends the order: 11 is the request, 41 the last accepted id, no 378', () => {
    const { venue, alice } = desk()
    alice.buy('10', { limit: '150.00' })
    alice.replace('a1', { quantity: '9' })
    const [event] = alice.cancel('a1').events
    expect(event).toEqual({
      type: 'OrderCancelled',
      at: venue.at,
      order: venue.state.findOrder(alice.index, 'a1'),
      execution: 3,
      requestId: 'a3',
      requester: 1,
      previousClientOrderId: 'a2',
      restatement: -1,
      text: '',
    })
    expect(alice.stored('a1')).toMatchObject({
      status: 5,
      leavesLots: 0,
      heldCents: 0,
      cancelReason: 1,
      endedAt: venue.at,
      quantityLots: 9e9,
    })
  })

  test('over REST is unsolicited: 378=99, no 41', () => {
    const { bob } = desk()
    bob.buy('10', { limit: '150.00' })
    expect(bob.cancel('b1').events).toMatchObject([
      { type: 'OrderCancelled', requestId: '', requester: 0, restatement: 99, text: 'REST cancel' },
    ])
  })

  test('by an operator is unsolicited: 378=4, with the reason', () => {
    const { venue, alice } = desk()
    alice.buy('10', { limit: '150.00' })
    const { said } = venue.execute({
      type: 'CancelOrder',
      requester: { kind: 'operator', text: 'fat finger' },
      order: { number: 1 },
      clientOrderId: '',
      originalClientOrderId: '',
    })
    expect(said).toEqual(['a1 cancelled (system, 378=4, fat finger): cancelled 0+0 of 10'])
  })

  test('keeps what is filled and gives back what was held', () => {
    const { alice, bob } = desk()
    alice.buy('10', { limit: '150.00' })
    bob.sell('4', { limit: '150.00' })
    expect(alice.cancel('a1').said).toEqual(['a1 cancelled by a2 (user_requested): cancelled 4+0 of 10'])
    expect(alice.money).toEqual({ cash: '99400.00', settled: '99400.00', unsettled: '0.00', held: '0.00', buyingPower: '99400.00' })
    bob.sell('10', { limit: '200.00' })
    bob.cancel('b2')
    expect(bob.position()).toBe('996, 996 available, at 150.00')
  })

  test('takes the level away with its last order', () => {
    const { venue, alice } = desk()
    alice.buy('10', { limit: '150.00' })
    alice.buy('10', { limit: '151.00' })
    alice.cancel('a2')
    expect(venue.depth().bids).toEqual(['10 @ 150.00'])
  })
})

describe('a refused cancel', () => {
  test('of an unknown order: 102=1 with what the request gave, REST 404', () => {
    const { alice, bob } = desk()
    const { events, said } = alice.cancel('none')
    expect(said).toEqual(['cancel a1 of none refused to session 1, 102=1, no order: The order is not known.'])
    expect(events).toEqual([
      {
        type: 'CancelRejected',
        at: alice.venue.at,
        session: 1,
        clientOrderId: 'a1',
        originalClientOrderId: 'none',
        accountText: '410000001',
        responseTo: 1,
        reason: 1,
        text: 'The order is not known.',
      },
    ])
    expect(bob.cancel('none')).toMatchObject({ code: 'ORDER_NOT_FOUND', events: [] })
  })

  test('of an order that has ended: 102=0 with its present state, REST 409', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00' })
    bob.sell('10', { limit: '150.00' })
    expect(alice.cancel('a1').said).toEqual(['cancel a2 of a1 refused to session 1, 102=0, filled: The order has ended.'])
    expect(bob.cancel('b1')).toMatchObject({ code: 'ORDER_NOT_OPEN', events: [], refusal: { details: { status: 4 } } })
    venue.releaseEnded()
    expect(alice.cancel('a1').said).toEqual(['cancel a3 of a1 refused to session 1, 102=0, filled: The order has ended.'])
    expect(bob.cancel('b1').code).toBe('ORDER_NOT_OPEN')
  })

  test('with a used id: 102=6', () => {
    const { alice } = desk()
    alice.buy('10', { limit: '150.00' })
    expect(alice.cancel('a1', { id: 'a1' }).said).toEqual(['cancel a1 of a1 refused to session 1, 102=6, new: The id a1 is already used.'])
    expect(alice.order('a1')).toBe('new 0+10 of 10, holds 1500.00')
  })

  test('with the id of another order, which goes on naming that one, also when it has left the engine', () => {
    const { venue, alice } = desk()
    alice.buy('10', { limit: '150.00' })
    alice.cancel('a1')
    alice.buy('5', { limit: '149.00' })
    venue.releaseEnded()
    expect(alice.cancel('a3', { id: 'a1' }).said).toEqual(['cancel a1 of a3 refused to session 1, 102=6, new: The id a1 is already used.'])
    expect(venue.state.findOrder(alice.index, 'a1')).toBeUndefined()
    expect(alice.cancel('a1').said).toEqual(['cancel a4 of a1 refused to session 1, 102=0, cancelled: The order has ended.'])
  })

  test('that the edge refuses is answered with the state of its order, whether that has left the engine or not', () => {
    const { venue, alice } = desk()
    const refuse = (id: string) =>
      venue.execute({
        type: 'RefuseRequest',
        requester: { kind: 'session', session: 1, accountScope: false },
        order: { account: alice.index, clientOrderId: 'a1' },
        clientOrderId: id,
        originalClientOrderId: 'a1',
        responseTo: 1,
        reason: 99,
        text: 'no',
      }).said
    alice.buy('10', { limit: '150.00' })
    expect(refuse('a2')).toEqual(['cancel a2 of a1 refused to session 1, 102=99, new: no'])
    expect(refuse('a1')).toEqual(['cancel a1 of a1 refused to session 1, 102=6, new: no'])
    alice.cancel('a1', { id: 'a3' })
    expect(refuse('a4')).toEqual(['cancel a4 of a1 refused to session 1, 102=99, cancelled: no'])
    venue.releaseEnded()
    expect(refuse('a5')).toEqual(['cancel a5 of a1 refused to session 1, 102=99, cancelled: no'])
  })

  test('whose symbol or side is another: 102=99', () => {
    const { alice } = desk()
    alice.buy('10', { limit: '150.00' })
    expect(alice.cancel('a1', { symbol: 'MSFT' }).said[0]).toContain("102=99, new: Symbol(55) is MSFT, but the order's is AAPL")
    expect(alice.cancel('a1', { side: Side.Sell }).said[0]).toContain("102=99, new: Side(54) is 2, but the order's is 1")
    expect(alice.cancel('a1', { symbol: 'AAPL', side: Side.Buy }).said[0]).toContain('cancelled by')
  })

  test('of an order of another session is unknown; with order_scope=account it is not', () => {
    const { venue, alice } = desk()
    alice.buy('10', { limit: '150.00' })
    expect(alice.over(2).cancel('a1').said[0]).toContain('102=1, no order')
    const [event] = venue.execute({
      type: 'CancelOrder',
      requester: { kind: 'session', session: 2, accountScope: true },
      order: { account: alice.index, clientOrderId: 'a1' },
      clientOrderId: 'from-2',
      originalClientOrderId: 'a1',
    }).events
    expect(event).toMatchObject({ type: 'OrderCancelled', requester: 2, order: { session: 1 } })
  })

  test('of a rejected order: it has ended', () => {
    const { alice } = desk()
    alice.buy('10', { limit: '150.00', symbol: 'NONE' })
    expect(alice.cancel('a1').said).toEqual(['cancel a2 of a1 refused to session 1, 102=0, rejected: The order has ended.'])
  })

  test('never makes a second end: a cancel that races the last fill is refused', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00' })
    bob.sell('10', { limit: '150.00' })
    alice.cancel('a1')
    const ends = venue.journal.filter(
      (event) => 'order' in event && event.order?.number === 1 && event.type.startsWith('Order') && event.order.endedAt > 0,
    )
    expect(ends.map((event) => event.type)).toEqual(['OrderFilled'])
  })
})
