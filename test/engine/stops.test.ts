import { describe, expect, test } from 'vitest'
import type { Quote } from '../../src/domain/market/instrument.ts'
import { OrderType } from '../../src/domain/orders/order.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { lots, openVenue, ticks, type Trader, type Venue } from './engine-under-test.ts'

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

/** A trade of one share at a price. */
function print(seller: Trader, buyer: Trader, price: string): readonly string[] {
  seller.sell('1', { limit: price })
  return buyer.buy('1', { limit: price }).said
}

describe('a stop order', () => {
  test('is accepted and waits: it is in no price level and trades with nobody', () => {
    const { venue, alice, bob } = desk()
    expect(alice.buy('10', { stop: '160.00' }).said).toEqual(['a1 accepted: buy stop 160.00, accepted 0+10 of 10, holds 1680.00'])
    bob.sell('10', { limit: '150.00' })
    expect(venue.depth()).toEqual({ bids: [], asks: ['10 @ 150.00'] })
  })

  test('to buy holds its stop price plus the collar; to sell its shares', () => {
    const { alice } = desk()
    expect(alice.buy('10', { stop: '49.00' }).said[0]).toBe('a1 accepted: buy stop 49.00, accepted 0+10 of 10, holds 509.60')
    expect(alice.sell('10', { stop: '100.00' }).said[0]).toBe('a2 accepted: sell stop 100.00, accepted 0+10 of 10, holds 10 shares')
    expect(alice.position()).toBe('1000, 990 available, at 150.00')
  })

  test('to buy triggers when the last price is at its stop, and trades at the market', () => {
    const { alice, bob, carol } = desk()
    alice.buy('10', { stop: '151.00' })
    bob.sell('20', { limit: '152.00' })
    expect(print(carol, bob, '150.99')).toHaveLength(3)
    expect(print(carol, bob, '151.00').slice(3)).toEqual([
      'a1 triggered: new 0+10 of 10, holds 1585.50',
      'b1 sells 10 at 152.00 for 1520.00, adding: partially_filled 10+10 of 20, holds 10 shares',
      'a1 buys 10 at 152.00 for 1520.00, taking: filled 10+0 of 10',
    ])
  })

  test('goes by the trades of its own security alone, where a command trades in many', () => {
    const { venue, alice, bob } = desk()
    alice.buy('1', { limit: '150.00' })
    alice.buy('1', { limit: '40.00', symbol: 'MSFT' })
    bob.buy('1', { stop: '45.00', symbol: 'MSFT' })
    const ask = (price: string) => ({ bidTicks: 1, bidLots: 0, askTicks: ticks(price), askLots: lots('5') })
    const quotes = [
      { symbol: 'AAPL', quote: ask('150.00') },
      { symbol: 'MSFT', quote: ask('40.00') },
    ]
    expect(venue.execute({ type: 'MoveQuotes', market: 0, quotes }).said).toEqual([
      'quote AAPL - / 150.00 x 5',
      'a1 buys 1 at 150.00 for 150.00, adding: filled 1+0 of 1',
      'quote MSFT - / 40.00 x 5',
      'a2 buys 1 at 40.00 for 40.00, adding: filled 1+0 of 1',
    ])
  })

  test('is reached by the lowest and the highest price that a command trades at, whichever comes last', () => {
    const { venue, alice, bob, carol } = desk()
    alice.sell('1', { stop: '149.00' })
    alice.buy('1', { stop: '152.00' })
    venue.halt()
    for (const price of ['150.00', '148.00', '153.00', '151.00']) {
      bob.buy('1', { limit: price })
      carol.sell('1', { limit: price })
    }
    expect(venue.resume().said.filter((line) => / (buys|sells) |triggered/.test(line))).toEqual([
      'b1 buys 1 at 150.00 for 150.00, adding: filled 1+0 of 1',
      'c1 sells 1 at 150.00 for 150.00, taking: filled 1+0 of 1',
      'b2 buys 1 at 148.00 for 148.00, adding: filled 1+0 of 1',
      'c2 sells 1 at 148.00 for 148.00, taking: filled 1+0 of 1',
      'b3 buys 1 at 153.00 for 153.00, adding: filled 1+0 of 1',
      'c3 sells 1 at 153.00 for 153.00, taking: filled 1+0 of 1',
      'b4 buys 1 at 151.00 for 151.00, adding: filled 1+0 of 1',
      'c4 sells 1 at 151.00 for 151.00, taking: filled 1+0 of 1',
      'a2 triggered: new 0+1 of 1, holds 159.60',
      'a1 triggered: new 0+1 of 1, holds 1 shares',
    ])
  })

  test('changes at the moment at which it triggers', () => {
    const { venue, alice, bob, carol } = desk()
    alice.buy('10', { stop: '151.00' })
    venue.at += 1_000
    expect(print(carol, bob, '151.00').slice(3)).toEqual(['a1 triggered: new 0+10 of 10, holds 1585.50'])
    expect(alice.stored('a1')).toMatchObject({ createdAt: venue.at - 1_000, updatedAt: venue.at })
  })

  test('that has triggered keeps the collar of that moment through a replace', () => {
    const { venue, alice } = desk()
    alice.sell('10', { stop: '149.00' })
    venue.quote('100.00 x 1', '110.00 x 1')
    expect(alice.order('a1')).toBe('partially_filled 1+9 of 10, holds 9 shares')
    alice.replace('a1', { quantity: '5' })
    expect(venue.quote('99.00 x 1', '110.00 x 1').said).toEqual([
      'quote AAPL 99.00 x 1 / 110.00 x 1',
      'a1 sells 1 at 99.00 for 99.00, adding: partially_filled 2+3 of 5, holds 3 shares',
    ])
  })

  test('goes by a trade that is newer than the quote, wherever that stands', () => {
    const { venue, alice, bob } = desk()
    venue.quote('149.00 x 10', '151.00 x 10')
    venue.at += 1_000
    bob.sell('1', { limit: '151.00' })
    const { number } = bob.stored('b1')
    venue.execute({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: lots('1'), priceTicks: ticks('160.00') })
    expect(alice.buy('1', { stop: '155.00' }).said).toEqual([
      'a1 accepted: buy stop 155.00, accepted 0+1 of 1, holds 162.75',
      'a1 triggered: new 0+1 of 1, holds 162.75',
      'a1 buys 1 at 151.00 for 151.00, taking: filled 1+0 of 1',
    ])
  })

  test('to sell triggers when the last price is at its stop', () => {
    const { alice, bob, carol } = desk()
    alice.sell('10', { stop: '149.00' })
    bob.buy('20', { limit: '148.00' })
    expect(print(carol, bob, '149.01')).toHaveLength(3)
    expect(print(carol, bob, '149.00').slice(3)).toEqual([
      'a1 triggered: new 0+10 of 10, holds 10 shares',
      'b1 buys 10 at 148.00 for 1480.00, adding: partially_filled 10+10 of 20, holds 1480.00',
      'a1 sells 10 at 148.00 for 1480.00, taking: filled 10+0 of 10',
    ])
  })

  test('triggers on the ask (a buy) and on the bid (a sell) of the quote', () => {
    const { venue, alice } = desk()
    alice.buy('10', { stop: '151.00' })
    alice.sell('10', { stop: '149.00' })
    expect(venue.quote('149.01 x 100', '150.99 x 100').said).toHaveLength(1)
    expect(venue.quote('150.00 x 100', '151.00 x 100').said).toEqual([
      'quote AAPL 150.00 x 100 / 151.00 x 100',
      'a1 triggered: new 0+10 of 10, holds 1585.50',
      'a1 buys 10 at 151.00 for 1510.00, taking: filled 10+0 of 10',
    ])
    expect(venue.quote('148.00 x 100', '149.50 x 100').said.slice(1)).toEqual([
      'a2 triggered: new 0+10 of 10, holds 10 shares',
      'a2 sells 10 at 148.00 for 1480.00, taking: filled 10+0 of 10',
    ])
  })

  test('does not trigger on orders of other clients that rest, only on trades and the quote', () => {
    const { alice, bob } = desk()
    alice.buy('10', { stop: '151.00' })
    bob.sell('1', { limit: '155.00' })
    expect(alice.order('a1')).toBe('accepted 0+10 of 10, holds 1585.50')
  })

  test('does not trigger on a side that is not quoted', () => {
    const { venue, alice } = desk()
    alice.sell('10', { stop: '149.00' })
    alice.buy('10', { stop: '151.00' })
    expect(venue.quote('', '150.00 x 100').said).toHaveLength(1)
    expect(venue.quote('150.00 x 100', '').said).toHaveLength(1)
  })

  test('does not trigger on a quote of one side alone, which fills nothing', () => {
    const { venue, alice } = desk()
    alice.sell('10', { stop: '149.00' })
    alice.buy('10', { stop: '151.00' })
    const oneSided = (quote: Quote) => venue.execute({ type: 'MoveQuote', market: 0, symbol: 'AAPL', quote }).said
    expect(oneSided({ bidTicks: 148_0000, askTicks: 0, bidLots: 100e9, askLots: 0 })).toHaveLength(1)
    expect(oneSided({ bidTicks: 0, askTicks: 152_0000, bidLots: 0, askLots: 100e9 })).toHaveLength(1)
  })

  test('does not trigger on a quote that is older than the limit', () => {
    const venue = openVenue({ staleQuoteMs: 5_000 })
    const alice = venue.account('alice', { cash: '10000.00' })
    venue.quote('149.90 x 100', '151.00 x 100')
    venue.at += 5_001
    expect(alice.buy('10', { stop: '150.50' }).said).toEqual([
      'a1 accepted: buy stop 150.50, accepted 0+10 of 10, holds 1580.25',
      'quote AAPL - / -',
    ])
    expect(venue.quote('149.90 x 100', '151.00 x 100').said.slice(1)).toEqual([
      'a1 triggered: new 0+10 of 10, holds 1580.25',
      'a1 buys 10 at 151.00 for 1510.00, taking: filled 10+0 of 10',
    ])
  })

  test('already through at entry triggers at once', () => {
    const { venue, alice } = desk()
    venue.quote('149.00 x 100', '151.00 x 100')
    expect(alice.buy('10', { stop: '150.50' }).said).toEqual([
      'a1 accepted: buy stop 150.50, accepted 0+10 of 10, holds 1580.25',
      'a1 triggered: new 0+10 of 10, holds 1580.25',
      'a1 buys 10 at 151.00 for 1510.00, taking: filled 10+0 of 10',
    ])
    expect(alice.sell('10', { stop: '149.50' }).said.slice(1)).toEqual([
      'a2 triggered: new 0+10 of 10, holds 10 shares',
      'a2 sells 10 at 149.00 for 1490.00, taking: filled 10+0 of 10',
    ])
  })

  test.each([60_000, 0])('does not trigger on a trade that the quote has left behind, nor trail from it, %s ms later', (later) => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '10000.00' })
    venue.quote('149.90 x 100', '150.00 x 100')
    alice.buy('10')
    venue.at += later
    venue.quote('180.00 x 100', '180.10 x 100')
    expect(alice.sell('10', { stop: '170.00' }).said).toEqual(['a2 accepted: sell stop 170.00, accepted 0+10 of 10, holds 10 shares'])
    expect(alice.buy('10', { type: OrderType.Stop, trail: { ticks: 5_0000, basisPoints: 0 } }).said).toEqual([
      'a3 accepted: buy stop 185.10, accepted 0+10 of 10, holds 1943.55',
    ])
    alice.cancel('a3')
    expect(venue.quote('170.00 x 100', '170.10 x 100').said.slice(1)).toEqual([
      'a2 triggered: new 0+10 of 10, holds 10 shares',
      'a2 sells 10 at 170.00 for 1700.00, taking: filled 10+0 of 10',
    ])
    expect(fingerprint(venue.restart().state)).toBe(fingerprint(venue.state))
  })

  test('that is triggered and finds nothing waits like a market order', () => {
    const { venue, alice, bob } = desk()
    venue.quote('', '150.00 x 1')
    expect(alice.buy('10', { stop: '150.00' }).said.slice(1)).toEqual([
      'a1 triggered: new 0+10 of 10, holds 1575.00',
      'a1 buys 1 at 150.00 for 150.00, taking: partially_filled 1+9 of 10, holds 1417.50',
    ])
    expect(bob.sell('9', { limit: '157.00' }).said.slice(1)).toEqual([
      'a1 buys 9 at 157.00 for 1413.00, adding: filled 10+0 of 10',
      'b1 sells 9 at 157.00 for 1413.00, taking: filled 9+0 of 9',
    ])
  })

  test('that is triggered keeps its stop price; its quantity and its limit can be replaced', () => {
    const { venue, alice, bob } = desk()
    venue.quote('', '150.00 x 1')
    alice.buy('10', { stop: '150.00' })
    const past = {
      code: 'ORDER_NOT_REPLACEABLE',
      message: 'The stop has been triggered; its price can not be changed any more.',
      field: 'stop_price',
    }
    expect(alice.replace('a1', { stop: '160.00' })).toMatchObject({ said: [], refusal: past })
    expect(alice.replace('a1', { stop: '150.00', quantity: '8' }).said).toEqual([
      'a1 restated (378=99, REST replace), keeps its place: buy stop 150.00, partially_filled 1+7 of 8, holds 1102.50',
    ])
    venue.quote('', '150.00 x 1')
    bob.buy('10', { stop: '150.00', limit: '149.00' })
    expect(bob.replace('b1', { stop: '149.00' })).toMatchObject({ said: [], refusal: past })
    expect(bob.replace('b1', { limit: '149.50' }).code).toBeUndefined()
  })

  test('to sell measures its collar where the market is when it triggers, so that it protects through a gap', () => {
    const { venue, alice } = desk()
    venue.quote('150.00 x 100', '151.00 x 100')
    alice.sell('10', { stop: '140.00' })
    expect(venue.quote('100.00 x 100', '101.00 x 100').said.slice(1)).toEqual([
      'a1 triggered: new 0+10 of 10, holds 10 shares',
      'a1 sells 10 at 100.00 for 1000.00, taking: filled 10+0 of 10',
    ])
  })

  test('to buy keeps the collar that its hold was taken for, and never spends more', () => {
    const { venue, alice } = desk()
    venue.quote('150.00 x 100', '151.00 x 100')
    alice.buy('10', { stop: '160.00' })
    expect(venue.quote('180.00 x 100', '181.00 x 100').said.slice(1)).toEqual(['a1 triggered: new 0+10 of 10, holds 1680.00'])
    expect(venue.quote('165.00 x 100', '168.00 x 100').said.slice(1)).toEqual([
      'a1 buys 10 at 168.00 for 1680.00, adding: filled 10+0 of 10',
    ])
  })

  test('that triggers may trigger the next: a cascade runs in the command that began it', () => {
    const { alice, bob, carol } = desk()
    carol.buy('1', { limit: '150.00' })
    carol.buy('1', { limit: '149.00' })
    carol.buy('1', { limit: '148.00' })
    alice.sell('1', { stop: '150.00' })
    bob.sell('1', { stop: '149.00' })
    expect(alice.sell('1', { limit: '150.00' }).said.slice(3)).toEqual([
      'a1 triggered: new 0+1 of 1, holds 1 shares',
      'c2 buys 1 at 149.00 for 149.00, adding: filled 1+0 of 1',
      'a1 sells 1 at 149.00 for 149.00, taking: filled 1+0 of 1',
      'b1 triggered: new 0+1 of 1, holds 1 shares',
      'c3 buys 1 at 148.00 for 148.00, adding: filled 1+0 of 1',
      'b1 sells 1 at 148.00 for 148.00, taking: filled 1+0 of 1',
    ])
  })

  test('is reached by every price that a sweep prints, not only by its last', () => {
    const up = desk()
    up.alice.sell('1', { limit: '150.00' })
    up.alice.sell('1', { limit: '155.00' })
    up.bob.sell('1', { stop: '151.00' })
    expect(up.carol.buy('2', { limit: '160.00' }).said.at(-1)).toBe('b1 triggered: new 0+1 of 1, holds 1 shares')
    expect(up.venue.last()).toBe('155.00')
    const down = desk()
    down.alice.buy('1', { limit: '145.00' })
    down.alice.buy('1', { limit: '140.00' })
    down.bob.buy('1', { stop: '144.00' })
    expect(down.carol.sell('2', { limit: '140.00' }).said.at(-1)).toBe('b1 triggered: new 0+1 of 1, holds 151.20')
    expect(down.venue.last()).toBe('140.00')
  })

  test('the stop nearest to the market triggers first, and among equals the earlier', () => {
    const { venue, alice, bob, carol } = desk()
    alice.buy('1', { stop: '152.00' })
    bob.buy('1', { stop: '151.00' })
    carol.buy('1', { stop: '151.00' })
    venue.quote('140.00 x 1', '')
    const said = venue.quote('', '152.00 x 10').said.filter((line) => line.includes('triggered'))
    expect(said.map((line) => line.slice(0, 2))).toEqual(['b1', 'c1', 'a1'])
  })

  test('can be cancelled and replaced while it waits', () => {
    const { venue, alice } = desk()
    alice.buy('10', { stop: '160.00' })
    expect(alice.replace('a1', { stop: '155.00' }).said).toEqual([
      'a1 restated (378=99, REST replace), goes to the back: buy stop 155.00, accepted 0+10 of 10, holds 1627.50',
    ])
    expect(alice.cancel('a1').said).toEqual(['a1 cancelled (user_requested, 378=99, REST cancel): cancelled 0+0 of 10'])
    expect(venue.quote('', '170.00 x 10').said).toHaveLength(1)
    expect(alice.money).toMatchObject({ held: '0.00' })
  })

  test('that is replaced to where the market already is triggers at once', () => {
    const { venue, alice } = desk()
    venue.quote('', '150.00 x 10')
    alice.buy('10', { stop: '160.00' })
    expect(alice.replace('a1', { stop: '149.00' }).said.slice(1)).toEqual([
      'a1 triggered: new 0+10 of 10, holds 1564.50',
      'a1 buys 10 at 150.00 for 1500.00, taking: filled 10+0 of 10',
    ])
  })

  test('triggers after a restart at the price that it would have triggered at before', () => {
    const { venue, alice, bob, carol } = desk()
    print(carol, bob, '150.00')
    alice.buy('10', { stop: '151.00' })
    const restarted = venue.restart()
    expect(restarted.last()).toBe('150.00')
    // the last price is known: a stop that it is through triggers at entry, the one above it does not
    expect(alice.at(restarted).buy('1', { stop: '150.00', id: 'late' }).said).toContain('late triggered: new 0+1 of 1, holds 157.50')
    alice.at(restarted).cancel('late')
    expect(alice.at(restarted).order('a1')).toBe('accepted 0+10 of 10, holds 1585.50')
    expect(print(carol.at(restarted), bob.at(restarted), '151.00')).toContain('a1 triggered: new 0+10 of 10, holds 1585.50')
  })
})

describe('a stop limit order', () => {
  test('holds its limit, and once triggered is a limit order at the back of its level', () => {
    const { venue, alice, bob, carol } = desk()
    bob.buy('5', { limit: '152.00' })
    expect(alice.buy('10', { stop: '153.00', limit: '152.00' }).said).toEqual([
      'a1 accepted: buy limit 152.00 stop 153.00, accepted 0+10 of 10, holds 1520.00',
    ])
    venue.quote('', '153.00 x 10')
    expect(alice.order('a1')).toBe('new 0+10 of 10, holds 1520.00')
    expect(venue.depth()).toEqual({ bids: ['15 @ 152.00'], asks: ['10 @ 153.00'] })
    expect(carol.sell('6', { limit: '152.00' }).said.filter((line) => line.includes('buys'))).toEqual([
      'b1 buys 5 at 152.00 for 760.00, adding: filled 5+0 of 5',
      'a1 buys 1 at 152.00 for 152.00, adding: partially_filled 1+9 of 10, holds 1368.00',
    ])
  })

  test('trades at once when its trigger makes it marketable, never beyond its limit', () => {
    const { venue, alice } = desk()
    alice.sell('10', { stop: '150.00', limit: '149.00' })
    expect(venue.quote('149.50 x 4', '160.00 x 10').said.slice(1)).toEqual([
      'a1 triggered: new 0+10 of 10, holds 10 shares',
      'a1 sells 4 at 149.50 for 598.00, taking: partially_filled 4+6 of 10, holds 6 shares',
    ])
    expect(venue.depth()).toEqual({ bids: [], asks: ['6 @ 149.00', '10 @ 160.00'] })
  })

  test('can have its limit replaced before and after it triggers', () => {
    const { venue, alice } = desk()
    alice.buy('10', { stop: '153.00', limit: '154.00' })
    alice.replace('a1', { limit: '150.00' })
    expect(alice.order('a1')).toBe('accepted 0+10 of 10, holds 1500.00')
    venue.quote('', '153.00 x 10')
    expect(venue.depth().bids).toEqual(['10 @ 150.00'])
    expect(alice.replace('a1', { limit: '153.00' }).said.at(-1)).toBe('a1 buys 10 at 153.00 for 1530.00, taking: filled 10+0 of 10')
  })
})
