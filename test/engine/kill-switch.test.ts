import { describe, expect, test } from 'vitest'
import type { Command } from '../../src/domain/command.ts'
import type { SetKillSwitch } from '../../src/domain/commands/market-command.ts'
import { type Answer, openVenue, type Trader, type Venue } from './engine-under-test.ts'

interface Desk {
  readonly venue: Venue
  /** partner 0, session 1 */
  readonly alice: Trader
  /** partner 0, session 2 */
  readonly bob: Trader
  /** partner 1, session 3 */
  readonly carol: Trader
}

function desk(): Desk {
  const venue = openVenue()
  venue.execute({ type: 'CreatePartner', id: 'partner-2', name: 'Other', environment: 'sandbox', seed: 'another seed' })
  const opening = { cash: '100000.00', shares: { AAPL: 1000 } }
  const alice = venue.account('alice', { ...opening, session: 1 })
  const bob = venue.account('bob', { ...opening, session: 2 })
  const carol = venue.account('carol', { ...opening, session: 3, partner: 1 })
  for (const trader of [alice, bob, carol]) trader.buy('10', { limit: '140.00' })
  return { venue, alice, bob, carol }
}

function set(venue: Venue, change: Partial<SetKillSwitch>): Answer {
  return venue.execute({ type: 'SetKillSwitch', scope: 'all', id: 0, on: true, operator: 'operator-key', ...change })
}

describe('the kill switch', () => {
  test.each(['SetKillSwitch', 'CancelSessionOrders'] as const)(
    '%s comes behind the sessions that are over, however late the timer is',
    (type) => {
      const venue = openVenue({ session: 'us_equities' })
      const alice = venue.account('alice', { cash: '10000.00', session: 1 })
      alice.buy('1', { limit: '140.00' })
      alice.buy('2', { limit: '140.00', tif: 'gtc' })
      venue.at = Date.parse('2026-11-20T21:00:00.500Z')
      const command = {
        SetKillSwitch: { scope: 'all', id: 0, on: true, operator: 'op' },
        CancelSessionOrders: { session: 1, includeGtc: true },
      }[type]
      const { events } = venue.execute({ type, ...command } as Command)
      expect(events.filter(({ type: what }) => what !== 'KillSwitchSet').map((event) => [event.type, event.at - venue.at])).toEqual([
        ['OrderExpired', -500],
        ['PhaseChanged', -500],
        ['OrderCancelled', 0],
      ])
    },
  )

  test('cancels every open order that it reaches, with 378=4', () => {
    const { venue } = desk()
    expect(set(venue, {}).said).toEqual([
      'kill switch all 0 on',
      'a1 cancelled (system, 378=4, kill switch): cancelled 0+0 of 10',
      'b1 cancelled (system, 378=4, kill switch): cancelled 0+0 of 10',
      'c1 cancelled (system, 378=4, kill switch): cancelled 0+0 of 10',
    ])
  })

  test('cancels the orders of all accounts in the order in which they came', () => {
    const { venue, alice, bob } = desk()
    bob.buy('1', { limit: '141.00' })
    alice.buy('1', { limit: '139.00' })
    expect(set(venue, { scope: 'partner', id: 0 }).said).toEqual([
      'kill switch partner 0 on',
      'a1 cancelled (system, 378=4, kill switch): cancelled 0+0 of 10',
      'b1 cancelled (system, 378=4, kill switch): cancelled 0+0 of 10',
      'b2 cancelled (system, 378=4, kill switch): cancelled 0+0 of 1',
      'a2 cancelled (system, 378=4, kill switch): cancelled 0+0 of 1',
    ])
  })

  test('cancels each order by the clock of its market', () => {
    const { venue, alice } = desk()
    const sandboxTime = venue.at + 3 * 86_400_000
    venue.execute({ type: 'SetClock', market: 0, to: sandboxTime })
    venue.at += 5_000
    alice.buy('1', { limit: '150.00', tif: 'gtc' })
    const moments = set(venue, {}).events.map(({ type, at }) => [type, at])
    expect(moments).toEqual([
      ['KillSwitchSet', venue.at],
      ['OrderCancelled', sandboxTime],
      ['OrderCancelled', venue.at],
    ])
  })

  test.each<[SetKillSwitch['scope'], number, string]>([
    ['all', 0, 'abc'],
    ['partner', 0, 'ab'],
    ['partner', 1, 'c'],
    ['account', 1, 'b'],
    ['session', 1, 'a'],
  ])('of %s %i reaches %s: their orders go, their new orders and replaces are refused, until it is off', (scope, id, reached) => {
    const { venue, alice, bob, carol } = desk()
    const cancelled = set(venue, { scope, id }).said.slice(1)
    expect(cancelled.map((line) => line.charAt(0)).join('')).toBe(reached)
    const codes = [alice, bob, carol].map((trader) => [trader.name.charAt(0), trader.buy('1', { limit: '1.00' }).code])
    expect(codes).toEqual(['a', 'b', 'c'].map((name) => [name, reached.includes(name) ? 'TRADING_SUSPENDED' : undefined]))
    set(venue, { scope, id, on: false })
    for (const trader of [alice, bob, carol]) expect(trader.buy('1', { limit: '1.00' }).code).toBeUndefined()
  })

  test('refuses with the reason kill_switch', () => {
    const { venue, alice } = desk()
    set(venue, {})
    expect(alice.buy('1', { limit: '1.00' }).refusal).toEqual({
      code: 'TRADING_SUSPENDED',
      message: 'Trading is suspended by the operator.',
      details: { reason: 'kill_switch' },
    })
  })

  test('of a session leaves the account free to trade over REST and over other sessions', () => {
    const { venue, alice } = desk()
    set(venue, { scope: 'session', id: 1 })
    expect(alice.over(0).buy('1', { limit: '1.00', id: 'rest' }).code).toBeUndefined()
    expect(alice.over(2).buy('1', { limit: '1.00', id: 'other' }).code).toBeUndefined()
  })

  test('of a session refuses its replaces, of whichever order, and lets its cancels and status requests pass', () => {
    const { venue, alice } = desk()
    set(venue, { scope: 'session', id: 7 })
    const request = {
      requester: { kind: 'session', session: 7, accountScope: true },
      order: { account: alice.index, clientOrderId: 'a1' },
      originalClientOrderId: 'a1',
    } as const
    expect(venue.execute({ type: 'ReplaceOrder', ...request, clientOrderId: 'x1', quantityLots: 5e9 }).said).toEqual([
      'replace x1 of a1 refused to session 7, 102=99, new: Trading is suspended by the operator.',
    ])
    const status = {
      session: 7,
      market: 0,
      accountScope: true,
      clientOrderId: 'a1',
      accountText: '',
      symbol: 'AAPL',
      side: '1',
      requestId: '',
    }
    expect(venue.execute({ type: 'ReportOrderStatus', account: alice.index, ...status }).said).toEqual([
      'a1 status to session 7: new 0+10 of 10, holds 1400.00',
    ])
    expect(venue.execute({ type: 'CancelOrder', ...request, clientOrderId: 'x2' }).said).toEqual([
      'a1 cancelled by x2 (user_requested): cancelled 0+0 of 10',
    ])
  })

  test('stays on over a restart', () => {
    const { venue, alice } = desk()
    set(venue, { scope: 'account', id: alice.index })
    expect(alice.at(venue.restart()).buy('1', { limit: '1.00' }).code).toBe('TRADING_SUSPENDED')
  })
})
