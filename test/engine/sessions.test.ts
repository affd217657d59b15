import { describe, expect, test } from 'vitest'
import { formatPrice } from '../../src/domain/amounts/amounts.ts'
import type { Event } from '../../src/domain/event.ts'
import { OrderClass, OrderType } from '../../src/domain/orders/order.ts'
import { Phase } from '../../src/domain/time/market-phase.ts'
import { Engine } from '../../src/engine/engine.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { CALENDAR, day, openVenue, type Trader, type Venue, WALKING } from './engine-under-test.ts'
import { security } from '../support/security.ts'

interface Desk {
  readonly venue: Venue
  readonly alice: Trader
  readonly bob: Trader
  readonly carol: Trader
}

/** A market in the sessions of US equities, on Friday 2026-11-20 at 10:04 in New York unless said otherwise. */
function desk(rules: Parameters<typeof openVenue>[0] = {}): Desk {
  const venue = openVenue({ session: 'us_equities', ...rules })
  const opening = { cash: '100000.00', shares: { AAPL: 100, MSFT: 100 } }
  return { venue, alice: venue.account('alice', opening), bob: venue.account('bob', opening), carol: venue.account('carol', opening) }
}

/** Times of New York in winter, as the tests write them: `20 09:30` is 2026-11-20. */
const winter = (text: string): string => {
  const [date, time] = text.split(' ')
  return new Date(Date.parse(`2026-11-${date}T${time!.length === 5 ? `${time}:00` : time}-05:00`)).toISOString()
}

const phaseOf = ({ state }: Venue): Phase => state.market(0).phase

describe('the hours of a trading day', () => {
  test('close with what stands then, where an operator ends one before it has opened', () => {
    const { venue } = desk()
    venue.quote('151.00 x 10', '151.10 x 10')
    venue.advanceTo(winter('20 20:00'))
    expect(venue.state.previousCloseTicks(0, 0)).toBe(151_0000)
    venue.advanceTo(winter('23 05:00'))
    venue.quote('160.00 x 10', '160.10 x 10')
    venue.execute({ type: 'EndTradingDay', market: 0, nextDay: day('2026-11-24') })
    expect(venue.state.previousCloseTicks(0, 0)).toBe(160_0000)
  })

  test('close with what a security was worth at 16:00, where that was used for the first time in the evening that begins then', () => {
    const { venue, alice } = desk({ quotes: 'walk' })
    venue.execute({ type: 'ListInstrument', instrument: WALKING })
    const instrument = venue.state.instrumentBySymbol('WALK')!
    venue.advanceTo(winter('20 16:00'))
    const close = venue.state.currentTicksAt(0, instrument, venue.at)
    const { askTicks } = venue.state.quoteAt(0, instrument, venue.at)
    alice.buy('1', { symbol: 'WALK', limit: formatPrice(askTicks), extendedHours: true })
    expect(venue.last('WALK')).toBe(formatPrice(askTicks))
    const ended = venue.endDay().events.find((event) => event.type === 'TradingDayEnded')
    expect(ended?.closes.find(([index]) => index === instrument)).toEqual([instrument, close])
    expect(close).toBeLessThan(askTicks)
  })

  test('begin at 4:00, 9:30, 16:00 and 20:00, and the trade date rolls with the last of them', () => {
    const { venue } = desk()
    const said = (moment: string): readonly string[] => venue.advanceTo(winter(moment)).said
    expect(phaseOf(venue)).toBe(Phase.Regular)
    expect(said('20 15:59:59.999')).toEqual([])
    expect(said('20 16:00')).toEqual(['the market is in after-hours'])
    expect(said('20 19:59:59.999')).toEqual([])
    expect(said('20 20:00')).toEqual(['the market is closed', '2026-11-20 ends, 2026-11-23 begins'])
    expect(said('23 03:59:59.999')).toEqual([])
    expect(said('23 04:00')).toEqual(['the market is in pre-market'])
    expect(said('23 09:30')).toEqual(['the market is open'])
    expect(venue.state.market(0).tradeDay).toBe(day('2026-11-23'))
  })

  test('end at 13:00 and 17:00 on a half day, and there are none on a holiday', () => {
    const { venue } = desk()
    // Thanksgiving 2026-11-26, the half day after it
    venue.advanceTo(winter('25 20:00'))
    expect(venue.advanceTo(winter('27 03:59:59.999')).said).toEqual([])
    expect(venue.advanceTo(winter('27 09:30')).said).toEqual(['the market is in pre-market', 'the market is open'])
    expect(venue.advanceTo(winter('27 12:59:59.999')).said).toEqual([])
    expect(venue.advanceTo(winter('27 13:00')).said).toEqual(['the market is in after-hours'])
    expect(venue.advanceTo(winter('27 16:59:59.999')).said).toEqual([])
    expect(venue.advanceTo(winter('27 17:00')).said).toEqual(['the market is closed', '2026-11-27 ends, 2026-11-30 begins'])
  })

  test('are those of New York on both sides of a change of its clocks', () => {
    const { venue } = desk()
    venue.advanceTo('2027-03-12T20:00:00.000Z')
    const opened: string[] = []
    for (const moment of ['2027-03-12T14:30:00.000Z', '2027-03-15T13:30:00.000Z', '2027-11-05T13:30:00.000Z', '2027-11-08T14:30:00.000Z']) {
      const other = desk().venue
      other.advanceTo(new Date(Date.parse(moment) - 1).toISOString())
      opened.push(`${phaseOf(other)} ${other.advanceTo(moment).said.join()} ${phaseOf(other)}`)
    }
    expect(opened).toEqual(Array(4).fill('2 the market is open 3'))
  })

  test('are those of the due moment, however late it is noticed, each in its turn', () => {
    const { venue, alice } = desk()
    alice.buy('1', { limit: '10.00' })
    const { events, said } = venue.advanceTo(winter('23 11:00'))
    expect(said).toEqual([
      'a1 ends with the day: expired 0+0 of 1',
      'the market is in after-hours',
      'the market is closed',
      '2026-11-20 ends, 2026-11-23 begins',
      'the market is in pre-market',
      'the market is open',
    ])
    const at = (moment: string): number => Date.parse(winter(moment))
    expect(events.map((event) => event.at)).toEqual([
      at('20 16:00'),
      at('20 16:00'),
      at('20 20:00'),
      at('20 20:00'),
      at('23 04:00'),
      at('23 09:30'),
    ])
    expect(alice.stored('a1')).toMatchObject({ endedAt: at('20 16:00') })
  })

  test('end in some markets at a time where there are many: what closes is looked through and priced', () => {
    const { venue } = desk()
    for (let number = 2; number <= 120; number++)
      venue.execute({ type: 'CreatePartner', id: `partner-${number}`, name: 'Sandbox', environment: 'sandbox', seed: `seed ${number}` })
    const closed: number[] = []
    do closed.push(venue.advanceTo(winter('20 16:00')).events.length)
    while (venue.state.nextDueAt() <= venue.at)
    expect(closed.length).toBe(3)
    expect(closed.reduce((sum, count) => sum + count)).toBe(120)
  })

  test('are entered before a command is decided, also where the timer is late', () => {
    const { venue, alice } = desk()
    alice.buy('1', { limit: '10.00' })
    venue.at = Date.parse(winter('20 16:00:00.002'))
    expect(alice.buy('2', { limit: '10.00' }).said).toEqual([
      'a1 ends with the day: expired 0+0 of 1',
      'the market is in after-hours',
      'a2 accepted: buy limit 10.00, accepted 0+2 of 2, holds 20.00',
    ])
  })

  test('end early with the day when an operator ends it', () => {
    const { venue, alice, bob } = desk()
    venue.quote('149.00 x 100', '151.00 x 100')
    alice.buy('1', { limit: '10.00' })
    bob.buy('1', { tif: 'cls' })
    bob.buy('1', { limit: '10.00', extendedHours: true })
    expect(venue.endDay().said).toEqual([
      'b1 buys 1 at 151.00 for 151.00, taking: filled 1+0 of 1',
      'a1 ends with the day: expired 0+0 of 1',
      'the market is in after-hours',
      'b2 ends with the day: expired 0+0 of 1',
      'the market is closed',
      '2026-11-20 ends, 2026-11-23 begins',
    ])
    expect(venue.advanceTo(winter('20 20:00')).said).toEqual([])
    expect(venue.advanceTo(winter('23 04:00')).said).toEqual(['the market is in pre-market'])
  })
})

describe('orders out of their session', () => {
  test('wait as accepted, are untouched by quotes, and join the book at the open in the order in which they came', () => {
    const { venue, alice, bob, carol } = desk()
    venue.advanceTo(winter('20 20:00'))
    expect(alice.buy('5', { limit: '150.00' }).said).toEqual(['a1 accepted: buy limit 150.00, accepted 0+5 of 5, holds 750.00'])
    expect(bob.buy('6', { limit: '150.00', tif: 'gtc' }).said).toEqual(['b1 accepted: buy limit 150.00, accepted 0+6 of 6, holds 900.00'])
    expect(venue.quote('148.00 x 100', '149.00 x 100').said).toEqual(['quote AAPL 148.00 x 100 / 149.00 x 100'])
    venue.advanceTo(winter('23 08:00'))
    expect(carol.sell('7', { limit: '149.50' }).said).toEqual(['c1 accepted: sell limit 149.50, accepted 0+7 of 7, holds 7 shares'])
    expect(venue.quote('147.00 x 100', '151.00 x 100').said).toEqual(['quote AAPL 147.00 x 100 / 151.00 x 100'])
    expect(venue.depth()).toEqual({ bids: ['100 @ 147.00'], asks: ['100 @ 151.00'] })
    expect(venue.advanceTo(winter('23 09:30')).said).toEqual([
      'the market is open',
      'a1 buys 5 at 150.00 for 750.00, adding: filled 5+0 of 5',
      'c1 sells 5 at 150.00 for 750.00, taking: partially_filled 5+2 of 7, holds 2 shares',
      'b1 buys 2 at 150.00 for 300.00, adding: partially_filled 2+4 of 6, holds 600.00',
      'c1 sells 2 at 150.00 for 300.00, taking: filled 7+0 of 7',
      'b1 joins the book: partially_filled 2+4 of 6, holds 600.00',
    ])
    expect(venue.depth()).toEqual({ bids: ['4 @ 150.00', '100 @ 147.00'], asks: ['100 @ 151.00'] })
  })

  test('… a market order with the collar of its entry, a notional order as well', () => {
    const { venue, alice, bob } = desk()
    venue.quote('149.00 x 100', '151.00 x 100')
    venue.advanceTo(winter('20 20:00'))
    expect(alice.buy('5').said).toEqual(['a1 accepted: buy market, accepted 0+5 of 5, holds 792.75'])
    expect(bob.buyFor('300.00').said).toEqual(['b1 accepted: buy market, accepted 0+1.986754966 of 300.00 dollars, holds 300.00'])
    venue.quote('159.00 x 100', '160.00 x 100')
    expect(venue.advanceTo(winter('23 09:30')).said).toEqual([
      'the market is in pre-market',
      'the market is open',
      'a1 joins the book: new 0+5 of 5, holds 792.75',
      'b1 joins the book: new 0+1.875 of 300.00 dollars, holds 300.00',
    ])
    expect(venue.quote('157.00 x 100', '158.00 x 100').said).toEqual([
      'quote AAPL 157.00 x 100 / 158.00 x 100',
      'a1 buys 5 at 158.00 for 790.00, adding: filled 5+0 of 5',
      'b1 buys 1.898734177 at 158.00 for 300.00, adding: filled 1.898734177+0 of 300.00 dollars',
    ])
  })

  test('are refused as EXCHANGE_CLOSED when they can not wait', () => {
    const { venue, alice } = desk()
    venue.quote('149.00 x 100', '151.00 x 100')
    for (const moment of ['20 16:00', '20 20:00', '23 04:00']) {
      venue.advanceTo(winter(moment))
      expect(alice.buy('1', { tif: 'ioc' }).code).toBe('EXCHANGE_CLOSED')
      expect(alice.buy('1', { tif: 'fok', limit: '151.00' }).code).toBe('EXCHANGE_CLOSED')
    }
    venue.advanceTo(winter('23 09:30'))
    expect(alice.buy('1', { tif: 'ioc' }).said[1]).toBe('a7 buys 1 at 151.00 for 151.00, taking: filled 1+0 of 1')
  })

  test('are not asked for what they would meet: no wash trade, no missing liquidity before the open', () => {
    const { venue, alice } = desk({ selfMatch: 'reject', unpriced: 'refuse' })
    venue.advanceTo(winter('20 20:00'))
    expect(alice.buy('1').code).toBeUndefined()
    expect(alice.buy('1', { limit: '150.00' }).code).toBeUndefined()
    expect(alice.sell('1', { limit: '150.00' }).code).toBeUndefined()
  })

  test('can be replaced and cancelled, and stay where they wait', () => {
    const { venue, alice } = desk()
    venue.quote('148.00 x 100', '149.00 x 100')
    venue.advanceTo(winter('20 20:00'))
    alice.buy('5', { limit: '140.00' })
    expect(alice.replace('a1', { quantity: '6', limit: '149.00' }).said).toEqual([
      'a1 restated (378=99, REST replace), goes to the back: buy limit 149.00, accepted 0+6 of 6, holds 894.00',
    ])
    expect(alice.cancel('a1').said).toEqual(['a1 cancelled (user_requested, 378=99, REST cancel): cancelled 0+0 of 6'])
    expect(venue.advanceTo(winter('23 09:30')).said).toEqual(['the market is in pre-market', 'the market is open'])
  })
})

describe('extended hours', () => {
  test('are for orders that say so: they trade before the open and after the close', () => {
    const { venue, alice, bob } = desk()
    venue.advanceTo(winter('20 16:00'))
    venue.quote('149.00 x 100', '151.00 x 100')
    expect(alice.buy('5', { limit: '151.00', extendedHours: true }).said).toEqual([
      'a1 accepted: buy limit 151.00, new 0+5 of 5, holds 755.00',
      'a1 buys 5 at 151.00 for 755.00, taking: filled 5+0 of 5',
    ])
    bob.buy('6', { limit: '150.00', extendedHours: true })
    bob.buy('7', { limit: '150.00' })
    venue.quote('140.00 x 3', '150.00 x 100')
    expect(bob.order('b1')).toBe('filled 6+0 of 6')
    expect(bob.order('b2')).toBe('accepted 0+7 of 7, holds 1050.00')
    expect(alice.position()).toBe('105, 105 available, at 150.047619')
    expect(
      venue.journal.filter((event) => event.type === 'OrderFilled').map(({ tradeDay, settlementDay }) => [tradeDay, settlementDay]),
    ).toEqual(Array(2).fill([day('2026-11-20'), day('2026-11-23')]))
  })

  test('those entered in the night join at 4:00', () => {
    const { venue, alice, bob } = desk()
    venue.advanceTo(winter('20 20:00'))
    venue.quote('149.00 x 100', '151.00 x 100')
    expect(alice.buy('5', { limit: '151.00', extendedHours: true }).said).toEqual([
      'a1 accepted: buy limit 151.00, accepted 0+5 of 5, holds 755.00',
    ])
    bob.sell('1', { limit: '150.00', extendedHours: true, tif: 'gtc' })
    expect(venue.advanceTo(winter('23 04:00')).said).toEqual([
      'the market is in pre-market',
      'a1 joins the book: new 0+5 of 5, holds 755.00',
      'a1 buys 5 at 151.00 for 755.00, taking: filled 5+0 of 5',
      'b1 joins the book: new 0+1 of 1, holds 1 shares',
    ])
  })

  test('trigger no stops, and what traded then does not trigger them at the open either', () => {
    const { venue, alice, bob, carol } = desk()
    venue.quote('149.00 x 100', '151.00 x 100')
    alice.buy('1', { stop: '155.00', tif: 'gtc' })
    venue.advanceTo(winter('23 05:00'))
    venue.quote('159.00 x 100', '160.00 x 100')
    bob.buy('1', { limit: '160.00', extendedHours: true })
    expect(bob.order('b1')).toBe('filled 1+0 of 1')
    venue.quote('149.00 x 100', '151.00 x 100')
    expect(venue.advanceTo(winter('23 09:30')).said).toEqual(['the market is open'])
    expect(alice.order('a1')).toBe('accepted 0+1 of 1, holds 162.75')
    expect(carol.buy('1', { limit: '156.00' }).said).toHaveLength(2)
    expect(venue.quote('155.00 x 100', '156.00 x 100').said.slice(1)).toEqual([
      'a1 triggered: new 0+1 of 1, holds 162.75',
      'a1 buys 1 at 156.00 for 156.00, taking: filled 1+0 of 1',
    ])
  })
})

describe('a trailing stop', () => {
  test('follows the regular session alone: what traded outside of it, or the close before it, moves no stop', () => {
    const { venue, alice, bob, carol } = desk()
    const trail = { ticks: 5_0000, basisPoints: 0 }
    const trade = (price: string, terms: { readonly extendedHours?: boolean } = {}): void => {
      bob.buy('1', { limit: price, ...terms })
      carol.sell('1', { limit: price, ...terms })
    }
    trade('150.00')
    alice.sell('1', { tif: 'gtc', type: OrderType.Stop, trail, id: 'sells' })
    alice.buy('1', { tif: 'gtc', type: OrderType.Stop, trail, id: 'buys' })
    venue.advanceTo(winter('20 17:00'))
    trade('170.00', { extendedHours: true })
    venue.advanceTo(winter('23 05:00'))
    trade('130.00', { extendedHours: true })
    venue.advanceTo(winter('23 09:30'))
    expect([alice.order('sells'), alice.stored('sells').stopTicks, alice.stored('buys').stopTicks]).toEqual([
      'accepted 0+1 of 1, holds 1 shares',
      145_0000,
      155_0000,
    ])
    trade('152.00')
    expect([alice.stored('sells').stopTicks, alice.stored('buys').stopTicks]).toEqual([147_0000, 155_0000])
  })
})

describe('the end of the sessions', () => {
  test('ends day orders at 16:00, those for extended hours at 20:00, and not the ones that came after the close', () => {
    const { venue, alice, bob } = desk()
    alice.buy('1', { limit: '10.00' })
    bob.buy('2', { limit: '10.00', extendedHours: true })
    alice.buy('1', { stop: '300.00' })
    expect(venue.advanceTo(winter('20 16:00')).said).toEqual([
      'a1 ends with the day: expired 0+0 of 1',
      'a2 ends with the day: expired 0+0 of 1',
      'the market is in after-hours',
    ])
    alice.buy('3', { limit: '10.00' })
    bob.buy('4', { limit: '10.00', extendedHours: true })
    expect(venue.advanceTo(winter('20 20:00')).said).toEqual([
      'b1 ends with the day: expired 0+0 of 2',
      'b2 ends with the day: expired 0+0 of 4',
      'the market is closed',
      '2026-11-20 ends, 2026-11-23 begins',
    ])
    expect(alice.stored('a3')).toMatchObject({ enteredDay: day('2026-11-23') })
    venue.advanceTo(winter('23 09:30'))
    expect(alice.order('a3')).toBe('new 0+3 of 3, holds 30.00')
    expect(venue.advanceTo(winter('23 16:00')).said[0]).toBe('a3 ends with the day: expired 0+0 of 3')
  })

  test('ends those for the next day too, where an operator passes over it', () => {
    const venue = openVenue({ session: 'us_equities' })
    const alice = venue.account('alice', { cash: '10000.00' })
    venue.advanceTo('2026-11-20T17:00:00-05:00')
    alice.buy('1', { limit: '149.00' })
    expect(venue.endDay('2026-11-24').said).toEqual([
      'a1 ends with the day: expired 0+0 of 1',
      'the market is closed',
      '2026-11-20 ends, 2026-11-24 begins',
    ])
  })

  test('brings many gtc orders back to their places, among those that have come before, between and behind them', () => {
    const { venue, alice, bob } = desk()
    const gtc = { limit: '140.00', tif: 'gtc' } as const
    // e1, e2 … are for extended hours and stay
    for (const id of ['g1', 'e1', 'g2', 'g3', 'e2', 'g4', 'e3']) alice.buy('1', { ...gtc, id, extendedHours: id.startsWith('e') })
    for (const id of ['h1', 'h2']) alice.buy('1', { ...gtc, id, limit: '139.00' })
    bob.buy('1', {
      ...gtc,
      id: 'b1',
      group: { orderClass: OrderClass.Oto, takeProfitTicks: 170_0000, stopLossTicks: 0, stopLossLimitTicks: 0 },
    })
    const queue = (): readonly string[] => {
      const { bids, held } = venue.state.book(0, 0)
      return [bids, held].map((levels) =>
        levels
          .slots()
          .map((slot) => venue.state.orders.read(slot).firstClientOrderId.slice(0, 2))
          .join(' '),
      )
    }
    const exit = venue.state.order(11)!.firstClientOrderId.slice(0, 2)
    expect(queue()).toEqual(['g1 e1 g2 g3 e2 g4 e3 b1 h1 h2', exit])
    venue.advanceTo(winter('20 16:00'))
    expect(queue()).toEqual(['e1 e2 e3', `g1 g2 g3 g4 h1 h2 b1 ${exit}`])
    alice.buy('1', { ...gtc, id: 'e4', extendedHours: true })
    venue.advanceTo(winter('23 09:30'))
    expect(queue()).toEqual(['g1 e1 g2 g3 e2 g4 e3 b1 e4 h1 h2', exit])
  })

  test('takes gtc orders out of the book, as what they are, and brings them back to their places', () => {
    const { venue, alice, bob, carol } = desk()
    alice.buy('5', { limit: '150.00', tif: 'gtc' })
    bob.buy('6', { limit: '150.00', tif: 'gtc', extendedHours: true })
    carol.sell('1', { limit: '150.00' })
    alice.buy('7', { limit: '150.00', tif: 'gtc' })
    expect(venue.advanceTo(winter('20 16:00')).said).toEqual(['the market is in after-hours'])
    expect(alice.order('a1')).toBe('partially_filled 1+4 of 5, holds 600.00')
    expect(alice.order('a2')).toBe('new 0+7 of 7, holds 1050.00')
    expect(venue.depth().bids).toEqual(['6 @ 150.00'])
    venue.advanceTo(winter('23 04:00'))
    carol.buy('8', { limit: '150.00', extendedHours: true })
    expect(venue.depth().bids).toEqual(['14 @ 150.00'])
    venue.advanceTo(winter('23 09:30'))
    expect(venue.depth().bids).toEqual(['25 @ 150.00'])
    const dave = venue.account('dave', { shares: { AAPL: 100 } })
    expect(dave.sell('25', { limit: '150.00' }).said.filter((line) => line.includes('adding'))).toEqual([
      'a1 buys 4 at 150.00 for 600.00, adding: filled 5+0 of 5',
      'b1 buys 6 at 150.00 for 900.00, adding: filled 6+0 of 6',
      'a2 buys 7 at 150.00 for 1050.00, adding: filled 7+0 of 7',
      'c2 buys 8 at 150.00 for 1200.00, adding: filled 8+0 of 8',
    ])
  })

  test('makes the price of 16:00 the close, whatever trades after hours', () => {
    const { venue, alice, bob } = desk()
    venue.quote('149.00 x 100', '151.00 x 100')
    alice.buy('1', { limit: '151.00' })
    venue.advanceTo(winter('20 16:00'))
    venue.quote('159.00 x 100', '160.00 x 100')
    bob.buy('1', { limit: '160.00', extendedHours: true })
    venue.advanceTo(winter('20 20:00'))
    expect(venue.last()).toBe('160.00')
    expect(venue.state.previousCloseTicks(0, 0)).toBe(151_0000)
    // 100000.00 - 151.00 + 101 x 151.00 + 100 x 40.00
    expect(venue.state.balances(alice.index).lastEquity).toBe(119_100_00)
  })

  test('lets gtc orders be changed while they are away', () => {
    const { venue, alice } = desk()
    alice.buy('5', { limit: '150.00', tif: 'gtc' })
    venue.quote('140.00 x 100', '160.00 x 100')
    venue.advanceTo(winter('20 16:00'))
    expect(alice.replace('a1', { limit: '165.00' }).said).toEqual([
      'a1 restated (378=99, REST replace), goes to the back: buy limit 165.00, new 0+5 of 5, holds 825.00',
    ])
    expect(venue.advanceTo(winter('23 09:30')).said.slice(-2)).toEqual([
      'the market is open',
      'a1 buys 5 at 160.00 for 800.00, taking: filled 5+0 of 5',
    ])
  })

  test('leaves a busted order of the day without its rest, and lets a gtc order wait for the next session', () => {
    const { venue, alice, bob } = desk()
    alice.buy('5', { limit: '150.00', tif: 'gtc' })
    bob.sell('5', { limit: '150.00' })
    venue.advanceTo(winter('20 17:00'))
    alice.bust('a1')
    expect(alice.order('a1')).toBe('accepted 0+5 of 5, holds 750.00')
    expect(bob.order('b1')).toBe('cancelled 0+0 of 5')
    expect(venue.advanceTo(winter('23 09:30')).said.slice(-2)).toEqual([
      'the market is open',
      'a1 joins the book: new 0+5 of 5, holds 750.00',
    ])
  })
})

describe('a halt over a change of session', () => {
  test('holds back what was to be released, until it is over', () => {
    const { venue, alice, bob } = desk()
    const halt = { market: 0, symbol: 'AAPL', reason: 'news', operator: 'op' } as const
    alice.buy('5', { limit: '150.00', tif: 'gtc' })
    venue.advanceTo(winter('20 20:00'))
    bob.buy('6', { limit: '150.00' })
    venue.execute({ type: 'HaltSymbol', ...halt })
    expect(venue.advanceTo(winter('23 09:30')).said).toEqual(['the market is in pre-market', 'the market is open'])
    expect(venue.depth().bids).toEqual([])
    venue.execute({ type: 'ResumeSymbol', ...halt })
    expect(venue.depth().bids).toEqual(['11 @ 150.00'])
  })

  test('that ends after the close leaves the orders to wait for the next open', () => {
    const { venue, alice } = desk()
    const halt = { market: 0, symbol: 'AAPL', reason: 'news', operator: 'op' } as const
    alice.buy('5', { limit: '150.00', tif: 'gtc' })
    venue.execute({ type: 'HaltSymbol', ...halt })
    venue.advanceTo(winter('20 17:00'))
    venue.execute({ type: 'ResumeSymbol', ...halt })
    expect(venue.depth().bids).toEqual([])
    venue.advanceTo(winter('23 09:30'))
    expect(venue.depth().bids).toEqual(['5 @ 150.00'])
  })
})

describe('sessions that are configured anew', () => {
  test('hold back at once what does not trade at this hour', () => {
    const before = openVenue()
    const alice = before.account('alice', { cash: '10000.00' })
    alice.buy('5', { limit: '150.00', tif: 'gtc' })
    alice.buy('6', { limit: '150.00' })
    alice.buy('7', { limit: '150.00', tif: 'opg' })
    before.advanceTo(winter('20 17:00'))
    expect(before.state.market(0).tradeDay).toBe(day('2026-11-23'))
    const after = before.restart({ session: 'us_equities' })
    expect(after.execute({ type: 'AdvanceTime' }).said).toEqual(['the market is closed'])
    expect(after.depth().bids).toEqual([])
    expect(after.advanceTo(winter('23 09:30')).said).toEqual(['the market is in pre-market', 'the market is open'])
    expect(after.depth().bids).toEqual(['5 @ 150.00'])
  })

  test('release at once what has waited for its session', () => {
    const { venue, alice, bob } = desk()
    venue.quote('149.00 x 100', '151.00 x 100')
    alice.buy('5', { limit: '150.00', tif: 'gtc' })
    bob.sell('2', { tif: 'cls' })
    venue.advanceTo(winter('20 20:00'))
    bob.sell('6', { limit: '150.00' })
    const after = venue.restart({ session: 'always_open' })
    expect(after.execute({ type: 'AdvanceTime' }).said).toEqual([
      'the market is always open',
      'b2 joins the book: new 0+6 of 6, holds 6 shares',
      'a1 buys 3 at 150.00 for 450.00, adding: filled 5+0 of 5',
      'b2 sells 3 at 150.00 for 450.00, taking: partially_filled 3+3 of 6, holds 3 shares',
    ])
  })
})

describe('a security that walks', () => {
  const SHAPE = { baseTicks: 150_0000, stepHundredths: 50, spreadTicks: 200, sizeLots: 500e9 }

  function walkingDesk(): Desk {
    const walking = desk({ quotes: 'walk' })
    walking.venue.execute({
      type: 'ListInstrument',
      instrument: security('WALK', 150_0000, { name: 'Walker', walk: SHAPE }),
    })
    return walking
  }

  /** Gives the command again until it has done all of its work; answers what happened. */
  function setClock(venue: Venue, to: string): readonly Event[] {
    for (const events: Event[] = []; ;) {
      const answer = venue.execute({ type: 'SetClock', market: 0, to: Date.parse(winter(to)) })
      events.push(...answer.events)
      if (!('unfinished' in answer)) return events
    }
  }

  /** A gtc order in the book, one for each auction of Monday, one for the next session. */
  function enter({ alice, bob, carol }: Desk): void {
    const terms = { symbol: 'WALK' }
    alice.buy('10', { ...terms, limit: '100.00', tif: 'gtc' })
    bob.buy('20', { ...terms, tif: 'opg' })
    carol.buy('30', { ...terms, tif: 'cls' })
    bob.buy('40', terms)
  }

  test('stands still in the night, and opens with the quote of 9:30', () => {
    const walking = walkingDesk()
    const { venue } = walking
    setClock(venue, '20 20:00')
    enter(walking)
    expect(venue.state.nextDueAt()).toBe(Infinity)
    expect(setClock(venue, '23 03:59').map(({ type }) => type)).toEqual(['ClockSet'])
    const events = setClock(venue, '23 10:00')
    const opened = Date.parse(winter('23 09:30'))
    const fills = events.filter((event) => event.type === 'OrderFilled')
    const quote = events.find((event) => event.type === 'QuoteMoved' && event.at === opened)
    expect(quote).toMatchObject({ quote: { askTicks: fills[0]!.lastTicks } })
    expect(fills.map(({ at, order, lastTicks }) => [at, order.clientOrderId, lastTicks])).toEqual([
      [opened, 'b1', fills[0]!.lastTicks],
      [opened, 'b2', fills[0]!.lastTicks],
    ])
  })

  test('waits in the night for the morning alone, also with the real clock', () => {
    const walking = walkingDesk()
    walking.venue.advanceTo(winter('20 20:00'))
    enter(walking)
    expect(walking.venue.state.nextDueAt()).toBe(Date.parse(winter('23 04:00')))
  })

  test('trades the same whether the clock goes through the day in one step or in many', () => {
    const fillsOf = (stops: readonly string[]): readonly Event[] => {
      const walking = walkingDesk()
      setClock(walking.venue, '20 20:00')
      enter(walking)
      return stops
        .flatMap((stop) => setClock(walking.venue, stop))
        .flatMap((event) => (event.type === 'OrderFilled' || event.type === 'OrderExpired' ? [event] : []))
    }
    const atOnce = fillsOf(['23 20:00'])
    expect(atOnce.filter(({ type }) => type === 'OrderFilled')).toHaveLength(3)
    expect(fillsOf(['23 04:00', '23 09:30', '23 12:00', '23 16:00', '23 20:00'])).toEqual(atOnce)
  })
})

describe('the journal of a trading day', () => {
  test('replays to the same state, and a snapshot taken while orders wait goes on in the same way', () => {
    const { venue, alice, bob, carol } = desk()
    venue.quote('149.00 x 100', '151.00 x 100')
    alice.buy('5', { limit: '149.00', tif: 'gtc' })
    bob.buy('6', { limit: '149.00', tif: 'gtc', extendedHours: true })
    carol.buy('7', { limit: '149.00', tif: 'gtc' })
    alice.sell('2', { tif: 'cls' })
    for (const moment of ['20 16:00', '20 18:00', '20 20:00', '23 04:00', '23 09:00', '23 09:30', '23 12:00']) {
      const snapshot = structuredClone(takeSnapshot(venue.state))
      const state = restoreSnapshot(snapshot, { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
      const twin = new Engine({ calendar: CALENDAR, rules: venue.rules, state })
      const twinEvents: Event[] = []
      const before = venue.journal.length
      const { events } = venue.advanceTo(winter(moment))
      twin.execute({ type: 'AdvanceTime' }, venue.at, before + 1, twinEvents)
      expect(twinEvents).toEqual(events)
      expect(fingerprint(twin.state)).toBe(fingerprint(venue.state))
      expect(fingerprint(venue.restart().state)).toBe(fingerprint(venue.state))
      if (moment === '20 20:00') bob.sell('3', { tif: 'opg' })
      if (moment === '23 04:00') carol.buy('1', { limit: '149.00' })
    }
    expect(bob.order('b2')).toBe('filled 3+0 of 3')
  })
})
