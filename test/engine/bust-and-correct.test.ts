import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/domain/orders/order.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { NO_LATENCY } from '../../src/engine/venue/latency.ts'
import { day, openVenue, type Trader, type Venue } from './engine-under-test.ts'

interface Desk {
  readonly venue: Venue
  readonly alice: Trader
  readonly bob: Trader
}

function desk(rules: Parameters<typeof openVenue>[0] = {}): Desk {
  const venue = openVenue(rules)
  const opening = { cash: '2000000.00', shares: { AAPL: 20_000 } }
  return { venue, alice: venue.account('alice', opening), bob: venue.account('bob', opening) }
}

describe('a bust', () => {
  test('of a trade between clients takes it back on both sides: cash, shares, bucket and average price', () => {
    const { venue } = desk()
    const dora = venue.account('dora', { cash: '10000.00', shares: { AAPL: 10 } })
    const erin = venue.account('erin', { cash: '10000.00', shares: { AAPL: 10 } })
    erin.sell('10', { limit: '160.00' })
    dora.buy('10', { limit: '160.00' })
    dora.sell('5', { limit: '170.00' })
    erin.buy('5', { limit: '170.00' })
    expect(dora.money).toMatchObject({ settled: '8400.00', unsettled: '850.00' })
    expect(erin.money).toMatchObject({ settled: '9150.00', unsettled: '1600.00' })
    expect([dora.position(), erin.position()]).toEqual(['15, 15 available, at 155.00', '5, 5 available, at 170.00'])
    expect(dora.bust('d1').said).toEqual([
      'd1 busted 10 at 160.00 for 1600.00, reopened: new 0+10 of 10, holds 1600.00',
      'e1 busted 10 at 160.00 for 1600.00, reopened: new 0+10 of 10, holds 10 shares',
      'e1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 10',
    ])
    expect(dora.money).toMatchObject({ settled: '10000.00', unsettled: '850.00', held: '1600.00' })
    expect(erin.money).toMatchObject({ settled: '9150.00', unsettled: '0.00' })
    expect([dora.position(), erin.position()]).toEqual(['5, 5 available, at 150.00', '15, 15 available, at 156.666667'])
    expect(venue.state.market(0).ledger).toEqual({
      houseCents: 0,
      bankCents: -4_020_000_00,
      clearingCents: 0,
      feeCents: 0,
      withheldCents: 0,
    })
  })

  test('carries what is taken back and what it refers to', () => {
    const { venue, alice, bob } = desk()
    bob.sell('10', { limit: '160.00' })
    alice.buy('4', { limit: '160.00', id: 'buy' })
    const [, fill] = venue.journal.filter((event) => event.type === 'OrderFilled')
    const [bust] = alice.bust('buy').events
    expect(fill).toMatchObject({ execution: 4, trade: 1 })
    expect(bust).toMatchObject({
      type: 'ExecutionBusted',
      execution: 5,
      executionRef: 4,
      fill: 4,
      trade: 1,
      side: 1,
      reversedLots: 4e9,
      reversedTicks: 160_0000,
      reversedCents: 640_00,
      basisWhole: 20_000 * 150_0000,
      basisFraction: 0,
      reopened: true,
      counterparty: bob.index,
      tradeDay: day('2026-11-20'),
      settlementDay: day('2026-11-23'),
      order: { status: 2, filledLots: 0, leavesLots: 4e9, notionalWhole: 0, postedCents: 0, endedAt: 0 },
    })
  })

  test('of a trade of an order that has ended leaves it ended when it did', () => {
    const { venue, alice, bob } = desk()
    bob.sell('10', { limit: '160.00' })
    alice.buy('4', { limit: '160.00' })
    alice.buy('4', { limit: '160.00' })
    venue.at += 1_000
    bob.cancel('b1')
    const endedAt = venue.at
    expect(bob.stored('b1')).toMatchObject({ status: 5, updatedAt: endedAt, endedAt })
    venue.at += 1_000
    bob.bust('b1')
    expect(bob.stored('b1')).toMatchObject({ filledLots: 4e9, status: 5, updatedAt: endedAt + 1_000, endedAt })
    venue.at += 1_000
    bob.bust('b1', 2)
    expect(bob.stored('b1')).toMatchObject({ filledLots: 0, status: 5, updatedAt: endedAt + 2_000, endedAt })
  })

  test('of a trade with the quote takes it back on the house as well', () => {
    const { venue, alice } = desk()
    venue.quote('', '160.00 x 100')
    alice.buy('10', { limit: '160.00' })
    venue.quote('', '')
    expect(venue.state.market(0)).toMatchObject({ ledger: { houseCents: 1600_00 } })
    expect(alice.bust('a1').said).toEqual(['a1 busted 10 at 160.00 for 1600.00, reopened: new 0+10 of 10, holds 1600.00'])
    expect(venue.state.market(0).ledger).toEqual({
      houseCents: 0,
      bankCents: -4_000_000_00,
      clearingCents: 0,
      feeCents: 0,
      withheldCents: 0,
    })
    expect(venue.state.market(0).house.get(0)).toMatchObject({ shares: 0, lots: 0 })
    expect(venue.depth().bids).toEqual(['10 @ 160.00'])
  })

  test('of a bust is refused, and of a corrected trade it refers to the correction', () => {
    const { alice, bob } = desk()
    bob.sell('10', { limit: '160.00' })
    alice.buy('10', { limit: '160.00' })
    alice.correct('a1', 1, { price: '161.00' })
    const correction = alice.venue.journal.findLast((event) => event.type === 'ExecutionCorrected' && event.side === 1)
    const [bust] = alice.bust('a1').events
    expect(bust).toMatchObject({ executionRef: (correction as { execution: number }).execution, reversedCents: 1610_00 })
    expect(alice.bust('a1')).toMatchObject({ code: 'EXECUTION_ALREADY_BUSTED', events: [] })
    expect(bob.bust('b1').code).toBe('EXECUTION_ALREADY_BUSTED')
    expect(alice.correct('a1', 1, { price: '160.00' }).code).toBe('EXECUTION_ALREADY_BUSTED')
  })

  test('of an execution that nobody knows is refused', () => {
    const { alice } = desk()
    alice.buy('1', { limit: '1.00' })
    expect(alice.bust('a1', 7)).toMatchObject({ code: 'EXECUTION_NOT_FOUND', events: [] })
    expect(alice.correct('a1', 7, { price: '1.00' }).code).toBe('EXECUTION_NOT_FOUND')
  })

  test('of a sale takes the proceeds from the bucket where they are: unsettled before, settled after they settle', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '160.00', tif: 'gtc' })
    bob.sell('5', { limit: '160.00' })
    bob.sell('5', { limit: '160.00' })
    bob.bust('b1')
    expect(bob.money).toMatchObject({ settled: '2000000.00', unsettled: '800.00' })
    bob.cancel('b1')
    venue.endDay()
    expect(bob.money).toMatchObject({ settled: '2000800.00', unsettled: '0.00' })
    // what was sold since settles later
    venue.quote('160.00 x 1', '')
    bob.sell('1', { limit: '160.00' })
    bob.bust('b2')
    expect(bob.money).toMatchObject({ settled: '2000000.00', unsettled: '160.00' })
  })

  test('of one of two sales of a day leaves the other to settle', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '160.00' })
    bob.sell('5', { limit: '160.00' })
    bob.sell('5', { limit: '160.00' })
    bob.bust('b1')
    bob.cancel('b1')
    expect(venue.endDay().said).toContain('bob settles 800.00 of 2026-11-23')
  })
})

describe('an order that was filled', () => {
  test('works again, at the back of the queue, with a hold', () => {
    const { venue, alice, bob } = desk()
    const carol = venue.account('carol', { cash: '10000.00', shares: { AAPL: 100 } })
    alice.buy('4', { limit: '160.00' })
    carol.buy('4', { limit: '160.00' })
    bob.sell('4', { limit: '160.00' })
    expect(alice.bust('a1').said[0]).toBe('a1 busted 4 at 160.00 for 640.00, reopened: new 0+4 of 4, holds 640.00')
    expect(venue.depth().bids).toEqual(['8 @ 160.00'])
    expect(bob.sell('5', { limit: '160.00' }).said.filter((line) => line.includes('buys'))).toEqual([
      'c1 buys 4 at 160.00 for 640.00, adding: filled 4+0 of 4',
      'a1 buys 1 at 160.00 for 160.00, adding: partially_filled 1+3 of 4, holds 480.00',
    ])
  })

  test('works again where the money that comes back is all that it needs', () => {
    const { venue, bob } = desk()
    const dora = venue.account('dora', { cash: '1500.00' })
    bob.sell('10', { limit: '150.00' })
    dora.buy('10', { limit: '150.00' })
    expect(dora.bust('d1').said).toEqual([
      'd1 busted 10 at 150.00 for 1500.00, reopened: new 0+10 of 10, holds 1500.00',
      'b1 busted 10 at 150.00 for 1500.00, reopened: new 0+10 of 10, holds 10 shares',
      'b1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 10',
    ])
    expect(dora.money).toMatchObject({ settled: '1500.00', held: '1500.00', buyingPower: '0.00' })
  })

  test('to sell has its rest cancelled where its own shares have gone with another bust', () => {
    const { venue, bob } = desk()
    const dora = venue.account('dora', { cash: '1500.00' })
    bob.sell('10', { limit: '150.00' })
    dora.buy('10', { limit: '150.00' })
    dora.sell('10', { limit: '151.00' })
    bob.buy('10', { limit: '151.00' })
    dora.bust('d1')
    expect(dora.position()).toBe('-10, -10 available, at 0.00')
    expect(dora.bust('d2').said).toEqual([
      'd2 busted 10 at 151.00 for 1510.00, reopened: new 0+10 of 10, holds 10 shares',
      'b2 busted 10 at 151.00 for 1510.00, reopened: new 0+10 of 10, holds 1510.00',
      'b2 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 10',
      'd2 cancelled (system, 378=4, the rest is cancelled: nothing covers it): cancelled 0+0 of 10',
    ])
  })

  test('shows no money for what it has not filled, whatever parts of a cent the fill came to', () => {
    const { venue, alice, bob } = desk()
    venue.at += 1_000
    bob.sell('1', { limit: '150.01' })
    alice.buy('0.333333333', { limit: '150.01' })
    expect(alice.stored('a1')).toMatchObject({ notionalWhole: 500_033, notionalFraction: 332_833_300 })
    expect(venue.state.position(bob.index, 0)).toMatchObject({ updatedAt: venue.at })
    venue.at += 1_000
    alice.bust('a1')
    expect(alice.stored('a1')).toMatchObject({ filledLots: 0, notionalWhole: 0, notionalFraction: 0, updatedAt: venue.at })
    expect(venue.state.position(bob.index, 0)).toMatchObject({ updatedAt: venue.at })
  })

  test('corrected from no cents to some, settles these with its day', () => {
    const { alice, bob } = desk()
    alice.buy('1', { limit: '150.00' })
    bob.sell('0.00001', { limit: '150.00' })
    expect(bob.money).toMatchObject({ settled: '2000000.00', unsettled: '0.00' })
    bob.correct('b1', 1, { price: '900.00' })
    expect(bob.money).toMatchObject({ settled: '2000000.00', unsettled: '0.01' })
  })

  test('is found by every id of its chain, also when it had left the engine', () => {
    const { venue, alice, bob } = desk()
    const desk1 = alice.over(1)
    desk1.buy('4', { limit: '159.00', id: 'x1' })
    desk1.replace('x1', { limit: '159.50', id: 'x2' })
    desk1.replace('x2', { limit: '160.00', id: 'x3' })
    bob.sell('4', { limit: '160.00' })
    venue.releaseEnded()
    expect(venue.state.findOrder(alice.index, 'x1')).toBeUndefined()
    alice.bust('x1')
    expect(venue.state.findOrder(alice.index, 'x1')).toMatchObject({ clientOrderId: 'x3', leavesLots: 4e9 })
    expect(desk1.replace('x3', { quantity: '3', id: 'x4' }).said).toEqual([
      'x1 replaced by x4, was x3, keeps its place: buy limit 160.00, new 0+3 of 3, holds 480.00',
    ])
    const status = { session: 1, market: 0, accountScope: false, accountText: '', symbol: 'AAPL', side: '1', requestId: '' }
    expect(venue.execute({ type: 'ReportOrderStatus', account: alice.index, clientOrderId: 'x2', ...status }).said).toEqual([
      'x4 asked as x2 status to session 1: new 0+3 of 3, holds 480.00',
    ])
    expect(desk1.cancel('x2', { id: 'x5' }).said).toEqual(['x1 cancelled by x5 (user_requested): cancelled 0+0 of 3'])
  })

  test('is the same state whether it had left the engine before or not', () => {
    const fingerprints = [true, false].map((released) => {
      const { venue, alice, bob } = desk()
      const overFix = alice.over(1)
      overFix.buy('4', { limit: '159.00', id: 'x1' })
      overFix.replace('x1', { limit: '159.50', id: 'x2' })
      overFix.replace('x2', { limit: '160.00', id: 'x3' })
      bob.sell('4', { limit: '160.00' })
      if (released) venue.releaseEnded()
      overFix.cancel('x3', { id: 'late' })
      alice.bust('x1')
      return fingerprint(venue.state)
    })
    expect(fingerprints[0]).toBe(fingerprints[1])
  })

  test('trades at once with what is there', () => {
    const { venue, alice, bob } = desk()
    const carol = venue.account('carol', { shares: { AAPL: 100 } })
    alice.buy('4', { limit: '160.00' })
    bob.sell('4', { limit: '160.00' })
    carol.sell('3', { limit: '159.00' })
    expect(alice.bust('a1').said.slice(2)).toEqual([
      'b1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 4',
      'c1 sells 3 at 159.00 for 477.00, adding: filled 3+0 of 3',
      'a1 buys 3 at 159.00 for 477.00, taking: partially_filled 3+1 of 4, holds 160.00',
    ])
  })

  test('triggers the stops that it reaches', () => {
    const { venue, alice, bob } = desk()
    const carol = venue.account('carol', { shares: { AAPL: 100 } })
    alice.buy('4', { limit: '160.00' })
    bob.sell('4', { limit: '160.00' })
    carol.sell('1', { stop: '159.50' })
    carol.sell('3', { limit: '159.00' })
    expect(alice.bust('a1').said.slice(3)).toEqual([
      'c2 sells 3 at 159.00 for 477.00, adding: filled 3+0 of 3',
      'a1 buys 3 at 159.00 for 477.00, taking: partially_filled 3+1 of 4, holds 160.00',
      'c1 triggered: new 0+1 of 1, holds 1 shares',
      'a1 buys 1 at 160.00 for 160.00, adding: filled 4+0 of 4',
      'c1 sells 1 at 160.00 for 160.00, taking: filled 1+0 of 1',
    ])
  })

  test('after the close works again when it is for extended hours, else its time is over', () => {
    const { venue, alice, bob } = desk({ session: 'us_equities' })
    alice.buy('4', { limit: '160.00' })
    bob.sell('4', { limit: '160.00', tif: 'ioc' })
    alice.buy('5', { limit: '160.00', extendedHours: true })
    bob.sell('5', { limit: '160.00', tif: 'ioc' })
    venue.advanceTo('2026-11-20T21:00:00.000Z')
    expect(alice.bust('a1').said.at(-1)).toBe(
      'a1 cancelled (system, 378=4, the rest is cancelled: its time in force is over): cancelled 0+0 of 4',
    )
    alice.bust('a2')
    expect(alice.order('a2')).toBe('new 0+5 of 5, holds 800.00')
    // that it comes then makes it one of the next day
    alice.buy('6', { limit: '150.00' })
    const { number } = alice.stored('a3')
    venue.execute({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: 6e9, priceTicks: 150_0000 })
    alice.bust('a3')
    expect(alice.order('a3')).toBe('accepted 0+6 of 6, holds 900.00')
  })

  test('counts what the opening of the session trades at the moment at which it comes', () => {
    const { venue } = desk({ session: 'us_equities' })
    const opening = { cash: '10000.00', shares: { AAPL: 10 } }
    const [dora, erin] = [venue.account('dora', opening), venue.account('erin', opening)]
    dora.buy('10', { limit: '160.00' })
    erin.sell('10', { limit: '160.00' })
    venue.advanceTo('2026-11-21T01:00:00.000Z')
    erin.buy('4', { limit: '170.00' })
    dora.sell('4', { limit: '170.00' })
    // nothing has looked at the clock since
    venue.at = Date.parse('2026-11-23T14:30:00.000Z')
    dora.correct('d1', 1, { price: '150.00' })
    expect(dora.order('d2')).toBe('filled 4+0 of 4')
    expect(dora.position()).toBe('16, 16 available, at 150.00')
  })

  test('does not wait for a cancel that came too late for its last fill', () => {
    const { venue, alice, bob } = desk({ latency: { ...NO_LATENCY, cancel: { ms: 100, jitterMs: 0 } } })
    const desk1 = alice.over(1)
    desk1.buy('4', { limit: '160.00', id: 'x1' })
    desk1.cancel('x1', { id: 'x2' })
    bob.sell('4', { limit: '160.00' })
    venue.releaseEnded()
    expect(alice.bust('x1').said[0]).toBe('x1 busted 4 at 160.00 for 640.00, reopened: new 0+4 of 4, holds 640.00')
  })

  test('on the day before shows no less than nothing for the days before', () => {
    const { venue, alice, bob } = desk()
    alice.buy('4', { limit: '160.00', tif: 'gtc' })
    bob.sell('4', { limit: '160.00' })
    venue.endDay()
    alice.bust('a1')
    const { filledLots, leavesLots, beforeDayLots, beforeDayWhole } = alice.stored('a1')
    expect({ filledLots, leavesLots, beforeDayLots, beforeDayWhole }).toEqual({
      filledLots: 0,
      leavesLots: 4e9,
      beforeDayLots: 0,
      beforeDayWhole: 0,
    })
  })

  test('without cover has its rest cancelled', () => {
    const { venue } = desk()
    const dora = venue.account('dora', { cash: '1000.00', shares: { AAPL: 10 } })
    const erin = venue.account('erin', { cash: '1000.00', shares: { AAPL: 10 } })
    erin.sell('4', { limit: '200.00' })
    dora.buy('4', { limit: '250.00' })
    dora.buy('2', { limit: '100.00' })
    // 800.00 come back, 1000.00 would be held, 200.00 are held elsewhere
    expect(dora.bust('d1').said).toEqual([
      'd1 busted 4 at 200.00 for 800.00, reopened: new 0+4 of 4, holds 1000.00',
      'e1 busted 4 at 200.00 for 800.00, reopened: new 0+4 of 4, holds 4 shares',
      'e1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 4',
      'd1 cancelled (system, 378=4, the rest is cancelled: nothing covers it): cancelled 0+0 of 4',
    ])
    expect(dora.money).toMatchObject({ settled: '1000.00', held: '200.00', buyingPower: '800.00' })
  })

  test('is not brought back on another day when it was for the day, nor when it was immediate', () => {
    const { venue, alice, bob } = desk()
    alice.buy('4', { limit: '160.00' })
    bob.sell('4', { limit: '160.00', tif: 'ioc' })
    venue.endDay()
    expect(alice.bust('a1').said.slice(2)).toEqual([
      'b1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 4',
      'a1 cancelled (system, 378=4, the rest is cancelled: its time in force is over): cancelled 0+0 of 4',
    ])
  })

  test('is not brought back while the kill switch is on', () => {
    const { venue, alice, bob } = desk()
    alice.buy('4', { limit: '160.00' })
    bob.sell('4', { limit: '160.00', tif: 'ioc' })
    venue.execute({ type: 'SetKillSwitch', scope: 'account', id: alice.index, on: true, operator: 'operator-key' })
    expect(alice.bust('a1').said.at(-1)).toBe(
      'a1 cancelled (system, 378=4, the rest is cancelled: trading is suspended): cancelled 0+0 of 4',
    )
  })

  test('of an account that has been closed since has its rest cancelled', () => {
    const { venue } = desk()
    const dora = venue.account('dora', { shares: { AAPL: 10 } })
    const bank = { ownerName: 'Dora', accountType: 'CHECKING', bankName: null, accountLast4: '6789', routingNumber: '121000358' } as const
    venue.execute({ type: 'LinkBank', account: dora.index, status: 'APPROVED', ...bank })
    dora.sell('10', { limit: '150.00', tif: 'gtc' })
    venue.quote('150.00 x 10', '150.10 x 10')
    venue.endDay()
    const all = { amountCents: 0, fullBalance: true, feeCents: 0, ira: null, description: null, idempotencyKey: null }
    venue.execute({ type: 'Withdraw', account: dora.index, ach: 1, ...all })
    expect(venue.execute({ type: 'CloseAccount', account: dora.index }).refusal).toBeUndefined()
    expect(dora.bust('d1').said).toEqual([
      'd1 busted 10 at 150.00 for 1500.00, reopened: new 0+10 of 10, holds 10 shares',
      'd1 cancelled (system, 378=4, the rest is cancelled: the account is closed): cancelled 0+0 of 10',
    ])
  })

  test('whose counterpart still works is cancelled, since both working would make the busted trade anew', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '160.00' })
    bob.sell('4', { limit: '160.00' })
    expect(alice.bust('a1').said).toEqual([
      'a1 busted 4 at 160.00 for 640.00: new 0+10 of 10, holds 1600.00',
      'b1 busted 4 at 160.00 for 640.00, reopened: new 0+4 of 4, holds 4 shares',
      'b1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 4',
    ])
    expect(venue.depth()).toEqual({ bids: ['10 @ 160.00'], asks: [] })
    bob.sell('4', { limit: '160.00' })
    // also when the operator named the other side
    expect(bob.bust('b2').said.at(-1)).toBe(
      'b2 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 4',
    )
    expect(alice.order('a1')).toBe('new 0+10 of 10, holds 1600.00')
  })
})

describe('an order that still works', () => {
  test('without cover for what comes back to it has its rest cancelled', () => {
    const { venue } = desk()
    const dora = venue.account('dora', { cash: '1000.00' })
    const erin = venue.account('erin', { shares: { AAPL: 10 } })
    erin.sell('4', { limit: '150.00' })
    dora.buy('5', { limit: '200.00' })
    dora.buy('2', { limit: '100.00' })
    // 600.00 come back and 800.00 more would be held; 200.00 are held elsewhere
    expect(dora.bust('d1').said).toEqual([
      'd1 busted 4 at 150.00 for 600.00: new 0+5 of 5, holds 1000.00',
      'e1 busted 4 at 150.00 for 600.00, reopened: new 0+4 of 4, holds 4 shares',
      'e1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 4',
      'd1 cancelled (system, 378=4, the rest is cancelled: nothing covers it): cancelled 0+0 of 5',
    ])
    expect(dora.money).toMatchObject({ settled: '1000.00', held: '200.00' })
  })
})

describe('the vectors J.1', () => {
  test('J.1.a: fills corrected and busted, average price after each', () => {
    const { venue, alice, bob } = desk()
    const averages = (): string => `${alice.stored('a1').notionalWhole / (alice.stored('a1').filledLots / 1e9) / 10_000}`
    bob.sell('1000', { limit: '100.00' })
    bob.sell('9000', { limit: '110.00' })
    alice.buy('10000', { limit: '120.00' })
    expect([alice.order('a1'), averages()]).toEqual(['filled 10000+0 of 10000', '109'])
    alice.bust('a1', 1)
    expect([alice.order('a1'), averages()]).toEqual(['partially_filled 9000+1000 of 10000, holds 120000.00', '110'])
    expect(alice.correct('a1', 2, { price: '100.00' }).said).toEqual([
      'a1 corrected 9000 at 110.00 to 9000 at 100.00 for 900000.00: partially_filled 9000+1000 of 10000, holds 120000.00',
      'b2 corrected 9000 at 110.00 to 9000 at 100.00 for 900000.00: filled 9000+0 of 9000',
    ])
    expect(averages()).toBe('100')
    bob.sell('1000', { limit: '120.00' })
    expect([alice.order('a1'), averages()]).toEqual(['filled 10000+0 of 10000', '102'])
    alice.correct('a1', 2, { price: '120.00' })
    expect([alice.order('a1'), averages()]).toEqual(['filled 10000+0 of 10000', '120'])
    expect(alice.replace('a1', { quantity: '12000' }).code).toBe('ORDER_NOT_OPEN')
    expect(alice.money.cash).toBe('800000.00')
    expect(bob.money.cash).toBe('3200000.00')
    expect(venue.state.market(0).ledger.clearingCents).toBe(0)
  })

  test('J.1.b: a cancelled order stays cancelled when its fill is busted', () => {
    const { alice, bob } = desk()
    bob.sell('5000', { limit: '50.00' })
    alice.buy('10000', { limit: '50.00' })
    alice.cancel('a1')
    expect(alice.bust('a1').said[0]).toBe('a1 busted 5000 at 50.00 for 250000.00: cancelled 0+0 of 10000')
    expect(bob.order('b1')).toBe('new 0+5000 of 5000, holds 5000 shares')
    expect(alice.money.cash).toBe('2000000.00')
  })

  test("J.1.c: corrections of both days' fills of a gtc order, with the day figures", () => {
    const { venue, alice, bob } = desk()
    alice.buy('10000', { limit: '50.00', tif: 'gtc' })
    bob.sell('2000', { limit: '50.00' })
    venue.endDay()
    bob.sell('1000', { limit: '50.00' })
    const shown = (): readonly [string, number, number] => {
      const { quantityLots, filledLots, beforeDayLots } = alice.stored('a1')
      // DayOrderQty(424), DayCumQty(425)
      return [alice.order('a1'), (quantityLots - beforeDayLots) / 1e9, (filledLots - beforeDayLots) / 1e9]
    }
    expect(shown()).toEqual(['partially_filled 3000+7000 of 10000, holds 350000.00', 8000, 1000])
    expect(alice.correct('a1', 1, { quantity: '1500' }).said).toEqual([
      'a1 corrected 2000 at 50.00 to 1500 at 50.00 for 75000.00: partially_filled 2500+7500 of 10000, holds 375000.00',
      'b1 corrected 2000 at 50.00 to 1500 at 50.00 for 75000.00, reopened: partially_filled 1500+500 of 2000, holds 500 shares',
      'b1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 1500+0 of 2000',
    ])
    expect(shown()).toEqual(['partially_filled 2500+7500 of 10000, holds 375000.00', 8500, 1000])
    expect(alice.correct('a1', 2, { quantity: '500' }).said).toEqual([
      'a1 corrected 1000 at 50.00 to 500 at 50.00 for 25000.00: partially_filled 2000+8000 of 10000, holds 400000.00',
      'b2 corrected 1000 at 50.00 to 500 at 50.00 for 25000.00, reopened: partially_filled 500+500 of 1000, holds 500 shares',
      'b2 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 500+0 of 1000',
    ])
    expect(shown()).toEqual(['partially_filled 2000+8000 of 10000, holds 400000.00', 8500, 500])
  })

  test('J.1.d: an order that is done for day stays so through correction and bust', () => {
    const { venue, alice, bob } = desk({ dayOrderEnd: 'done_for_day' })
    bob.sell('5000', { limit: '50.00' })
    alice.buy('10000', { limit: '50.00' })
    venue.endDay()
    expect(alice.correct('a1', 1, { quantity: '4000' }).said[0]).toBe(
      'a1 corrected 5000 at 50.00 to 4000 at 50.00 for 200000.00: done_for_day 4000+0 of 10000',
    )
    expect(alice.bust('a1').said[0]).toBe('a1 busted 4000 at 50.00 for 200000.00: done_for_day 0+0 of 10000')
    expect(alice.money.cash).toBe('2000000.00')
  })
})

describe('the day figures of a gtc order that ended on an earlier day', () => {
  /** DayOrderQty(424) and DayCumQty(425) */
  const figures = ({ quantityLots, filledLots, beforeDayLots, renewed }: Order) =>
    renewed ? [(quantityLots - beforeDayLots) / 1e9, (filledLots - beforeDayLots) / 1e9] : undefined

  /** The next day begins, by a clock that runs or one that stands. */
  function nextDay(venue: Venue, passingMs: number): void {
    venue.at += passingMs
    venue.endDay()
    venue.at += passingMs
  }

  test.each([
    ['runs', 1_000],
    ['stands', 0],
  ])('are those of today once it works again, where the clock %s', (_what, passingMs) => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '50.00', tif: 'gtc' })
    bob.sell('10', { limit: '50.00' })
    nextDay(venue, passingMs)
    alice.correct('a1', 1, { quantity: '9' })
    expect(figures(alice.stored('a1'))).toEqual([1, 0])
    bob.sell('1', { limit: '50.00' })
    expect(figures(alice.stored('a1'))).toEqual([1, 1])
  })

  test('count what was filled on each of its days as before, whichever of that is corrected', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '50.00', tif: 'gtc' })
    bob.sell('6', { limit: '50.00' })
    nextDay(venue, 1_000)
    bob.sell('4', { limit: '50.00' })
    nextDay(venue, 1_000)
    alice.correct('a1', 2, { quantity: '3' })
    expect(figures(alice.stored('a1'))).toEqual([1, 0])
    alice.bust('a1', 1)
    expect(figures(alice.stored('a1'))).toEqual([7, 0])
  })

  test('count a late fill as of today, and nothing where it is asked for', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '50.00', tif: 'gtc' })
    bob.sell('4', { limit: '50.00' })
    alice.cancel('a1')
    nextDay(venue, 1_000)
    const { account, number } = alice.stored('a1')
    const about = { session: 1, market: 0, accountScope: true, account, accountText: '', symbol: 'AAPL', side: '1', requestId: '' }
    const told = (): unknown => {
      const [status] = venue.execute({ type: 'ReportOrderStatus', clientOrderId: 'a1', ...about }).events
      return status?.type === 'OrderStatusReported' && figures(status.order)
    }
    expect(told()).toEqual([6, 0])
    venue.execute({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: 3e9, priceTicks: 50_0000 })
    expect(figures(alice.stored('a1'))).toEqual([6, 3])
    expect(told()).toEqual([6, 3])
    alice.bust('a1', 2)
    expect(figures(alice.stored('a1'))).toEqual([6, 0])
    nextDay(venue, 1_000)
    expect(told()).toEqual([6, 0])
    expect(fingerprint(venue.restart().state)).toBe(fingerprint(venue.state))
  })
})

describe('a correction', () => {
  test('to what rounds to nothing costs the buyer a cent, as such a fill does', () => {
    const { alice } = desk()
    alice.venue.quote('', '150.00 x 1')
    alice.buy('1', { limit: '150.00' })
    expect(alice.correct('a1', 1, { quantity: '0.00001' }).said[0]).toMatch(/^a1 corrected .* for 0\.01/)
    expect(alice.money.cash).toBe('1999999.99')
  })

  test('posts the difference on both sides, in the bucket where the proceeds are', () => {
    const { venue, alice, bob } = desk()
    bob.sell('10', { limit: '160.00' })
    alice.buy('10', { limit: '160.00' })
    alice.correct('a1', 1, { price: '150.00' })
    expect(alice.money.settled).toBe('1998500.00')
    expect(bob.money).toMatchObject({ settled: '2000000.00', unsettled: '1500.00' })
    venue.endDay()
    alice.correct('a1', 1, { price: '155.00' })
    expect(alice.money.settled).toBe('1998450.00')
    expect(bob.money).toMatchObject({ settled: '2001550.00', unsettled: '0.00' })
  })

  test('of a quantity lowers the position, and reopens a filled order with the rest', () => {
    const { venue, alice } = desk()
    venue.quote('', '150.00 x 100')
    alice.buy('10', { limit: '150.00' })
    venue.quote('', '')
    expect(alice.correct('a1', 1, { quantity: '6' }).said).toEqual([
      'a1 corrected 10 at 150.00 to 6 at 150.00 for 900.00, reopened: partially_filled 6+4 of 10, holds 600.00',
    ])
    expect(alice.position()).toBe('20006, 20006 available, at 150.00')
    expect(venue.state.market(0).house.get(0)).toMatchObject({ shares: -6 })
  })

  test('that completes an order that still works ends it as filled', () => {
    const { alice, bob } = desk()
    bob.sell('20', { limit: '150.00' })
    alice.buy('10', { limit: '151.00' })
    bob.cancel('b1')
    expect(alice.correct('a1', 1, { quantity: '9' }).said).toEqual([
      'a1 corrected 10 at 150.00 to 9 at 150.00 for 1350.00, reopened: partially_filled 9+1 of 10, holds 151.00',
      'b1 corrected 10 at 150.00 to 9 at 150.00 for 1350.00: cancelled 9+0 of 20',
    ])
    expect(alice.correct('a1', 1, { quantity: '10' }).said).toEqual([
      'a1 corrected 9 at 150.00 to 10 at 150.00 for 1500.00: filled 10+0 of 10',
      'b1 corrected 9 at 150.00 to 10 at 150.00 for 1500.00: cancelled 10+0 of 20',
    ])
    expect(alice.money.held).toBe('0.00')
  })

  test('that gives a cash order all the shares that an order can have ends it as filled', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '100000.00' })
    venue.quote('0.0001 x 1', '0.009 x 1000')
    alice.buyFor('50000.00')
    expect(alice.correct('a1', 1, { quantity: '9000000', price: '0.0001' }).said).toEqual([
      'a1 corrected 1000 at 0.009 to 9000000 at 0.0001 for 900.00: filled 9000000+0 of 50000.00 dollars',
    ])
    expect(alice.money.held).toBe('0.00')
  })

  test('may not fill an order beyond its quantity or a cash order beyond its amount', () => {
    const { venue, alice, bob } = desk()
    bob.sell('10', { limit: '150.00' })
    alice.buy('10', { limit: '150.00' })
    expect(alice.correct('a1', 1, { quantity: '11' }).refusal).toMatchObject({ code: 'VALIDATION_ERROR', field: 'quantity' })
    venue.quote('', '100.00 x 100')
    alice.buyFor('100.00')
    expect(alice.correct('a2', 1, { price: '100.01' }).refusal).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(alice.correct('a2', 1, { price: '99.00' }).said).toEqual([
      'a2 corrected 1 at 100.00 to 1 at 99.00 for 99.00: filled 1+0 of 100.00 dollars',
    ])
  })

  test('to nothing, to no price, or to one above the highest is refused', () => {
    const { alice, bob } = desk()
    bob.sell('10', { limit: '150.00' })
    alice.buy('10', { limit: '150.00' })
    expect(alice.correct('a1', 1, { quantity: '0' }).refusal).toMatchObject({ code: 'INVALID_QUANTITY', field: 'quantity' })
    expect(alice.correct('a1', 1, { price: '0.00' }).refusal).toMatchObject({ code: 'INVALID_PRICE', field: 'price' })
    expect(alice.correct('a1', 1, { price: '1000000.01' }).refusal).toMatchObject({ code: 'INVALID_PRICE', field: 'price' })
  })

  test('of a cash order lowers what it bought, so that it works again with the money that comes back', () => {
    const { venue, alice } = desk()
    venue.quote('', '100.00 x 100')
    alice.buyFor('100.00')
    venue.quote('', '')
    expect(alice.correct('a1', 1, { quantity: '0.4' }).said).toEqual([
      'a1 corrected 1 at 100.00 to 0.4 at 100.00 for 40.00, reopened: partially_filled 0.4+0.6 of 100.00 dollars, holds 60.00',
    ])
    venue.quote('', '100.00 x 0.1')
    expect(alice.correct('a1', 2, { price: '105.00' }).said).toEqual([
      'a1 corrected 0.1 at 100.00 to 0.1 at 105.00 for 10.50: partially_filled 0.5+0.495 of 100.00 dollars, holds 49.50',
    ])
    // all its money is spent: there is nothing left to work with
    expect(alice.correct('a1', 2, { quantity: '0.6', price: '100.00' }).said).toEqual([
      'a1 corrected 0.1 at 105.00 to 0.6 at 100.00 for 60.00: filled 1+0 of 100.00 dollars',
    ])
    expect(alice.money).toMatchObject({ cash: '1999900.00', held: '0.00' })
  })
})

test('what a cash order has left behind a bust or a correction is counted at the price of now, as in any report', () => {
  const { venue, alice } = desk()
  venue.quote('', '100.00 x 1')
  alice.buyFor('1000.00')
  venue.quote('', '200.00 x 1')
  const left = (): number => venue.state.order(1)!.leavesLots / 1e9
  expect(left()).toBe(4.5)
  expect(alice.correct('a1', 1, { price: '90.00' }).events).toMatchObject([{ order: { leavesLots: 4.55e9 } }])
  expect(left()).toBe(4.55)
  expect(alice.bust('a1', 1).events).toMatchObject([{ order: { leavesLots: 5e9 } }])
  expect(left()).toBe(5)
})

describe('money and shares that a bust takes away', () => {
  test('may leave cash below zero: buys are refused until it is covered', () => {
    const { venue } = desk()
    const dora = venue.account('dora', { cash: '100.00', shares: { AAPL: 10 } })
    venue.quote('150.00 x 100', '150.10 x 100')
    dora.sell('10')
    venue.endDay()
    dora.buy('10')
    dora.cancel('d1')
    expect(dora.money.settled).toBe('99.00')
    venue.quote('', '')
    dora.bust('d1')
    expect(dora.money).toEqual({ cash: '-1401.00', settled: '-1401.00', unsettled: '0.00', held: '0.00', buyingPower: '0.00' })
    expect(dora.buy('1', { limit: '1.00' }).refusal).toMatchObject({
      code: 'INSUFFICIENT_BUYING_POWER',
      details: { required: '1.00', buying_power: '0.00' },
    })
  })

  test('may leave a position below zero: sells are refused until it is covered, and cover is bought at its own price', () => {
    const { venue } = desk()
    const dora = venue.account('dora', { cash: '10000.00' })
    venue.quote('150.00 x 100', '150.00 x 0')
    venue.quote('', '150.00 x 10')
    dora.buy('10')
    venue.quote('150.00 x 10', '')
    dora.sell('10')
    venue.quote('', '')
    dora.bust('d1')
    dora.cancel('d1')
    expect(dora.position()).toBe('-10, -10 available, at 0.00')
    expect(dora.sell('1').refusal).toMatchObject({ code: 'INSUFFICIENT_POSITION', details: { quantity: '-10', quantity_available: '-10' } })
    venue.quote('', '100.00 x 100')
    dora.buy('4')
    expect(dora.position()).toBe('-6, -6 available, at 0.00')
    dora.buy('10')
    expect(dora.position()).toBe('4, 4 available, at 100.00')
  })

  test('may leave an order to sell without its shares: it can still be made smaller, or dearer, but no larger', () => {
    const { venue, bob } = desk()
    const dora = venue.account('dora', { cash: '10000.00' })
    bob.sell('10', { limit: '150.00' })
    dora.buy('10', { limit: '150.00' })
    dora.sell('8', { limit: '160.00' })
    dora.bust('d1')
    expect(dora.replace('d2', { quantity: '5', limit: '170.00' }).said).toEqual([
      'd2 restated (378=99, REST replace), goes to the back: sell limit 170.00, new 0+5 of 5, holds 5 shares',
    ])
    expect(dora.replace('d2', { quantity: '6' }).refusal).toMatchObject({
      code: 'INSUFFICIENT_POSITION',
      details: { quantity: '0', quantity_available: '-5', held_for_orders: '5' },
    })
  })

  test('the average price is the moving average over the fills that remain', () => {
    const { venue } = desk()
    const dora = venue.account('dora', { cash: '10000.00' })
    const fill = (side: 'buy' | 'sell', price: string, quantity: string): void => {
      venue.quote(side === 'sell' ? `${price} x ${quantity}` : '', side === 'buy' ? `${price} x ${quantity}` : '')
      dora[side](quantity)
    }
    fill('buy', '100.00', '4')
    fill('buy', '110.00', '4')
    fill('sell', '120.00', '2')
    fill('buy', '90.00', '2')
    // (4 x 100 + 4 x 110) / 8 = 105; 6 x 105 + 2 x 90 = 810 over 8
    expect(dora.position()).toBe('8, 8 available, at 101.25')
    dora.bust('d2')
    dora.cancel('d2')
    // 4 x 100, 2 sold of it, 2 at 90
    expect(dora.position()).toBe('4, 4 available, at 95.00')
    dora.correct('d1', 1, { price: '80.00' })
    expect(dora.position()).toBe('4, 4 available, at 85.00')
  })

  test('a trade of an account with itself leaves no trace when it is busted', () => {
    const { venue } = desk({ selfMatch: 'off' })
    const dora = venue.account('dora', { cash: '10000.00', shares: { AAPL: 10 } })
    dora.sell('4', { limit: '200.00', tif: 'gtc' })
    dora.buy('4', { limit: '200.00', tif: 'ioc' })
    expect(dora.position()).toBe('10, 10 available, at 170.00')
    dora.bust('d2')
    expect(dora.money).toMatchObject({ cash: '10000.00', settled: '10000.00' })
    expect(dora.position()).toMatch(/at 150\.00$/)
  })
})

test('a restart shows the state after busts and corrections as it was', () => {
  const { venue, alice, bob } = desk()
  bob.sell('1000', { limit: '100.00' })
  alice.buy('1000', { limit: '120.00' })
  venue.releaseEnded()
  alice.bust('a1')
  bob.sell('500', { limit: '119.00' })
  alice.correct('a1', 2, { quantity: '400' })
  const restarted = venue.restart()
  expect(alice.at(restarted).order('a1')).toBe(alice.order('a1'))
  expect(alice.at(restarted).money).toEqual(alice.money)
  expect(bob.at(restarted).position()).toEqual(bob.position())
  expect(restarted.depth()).toEqual(venue.depth())
})
