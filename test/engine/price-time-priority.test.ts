import { describe, expect, test } from 'vitest'
import { PLAIN } from '../../src/domain/orders/order.ts'
import { openVenue, type Trader, type Venue } from './engine-under-test.ts'

interface Desk {
  readonly venue: Venue
  readonly alice: Trader
  readonly bob: Trader
  readonly carol: Trader
}

function desk(): Desk {
  const venue = openVenue()
  const opening = { cash: '100000.00', shares: { AAPL: 1000 } }
  return { venue, alice: venue.account('alice', opening), bob: venue.account('bob', opening), carol: venue.account('carol', opening) }
}

describe('price-time priority', () => {
  test('the better price trades first, whoever came first', () => {
    const { alice, bob, carol } = desk()
    alice.sell('10', { limit: '150.00' })
    bob.sell('10', { limit: '149.00' })
    expect(carol.buy('15', { limit: '151.00' }).said).toEqual([
      'c1 accepted: buy limit 151.00, new 0+15 of 15, holds 2265.00',
      'b1 sells 10 at 149.00 for 1490.00, adding: filled 10+0 of 10',
      'c1 buys 10 at 149.00 for 1490.00, taking: partially_filled 10+5 of 15, holds 755.00',
      'a1 sells 5 at 150.00 for 750.00, adding: partially_filled 5+5 of 10, holds 5 shares',
      'c1 buys 5 at 150.00 for 750.00, taking: filled 15+0 of 15',
    ])
  })

  test('at one price the earlier order trades first', () => {
    const { alice, bob, carol } = desk()
    alice.buy('10', { limit: '150.00' })
    bob.buy('10', { limit: '150.00' })
    expect(carol.sell('15', { limit: '150.00' }).said.slice(1)).toEqual([
      'a1 buys 10 at 150.00 for 1500.00, adding: filled 10+0 of 10',
      'c1 sells 10 at 150.00 for 1500.00, taking: partially_filled 10+5 of 15, holds 5 shares',
      'b1 buys 5 at 150.00 for 750.00, adding: partially_filled 5+5 of 10, holds 750.00',
      'c1 sells 5 at 150.00 for 750.00, taking: filled 15+0 of 15',
    ])
  })

  test('clients trade at the price of the order that rested', () => {
    const { alice, bob } = desk()
    alice.buy('10', { limit: '152.00' })
    expect(bob.sell('10', { limit: '149.00' }).said.slice(1)).toEqual([
      'a1 buys 10 at 152.00 for 1520.00, adding: filled 10+0 of 10',
      'b1 sells 10 at 152.00 for 1520.00, taking: filled 10+0 of 10',
    ])
  })

  test('a limit order that does not cross rests, and the rest of one that does', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00' })
    bob.sell('10', { limit: '150.01' })
    expect(venue.depth()).toEqual({ bids: ['10 @ 150.00'], asks: ['10 @ 150.01'] })
    bob.sell('25', { limit: '150.00' })
    expect(venue.depth()).toEqual({ bids: [], asks: ['15 @ 150.00', '10 @ 150.01'] })
  })

  test('an order that fills in part keeps its place at the front', () => {
    const { alice, bob, carol } = desk()
    alice.buy('10', { limit: '150.00' })
    bob.buy('10', { limit: '150.00' })
    carol.sell('4', { limit: '150.00' })
    expect(carol.sell('7', { limit: '150.00' }).said.filter((line) => line.includes('buys'))).toEqual([
      'a1 buys 6 at 150.00 for 900.00, adding: filled 10+0 of 10',
      'b1 buys 1 at 150.00 for 150.00, adding: partially_filled 1+9 of 10, holds 1350.00',
    ])
  })

  test('a cancel in the middle of a queue leaves the others in their order', () => {
    const { venue, alice, bob, carol } = desk()
    alice.buy('1', { limit: '150.00' })
    bob.buy('2', { limit: '150.00' })
    alice.buy('3', { limit: '150.00' })
    bob.buy('4', { limit: '150.00' })
    bob.cancel('b1')
    alice.cancel('a1')
    expect(venue.depth().bids).toEqual(['7 @ 150.00'])
    expect(carol.sell('7', { limit: '150.00' }).said.filter((line) => line.includes('buys'))).toEqual([
      'a2 buys 3 at 150.00 for 450.00, adding: filled 3+0 of 3',
      'b2 buys 4 at 150.00 for 600.00, adding: filled 4+0 of 4',
    ])
  })

  test('one order sweeps many levels, best first', () => {
    const { venue, alice, bob } = desk()
    for (let step = 0; step < 20; step++) alice.sell('1', { limit: `${150 + ((step * 7) % 20)}.00` })
    const prices = bob.buy('20', { limit: '169.00' }).events.flatMap((event) => (event.type === 'OrderFilled' ? [event.lastTicks] : []))
    expect(prices).toEqual(Array.from({ length: 20 }, (_, step) => [(150 + step) * 10_000, (150 + step) * 10_000]).flat())
    expect(venue.depth()).toEqual({ bids: [], asks: [] })
  })

  test('every symbol has a book of its own', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '10000.00' })
    const bob = venue.account('bob', { shares: { MSFT: 10 } })
    alice.buy('10', { limit: '40.00' })
    expect(bob.sell('10', { limit: '40.00', symbol: 'MSFT' }).said).toEqual([
      'b1 accepted: sell limit 40.00, new 0+10 of 10, holds 10 shares',
    ])
  })

  test('every sandbox partner has a market of its own: books, quotes and trade dates do not meet', () => {
    const venue = openVenue()
    venue.execute({ type: 'CreatePartner', id: 'partner-2', name: 'Other', environment: 'sandbox', seed: 'another seed' })
    const alice = venue.account('alice', { cash: '10000.00' })
    const bob = venue.account('bob', { shares: { AAPL: 10 }, partner: 1 })
    alice.buy('10', { limit: '150.00' })
    expect(bob.sell('10', { limit: '150.00' }).said).toEqual(['b1 accepted: sell limit 150.00, new 0+10 of 10, holds 10 shares'])
    expect(venue.state.depth(1, 0, 1)).toEqual({ bids: [], asks: [{ ticks: 1_500_000, lots: 10e9, orders: 1 }] })
    venue.endDay()
    expect(venue.state.markets.map((market) => market.tradeDay)).toEqual([20780, 20777])
    expect(bob.order('b1')).toBe('new 0+10 of 10, holds 10 shares')
  })

  test('live partners share one market', () => {
    const venue = openVenue()
    venue.execute({ type: 'CreatePartner', id: 'partner-2', name: 'First', environment: 'live', seed: 'live' })
    venue.execute({ type: 'CreatePartner', id: 'partner-3', name: 'Second', environment: 'live', seed: 'live' })
    const alice = venue.account('alice', { cash: '10000.00', partner: 1 })
    const bob = venue.account('bob', { shares: { AAPL: 10 }, partner: 2 })
    alice.buy('10', { limit: '150.00' })
    expect(bob.sell('10', { limit: '150.00' }).said).toHaveLength(3)
  })

  test('an event about a fill carries both sides of it, whole', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', id: 'first' })
    const [, resting, taking] = bob.sell('4', { limit: '149.00', id: 'second', tif: 'ioc' }).events
    const first = venue.state.findOrder(alice.index, 'first')
    const second = venue.state.findOrder(bob.index, 'second')
    const shared = {
      type: 'OrderFilled',
      at: venue.at,
      trade: 1,
      lastTicks: 1_500_000,
      lastLots: 4e9,
      cents: 600_00,
      scripted: false,
      tradeDay: 20777,
      settlementDay: 20780,
    }
    expect(resting).toEqual({ ...shared, order: first, execution: 3, liquidity: 1, counterparty: bob.index })
    expect(taking).toEqual({ ...shared, order: second, execution: 4, liquidity: 2, counterparty: alice.index })
    expect(first).toEqual({
      number: 1,
      account: alice.index,
      session: 0,
      instrument: 0,
      clientOrderId: 'first',
      firstClientOrderId: 'first',
      side: 1,
      type: 2,
      timeInForce: 0,
      extendedHours: false,
      status: 3,
      quantityLots: 10e9,
      cashCents: 0,
      limitTicks: 1_500_000,
      stopTicks: 0,
      collarTicks: 0,
      triggered: false,
      filledLots: 4e9,
      leavesLots: 6e9,
      notionalWhole: 6_000_000,
      notionalFraction: 0,
      postedCents: 600_00,
      heldCents: 900_00,
      heldLots: 0,
      enteredDay: 20777,
      beforeDayLots: 0,
      beforeDayWhole: 0,
      beforeDayFraction: 0,
      renewed: false,
      content: first!.content,
      revision: 1,
      createdAt: venue.at,
      updatedAt: venue.at,
      endedAt: 0,
      cancelReason: 0,
      ...PLAIN,
    })
  })
})
