import { describe, expect, test } from 'vitest'
import { openVenue, type Trader, type Venue } from './engine-under-test.ts'

function desk(rules: Parameters<typeof openVenue>[0] = {}): { readonly venue: Venue; readonly alice: Trader; readonly bob: Trader } {
  const venue = openVenue(rules)
  const opening = { cash: '100000.00', shares: { AAPL: 1000 } }
  return { venue, alice: venue.account('alice', opening), bob: venue.account('bob', opening) }
}

describe('twelve defects that popular order books have, and this one has not', () => {
  test('1: 0.1 and 0.2 against 0.3 leave no dust that rests', () => {
    const { venue, alice, bob } = desk()
    alice.buy('0.1', { limit: '150.00' })
    alice.buy('0.2', { limit: '150.00' })
    bob.sell('0.3', { limit: '150.00' })
    expect(bob.order('b1')).toBe('filled 0.3+0 of 0.3')
    expect(venue.depth()).toEqual({ bids: [], asks: [] })
  })

  test('2: the last price is part of the state, so stops trigger as before after a restart', () => {
    const { venue, alice, bob } = desk()
    alice.sell('1', { limit: '150.00' })
    bob.buy('1', { limit: '150.00' })
    const live = bob.buy('1', { stop: '150.00', id: 'same' }).said
    const again = desk()
    again.alice.sell('1', { limit: '150.00' })
    again.bob.buy('1', { limit: '150.00' })
    const restarted = again.venue.restart()
    expect(restarted.last()).toBe(venue.last())
    expect(bob.at(restarted).buy('1', { stop: '150.00', id: 'same' }).said).toEqual(live)
    expect(live).toHaveLength(2)
  })

  test('3: a resting stop can be cancelled', () => {
    const { venue, alice } = desk()
    alice.buy('1', { stop: '160.00' })
    alice.sell('1', { stop: '140.00', limit: '139.00' })
    alice.cancel('a1')
    alice.cancel('a2')
    expect(venue.state.openOrderCount).toBe(0)
    expect(venue.quote('', '170.00 x 1').said).toHaveLength(1)
  })

  test('4: self-match prevention after a partial fill reports the remainder as it is, and it is in the journal', () => {
    const { venue, alice, bob } = desk()
    bob.sell('3', { limit: '150.00' })
    alice.sell('5', { limit: '150.00' })
    alice.buy('10', { limit: '150.00' })
    expect(alice.stored('a2')).toMatchObject({ quantityLots: 10e9, filledLots: 3e9, leavesLots: 0, heldCents: 0, status: 5 })
    expect(venue.journal.at(-1)).toMatchObject({ type: 'OrderCancelled', restatement: 4, order: { filledLots: 3e9, leavesLots: 0 } })
    expect(alice.at(venue.restart()).order('a2')).toBe(alice.order('a2'))
  })

  test('5: a resting order that is replaced into a cross trades, it does not vanish', () => {
    const { alice, bob } = desk()
    alice.sell('4', { limit: '151.00' })
    bob.buy('10', { limit: '150.00' })
    bob.replace('b1', { limit: '152.00' })
    expect([alice.order('a1'), bob.order('b1')]).toEqual(['filled 4+0 of 4', 'partially_filled 4+6 of 10, holds 912.00'])
  })

  test('6: a replace keeps account, session and time in force', () => {
    const { venue, alice } = desk()
    const overFix = alice.over(5)
    overFix.buy('10', { limit: '150.00', tif: 'gtc', id: 'x' })
    const { account, session, timeInForce, extendedHours, side, instrument, enteredDay, createdAt, content } = alice.stored('x')
    venue.at += 1000
    overFix.replace('x', { quantity: '5', limit: '149.00' })
    expect(alice.stored('x')).toMatchObject({
      account,
      session,
      timeInForce,
      extendedHours,
      side,
      instrument,
      enteredDay,
      createdAt,
      content,
    })
    expect(alice.stored('x').updatedAt).toBe(createdAt + 1000)
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''.padEnd(64, 'x')])('7: %s is an order id like any other', (id) => {
    const { venue, alice, bob } = desk()
    expect(venue.state.findOrder(alice.index, id)).toBeUndefined()
    alice.buy('10', { limit: '150.00', id })
    bob.sell('4', { limit: '150.00' })
    expect(alice.order(id)).toBe('partially_filled 4+6 of 10, holds 900.00')
    alice.cancel(id)
    venue.releaseEnded()
    expect(venue.state.findOrder(alice.index, id)).toBeUndefined()
  })

  test('8: a lower quantity keeps its priority', () => {
    const { alice, bob } = desk()
    alice.sell('10', { limit: '150.00' })
    bob.sell('10', { limit: '150.00' })
    alice.replace('a1', { quantity: '9' })
    const carol = alice.venue.account('carol', { cash: '10000.00' })
    expect(carol.buy('9', { limit: '150.00' }).said[1]).toMatch(/^a1 sells 9/)
  })

  test('9: a fill or kill never rests, also when self-match prevention takes what it needed', () => {
    for (const selfMatch of ['cancel_aggressor', 'cancel_resting', 'cancel_both', 'decrement'] as const) {
      const { venue, alice, bob } = desk({ selfMatch })
      alice.sell('5', { limit: '150.00' })
      bob.sell('5', { limit: '150.00' })
      alice.buy('10', { limit: '150.00', tif: 'fok' })
      expect(alice.order('a2')).toBe('cancelled 0+0 of 10')
      expect(venue.depth()).toEqual({ bids: [], asks: ['10 @ 150.00'] })
    }
  })

  test('10: amounts are integers from the edge on: what is none can not be entered, and the largest are exact', () => {
    const venue = openVenue({ maxOrderLots: 0, maxOrderCents: 0 })
    const rich = venue.account('rich', { cash: '90000000000000.00' })
    venue.quote('', '9999.99 x 9000000')
    rich.buy('9000000', { limit: '10000.00' })
    expect(rich.order('r1')).toBe('filled 9000000+0 of 9000000')
    expect(rich.money.cash).toBe('89910000090000.00')
    expect(rich.position()).toBe('9000000, 9000000 available, at 9999.99')
  })

  test('11: every fill has an execution number of its own, and both sides of a trade its trade number', () => {
    const { venue, alice, bob } = desk()
    alice.sell('1', { limit: '150.00' })
    alice.sell('1', { limit: '150.00' })
    bob.buy('2', { limit: '150.00' })
    const fills = venue.journal.filter((event) => event.type === 'OrderFilled')
    expect(fills.map(({ execution, trade }) => [execution, trade])).toEqual([
      [4, 1],
      [5, 1],
      [6, 2],
      [7, 2],
    ])
  })

  test('12: neither a fill nor a cancel walks the queue: the neighbours of an order are all that is touched', () => {
    const { venue, alice, bob } = desk({ maxOpenOrders: 0 })
    for (let order = 0; order < 200; order++) alice.sell('1', { limit: '150.00' })
    const { orders } = venue.state
    const read = { next: 0 }
    const next = orders.next
    orders.next = new Proxy(next, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) read.next++
        const value: unknown = Reflect.get(target, key, target)
        return value
      },
    })
    const events: Parameters<typeof venue.engine.execute>[3] = []
    const run = (command: Parameters<typeof venue.engine.execute>[0]): void =>
      void venue.engine.execute(command, venue.at, 1_000_000, events)
    run({ type: 'CancelOrder', requester: { kind: 'rest' }, order: { number: 100 }, clientOrderId: '', originalClientOrderId: '' })
    run({
      type: 'PlaceOrder',
      session: 0,
      account: bob.index,
      clientOrderId: 'b1',
      symbol: 'AAPL',
      side: 1,
      orderType: 2,
      timeInForce: 0,
      quantityLots: 1e9,
      cashCents: 0,
      limitTicks: 150_0000,
      stopTicks: 0,
      extendedHours: false,
      possResend: false,
    })
    orders.next = next
    expect(events.map((event) => event.type)).toEqual(['OrderCancelled', 'OrderAccepted', 'OrderFilled', 'OrderFilled'])
    expect(read.next).toBeLessThan(20)
  })
})
