import { describe, expect, test } from 'vitest'
import type { FillModel } from '../../src/domain/orders/fill-model.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { CALENDAR, day, INSTRUMENTS, lots, openVenue, ticks, type Venue } from './engine-under-test.ts'

function model(venue: Venue, wanted: FillModel): void {
  venue.execute({ type: 'SetFillModel', market: 0, scope: { instrument: 0 }, model: wanted })
}

const fills = (said: readonly string[]): readonly string[] => said.filter((line) => / (buys|sells) /.test(line))

describe('the quote fills', () => {
  test('what it displays, and no more, unless a model says otherwise', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '1000000.00' })
    venue.quote('149.90 x 100', '150.00 x 100')
    expect(fills(alice.buy('250').said)).toEqual([
      'a1 buys 100 at 150.00 for 15000.00, taking: partially_filled 100+150 of 250, holds 23625.00',
    ])
  })

  test('any size by the model full, and displays what it did', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '1000000.00' })
    venue.quote('149.90 x 100', '150.00 x 100')
    model(venue, { kind: 'full' })
    expect(fills(alice.buy('250').said)).toEqual(['a1 buys 250 at 150.00 for 37500.00, taking: filled 250+0 of 250'])
    expect(venue.state.book(0, 0).quote).toMatchObject({ askLots: 100e9, bidLots: 100e9 })
  })

  test('a share of the volume of the minute by the model participation, and goes on with the next quote of a later minute', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '10000000.00' })
    venue.quote('149.90 x 100000', '150.00 x 100000')
    model(venue, { kind: 'participation', basisPoints: 10 })
    const [first] = alice.buy('1000', { limit: '150.00' }).events.flatMap((event) => (event.type === 'OrderFilled' ? [event.lastLots] : []))
    expect(first).toBeGreaterThanOrEqual(10e9)
    expect(first).toBeLessThanOrEqual(50e9)
    venue.at += 1_000
    expect(fills(venue.quote('149.90 x 100000', '150.00 x 100000').said)).toEqual([])
    venue.at += 60_000
    expect(fills(venue.quote('149.90 x 100000', '150.00 x 100000').said)).toHaveLength(1)
  })

  test('a share of the volume of a minute that counts nothing of the minute before', () => {
    const ofSecondMinute = (ofFirst: string[]): number[] => {
      const venue = openVenue()
      const alice = venue.account('alice', { cash: '10000000.00' })
      model(venue, { kind: 'participation', basisPoints: 10 })
      const bought = (quantity: string): number[] => {
        venue.quote('149.90 x 100000', '150.00 x 100000')
        const { events } = alice.buy(quantity, { limit: '150.00', tif: 'ioc' })
        return events.flatMap((event) => (event.type === 'OrderFilled' ? [event.lastLots] : []))
      }
      ofFirst.forEach(bought)
      venue.at += 60_000
      return ['1', '1000'].flatMap(bought)
    }
    expect(ofSecondMinute(['9'])).toEqual(ofSecondMinute([]))
  })

  test('a share of the volume of a minute that is in the shares of now', () => {
    const filled = (numerator: number): number => {
      const venue = openVenue()
      const walk = { baseTicks: ticks('150.00'), stepHundredths: 50, spreadTicks: 200, sizeLots: lots('1000') }
      venue.execute({ type: 'ListInstrument', instrument: { ...INSTRUMENTS[0]!, symbol: 'WALK', walk } })
      const scope = { instrument: venue.state.instrumentBySymbol('WALK')! }
      const alice = venue.account('alice', { cash: '10000000.00' })
      venue.execute({ type: 'SetFillModel', market: 0, scope, model: { kind: 'participation', basisPoints: 10 } })
      const terms = { type: 'split', numerator, denominator: 1 } as const
      venue.execute({ type: 'AnnounceCorporateAction', market: 0, symbol: 'WALK', exDay: day('2026-11-23'), terms })
      venue.endDay()
      venue.quote('29.90 x 100000', '30.00 x 100000', 'WALK')
      const { events } = alice.buy('1000', { symbol: 'WALK', limit: '30.00' })
      return events.reduce((sum, event) => (event.type === 'OrderFilled' ? sum + event.lastLots : sum), 0)
    }
    expect(filled(5)).toBe((5 / 2) * filled(2))
  })

  test('a part drawn by the seed of the market by the model partial: the same commands, the same parts', () => {
    const parts = (): readonly number[] => {
      const venue = openVenue()
      const alice = venue.account('alice', { cash: '10000000.00' })
      model(venue, { kind: 'partial' })
      const filled: number[] = []
      venue.quote('149.90 x 1000', '150.00 x 1000')
      alice.buy('800', { limit: '150.00' })
      for (let round = 0; round < 40 && venue.state.openOrderCount > 0; round++) {
        venue.at += 1_000
        venue.quote('149.90 x 1000', '150.00 x 1000')
      }
      for (const event of venue.journal) if (event.type === 'OrderFilled') filled.push(event.lastLots)
      return filled
    }
    const once = parts()
    expect(once.length).toBeGreaterThan(1)
    expect(once.reduce((sum, lots) => sum + lots, 0)).toBe(800e9)
    expect(parts()).toEqual(once)
  })

  test('no more by the model partial than what it displays, nor than what is wanted', () => {
    for (const [displayed, wanted] of [
      ['1', '100'],
      ['100', '1'],
    ] as const) {
      const venue = openVenue()
      const alice = venue.account('alice', { cash: '10000000.00' })
      model(venue, { kind: 'partial' })
      venue.quote('149.90 x 100', `150.00 x ${displayed}`)
      expect(fills(alice.buy(wanted, { limit: '150.00' }).said)).toEqual([
        `a1 buys 1 at 150.00 for 150.00, taking: ${displayed === '1' ? 'partially_filled 1+99 of 100, holds 14850.00' : 'filled 1+0 of 1'}`,
      ])
      expect(venue.state.book(0, 0).quote.askLots).toBe(0)
    }
  })

  test('an order out of its reach by no model: it stays as it is', () => {
    for (const kind of ['full', 'partial'] as const) {
      const venue = openVenue()
      const alice = venue.account('alice', { cash: '10000000.00' })
      venue.quote('149.90 x 100', '150.00 x 100')
      model(venue, { kind })
      expect(alice.buy('5000', { limit: '149.99' }).said).toHaveLength(1)
      expect(venue.state.book(0, 0).quote).toMatchObject({ askLots: 100e9, bidLots: 100e9 })
    }
  })

  test('a fok order whole or not at all, other clients and a part of the quote together', () => {
    for (let number = 1; number <= 30; number++) {
      const venue = openVenue()
      const alice = venue.account('alice', { cash: '1000000.00' })
      const bob = venue.account('bob', { shares: { AAPL: 50 } })
      for (let before = 1; before < number; before++) alice.buy('1', { limit: '1.00' })
      venue.quote('149.90 x 100', '150.00 x 1000')
      model(venue, { kind: 'partial' })
      bob.sell('50', { limit: '150.00' })
      alice.buy('100', { limit: '150.00', tif: 'fok', id: 'fok' })
      expect(['filled 100+0 of 100', 'cancelled 0+0 of 100']).toContain(alice.order('fok'))
    }
  })

  test('as long as it is not older than the limit: orders that it has filled by a model make it no younger', () => {
    const venue = openVenue({ staleQuoteMs: 5_000 })
    const alice = venue.account('alice', { cash: '1000000.00' })
    venue.quote('149.90 x 100', '150.00 x 100')
    model(venue, { kind: 'full' })
    venue.at += 3_000
    expect(fills(alice.buy('250', { limit: '150.00' }).said)).toHaveLength(1)
    venue.at += 2_000
    expect(fills(alice.buy('250', { limit: '150.00' }).said)).toHaveLength(1)
    venue.at += 1
    expect(fills(alice.buy('250', { limit: '150.00' }).said)).toEqual([])
  })

  test('before those who came to its price later, whatever size a model leaves it', () => {
    for (const kind of ['full', 'partial'] as const) {
      const venue = openVenue()
      const alice = venue.account('alice', { cash: '1000000.00' })
      const bob = venue.account('bob', { shares: { AAPL: 500 } })
      venue.quote('149.90 x 100', '150.00 x 100')
      bob.sell('500', { limit: '150.00' })
      model(venue, { kind })
      const [first] = fills(alice.buy('150', { limit: '150.00' }).said)
      expect(first).toMatch(/^a1 buys \d+ at 150.00 for [\d.]+, taking/)
      expect(venue.journal.find((event) => event.type === 'OrderFilled')).toMatchObject({ counterparty: -1 })
    }
  })

  test('a resting order by its model, also where a market order waits before it that the quote does not reach', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '1000000.00' })
    const bob = venue.account('bob', { cash: '1000000.00' })
    model(venue, { kind: 'full' })
    alice.buy('10')
    bob.buy('250', { limit: '170.00' })
    expect(fills(venue.quote('159.90 x 100', '160.00 x 100').said)).toEqual([
      'b1 buys 250 at 160.00 for 40000.00, adding: filled 250+0 of 250',
    ])
    expect(alice.order('a1')).toBe('new 0+10 of 10, holds 1575.00')
    const carol = venue.account('carol', { shares: { AAPL: 250 } })
    carol.sell('250', { limit: '165.00' })
    expect(fills(venue.quote('166.00 x 100', '166.10 x 100').said)).toContain(
      'c1 sells 250 at 166.00 for 41500.00, adding: filled 250+0 of 250',
    )
  })

  test('an account by its own model before that of the symbol', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '1000000.00' })
    venue.quote('149.90 x 100', '150.00 x 100')
    model(venue, { kind: 'partial' })
    venue.execute({ type: 'SetFillModel', market: 0, scope: { account: alice.index }, model: { kind: 'full' } })
    expect(fills(alice.buy('250').said)).toEqual(['a1 buys 250 at 150.00 for 37500.00, taking: filled 250+0 of 250'])
  })
})

describe('a quote that can not be relied on', () => {
  test('of one side alone shows its price and fills nothing', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '10000.00' })
    venue.execute({ type: 'MoveQuote', market: 0, symbol: 'AAPL', quote: { bidTicks: 0, askTicks: 150_0000, bidLots: 0, askLots: 100e9 } })
    expect(fills(alice.buy('10').said)).toEqual([])
    expect(venue.state.book(0, 0).quote).toEqual({ bidTicks: 0, askTicks: 150_0000, bidLots: 0, askLots: 100e9 })
  })

  test('that has grown older than the limit fills nothing until the next', () => {
    const venue = openVenue({ staleQuoteMs: 5_000 })
    const alice = venue.account('alice', { cash: '10000.00' })
    venue.quote('149.90 x 100', '150.00 x 100')
    venue.at += 5_001
    expect(fills(alice.buy('10').said)).toEqual([])
    expect(fills(venue.quote('149.90 x 100', '150.00 x 100').said)).toEqual(['a1 buys 10 at 150.00 for 1500.00, adding: filled 10+0 of 10'])
  })

  test('that has grown older than the limit makes no fok order whole', () => {
    const venue = openVenue({ staleQuoteMs: 5_000 })
    const alice = venue.account('alice', { cash: '100000.00' })
    const bob = venue.account('bob', { shares: { AAPL: 50 } })
    venue.quote('149.90 x 100', '150.00 x 100')
    bob.sell('50', { limit: '150.00' })
    venue.at += 5_001
    alice.buy('100', { limit: '150.00', tif: 'fok' })
    expect(alice.order('a1')).toBe('cancelled 0+0 of 100')
  })

  test('that has grown older than the limit in the night meets none of the orders that come back in the morning', () => {
    const venue = openVenue({ session: 'us_equities', staleQuoteMs: 3_600_000 })
    const alice = venue.account('alice', { cash: '10000.00' })
    alice.buy('5', { limit: '140.00', tif: 'gtc', extendedHours: true })
    venue.advanceTo('2026-11-21T02:00:00.000Z')
    venue.quote('148.00 x 100', '149.00 x 100')
    venue.at += 60_000
    // behind the quote, which then comes first
    alice.replace('a1', { limit: '149.00' })
    expect(venue.advanceTo('2026-11-23T09:00:00.000Z').said).toEqual(['the market is in pre-market', 'quote AAPL - / -'])
    expect(alice.order('a1')).toBe('new 0+5 of 5, holds 745.00')
  })

  test('that is crossed, locked or off the tick is refused and changes nothing', () => {
    const venue = openVenue()
    const quote = { bidTicks: 150_0000, askTicks: 150_0000, bidLots: 1e9, askLots: 1e9 }
    for (const wrong of [quote, { ...quote, bidTicks: 151_0000 }, { ...quote, askTicks: 150_0050 }])
      expect(venue.execute({ type: 'MoveQuote', market: 0, symbol: 'AAPL', quote: wrong })).toMatchObject({
        said: [],
        code: 'INVALID_QUOTE',
      })
  })
})

describe('orders of a symbol', () => {
  test('whose liquidity is clients meet each other alone; the quote is a price without a size', () => {
    const venue = openVenue({ liquidity: 'clients' })
    const alice = venue.account('alice', { cash: '10000.00' })
    const bob = venue.account('bob', { shares: { AAPL: 10 } })
    venue.quote('149.90 x 100', '150.00 x 100')
    expect(fills(alice.buy('10', { limit: '151.00' }).said)).toEqual([])
    expect(venue.state.book(0, 0).quote).toEqual({ bidTicks: 149_9000, askTicks: 150_0000, bidLots: 0, askLots: 0 })
    expect(fills(bob.sell('10').said)).toHaveLength(2)
  })

  test('whose liquidity was left to clients between two starts do not meet the quote of before, which shows no size from the first of them on', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '10000.00', shares: { AAPL: 10 } })
    venue.quote('149.90 x 100', '150.00 x 100')
    const again = venue.restart({ liquidity: 'clients' })
    alice.at(again).sell('10', { limit: '140.00', type: 4, stop: '149.95' })
    expect(alice.at(again).order('a1')).toBe('accepted 0+10 of 10, holds 10 shares')
    expect(fills(alice.at(again).buy('10', { limit: '151.00' }).said)).toEqual([])
    expect(again.state.book(0, 0).quote).toEqual({ bidTicks: 149_9000, askTicks: 150_0000, bidLots: 0, askLots: 0 })
    expect(fingerprint(again.restart().state)).toBe(fingerprint(again.state))
  })

  test('whose liquidity is the quote pass each other by', () => {
    const venue = openVenue({ liquidity: 'quote' })
    const alice = venue.account('alice', { cash: '10000.00' })
    const bob = venue.account('bob', { shares: { AAPL: 10 } })
    alice.buy('10', { limit: '148.00' })
    expect(fills(bob.sell('5', { limit: '149.00' }).said)).toEqual([])
    expect(fills(venue.quote('149.00 x 100', '149.50 x 100').said)).toEqual(['b1 sells 5 at 149.00 for 745.00, adding: filled 5+0 of 5'])
  })
})

describe('a stop', () => {
  test('triggers by trades alone, or by quotes alone, as it is configured', () => {
    for (const [stopTrigger, byQuote] of [
      ['quote', true],
      ['print', false],
    ] as const) {
      const venue = openVenue({ stopTrigger })
      const alice = venue.account('alice', { cash: '100000.00' })
      venue.quote('149.90 x 100', '150.00 x 100')
      alice.buy('10', { stop: '151.00' })
      const { said } = venue.quote('151.00 x 100', '151.10 x 100')
      expect(said.some((line) => line.startsWith('a1 triggered'))).toBe(byQuote)
    }
  })

  test('over which the market jumps triggers at the first price beyond it', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '100000.00' })
    venue.quote('149.90 x 100', '150.00 x 100')
    alice.buy('10', { stop: '151.00' })
    expect(venue.quote('153.00 x 100', '153.10 x 100').said.slice(1)).toEqual([
      'a1 triggered: new 0+10 of 10, holds 1585.50',
      'a1 buys 10 at 153.10 for 1531.00, taking: filled 10+0 of 10',
    ])
  })
})

test('the fill models of a symbol and of an account are in a snapshot', () => {
  const venue = openVenue()
  const alice = venue.account('alice')
  venue.execute({ type: 'SetFillModel', market: 0, scope: { instrument: 0 }, model: { kind: 'participation', basisPoints: 10 } })
  venue.execute({ type: 'SetFillModel', market: 0, scope: { account: alice.index }, model: { kind: 'full' } })
  const restored = restoreSnapshot(takeSnapshot(venue.state), { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
  expect([restored.market(0).symbolFills, restored.market(0).accountFills]).toEqual([
    new Map([[0, { kind: 'participation', basisPoints: 10 }]]),
    new Map([[alice.index, { kind: 'full' }]]),
  ])
})
