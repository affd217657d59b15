import { describe, expect, test } from 'vitest'
import { NO_LATENCY } from '../../src/engine/venue/latency.ts'
import { openVenue, type Trader, type Venue } from './engine-under-test.ts'

function desk(): { readonly venue: Venue; readonly alice: Trader } {
  const venue = openVenue()
  const alice = venue.account('alice', { cash: '10000.00', shares: { AAPL: 100 } })
  venue.quote('149.90 x 5', '150.00 x 5')
  return { venue, alice }
}

describe('an order with a scenario', () => {
  test('fill is filled whole at once, whatever the quote displays, and leaves the quote as it is', () => {
    const { venue, alice } = desk()
    expect(alice.buy('20', { scenario: 'fill' }).said).toEqual([
      'a1 accepted: buy market, new 0+20 of 20, holds 3150.00',
      'a1 buys 20 at 150.00 for 3000.00, taking: filled 20+0 of 20',
    ])
    expect(venue.state.book(0, 0).quote).toMatchObject({ askLots: 5e9 })
  })

  test('two_fills is filled in two', () => {
    const { alice } = desk()
    expect(alice.sell('5', { limit: '140.00', scenario: 'two_fills' }).said.slice(1)).toEqual([
      'a1 sells 2 at 149.90 for 299.80, taking: partially_filled 2+3 of 5, holds 3 shares',
      'a1 sells 3 at 149.90 for 449.70, taking: filled 5+0 of 5',
    ])
  })

  test('partial_then_rest is half filled, and its rest stays open whatever the market does', () => {
    const { venue, alice } = desk()
    expect(alice.buy('4', { limit: '140.00', scenario: 'partial_then_rest' }).said.slice(1)).toEqual([
      'a1 buys 2 at 140.00 for 280.00, taking: partially_filled 2+2 of 4, holds 280.00',
    ])
    expect(venue.quote('129.90 x 5', '130.00 x 5').said).toHaveLength(1)
    expect(alice.cancel('a1').said).toEqual(['a1 cancelled (user_requested, 378=99, REST cancel): cancelled 2+0 of 4'])
  })

  test('fills no part of a share where an account can not sell one', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '10000.00' })
    const wary = venue.account('wary', { cash: '10000.00', trading: { fractional_trading: false } })
    venue.quote('149.90 x 5', '150.00 x 5')
    venue.quote('99.00 x 5', '100.00 x 5', 'WHOLE')
    expect(alice.buy('1', { scenario: 'half_then_cancel' }).said[1]).toBe(
      'a1 buys 0.5 at 150.00 for 75.00, taking: partially_filled 0.5+0.5 of 1, holds 78.75',
    )
    expect(alice.buy('1', { symbol: 'WHOLE', scenario: 'half_then_cancel' }).said.slice(1)).toEqual([
      'a2 cancelled (system, 378=8, sandbox scenario): cancelled 0+0 of 1',
    ])
    expect(alice.buy('1', { symbol: 'WHOLE', scenario: 'two_fills' }).said.slice(1)).toEqual([
      'a3 buys 1 at 100.00 for 100.00, taking: filled 1+0 of 1',
    ])
    expect(wary.buy('1', { scenario: 'partial_then_rest' }).said).toHaveLength(1)
  })

  test('is never filled at a worse price than its own, and at the last price where nothing is quoted', () => {
    const { venue, alice } = desk()
    expect(alice.sell('1', { limit: '151.00', scenario: 'fill' }).said.slice(1)).toEqual([
      'a1 sells 1 at 151.00 for 151.00, taking: filled 1+0 of 1',
    ])
    venue.quote('130.00 x 0', '170.00 x 0')
    expect([alice.buy('1', { scenario: 'fill' }), alice.sell('1', { scenario: 'fill' })].map(({ said }) => said[1])).toEqual([
      'a2 buys 1 at 151.00 for 151.00, taking: filled 1+0 of 1',
      'a3 sells 1 at 151.00 for 151.00, taking: filled 1+0 of 1',
    ])
  })

  test('half of a single share is half a share', () => {
    const { alice } = desk()
    expect(alice.buy('1', { scenario: 'two_fills' }).said.slice(1)).toEqual([
      'a1 buys 0.5 at 150.00 for 75.00, taking: partially_filled 0.5+0.5 of 1, holds 78.75',
      'a1 buys 0.5 at 150.00 for 75.00, taking: filled 1+0 of 1',
    ])
  })

  test('half_then_cancel is half filled and cancelled', () => {
    const { alice } = desk()
    expect(alice.buy('4', { scenario: 'half_then_cancel' }).said.slice(1)).toEqual([
      'a1 buys 2 at 150.00 for 300.00, taking: partially_filled 2+2 of 4, holds 315.00',
      'a1 cancelled (system, 378=8, sandbox scenario): cancelled 2+0 of 4',
    ])
  })

  test('none but a whole fill comes to a fok order', () => {
    const { alice } = desk()
    const saidOf = (scenario: 'partial_then_rest' | 'half_then_cancel' | 'two_fills') =>
      alice.buy('4', { limit: '150.00', tif: 'fok', scenario }).said.slice(1)
    expect(saidOf('partial_then_rest')).toEqual(['a1 cancelled (time_in_force): cancelled 0+0 of 4'])
    expect(saidOf('half_then_cancel')).toEqual(['a2 cancelled (system, 378=8, sandbox scenario): cancelled 0+0 of 4'])
    expect(saidOf('two_fills')[1]).toBe('a3 buys 2 at 150.00 for 300.00, taking: filled 4+0 of 4')
  })

  test('no_fill stays open, and as ioc it is cancelled', () => {
    const { venue, alice } = desk()
    expect(alice.buy('1', { scenario: 'no_fill' }).said).toHaveLength(1)
    expect(venue.state.findOrder(alice.index, 'a1')).toMatchObject({ status: 2, leavesLots: 1e9 })
    expect(alice.buy('1', { tif: 'ioc', scenario: 'no_fill' }).said.slice(1)).toEqual(['a2 cancelled (time_in_force): cancelled 0+0 of 1'])
  })

  test.each(['both', 'quote'] as const)(
    'no auction fills what a scenario leaves open: it expires there, where orders meet %s',
    (liquidity) => {
      const venue = openVenue({ liquidity })
      const alice = venue.account('alice', { cash: '10000.00' })
      venue.quote('149.90 x 5', '150.00 x 50')
      alice.buy('4', { limit: '151.00', tif: 'opg', scenario: 'no_fill' })
      alice.buy('4', { limit: '151.00', tif: 'cls', scenario: 'partial_then_rest' })
      expect(venue.endDay().said).toEqual([
        'a2 ends with the day: expired 2+0 of 4',
        '2026-11-20 ends, 2026-11-23 begins',
        'a1 ends with the day: expired 0+0 of 4',
      ])
    },
  )

  test('slow_fill is filled two seconds later on the clock of the market', () => {
    const { venue, alice } = desk()
    alice.buy('1', { scenario: 'slow_fill' })
    expect(venue.state.nextDueAt()).toBe(venue.at + 2_000)
    venue.at += 2_000
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual(['a1 buys 1 at 150.00 for 150.00, taking: filled 1+0 of 1'])
    expect([...venue.state.market(0).slowFills]).toEqual([])
  })

  test('slow_fill is filled in its own time, behind one that came before it', () => {
    const { venue, alice } = desk()
    alice.buy('1', { scenario: 'slow_fill' })
    venue.at += 1_500
    alice.buy('2', { scenario: 'slow_fill' })
    venue.at += 500
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual(['a1 buys 1 at 150.00 for 150.00, taking: filled 1+0 of 1'])
    venue.at += 1_500
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual(['a2 buys 2 at 150.00 for 300.00, taking: filled 2+0 of 2'])
  })

  test('slow_fill triggers the stops that its price reaches, like any trade', () => {
    const { venue, alice } = desk()
    alice.sell('2', { stop: '149.00' })
    alice.sell('1', { limit: '140.00', scenario: 'slow_fill' })
    venue.quote('', '')
    alice.buy('1', { stop: '145.00' })
    venue.at += 2_000
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([
      'a2 sells 1 at 150.00 for 150.00, taking: filled 1+0 of 1',
      'a3 triggered: new 0+1 of 1, holds 152.25',
    ])
  })

  test('slow_fill is filled on the tick inside its collar where the quote has left that', () => {
    const { venue, alice } = desk()
    venue.quote('39.99 x 5', '40.01 x 5', 'MSFT')
    alice.buy('1', { symbol: 'MSFT', scenario: 'slow_fill' })
    venue.quote('44.99 x 5', '45.00 x 5', 'MSFT')
    venue.at += 2_000
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual(['a1 buys 1 at 41.61 for 41.61, taking: filled 1+0 of 1'])
  })

  test('slow_fill is not filled before the venue has it, and stays apart from the book after a bust', () => {
    const venue = openVenue({ latency: { ...NO_LATENCY, new: { ms: 3_000, jitterMs: 0 }, fill: { ms: 1_000, jitterMs: 0 } } })
    const alice = venue.account('alice', { cash: '10000.00' })
    venue.quote('149.90 x 5', '150.00 x 5')
    alice.buy('1', { limit: '151.00', scenario: 'slow_fill' })
    venue.at += 2_000
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([])
    venue.at += 1_000
    expect(venue.execute({ type: 'AdvanceTime' }).said).toHaveLength(2)
    venue.at += 1_000
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([
      'a1 joins the book: new 0+1 of 1, holds 151.00',
      'a1 buys 1 at 150.00 for 150.00, taking: filled 1+0 of 1',
    ])
    expect(alice.bust('a1').said).toEqual(['a1 busted 1 at 150.00 for 150.00, reopened: new 0+1 of 1, holds 151.00'])
  })

  test('that a script fills on its way stays apart from the book after a bust as well', () => {
    const venue = openVenue({ latency: { ...NO_LATENCY, fill: { ms: 1_000, jitterMs: 0 } } })
    const alice = venue.account('alice', { cash: '10000.00' })
    venue.quote('149.90 x 5', '150.00 x 5')
    alice.buy('1', { limit: '151.00', scenario: 'no_fill' })
    const { number } = alice.stored('a1')
    venue.execute({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: 1e9, priceTicks: 150_0000 })
    expect(alice.bust('a1').said).toEqual(['a1 busted 1 at 150.00 for 150.00, reopened: new 0+1 of 1, holds 151.00'])
  })

  test.each([
    ['fill', 4, 'new 0+4 of 4, holds 600.00'],
    ['two_fills', 2, 'partially_filled 2+2 of 4, holds 300.00'],
    ['partial_then_rest', 2, 'new 0+4 of 4, holds 600.00'],
    ['slow_fill', 4, 'new 0+4 of 4, holds 600.00'],
  ] as const)('%s is not played again where a bust takes its outcome back, in a halt neither', (scenario, lots, left) => {
    const { venue, alice } = desk()
    alice.buy('4', { limit: '150.00', scenario })
    venue.at += 2_000
    venue.execute({ type: 'AdvanceTime' })
    venue.halt()
    expect(alice.bust('a1').said[0]).toMatch(new RegExp(`^a1 busted ${lots} at 150.00`))
    expect(venue.resume().said).toEqual(['AAPL resumed: over', `a1 reinstated: ${left}`])
    venue.at += 2_000
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([])
  })

  test('that comes into a halt is played when that is over, also where a script has filled a part of it on its way', () => {
    const venue = openVenue({ latency: { ...NO_LATENCY, new: { ms: 1_000, jitterMs: 0 } } })
    const alice = venue.account('alice', { cash: '10000.00' })
    venue.quote('149.90 x 5', '150.00 x 5')
    alice.buy('5', { limit: '151.00', scenario: 'half_then_cancel' })
    const { number } = alice.stored('a1')
    venue.execute({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: 1e9, priceTicks: 150_0000 })
    venue.halt()
    venue.at += 1_000
    venue.execute({ type: 'AdvanceTime' })
    expect(venue.resume().said).toEqual([
      'AAPL resumed: over',
      'a1 reinstated: partially_filled 1+4 of 5, holds 604.00',
      'a1 buys 2 at 150.00 for 300.00, taking: partially_filled 3+2 of 5, holds 302.00',
      'a1 cancelled (system, 378=8, sandbox scenario): cancelled 3+0 of 5',
    ])
  })

  test('slow_fill waits on while its symbol is halted', () => {
    const { venue, alice } = desk()
    alice.buy('1', { scenario: 'slow_fill' })
    venue.halt()
    venue.at += 60_000
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([])
    expect(venue.state.nextDueAt()).toBeGreaterThan(venue.at)
    venue.resume()
    expect(venue.state.nextDueAt()).toBeLessThanOrEqual(venue.at)
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual(['a1 buys 1 at 150.00 for 150.00, taking: filled 1+0 of 1'])
  })

  test('slow_fill that a halt has kept waiting comes at once when that is over, also while the clock stands', () => {
    const { venue, alice } = desk()
    alice.buy('1', { scenario: 'slow_fill' })
    venue.halt()
    venue.execute({ type: 'SetClock', market: 0, to: venue.at + 60_000 })
    expect(venue.state.nextDueAt()).toBe(Infinity)
    venue.resume()
    expect(venue.state.nextDueAt()).toBe(0)
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual(['a1 buys 1 at 150.00 for 150.00, taking: filled 1+0 of 1'])
    expect(venue.state.nextDueAt()).toBe(Infinity)
  })

  test('reject is journaled as rejected', () => {
    const { alice } = desk()
    expect(alice.buy('1', { scenario: 'reject' }).said).toEqual(['a1 rejected NO_LIQUIDITY: The sandbox scenario asks for a rejection.'])
  })

  test('is a market or a limit order', () => {
    const { alice } = desk()
    expect(alice.buy('1', { stop: '160.00', scenario: 'fill' }).refusal).toMatchObject({ code: 'UNSUPPORTED_ORDER_COMBINATION' })
  })

  test('a cash order is filled with its money', () => {
    const { venue, alice } = desk()
    alice.buyFor('100.00', { scenario: 'two_fills' })
    expect(venue.state.balances(alice.index)).toMatchObject({ settled: 990_000, heldForOrders: 0 })
  })
})
