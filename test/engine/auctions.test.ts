import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrderAccepted, OrderFilled } from '../../src/domain/events/order-event.ts'
import { CancelReason, OrderClass, Side } from '../../src/domain/orders/order.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import type { EngineRules } from '../../src/engine/rules.ts'
import { security } from '../support/security.ts'
import { type Opening, openVenue, type Terms, ticks, type Trader, type Venue } from './engine-under-test.ts'

const NAMES = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'] as const

type Desk = { readonly venue: Venue } & Readonly<Record<(typeof NAMES)[number], Trader>>

/** A market in the sessions of US equities, in the night before Monday 2026-11-23, AAPL closed at 150.00 and quoted around it. */
function desk(rules: Partial<EngineRules> = {}): Desk {
  const venue = openVenue({ session: 'us_equities', ...rules })
  const opening: Opening = { cash: '100000.00', shares: { AAPL: 1_000 } }
  const traders = Object.fromEntries(NAMES.map((name) => [name, venue.account(name, opening)]))
  venue.quote('149.00 x 10', '151.00 x 10')
  if (venue.rules.session === 'us_equities') venue.advanceTo('2026-11-21T02:00:00.000Z')
  return { venue, ...traders } as Desk
}

/** Moments of Monday 2026-11-23 in New York. */
const monday = (time: string): string => new Date(Date.parse(`2026-11-23T${time.length === 5 ? `${time}:00` : time}-05:00`)).toISOString()
const open = (venue: Venue): readonly string[] => said(venue, '09:30')
const said = (venue: Venue, time: string): readonly string[] =>
  venue.advanceTo(monday(time)).said.filter((line) => !line.startsWith('the market is'))

describe('an order that waits for the open', () => {
  test('changes at the moment at which it joins the book', () => {
    const { venue, alice } = desk()
    alice.buy('1', { limit: '140.00' })
    expect(open(venue)).toEqual(['a1 joins the book: new 0+1 of 1, holds 140.00'])
    expect(alice.stored('a1').updatedAt).toBe(Date.parse(monday('09:30')))
  })
})

describe('an order for an auction', () => {
  test('waits as accepted, in no depth, and no quote meets it', () => {
    const { venue, alice, bob } = desk()
    expect(alice.buy('5', { tif: 'opg' }).said).toEqual(['a1 accepted: buy market, accepted 0+5 of 5, holds 792.75'])
    expect(bob.sell('5', { tif: 'cls', limit: '150.00' }).said).toEqual([
      'b1 accepted: sell limit 150.00, accepted 0+5 of 5, holds 5 shares',
    ])
    venue.quote('150.10 x 10', '150.20 x 10')
    venue.advanceTo(monday('09:00'))
    venue.quote('149.10 x 10', '149.20 x 10')
    expect(venue.depth()).toEqual({ bids: ['10 @ 149.10'], asks: ['10 @ 149.20'] })
  })

  test('meets a stop with a limit that has triggered like any order of the book', () => {
    const { venue, alice, bob } = desk()
    venue.advanceTo(monday('10:00'))
    alice.sell('5', { stop: '149.00', limit: '150.50' })
    expect(alice.order('a1')).toBe('new 0+5 of 5, holds 5 shares')
    bob.buy('5', { tif: 'cls', limit: '150.50' })
    expect(said(venue, '16:00')).toEqual([
      'a1 sells 5 at 150.50 for 752.50, adding: filled 5+0 of 5',
      'b1 buys 5 at 150.50 for 752.50, taking: filled 5+0 of 5',
    ])
  })

  test('is taken for the opening until 9:28 and again once the trade date has rolled', () => {
    const { venue, alice } = desk()
    const enter = (moment: string): string | undefined => {
      venue.at = Date.parse(moment)
      return alice.buy('1', { tif: 'opg', limit: '1.00' }).code
    }
    expect(enter(monday('09:27:59.999'))).toBeUndefined()
    for (const time of ['09:28', '09:30', '12:00', '16:00', '19:59:59.999']) expect(enter(monday(time))).toBe('TOO_LATE_TO_ENTER')
    expect(enter(monday('20:00'))).toBeUndefined()
  })

  test('… for the closing until 15:50, on a half day until 12:50', () => {
    const { venue, alice } = desk()
    const enter = (moment: string): string | undefined => {
      venue.at = Date.parse(moment)
      return alice.sell('1', { tif: 'cls', limit: '1000.00' }).code
    }
    expect(enter(monday('15:49:59.999'))).toBeUndefined()
    expect(enter(monday('15:50'))).toBe('TOO_LATE_TO_ENTER')
    expect(enter(monday('16:30'))).toBe('TOO_LATE_TO_ENTER')
    expect(enter(monday('20:00'))).toBeUndefined()
    expect(enter('2026-11-27T17:49:59.999Z')).toBeUndefined()
    expect(enter('2026-11-27T17:50:00.000Z')).toBe('TOO_LATE_TO_ENTER')
  })

  test('is a market or a limit order in whole shares', () => {
    const { alice } = desk()
    for (const tif of ['opg', 'cls'] as const) {
      expect(alice.buy('1.5', { tif }).code).toBe('UNSUPPORTED_ORDER_COMBINATION')
      expect(alice.buy('1.5', { tif, limit: '150.00' }).code).toBe('UNSUPPORTED_ORDER_COMBINATION')
      expect(alice.buyFor('100.00', { tif }).code).toBe('UNSUPPORTED_ORDER_COMBINATION')
      expect(alice.buy('1', { tif, stop: '160.00' }).code).toBe('UNSUPPORTED_ORDER_COMBINATION')
      expect(alice.buy('1', { tif, limit: '160.00', extendedHours: true }).code).toBe('UNSUPPORTED_ORDER_COMBINATION')
    }
  })

  test('can be replaced where it has a limit, and cancelled, until the auction', () => {
    const { venue, alice, bob } = desk()
    alice.buy('5', { tif: 'opg', limit: '140.00' })
    bob.buy('5', { tif: 'opg' })
    venue.advanceTo(monday('09:29'))
    expect(alice.replace('a1', { quantity: '6', limit: '151.00' }).said).toEqual([
      'a1 restated (378=99, REST replace), goes to the back: buy limit 151.00, accepted 0+6 of 6, holds 906.00',
    ])
    expect(bob.replace('b1', { quantity: '6' }).code).toBe('ORDER_NOT_REPLACEABLE')
    expect(bob.cancel('b1').code).toBeUndefined()
    expect(open(venue)).toEqual(['a1 buys 6 at 151.00 for 906.00, taking: filled 6+0 of 6'])
  })
})

describe('the opening auction', () => {
  test('trades at one price: market orders first, then by price, then by time; what is left of opg orders expires', () => {
    const { venue, alice, bob, carol, dave, erin, frank } = desk()
    alice.buy('10', { tif: 'opg', limit: '150.50' })
    bob.buy('10', { tif: 'opg', limit: '150.60' })
    carol.buy('10', { tif: 'opg', limit: '150.50' })
    dave.buy('10', { tif: 'opg' })
    erin.buy('10', { tif: 'opg', limit: '149.50' })
    frank.sell('35', { tif: 'opg', limit: '149.80' })
    expect(open(venue)).toEqual([
      'd1 buys 10 at 150.00 for 1500.00, adding: filled 10+0 of 10',
      'f1 sells 10 at 150.00 for 1500.00, taking: partially_filled 10+25 of 35, holds 25 shares',
      'b1 buys 10 at 150.00 for 1500.00, adding: filled 10+0 of 10',
      'f1 sells 10 at 150.00 for 1500.00, taking: partially_filled 20+15 of 35, holds 15 shares',
      'a1 buys 10 at 150.00 for 1500.00, adding: filled 10+0 of 10',
      'f1 sells 10 at 150.00 for 1500.00, taking: partially_filled 30+5 of 35, holds 5 shares',
      'c1 buys 5 at 150.00 for 750.00, adding: partially_filled 5+5 of 10, holds 752.50',
      'f1 sells 5 at 150.00 for 750.00, taking: filled 35+0 of 35',
      'c1 ends with the day: expired 5+0 of 10',
      'e1 ends with the day: expired 0+0 of 10',
    ])
    expect(carol.stored('c1').cancelReason).toBe(CancelReason.TimeInForce)
  })

  test('takes in the orders that wait for the session and those of the pre-market, which then go on', () => {
    const { venue, alice, bob, carol, dave } = desk()
    alice.buy('10', { limit: '150.00' })
    bob.sell('4', { tif: 'opg' })
    venue.advanceTo(monday('08:00'))
    carol.buy('10', { limit: '150.20', extendedHours: true })
    dave.sell('14', { limit: '150.00', tif: 'gtc' })
    expect(open(venue)).toEqual([
      'b1 sells 4 at 150.00 for 600.00, adding: filled 4+0 of 4',
      'c1 buys 4 at 150.00 for 600.00, taking: partially_filled 4+6 of 10, holds 901.20',
      'c1 buys 6 at 150.00 for 900.00, adding: filled 10+0 of 10',
      'd1 sells 6 at 150.00 for 900.00, taking: partially_filled 6+8 of 14, holds 8 shares',
      'a1 buys 8 at 150.00 for 1200.00, adding: partially_filled 8+2 of 10, holds 300.00',
      'd1 sells 8 at 150.00 for 1200.00, taking: filled 14+0 of 14',
      'a1 joins the book: partially_filled 8+2 of 10, holds 300.00',
    ])
    expect(venue.depth()).toEqual({ bids: ['2 @ 150.00', '10 @ 149.00'], asks: ['10 @ 151.00'] })
  })

  test('meets the displayed quote, at its price and for its size', () => {
    const { venue, alice } = desk()
    alice.buy('25', { tif: 'opg' })
    expect(open(venue)).toEqual([
      'a1 buys 10 at 151.00 for 1510.00, taking: partially_filled 10+15 of 25, holds 2378.25',
      'a1 ends with the day: expired 10+0 of 25',
    ])
  })

  test('… but none that has grown older than the limit', () => {
    const { venue, alice } = desk({ staleQuoteMs: 3_600_000 })
    venue.advanceTo(monday('08:00'))
    venue.quote('149.00 x 10', '151.00 x 10')
    alice.buy('5', { tif: 'opg' })
    expect(open(venue)).toEqual(['quote AAPL - / -', 'a1 ends with the day: expired 0+0 of 5'])
  })

  test('… or a better one for the house, where others pay it', () => {
    const { venue, alice, bob, carol } = desk()
    alice.buy('10', { tif: 'opg' })
    bob.buy('10', { tif: 'opg', limit: '152.00' })
    carol.sell('5', { tif: 'opg', limit: '152.00' })
    expect(open(venue)).toEqual([
      'a1 buys 10 at 152.00 for 1520.00, taking: filled 10+0 of 10',
      'b1 buys 5 at 152.00 for 760.00, adding: partially_filled 5+5 of 10, holds 760.00',
      'c1 sells 5 at 152.00 for 760.00, taking: filled 5+0 of 5',
      'b1 ends with the day: expired 5+0 of 10',
    ])
    expect(venue.state.market(0).house.get(0)).toMatchObject({ shares: -10, lots: 0 })
  })

  test('is nearest the previous close, inside the displayed quote', () => {
    const opened = (bid: string, ask: string): string => {
      const { venue, alice, bob } = desk()
      venue.quote(bid, ask)
      alice.buy('10', { tif: 'opg', limit: '155.00' })
      bob.sell('10', { tif: 'opg', limit: '145.00' })
      open(venue)
      return venue.last()
    }
    expect(opened('149.00 x 10', '151.00 x 10')).toBe('150.00')
    expect(opened('152.00 x 10', '153.00 x 10')).toBe('152.01')
    expect(opened('147.00 x 10', '148.00 x 10')).toBe('147.99')
  })

  test('is nearest the previous close also where somebody has traded since', () => {
    const { venue, alice, bob } = desk()
    venue.advanceTo(monday('08:00'))
    alice.buy('1', { limit: '151.00', extendedHours: true })
    expect(venue.last()).toBe('151.00')
    alice.buy('10', { tif: 'opg', limit: '155.00' })
    bob.sell('10', { tif: 'opg', limit: '145.00' })
    open(venue)
    expect(venue.last()).toBe('150.00')
  })

  test('never costs a market order more than it holds', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { tif: 'opg' })
    expect(alice.money.held).toBe('1585.50')
    bob.sell('10', { tif: 'opg', limit: '158.56' })
    venue.quote('160.00 x 1', '161.00 x 10')
    expect(open(venue)).toEqual([
      'b1 sells 1 at 160.00 for 160.00, adding: partially_filled 1+9 of 10, holds 9 shares',
      'a1 ends with the day: expired 0+0 of 10',
      'b1 ends with the day: expired 1+0 of 10',
    ])
    expect(alice.money).toEqual({ cash: '100000.00', settled: '100000.00', unsettled: '0.00', held: '0.00', buyingPower: '100000.00' })
  })

  test('leaves the book uncrossed also where market orders with a nearer collar went before dearer limits', () => {
    const { venue, alice, bob, carol, dave } = desk()
    venue.quote('100.00 x 1', '101.00 x 1')
    alice.buy('10', { tif: 'opg' })
    bob.buy('10', { limit: '110.00' })
    carol.sell('9', { tif: 'opg', limit: '101.00' })
    dave.sell('10', { limit: '106.06' })
    expect(open(venue)).toEqual([
      'a1 buys 1 at 101.00 for 101.00, taking: partially_filled 1+9 of 10, holds 954.45',
      'a1 buys 9 at 101.00 for 909.00, adding: filled 10+0 of 10',
      'c1 sells 9 at 101.00 for 909.00, taking: filled 9+0 of 9',
      'b1 joins the book: new 0+10 of 10, holds 1100.00',
      'd1 joins the book: new 0+10 of 10, holds 10 shares',
      'b1 buys 10 at 110.00 for 1100.00, adding: filled 10+0 of 10',
      'd1 sells 10 at 110.00 for 1100.00, taking: filled 10+0 of 10',
    ])
  })

  test('triggers the stops that its price reaches', () => {
    const { venue, alice, bob, carol } = desk()
    alice.buy('10', { tif: 'opg', limit: '150.00' })
    bob.sell('10', { tif: 'opg', limit: '150.00' })
    carol.sell('1', { stop: '150.00' })
    carol.buy('1', { stop: '150.01' })
    expect(open(venue).slice(2)).toEqual([
      'c2 triggered: new 0+1 of 1, holds 157.52',
      'c2 buys 1 at 151.00 for 151.00, taking: filled 1+0 of 1',
      'c1 triggered: new 0+1 of 1, holds 1 shares',
      'c1 sells 1 at 149.00 for 149.00, taking: filled 1+0 of 1',
    ])
  })

  test('of another symbol triggers none of them', () => {
    const { venue, alice, bob, carol } = desk()
    venue.quote('39.00 x 10', '40.50 x 10', 'MSFT')
    alice.buy('10', { tif: 'opg', limit: '150.00' })
    bob.sell('10', { tif: 'opg', limit: '150.00' })
    carol.buy('1', { stop: '45.00', symbol: 'MSFT' })
    expect(open(venue)).toHaveLength(2)
    expect(carol.order('c1')).toBe('accepted 0+1 of 1, holds 46.80')
  })

  test('is not held in a halted symbol: its orders expire', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { tif: 'opg', limit: '150.00' })
    bob.sell('10', { tif: 'opg', limit: '150.00' })
    venue.execute({ type: 'HaltSymbol', market: 0, symbol: 'AAPL', reason: 'news', operator: 'op' })
    expect(open(venue)).toEqual(['a1 ends with the day: expired 0+0 of 10', 'b1 ends with the day: expired 0+0 of 10'])
  })

  test('is with the quote alone, or with clients alone, where the symbol is configured so', () => {
    const opened = (liquidity: EngineRules['liquidity']): readonly string[] => {
      const { venue, alice, bob } = desk({ liquidity })
      alice.buy('15', { tif: 'opg', limit: '151.00' })
      bob.sell('6', { tif: 'opg', limit: '149.00' })
      return open(venue)
    }
    expect(opened('quote')).toEqual([
      'a1 buys 10 at 151.00 for 1510.00, taking: partially_filled 10+5 of 15, holds 755.00',
      'b1 sells 6 at 149.00 for 894.00, taking: filled 6+0 of 6',
      'a1 ends with the day: expired 10+0 of 15',
    ])
    expect(opened('clients')).toEqual([
      'a1 buys 6 at 150.00 for 900.00, adding: partially_filled 6+9 of 15, holds 1359.00',
      'b1 sells 6 at 150.00 for 900.00, taking: filled 6+0 of 6',
      'a1 ends with the day: expired 6+0 of 15',
    ])
  })
})

describe('self-match prevention in an auction', () => {
  const fillsWith = (selfMatch: EngineRules['selfMatch']): readonly string[] => {
    const { venue, alice, bob } = desk({ selfMatch })
    alice.buy('10', { tif: 'opg', limit: '150.00' })
    alice.sell('4', { tif: 'opg', limit: '150.00' })
    bob.sell('6', { tif: 'opg', limit: '150.00' })
    return open(venue)
  }
  const OWN = 'self-match prevention: the order would have traded with an order of the same account'

  test('cancels the later order of an account that would buy and sell in it', () => {
    for (const mode of ['cancel_aggressor', 'reject'] as const)
      expect(fillsWith(mode)).toEqual([
        `a2 cancelled (risk, 378=4, ${OWN}): cancelled 0+0 of 4`,
        'a1 buys 6 at 150.00 for 900.00, adding: partially_filled 6+4 of 10, holds 600.00',
        'b1 sells 6 at 150.00 for 900.00, taking: filled 6+0 of 6',
        'a1 ends with the day: expired 6+0 of 10',
      ])
  })

  test('… the earlier one, both, or what they have in common, as configured', () => {
    expect(fillsWith('cancel_resting')).toEqual([
      `a1 cancelled (risk, 378=4, ${OWN}): cancelled 0+0 of 10`,
      'a2 ends with the day: expired 0+0 of 4',
      'b1 ends with the day: expired 0+0 of 6',
    ])
    expect(fillsWith('cancel_both')).toEqual([
      `a1 cancelled (risk, 378=4, ${OWN}): cancelled 0+0 of 10`,
      `a2 cancelled (risk, 378=4, ${OWN}): cancelled 0+0 of 4`,
      'b1 ends with the day: expired 0+0 of 6',
    ])
    expect(fillsWith('decrement')).toEqual([
      `a1 restated (378=5, ${OWN}), keeps its place: buy limit 150.00, accepted 0+6 of 6, holds 900.00`,
      `a2 cancelled (risk, 378=4, ${OWN}): cancelled 0+0 of 4`,
      'a1 buys 6 at 150.00 for 900.00, adding: filled 6+0 of 6',
      'b1 sells 6 at 150.00 for 900.00, taking: filled 6+0 of 6',
    ])
  })

  test('begins with the order of the account that comes first in its turn', () => {
    const { venue, alice, bob } = desk({ selfMatch: 'cancel_resting' })
    alice.buy('3', { tif: 'opg', limit: '150.00' })
    alice.buy('4', { tif: 'opg', limit: '150.00' })
    alice.sell('5', { tif: 'opg', limit: '150.00' })
    bob.buy('5', { tif: 'opg', limit: '150.00' })
    expect(open(venue)).toEqual([
      `a1 cancelled (risk, 378=4, ${OWN}): cancelled 0+0 of 3`,
      `a2 cancelled (risk, 378=4, ${OWN}): cancelled 0+0 of 4`,
      'a3 sells 5 at 150.00 for 750.00, adding: filled 5+0 of 5',
      'b1 buys 5 at 150.00 for 750.00, taking: filled 5+0 of 5',
    ])
  })

  test('is none where it is off', () => {
    expect(fillsWith('off').filter((line) => line.startsWith('a'))).toEqual([
      'a1 buys 4 at 150.00 for 600.00, adding: partially_filled 4+6 of 10, holds 900.00',
      'a2 sells 4 at 150.00 for 600.00, taking: filled 4+0 of 4',
      'a1 buys 6 at 150.00 for 900.00, adding: filled 10+0 of 10',
    ])
  })

  test('touches nothing that would not trade', () => {
    const { venue, alice, bob } = desk()
    alice.sell('4', { limit: '156.00' })
    alice.buy('5', { tif: 'opg' })
    bob.sell('5', { tif: 'opg', limit: '150.00' })
    expect(open(venue)).toEqual([
      'a2 buys 5 at 150.00 for 750.00, adding: filled 5+0 of 5',
      'b1 sells 5 at 150.00 for 750.00, taking: filled 5+0 of 5',
      'a1 joins the book: new 0+4 of 4, holds 4 shares',
    ])
  })
})

describe('the closing auction', () => {
  test('trades at 16:00 with the book of the day, before its orders end', () => {
    const { venue, alice, bob, carol } = desk()
    venue.advanceTo(monday('10:00'))
    alice.buy('10', { limit: '150.00' })
    bob.sell('4', { tif: 'cls' })
    carol.sell('5', { tif: 'cls', limit: '150.10' })
    expect(said(venue, '16:00')).toEqual([
      'a1 buys 4 at 150.00 for 600.00, adding: partially_filled 4+6 of 10, holds 900.00',
      'b1 sells 4 at 150.00 for 600.00, taking: filled 4+0 of 4',
      'c1 ends with the day: expired 0+0 of 5',
      'a1 ends with the day: expired 4+0 of 10',
    ])
  })

  test('is nearest the last trade, whatever the close before it was; at 151.00 what the quote has left of its ask would be too much', () => {
    const { venue, alice, bob } = desk()
    venue.advanceTo(monday('10:00'))
    alice.buy('1', { limit: '151.00' })
    alice.buy('10', { tif: 'cls', limit: '155.00' })
    bob.sell('10', { tif: 'cls', limit: '145.00' })
    expect(said(venue, '16:00')).toEqual([
      'a2 buys 10 at 150.99 for 1509.90, adding: filled 10+0 of 10',
      'b1 sells 10 at 150.99 for 1509.90, taking: filled 10+0 of 10',
    ])
  })

  test('… at 13:00 on a half day', () => {
    const { venue, alice } = desk()
    venue.advanceTo('2026-11-27T15:00:00.000Z')
    alice.buy('4', { tif: 'cls' })
    expect(venue.advanceTo('2026-11-27T17:59:59.999Z').said).toEqual([])
    expect(venue.advanceTo('2026-11-27T18:00:00.000Z').said).toEqual([
      'a1 buys 4 at 151.00 for 604.00, taking: filled 4+0 of 4',
      'the market is in after-hours',
    ])
  })

  test('triggers no stop: the session ends with it', () => {
    const { venue, alice, carol } = desk()
    venue.advanceTo(monday('10:00'))
    carol.buy('1', { stop: '151.50', tif: 'gtc' })
    venue.quote('151.40 x 10', '151.45 x 10')
    alice.buy('4', { tif: 'cls', limit: '152.00' })
    carol.sell('4', { tif: 'cls', limit: '151.60' })
    expect(said(venue, '16:00')).toEqual([
      'a1 buys 4 at 151.45 for 605.80, taking: filled 4+0 of 4',
      'c2 ends with the day: expired 0+0 of 4',
    ])
    expect(carol.order('c1')).toBe('accepted 0+1 of 1, holds 159.08')
  })

  test('sells the shares of two exits once: the stop that has triggered lets the profit go first', () => {
    const { venue, alice, bob } = desk()
    venue.advanceTo(monday('10:00'))
    const group = { orderClass: OrderClass.Oco, takeProfitTicks: 0, stopLossTicks: ticks('140.00'), stopLossLimitTicks: ticks('145.00') }
    const loss = (alice.sell('10', { limit: '160.00', group }).events[1] as OrderAccepted).order.clientOrderId
    venue.quote('139.00 x 4', '170.00 x 10')
    bob.buy('20', { tif: 'cls', limit: '165.00' })
    expect(alice.order(loss)).toBe('new 0+10 of 10')
    expect(said(venue, '16:00')).toEqual([
      'a1 sells 10 at 160.00 for 1600.00, adding: filled 10+0 of 10',
      'b1 buys 10 at 160.00 for 1600.00, taking: partially_filled 10+10 of 20, holds 1650.00',
      `${loss} cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10`,
      'b1 ends with the day: expired 10+0 of 20',
    ])
    expect(alice.position()).toBe('990, 990 available, at 150.00')
  })

  test('leaves its rests expired also where day orders end as done for day', () => {
    const { venue, alice, bob } = desk({ dayOrderEnd: 'done_for_day' })
    venue.advanceTo(monday('10:00'))
    alice.buy('4', { tif: 'cls', limit: '1.00' })
    bob.buy('4', { limit: '1.00' })
    expect(said(venue, '16:00')).toEqual(['a1 ends with the day: expired 0+0 of 4', 'b1 ends with the day: done_for_day 0+0 of 4'])
  })
})

describe('orders into which a quote has walked with the end of the session', () => {
  const HIKE = { symbol: 'HIKE' }
  const OCO = { orderClass: OrderClass.Oco, takeProfitTicks: 0, stopLossTicks: ticks('5.00'), stopLossLimitTicks: 0 }

  /** HIKE walks from 7.48 x 21 at 15:59:59 to 7.49 x 16 at 16:00. */
  function walkingDesk(rules: Partial<EngineRules> = {}): Desk {
    const walking = desk({ quotes: 'walk', ...rules })
    const { venue, alice, bob, carol } = walking
    const walk = { baseTicks: 150_0000, stepHundredths: 300, spreadTicks: 400, sizeLots: 20e9 }
    venue.execute({ type: 'ListInstrument', instrument: security('HIKE', 150_0000, { name: 'Hiker', walk }) })
    venue.advanceTo(monday('15:00'))
    for (const trader of [alice, bob, carol]) trader.buy('5', HIKE)
    venue.advanceTo(monday('15:00:01'))
    for (const trader of [alice, bob]) trader.buy('5', HIKE)
    return walking
  }

  /** Exits of alice, and behind them orders of bob and carol, for more at 7.49 than will be bid there; what happens at 16:00. */
  function sellAtTheClose({ venue, alice, bob, carol }: Desk, terms: Pick<Terms, 'extendedHours'> = {}): readonly string[] {
    venue.advanceTo(monday('15:59:59'))
    const exits = alice.sell('10', { ...HIKE, limit: '7.49', group: OCO })
    const loss = (exits.events.at(-1) as OrderAccepted).order.clientOrderId
    bob.sell('10', { ...HIKE, ...terms, limit: '7.49' })
    carol.sell('5', { ...HIKE, ...terms, limit: '7.49' })
    return said(venue, '16:00').map((line) => line.replaceAll(loss, 'loss'))
  }

  /** An order for the closing auction that nothing meets: without one none is held. */
  const askForAuction = ({ carol }: Desk): void => void carol.buy('1', { ...HIKE, limit: '1.00', tif: 'cls' })

  test('trade with it in the closing auction', () => {
    const walking = walkingDesk()
    askForAuction(walking)
    expect(sellAtTheClose(walking)).toEqual([
      'quote 5 7.49 x 16 / 7.51 x 16',
      'a3 sells 10 at 7.49 for 74.90, adding: filled 10+0 of 10',
      'b3 sells 6 at 7.49 for 44.94, adding: partially_filled 6+4 of 10, holds 4 shares',
      'loss cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
      'c2 ends with the day: expired 0+0 of 1',
      'b3 ends with the day: expired 6+0 of 10',
      'c3 ends with the day: expired 0+0 of 5',
    ])
    expect(walking.alice.position('HIKE')).toBe('none')
  })

  test('… behind it where orders meet the quote alone: the auction is of its own orders', () => {
    const walking = walkingDesk({ liquidity: 'quote' })
    askForAuction(walking)
    expect(sellAtTheClose(walking)).toEqual([
      'quote 5 7.49 x 16 / 7.51 x 16',
      'c2 ends with the day: expired 0+0 of 1',
      'a3 sells 10 at 7.49 for 74.90, taking: filled 10+0 of 10',
      'loss cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
      'b3 sells 6 at 7.49 for 44.94, taking: partially_filled 6+4 of 10, holds 4 shares',
      'b3 ends with the day: expired 6+0 of 10',
      'c3 ends with the day: expired 0+0 of 5',
    ])
    expect(walking.alice.position('HIKE')).toBe('none')
  })

  test('trade with it after hours where no auction is held, as far as they may', () => {
    expect(sellAtTheClose(walkingDesk(), { extendedHours: true })).toEqual([
      'a3 ends with the day: expired 0+0 of 10',
      'loss ends with the day: expired 0+0 of 10',
      'quote 5 7.49 x 16 / 7.51 x 16',
      'b3 sells 10 at 7.49 for 74.90, taking: filled 10+0 of 10',
      'c2 sells 5 at 7.49 for 37.45, taking: filled 5+0 of 5',
    ])
  })
})

describe('auctions of a market that is always open', () => {
  test('are held at the roll, the closing one before the date and the opening one after it; no order is too late', () => {
    const { venue, alice, bob, carol } = desk({ session: 'always_open' })
    alice.buy('4', { tif: 'opg' })
    bob.buy('5', { tif: 'cls' })
    carol.buy('6', { limit: '150.00', tif: 'gtc' })
    venue.at = Date.parse('2026-11-20T20:59:59.999Z')
    expect(bob.sell('1', { tif: 'opg', limit: '150.00' }).code).toBeUndefined()
    expect(bob.sell('1', { tif: 'cls', limit: '200.00' }).code).toBeUndefined()
    const { said, events } = venue.advanceTo('2026-11-20T21:00:00.000Z')
    expect(said).toEqual([
      'b1 buys 5 at 151.00 for 755.00, taking: filled 5+0 of 5',
      'b3 ends with the day: expired 0+0 of 1',
      '2026-11-20 ends, 2026-11-23 begins',
      'c1 restated (378=1), keeps its place: buy limit 150.00, new 0+6 of 6, holds 900.00',
      'a1 buys 1 at 151.00 for 151.00, adding: partially_filled 1+3 of 4, holds 475.65',
      'b2 sells 1 at 151.00 for 151.00, taking: filled 1+0 of 1',
      'a1 buys 3 at 151.00 for 453.00, taking: filled 4+0 of 4',
    ])
    const days = events.flatMap((event) => (event.type === 'OrderFilled' ? [event.tradeDay] : []))
    expect(new Set(days.slice(1))).toEqual(new Set([days[0]! + 3]))
  })

  test('… and when an operator ends the day', () => {
    const { venue, alice, bob } = desk({ session: 'always_open' })
    alice.buy('4', { tif: 'opg' })
    bob.sell('5', { tif: 'cls' })
    expect(venue.endDay().said).toEqual([
      'b1 sells 5 at 149.00 for 745.00, taking: filled 5+0 of 5',
      '2026-11-20 ends, 2026-11-23 begins',
      'bob settles 745.00 of 2026-11-23',
      'a1 buys 4 at 151.00 for 604.00, taking: filled 4+0 of 4',
    ])
  })
})

describe('the indication of an auction', () => {
  test('is where it would clear with the orders of now, and what it is', () => {
    const { venue, alice, bob, carol } = desk()
    expect(venue.state.auctionIndication(0, 0, 'opening')).toBeUndefined()
    alice.buy('30', { tif: 'opg', limit: '152.00' })
    bob.sell('4', { limit: '150.00' })
    carol.sell('9', { tif: 'cls' })
    expect(venue.state.auctionIndication(0, 0, 'opening')).toEqual({
      ticks: ticks('151.00'),
      pairedLots: 14e9,
      imbalanceLots: 16e9,
      side: Side.Buy,
    })
    expect(venue.state.auctionIndication(0, 0, 'closing')).toEqual({
      ticks: ticks('149.00'),
      pairedLots: 9e9,
      imbalanceLots: 1e9,
      side: Side.Buy,
    })
    expect(open(venue)[0]).toContain('at 151.00')
  })

  test('changes nothing', () => {
    const { venue, alice } = desk()
    alice.buy('30', { tif: 'opg', limit: '152.00' })
    const before = fingerprint(venue.state)
    venue.state.auctionIndication(0, 0, 'opening')
    expect(fingerprint(venue.state)).toBe(before)
  })
})

/** An order of the property below: the first three traders buy, the others sell, so that nobody meets himself. */
interface Wanted {
  readonly trader: number
  readonly shares: number
  /** in cents; undefined = at the market */
  readonly limit: number | undefined
  readonly isForAuction: boolean
}

const wanted: fc.Arbitrary<Wanted> = fc.record({
  trader: fc.integer({ min: 0, max: 5 }),
  shares: fc.integer({ min: 1, max: 12 }),
  limit: fc.option(fc.integer({ min: 14_800, max: 15_200 }), { nil: undefined, freq: 3 }),
  isForAuction: fc.boolean(),
})

describe('whatever is entered before the open', () => {
  test('trades at one price, the best one, inside everybody’s limits, and no cent or share is lost', () => {
    fc.assert(
      fc.property(fc.array(wanted, { minLength: 1, maxLength: 14 }), (orders) => {
        const { venue, ...traders } = desk()
        const limits = new Map<number, number>()
        for (const { trader, shares, limit, isForAuction } of orders) {
          const terms = { tif: isForAuction ? 'opg' : 'day', ...(limit !== undefined && { limit: (limit / 100).toFixed(2) }) } as const
          const who = traders[NAMES[trader]!]
          const { events } = trader < 3 ? who.buy(String(shares), terms) : who.sell(String(shares), terms)
          const [accepted] = events
          if (accepted?.type !== 'OrderAccepted') throw new Error('the test enters an order that is refused')
          limits.set(accepted.order.number, limit === undefined ? accepted.order.collarTicks : limit * 100)
        }
        const expected = triedOut(orders, [...limits.values()])
        const { events } = venue.advanceTo(monday('09:30'))
        const after = events.findIndex(({ type }) => type === 'OrderExpired' || type === 'OrderReleased')
        const fills = (after < 0 ? events : events.slice(0, after)).filter((event): event is OrderFilled => event.type === 'OrderFilled')
        expect([...new Set(fills.map(({ lastTicks }) => lastTicks))]).toEqual(expected ? [expected.ticks] : [])
        const lots = new Map(fills.map(({ trade, lastLots }) => [trade, lastLots]))
        expect([...lots.values()].reduce((sum, one) => sum + one, 0)).toBe((expected?.shares ?? 0) * 1e9)
        for (const { order, lastTicks } of fills)
          expect(order.side === Side.Buy ? lastTicks <= limits.get(order.number)! : lastTicks >= limits.get(order.number)!).toBe(true)
        expect(fingerprint(venue.restart().state)).toBe(fingerprint(venue.state))
      }),
      { numRuns: 150 },
    )
  })
})

/** The clearing price by trying every cent, with the quote of 10 at 149.00 and 10 at 151.00 and a previous close of 150.00. */
function triedOut(orders: readonly Wanted[], worst: readonly number[]): { readonly ticks: number; readonly shares: number } | undefined {
  const all = [
    ...orders.map(({ trader, shares }, index) => ({ buys: trader < 3, shares, worst: worst[index]! })),
    { buys: true, shares: 10, worst: ticks('149.00') },
    { buys: false, shares: 10, worst: ticks('151.00') },
  ]
  let best: { ticks: number; volume: number; imbalance: number; distance: number } | undefined
  for (let price = ticks('140.00'); price <= ticks('160.00'); price += 100) {
    const sum = (buys: boolean): number =>
      all
        .filter((one) => one.buys === buys && (buys ? one.worst >= price : one.worst <= price))
        .reduce((total, { shares }) => total + shares, 0)
    const [demand, supply] = [sum(true), sum(false)]
    const found = {
      ticks: price,
      volume: Math.min(demand, supply),
      imbalance: Math.abs(demand - supply),
      distance: Math.abs(price - ticks('150.00')),
    }
    const isBetter =
      !best ||
      found.volume > best.volume ||
      (found.volume === best.volume &&
        (found.imbalance < best.imbalance || (found.imbalance === best.imbalance && found.distance < best.distance)))
    if (isBetter) best = found
  }
  return best && best.volume > 0 ? { ticks: best.ticks, shares: best.volume } : undefined
}
