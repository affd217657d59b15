import { describe, expect, test } from 'vitest'
import { OrderType, Side, TimeInForce } from '../../src/domain/orders/order.ts'
import { openVenue, type Trader, type Venue } from './engine-under-test.ts'

interface Desk {
  readonly venue: Venue
  readonly alice: Trader
  readonly bob: Trader
  readonly carol: Trader
}

/** alice trades over FIX session 1, bob and carol over REST. */
function desk(rules: Parameters<typeof openVenue>[0] = {}): Desk {
  const venue = openVenue(rules)
  const opening = { cash: '100000.00', shares: { AAPL: 1000, WHOLE: 10 } }
  return {
    venue,
    alice: venue.account('alice', { ...opening, session: 1 }),
    bob: venue.account('bob', opening),
    carol: venue.account('carol', opening),
  }
}

/** Who is filled when one share a time is sold into the book. */
function queueOf(seller: Trader, shares: number): string {
  return Array.from({ length: shares }, () =>
    seller
      .sell('1', { limit: '1.00', tif: 'ioc' })
      .said.find((line) => line.includes('buys'))!
      .slice(0, 2),
  ).join(' ')
}

describe('the place in the queue', () => {
  test('a replace that only lowers the quantity keeps its place', () => {
    const { alice, bob, carol } = desk()
    alice.buy('3', { limit: '150.00' })
    bob.buy('2', { limit: '150.00' })
    expect(alice.replace('a1', { quantity: '2' }).said).toEqual([
      'a1 replaced by a2, was a1, keeps its place: buy limit 150.00, new 0+2 of 2, holds 300.00',
    ])
    expect(queueOf(carol, 4)).toBe('a1 a1 b1 b1')
  })

  test('a replace that raises the quantity goes to the back', () => {
    const { alice, bob, carol } = desk()
    alice.buy('1', { limit: '150.00' })
    bob.buy('2', { limit: '150.00' })
    expect(alice.replace('a1', { quantity: '2' }).said).toEqual([
      'a1 replaced by a2, was a1, goes to the back: buy limit 150.00, new 0+2 of 2, holds 300.00',
    ])
    expect(queueOf(carol, 4)).toBe('b1 b1 a1 a1')
  })

  test('a replace to another price goes to the back of that price', () => {
    const { alice, bob, carol } = desk()
    alice.buy('1', { limit: '150.00' })
    bob.buy('1', { limit: '149.00' })
    alice.replace('a1', { limit: '149.00' })
    expect(queueOf(carol, 2)).toBe('b1 a1')
  })

  test('away and back again is at the back', () => {
    const { alice, bob, carol } = desk()
    bob.buy('1', { limit: '150.00' })
    alice.buy('1', { limit: '150.00' })
    bob.replace('b1', { limit: '149.00' })
    bob.replace('b1', { limit: '150.00' })
    expect(queueOf(carol, 2)).toBe('a1 b1')
  })

  test('a replace that lowers quantity and changes the price goes to the back', () => {
    const { alice, bob, carol } = desk()
    bob.buy('3', { limit: '150.00' })
    alice.buy('1', { limit: '151.00' })
    bob.replace('b1', { quantity: '1', limit: '151.00' })
    expect(queueOf(carol, 2)).toBe('a1 b1')
  })
})

describe('the new quantity', () => {
  test('is the total, including what is filled', () => {
    const { alice, carol } = desk()
    alice.buy('10', { limit: '150.00' })
    carol.sell('4', { limit: '150.00' })
    expect(alice.replace('a1', { quantity: '12' }).said).toEqual([
      'a1 replaced by a2, was a1, goes to the back: buy limit 150.00, partially_filled 4+8 of 12, holds 1200.00',
    ])
  })

  test('at or below what is filled ends the order as filled over FIX, with 38 = 14', () => {
    const { venue, alice, carol } = desk()
    alice.buy('10', { limit: '150.00' })
    carol.sell('4', { limit: '150.00' })
    alice.buy('10', { limit: '149.00' })
    carol.sell('4', { limit: '150.00' })
    expect(alice.replace('a1', { quantity: '8' }).said).toEqual([
      'a1 replaced by a3, was a1, keeps its place: buy limit 150.00, filled 8+0 of 8',
    ])
    alice.replace('a2', { limit: '150.00' })
    carol.sell('1', { limit: '150.00' })
    expect(alice.replace('a2', { quantity: '1' }).said).toEqual([
      'a2 replaced by a5, was a4, keeps its place: buy limit 150.00, filled 1+0 of 1',
    ])
    expect(venue.depth().bids).toEqual([])
    expect(alice.money.held).toBe('0.00')
  })

  test('below what is filled ends the order with what is filled', () => {
    const { alice, carol } = desk()
    alice.buy('10', { limit: '150.00' })
    carol.sell('4', { limit: '150.00' })
    expect(alice.replace('a1', { quantity: '2' }).said).toEqual([
      'a1 replaced by a2, was a1, keeps its place: buy limit 150.00, filled 4+0 of 4',
    ])
  })

  test('has to be above what is filled over REST', () => {
    const { bob, carol } = desk()
    bob.buy('10', { limit: '150.00' })
    carol.sell('4', { limit: '150.00' })
    expect(bob.replace('b1', { quantity: '4' })).toMatchObject({
      said: [],
      refusal: { code: 'INVALID_QUANTITY', field: 'quantity', details: { filled_quantity: '4' } },
    })
  })

  test('of zero is refused over both edges', () => {
    const { alice, bob } = desk()
    alice.buy('10', { limit: '150.00' })
    bob.buy('10', { limit: '150.00' })
    expect(alice.replace('a1', { quantity: '0' })).toMatchObject({
      code: 'INVALID_QUANTITY',
      said: ['replace a2 of a1 refused to session 1, 102=99, new: The quantity has to be above zero.'],
    })
    expect(bob.replace('b1', { quantity: '0' })).toMatchObject({ code: 'INVALID_QUANTITY', said: [] })
  })

  test('in parts of a share is refused of an order in whole ones, also where that many are filled', () => {
    const { alice, bob } = desk()
    alice.buy('10', { limit: '150.00', tif: 'gtc' })
    bob.sell('5', { limit: '150.00' })
    expect(alice.replace('a1', { quantity: '2.5' }).code).toBe('UNSUPPORTED_ORDER_COMBINATION')
    expect(alice.stored('a1')).toMatchObject({ quantityLots: 10e9, filledLots: 5e9, leavesLots: 5e9 })
  })

  test('in parts of a share needs a limit day order in a fractionable symbol', () => {
    const { alice, bob } = desk()
    bob.buy('10', { limit: '150.00' })
    expect(bob.replace('b1', { quantity: '10.5' }).said).toEqual([
      'b1 restated (378=99, REST replace), goes to the back: buy limit 150.00, new 0+10.5 of 10.5, holds 1575.00',
    ])
    bob.buy('10', { limit: '150.00', tif: 'gtc' })
    expect(bob.replace('b2', { quantity: '10.5' }).code).toBe('UNSUPPORTED_ORDER_COMBINATION')
    bob.buy('10', { stop: '160.00', limit: '160.00' })
    expect(bob.replace('b3', { quantity: '10.5' }).code).toBe('UNSUPPORTED_ORDER_COMBINATION')
    alice.buy('10', { limit: '100.00', symbol: 'WHOLE' })
    expect(alice.replace('a1', { quantity: '10.5' }).code).toBe('ASSET_NOT_FRACTIONABLE')
  })
})

describe('money and shares', () => {
  test('a replace needs what the new hold is above the old one', () => {
    const { venue } = desk()
    const dora = venue.account('dora', { cash: '1500.00', shares: { AAPL: 10 } })
    dora.buy('10', { limit: '150.00' })
    expect(dora.replace('d1', { limit: '150.01' }).refusal).toEqual({
      code: 'INSUFFICIENT_BUYING_POWER',
      message: 'The order needs 0.10 but 0.00 is available.',
      field: 'quantity',
      details: { required: '0.10', buying_power: '0.00' },
    })
    expect(dora.order('d1')).toBe('new 0+10 of 10, holds 1500.00')
    expect(dora.replace('d1', { quantity: '5', limit: '300.00' }).code).toBeUndefined()
    expect(dora.replace('d1', { limit: '149.00' }).code).toBeUndefined()
    expect(dora.money).toMatchObject({ held: '745.00', buyingPower: '755.00' })
    dora.sell('8', { limit: '200.00' })
    expect(dora.replace('d2', { quantity: '11' }).code).toBe('INSUFFICIENT_POSITION')
    expect(dora.replace('d2', { quantity: '10' }).code).toBeUndefined()
    expect(dora.position()).toBe('10, 0 available, at 150.00')
  })

  test('a replace that makes an order smaller needs no money, whatever the roundings of its fills have taken of the hold', () => {
    const { venue } = desk()
    const dora = venue.account('dora', { cash: '103.00' })
    const erin = venue.account('erin', { shares: { PENY: 140 } })
    dora.buy('200', { limit: '0.5150', symbol: 'PENY' })
    // 51.5 cents each are 52: of 103.00 dollars 30.20 are left for 60 shares that come to 30.90
    for (let sold = 0; sold < 140; sold++) erin.sell('1', { limit: '0.5150', symbol: 'PENY' })
    expect(dora.replace('d1', { quantity: '199' }).said).toEqual([
      'd1 restated (378=99, REST replace), keeps its place: buy limit 0.515, partially_filled 140+59 of 199, holds 30.20',
    ])
  })

  test('a replace keeps to the limits of an order and to the price band', () => {
    const { venue, bob } = desk({ maxOrderLots: 100e9, maxOrderCents: 20_000_00, limitBandBasisPoints: 1000 })
    venue.quote('149.00 x 1', '151.00 x 1')
    bob.buy('10', { limit: '150.00' })
    expect(bob.replace('b1', { quantity: '101' }).code).toBe('ORDER_EXCEEDS_LIMIT')
    expect(bob.replace('b1', { quantity: '100', limit: '149.00' }).code).toBeUndefined()
    expect(bob.replace('b1', { limit: '120.00' }).code).toBe('PRICE_OUT_OF_BAND')
  })

  test('a replace that leaves the price as it is is not asked how far the market has gone from it', () => {
    const { venue, bob } = desk({ limitBandBasisPoints: 1000 })
    bob.buy('10', { limit: '150.00' })
    venue.quote('199.00 x 1', '201.00 x 1')
    expect(bob.replace('b1', { quantity: '8', limit: '150.00' }).said).toEqual([
      'b1 restated (378=99, REST replace), keeps its place: buy limit 150.00, new 0+8 of 8, holds 1200.00',
    ])
    expect(bob.replace('b1', { limit: '151.00' }).code).toBe('PRICE_OUT_OF_BAND')
  })

  test('a replace does not count as one more open order', () => {
    const { bob } = desk({ maxOpenOrders: 1 })
    bob.buy('10', { limit: '150.00' })
    expect(bob.replace('b1', { quantity: '11' }).code).toBeUndefined()
    expect(bob.buy('1', { limit: '1.00' }).code).toBe('ORDER_EXCEEDS_LIMIT')
  })

  test('an order may not grow beyond what an order may be', () => {
    const { venue } = desk({ maxOrderLots: 0, maxOrderCents: 0, maxOpenOrders: 0 })
    const rich = venue.account('rich', { cash: '900000000.00' })
    rich.buy('1', { limit: '1.00', symbol: 'PENY' })
    expect(rich.replace('r1', { quantity: '9000001' })).toMatchObject({ refusal: { code: 'INVALID_QUANTITY', field: 'quantity' } })
    expect(rich.replace('r1', { quantity: '9000000' }).code).toBeUndefined()
  })
})

describe('the new price', () => {
  test('that crosses trades at once', () => {
    const { alice, carol } = desk()
    carol.sell('4', { limit: '151.00' })
    alice.buy('10', { limit: '150.00' })
    expect(alice.replace('a1', { limit: '151.00' }).said).toEqual([
      'a1 replaced by a2, was a1, goes to the back: buy limit 151.00, new 0+10 of 10, holds 1510.00',
      'c1 sells 4 at 151.00 for 604.00, adding: filled 4+0 of 4',
      'a1 buys 4 at 151.00 for 604.00, taking: partially_filled 4+6 of 10, holds 906.00',
    ])
  })

  test.each([
    [{ limit: '150.005' }, 'The limit_price 150.005 is off the tick: from 1.00 on prices have 2 decimals.'],
    [{ limit: '0.00' }, 'This order type needs a limit_price above zero.'],
    [{ limit: '1000000.01' }, 'The limit_price may be at most 1000000.00.'],
    [{ stop: '150.00' }, 'This order type takes no stop_price.'],
  ])('%j is refused', (change, message) => {
    const { alice, bob } = desk()
    alice.buy('10', { limit: '150.00' })
    bob.buy('10', { limit: '150.00' })
    expect(bob.replace('b1', change)).toMatchObject({ code: 'INVALID_PRICE', said: [], refusal: { message } })
    expect(alice.replace('a1', change).said).toEqual([`replace a2 of a1 refused to session 1, 102=99, new: ${message}`])
  })
})

describe('the chain of ids', () => {
  test('moves with every replace, and any id of it finds the order', () => {
    const { venue, alice } = desk()
    alice.buy('10', { limit: '150.00' })
    alice.replace('a1', { quantity: '9' })
    alice.replace('a2', { quantity: '8' })
    // by the first id; 41 of the answer is the last accepted one
    expect(alice.replace('a1', { quantity: '7' }).said).toEqual([
      'a1 replaced by a4, was a3, keeps its place: buy limit 150.00, new 0+7 of 7, holds 1050.00',
    ])
    for (const id of ['a1', 'a2', 'a3', 'a4'])
      expect(venue.state.findOrder(alice.index, id)).toMatchObject({ number: 1, clientOrderId: 'a4', revision: 4 })
  })

  test('is not moved by a refused replace, whose id still finds the order', () => {
    const { venue, alice } = desk()
    alice.buy('10', { limit: '150.00' })
    alice.replace('a1', { quantity: '0' })
    expect(venue.state.findOrder(alice.index, 'a2')).toMatchObject({ clientOrderId: 'a1' })
    expect(alice.cancel('a2').said).toEqual(['a1 cancelled by a3 (user_requested): cancelled 0+0 of 10'])
  })

  test('of an order that has left the engine is known from storage', () => {
    const { venue, alice, carol } = desk()
    alice.buy('10', { limit: '150.00' })
    alice.replace('a1', { quantity: '4' })
    carol.sell('4', { limit: '150.00' })
    venue.releaseEnded()
    expect(venue.state.findOrder(alice.index, 'a2')).toBeUndefined()
    expect(alice.replace('a2', { quantity: '9' }).said).toEqual([
      'replace a3 of a2 refused to session 1, 102=0, filled: The order has ended.',
    ])
  })

  test('a used id is a duplicate: 102=6, REST 409', () => {
    const { venue, alice, bob } = desk()
    alice.buy('1', { limit: '150.00' })
    alice.buy('1', { limit: '149.00' })
    bob.buy('1', { limit: '150.00' })
    bob.buy('1', { limit: '149.00' })
    expect(alice.replace('a1', { quantity: '2', id: 'a2' }).said).toEqual([
      'replace a2 of a1 refused to session 1, 102=6, new: The id a2 is already used.',
    ])
    expect(bob.replace('b1', { quantity: '2', id: 'b2' }).code).toBe('CLIENT_ORDER_ID_CONFLICT')
    expect(alice.replace('a1', { quantity: '2', id: 'a1' }).said[0]).toContain('102=6')
    // also an id that only a refused request had
    alice.replace('a1', { quantity: '0', id: 'tried' })
    expect(alice.replace('a2', { quantity: '2', id: 'tried' }).said[0]).toContain('102=6')
    expect(venue.state.findOrder(alice.index, 'tried')).toMatchObject({ firstClientOrderId: 'a1' })
  })
})

describe('over REST', () => {
  test('a replace without a new id is a restatement: 150=D, 378=99, the revision counts', () => {
    const { venue, bob } = desk()
    bob.buy('10', { limit: '150.00' })
    const [restated] = bob.replace('b1', { quantity: '8' }).events
    expect(restated).toEqual({
      type: 'OrderRestated',
      at: venue.at,
      order: venue.state.findOrder(bob.index, 'b1'),
      execution: 2,
      restatement: 99,
      text: 'REST replace',
      keepsPlace: true,
    })
    expect(bob.stored('b1')).toMatchObject({ revision: 2, clientOrderId: 'b1', quantityLots: 8e9 })
  })

  test('a replace with a new id is a true replace', () => {
    const { bob } = desk()
    bob.buy('10', { limit: '150.00' })
    expect(bob.replace('b1', { quantity: '8', id: 'b1-next' }).said).toEqual([
      'b1 replaced by b1-next, was b1, keeps its place: buy limit 150.00, new 0+8 of 8, holds 1200.00',
    ])
  })

  test('a replace that changes nothing does nothing', () => {
    const { bob } = desk()
    bob.buy('10', { limit: '150.00' })
    expect(bob.replace('b1', {})).toEqual({ said: [], events: [] })
    expect(bob.replace('b1', { quantity: '10', limit: '150.00' })).toEqual({ said: [], events: [] })
    expect(bob.stored('b1').revision).toBe(1)
  })

  test('over FIX the same is answered: the id moves', () => {
    const { alice } = desk()
    alice.buy('10', { limit: '150.00' })
    expect(alice.replace('a1', { quantity: '10', limit: '150.00' }).said).toEqual([
      'a1 replaced by a2, was a1, keeps its place: buy limit 150.00, new 0+10 of 10, holds 1500.00',
    ])
  })
})

describe('refusals', () => {
  test('an unknown order: 102=1, REST 404', () => {
    const { alice, bob } = desk()
    expect(alice.replace('none', { quantity: '5' }).said).toEqual([
      'replace a1 of none refused to session 1, 102=1, no order: The order is not known.',
    ])
    expect(bob.replace('none', { quantity: '5' })).toMatchObject({ code: 'ORDER_NOT_FOUND', said: [] })
  })

  test('an order of another session or account is an unknown order', () => {
    const { alice, bob } = desk()
    bob.buy('10', { limit: '150.00' })
    const other = alice.over(2)
    alice.buy('10', { limit: '150.00' })
    expect(other.replace('a1', { quantity: '5' }).said[0]).toContain('102=1, no order')
    expect(alice.replace('b1', { quantity: '5' }).said[0]).toContain('102=1, no order')
  })

  test('with order_scope=account another session of the account may, and hears the answer', () => {
    const { venue, alice } = desk()
    alice.buy('10', { limit: '150.00' })
    const [event] = venue.execute({
      type: 'ReplaceOrder',
      requester: { kind: 'session', session: 7, accountScope: true },
      order: { account: alice.index, clientOrderId: 'a1' },
      clientOrderId: 'from-7',
      originalClientOrderId: 'a1',
      quantityLots: 5e9,
    }).events
    expect(event).toMatchObject({ type: 'OrderReplaced', requester: 7, order: { session: 1 } })
  })

  test.each([
    [{ symbol: 'MSFT' }, "Symbol(55) is MSFT, but the order's is AAPL"],
    [{ side: Side.Sell }, "Side(54) is 2, but the order's is 1"],
    [{ orderType: OrderType.Market }, 'OrdType(40) can not be changed'],
    [{ timeInForce: TimeInForce.Gtc }, 'TimeInForce(59) can not be changed'],
    [{ cash: '100.00' }, 'CashOrderQty(152) can not be changed'],
  ])('what is fixed may not change: %j is 102=99', (change, message) => {
    const { alice } = desk()
    alice.buy('10', { limit: '150.00' })
    expect(alice.replace('a1', { quantity: '5', ...change })).toMatchObject({
      code: 'VALIDATION_ERROR',
      said: [`replace a2 of a1 refused to session 1, 102=99, new: ${message}`],
    })
  })

  test('what restates the order as it is passes', () => {
    const { alice } = desk()
    alice.buy('10', { limit: '150.00' })
    const restated = { symbol: 'AAPL', side: Side.Buy, orderType: OrderType.Limit, timeInForce: TimeInForce.Day }
    expect(alice.replace('a1', { quantity: '5', ...restated }).code).toBeUndefined()
  })

  test('market and cash orders can not be replaced', () => {
    const { alice, bob } = desk()
    alice.buy('10')
    bob.buyFor('100.00')
    expect(alice.replace('a1', { quantity: '5' }).said[0]).toContain('102=99, new: Market and notional orders can not be replaced.')
    expect(bob.replace('b1', { quantity: '5' }).code).toBe('ORDER_NOT_REPLACEABLE')
  })

  test('an ended order: 102=0 with the order as it stands, REST 409 with its status', () => {
    const { alice, bob } = desk()
    alice.buy('10', { limit: '150.00' })
    alice.cancel('a1')
    expect(alice.replace('a1', { quantity: '5' }).said).toEqual([
      'replace a3 of a1 refused to session 1, 102=0, cancelled: The order has ended.',
    ])
    bob.sell('10', { limit: '150.00', tif: 'ioc' })
    expect(bob.replace('b1', { quantity: '5' }).code).toBe('ORDER_NOT_OPEN')
  })

  test('a fault that the edge found is answered when nothing worse is wrong', () => {
    const { alice } = desk()
    alice.buy('10', { limit: '150.00' })
    const fault = { code: 'INVALID_QUANTITY', message: 'The quantity has too many decimals.' } as const
    expect(alice.replace('a1', { fault }).said).toEqual([
      'replace a2 of a1 refused to session 1, 102=99, new: The quantity has too many decimals.',
    ])
    expect(alice.replace('none', { fault }).said[0]).toContain('102=1')
  })
})
