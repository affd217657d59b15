import { describe, expect, test } from 'vitest'
import { AccountStatus, KycStatus } from '../../src/domain/accounts/account.ts'
import type { Event } from '../../src/domain/event.ts'
import type { FixtureAccount } from '../../src/domain/accounts/fixture.ts'
import { IdentifierKind } from '../../src/domain/identifiers/identifier.ts'
import { OrderClass } from '../../src/domain/orders/order.ts'
import { Engine } from '../../src/engine/engine.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { NO_LATENCY } from '../../src/engine/venue/latency.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { CALENDAR, openVenue, type Venue, WALKING } from './engine-under-test.ts'

const ID = '81169e98-3f9a-5d9a-a62c-52fce2000b14'
const ACH = '00000000-0000-5000-8000-00000000000a'
const FIXTURE: FixtureAccount = {
  opening: {
    id: ID,
    userId: '76f4d984-baac-5aad-b6d8-8e2bbe16d1f7',
    status: AccountStatus.Active,
    kycStatus: KycStatus.Approved,
    kycResults: null,
    tradingConfigurations: { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null },
    profile: '{}',
  },
  banks: [
    {
      id: ACH,
      status: 'APPROVED',
      ownerName: 'Jane Doe',
      accountType: 'CHECKING',
      bankName: null,
      accountLast4: '6789',
      routingNumber: '121000358',
    },
  ],
  deposits: [{ id: '00000000-0000-5000-8000-00000000000b', amountCents: 100_00, description: null }],
  positions: [{ symbol: 'AAPL', shares: 10, priceTicks: 150_0000 }],
  orders: [],
}

/** Resets the market of the venue; its own model of what there should be knows nothing of that. */
function reset(venue: Venue, accounts: readonly FixtureAccount[] = []): { readonly events: readonly Event[]; readonly at: number } {
  const events: Event[] = []
  const { engine, journal, at } = venue
  expect(engine.execute({ type: 'ResetMarket', market: 0, partner: 0, quotes: [], accounts }, at, journal.length + 1, events)).toEqual({})
  const replayed = new Engine({ calendar: CALENDAR, rules: venue.rules })
  ;[...journal, ...events].forEach((event, index) => replayed.apply(event, index + 1))
  const live = fingerprint(engine.state)
  expect(fingerprint(replayed.state)).toBe(live)
  const parts = { calendar: CALENDAR, rules: venue.rules, orderCapacity: 16 }
  expect(fingerprint(restoreSnapshot(structuredClone(takeSnapshot(engine.state)), parts))).toBe(live)
  return { events, at }
}

const ended = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === 'OrderCancelled' ? [`${event.order.clientOrderId} ${event.restatement} ${event.text}`] : []))

test('a trade of before a reset can not be taken back: its accounts are left behind', () => {
  const venue = openVenue()
  const alice = venue.account('alice', { cash: '10000.00', shares: { AAPL: 10 } })
  venue.quote('149.90 x 100', '150.00 x 100')
  alice.buy('1', { limit: '150.00', tif: 'gtc' })
  const trade = venue.archive.trade(alice.stored('a1'), 1)!
  reset(venue)
  const before = fingerprint(venue.state)
  for (const command of [
    { type: 'BustExecution', trade },
    { type: 'CorrectExecution', trade, priceTicks: 149_0000 },
  ] as const) {
    const events: Event[] = []
    const refusal = { code: 'EXECUTION_NOT_FOUND', message: 'The execution is not known.' }
    expect(venue.engine.execute(command, venue.at, venue.journal.length + 9, events)).toEqual({ refusal })
    expect(events).toEqual([])
  }
  expect(fingerprint(venue.state)).toBe(before)
})

describe('a reset ends every order', () => {
  test('that rests, waits for its price or for the end of a halt', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '10000.00', shares: { AAPL: 100 } })
    alice.buy('1', { limit: '149.00', id: 'rests' })
    alice.sell('1', { stop: '140.00', id: 'stop' })
    venue.quote('149.50 x 100', '150.50 x 100')
    venue.halt()
    alice.buy('1', { limit: '148.00', id: 'halted' })
    const { events } = reset(venue)
    expect(ended(events)).toEqual(['rests 99 sandbox reset', 'stop 99 sandbox reset', 'halted 99 sandbox reset'])
    expect(events.map(({ type }) => type)).toEqual(['OrderCancelled', 'OrderCancelled', 'OrderCancelled', 'MarketReset'])
    expect([venue.state.openOrderCount, venue.state.isHalted(0, 0)]).toEqual([0, false])
    expect(venue.depth()).toEqual({ bids: [], asks: [] })
  })

  test('a group once, and no exit is set to work by it', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '10000.00' })
    const bob = venue.account('bob', { shares: { AAPL: 100 } })
    const group = { orderClass: OrderClass.Bracket, takeProfitTicks: 160_0000, stopLossTicks: 140_0000, stopLossLimitTicks: 0 }
    alice.buy('10', { limit: '150.00', group, id: 'entry' })
    bob.sell('4', { limit: '150.00' })
    const { events } = reset(venue)
    expect(events.map(({ type }) => type)).toEqual(['OrderCancelled', 'OrderCancelled', 'OrderCancelled', 'MarketReset'])
    expect(venue.state.openOrderCount).toBe(0)
  })

  test('that the venue has not answered yet, with what waits for it', () => {
    const venue = openVenue({ latency: { ...NO_LATENCY, new: { ms: 100, jitterMs: 0 } } })
    const alice = venue.account('alice', { cash: '10000.00', session: 1 })
    alice.buy('1', { limit: '149.00', id: 'pending' })
    const { events } = reset(venue)
    expect(ended(events)).toEqual(['pending 99 sandbox reset'])
    expect([venue.state.requestCount, venue.state.nextDueAt() > venue.at + 1_000]).toEqual([0, true])
  })
})

test('the accounts before are found by their index alone, and take no order', () => {
  const venue = openVenue()
  const alice = venue.account('alice', { cash: '10000.00', shares: { AAPL: 100 } })
  const before = venue.state.account(alice.index)
  reset(venue, [FIXTURE])
  const { state } = venue
  expect([state.accountById(before.id), state.accountByNumber(before.accountNumber), state.accountsOfUser(before.userId)]).toEqual([
    undefined,
    undefined,
    [],
  ])
  expect([state.account(alice.index).status, state.balances(alice.index).settled, state.positions(alice.index)]).toEqual([
    'ACCOUNT_CLOSED',
    0,
    [],
  ])
  const opened = state.accountById(ID)!
  expect([state.balances(opened.index).settled, state.position(opened.index, 0)!.quantity]).toEqual([100_00, { shares: 10, lots: 0 }])
})

test('ids that were chosen name what is there now; numbers go on', () => {
  const venue = openVenue()
  venue.account('alice', { cash: '10000.00' })
  const numbersOf = (events: readonly Event[]) => events.flatMap((event) => (event.type === 'BankLinked' ? [event.ach] : []))
  const [first] = numbersOf(reset(venue, [FIXTURE]).events)
  expect(venue.state.market(0).mint.decode(ACH)).toEqual({ kind: IdentifierKind.AchRelationship, number: first })
  expect(venue.state.market(0).mint.mint(IdentifierKind.AchRelationship, first!)).toBe(ACH)
  expect(venue.state.accountById(ID)!.accountNumber).toBe('410000002')
})

test('the kill switch of an account is on for the one that takes its place', () => {
  const venue = openVenue()
  venue.execute({ type: 'OpenAccount', partner: 0, ...FIXTURE.opening })
  venue.execute({ type: 'SetKillSwitch', scope: 'account', id: venue.state.accountById(ID)!.index, on: true, operator: 'operator-key' })
  const other = { ...FIXTURE, opening: { ...FIXTURE.opening, id: '00000000-0000-5000-8000-00000000000d' }, banks: [], deposits: [] }
  const { events, at } = reset(venue, [FIXTURE, other])
  const [taken, fresh] = events.flatMap((event) => (event.type === 'AccountOpened' ? [event.account] : []))
  expect(events.filter(({ type }) => type === 'KillSwitchSet')).toEqual([
    { type: 'KillSwitchSet', at, scope: 'account', id: taken, on: true, operator: '' },
  ])
  expect([venue.state.isSuspended(taken!), venue.state.isSuspended(fresh!)]).toEqual([true, false])
})

test('a clock that stands runs on from where it stands, or from now when that is later', () => {
  const ahead = openVenue()
  ahead.execute({ type: 'SetClock', market: 0, to: ahead.at + 3_600_000 })
  reset(ahead)
  expect(ahead.state.market(0).clock).toEqual({ frozenAt: 0, offsetMs: 3_600_000 })
  const behind = openVenue()
  behind.execute({ type: 'SetClock', market: 0, to: behind.at })
  behind.at += 3_600_000
  const { events, at } = reset(behind, [FIXTURE])
  expect(behind.state.market(0).clock).toEqual({ frozenAt: 0, offsetMs: 0 })
  expect(events.find(({ type }) => type === 'AccountOpened')!.at).toBe(at)
})

test('sessions that have begun meanwhile begin before the fixture is opened', () => {
  const venue = openVenue({ session: 'us_equities' })
  venue.execute({ type: 'SetClock', market: 0, to: venue.at })
  // Friday 10:04 stands; Monday 12:00 comes
  venue.at = Date.parse('2026-11-23T17:00:00Z')
  const { events } = reset(venue, [FIXTURE])
  const types = events.map(({ type }) => type)
  expect(types.slice(0, 2)).toEqual(['MarketReset', 'ClockSet'])
  expect(types.lastIndexOf('PhaseChanged')).toBeLessThan(types.indexOf('AccountOpened'))
  expect(venue.state.market(0).tradeDay).toBe(CALENDAR.nextBusinessDay(Math.floor(Date.parse('2026-11-20') / 86_400_000)))
})

test('a day that began before its time is still that day behind a reset: the close before it is not one to come', () => {
  const venue = openVenue({ quotes: 'walk' })
  venue.execute({ type: 'ListInstrument', instrument: WALKING })
  const instrument = venue.state.instrumentBySymbol('WALK')!
  venue.endDay()
  const close = venue.state.previousCloseTicks(0, instrument)
  reset(venue)
  expect(venue.state.previousCloseTicks(0, instrument)).toBe(close)
})
