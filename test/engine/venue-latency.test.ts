import { describe, expect, test } from 'vitest'
import { parseQuantity } from '../../src/domain/amounts/amounts.ts'
import type { Latency } from '../../src/engine/venue/latency.ts'
import { delayMs, NO_LATENCY } from '../../src/engine/venue/latency.ts'
import { OrderClass, OrderType } from '../../src/domain/orders/order.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { type Answer, CALENDAR, day, exact, openVenue, type Trader, type Venue } from './engine-under-test.ts'

interface Desk {
  readonly venue: Venue
  readonly alice: Trader
  readonly bob: Trader
  readonly carol: Trader
  /** some ms later */
  readonly later: (ms: number) => readonly string[]
}

const fixed = (delays: Partial<Record<keyof Latency, number>>): Latency => ({
  ...NO_LATENCY,
  ...Object.fromEntries(Object.entries(delays).map(([kind, ms]) => [kind, { ms, jitterMs: 0 }])),
})

/** alice trades over FIX session 1, bob and carol over REST. Bob and carol find a venue without latency where only F and G take time. */
function desk(delays: Partial<Record<keyof Latency, number>>, rules: Parameters<typeof openVenue>[0] = {}): Desk {
  const venue = openVenue({ latency: fixed(delays), ...rules })
  const opening = { cash: '100000.00', shares: { AAPL: 1000 } }
  return {
    venue,
    alice: venue.account('alice', { ...opening, session: 1 }),
    bob: venue.account('bob', opening),
    carol: venue.account('carol', opening),
    later(ms) {
      venue.at += ms
      return venue.execute({ type: 'AdvanceTime' }).said
    },
  }
}

/** G of a session with the option `queue_replaces`. */
function replaceInLine(trader: Trader, order: string, { id, quantity }: { readonly id: string; readonly quantity: string }): Answer {
  return trader.venue.execute({
    type: 'ReplaceOrder',
    requester: { kind: 'session', session: trader.session, accountScope: false, queuesReplaces: true },
    order: { account: trader.index, clientOrderId: order },
    clientOrderId: id,
    originalClientOrderId: order,
    quantityLots: exact(parseQuantity(quantity)),
  })
}

const F_AND_G = { cancel: 100, replace: 100 }

describe('a new order on its way to the venue', () => {
  test('that is a stop is not reached by what traded before it came, in the same turn of the timer', () => {
    const { alice, bob, carol, later } = desk({ new: 50 })
    bob.sell('1', { limit: '150.00' })
    bob.sell('1', { limit: '153.00' })
    later(50)
    carol.buy('2', { limit: '153.00' })
    alice.sell('10', { stop: '152.00' })
    expect(later(50).at(-1)).toBe('a1 acknowledged: accepted 0+10 of 10, holds 10 shares')
  })

  test('is pending, holds its money and meets nobody; then it is acknowledged and trades', () => {
    const { alice, bob, later } = desk({ new: 50 })
    expect(bob.sell('10', { limit: '150.00' }).said).toEqual([
      'b1 pending new b1 of REST, due in 50 ms, shows 10 at 150.00: accepted (pending new) 0+10 of 10, holds 10 shares',
    ])
    expect(later(50)).toEqual(['b1 acknowledged: new 0+10 of 10, holds 10 shares'])
    expect(alice.buy('10', { limit: '150.00' }).said).toEqual([
      'a1 pending new a1 of session 1, due in 50 ms, shows 10 at 150.00: accepted (pending new) 0+10 of 10, holds 1500.00',
    ])
    expect(alice.money.held).toBe('1500.00')
    expect(later(49)).toEqual([])
    expect(later(1)).toEqual([
      'a1 acknowledged: new 0+10 of 10, holds 1500.00',
      'b1 sells 10 at 150.00 for 1500.00, adding: filled 10+0 of 10',
      'a1 buys 10 at 150.00 for 1500.00, taking: filled 10+0 of 10',
    ])
  })

  test('carries the quote that it found as it came, one side of it where there is no more', () => {
    for (const delays of [{ new: 50 }, { fill: 50 }, {}]) {
      const { venue, alice, bob, later } = desk(delays)
      bob.buy('1', { limit: '149.00' })
      later(100)
      const { events } = alice.sell('1', { limit: '151.00' })
      expect(events[0]).toMatchObject({ arrival: { bidTicks: 149_0000, askTicks: 0 } })
      venue.at += 50
      venue.execute({ type: 'AdvanceTime' })
      expect(alice.stored('a1').updatedAt).toBe('new' in delays ? venue.at : venue.at - 50)
    }
  })

  test('is cancelled behind its acknowledgement where cancels themselves take no time', () => {
    const { venue, alice, later } = desk({ new: 50 })
    alice.buy('10', { limit: '150.00' })
    later(10)
    expect(alice.cancel('a1', { id: 'a2' }).said).toEqual([
      'a1 pending cancel a2 of session 1, due in 40 ms, shows 10 at 150.00: accepted (pending cancel) 0+10 of 10, holds 1500.00',
    ])
    expect(alice.stored('a1').updatedAt).toBe(venue.at)
    expect(later(40)).toEqual([
      'a1 acknowledged: new (pending cancel) 0+10 of 10, holds 1500.00',
      'a1 cancelled by a2 (user_requested): cancelled 0+0 of 10',
    ])
  })

  test('is refused at once where it is wrong by itself', () => {
    const { alice } = desk({ new: 50 })
    expect(alice.buy('1000', { limit: '150.00' }).said).toEqual([
      'a1 rejected INSUFFICIENT_BUYING_POWER: The order needs 150000.00 but 100000.00 is available.',
    ])
  })

  test('that has to be filled whole needs no more than a script has left of it on its way', () => {
    const { venue, alice, later } = desk({ new: 50 })
    venue.quote('149.90 x 5', '150.00 x 6')
    for (const quantity of ['10', '11']) {
      const id = `fok ${quantity}`
      alice.buy(quantity, { limit: '150.00', tif: 'fok', id })
      const { number } = alice.stored(id)
      venue.execute({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: 4e9, priceTicks: 150_0000 })
    }
    expect(later(50).slice(0, 2)).toEqual([
      'fok 10 acknowledged: partially_filled 4+6 of 10, holds 900.00',
      'fok 10 buys 6 at 150.00 for 900.00, taking: filled 10+0 of 10',
    ])
    expect(alice.order('fok 11')).toBe('cancelled 4+0 of 11')
  })

  test('is refused by the venue where it would trade with its own account by then: never a second order, its hold is free', () => {
    const { alice, later } = desk({ new: 50 }, { selfMatch: 'reject' })
    alice.buy('10', { limit: '150.00' })
    alice.sell('10', { limit: '150.00' })
    expect(later(50)).toEqual([
      'a1 acknowledged: new 0+10 of 10, holds 1500.00',
      'a2 rejected WASH_TRADE: The order would trade with an order of the same account.',
    ])
    expect(alice.position()).toBe('1000, 1000 available, at 150.00')
    expect(alice.order('a2')).toBe('rejected 0+0 of 10')
  })

  test('is refused by the venue where nothing is left to trade with by then, as it would have been at entry', () => {
    const { venue, alice, later } = desk({ new: 50 }, { unpriced: 'refuse' })
    venue.quote('149.90 x 5', '150.00 x 6')
    alice.buy('10')
    venue.quote('', '')
    expect(later(50)).toEqual(['a1 rejected NO_LIQUIDITY: There is nothing to trade AAPL with.'])
    expect(alice.money.held).toBe('0.00')
  })

  test('is not asked for what it would meet where it waits on: before the open, for an auction, or for its script', () => {
    const rules = { selfMatch: 'reject', unpriced: 'refuse' } as const
    const { venue, alice, later } = desk({ new: 50 }, { ...rules, session: 'us_equities' })
    alice.buy('10', { limit: '150.00' })
    alice.sell('1', { limit: '150.00', tif: 'cls' })
    alice.buy('2', { scenario: 'no_fill' })
    expect(later(50)).toEqual([
      'a1 acknowledged: new 0+10 of 10, holds 1500.00',
      'a2 acknowledged: accepted 0+1 of 1, holds 1 shares',
      'a3 acknowledged: new 0+2 of 2, holds 315.00',
    ])
    venue.advanceTo('2026-11-21T02:00:00.000Z')
    alice.buy('3')
    expect(later(50)).toEqual(['a4 acknowledged: accepted 0+3 of 3, holds 472.50'])
  })

  test('is known by its id from the start: a repeat over REST is the same order, over FIX a duplicate', () => {
    const { alice, bob } = desk({ new: 50 })
    bob.buy('1', { limit: '100.00', id: 'once' })
    const again = bob.buy('1', { limit: '100.00', id: 'once' })
    expect([again.said, again.repeatOf]).toEqual([[], bob.stored('once').number])
    alice.buy('1', { limit: '100.00', id: 'x' })
    expect(alice.buy('1', { limit: '100.00', id: 'x' }).said).toEqual([
      `x refused to session 1, 103=6, 37=${alice.stored('x').number}: Duplicate ClOrdID`,
    ])
  })

  test('the rest of an IOC is cancelled when it has traded', () => {
    const { alice, bob, later } = desk({ new: 50 })
    bob.sell('4', { limit: '150.00' })
    later(50)
    alice.buy('10', { limit: '150.00', tif: 'ioc' })
    expect(later(50)).toEqual([
      'a1 acknowledged: new 0+10 of 10, holds 1500.00',
      'b1 sells 4 at 150.00 for 600.00, adding: filled 4+0 of 4',
      'a1 buys 4 at 150.00 for 600.00, taking: partially_filled 4+6 of 10, holds 900.00',
      'a1 cancelled (time_in_force): cancelled 4+0 of 10',
    ])
  })

  test('B.1.d: a cancel that comes before the acknowledgement waits behind it', () => {
    const { alice, later } = desk({ new: 50, cancel: 20 })
    alice.buy('10', { limit: '150.00' })
    expect(alice.cancel('a1').said).toEqual([
      'a1 pending cancel a2 of session 1, due in 50 ms, shows 10 at 150.00: accepted (pending cancel) 0+10 of 10, holds 1500.00',
    ])
    expect(later(50)).toEqual([
      'a1 acknowledged: new (pending cancel) 0+10 of 10, holds 1500.00',
      'a1 cancelled by a2 (user_requested): cancelled 0+0 of 10',
    ])
  })

  test('a replace before the acknowledgement is refused: 102=3, ORDER_CHANGE_PENDING', () => {
    const { alice, bob } = desk({ new: 50 })
    alice.buy('10', { limit: '150.00' })
    expect(alice.replace('a1', { quantity: '8' }).said).toEqual([
      'replace a2 of a1 refused to session 1, 102=3, accepted (pending new): The entry of the order is pending.',
    ])
    bob.buy('10', { limit: '150.00' })
    expect(bob.replace('b1', { quantity: '8' })).toMatchObject({ said: [], code: 'ORDER_CHANGE_PENDING' })
  })
})

describe('a fill that takes time', () => {
  test('an order is acknowledged at once, and reaches the book later: it meets what is there by then', () => {
    const { venue, alice, bob, later } = desk({ fill: 30 })
    bob.sell('10', { limit: '150.00' })
    later(30)
    const placed = alice.buy('10', { limit: '151.00' })
    expect(placed.said).toEqual([
      'a1 accepted: buy limit 151.00, accepted 0+10 of 10, holds 1510.00',
      `order ${alice.stored('a1').number} reaches the book in 30 ms`,
    ])
    expect(venue.depth()).toEqual({ bids: [], asks: ['10 @ 150.00'] })
    bob.replace('b1', { limit: '150.50' })
    expect(later(30)).toEqual([
      'a1 joins the book: new 0+10 of 10, holds 1510.00',
      'b1 sells 10 at 150.50 for 1505.00, adding: filled 10+0 of 10',
      'a1 buys 10 at 150.50 for 1505.00, taking: filled 10+0 of 10',
    ])
  })

  test('it follows the acknowledgement, and can be cancelled on its way', () => {
    const { alice, later } = desk({ new: 50, fill: 30 })
    alice.buy('10', { limit: '150.00' })
    expect(later(50)).toEqual([
      'a1 acknowledged: accepted 0+10 of 10, holds 1500.00',
      `order ${alice.stored('a1').number} reaches the book in 30 ms`,
    ])
    expect(alice.cancel('a1').said).toEqual(['a1 cancelled by a2 (user_requested): cancelled 0+0 of 10'])
    expect(later(30)).toEqual([])
  })
})

describe('a cancel that is pending', () => {
  test('the order goes on trading under its old id, and is cancelled when the venue has the request', () => {
    const { alice, bob, later } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    expect(alice.cancel('a1').said).toEqual([
      'a1 pending cancel a2 of session 1, due in 100 ms, shows 10 at 150.00: new (pending cancel) 0+10 of 10, holds 1500.00',
    ])
    later(60)
    expect(bob.sell('4', { limit: '150.00' }).said).toEqual([
      'b1 accepted: sell limit 150.00, new 0+4 of 4, holds 4 shares',
      'a1 buys 4 at 150.00 for 600.00, adding: partially_filled (pending cancel) 4+6 of 10, holds 900.00',
      'b1 sells 4 at 150.00 for 600.00, taking: filled 4+0 of 4',
    ])
    expect(later(40)).toEqual(['a1 cancelled by a2 (user_requested): cancelled 4+0 of 10'])
  })

  test('P.6: the last fill wins the race: one terminal report, then the refusal with the order filled', () => {
    const { alice, bob, later } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    alice.cancel('a1')
    expect(bob.sell('10', { limit: '150.00' }).said).toEqual([
      'b1 accepted: sell limit 150.00, new 0+10 of 10, holds 10 shares',
      'a1 buys 10 at 150.00 for 1500.00, adding: filled (pending cancel) 10+0 of 10',
      'cancel a2 of a1 refused to session 1, 102=0, filled: The order has ended.',
      'b1 sells 10 at 150.00 for 1500.00, taking: filled 10+0 of 10',
    ])
    expect(later(100)).toEqual([])
    expect(alice.cancel('a1').said).toEqual(['cancel a3 of a1 refused to session 1, 102=0, filled: The order has ended.'])
  })

  test('of another session is pending in no report of the last fill: no refusal of its own follows for whom that is', () => {
    const { venue, alice, bob, later } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    const { said } = venue.execute({
      type: 'CancelOrder',
      requester: { kind: 'session', session: 2, accountScope: true },
      order: { account: alice.index, clientOrderId: 'a1' },
      clientOrderId: 'z',
      originalClientOrderId: 'a1',
    })
    expect(said).toEqual([
      'a1 pending cancel z of session 2, due in 100 ms, shows 10 at 150.00: new (pending cancel) 0+10 of 10, holds 1500.00',
    ])
    expect(bob.sell('10', { limit: '150.00' }).said).toEqual([
      'b1 accepted: sell limit 150.00, new 0+10 of 10, holds 10 shares',
      'a1 buys 10 at 150.00 for 1500.00, adding: filled 10+0 of 10',
      'cancel z of a1 refused to session 2, 102=0, filled: The order has ended.',
      'b1 sells 10 at 150.00 for 1500.00, taking: filled 10+0 of 10',
    ])
    expect(later(100)).toEqual([])
  })

  test('a further request is refused: 102=3 to a session, ORDER_CHANGE_PENDING over REST', () => {
    const { alice, bob } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    alice.cancel('a1')
    expect(alice.cancel('a1').said).toEqual([
      'cancel a3 of a1 refused to session 1, 102=3, new (pending cancel): A cancel of the order is pending.',
    ])
    expect(alice.replace('a1', { quantity: '8' }).said).toEqual([
      'replace a4 of a1 refused to session 1, 102=3, new (pending cancel): A cancel of the order is pending.',
    ])
    bob.buy('10', { limit: '150.00' })
    expect(bob.cancel('b1').said).toEqual([
      'b1 pending cancel without id of REST, due in 100 ms, shows 10 at 150.00: new (pending cancel) 0+10 of 10, holds 1500.00',
    ])
    expect(bob.cancel('b1')).toMatchObject({ said: [], code: 'ORDER_CHANGE_PENDING' })
    expect(bob.replace('b1', { quantity: '8' })).toMatchObject({ said: [], code: 'ORDER_CHANGE_PENDING' })
  })

  test('what is wrong by itself is refused at once: an id that is used, another side', () => {
    const { alice } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    expect(alice.cancel('a1', { id: 'a1' }).said).toEqual(['cancel a1 of a1 refused to session 1, 102=6, new: The id a1 is already used.'])
    alice.cancel('a1', { id: 'y' })
    expect(alice.cancel('a1', { id: 'y' }).said).toEqual([
      'cancel y of a1 refused to session 1, 102=6, new (pending cancel): The id y is already used.',
    ])
  })

  test('over REST it ends the order as ever, when it is due', () => {
    const { bob, later } = desk(F_AND_G)
    bob.buy('10', { limit: '150.00' })
    bob.cancel('b1')
    expect(later(100)).toEqual(['b1 cancelled (user_requested, 378=99, REST cancel): cancelled 0+0 of 10'])
  })
})

describe('a replace that is pending', () => {
  test('of an exit that waits goes on as it is set to work, and is refused where it says a quantity that the entry has not come to', () => {
    const { venue, bob, carol, later } = desk({ replace: 100 })
    const group = { orderClass: OrderClass.Oto, takeProfitTicks: 160_0000, stopLossTicks: 0, stopLossLimitTicks: 0 }
    bob.buy('10', { limit: '150.00', group })
    bob.buy('10', { limit: '150.00', group })
    const [first, second] = [2, 4].map((number) => venue.state.order(number)!.firstClientOrderId)
    bob.replace(first!, { quantity: '10', limit: '165.00' })
    bob.replace(second!, { quantity: '10', limit: '165.00' })
    const named = (said: readonly string[]): readonly string[] =>
      said.map((line) => line.replace(first!, 'first').replace(second!, 'second')).filter((line) => /^(first|second) /.test(line))
    expect(named(carol.sell('14', { limit: '150.00' }).said)).toEqual([
      'first joins the book: new (pending replace) 0+10 of 10, holds 10 shares',
    ])
    expect(named(bob.cancel('b2').said)).toEqual([
      'second restated (378=99, REST replace refused: It asks for more than the entry has bought.), keeps its place: ' +
        'sell limit 160.00, accepted 0+10 of 10',
      'second restated (378=99, its entry has bought this much), goes to the back: sell limit 160.00, new 0+4 of 4, holds 4 shares',
    ])
    expect(named(later(100))).toEqual([
      'first restated (378=99, REST replace), goes to the back: sell limit 165.00, new 0+10 of 10, holds 10 shares',
    ])
  })

  test('of one of two exits goes on when the other sells meanwhile, or is lowered with it, as far as that has shares left', () => {
    const oco = { orderClass: OrderClass.Oco, takeProfitTicks: 0, stopLossTicks: 140_0000, stopLossLimitTicks: 0 }
    const exits = (): Desk & { readonly loss: string; readonly done: () => readonly string[] } => {
      const traders = desk({ replace: 50 })
      traders.bob.sell('10', { limit: '160.00', group: oco })
      const loss = traders.venue.state.order(2)!.firstClientOrderId
      return { ...traders, loss, done: () => traders.later(50).map((line) => line.replace(loss, 'loss')) }
    }
    const lowered = exits()
    lowered.bob.replace(lowered.loss, { quantity: '8' })
    lowered.bob.replace('b1', { limit: '161.00' })
    expect(lowered.done()).toEqual([
      'loss restated (378=99, REST replace), keeps its place: sell stop 140.00, accepted 0+8 of 8',
      'b1 restated (378=99, REST replace), goes to the back: sell limit 161.00, new 0+8 of 8, holds 8 shares',
    ])
    const sold = exits()
    sold.bob.replace(sold.loss, { quantity: '10', stop: '141.00' })
    sold.alice.buy('3', { limit: '160.00' })
    expect(sold.done()).toEqual(['loss restated (378=99, REST replace), goes to the back: sell stop 141.00, accepted 0+7 of 7'])
    expect(sold.bob.replace(sold.loss, { quantity: '8' })).toMatchObject({ said: [], code: 'INVALID_QUANTITY' })
  })

  test('of one of two exits sells no more than the other has left, also where it meets somebody at once', () => {
    const { venue, alice, later } = desk({ replace: 50 })
    const dora = venue.account('dora', { shares: { AAPL: 10 } })
    const oco = { orderClass: OrderClass.Oco, takeProfitTicks: 0, stopLossTicks: 140_0000, stopLossLimitTicks: 139_0000 }
    dora.sell('10', { limit: '160.00', group: oco })
    dora.replace('d1', { quantity: '10', limit: '137.00' })
    venue.quote('139.00 x 4', '170.00 x 50')
    expect(dora.order('d1')).toBe('new (pending replace) 0+6 of 6, holds 6 shares')
    expect(dora.position()).toBe('6, 0 available, at 150.00')
    alice.buy('100', { limit: '138.00' })
    expect(later(50).slice(0, 3)).toEqual([
      'd1 restated (378=99, REST replace), goes to the back: sell limit 137.00, new 0+6 of 6, holds 6 shares',
      'a1 buys 6 at 138.00 for 828.00, adding: partially_filled 6+94 of 100, holds 12972.00',
      'd1 sells 6 at 138.00 for 828.00, taking: filled 6+0 of 6',
    ])
    expect(dora.position()).toBe('none')
  })

  test('of an exit keeps what it asks for held, where less is left of what its entry has bought', () => {
    const { venue, alice, bob, later } = desk({ replace: 100 })
    const group = { orderClass: OrderClass.Oto, takeProfitTicks: 160_0000, stopLossTicks: 0, stopLossLimitTicks: 0 }
    bob.buy('12', { limit: '150.00', group })
    alice.sell('4', { limit: '150.00' })
    alice.sell('6', { limit: '150.00' })
    bob.cancel('b1')
    const profit = venue.state.order(2)!.firstClientOrderId
    bob.replace(profit, { quantity: '15' })
    expect(
      bob
        .bust('b1')
        .said.map((line) => line.replace(profit, 'profit'))
        .filter((line) => line.startsWith('profit')),
    ).toEqual([
      'profit restated (378=99, its entry has bought this much), keeps its place: sell limit 160.00, new (pending replace) 0+6 of 6, holds 15 shares',
    ])
    expect(later(100).map((line) => line.replace(profit, 'profit'))).toEqual([
      'profit restated (378=99, REST replace), goes to the back: sell limit 160.00, new 0+15 of 15, holds 15 shares',
    ])
  })

  test('of one of two exits holds no more than the one before it in line leaves to the other', () => {
    const { venue, alice, later } = desk({ replace: 100 })
    const oco = { orderClass: OrderClass.Oco, takeProfitTicks: 0, stopLossTicks: 140_0000, stopLossLimitTicks: 0 }
    alice.sell('17', { limit: '160.00', group: oco })
    const loss = venue.state.order(2)!.firstClientOrderId
    replaceInLine(alice, 'a1', { id: 'r1', quantity: '8' })
    later(50)
    replaceInLine(alice, 'a1', { id: 'r2', quantity: '17' })
    expect(later(50).map((line) => line.replace(loss, 'loss'))).toEqual([
      'a1 replaced by r1, was a1, keeps its place: sell limit 160.00, new (pending replace) 0+8 of 8, holds 8 shares',
      'loss restated (378=99, what the other exit has left), keeps its place: sell stop 140.00, accepted 0+8 of 8',
    ])
    expect(later(50).map((line) => line.replace(loss, 'loss'))).toEqual([
      'a1 replaced by r2, was r1, keeps its place: sell limit 160.00, new 0+8 of 8, holds 8 shares',
    ])
  })

  test('of one of two exits holds no more than it has left itself, where self-match prevention takes from it meanwhile', () => {
    const { bob, later } = desk({ replace: 100 }, { selfMatch: 'decrement' })
    const oco = { orderClass: OrderClass.Oco, takeProfitTicks: 0, stopLossTicks: 140_0000, stopLossLimitTicks: 0 }
    bob.sell('17', { limit: '160.00', group: oco })
    bob.replace('b1', { quantity: '17', limit: '161.00' })
    bob.buy('9', { limit: '160.00' })
    expect(bob.order('b1')).toBe('new (pending replace) 0+8 of 8, holds 8 shares')
    expect(later(100)).toEqual(['b1 restated (378=99, REST replace), goes to the back: sell limit 161.00, new 0+8 of 8, holds 8 shares'])
  })

  test('of an exit of a bracket goes on as far as its entry has bought', () => {
    const { venue, bob, carol, later } = desk({ replace: 100 })
    const group = { orderClass: OrderClass.Bracket, takeProfitTicks: 160_0000, stopLossTicks: 140_0000, stopLossLimitTicks: 0 }
    bob.buy('10', { limit: '150.00', group })
    const [profit, loss] = [2, 3].map((number) => venue.state.order(number)!.firstClientOrderId)
    bob.replace(profit!, { quantity: '10', limit: '165.00' })
    bob.replace(loss!, { quantity: '10', stop: '141.00' })
    carol.sell('4', { limit: '150.00' })
    const named = (said: readonly string[]): readonly string[] => said.map((line) => line.replace(profit!, 'profit').replace(loss!, 'loss'))
    expect(named(bob.cancel('b1').said).slice(1)).toEqual([
      'profit restated (378=99, its entry has bought this much), goes to the back: sell limit 160.00, new (pending replace) 0+4 of 4, holds 4 shares',
      'loss restated (378=99, its entry has bought this much), goes to the back: sell stop 140.00, accepted (pending replace) 0+4 of 4',
    ])
    expect(named(later(100))).toEqual([
      'profit restated (378=99, REST replace), goes to the back: sell limit 165.00, new 0+4 of 4, holds 4 shares',
      'loss restated (378=99, REST replace), goes to the back: sell stop 141.00, accepted 0+4 of 4',
    ])
  })

  test('of one of two exits holds no more than the other has left, where their entry is corrected meanwhile', () => {
    const { venue, alice, bob, later } = desk({ replace: 100 })
    const group = { orderClass: OrderClass.Bracket, takeProfitTicks: 160_0000, stopLossTicks: 140_0000, stopLossLimitTicks: 0 }
    bob.buy('10', { limit: '150.00', group })
    alice.sell('8', { limit: '150.00' })
    bob.cancel('b1')
    const profit = venue.state.order(2)!.firstClientOrderId
    bob.replace(profit, { quantity: '5' })
    bob.correct('b1', 1, { quantity: '3' })
    expect(bob.order(profit)).toBe('new (pending replace) 0+3 of 3, holds 3 shares')
    expect(later(100).map((line) => line.replace(profit, 'profit'))).toEqual([
      'profit restated (378=99, REST replace), keeps its place: sell limit 160.00, new 0+3 of 3, holds 3 shares',
    ])
  })

  test('of a trailing stop leaves it where it has moved to meanwhile', () => {
    const { venue, alice, later } = desk(F_AND_G)
    venue.quote('150.00 x 100', '150.10 x 100')
    alice.sell('10', { type: OrderType.Stop, trail: { ticks: 5_0000, basisPoints: 0 } })
    alice.replace('a1', { quantity: '8', stop: '145.00', orderType: OrderType.Stop })
    expect(venue.quote('155.00 x 100', '155.10 x 100').said.slice(1)).toEqual(['a1 trails to 150.00'])
    expect(later(100)).toEqual(['a1 replaced by a2, was a1, keeps its place: sell stop 150.00, accepted 0+8 of 8, holds 8 shares'])
  })

  test('of a trailing stop goes on holding what it asks for while the stop follows the market', () => {
    const { venue, bob, later } = desk({ replace: 50 })
    venue.quote('148.00 x 100', '152.00 x 50')
    bob.buy('10', { type: OrderType.Stop, trail: { ticks: 5_0000, basisPoints: 0 } })
    bob.replace('b1', { quantity: '20' })
    expect(bob.order('b1')).toBe('accepted (pending replace) 0+10 of 10, holds 3297.00')
    expect(venue.quote('146.00 x 100', '150.00 x 50').said[1]).toBe('b1 trails to 155.00')
    expect(bob.order('b1')).toBe('accepted (pending replace) 0+10 of 10, holds 3255.00')
    expect(later(50)).toEqual(['b1 restated (378=99, REST replace), goes to the back: buy stop 155.00, accepted 0+20 of 20, holds 3255.00'])
  })

  test('fills carry the old terms; the larger of both holds is kept; then the new terms hold', () => {
    const { alice, bob, later } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    expect(alice.replace('a1', { quantity: '12' }).said).toEqual([
      'a1 pending replace a2 of session 1, due in 100 ms, shows 10 at 150.00: new (pending replace) 0+10 of 10, holds 1800.00',
    ])
    expect(bob.sell('1', { limit: '150.00' }).said[1]).toBe(
      'a1 buys 1 at 150.00 for 150.00, adding: partially_filled (pending replace) 1+9 of 10, holds 1650.00',
    )
    expect(later(100)).toEqual([
      'a1 replaced by a2, was a1, goes to the back: buy limit 150.00, partially_filled 1+11 of 12, holds 1650.00',
    ])
  })

  test('a fill above the price that it asks for takes from what it holds; when it is done, the rest has to be there', () => {
    const filled = (): Desk => {
      const traders = desk(F_AND_G)
      traders.alice.buy('10', { limit: '150.00' })
      traders.alice.replace('a1', { quantity: '12', limit: '140.00' })
      expect(traders.bob.sell('5', { limit: '150.00' }).said[1]).toBe(
        'a1 buys 5 at 150.00 for 750.00, adding: partially_filled (pending replace) 5+5 of 10, holds 930.00',
      )
      return traders
    }
    const rich = filled()
    expect(rich.later(100)).toEqual([
      'a1 replaced by a2, was a1, goes to the back: buy limit 140.00, partially_filled 5+7 of 12, holds 980.00',
    ])
    const poor = filled()
    poor.alice.buy('2458', { limit: '40.00', symbol: 'MSFT' })
    expect(poor.alice.money.buyingPower).toBe('0.00')
    expect(poor.later(100)).toEqual([
      'replace a2 of a1 refused to session 1, 102=99, partially_filled: The order needs 50.00 but 0.00 is available.',
    ])
  })

  test('of a stop that triggers meanwhile holds no more than before: its quantity at the price that triggered was never covered', () => {
    const { venue, later } = desk({ replace: 100 })
    const erin = venue.account('erin', { cash: '2000.00', session: 2 })
    erin.buy('10', { stop: '160.00' })
    expect(erin.replace('e1', { quantity: '12', stop: '155.00', orderType: OrderType.Stop }).said).toEqual([
      'e1 pending replace e2 of session 2, due in 100 ms, shows 10: accepted (pending replace) 0+10 of 10, holds 1953.00',
    ])
    expect(venue.quote('159.00 x 100', '160.00 x 1').said.slice(1)).toEqual([
      'e1 triggered: new (pending replace) 0+10 of 10, holds 1953.00',
      'e1 buys 1 at 160.00 for 160.00, taking: partially_filled (pending replace) 1+9 of 10, holds 1793.00',
    ])
    expect(later(100)).toEqual([
      'replace e2 of e1 refused to session 2, 102=99, partially_filled: The stop has been triggered; its price can not be changed any more.',
    ])
    expect(erin.money.held).toBe('1512.00')
  })

  test('of a stop that triggers meanwhile holds no more than it may still cost: the price that is asked for counts no more', () => {
    const { venue, alice } = desk(F_AND_G)
    alice.buy('10', { stop: '160.00' })
    alice.replace('a1', { quantity: '10', stop: '165.00', orderType: OrderType.Stop })
    expect(alice.order('a1')).toBe('accepted (pending replace) 0+10 of 10, holds 1732.50')
    expect(venue.quote('159.00 x 100', '160.00 x 1').said[1]).toBe('a1 triggered: new (pending replace) 0+10 of 10, holds 1680.00')
  })

  test('a smaller one keeps the old hold until it is done', () => {
    const { alice, later } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    alice.replace('a1', { quantity: '4' })
    expect(alice.money.held).toBe('1500.00')
    later(100)
    expect(alice.money.held).toBe('600.00')
  })

  test('a smaller one needs no money, whatever the roundings of its fills have taken of the hold', () => {
    const { venue, later } = desk(F_AND_G)
    const dora = venue.account('dora', { cash: '103.00' })
    const erin = venue.account('erin', { shares: { PENY: 140 } })
    dora.buy('200', { limit: '0.5150', symbol: 'PENY' })
    // 51.5 cents each are 52
    for (let sold = 0; sold < 140; sold++) erin.sell('1', { limit: '0.5150', symbol: 'PENY' })
    dora.replace('d1', { quantity: '199' })
    expect(dora.order('d1')).toBe('partially_filled (pending replace) 140+60 of 200, holds 30.20')
    expect(later(100)).toEqual([
      'd1 restated (378=99, REST replace), keeps its place: buy limit 0.515, partially_filled 140+59 of 199, holds 30.20',
    ])
  })

  test('what buying power does not cover is refused at once, and nothing is pending', () => {
    const { alice } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    expect(alice.replace('a1', { quantity: '1000' }).said).toEqual([
      'replace a2 of a1 refused to session 1, 102=99, new: The order needs 148500.00 but 98500.00 is available.',
    ])
  })

  test('D.1.c: what does not stand any more when the venue has it is refused then; the order is as it was', () => {
    const { venue, alice, later } = desk(F_AND_G, { limitBandBasisPoints: 1000 })
    alice.buy('10', { limit: '150.00' })
    alice.replace('a1', { limit: '155.00' })
    venue.quote('180.00 x 1', '181.00 x 1')
    expect(later(100)).toEqual([
      'replace a2 of a1 refused to session 1, 102=99, new: The limit price 155.00 is further than 10 % from the reference price 180.00.',
    ])
    expect(alice.order('a1')).toBe('new 0+10 of 10, holds 1500.00')
    expect(alice.order('a2')).toBe('new 0+10 of 10, holds 1500.00')
    expect(alice.replace('a1', { limit: '175.00', id: 'a2' }).said).toEqual([
      'replace a2 of a1 refused to session 1, 102=6, new: The id a2 is already used.',
    ])
  })

  test('over REST such a refusal is seen as a restatement', () => {
    const { venue, bob, later } = desk(F_AND_G, { limitBandBasisPoints: 1000 })
    bob.buy('10', { limit: '150.00' })
    expect(bob.replace('b1', { limit: '155.00' }).said).toEqual([
      'b1 pending replace without id of REST, due in 100 ms, shows 10 at 150.00: new (pending replace) 0+10 of 10, holds 1550.00',
    ])
    venue.quote('180.00 x 1', '181.00 x 1')
    expect(later(100)).toEqual([
      'b1 restated (378=99, REST replace refused: The limit price 155.00 is further than 10 % from the reference price 180.00.), ' +
        'keeps its place: buy limit 150.00, new 0+10 of 10, holds 1500.00',
    ])
    expect(bob.replace('b1', { limit: '175.00' }).said).toHaveLength(1)
  })

  test('C.3.b: at or below what is filled by then, the order ends as filled', () => {
    const { alice, bob, later } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    alice.replace('a1', { quantity: '7' })
    bob.sell('8', { limit: '150.00' })
    expect(later(100)).toEqual(['a1 replaced by a2, was a1, keeps its place: buy limit 150.00, filled 8+0 of 8'])
  })

  test('that is refused in the end leaves the order with what is there: fills of parts of a cent have cost more than they held', () => {
    const { venue, later } = desk({ replace: 50 })
    const penny = venue.account('penny', { cash: '5.06' })
    venue.quote('0.5000 x 1', '0.5051 x 1', 'PENY')
    penny.buy('10', { symbol: 'PENY', limit: '0.5051' })
    for (const bid of ['0.5001', '0.5002']) venue.quote(`${bid} x 1`, '0.5051 x 1', 'PENY')
    expect([penny.order('p1'), penny.money.cash]).toEqual(['partially_filled 3+7 of 10, holds 3.53', '3.53'])
    penny.replace('p1', { quantity: '9' })
    const suspend = { tradingConfigurations: { suspend_trade: true }, changes: '{}', changesContact: false, changesIdentity: false }
    venue.execute({ type: 'UpdateAccount', account: penny.index, ...suspend })
    expect(later(50)).toEqual([
      'p1 restated (378=99, REST replace refused: Trading is suspended on this account.), keeps its place: ' +
        'buy limit 0.5051, partially_filled 3+7 of 10, holds 3.53',
    ])
  })

  test('D.2.d: a second one is refused while the first is pending', () => {
    const { alice, later } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    alice.replace('a1', { quantity: '8' })
    expect(alice.replace('a2', { quantity: '7' }).said).toEqual([
      'replace a3 of a1 refused to session 1, 102=3, new (pending replace): A replace of the order is pending.',
    ])
    expect(later(100)).toEqual(['a1 replaced by a2, was a1, keeps its place: buy limit 150.00, new 0+8 of 8, holds 1200.00'])
  })

  test('an operator does not change an order behind one that is pending either', () => {
    const { venue, alice } = desk({ replace: 50 })
    alice.buy('10', { limit: '150.00' })
    alice.over(0).replace('a1', { quantity: '20' })
    const operator = { kind: 'operator', text: 'why' } as const
    const order = { account: alice.index, clientOrderId: 'a1' }
    const replace = {
      type: 'ReplaceOrder',
      requester: operator,
      order,
      clientOrderId: '',
      originalClientOrderId: '',
      quantityLots: 30e9,
    } as const
    expect(venue.execute(replace)).toMatchObject({ said: [], code: 'ORDER_CHANGE_PENDING' })
  })

  test('with queue_replaces holds for those behind it: once done it lets go of nothing that they ask for', () => {
    const { alice, later } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    later(100)
    replaceInLine(alice, 'a1', { id: 'a2', quantity: '12' })
    later(40)
    replaceInLine(alice, 'a1', { id: 'a3', quantity: '20' })
    expect(alice.money.held).toBe('3000.00')
    expect(later(60)).toEqual([
      'a1 replaced by a2, was a1, goes to the back: buy limit 150.00, new (pending replace) 0+12 of 12, holds 3000.00',
    ])
    expect(later(40)).toEqual(['a1 replaced by a3, was a2, goes to the back: buy limit 150.00, new 0+20 of 20, holds 3000.00'])
  })

  test('waits in line behind no cancel, with queue_replaces neither', () => {
    const { alice, later } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    alice.cancel('a1', { id: 'a2' })
    expect(replaceInLine(alice, 'a1', { id: 'a3', quantity: '12' }).said).toEqual([
      'replace a3 of a1 refused to session 1, 102=3, new (pending cancel): A cancel of the order is pending.',
    ])
    expect(later(100)).toHaveLength(1)
  })

  test('D.2.b: with queue_replaces it waits in line and shows what the first makes of the order', () => {
    const { alice, bob, later } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    bob.sell('1', { limit: '150.00' })
    replaceInLine(alice, 'a1', { id: 'y', quantity: '8' })
    later(40)
    expect(replaceInLine(alice, 'y', { id: 'z', quantity: '7' }).said).toEqual([
      'a1 pending replace z of session 1, due in 100 ms, shows 8 at 150.00: partially_filled (pending replace) 1+9 of 10, holds 1350.00',
    ])
    expect(later(60)).toEqual([
      'a1 replaced by y, was a1, keeps its place: buy limit 150.00, partially_filled (pending replace) 1+7 of 8, holds 1050.00',
    ])
    expect(later(40)).toEqual(['a1 replaced by z, was y, keeps its place: buy limit 150.00, partially_filled 1+6 of 7, holds 900.00'])
  })

  test('the line is 20 requests long', () => {
    const { alice } = desk(F_AND_G)
    alice.buy('50', { limit: '150.00' })
    for (let place = 1; place <= 20; place++)
      expect(replaceInLine(alice, 'a1', { id: `r${place}`, quantity: `${50 - place}` }).code).toBe(undefined)
    expect(replaceInLine(alice, 'a1', { id: 'r21', quantity: '1' }).said).toEqual([
      'replace r21 of a1 refused to session 1, 102=3, new (pending replace): A replace of the order is pending.',
    ])
  })

  test('another session does not wait in line behind it', () => {
    const { alice } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00' })
    replaceInLine(alice, 'a1', { id: 'y', quantity: '8' })
    const other = alice.venue.execute({
      type: 'ReplaceOrder',
      requester: { kind: 'session', session: 2, accountScope: true, queuesReplaces: true },
      order: { account: alice.index, clientOrderId: 'a1' },
      clientOrderId: 'z',
      originalClientOrderId: 'a1',
      quantityLots: exact(parseQuantity('7')),
    })
    expect(other.said).toEqual(['replace z of a1 refused to session 2, 102=3, new (pending replace): A replace of the order is pending.'])
  })

  test('whoever entered the order that is still on its way', () => {
    const { alice, bob } = desk({ ...F_AND_G, fill: 500 })
    bob.buy('10', { limit: '150.00' })
    for (const [id, quantity] of [['x', 8] as const, ['y', 7] as const])
      expect(
        alice.venue.execute({
          type: 'ReplaceOrder',
          requester: { kind: 'session', session: 1, accountScope: true, queuesReplaces: true },
          order: { account: bob.index, clientOrderId: 'b1' },
          clientOrderId: id,
          originalClientOrderId: 'b1',
          quantityLots: quantity * 1e9,
        }).said,
      ).toEqual([
        `b1 pending replace ${id} of session 1, due in 100 ms, shows ${id === 'x' ? 10 : 8} at 150.00: accepted (pending replace) 0+10 of 10, holds 1500.00`,
      ])
  })
})

describe('what does not wait for the venue', () => {
  const asked = () => {
    const parts = desk(F_AND_G)
    parts.alice.buy('10', { limit: '150.00' })
    parts.alice.replace('a1', { quantity: '8' })
    return parts
  }
  const tooLate = (status: string) => `replace a2 of a1 refused to session 1, 102=0, ${status}: The order has ended.`

  test('the operator cancels at once, and who asked before hears that it was too late', () => {
    const { venue, alice, later } = asked()
    const { said } = venue.execute({
      type: 'CancelOrder',
      requester: { kind: 'operator', text: 'compliance' },
      order: { number: alice.stored('a1').number },
      clientOrderId: '',
      originalClientOrderId: '',
    })
    expect(said).toEqual(['a1 cancelled (system, 378=4, compliance): cancelled 0+0 of 10', tooLate('cancelled')])
    expect(later(100)).toEqual([])
  })

  test('a mass cancel', () => {
    const { venue, alice } = asked()
    const { said } = venue.execute({
      type: 'MassCancel',
      requester: alice.requester,
      clientOrderId: 'q1',
      scope: 7,
      market: 0,
      accounts: [alice.index],
      symbol: '',
    })
    expect(said).toEqual([
      'q1 mass cancel 530=7 of session 1: 1 orders',
      'a1 cancelled (user_requested): cancelled 0+0 of 10',
      tooLate('cancelled'),
    ])
  })

  test('the kill switch', () => {
    const { venue } = asked()
    expect(venue.execute({ type: 'SetKillSwitch', scope: 'all', id: 0, on: true, operator: 'key' }).said).toEqual([
      'kill switch all 0 on',
      'a1 cancelled (system, 378=4, kill switch): cancelled 0+0 of 10',
      tooLate('cancelled'),
    ])
  })

  test('a session that is lost', () => {
    const { venue } = asked()
    expect(venue.execute({ type: 'CancelSessionOrders', session: 1, includeGtc: true }).said).toEqual([
      'a1 cancelled (system, 378=99, cancel on disconnect): cancelled 0+0 of 10',
      tooLate('cancelled'),
    ])
  })

  test('the end of the day', () => {
    const { venue, later } = asked()
    expect(venue.endDay().said).toEqual([
      'a1 ends with the day: expired 0+0 of 10',
      tooLate('expired'),
      '2026-11-20 ends, 2026-11-23 begins',
    ])
    expect(later(100)).toEqual([])
  })

  test('a split refuses replaces that wait: their terms are overtaken', () => {
    const { venue, alice, later } = desk(F_AND_G)
    alice.buy('10', { limit: '150.00', tif: 'gtc' })
    alice.replace('a1', { quantity: '8' })
    const terms = { type: 'split', numerator: 2, denominator: 1 } as const
    venue.execute({ type: 'AnnounceCorporateAction', market: 0, symbol: 'AAPL', exDay: day('2026-11-23'), terms })
    const { said } = venue.endDay()
    expect(said.filter((line) => line.includes('a1') || line.includes('a2'))).toEqual([
      'replace a2 of a1 refused to session 1, 102=99, new: The shares are split.',
      expect.stringContaining('a1 restated (378=0, split 2:1)') as string,
    ])
    expect(later(100)).toEqual([])
    expect(alice.order('a1')).toBe('new 0+20 of 20, holds 1500.00')
  })

  // a replace measures the collar anew from the stop price, also one that leaves that as it is
  test.each([
    { ratio: [3, 2], stop: '150.10', left: '0+18 of 18', held: '1891.26', quantity: '23', needs: '2416.45' },
    { ratio: [1, 2], stop: '40.00', left: '0+6 of 6', held: '499.20', quantity: '7', needs: '588.00' },
  ] as const)('a stop at $stop behind a split holds what a replace of its quantity will need', (given) => {
    const { ratio, stop, left, held, quantity, needs } = given
    const { venue, alice, later } = desk(F_AND_G)
    alice.buy('12', { stop, tif: 'gtc' })
    const terms = { type: 'split', numerator: ratio[0], denominator: ratio[1] } as const
    venue.execute({ type: 'AnnounceCorporateAction', market: 0, symbol: 'AAPL', exDay: day('2026-11-23'), terms })
    venue.endDay()
    expect(alice.order('a1')).toBe(`accepted ${left}, holds ${held}`)
    alice.replace('a1', { quantity })
    expect(alice.order('a1')).toBe(`accepted (pending replace) ${left}, holds ${needs}`)
    later(100)
    expect(alice.order('a1')).toBe(`accepted 0+${quantity} of ${quantity}, holds ${needs}`)
  })

  test.each(['new', 'fill'] as const)('a split reaches an order on its way as well (%s)', (kind) => {
    const { venue, alice, later } = desk({ [kind]: 50 })
    alice.buy('10', { limit: '150.00', tif: 'gtc' })
    const terms = { type: 'split', numerator: 2, denominator: 1 } as const
    venue.execute({ type: 'AnnounceCorporateAction', market: 0, symbol: 'AAPL', exDay: day('2026-11-23'), terms })
    const waits = kind === 'new' ? 'accepted (pending new)' : 'accepted'
    expect(venue.endDay().said.filter((line) => line.includes('a1'))).toEqual([
      `a1 restated (378=0, split 2:1), goes to the back: buy limit 75.00, ${waits} 0+20 of 20, holds 1500.00`,
    ])
    expect(later(50)).toEqual([`a1 ${kind === 'new' ? 'acknowledged' : 'joins the book'}: new 0+20 of 20, holds 1500.00`])
  })

  test('a halt does not reach an order on its way: it is suspended when it arrives', () => {
    const { venue, alice, later } = desk({ new: 50 })
    alice.buy('10', { limit: '150.00' })
    const halted = venue.execute({ type: 'HaltSymbol', market: 0, symbol: 'AAPL', reason: '', operator: '' })
    expect(halted.said).toHaveLength(1)
    expect(later(50)).toEqual(['a1 acknowledged: new 0+10 of 10, holds 1500.00', expect.stringContaining('a1 suspended') as string])
  })

  test('a correction during a halt leaves an order on its way as it is: it is suspended when it arrives, and comes back', () => {
    const { venue, alice, later } = desk({ fill: 50 })
    alice.buy('10', { limit: '150.00' })
    const { number } = alice.stored('a1')
    venue.execute({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: 4e9, priceTicks: 150_0000 })
    venue.halt()
    expect(alice.correct('a1', 1, { quantity: '3' }).said).toEqual([
      'a1 corrected 4 at 150.00 to 3 at 150.00 for 450.00: partially_filled 3+7 of 10, holds 1050.00',
    ])
    expect(later(50)).toEqual([
      'a1 joins the book: partially_filled 3+7 of 10, holds 1050.00',
      'a1 suspended: suspended 3+7 of 10, holds 1050.00',
    ])
    expect(venue.resume().said).toEqual(['AAPL resumed: over', 'a1 reinstated: partially_filled 3+7 of 10, holds 1050.00'])
  })

  test('a bust does not make an order on its way trade before it arrives', () => {
    const { venue, alice, bob, later } = desk({ fill: 50 })
    bob.sell('10', { limit: '150.00' })
    later(50)
    alice.buy('10', { limit: '150.00' })
    const { number } = alice.stored('a1')
    venue.execute({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: 4e9, priceTicks: 150_0000 })
    expect(alice.bust('a1').said).toEqual(['a1 busted 4 at 150.00 for 600.00: accepted 0+10 of 10, holds 1500.00'])
    expect(later(50)).toHaveLength(3)
    expect(alice.order('a1')).toBe('filled 10+0 of 10')
  })

  test('a scripted fill that completes a pending order ends it as filled: nothing follows that', () => {
    const { venue, alice, later } = desk({ new: 50 })
    alice.buy('10', { limit: '150.00' })
    const { number } = alice.stored('a1')
    const { said } = venue.execute({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: 10e9, priceTicks: 150_0000 })
    expect(said).toEqual(['a1 buys 10 at 150.00 for 1500.00, taking: filled 10+0 of 10'])
    expect(later(50)).toEqual([])
  })

  test('what a script has filled on its way can not be refused any more: the rest is cancelled', () => {
    const { venue, alice, later } = desk({ new: 50 }, { selfMatch: 'reject' })
    alice.buy('10', { limit: '150.00' })
    alice.sell('10', { limit: '150.00' })
    const { number } = alice.stored('a2')
    venue.execute({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: 4e9, priceTicks: 150_0000 })
    expect(later(50)).toEqual([
      'a1 acknowledged: new 0+10 of 10, holds 1500.00',
      'a2 cancelled (system, 378=8, The order would trade with an order of the same account.): cancelled 4+0 of 10',
    ])
    expect(alice.position()).toBe('996, 996 available, at 150.00')
  })

  test('nor does anything follow the fill of an order whose replace over REST comes too late', () => {
    const { venue, alice, bob, later } = desk({ replace: 50 })
    alice.buy('10', { limit: '150.00' })
    expect(alice.over(0).replace('a1', { quantity: '20' }).said).toHaveLength(1)
    expect(bob.sell('10', { limit: '150.00' }).said.slice(1)).toEqual([
      'a1 buys 10 at 150.00 for 1500.00, adding: filled 10+0 of 10',
      'b1 sells 10 at 150.00 for 1500.00, taking: filled 10+0 of 10',
    ])
    expect(later(50)).toEqual([])
    venue.releaseEnded()
    expect(alice.order('a1')).toBe('filled 10+0 of 10')
  })

  test('an order that is cancelled on its way was never acknowledged', () => {
    const { venue, alice, later } = desk({ new: 50, cancel: 10 })
    alice.buy('10', { limit: '150.00' })
    alice.cancel('a1')
    expect(venue.execute({ type: 'SetKillSwitch', scope: 'account', id: alice.index, on: true, operator: 'key' }).said.slice(1)).toEqual([
      'a1 cancelled (system, 378=4, kill switch): cancelled 0+0 of 10',
      'cancel a2 of a1 refused to session 1, 102=0, cancelled: The order has ended.',
    ])
    expect(later(50)).toEqual([])
    expect(alice.money.held).toBe('0.00')
  })
})

describe('the status', () => {
  test('H shows what is pending: A, then 6', () => {
    const { venue, alice } = desk({ new: 50, cancel: 100 })
    alice.buy('10', { limit: '150.00' })
    const status = () =>
      venue.execute({
        type: 'ReportOrderStatus',
        session: 1,
        market: 0,
        accountScope: false,
        account: alice.index,
        clientOrderId: 'a1',
        accountText: '',
        symbol: 'AAPL',
        side: '1',
        requestId: '',
      }).said
    expect(status()).toEqual(['a1 status to session 1: accepted (pending new) 0+10 of 10, holds 1500.00'])
    alice.cancel('a1')
    expect(status()).toEqual(['a1 status to session 1: accepted (pending cancel) 0+10 of 10, holds 1500.00'])
  })
})

describe('the delays', () => {
  const dueIn = ({ said }: Answer): number => Number(/due in (\d+) ms/.exec(said[0]!)![1])
  const jitter: Latency = { ...NO_LATENCY, new: { ms: 10, jitterMs: 20 } }

  test('are drawn by the seed of the market: inside their range, and the same for the same commands', () => {
    const draw = () => {
      const venue = openVenue({ latency: jitter })
      const alice = venue.account('alice', { cash: '100000.00' })
      return Array.from({ length: 40 }, () => dueIn(alice.buy('1', { limit: '100.00' })))
    }
    const drawn = draw()
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...drawn)).toBeLessThanOrEqual(30)
    expect(new Set(drawn).size).toBeGreaterThan(10)
    expect(draw()).toEqual(drawn)
  })

  test('may be drawn alone, from none to the whole', () => {
    const draw = Array.from({ length: 200 }, (_, executionCount) => delayMs({ ms: 0, jitterMs: 3 }, { seed: 'seed', executionCount }))
    expect([...new Set(draw)].sort()).toEqual([0, 1, 2, 3])
    const venue = openVenue({ latency: { ...NO_LATENCY, new: { ms: 0, jitterMs: 1_000_000 } } })
    expect(dueIn(venue.account('alice', { cash: '1000.00' }).buy('1', { limit: '100.00' }))).toBeGreaterThan(0)
  })

  test('what is due at one moment is done in the order of its coming', () => {
    const { alice, bob, later } = desk({ new: 50 })
    alice.buy('1', { limit: '150.00' })
    bob.buy('1', { limit: '150.00' })
    expect(later(50)).toEqual(['a1 acknowledged: new 0+1 of 1, holds 150.00', 'b1 acknowledged: new 0+1 of 1, holds 150.00'])
  })

  test('are over in time where they are with the session', () => {
    const { venue, alice, bob } = desk({ new: 50 }, { session: 'us_equities' })
    venue.advanceTo('2026-11-20T20:59:59.950Z')
    bob.sell('10', { limit: '150.00' })
    alice.buy('10', { limit: '150.00' })
    expect(venue.advanceTo('2026-11-20T21:00:00.000Z').said).toEqual([
      'b1 acknowledged: new 0+10 of 10, holds 10 shares',
      'a1 acknowledged: new 0+10 of 10, holds 1500.00',
      'b1 sells 10 at 150.00 for 1500.00, adding: filled 10+0 of 10',
      'a1 buys 10 at 150.00 for 1500.00, taking: filled 10+0 of 10',
      'the market is in after-hours',
    ])
  })

  test('run on the clock of the market: a frozen one is set forward through them', () => {
    const { venue, alice } = desk(F_AND_G)
    venue.execute({ type: 'SetClock', market: 0, to: venue.at })
    alice.buy('10', { limit: '150.00' })
    alice.cancel('a1')
    const { events } = venue.execute({ type: 'SetClock', market: 0, to: venue.at + 5_000 })
    expect(events.map(({ type, at }) => [type, at - venue.at])).toEqual([
      ['OrderCancelled', 100],
      ['ClockSet', 5_000],
    ])
  })
})

describe('a restart in the middle', () => {
  const middle = () => {
    const parts = desk({ new: 50, cancel: 100, replace: 100, fill: 30 })
    const { alice, bob, later } = parts
    alice.buy('10', { limit: '150.00' })
    bob.buy('5', { limit: '149.00' })
    later(50)
    later(30)
    replaceInLine(alice, 'a1', { id: 'y', quantity: '12' })
    replaceInLine(alice, 'a1', { id: 'z', quantity: '6' })
    bob.cancel('b1')
    bob.buy('7', { limit: '148.00' })
    return parts
  }
  const rest = [
    'b2 acknowledged: accepted 0+7 of 7, holds 1036.00',
    expect.stringContaining('reaches the book in 30 ms'),
    'a1 replaced by y, was a1, goes to the back: buy limit 150.00, new (pending replace) 0+12 of 12, holds 1800.00',
    'a1 replaced by z, was y, keeps its place: buy limit 150.00, new 0+6 of 6, holds 900.00',
    'b1 cancelled (user_requested, 378=99, REST cancel): cancelled 0+0 of 5',
  ]

  test('a replay of the journal goes on where it was', () => {
    const { venue } = middle()
    const again = venue.restart()
    expect(fingerprint(again.state)).toBe(fingerprint(venue.state))
    again.at += 100
    expect(again.execute({ type: 'AdvanceTime' }).said).toEqual(rest)
  })

  test('so does a snapshot', () => {
    const { venue } = middle()
    const restored = restoreSnapshot(takeSnapshot(venue.state), { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
    expect(fingerprint(restored)).toBe(fingerprint(venue.state))
    expect(restored.nextDueAt()).toBe(venue.state.nextDueAt())
    expect(restored.requestCount).toBe(4)
  })
})

test('what a replace says of halts counts once it is done, also behind a snapshot', () => {
  const { venue, alice, later } = desk(F_AND_G)
  alice.buy('10', { limit: '150.00' })
  alice.buy('10', { limit: '150.00' })
  for (const id of ['a1', 'a2']) alice.replace(id, { quantity: '11', cancelOnHalt: true, id: `${id}-2` })
  const restored = restoreSnapshot(takeSnapshot(venue.state), { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
  expect(fingerprint(restored)).toBe(fingerprint(venue.state))
  later(100)
  expect(
    venue
      .halt()
      .said.slice(1)
      .map((line) => line.slice(0, 14)),
  ).toEqual(['a1 cancelled (', 'a2 cancelled ('])
})

test('without latency nothing is ever pending', () => {
  const { alice } = desk({})
  expect([alice.buy('10', { limit: '150.00' }).said, alice.replace('a1', { quantity: '8' }).said, alice.cancel('a2').said]).toEqual([
    ['a1 accepted: buy limit 150.00, new 0+10 of 10, holds 1500.00'],
    ['a1 replaced by a2, was a1, keeps its place: buy limit 150.00, new 0+8 of 8, holds 1200.00'],
    ['a1 cancelled by a3 (user_requested): cancelled 0+0 of 8'],
  ])
})
