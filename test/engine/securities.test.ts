import { expect, test } from 'vitest'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { DEFAULT_RULES } from '../../src/engine/rules.ts'
import { openVenue, Venue } from './engine-under-test.ts'
import { security } from '../support/security.ts'

const NEWCO = security('NEWCO', 25_0000, { name: 'New Company' })

test('a security is listed while others trade, once, and trades at once', () => {
  const venue = openVenue()
  const [alice, bob] = [venue.account('alice', { cash: '10000.00' }), venue.account('bob', { cash: '10000.00' })]
  const index = venue.state.instruments.length
  expect(venue.execute({ type: 'ListInstrument', instrument: NEWCO }).events).toEqual([
    { type: 'InstrumentListed', at: venue.at, index, instrument: NEWCO },
  ])
  const again = venue.execute({ type: 'ListInstrument', instrument: { ...NEWCO, name: 'Another' } })
  expect([again.events, again.refusal]).toEqual([
    [],
    { code: 'SYMBOL_ALREADY_LISTED', message: 'NEWCO is listed already.', field: 'symbol' },
  ])
  expect(venue.state.currentTicks(0, index)).toBe(25_0000)
  venue.execute({
    type: 'GrantHoldings',
    account: alice.index,
    cashCents: 0,
    positions: [{ symbol: 'NEWCO', shares: 10, priceTicks: 20_0000 }],
  })
  alice.sell('4', { limit: '24.00', symbol: 'NEWCO' })
  bob.buy('4', { limit: '26.00', symbol: 'NEWCO' })
  expect([alice, bob].map(({ index: account }) => venue.state.position(account, index)?.quantity)).toEqual([
    { shares: 6, lots: 0 },
    { shares: 4, lots: 0 },
  ])
  const restarted = venue.restart()
  expect(fingerprint(restarted.state)).toBe(fingerprint(venue.state))
})

test('a security that takes no more orders keeps those that are open, which may still be filled', () => {
  const venue = openVenue()
  const [alice, bob] = [venue.account('alice', { cash: '10000.00' }), venue.account('bob', { shares: { AAPL: 10 } })]
  alice.buy('2', { limit: '150.00' })
  const listed = venue.state.instruments[0]!
  const change = (changes: object) => venue.execute({ type: 'ChangeInstrument', symbol: 'AAPL', ...changes }).events
  expect(change({ tradable: false })).toEqual([
    { type: 'InstrumentChanged', at: venue.at, index: 0, instrument: { ...listed, tradable: false } },
  ])
  expect(change({ tradable: false, name: listed.name })).toEqual([])
  expect(bob.sell('2', { limit: '150.00' }).code).toBe('ASSET_NOT_TRADABLE')
  expect(change({ name: 'Pear Inc.' })).toEqual([
    { type: 'InstrumentChanged', at: venue.at, index: 0, instrument: { ...listed, tradable: false, name: 'Pear Inc.' } },
  ])
  change({ tradable: true })
  expect(bob.sell('2', { limit: '150.00' }).said.at(-1)).toMatch(/filled/)
  expect(venue.execute({ type: 'ChangeInstrument', symbol: 'NEWCO', name: 'x' }).refusal).toEqual({
    code: 'INVALID_SYMBOL',
    message: 'The symbol NEWCO is not known.',
    field: 'symbol',
  })
  expect(fingerprint(venue.restart().state)).toBe(fingerprint(venue.state))
})

test('a fingerprint makes no books of what nobody has traded or asked for', () => {
  const venue = openVenue()
  const [market] = venue.state.markets
  venue.state.book(0, 1)
  const before = fingerprint(venue.state)
  expect(Object.keys(market!.books)).toEqual(['1'])
  venue.state.instruments.forEach((_, instrument) => venue.state.book(0, instrument))
  expect(fingerprint(venue.state)).toBe(before)
})

test('an order is rejected for its symbol where nothing at all is listed', () => {
  const venue = new Venue(DEFAULT_RULES, false)
  venue.execute({ type: 'CreatePartner', id: 'partner-1', name: 'Live', environment: 'live', seed: 'seed' })
  const alice = venue.account('alice', { cash: '10000.00', session: 1 })
  const orders = [
    alice.buy('1', { limit: '150.00' }),
    alice.buy('1'),
    alice.sellFor('100.00'),
    alice.sell('1', { stop: '140.00' }),
    alice.sell('1', { trail: { ticks: 0, basisPoints: 100 } }),
  ]
  expect(orders.map(({ code }) => code)).toEqual(orders.map(() => 'INVALID_SYMBOL'))
  expect(fingerprint(venue.restart().state)).toBe(fingerprint(venue.state))
})
