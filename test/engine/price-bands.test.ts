import { describe, expect, test } from 'vitest'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { CALENDAR, day, openVenue } from './engine-under-test.ts'

/** 10 % around the price before the window, pauses of five minutes. */
function market() {
  const venue = openVenue({ bandBasisPoints: 1000, bandPauseMs: 300_000 })
  const alice = venue.account('alice', { cash: '1000000.00', shares: { AAPL: 1000 } })
  const bob = venue.account('bob', { cash: '1000000.00', shares: { AAPL: 1000 } })
  return { venue, alice, bob }
}

describe('the price band', () => {
  test('pauses the symbol instead of a trade that is too far from the price before the window, and lets it resume by itself', () => {
    const { venue, alice, bob } = market()
    bob.sell('5', { limit: '160.00' })
    bob.sell('5', { limit: '166.00' })
    // from the previous close of 150.00: 165.00 at most
    expect(alice.buy('10', { limit: '170.00' }).said).toEqual([
      'a1 accepted: buy limit 170.00, new 0+10 of 10, holds 1700.00',
      'b1 sells 5 at 160.00 for 800.00, adding: filled 5+0 of 5',
      'a1 buys 5 at 160.00 for 800.00, taking: partially_filled 5+5 of 10, holds 850.00',
      'AAPL halted until 2026-11-20T15:09:05.123Z: a trade at 166.00 would have left the price band',
      'a1 suspended: suspended 5+5 of 10, holds 850.00',
      'b2 suspended: suspended 0+5 of 5, holds 5 shares',
    ])
    expect(venue.advanceTo('2026-11-20T15:09:05.122Z').said).toEqual([])
    // what it stopped at is the new reference
    expect(venue.advanceTo('2026-11-20T15:09:05.123Z').said).toEqual([
      'AAPL resumed: the pause is over',
      'a1 reinstated: partially_filled 5+5 of 10, holds 850.00',
      'b2 reinstated: new 0+5 of 5, holds 5 shares',
      'a1 buys 5 at 170.00 for 850.00, adding: filled 10+0 of 10',
      'b2 sells 5 at 170.00 for 850.00, taking: filled 5+0 of 5',
    ])
  })

  test('is measured in the shares of now where they are split within the five minutes', () => {
    const { venue, alice, bob } = market()
    bob.sell('1', { limit: '150.00' })
    alice.buy('1', { limit: '150.00' })
    const terms = { type: 'split', numerator: 2, denominator: 1 } as const
    venue.execute({ type: 'AnnounceCorporateAction', market: 0, symbol: 'AAPL', exDay: day('2026-11-23'), terms })
    venue.endDay()
    bob.sell('1', { limit: '75.00' })
    alice.buy('1', { limit: '75.00' })
    expect([venue.last(), venue.state.isHalted(0, 0)]).toEqual(['75.00', false])
  })

  test('is measured from one price for five minutes, however many trades there are, then from the last one', () => {
    const { venue, alice, bob } = market()
    for (const limit of ['155.00', '160.00', '165.00']) {
      bob.sell('1', { limit })
      alice.buy('1', { limit })
    }
    expect(venue.last()).toBe('165.00')
    venue.advanceTo('2026-11-20T15:09:05.122Z')
    bob.sell('1', { limit: '165.01' })
    alice.buy('1', { limit: '165.01' })
    expect(venue.state.isHalted(0, 0)).toBe(true)
    venue.resume()
    expect(venue.last()).toBe('165.01')
    venue.advanceTo('2026-11-20T15:14:05.122Z')
    bob.sell('1', { limit: '181.51' })
    alice.buy('1', { limit: '181.51' })
    expect(venue.last()).toBe('181.51')
    expect(venue.state.isHalted(0, 0)).toBe(false)
    bob.sell('1', { limit: '181.52' })
    alice.buy('1', { limit: '181.52' })
    expect(venue.state.isHalted(0, 0)).toBe(true)
  })

  test('has a window that ends five minutes behind its first trade, not behind its last', () => {
    const { venue, alice, bob } = market()
    const tradeAt = (limit: string): boolean => {
      bob.sell('1', { limit })
      alice.buy('1', { limit })
      return !venue.state.isHalted(0, 0)
    }
    expect(tradeAt('155.00')).toBe(true)
    venue.advanceTo('2026-11-20T15:08:05.123Z')
    expect(tradeAt('160.00')).toBe(true)
    venue.advanceTo('2026-11-20T15:09:05.123Z')
    expect([tradeAt('176.00'), tradeAt('176.01')]).toEqual([true, false])
  })

  test('is measured from the last trade of the day, wherever the quote has gone since', () => {
    const { venue, alice, bob } = market()
    bob.sell('1', { limit: '150.00' })
    alice.buy('1', { limit: '150.00' })
    venue.advanceTo('2026-11-20T15:10:00.000Z')
    venue.quote('180.00 x 10', '182.00 x 10')
    expect(alice.buy('1').said[1]).toBe('AAPL halted until 2026-11-20T15:15:00.000Z: a trade at 182.00 would have left the price band')
  })

  test('ends on whole ticks, within its distance: from 0.5001 at 0.4501 and 0.5501', () => {
    const last = (limit: string): string => {
      const venue = openVenue({ bandBasisPoints: 1000, bandPauseMs: 300_000 })
      const alice = venue.account('alice', { cash: '1000.00' })
      const bob = venue.account('bob', { shares: { PENY: 10 } })
      for (const price of ['0.5001', limit]) {
        bob.sell('1', { symbol: 'PENY', limit: price })
        alice.buy('1', { symbol: 'PENY', limit: price })
        venue.at += 300_000
      }
      return venue.last('PENY')
    }
    expect(['0.4500', '0.4501', '0.5501', '0.5502'].map(last)).toEqual(['0.5001', '0.4501', '0.5501', '0.5001'])
  })

  test('holds below as above, and for a quote that runs into an order', () => {
    const { venue, alice, bob } = market()
    bob.sell('1', { limit: '150.00' })
    alice.buy('11', { limit: '150.00' })
    alice.replace('a1', { limit: '134.00' })
    expect(venue.quote('130.00 x 100', '133.00 x 100').said).toEqual([
      'quote AAPL 130.00 x 100 / 133.00 x 100',
      'AAPL halted until 2026-11-20T15:09:05.123Z: a trade at 133.00 would have left the price band',
      'a1 suspended: suspended 1+10 of 11, holds 1340.00',
    ])
  })

  test('an order that would have to be filled whole ends when it could only be filled outside; nothing is paused', () => {
    const { venue, alice, bob } = market()
    bob.sell('5', { limit: '160.00' })
    bob.sell('5', { limit: '166.00' })
    expect(alice.buy('10', { limit: '170.00', tif: 'fok' }).said).toEqual([
      'a1 accepted: buy limit 170.00, new 0+10 of 10, holds 1700.00',
      'a1 cancelled (time_in_force): cancelled 0+0 of 10',
    ])
    expect(venue.state.isHalted(0, 0)).toBe(false)
  })

  test('the rest of an ioc order is cancelled, not suspended', () => {
    const { alice, bob } = market()
    bob.sell('5', { limit: '166.00' })
    expect(alice.buy('10', { limit: '170.00', tif: 'ioc' }).said.at(-1)).toBe('a1 cancelled (time_in_force): cancelled 0+0 of 10')
  })

  test('a symbol that pauses again while its orders come back suspends them all in the order that they had', () => {
    const { venue, alice, bob } = market()
    bob.sell('5', { limit: '166.00' })
    bob.sell('5', { limit: '190.00' })
    alice.buy('10', { limit: '200.00' })
    alice.buy('1', { limit: '150.00' })
    // 166.00 is the reference now, 182.60 the highest price
    expect(venue.advanceTo('2026-11-20T15:09:05.123Z').said).toEqual([
      'AAPL resumed: the pause is over',
      'a1 reinstated: new 0+10 of 10, holds 2000.00',
      'b1 reinstated: new 0+5 of 5, holds 5 shares',
      'AAPL halted until 2026-11-20T15:14:05.123Z: a trade at 200.00 would have left the price band',
      'a1 suspended: suspended 0+10 of 10, holds 2000.00',
      'b1 suspended: suspended 0+5 of 5, holds 5 shares',
      'b2 reinstated: new 0+5 of 5, holds 5 shares',
      'b2 suspended: suspended 0+5 of 5, holds 5 shares',
      'a2 reinstated: new 0+1 of 1, holds 150.00',
      'a2 suspended: suspended 0+1 of 1, holds 150.00',
    ])
  })

  test('an operator turns a pause into a halt, which lasts until it is resumed', () => {
    const { venue, alice, bob } = market()
    bob.sell('5', { limit: '166.00' })
    alice.buy('5', { limit: '170.00' })
    expect(venue.halt().said).toEqual(['AAPL halted: news'])
    expect(venue.advanceTo('2026-11-20T16:00:00.000Z').said).toEqual([])
    expect(venue.resume().said.at(-1)).toBe('b1 sells 5 at 170.00 for 850.00, taking: filled 5+0 of 5')
  })

  test('is measured anew, from the last price, by the first trade behind a halt', () => {
    const { venue, alice, bob } = market()
    bob.sell('1', { limit: '160.00' })
    alice.buy('1', { limit: '160.00' })
    venue.halt()
    venue.resume()
    bob.sell('1', { limit: '176.00' })
    expect(alice.buy('1', { limit: '176.00' }).said.at(-1)).toBe('a2 buys 1 at 176.00 for 176.00, taking: filled 1+0 of 1')
    bob.sell('1', { limit: '176.01' })
    expect(alice.buy('1', { limit: '176.01' }).said[1]).toBe(
      'AAPL halted until 2026-11-20T15:09:05.123Z: a trade at 176.01 would have left the price band',
    )
  })

  test('is measured from what a share is worth by then for the first trade of a day, whatever the day before has printed last', () => {
    const { venue, alice, bob } = market()
    bob.sell('1', { limit: '150.00' })
    alice.buy('1', { limit: '150.00' })
    venue.advanceTo('2026-11-20T15:10:00.000Z')
    venue.endDay()
    expect(venue.quote('180.00 x 10', '182.00 x 10').said).toHaveLength(1)
    expect(alice.buy('1').said.at(-1)).toBe('a2 buys 1 at 182.00 for 182.00, taking: filled 1+0 of 1')
  })

  test('has no window that a scripted fill begins: its price is the last one', () => {
    const { venue, alice, bob } = market()
    alice.buy('1', { limit: '100.00', scenario: 'fill' })
    bob.sell('1', { limit: '90.00' })
    expect(alice.buy('1', { limit: '90.00' }).said.at(-1)).toBe('a2 buys 1 at 90.00 for 90.00, taking: filled 1+0 of 1')
    bob.sell('1', { limit: '89.99' })
    expect(alice.buy('1', { limit: '89.99' }).said[1]).toContain('a trade at 89.99 would have left the price band')
    expect(venue.last()).toBe('90.00')
  })

  test('is due in the state that a replay gives', () => {
    const { venue, alice, bob } = market()
    bob.sell('5', { limit: '166.00' })
    alice.buy('5', { limit: '170.00' })
    const replayed = venue.restart()
    expect(fingerprint(replayed.state)).toBe(fingerprint(venue.state))
    expect(replayed.state.nextDueAt()).toBe(Date.parse('2026-11-20T15:09:05.123Z'))
  })

  test('is due in the state that a snapshot gives, of several symbols in the order of their listing', () => {
    const { venue, alice } = market()
    const carol = venue.account('carol', { shares: { AAPL: 5, MSFT: 5 } })
    for (const [symbol, limit] of [
      ['MSFT', '45.00'],
      ['AAPL', '166.00'],
    ] as const) {
      carol.sell('5', { symbol, limit })
      alice.buy('5', { symbol, limit })
    }
    const snapshot = takeSnapshot(venue.state)
    const restored = restoreSnapshot(snapshot, { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
    expect(fingerprint(restored)).toBe(fingerprint(venue.state))
    expect(restored.nextDueAt()).toBe(Date.parse('2026-11-20T15:09:05.123Z'))
    expect([...restored.market(0).paused].sort()).toEqual([0, 1])
    expect(venue.advanceTo('2026-11-20T15:09:05.123Z').said).toEqual([
      'AAPL resumed: the pause is over',
      'a2 reinstated: new 0+5 of 5, holds 830.00',
      'c2 reinstated: new 0+5 of 5, holds 5 shares',
      'a2 buys 5 at 166.00 for 830.00, adding: filled 5+0 of 5',
      'c2 sells 5 at 166.00 for 830.00, taking: filled 5+0 of 5',
      'MSFT resumed: the pause is over',
      'a1 reinstated: new 0+5 of 5, holds 225.00',
      'c1 reinstated: new 0+5 of 5, holds 5 shares',
      'a1 buys 5 at 45.00 for 225.00, adding: filled 5+0 of 5',
      'c1 sells 5 at 45.00 for 225.00, taking: filled 5+0 of 5',
    ])
  })
})
