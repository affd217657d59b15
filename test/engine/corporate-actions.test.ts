import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/domain/event.ts'
import type { DividendPaid } from '../../src/domain/events/account-event.ts'
import { IdentifierKind } from '../../src/domain/identifiers/identifier.ts'
import { OrderType } from '../../src/domain/orders/order.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { walkUnderneath } from '../../src/engine/book/walking-quotes.ts'
import { unwritablePosition } from '../../src/storage/encoding/batch-codec.ts'
import { type Answer, CALENDAR, day, INSTRUMENTS, lots, openVenue, ticks, type Venue } from './engine-under-test.ts'
import { openHolders } from './holders.ts'

function market() {
  const venue = openVenue()
  const alice = venue.account('alice', { cash: '100000.00', shares: { AAPL: 100 } })
  const bob = venue.account('bob', { cash: '100000.00', shares: { AAPL: 100 } })
  return { venue, alice, bob }
}

function split(venue: Venue, ratio: string, exDate: string, symbol = 'AAPL'): Answer {
  const [numerator, denominator] = ratio.split(':').map(Number)
  const terms = { type: 'split' as const, numerator: numerator!, denominator: denominator! }
  return venue.execute({ type: 'AnnounceCorporateAction', market: 0, symbol, exDay: day(exDate), terms })
}

function dividend(venue: Venue, amount: string, exDate: string, payDate: string): Answer {
  const terms = { type: 'cash_dividend' as const, amountTicks: ticks(amount), payDay: day(payDate) }
  return venue.execute({ type: 'AnnounceCorporateAction', market: 0, symbol: 'AAPL', exDay: day(exDate), terms })
}

/** A market in which so many accounts have a share of AAPL, and a dividend is paid on Tuesday. */
function withHolders(count: number, profile: string): Venue {
  const venue = openVenue()
  openHolders(venue, venue.account('alice').index, count, { profile })
  const again = venue.restart()
  again.quote('149.00 x 10000', '150.00 x 10000')
  dividend(again, '2.0000', MONDAY, TUESDAY)
  again.endDay()
  return again
}

const paid = (events: readonly Event[]): readonly DividendPaid[] => events.filter((event) => event.type === 'DividendPaid')

const MONDAY = '2026-11-23'
const TUESDAY = '2026-11-24'

describe('behind a split', () => {
  test('a bust of another security is as ever', () => {
    const { venue, alice, bob } = market()
    bob.sell('2', { limit: '150.00' })
    alice.buy('2', { limit: '150.00' })
    split(venue, '2:1', MONDAY, 'MSFT')
    venue.endDay()
    expect(alice.bust('a1').said).toEqual([
      'a1 busted 2 at 150.00 for 300.00, reopened: new 0+2 of 2, holds 300.00',
      'b1 busted 2 at 150.00 for 300.00, reopened: new 0+2 of 2, holds 2 shares',
      'b1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 2',
      'a1 cancelled (system, 378=4, the rest is cancelled: its time in force is over): cancelled 0+0 of 2',
    ])
  })

  test('a bust leaves a part of a share at what it has cost', () => {
    const { venue, bob } = market()
    const dora = venue.account('dora', { cash: '1000.00' })
    bob.sell('1', { limit: '150.00' })
    dora.buy('1', { limit: '150.00' })
    split(venue, '1:2', MONDAY)
    venue.endDay()
    bob.sell('1', { limit: '310.00' })
    dora.buy('1', { limit: '310.00' })
    expect(dora.position()).toBe('1.5, 1.5 available, at 306.666667')
    dora.bust('d2')
    expect(dora.position()).toBe('0.5, 0.5 available, at 300.00')
  })
})

describe('a split', () => {
  test('2:1 halves prices and doubles what is held, ordered and quoted, when its day begins (H.1.b)', () => {
    const { venue, alice, bob } = market()
    venue.quote('148.01 x 100', '152.01 x 50')
    bob.sell('2', { limit: '150.00' })
    alice.buy('10', { limit: '150.01', tif: 'gtc' })
    bob.sell('5', { stop: '140.01', tif: 'gtc' })
    bob.sell('5', { limit: '160.01', tif: 'gtc' })
    expect(split(venue, '2:1', MONDAY).said).toEqual(['action 1: AAPL split 2:1, ex 2026-11-23'])
    expect(venue.endDay().said).toEqual([
      '2026-11-20 ends, 2026-11-23 begins',
      'bob settles 300.00 of 2026-11-23',
      'alice: 102 AAPL become 204',
      'bob: 98 AAPL become 196',
      'a1 restated (378=0, split 2:1), goes to the back: buy limit 75.00, partially_filled 4+16 of 20, holds 1200.00',
      'b3 restated (378=0, split 2:1), goes to the back: sell limit 80.01, new 0+10 of 10, holds 10 shares',
      'b2 restated (378=0, split 2:1), goes to the back: sell stop 70.01, accepted 0+10 of 10, holds 10 shares',
      'AAPL split 2:1, quote 74.00 x 200 / 76.01 x 100',
    ])
    expect(venue.depth()).toEqual({ bids: ['16 @ 75.00', '200 @ 74.00'], asks: ['100 @ 76.01', '10 @ 80.01'] })
    expect(alice.position()).toBe('204, 204 available, at 75.00')
    expect(venue.last()).toBe('75.00')
    expect(alice.stored('a1')).toMatchObject({ beforeDayLots: 4e9, renewed: true, postedCents: 30000, revision: 2 })
    expect(venue.state.market(0).splits).toEqual([{ instrument: 0, exDay: day(MONDAY), at: venue.at, numerator: 2, denominator: 1 }])
    expect(venue.state.market(0).corporateActions).toMatchObject([{ number: 1, status: 'effective' }])
  })

  test('does not trigger a stop by what the closing auction before it has printed', () => {
    const { venue, alice, bob } = market()
    venue.quote('148.00 x 100', '152.00 x 50')
    alice.buy('1', { stop: '155.00', tif: 'gtc' })
    alice.buy('2', { limit: '150.00', tif: 'cls' })
    bob.sell('2', { limit: '150.00', tif: 'cls' })
    split(venue, '2:1', MONDAY)
    expect(venue.endDay().said.filter((line) => line.startsWith('a1'))).toEqual([
      'a1 restated (378=0, split 2:1), goes to the back: buy stop 77.50, accepted 0+2 of 2, holds 162.75',
    ])
  })

  test('1:3 keeps parts of shares in positions and whole shares in orders; an order of which nothing is left ends', () => {
    const { venue, alice, bob } = market()
    alice.buy('10', { limit: '150.00', tif: 'gtc' })
    alice.buy('2', { limit: '149.00', tif: 'gtc' })
    bob.sell('100', { limit: '200.00', tif: 'gtc' })
    split(venue, '1:3', MONDAY)
    expect(venue.endDay().said).toEqual([
      '2026-11-20 ends, 2026-11-23 begins',
      'alice: 100 AAPL become 33.333333333',
      'bob: 100 AAPL become 33.333333333',
      'a1 restated (378=0, split 1:3), goes to the back: buy limit 450.00, new 0+3 of 3, holds 1350.00',
      'a2 cancelled (system, 378=0, nothing that can be traded is left of the order after a split of 1:3): cancelled 0+0 of 2',
      'b1 restated (378=0, split 1:3), goes to the back: sell limit 600.00, new 0+33 of 33, holds 33 shares',
      'AAPL split 1:3, quote - / -',
    ])
    expect(alice.position()).toBe('33.333333333, 33.333333333 available, at 450.00')
    expect(venue.state.position(0, 0)!.costBasisCents).toBe(1_500_000)
  })

  test('leaves a part of a share that an account without fractional trading can sell with all that it has, and not by itself', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '1000.00', shares: { AAPL: 10 }, trading: { fractional_trading: false } })
    split(venue, '1:4', MONDAY)
    venue.endDay()
    expect(alice.position()).toBe('2.5, 2.5 available, at 600.00')
    venue.quote('599.00 x 100', '601.00 x 100')
    expect(alice.sell('0.5').code).toBe('UNSUPPORTED_ORDER_COMBINATION')
    expect(alice.buy('2.5').code).toBe('UNSUPPORTED_ORDER_COMBINATION')
    expect(alice.sell('2.5').code).toBe(undefined)
    expect(venue.state.position(0, 0)).toBe(undefined)
  })

  test('leaves whole shares to trade of what trades in nothing else, also where one before it has made parts of what was filled', () => {
    const { venue, alice } = market()
    const carol = venue.account('carol', { shares: { WHOLE: 100 } })
    alice.buy('15', { limit: '100.00', tif: 'gtc', symbol: 'WHOLE' })
    carol.sell('5', { limit: '100.00', symbol: 'WHOLE' })
    split(venue, '1:10', MONDAY, 'WHOLE')
    split(venue, '3:2', TUESDAY, 'WHOLE')
    expect(venue.endDay().said).toContain(
      'a1 restated (378=0, split 1:10), goes to the back: buy limit 1000.00, partially_filled 0.5+1 of 1.5, holds 1000.00',
    )
    expect(alice.replace('a1', { quantity: '2' }).refusal).toMatchObject({
      code: 'ASSET_NOT_FRACTIONABLE',
      message: 'WHOLE trades in whole shares only.',
    })
    expect(alice.replace('a1', { quantity: '3.5' }).said).toEqual([
      'a1 restated (378=99, REST replace), goes to the back: buy limit 1000.00, partially_filled 0.5+3 of 3.5, holds 3000.00',
    ])
    expect(venue.endDay().said).toContain(
      'a1 restated (378=0, split 3:2), goes to the back: buy limit 666.66, partially_filled 0.75+4 of 4.75, holds 2666.64',
    )
  })

  test('lets the auction behind it print on the tick, off which it has left the close', () => {
    const { venue, alice, bob } = market()
    alice.buy('2', { tif: 'opg' })
    bob.sell('2', { tif: 'opg' })
    split(venue, '7:1', MONDAY)
    expect(venue.endDay().said.slice(-2)).toEqual([
      'a1 buys 14 at 21.43 for 300.02, adding: filled 14+0 of 14',
      'b1 sells 14 at 21.43 for 300.02, taking: filled 14+0 of 14',
    ])
  })

  test('that ends an order does so on the day that it begins: what was filled before is of earlier days', () => {
    const { venue, alice, bob } = market()
    alice.buy('5', { limit: '150.00', tif: 'gtc' })
    bob.sell('3', { limit: '150.00' })
    split(venue, '1:3', MONDAY)
    expect(venue.endDay().said).toContain(
      'a1 cancelled (system, 378=0, nothing that can be traded is left of the order after a split of 1:3): cancelled 3+0 of 5',
    )
    expect(alice.stored('a1')).toMatchObject({ filledLots: lots('3'), beforeDayLots: lots('3'), beforeDayWhole: 450_0000, renewed: true })
  })

  test('leaves no price above the highest: the quote stands below it, and orders beyond it end', () => {
    const { venue, alice, bob } = market()
    venue.quote('20000.00 x 2000', '20001.00 x 2000')
    bob.sell('100', { limit: '50000.00', tif: 'gtc' })
    alice.buy('100', { limit: '900.00', tif: 'gtc' })
    split(venue, '1:100', MONDAY)
    expect(venue.endDay().said.slice(3)).toEqual([
      'a1 restated (378=0, split 1:100), goes to the back: buy limit 90000.00, new 0+1 of 1, holds 90000.00',
      'b1 cancelled (system, 378=0, nothing that can be traded is left of the order after a split of 1:100): cancelled 0+0 of 100',
      'AAPL split 1:100, quote 999999.99 x 20 / 1000000.00 x 20',
    ])
    expect(venue.state.position(0, 0)).toMatchObject({ currentTicks: ticks('1000000.00') })
  })

  test('leaves no price below the lowest: a bid there is none, and what would buy for less ends', () => {
    const { venue, alice, bob } = market()
    venue.quote('0.0001 x 100', '0.0004 x 100')
    bob.sell('10', { limit: '0.0002', tif: 'gtc' })
    alice.buy('100', { limit: '0.0001', tif: 'gtc' })
    split(venue, '2:1', MONDAY)
    expect(venue.endDay().said.slice(3)).toEqual([
      'a1 cancelled (system, 378=0, nothing that can be traded is left of the order after a split of 2:1): cancelled 0+0 of 100',
      'b1 restated (378=0, split 2:1), goes to the back: sell limit 0.0001, new 0+20 of 20, holds 20 shares',
      'AAPL split 2:1, quote - / 0.0002 x 200',
    ])
  })

  test('ends a market order whose collar comes to less than the lowest price, as a limit there does', () => {
    const { venue, alice } = market()
    venue.quote('0.0001 x 100', '0.0004 x 100')
    alice.buy('150', { type: 1, tif: 'gtc' })
    split(venue, '5:1', MONDAY)
    expect(venue.endDay().said.slice(3)).toEqual([
      'a1 cancelled (system, 378=0, nothing that can be traded is left of the order after a split of 5:1): cancelled 100+0 of 150',
      'AAPL split 5:1, quote - / -',
    ])
  })

  test('leaves nothing, at no cost, of what can not be counted in new shares', () => {
    const { venue, alice, bob } = market()
    const carol = venue.account('carol', { cash: '1000.00' })
    bob.sell('0.000000002', { limit: '150.00' })
    carol.buy('0.000000001', { limit: '150.00' })
    alice.buy('10', { limit: '150.00', tif: 'gtc' })
    split(venue, '1:2', MONDAY)
    const { said, events } = venue.endDay()
    expect(said).toContain('a1 restated (378=0, split 1:2), goes to the back: buy limit 300.00, new 0+4 of 4, holds 1200.00')
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'PositionSplit', account: 2, shares: 0, lots: 0, basisWhole: 0, basisFraction: 0 }),
    )
    expect(carol.position()).toBe('none')
    expect(alice.stored('a1')).toMatchObject({ filledLots: 0, notionalWhole: 0, notionalFraction: 0, postedCents: 1 })
  })

  test('puts the distance of a trailing stop on the tick above', () => {
    const { venue, bob } = market()
    venue.quote('150.00 x 10', '150.10 x 10')
    bob.sell('5', { type: OrderType.Stop, trail: { ticks: ticks('5.01'), basisPoints: 0 }, tif: 'gtc' })
    split(venue, '2:1', MONDAY)
    venue.endDay()
    expect(bob.stored('b1')).toMatchObject({ stopTicks: ticks('72.50'), trailTicks: ticks('2.51') })
  })

  test('widens the collar of no trailing stop that buys: its hold does not grow', () => {
    const { venue, alice } = market()
    venue.quote('39.90 x 100', '40.00 x 100')
    alice.buy('10', { type: 3, trail: { ticks: 0, basisPoints: 1000 }, tif: 'gtc' })
    split(venue, '1:2', MONDAY)
    venue.endDay()
    expect(alice.stored('a1')).toMatchObject({ stopTicks: ticks('88.00'), collarTicks: ticks('91.52'), heldCents: 457_60 })
    venue.quote('79.60 x 100', '79.70 x 100')
    expect(alice.stored('a1')).toMatchObject({ stopTicks: ticks('87.67'), collarTicks: ticks('91.52'), heldCents: 457_60 })
  })

  test('leaves sizes that can be counted, of the quote and of a walk', () => {
    const { venue } = market()
    venue.quote('200.00 x 9000000', '200.10 x 9001')
    split(venue, '1000:1', MONDAY)
    expect(venue.endDay().said).toContain('AAPL split 1000:1, quote 0.20 x 9000000 / 0.2001 x 9000000')
    venue.execute({ type: 'ChangeVolatility', market: 0, symbol: 'AAPL', stepHundredths: 100 })
    split(venue, '1000:1', TUESDAY)
    venue.endDay()
    expect(venue.state.book(0, 0).walk!.sizeLots).toBe(lots('100000'))
    split(venue, '1:1000', '2026-11-25')
    venue.endDay()
    split(venue, '1:1000', '2026-11-27')
    venue.endDay()
    expect(venue.state.book(0, 0).walk!.sizeLots).toBe(lots('1'))
  })

  test('ends an order of more shares than there can be in one, whatever of it is filled', () => {
    const { venue, alice, bob } = market()
    bob.buy('9000', { symbol: 'PENY', limit: '0.4500', tif: 'gtc' })
    alice.buy('9001', { symbol: 'PENY', limit: '0.4600', tif: 'gtc' })
    venue.account('carol', { shares: { PENY: 5 } }).sell('5', { symbol: 'PENY', limit: '0.4600' })
    split(venue, '1000:1', MONDAY, 'PENY')
    expect(venue.endDay().said.filter((line) => /^[ab]1/.test(line))).toEqual([
      'a1 cancelled (system, 378=0, nothing that can be traded is left of the order after a split of 1000:1): cancelled 5+0 of 9001',
      'b1 restated (378=0, split 1000:1), goes to the back: buy limit 0.0004, new 0+9000000 of 9000000, holds 3600.00',
    ])
  })

  test('leaves a stop no lower than the lowest price, and ends an order that would stand at the highest', () => {
    const { venue, alice, bob } = market()
    const carol = venue.account('carol', { cash: '2000000.00' })
    alice.buy('1', { symbol: 'PENY', stop: '0.6000', limit: '100.00', tif: 'gtc' })
    split(venue, '1000:1', MONDAY, 'PENY')
    split(venue, '1000:1', TUESDAY, 'PENY')
    bob.sell('100', { limit: '10000.00', tif: 'gtc' })
    carol.buy('100', { stop: '10000.00', tif: 'gtc' })
    split(venue, '1:100', MONDAY)
    expect(venue.endDay().said.filter((line) => /^[abc]\d/.test(line))).toEqual([
      'a1 restated (378=0, split 1000:1), goes to the back: buy limit 0.10 stop 0.0006, accepted 0+1000 of 1000, holds 100.00',
      'b1 cancelled (system, 378=0, nothing that can be traded is left of the order after a split of 1:100): cancelled 0+0 of 100',
      'c1 cancelled (system, 378=0, nothing that can be traded is left of the order after a split of 1:100): cancelled 0+0 of 100',
    ])
    expect(venue.endDay().said.filter((line) => line.startsWith('a1'))).toEqual([
      'a1 restated (378=0, split 1000:1), goes to the back: buy limit 0.0001 stop 0.0001, accepted 0+1000000 of 1000000, holds 100.00',
    ])
  })

  test('restates an order for money that came behind the close: the same money, which buys as many new shares', () => {
    const venue = openVenue({ session: 'us_equities' })
    const alice = venue.account('alice', { cash: '1000.00' })
    venue.advanceTo('2026-11-20T21:30:00.000Z')
    alice.buyFor('300.00')
    alice.buyFor('450.00')
    const { number } = alice.stored('a2')
    venue.execute({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: lots('1'), priceTicks: ticks('150.00') })
    split(venue, '2:1', MONDAY)
    expect(venue.advanceTo('2026-11-21T01:00:00.000Z').said.slice(1)).toEqual([
      '2026-11-20 ends, 2026-11-23 begins',
      'alice: 1 AAPL become 2',
      'a1 restated (378=0, split 2:1), goes to the back: buy market, accepted 0+4 of 300.00 dollars, holds 300.00',
      'a2 restated (378=0, split 2:1), goes to the back: buy market, partially_filled 2+4 of 450.00 dollars, holds 300.00',
      'AAPL split 2:1, quote - / -',
    ])
    expect(alice.order('a1')).toBe('accepted 0+4 of 300.00 dollars, holds 300.00')
    expect(alice.stored('a1')).toMatchObject({ createdAt: Date.parse('2026-11-20T21:30:00.000Z'), updatedAt: venue.at })
  })

  test('tells no more left of an order for money than an order can have, and ends one that has filled as much', () => {
    const venue = openVenue({ session: 'us_equities' })
    const alice = venue.account('alice', { cash: '70000.00' })
    venue.quote('0.4500 x 100', '0.4600 x 100', 'PENY')
    venue.advanceTo('2026-11-20T21:30:00.000Z')
    alice.buyFor('5000.00', { symbol: 'PENY' })
    for (const [order, quantity] of [
      ['a2', '8000'],
      ['a3', '9000'],
      ['a4', '10000'],
    ] as const) {
      alice.buyFor('20000.00', { symbol: 'PENY' })
      const { number } = alice.stored(order)
      venue.execute({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: lots(quantity), priceTicks: ticks('0.4600') })
    }
    split(venue, '1000:1', MONDAY, 'PENY')
    const { said, events } = venue.advanceTo('2026-11-21T01:00:00.000Z')
    expect(said.slice(1)).toEqual([
      '2026-11-20 ends, 2026-11-23 begins',
      'alice: 27000 PENY become 27000000',
      'a1 restated (378=0, split 1000:1), goes to the back: buy market, accepted 0+9000000 of 5000.00 dollars, holds 5000.00',
      'a2 restated (378=0, split 1000:1), goes to the back: buy market, partially_filled 8000000+1000000 of 20000.00 dollars, holds 16320.00',
      'a3 cancelled (system, 378=0, nothing that can be traded is left of the order after a split of 1000:1): cancelled 9000+0 of 20000.00 dollars',
      'a4 cancelled (system, 378=0, nothing that can be traded is left of the order after a split of 1000:1): cancelled 10000+0 of 20000.00 dollars',
      'PENY split 1000:1, quote 0.0004 x 100000 / 0.0005 x 100000',
    ])
    expect(unwritablePosition({ position: 1, sealedAt: 1, events, sessions: [] })).toBeUndefined()
  })

  test('pays in cash for a part of a share that trades in whole shares alone, at the close, with its part of the cost', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { shares: { WHOLE: 10 } })
    split(venue, '1:4', MONDAY, 'WHOLE')
    expect(venue.endDay().said).toEqual([
      '2026-11-20 ends, 2026-11-23 begins',
      'alice: 10 WHOLE become 2, 0.5 paid with 200.00',
      'WHOLE split 1:4, quote - / -',
    ])
    expect(alice.position('WHOLE')).toBe('2, 2 available, at 400.00')
    expect(alice.money.settled).toBe('200.00')
  })

  test('has who owes a part of a share that trades in whole shares alone pay for it, so that what is left can be bought', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '1000.00', shares: { WHOLE: 10 } })
    const bob = venue.account('bob', { cash: '1000.00' })
    const carol = venue.account('carol', { cash: '1000.00' })
    const dave = venue.account('dave', { cash: '1000.00' })
    const at = { symbol: 'WHOLE', limit: '10.00' }
    for (const [trader, order, shares] of [
      [bob, 'b1', '5'],
      [carol, 'c1', '1'],
      [dave, 'd1', '4'],
    ] as const) {
      alice.sell(shares, at)
      trader.buy(shares, at)
      trader.sell(shares, at)
      alice.buy(shares, at)
      trader.bust(order)
      trader.cancel(order)
    }
    expect([bob, carol, dave].map((trader) => trader.position('WHOLE'))).toEqual([
      '-5, -5 available, at 0.00',
      '-1, -1 available, at 0.00',
      '-4, -4 available, at 0.00',
    ])
    split(venue, '1:4', MONDAY, 'WHOLE')
    expect(venue.endDay().said.slice(4)).toEqual([
      'alice: 20 WHOLE become 5',
      'bob: -5 WHOLE become -1, -0.25 paid with -10.00',
      'carol: -1 WHOLE become 0, -0.25 paid with -10.00',
      'dave: -4 WHOLE become -1',
      'WHOLE split 1:4, quote - / -',
    ])
    expect([alice, bob, carol].map((trader) => [trader.position('WHOLE'), trader.money.cash])).toEqual([
      ['5, 5 available, at 220.00', '900.00'],
      ['-1, -1 available, at 0.00', '1040.00'],
      ['none', '1000.00'],
    ])
    venue.quote('40.00 x 10', '40.01 x 2', 'WHOLE')
    bob.buy('2', { symbol: 'WHOLE' })
    expect(bob.position('WHOLE')).toBe('1, 1 available, at 40.01')
    bob.correct('b3', 1, { price: '41.00' })
    expect(bob.position('WHOLE')).toBe('1, 1 available, at 41.00')
    expect(fingerprint(venue.restart().state)).toBe(fingerprint(venue.state))
  })

  test('leaves no part of a share in the quote of what trades in whole shares alone', () => {
    const venue = openVenue()
    venue.account('alice', { shares: { AAPL: 4, WHOLE: 4 } })
    for (const symbol of ['AAPL', 'WHOLE']) {
      venue.quote('99.00 x 10', '100.00 x 2', symbol)
      split(venue, '1:4', MONDAY, symbol)
    }
    venue.endDay()
    const [parts, whole] = ['AAPL', 'WHOLE'].map((symbol) => venue.state.book(0, venue.state.instrumentBySymbol(symbol)!).quote)
    expect(parts).toMatchObject({ bidLots: 2.5e9, askLots: 0.5e9 })
    expect(whole).toMatchObject({ bidTicks: 396_0000, bidLots: 2e9, askTicks: 400_0000, askLots: 0 })
  })

  test('leaves those of one price in their order, and the quote behind them', () => {
    const { venue, alice, bob } = market()
    alice.buy('1', { limit: '150.00', tif: 'gtc' })
    bob.buy('1', { limit: '150.00', tif: 'gtc' })
    alice.buy('2', { limit: '150.00', tif: 'gtc' })
    alice.replace('a1', { quantity: '3' })
    split(venue, '2:1', MONDAY)
    venue.endDay()
    venue.quote('75.00 x 10', '80.00 x 10')
    expect(bob.sell('7', { limit: '75.00' }).said.filter((line) => line.includes('buys'))).toEqual([])
    const carol = venue.account('carol', { shares: { AAPL: 20 } })
    expect(carol.sell('7', { limit: '75.00' }).said.filter((line) => line.includes('buys'))).toEqual([
      'b1 buys 2 at 75.00 for 150.00, adding: filled 2+0 of 2',
      'a2 buys 4 at 75.00 for 300.00, adding: filled 4+0 of 4',
      'a1 buys 1 at 75.00 for 75.00, adding: partially_filled 1+5 of 6, holds 375.00',
    ])
  })

  test('triggers a stop that the rounding of the prices has brought to the quote', () => {
    const { venue, bob } = market()
    venue.quote('151.06 x 100', '151.09 x 100')
    bob.sell('5', { stop: '150.99', tif: 'gtc' })
    split(venue, '10:1', MONDAY)
    expect(venue.endDay().said).toEqual([
      '2026-11-20 ends, 2026-11-23 begins',
      'alice: 100 AAPL become 1000',
      'bob: 100 AAPL become 1000',
      'b1 restated (378=0, split 10:1), goes to the back: sell stop 15.10, accepted 0+50 of 50, holds 50 shares',
      'AAPL split 10:1, quote 15.10 x 1000 / 15.11 x 1000',
      'b1 triggered: new 0+50 of 50, holds 50 shares',
      'b1 sells 50 at 15.10 for 755.00, taking: filled 50+0 of 50',
    ])
  })

  test('on a halted symbol restates the suspended orders', () => {
    const { venue, alice } = market()
    alice.buy('10', { limit: '150.00', tif: 'gtc' })
    venue.halt()
    split(venue, '2:1', MONDAY)
    expect(venue.endDay().said.at(-2)).toBe(
      'a1 restated (378=0, split 2:1), goes to the back: buy limit 75.00, suspended 0+20 of 20, holds 1500.00',
    )
    expect(venue.resume().said.at(-1)).toBe('a1 reinstated: new 0+20 of 20, holds 1500.00')
  })

  test('fills from before it can not be taken back; the cost after a bust of a later one counts them', () => {
    const { venue, alice, bob } = market()
    bob.sell('10', { limit: '160.00' })
    alice.buy('10', { limit: '160.00' })
    split(venue, '2:1', MONDAY)
    venue.endDay()
    expect(alice.bust('a1')).toMatchObject({
      code: 'VALIDATION_ERROR',
      refusal: { message: 'The execution is from before a split: it counts shares that are no more.' },
    })
    const before = alice.position()
    bob.sell('10', { limit: '90.00' })
    alice.buy('10', { limit: '90.00' })
    expect(alice.position()).not.toBe(before)
    alice.bust('a2')
    expect(alice.position()).toBe(before)
    expect(before).toBe('220, 220 available, at 75.454545')
  })

  test('takes the walk along, also of a quote that is set by hand later and walks again', () => {
    const venue = openVenue({ quotes: 'walk' })
    const walk = { baseTicks: ticks('200.00'), stepHundredths: 50, spreadTicks: 200, sizeLots: lots('1000') }
    const instrument = { ...INSTRUMENTS[0]!, symbol: 'WALK', walk, previousCloseTicks: ticks('200.00') }
    venue.execute({ type: 'ListInstrument', instrument })
    const index = venue.state.instrumentBySymbol('WALK')!
    const before = venue.state.currentTicksAt(0, index, venue.at)
    split(venue, '4:1', MONDAY, 'WALK')
    venue.endDay()
    const after = venue.state.currentTicksAt(0, index, venue.at)
    expect(Math.abs(after - before / 4)).toBeLessThan(200)
    expect(walkUnderneath(venue.state, venue.state.book(0, index))).toMatchObject({
      anchorTicks: ticks('50.00'),
      spreadTicks: 50,
      sizeLots: lots('4000'),
    })
    venue.quote('49.00 x 10', '51.00 x 10', 'WALK')
    expect(walkUnderneath(venue.state, venue.state.book(0, index))).toMatchObject({ anchorTicks: ticks('50.00') })
    venue.execute({ type: 'ChangeVolatility', market: 0, symbol: 'WALK', stepHundredths: 80 })
    expect(walkUnderneath(venue.state, venue.state.book(0, index))).toMatchObject({
      stepHundredths: 80,
      spreadTicks: 50,
      sizeLots: lots('4000'),
    })
    expect(fingerprint(venue.restart().state)).toBe(fingerprint(venue.state))
  })

  test('is in snapshots and replays', () => {
    const { venue, alice } = market()
    alice.buy('10', { limit: '150.00', tif: 'gtc' })
    split(venue, '3:2', MONDAY)
    dividend(venue, '0.2500', MONDAY, TUESDAY)
    venue.endDay()
    const restored = restoreSnapshot(takeSnapshot(venue.state), { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
    expect(fingerprint(restored)).toBe(fingerprint(venue.state))
    const replayed = venue.restart()
    expect(fingerprint(replayed.state)).toBe(fingerprint(venue.state))
    expect(replayed.endDay().said).toEqual(venue.endDay().said)
  })
})

describe('a dividend', () => {
  test('is recorded for who holds shares as its ex-date begins, in the shares of the day before, and paid on its pay date', () => {
    const { venue, alice, bob } = market()
    bob.sell('40', { limit: '150.00' })
    alice.buy('40', { limit: '150.00' })
    expect(dividend(venue, '0.2550', MONDAY, TUESDAY).said).toEqual(['action 1: AAPL dividend of 0.255 paid on 2026-11-24, ex 2026-11-23'])
    split(venue, '2:1', MONDAY)
    expect(venue.endDay().said.filter((line) => line.includes('dividend'))).toEqual(['dividend 1 recorded: alice 35.70, bob 15.30'])
    // what is sold from here on takes no dividend along
    alice.sell('100', { limit: '75.00' })
    bob.buy('100', { limit: '75.00' })
    expect(venue.endDay().said.filter((line) => line.includes('dividend'))).toEqual([
      'alice: dividend 1, 35.70 for 140 AAPL',
      'bob: dividend 1, 15.30 for 60 AAPL',
      'dividend 1 paid',
    ])
    expect(venue.state.market(0).corporateActions).toMatchObject([{ status: 'paid' }, { status: 'effective' }])
    expect(venue.state.market(0).entitlements.size).toBe(0)
  })

  test('is charged to who owes shares after a bust: somebody else gets it on them', () => {
    const { venue, alice, bob } = market()
    const carol = venue.account('carol', { cash: '1000.00' })
    alice.sell('5', { limit: '150.00' })
    carol.buy('5', { limit: '150.00' })
    carol.sell('5', { limit: '150.00' })
    bob.buy('5', { limit: '150.00' })
    carol.bust('c1')
    carol.cancel('c1')
    dividend(venue, '0.2000', MONDAY, TUESDAY)
    expect(venue.endDay().said.at(-1)).toBe('dividend 1 recorded: alice 20.00, bob 21.00, carol -1.00')
    expect(venue.endDay().said.filter((line) => line.includes('dividend'))).toEqual([
      'alice: dividend 1, 20.00 for 100 AAPL',
      'bob: dividend 1, 21.00 for 105 AAPL',
      'carol: dividend 1, -1.00 for -5 AAPL',
      'dividend 1 paid',
    ])
  })

  test('buys the same security where the account asks for it, in the new day, from one dollar on', () => {
    const { venue, alice } = market()
    const carol = venue.account('carol', { cash: '0.00', shares: { AAPL: 3 } })
    for (const { index } of [alice, carol])
      venue.execute({
        type: 'UpdateAccount',
        account: index,
        tradingConfigurations: {},
        changes: '{"dividend_reinvestment":true}',
        changesContact: false,
        changesIdentity: false,
      })
    dividend(venue, '0.3000', MONDAY, MONDAY)
    venue.quote('149.00 x 100', '150.00 x 100')
    const { said } = venue.endDay()
    const id = venue.state.market(0).mint.mint(IdentifierKind.CorporateAction, 1)
    expect(said).toEqual([
      '2026-11-20 ends, 2026-11-23 begins',
      'dividend 1 recorded: alice 30.00, bob 30.00, carol 0.90',
      'alice: dividend 1, 30.00 for 100 AAPL',
      'bob: dividend 1, 30.00 for 100 AAPL',
      'carol: dividend 1, 0.90 for 3 AAPL',
      'dividend 1 paid',
      `drip-${id} accepted: buy market, new 0+0.2 of 30.00 dollars, holds 30.00`,
      `drip-${id} buys 0.2 at 150.00 for 30.00, taking: filled 0.2+0 of 30.00 dollars`,
    ])
    expect(alice.position()).toBe('100.2, 100.2 available, at 150.00')
  })

  test('several days that pass at once keep their order', () => {
    const { venue } = market()
    dividend(venue, '1.0000', TUESDAY, '2026-11-25')
    split(venue, '2:1', MONDAY)
    expect(venue.endDay('2026-11-30').said).toEqual([
      '2026-11-20 ends, 2026-11-30 begins',
      'alice: 100 AAPL become 200',
      'bob: 100 AAPL become 200',
      'AAPL split 2:1, quote - / -',
      'dividend 1 recorded: alice 200.00, bob 200.00',
      'alice: dividend 1, 200.00 for 200 AAPL',
      'bob: dividend 1, 200.00 for 200 AAPL',
      'dividend 1 paid',
    ])
  })

  test('is paid to a few thousand accounts at a time where very many hold the security', () => {
    const venue = withHolders(2_500, '{}')
    const first = paid(venue.endDay().events)
    expect(venue.state.market(0).corporateActions).toMatchObject([{ status: 'effective' }])
    // a process that ends here goes on where it was, by the journal and by a snapshot alike
    const again = venue.restart()
    const restored = restoreSnapshot(takeSnapshot(again.state), { calendar: CALENDAR, rules: again.rules, orderCapacity: 4 })
    expect(fingerprint(restored)).toBe(fingerprint(venue.state))
    for (const { dueMoments } of [again.state, restored]) expect(dueMoments.next).toBeLessThanOrEqual(again.at)
    const rest = paid(again.execute({ type: 'AdvanceTime' }).events)
    expect([first.length, rest.length]).toEqual([2_000, 500])
    expect(new Set([...first, ...rest].map(({ account }) => account)).size).toBe(2_500)
    expect(again.state.dueMoments.next).toBeGreaterThan(again.at)
    expect(again.state.market(0).corporateActions).toMatchObject([{ status: 'paid' }])
  })

  test('is reinvested a few hundred accounts at a time, with the payment', () => {
    const venue = withHolders(450, '{"dividend_reinvestment":true}')
    const pieces = [venue.endDay(), venue.execute({ type: 'AdvanceTime' }), venue.execute({ type: 'AdvanceTime' })].map(
      ({ events }) => events,
    )
    const filled = pieces.map((events) => events.filter((event) => event.type === 'OrderFilled').map(({ order }) => order.account))
    expect(pieces.map((events) => paid(events).length)).toEqual([200, 200, 50])
    expect(filled).toEqual(pieces.map((events) => paid(events).map(({ account }) => account)))
    expect(venue.state.market(0).entitlements.size).toBe(0)
  })

  test('is paid to as few at a time where the day ends by the clock', () => {
    const venue = withHolders(450, '{"dividend_reinvestment":true}')
    venue.at = Date.parse('2026-11-24T22:00:00.000Z')
    const pieces = [1, 2, 3].map(() => paid(venue.execute({ type: 'AdvanceTime' }).events).length)
    expect(pieces).toEqual([200, 200, 50])
  })

  test('of which a part is still to be paid comes before the next day, on the way of a sandbox clock too', () => {
    const venue = withHolders(2_500, '{}')
    const to = Date.parse('2026-11-26T15:00:00.000Z')
    const days: number[] = []
    for (let isThere = false; !isThere;) {
      const answer = venue.execute({ type: 'SetClock', market: 0, to, atLeast: true })
      isThere = !('unfinished' in answer)
      for (const { at } of paid(answer.events)) if (days.at(-1) !== at) days.push(at)
    }
    // 16:00 New York, when Tuesday's trading day begins
    expect(days).toEqual([Date.parse('2026-11-23T21:00:00.000Z')])
    expect(venue.state.market(0).corporateActions).toMatchObject([{ status: 'paid' }])
  })

  test('is not paid to an account that has been closed since', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { shares: { AAPL: 10 } })
    const bob = venue.account('bob', { cash: '10000.00' })
    dividend(venue, '1.0000', MONDAY, '2026-11-25')
    venue.endDay()
    alice.sell('10', { limit: '1.00' })
    bob.buy('10', { limit: '1.00' })
    venue.endDay()
    const bank = { ownerName: 'A', accountType: 'CHECKING', bankName: null, accountLast4: '6789', routingNumber: '121000358' } as const
    venue.execute({ type: 'LinkBank', account: alice.index, status: 'APPROVED', ...bank })
    const all = { amountCents: 0, fullBalance: true, feeCents: 0, ira: null, description: null, idempotencyKey: null }
    venue.execute({ type: 'Withdraw', account: alice.index, ach: 1, ...all })
    expect(venue.execute({ type: 'CloseAccount', account: alice.index }).code).toBeUndefined()
    expect(venue.endDay().said.slice(1)).toEqual(['dividend 1 paid'])
  })
})

describe('an announcement', () => {
  test.each([
    ['a symbol that is not known', () => ({ symbol: 'NOPE' }), 'symbol'],
    ['a day that has begun', () => ({ exDay: day('2026-11-20') }), 'ex_date'],
    ['a day far ahead', () => ({ exDay: day('9999-12-31') }), 'ex_date'],
    ['a pay date far ahead', () => ({ terms: pays('2099-12-30') }), 'pay_date'],
    ['a holiday', () => ({ exDay: day('2026-11-26') }), 'ex_date'],
    ['a pay date before the ex-date', () => ({ exDay: day(TUESDAY), terms: pays(MONDAY) }), 'pay_date'],
    ['a pay date on a holiday', () => ({ terms: pays('2026-11-26') }), 'pay_date'],
    ['an amount of nothing', () => ({ terms: { ...pays(MONDAY), amountTicks: 0 } }), 'amount'],
    ['an amount above the highest price', () => ({ terms: { ...pays(MONDAY), amountTicks: ticks('1000000.01') } }), 'amount'],
    ['a ratio that changes nothing', () => ({ terms: ratio(2, 2) }), 'ratio'],
    ['a ratio of nothing', () => ({ terms: ratio(0, 1) }), 'ratio'],
    ['a ratio that is too large', () => ({ terms: ratio(1001, 1) }), 'ratio'],
    ['a ratio that is too small', () => ({ terms: ratio(1, 1001) }), 'ratio'],
  ] as const)('of %s is refused', (_what, change, field) => {
    const { venue } = market()
    const command = { type: 'AnnounceCorporateAction' as const, market: 0, symbol: 'AAPL', exDay: day(MONDAY), terms: ratio(2, 1) }
    const answer = venue.execute({ ...command, ...change() })
    expect(answer).toMatchObject({ said: [], refusal: { field } })
  })

  test('is refused where a thousand are ahead, until they have taken effect', () => {
    const { venue } = market()
    for (let number = 1; number <= 1_000; number++) expect(dividend(venue, '0.0001', MONDAY, TUESDAY).code).toBeUndefined()
    expect(dividend(venue, '0.0001', MONDAY, TUESDAY)).toEqual({
      said: [],
      events: [],
      code: 'VALIDATION_ERROR',
      refusal: { code: 'VALIDATION_ERROR', message: 'At most 1000 corporate actions can be ahead.' },
    })
    venue.endDay()
    expect(dividend(venue, '0.0001', TUESDAY, TUESDAY).said).toEqual([
      'action 1001: AAPL dividend of 0.0001 paid on 2026-11-24, ex 2026-11-24',
    ])
  })

  test('of splits that together make more of a share than positions can count is refused, past ones and those ahead', () => {
    const { venue } = market()
    split(venue, '1000:1', MONDAY)
    venue.endDay()
    split(venue, '1000:1', TUESDAY)
    expect(split(venue, '2:1', '2026-11-25')).toMatchObject({
      said: [],
      refusal: {
        code: 'VALIDATION_ERROR',
        message: 'With the other splits of the security the ratio has to be between 1000000:1 and 1:1000000.',
        field: 'ratio',
      },
    })
    expect(split(venue, '1:1000', '2026-11-25').code).toBeUndefined()
    expect(split(venue, '2:1', '2026-11-25', 'WHOLE').code).toBeUndefined()
  })
})

const ratio = (numerator: number, denominator: number) => ({ type: 'split' as const, numerator, denominator })
const pays = (date: string) => ({ type: 'cash_dividend' as const, amountTicks: 1000, payDay: day(date) })
