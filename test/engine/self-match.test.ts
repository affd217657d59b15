import { describe, expect, test } from 'vitest'
import { OrderClass } from '../../src/domain/orders/order.ts'
import { openVenue, type Trader, type Venue } from './engine-under-test.ts'
import type { EngineRules } from '../../src/engine/rules.ts'

function desk(selfMatch: EngineRules['selfMatch']): { readonly venue: Venue; readonly alice: Trader; readonly bob: Trader } {
  const venue = openVenue({ selfMatch })
  const opening = { cash: '100000.00', shares: { AAPL: 1000, PENY: 1000 } }
  return { venue, alice: venue.account('alice', opening), bob: venue.account('bob', opening) }
}

const WHY = 'risk, 378=4, self-match prevention: the order would have traded with an order of the same account'
const RESTATED = '378=5, self-match prevention: the order would have traded with an order of the same account'

describe('when an order would trade with an order of its own account', () => {
  test('cancel_aggressor: the incoming order ends where it meets it, with the remainder after its fills', () => {
    const { venue, alice, bob } = desk('cancel_aggressor')
    bob.sell('4', { limit: '149.00' })
    alice.sell('4', { limit: '150.00' })
    bob.sell('4', { limit: '151.00' })
    expect(alice.buy('10', { limit: '151.00' }).said).toEqual([
      'a2 accepted: buy limit 151.00, new 0+10 of 10, holds 1510.00',
      'b1 sells 4 at 149.00 for 596.00, adding: filled 4+0 of 4',
      'a2 buys 4 at 149.00 for 596.00, taking: partially_filled 4+6 of 10, holds 906.00',
      `a2 cancelled (${WHY}): cancelled 4+0 of 10`,
    ])
    expect(venue.depth()).toEqual({ bids: [], asks: ['4 @ 150.00', '4 @ 151.00'] })
  })

  test('cancel_resting: the resting order ends and the incoming goes on', () => {
    const { venue, alice, bob } = desk('cancel_resting')
    alice.sell('4', { limit: '150.00' })
    bob.sell('4', { limit: '150.00' })
    expect(alice.buy('6', { limit: '150.00' }).said.slice(1)).toEqual([
      `a1 cancelled (${WHY}): cancelled 0+0 of 4`,
      'b1 sells 4 at 150.00 for 600.00, adding: filled 4+0 of 4',
      'a2 buys 4 at 150.00 for 600.00, taking: partially_filled 4+2 of 6, holds 300.00',
    ])
    expect(venue.depth()).toEqual({ bids: ['2 @ 150.00'], asks: [] })
  })

  test('cancel_both: neither stays', () => {
    const { venue, alice } = desk('cancel_both')
    alice.sell('4', { limit: '150.00' })
    expect(alice.buy('6', { limit: '150.00' }).said.slice(1)).toEqual([
      `a1 cancelled (${WHY}): cancelled 0+0 of 4`,
      `a2 cancelled (${WHY}): cancelled 0+0 of 6`,
    ])
    expect(venue.depth()).toEqual({ bids: [], asks: [] })
  })

  test('decrement: both lose the smaller remainder, the smaller is cancelled, the larger restated', () => {
    const { venue, alice, bob } = desk('decrement')
    bob.sell('1', { limit: '149.00' })
    alice.sell('4', { limit: '150.00' })
    expect(alice.buy('10', { limit: '150.00' }).said.slice(1)).toEqual([
      'b1 sells 1 at 149.00 for 149.00, adding: filled 1+0 of 1',
      'a2 buys 1 at 149.00 for 149.00, taking: partially_filled 1+9 of 10, holds 1350.00',
      `a1 cancelled (${WHY}): cancelled 0+0 of 4`,
      `a2 restated (${RESTATED}), keeps its place: buy limit 150.00, partially_filled 1+5 of 6, holds 750.00`,
    ])
    expect(venue.depth()).toEqual({ bids: ['5 @ 150.00'], asks: [] })
    expect([alice.stored('a1').revision, alice.stored('a2').revision]).toEqual([1, 2])
  })

  test('decrement: a larger resting order keeps its place with what is left', () => {
    const { venue, alice, bob } = desk('decrement')
    alice.sell('10', { limit: '150.00' })
    bob.sell('1', { limit: '150.00' })
    expect(alice.buy('4', { limit: '150.00' }).said.slice(1)).toEqual([
      `a1 restated (${RESTATED}), keeps its place: sell limit 150.00, new 0+6 of 6, holds 6 shares`,
      `a2 cancelled (${WHY}): cancelled 0+0 of 4`,
    ])
    expect(venue.depth().asks).toEqual(['7 @ 150.00'])
    expect(bob.buy('1', { limit: '150.00' }).said[1]).toMatch(/^a1 sells 1/)
  })

  test('decrement: of two equal remainders both are cancelled', () => {
    const { alice } = desk('decrement')
    alice.sell('4', { limit: '150.00' })
    alice.buy('4', { limit: '150.00' })
    expect([alice.order('a1'), alice.order('a2')]).toEqual(['cancelled 0+0 of 4', 'cancelled 0+0 of 4'])
  })

  test('decrement: money has no shares to take away, an incoming cash order is cancelled', () => {
    const { alice } = desk('decrement')
    alice.sell('4', { limit: '150.00' })
    expect(alice.buyFor('100.00').said.slice(1)).toEqual([`a2 cancelled (${WHY}): cancelled 0+0 of 100.00 dollars`])
    expect(alice.order('a1')).toBe('new 0+4 of 4, holds 4 shares')
  })

  test('decrement: a hold from which roundings have taken does not grow', () => {
    const { alice, bob } = desk('decrement')
    alice.buy('10', { symbol: 'PENY', limit: '0.0160' })
    for (let fill = 1; fill <= 6; fill++) bob.sell('1', { symbol: 'PENY', limit: '0.0160' })
    expect(alice.order('a1')).toBe('partially_filled 6+4 of 10, holds 0.04')
    expect(alice.sell('1', { symbol: 'PENY', limit: '0.0160' }).said.slice(1)).toEqual([
      `a1 restated (${RESTATED}), keeps its place: buy limit 0.016, partially_filled 6+3 of 9, holds 0.04`,
      `a2 cancelled (${WHY}): cancelled 0+0 of 1`,
    ])
  })

  test('reject: it is refused before it trades with anyone', () => {
    const { venue, alice, bob } = desk('reject')
    bob.sell('4', { limit: '149.00' })
    alice.sell('4', { limit: '150.00' })
    expect(alice.buy('10', { limit: '151.00' })).toMatchObject({
      code: 'WASH_TRADE',
      said: ['a2 rejected WASH_TRADE: The order would trade with an order of the same account.'],
    })
    expect(venue.depth().asks).toEqual(['4 @ 149.00', '4 @ 150.00'])
  })

  test('reject: an order that is filled before it would reach its own is taken', () => {
    const { alice, bob } = desk('reject')
    bob.sell('4', { limit: '149.00' })
    alice.sell('4', { limit: '150.00' })
    expect(alice.buy('4', { limit: '151.00' }).said.at(-1)).toBe('a2 buys 4 at 149.00 for 596.00, taking: filled 4+0 of 4')
  })

  test('reject: a cash order is refused when its money reaches as far as its own', () => {
    const { alice, bob } = desk('reject')
    bob.sell('4', { limit: '149.00' })
    alice.sell('4', { limit: '150.00' })
    expect(alice.buyFor('596.00').said.at(-1)).toBe('a2 buys 4 at 149.00 for 596.00, taking: filled 4+0 of 596.00 dollars')
    bob.sell('4', { limit: '149.00' })
    expect(alice.buyFor('596.01').code).toBe('WASH_TRADE')
  })

  test('reject: a cash order is taken when others have all of its money before it reaches its own', () => {
    const { alice, bob } = desk('reject')
    bob.sell('4', { limit: '100.00' })
    bob.sell('1', { limit: '101.00' })
    alice.sell('1', { limit: '102.00' })
    expect(alice.buyFor('500.00').said).toEqual([
      'a2 accepted: buy market, new 0+5 of 500.00 dollars, holds 500.00',
      'b1 sells 4 at 100.00 for 400.00, adding: filled 4+0 of 4',
      'a2 buys 4 at 100.00 for 400.00, taking: partially_filled 4+1 of 500.00 dollars, holds 100.00',
      'b2 sells 0.990099009 at 101.00 for 100.00, adding: partially_filled 0.990099009+0.009900991 of 1, holds 0.009900991 shares',
      'a2 buys 0.990099009 at 101.00 for 100.00, taking: filled 4.990099009+0 of 500.00 dollars',
    ])
  })

  test('reject: what comes to the market later (a stop, a replace) is cancelled instead', () => {
    const { venue, alice } = desk('reject')
    alice.sell('4', { limit: '150.00' })
    alice.buy('4', { limit: '149.00' })
    expect(alice.replace('a2', { limit: '150.00' }).said.at(-1)).toBe(`a2 cancelled (${WHY}): cancelled 0+0 of 4`)
    alice.buy('4', { stop: '151.00' })
    expect(venue.quote('', '151.00 x 1').said.at(-1)).toBe(`a3 cancelled (${WHY}): cancelled 0+0 of 4`)
  })

  test('off: it trades, and cash and shares are what they were', () => {
    const { alice } = desk('off')
    alice.sell('4', { limit: '150.00' })
    expect(alice.buy('4', { limit: '150.00' }).said.slice(1)).toEqual([
      'a1 sells 4 at 150.00 for 600.00, adding: filled 4+0 of 4',
      'a2 buys 4 at 150.00 for 600.00, taking: filled 4+0 of 4',
    ])
    expect(alice.money).toEqual({ cash: '100000.00', settled: '99400.00', unsettled: '600.00', held: '0.00', buyingPower: '99400.00' })
    expect(alice.position()).toBe('1000, 1000 available, at 150.00')
  })

  test.each(['cancel_aggressor', 'cancel_resting', 'cancel_both', 'decrement', 'reject', 'off'] as const)(
    '%s: the quote belongs to nobody, two accounts are two parties, and the market behaves the same after a restart',
    (mode) => {
      const { venue, alice, bob } = desk(mode)
      venue.quote('149.00 x 10', '151.00 x 10')
      expect(alice.buy('1').said).toHaveLength(2)
      bob.sell('1', { limit: '150.00' })
      expect(alice.buy('1', { limit: '150.00' }).said).toHaveLength(3)
      alice.sell('3', { limit: '150.00' })
      const restarted = venue.restart()
      expect(alice.at(restarted).buy('2', { limit: '150.00' }).said).toEqual(alice.buy('2', { limit: '150.00' }).said)
    },
  )

  test('decrement: two exits, which sell the same shares, take them off the buy once', () => {
    const { venue, alice, bob } = desk('decrement')
    const carol = venue.account('carol', { cash: '1000.00' })
    const group = { orderClass: OrderClass.Oco, takeProfitTicks: 0, stopLossTicks: 150_0000, stopLossLimitTicks: 155_0000 }
    alice.sell('10', { limit: '160.00', group })
    const loss = venue.state.order(2)!.clientOrderId
    bob.sell('1', { limit: '150.00' })
    carol.buy('1', { limit: '150.00' })
    expect(alice.buy('15', { limit: '160.00' }).said.slice(1)).toEqual([
      `${loss} cancelled (${WHY}): cancelled 0+0 of 10`,
      `a2 restated (${RESTATED}), keeps its place: buy limit 160.00, new 0+5 of 5, holds 800.00`,
      'a1 cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
    ])
  })
})

describe('a market order that waits', () => {
  test('is an order of its account like any other', () => {
    const { alice } = desk('cancel_aggressor')
    alice.buy('4')
    expect(alice.sell('4', { limit: '150.00' }).said.at(-1)).toBe(`a2 cancelled (${WHY}): cancelled 0+0 of 4`)
  })
})
