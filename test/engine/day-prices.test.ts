import { describe, expect, test } from 'vitest'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { CALENDAR, openVenue, type Venue, WALKING } from './engine-under-test.ts'

test('what was never quoted opens with its first trade', () => {
  const venue = openVenue({ liquidity: 'clients' })
  const alice = venue.account('alice', { shares: { AAPL: 2 } })
  const bob = venue.account('bob', { cash: '1000.00' })
  for (const limit of ['160.00', '170.00']) {
    venue.at += 1000
    alice.sell('1', { limit })
    bob.buy('1', { limit })
  }
  expect(venue.state.dayPrices(0, 0, venue.at)).toMatchObject({ openTicks: 160_0000, highTicks: 170_0000, lowTicks: 160_0000 })
})

test.each([
  ['160.00 x 10', '160.10 x 10', { close: 160_0000, high: 160_0000, low: 150_0000 }],
  ['140.00 x 10', '140.10 x 10', { close: 140_1000, high: 151_0000, low: 140_1000 }],
])('a half day of a market that is always open, which goes on until 16:00, has its close among its prices: %s / %s', (bid, ask, prices) => {
  const venue = openVenue({ session: 'always_open' })
  const alice = venue.account('alice', { cash: '1000.00' })
  venue.advanceTo('2026-11-27T15:00:00.000Z')
  venue.quote('149.00 x 10', '151.00 x 10')
  alice.buy('1', { limit: '151.00' })
  venue.advanceTo('2026-11-27T18:30:00.000Z')
  alice.buy('1', { limit: '151.00' })
  venue.quote(bid, ask)
  const ended = venue.advanceTo('2026-11-27T21:00:00.000Z').events.find((event) => event.type === 'TradingDayEnded')
  expect(ended?.closes).toEqual([[0, prices.close]])
  expect(ended?.prices).toEqual([[0, 150_0000, prices.high, prices.low, true]])
})

test('… which is what a security that walks has traded at behind the early close', () => {
  const venue = openVenue({ session: 'always_open', quotes: 'walk' })
  venue.execute({ type: 'ListInstrument', instrument: WALKING })
  const alice = venue.account('alice', { cash: '1000.00' })
  venue.advanceTo('2026-11-27T18:30:00.000Z')
  alice.buy('1', { symbol: 'WALK' })
  const instrument = venue.state.instrumentBySymbol('WALK')!
  const { lastTicks } = venue.state.book(0, instrument)
  const ended = venue.advanceTo('2026-11-27T21:00:00.000Z').events.find((event) => event.type === 'TradingDayEnded')
  expect(ended?.closes).toEqual([[instrument, lastTicks]])
})

describe.each(['walk', 'still'] as const)('a journal of a gateway with quotes that %s', (quotes) => {
  const other = quotes === 'walk' ? 'still' : 'walk'
  const steps: Readonly<Record<string, (venue: Venue) => void>> = {
    'a trade': (venue) => venue.account('alice', { cash: '1000.00' }).buy('1', { symbol: 'WALK' }),
    'a quote by hand': (venue) => venue.quote('60.00 x 100', '60.10 x 100', 'WALK'),
    'another step': (venue) => venue.execute({ type: 'ChangeVolatility', market: 0, symbol: 'WALK', stepHundredths: 200 }),
    'no step': (venue) => venue.execute({ type: 'ChangeVolatility', market: 0, symbol: 'WALK', stepHundredths: 0 }),
  }
  test.each(Object.keys(steps))('comes to one state under whatever rules it is replayed: %s', (step) => {
    const venue = openVenue({ quotes })
    venue.execute({ type: 'ListInstrument', instrument: WALKING })
    venue.at += 60_000
    steps[step]!(venue)
    const live = fingerprint(venue.state)
    const rules = { ...venue.rules, quotes: other } as const
    expect(fingerprint(venue.restart({ quotes: other }).state)).toBe(live)
    expect(fingerprint(restoreSnapshot(takeSnapshot(venue.state), { calendar: CALENDAR, rules, orderCapacity: 4 }))).toBe(live)
  })

  test('opens with the walk, or with the first trade where nothing was quoted before it', () => {
    const venue = openVenue({ quotes, liquidity: 'clients' })
    venue.execute({ type: 'ListInstrument', instrument: WALKING })
    const instrument = venue.state.instrumentBySymbol('WALK')!
    venue.at += 60_000
    const { openTicks } = venue.state.dayPrices(0, instrument, venue.at)
    const alice = venue.account('alice')
    venue.execute({ type: 'GrantHoldings', account: alice.index, cashCents: 0, positions: [{ symbol: 'WALK', shares: 2, priceTicks: 1 }] })
    const bob = venue.account('bob', { cash: '1000.00' })
    for (const limit of ['60.00', '62.00']) {
      alice.sell('1', { limit, symbol: 'WALK' })
      bob.buy('1', { limit, symbol: 'WALK' })
    }
    venue.quote('61.00 x 100', '61.10 x 100', 'WALK')
    const prices = venue.state.dayPrices(0, instrument, venue.at)
    expect(prices.openTicks).toBe(quotes === 'walk' ? openTicks : 60_0000)
    expect(prices.lowTicks).toBe(60_0000)
  })

  test('opens with the walk, or with the last trade of the day before', () => {
    const venue = openVenue({ quotes, liquidity: 'clients' })
    venue.execute({ type: 'ListInstrument', instrument: WALKING })
    const instrument = venue.state.instrumentBySymbol('WALK')!
    const alice = venue.account('alice', { cash: '1000.00' })
    const bob = venue.account('bob', { cash: '1000.00' })
    venue.execute({ type: 'GrantHoldings', account: alice.index, cashCents: 0, positions: [{ symbol: 'WALK', shares: 2, priceTicks: 1 }] })
    const trade = (limit: string): void => {
      venue.at += 60_000
      alice.sell('1', { limit, symbol: 'WALK' })
      bob.buy('1', { limit, symbol: 'WALK' })
    }
    trade('60.00')
    venue.endDay()
    const { openTicks } = venue.state.dayPrices(0, instrument, venue.at)
    trade('62.00')
    expect(venue.state.dayPrices(0, instrument, venue.at).openTicks).toBe(quotes === 'walk' ? openTicks : 60_0000)
  })
})
