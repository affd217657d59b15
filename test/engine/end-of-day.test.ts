import { describe, expect, test } from 'vitest'
import { LOTS_PER_SHARE } from '../../src/domain/amounts/amounts.ts'
import type { CashSettled } from '../../src/domain/events/account-event.ts'
import type { Event } from '../../src/domain/event.ts'
import { OrderType, REST_SESSION, Side, TimeInForce } from '../../src/domain/orders/order.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { CALENDAR, day, openVenue, type Trader, type Venue, WALKING } from './engine-under-test.ts'
import { openHolders } from './holders.ts'

function desk(rules: Parameters<typeof openVenue>[0] = {}): { readonly venue: Venue; readonly alice: Trader; readonly bob: Trader } {
  const venue = openVenue(rules)
  const opening = { cash: '10000.00', shares: { AAPL: 100 } }
  return { venue, alice: venue.account('alice', opening), bob: venue.account('bob', opening) }
}

/** So many accounts have each sold one share on the present day, for 150.00. */
function withSales(count: number, rules: Parameters<typeof openVenue>[0] = {}): Venue {
  const { venue, alice } = desk(rules)
  venue.quote('150.00 x 10000', '')
  openHolders(venue, alice.index, count, {
    profile: '{}',
    then: (account, run) => {
      const sale = {
        symbol: 'AAPL',
        side: Side.Sell,
        orderType: OrderType.Market,
        timeInForce: TimeInForce.Day,
        quantityLots: LOTS_PER_SHARE,
      }
      const further = { cashCents: 0, limitTicks: 0, stopTicks: 0, extendedHours: false, possResend: false }
      run({ type: 'PlaceOrder', session: REST_SESSION, account, clientOrderId: `sale-${account}`, ...sale, ...further })
    },
  })
  return venue.restart()
}

const settled = (events: readonly Event[]): readonly CashSettled[] => events.filter((event) => event.type === 'CashSettled')

describe('the end of a trading day', () => {
  test('expires day orders, rolls the date, settles what is due and renews gtc orders, in that order', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00' })
    bob.sell('4', { limit: '150.00' })
    bob.sell('5', { limit: '160.00', tif: 'gtc' })
    alice.buy('1', { stop: '170.00' })
    alice.sell('1', { stop: '120.00', limit: '119.00', tif: 'gtc' })
    bob.buyFor('100.00', { symbol: 'MSFT' })
    expect(venue.endDay().said).toEqual([
      'a1 ends with the day: expired 4+0 of 10',
      'a2 ends with the day: expired 0+0 of 1',
      'b3 ends with the day: expired 0+0 of 100.00 dollars',
      '2026-11-20 ends, 2026-11-23 begins',
      'bob settles 600.00 of 2026-11-23',
      'b2 restated (378=1), keeps its place: sell limit 160.00, new 0+5 of 5, holds 5 shares',
      'a3 restated (378=1), keeps its place: sell limit 119.00 stop 120.00, accepted 0+1 of 1, holds 1 shares',
    ])
    expect(alice.money).toEqual({ cash: '9400.00', settled: '9400.00', unsettled: '0.00', held: '0.00', buyingPower: '9400.00' })
    expect(bob.money).toEqual({ cash: '10600.00', settled: '10600.00', unsettled: '0.00', held: '0.00', buyingPower: '10600.00' })
  })

  test('values what is held at its closing price, also where nobody has looked at it before', () => {
    const venue = openVenue({ quotes: 'walk' })
    venue.execute({ type: 'ListInstrument', instrument: WALKING })
    const { index } = venue.account('alice')
    const positions = [{ symbol: 'WALK', shares: 1, priceTicks: 50_0000 }]
    // past the venue, which looks at every position behind each command
    const events: Event[] = []
    for (const command of [
      { type: 'GrantHoldings', account: index, cashCents: 0, positions },
      { type: 'EndTradingDay', market: 0, nextDay: day('2026-11-23') },
    ] as const)
      venue.engine.execute(command, venue.at, venue.journal.length + events.length + 1, events)
    const instrument = venue.state.instrumentBySymbol('WALK')!
    const closeTicks = venue.state.currentTicksAt(0, instrument, venue.at)
    expect(closeTicks).not.toBe(50_0000)
    expect(events.at(-1)).toMatchObject({ type: 'TradingDayEnded', closes: expect.arrayContaining([[instrument, closeTicks]]) as unknown })
    expect(venue.state.account(index).lastEquityCents).toBe(closeTicks / 100)
  })

  test('has the same closing prices whatever anybody has looked at before', () => {
    const endOf = (looks: boolean): readonly Event[] => {
      const { venue, alice } = desk()
      alice.buy('1', { symbol: 'MSFT', limit: '40.00', tif: 'gtc' })
      if (looks) for (const instrument of venue.state.instruments.keys()) venue.state.book(0, instrument)
      return venue.endDay().events
    }
    expect(endOf(true)).toEqual(endOf(false))
    expect(endOf(true)[0]).toMatchObject({
      closes: [
        [0, 150_0000],
        [1, 40_0000],
      ],
    })
  })

  test('comes before a command that is decided after it, however late the timer is', () => {
    const { venue, alice } = desk()
    alice.buy('10', { limit: '150.00' })
    venue.at = Date.parse('2026-11-20T21:00:00.002Z')
    expect(alice.buy('1', { limit: '149.00' }).said).toEqual([
      'a1 ends with the day: expired 0+0 of 10',
      '2026-11-20 ends, 2026-11-23 begins',
      'a2 accepted: buy limit 149.00, new 0+1 of 1, holds 149.00',
    ])
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([])
  })

  test('ends day orders as done for day where the engine is told so, which is an end as well', () => {
    const { venue, alice } = desk({ dayOrderEnd: 'done_for_day' })
    alice.buy('10', { limit: '150.00' })
    expect(venue.endDay().said[0]).toBe('a1 ends with the day: done_for_day 0+0 of 10')
    expect(alice.cancel('a1').code).toBe('ORDER_NOT_OPEN')
    expect(alice.stored('a1')).toMatchObject({ cancelReason: 2, endedAt: venue.at })
  })

  test('keeps the place of gtc orders', () => {
    const { venue, alice, bob } = desk()
    alice.buy('1', { limit: '150.00', tif: 'gtc' })
    bob.buy('1', { limit: '150.00', tif: 'gtc' })
    venue.endDay()
    expect(alice.sell('1', { limit: '151.00' }).said).toHaveLength(1)
    const carol = venue.account('carol', { shares: { AAPL: 10 } })
    expect(carol.sell('1', { limit: '150.00' }).said[1]).toMatch(/^a1 buys/)
  })

  test('begins the day figures of a gtc order anew: DayCumQty is what it fills from then on', () => {
    const { venue, alice, bob } = desk()
    alice.buy('100', { limit: '10.00', tif: 'gtc' })
    bob.sell('20', { limit: '10.00' })
    expect(alice.stored('a1')).toMatchObject({ filledLots: 20e9, beforeDayLots: 0, beforeDayWhole: 0, enteredDay: day('2026-11-20') })
    venue.endDay()
    bob.sell('10', { limit: '10.00' })
    expect(alice.stored('a1')).toMatchObject({ filledLots: 30e9, beforeDayLots: 20e9, beforeDayWhole: 200_0000, beforeDayFraction: 0 })
    venue.endDay()
    expect(alice.stored('a1')).toMatchObject({ filledLots: 30e9, beforeDayLots: 30e9, beforeDayWhole: 300_0000 })
  })

  test('takes last equity and previous close from the state as it stands', () => {
    const { venue, alice, bob } = desk()
    expect(venue.state.balances(alice.index).lastEquity).toBe(0)
    bob.sell('10', { limit: '155.00' })
    alice.buy('10', { limit: '155.00' })
    venue.endDay()
    // 10000.00 - 1550.00 + 110 x 155.00; bob: 10000.00 + 1550.00 unsettled + 90 x 155.00
    expect(venue.state.balances(alice.index).lastEquity).toBe(25_500_00)
    expect(venue.state.balances(bob.index).lastEquity).toBe(25_500_00)
    expect(venue.state.previousCloseTicks(0, 0)).toBe(155_0000)
    venue.quote('160.00 x 1', '161.00 x 1')
    expect(venue.state.position(alice.index, 0)).toMatchObject({ currentTicks: 160_0000, previousCloseTicks: 155_0000 })
    venue.endDay()
    expect(venue.state.previousCloseTicks(0, 0)).toBe(160_0000)
  })

  test('settles a sale on the business day after it, over a weekend, a holiday and a half day', () => {
    const { venue, alice } = desk()
    venue.quote('150.00 x 1000', '')
    alice.sell('1')
    expect(venue.advanceTo('2026-11-23T08:59:59.999Z').said).toEqual(['2026-11-20 ends, 2026-11-23 begins'])
    expect(alice.money).toMatchObject({ unsettled: '150.00', settled: '10000.00' })
    expect(venue.advanceTo('2026-11-23T09:00:00.000Z').said).toEqual(['alice settles 150.00 of 2026-11-23'])
    expect(alice.money).toMatchObject({ unsettled: '0.00', settled: '10150.00' })
    // the Wednesday before Thanksgiving settles on the half day after it
    venue.advanceTo('2026-11-24T21:00:00.000Z')
    expect(venue.state.market(0).tradeDay).toBe(day('2026-11-25'))
    const fill = alice.sell('1').events.find((event) => event.type === 'OrderFilled')
    expect(fill).toMatchObject({ tradeDay: day('2026-11-25'), settlementDay: day('2026-11-27') })
    expect(venue.advanceTo('2026-11-27T08:59:59.999Z').said).toEqual(['2026-11-25 ends, 2026-11-27 begins'])
    expect(venue.advanceTo('2026-11-27T09:00:00.000Z').said).toEqual(['alice settles 150.00 of 2026-11-27'])
    // it rolls at 16:00 on the half day as well
    expect(venue.advanceTo('2026-11-27T20:59:59.999Z').said).toEqual([])
    expect(venue.advanceTo('2026-11-27T21:00:00.000Z').said).toEqual(['2026-11-27 ends, 2026-11-30 begins'])
  })

  test('leaves the proceeds of its sales until the morning, also in a correction and over a restart', () => {
    const { venue, alice, bob } = desk()
    alice.sell('10', { limit: '150.00' })
    bob.buy('10', { limit: '150.00' })
    venue.advanceTo('2026-11-20T22:00:00.000Z')
    alice.correct('a1', 1, { price: '160.00' })
    expect(alice.money).toMatchObject({ unsettled: '1600.00', settled: '10000.00' })
    const again = venue.restart()
    const restored = restoreSnapshot(takeSnapshot(again.state), { calendar: CALENDAR, rules: again.rules, orderCapacity: 4 })
    const morning = Date.parse('2026-11-23T09:00:00.000Z')
    expect([again.state.nextDueAt(), restored.nextDueAt()]).toEqual([morning, morning])
    expect(again.advanceTo('2026-11-23T09:00:00.000Z').said).toEqual(['alice settles 1600.00 of 2026-11-23'])
    expect(alice.at(again).money).toMatchObject({ unsettled: '0.00', settled: '11600.00' })
  })

  test('settles a few thousand accounts at a time where very many have sold', () => {
    const venue = withSales(2_500)
    expect(settled(venue.advanceTo('2026-11-20T22:00:00.000Z').events)).toEqual([])
    expect(settled(venue.advanceTo('2026-11-23T08:59:59.999Z').events)).toEqual([])
    const first = settled(venue.advanceTo('2026-11-23T09:00:00.000Z').events)
    expect(venue.state.balances(first.at(-1)!.account)).toMatchObject({ settled: 150_00, unsettled: 0 })
    expect(venue.state.balances(first.at(-1)!.account + 1)).toMatchObject({ settled: 0, unsettled: 150_00 })
    // a process that ends here goes on where it was
    const again = venue.restart()
    const rest = settled(again.execute({ type: 'AdvanceTime' }).events)
    expect([first.length, rest.length, settled(again.execute({ type: 'AdvanceTime' }).events).length]).toEqual([2_000, 500, 0])
    expect([...first, ...rest].map(({ account }) => account)).toEqual(Array.from({ length: 2_500 }, (_, made) => 2 + made))
    venue.execute({ type: 'AdvanceTime' })
    expect(fingerprint(again.state)).toBe(fingerprint(venue.state))
  })

  test.each(['always_open', 'us_equities'] as const)('settles so where an operator has ended the day before it, too: %s', (session) => {
    const venue = withSales(2_500, { session })
    const first = settled(venue.endDay().events)
    const again = venue.restart()
    expect(again.state.dueMoments.next).toBeLessThanOrEqual(again.at)
    const rest = settled(again.execute({ type: 'AdvanceTime' }).events)
    expect([first.length, rest.length]).toEqual([2_000, 500])
    expect(new Set([...first, ...rest].map(({ account }) => account)).size).toBe(2_500)
    expect(again.state.dueMoments.next).toBeGreaterThan(again.at)
  })

  test('settles so on the way of a sandbox clock, which does not go on meanwhile', () => {
    const venue = withSales(2_500)
    const to = Date.parse('2026-11-24T15:00:00.000Z')
    const pieces: (readonly CashSettled[])[] = []
    for (let isThere = false; !isThere;) {
      const answer = venue.execute({ type: 'SetClock', market: 0, to, atLeast: true })
      isThere = !('unfinished' in answer)
      pieces.push(settled(answer.events))
    }
    expect(pieces.map(({ length }) => length).filter((length) => length > 0)).toEqual([2_000, 500])
    expect(new Set(pieces.flat().map(({ at }) => at))).toEqual(new Set([Date.parse('2026-11-23T09:00:00.000Z')]))
  })

  test('a clock that jumps over several days settles what came due in between', () => {
    const { venue, alice } = desk()
    venue.quote('150.00 x 1000', '')
    alice.sell('1')
    venue.endDay('2026-11-23')
    alice.sell('1')
    expect(venue.advanceTo('2026-12-04T15:00:00.000Z').said).toEqual([
      '2026-11-23 ends, 2026-12-04 begins',
      'alice settles 150.00 of 2026-11-24',
    ])
    expect(alice.money).toMatchObject({ settled: '10300.00', unsettled: '0.00' })
  })

  test('is refused to a day that is no business day or not after the present one', () => {
    const { venue } = desk()
    expect(venue.endDay('2026-11-21').code).toBe('VALIDATION_ERROR')
    expect(venue.endDay('2026-11-26').code).toBe('VALIDATION_ERROR')
    expect(venue.endDay('2026-11-20').code).toBe('VALIDATION_ERROR')
    expect(venue.endDay('2026-11-19').code).toBe('VALIDATION_ERROR')
    expect(venue.state.market(0).tradeDay).toBe(day('2026-11-20'))
  })

  test('that an operator has brought forward is not ended again by the clock', () => {
    const { venue } = desk()
    venue.endDay('2026-11-23')
    expect(venue.advanceTo('2026-11-20T22:00:00.000Z').said).toEqual([])
    expect(venue.advanceTo('2026-11-23T21:00:00.000Z').said).toEqual(['2026-11-23 ends, 2026-11-24 begins'])
  })

  test('is what the engine waits for next', () => {
    const { venue } = desk()
    expect(venue.state.nextDueAt()).toBe(Date.parse('2026-11-20T21:00:00.000Z'))
    venue.endDay()
    expect(venue.state.nextDueAt()).toBe(Date.parse('2026-11-23T21:00:00.000Z'))
  })

  test('fills of an order entered after the close belong to the next trading day', () => {
    const { venue, alice } = desk()
    venue.advanceTo('2026-11-20T21:00:00.000Z')
    venue.quote('150.00 x 1000', '')
    expect(alice.sell('1').events[1]).toMatchObject({ tradeDay: day('2026-11-23'), settlementDay: day('2026-11-24') })
    expect(alice.stored('a1')).toMatchObject({ enteredDay: day('2026-11-23') })
  })
})
