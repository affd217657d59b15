import { describe, expect, test } from 'vitest'
import { walkPrice, walkQuote } from '../../src/domain/market/price-walk.ts'
import { walkUnderneath } from '../../src/engine/book/walking-quotes.ts'
import { cents, INSTRUMENTS, openVenue, type Trader, type Venue } from './engine-under-test.ts'

function desk(): { readonly venue: Venue; readonly alice: Trader; readonly bob: Trader } {
  const venue = openVenue()
  const opening = { cash: '1000000.00', shares: { AAPL: 10_000 } }
  return { venue, alice: venue.account('alice', opening), bob: venue.account('bob', opening) }
}

describe('the quote of a symbol', () => {
  test('is liquidity in the book, displayed with its size', () => {
    const { venue, alice } = desk()
    venue.quote('199.95 x 1000', '200.05 x 1000')
    alice.buy('5', { limit: '199.95' })
    expect(venue.depth()).toEqual({ bids: ['1005 @ 199.95'], asks: ['1000 @ 200.05'] })
    expect(venue.state.book(0, 0).quote).toEqual({ bidTicks: 1_999_500, askTicks: 2_000_500, bidLots: 1000e9, askLots: 1000e9 })
  })

  test('trades at its own price, and its size is consumed', () => {
    const { venue, alice } = desk()
    venue.quote('199.95 x 1000', '200.05 x 1000')
    expect(alice.buy('400', { limit: '201.00' }).said.slice(1)).toEqual(['a1 buys 400 at 200.05 for 80020.00, taking: filled 400+0 of 400'])
    expect(alice.sell('1000').said.slice(1)).toEqual(['a2 sells 1000 at 199.95 for 199950.00, taking: filled 1000+0 of 1000'])
    expect(venue.depth()).toEqual({ bids: [], asks: ['600 @ 200.05'] })
    expect(venue.state.book(0, 0).quote).toEqual({ bidTicks: 1_999_500, askTicks: 2_000_500, bidLots: 0, askLots: 600e9 })
  })

  test('has one fill event: the house hears of nothing, its cash and position move the other way', () => {
    const { venue, alice } = desk()
    venue.quote('', '200.05 x 1000')
    const [, fill] = alice.buy('10').events
    expect(fill).toMatchObject({ type: 'OrderFilled', counterparty: -1, trade: 1, liquidity: 2, cents: cents('2000.50') })
    const market = venue.state.market(0)
    expect(market.ledger).toEqual({
      houseCents: cents('2000.50'),
      bankCents: -cents('2000000.00'),
      clearingCents: 0,
      feeCents: 0,
      withheldCents: 0,
    })
    expect(market.house.get(0)).toMatchObject({ shares: -10, lots: 0 })
  })

  test('stands in time order among the clients at its price', () => {
    const { venue, alice, bob } = desk()
    alice.sell('5', { limit: '200.05' })
    venue.quote('', '200.05 x 10')
    alice.sell('5', { limit: '200.05' })
    expect(bob.buy('20', { limit: '200.05' }).said.slice(1)).toEqual([
      'a1 sells 5 at 200.05 for 1000.25, adding: filled 5+0 of 5',
      'b1 buys 5 at 200.05 for 1000.25, taking: partially_filled 5+15 of 20, holds 3000.75',
      'b1 buys 10 at 200.05 for 2000.50, taking: partially_filled 15+5 of 20, holds 1000.25',
      'a2 sells 5 at 200.05 for 1000.25, adding: filled 5+0 of 5',
      'b1 buys 5 at 200.05 for 1000.25, taking: filled 20+0 of 20',
    ])
  })

  test('that is renewed replaces the old one, whatever was left of it, and stands at the back', () => {
    const { venue, alice, bob } = desk()
    venue.quote('', '200.00 x 10')
    alice.sell('5', { limit: '200.00' })
    bob.buy('4')
    venue.quote('', '200.00 x 10')
    expect(venue.depth().asks).toEqual(['15 @ 200.00'])
    expect(bob.buy('6').said.slice(1)).toEqual([
      'a1 sells 5 at 200.00 for 1000.00, adding: filled 5+0 of 5',
      'b2 buys 5 at 200.00 for 1000.00, taking: partially_filled 5+1 of 6, holds 210.00',
      'b2 buys 1 at 200.00 for 200.00, taking: filled 6+0 of 6',
    ])
  })

  test('that runs into resting orders trades with them at the quote price, best first', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '199.00' })
    bob.buy('10', { limit: '200.00' })
    expect(venue.quote('197.00 x 100', '198.00 x 15').said).toEqual([
      'quote AAPL 197.00 x 100 / 198.00 x 15',
      'b1 buys 10 at 198.00 for 1980.00, adding: filled 10+0 of 10',
      'a1 buys 5 at 198.00 for 990.00, adding: partially_filled 5+5 of 10, holds 995.00',
    ])
    expect(venue.depth()).toEqual({ bids: ['5 @ 199.00', '100 @ 197.00'], asks: [] })
    expect(venue.state.book(0, 0).quote).toMatchObject({ askLots: 0 })
  })

  test('that runs into resting offers from below trades with them at its bid', () => {
    const { venue, alice } = desk()
    alice.sell('10', { limit: '200.00' })
    expect(venue.quote('201.00 x 100', '202.00 x 100').said.slice(1)).toEqual([
      'a1 sells 10 at 201.00 for 2010.00, adding: filled 10+0 of 10',
    ])
    expect(venue.depth()).toEqual({ bids: ['90 @ 201.00'], asks: ['100 @ 202.00'] })
  })

  test('serves market orders that wait before it is displayed to others', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10')
    bob.buy('10', { limit: '151.00' })
    expect(venue.quote('', '150.00 x 15').said.slice(1)).toEqual([
      'a1 buys 10 at 150.00 for 1500.00, adding: filled 10+0 of 10',
      'b1 buys 5 at 150.00 for 750.00, adding: partially_filled 5+5 of 10, holds 755.00',
    ])
  })

  test('outside the collar of a waiting market order leaves it waiting', () => {
    const { venue, alice } = desk()
    alice.buy('10')
    expect(venue.quote('', '157.51 x 15').said).toHaveLength(1)
    expect(venue.quote('', '157.50 x 15').said).toHaveLength(2)
  })

  test('can be withdrawn', () => {
    const { venue, alice } = desk()
    venue.quote('199.95 x 1000', '200.05 x 1000')
    venue.quote('', '')
    expect(venue.depth()).toEqual({ bids: [], asks: [] })
    expect(alice.buy('10', { tif: 'ioc' }).said.at(-1)).toBe('a1 cancelled (time_in_force): cancelled 0+0 of 10')
  })

  test('is refused when crossed, without a price, above the highest one, of parts of a share that trades in whole ones, or for a symbol that is not listed', () => {
    const { venue } = desk()
    expect(venue.quote('200.00 x 1', '200.00 x 1').code).toBe('INVALID_QUOTE')
    expect(venue.quote('0.00 x 1', '200.00 x 1').code).toBe('INVALID_QUOTE')
    expect(venue.quote('199.00 x 1', '0.00 x 1').code).toBe('INVALID_QUOTE')
    expect(venue.quote('1000000.00 x 1', '1000000.01 x 1').code).toBe('INVALID_QUOTE')
    expect(venue.quote('99.00 x 0.5', '100.00 x 1', 'WHOLE').code).toBe('INVALID_QUOTE')
    expect(venue.quote('199.00 x 1', '200.00 x 1', 'NONE').code).toBe('INVALID_SYMBOL')
    expect(venue.depth()).toEqual({ bids: [], asks: [] })
  })

  test('gives the price of a position: the last trade inside the quote, else its nearer side', () => {
    const { venue, alice } = desk()
    const current = (): number => venue.state.currentTicks(0, 0) / 10_000
    expect(current()).toBe(150)
    venue.quote('199.00 x 10', '201.00 x 10')
    expect(current()).toBe(199)
    alice.buy('1')
    expect(current()).toBe(201)
    venue.quote('195.00 x 10', '196.00 x 10')
    expect(current()).toBe(196)
    venue.quote('', '')
    expect(current()).toBe(201)
  })
})

describe('a quote that walks', () => {
  function walking(session: 'always_open' | 'us_equities') {
    const venue = openVenue({ quotes: 'walk', session })
    const shape = { baseTicks: 50_0000, stepHundredths: 300, spreadTicks: 400, sizeLots: 20e9 }
    const listed = { ...INSTRUMENTS[0]!, symbol: 'WALK', name: 'WALK', previousCloseTicks: 50_0000, walk: shape }
    venue.execute({ type: 'ListInstrument', instrument: listed })
    return { venue, instrument: INSTRUMENTS.length }
  }

  test('stands out of hours where the evening has left it in its last second', () => {
    const { venue, instrument } = walking('us_equities')
    venue.advanceTo('2026-11-21T01:00:00.000Z')
    const last = walkQuote(walkUnderneath(venue.state, venue.state.book(0, instrument))!, Date.parse('2026-11-21T00:59:59.000Z'))
    expect(venue.state.quoteAt(0, instrument, Date.parse('2026-11-21T03:00:00.000Z'))).toEqual(last)
  })

  test('stands there in the book too where orders stand against it, however late the end of the day is noticed', () => {
    const { venue, instrument } = walking('us_equities')
    const alice = venue.account('alice', { cash: '10000.00' })
    venue.at = Date.parse('2026-11-20T15:05:00.000Z')
    alice.buy('1', { symbol: 'WALK', limit: '10.00', tif: 'gtc' })
    venue.advanceTo('2026-11-21T03:00:00.000Z')
    const { bidTicks, askTicks } = walkQuote(
      walkUnderneath(venue.state, venue.state.book(0, instrument))!,
      Date.parse('2026-11-21T00:59:59.000Z'),
    )
    const shown = venue.state.depthAt(0, instrument, 1, venue.at)
    expect([shown.bids[0]?.ticks, shown.asks[0]?.ticks]).toEqual([bidTicks, askTicks])
  })

  test('stands where an operator has ended the day before its time, with open orders and without', () => {
    const { venue, instrument } = walking('us_equities')
    const alice = venue.account('alice', { cash: '10000.00' })
    venue.at = Date.parse('2026-11-20T17:00:00.000Z')
    const { bidTicks, askTicks } = venue.state.quoteAt(0, instrument, venue.at)
    const shown = (): unknown => {
      const { bids, asks } = venue.state.depthAt(0, instrument, 1, venue.at)
      return [bids[0]?.ticks, asks[0]?.ticks]
    }
    venue.endDay()
    for (const moment of ['2026-11-20T19:30:00.000Z', '2026-11-21T03:00:00.000Z', '2026-11-23T08:59:00.000Z']) {
      venue.advanceTo(moment)
      expect([moment, shown()]).toEqual([moment, [bidTicks, askTicks]])
      if (moment === '2026-11-20T19:30:00.000Z') alice.buy('1', { symbol: 'WALK', limit: '10.00', tif: 'gtc' })
      expect([moment, shown()]).toEqual([moment, [bidTicks, askTicks]])
    }
  })

  test('leaves the last trade its price for the second in which it was, also where that has just begun', () => {
    const { venue, instrument } = walking('always_open')
    const alice = venue.account('alice', { cash: '10000.00' })
    venue.at = Date.parse('2026-11-20T15:05:00.000Z')
    alice.buy('1', { symbol: 'WALK' })
    const { askTicks } = walkQuote(walkUnderneath(venue.state, venue.state.book(0, instrument))!, venue.at)
    expect(venue.state.currentTicksAt(0, instrument, venue.at + 999)).toBe(askTicks)
    expect(venue.state.currentTicksAt(0, instrument, venue.at + 1_000)).toBe(
      walkPrice(walkUnderneath(venue.state, venue.state.book(0, instrument))!, venue.at + 1_000),
    )
  })
})
