import { describe, expect, test } from 'vitest'
import { walkQuote, untouchedWalk, walkKey } from '../../../src/domain/market/price-walk.ts'
import { fingerprint } from '../../../src/engine/fingerprint.ts'
import { type Answer, day, openVenue, type Venue } from '../engine-under-test.ts'
import { security } from '../../support/security.ts'

const SHAPE = { baseTicks: 50_0000, stepHundredths: 50, spreadTicks: 200, sizeLots: 500e9 }

function walkingVenue(): Venue {
  const venue = openVenue({ quotes: 'walk' })
  venue.execute({ type: 'ListInstrument', instrument: security('WALK', 50_0000, { name: 'Walker', walk: SHAPE }) })
  return venue
}

/** Gives the command again until it has done all of its work. */
function setClock(venue: Venue, to: string): Answer[] {
  const answers: Answer[] = []
  for (;;) {
    const answer = venue.execute({ type: 'SetClock', market: 0, to: Date.parse(to) })
    answers.push(answer)
    if (answer.refusal !== undefined || !('unfinished' in answer)) return answers
  }
}

/** Lists so many securities, S0 and on. */
function list(venue: Venue, count: number, walk: typeof SHAPE | null): readonly string[] {
  return Array.from({ length: count }, (_, number) => {
    const symbol = `S${number}`
    venue.execute({ type: 'ListInstrument', instrument: security(symbol, 50_0000, { walk }) })
    return symbol
  })
}

/** How many trading days each command has gone through. */
const daysOf = (answers: readonly Answer[]): readonly number[] =>
  answers.map(({ events }) => events.filter(({ type }) => type === 'TradingDayEnded').length)

test('a market is shown at no earlier time than what has happened, and is not moved by what has caused nothing', () => {
  const venue = openVenue()
  const alice = venue.account('alice', { cash: '1000.00' })
  const before = venue.at
  venue.at = before + 3_600_000
  expect(alice.cancel('a1', { id: 'c1' }).events).toEqual([])
  expect(venue.state.marketTime(0, before)).toBe(before)
  alice.buy('1', { limit: '10.00' })
  expect(venue.state.marketTime(0, before)).toBe(before + 3_600_000)
})

describe('the clock of a sandbox market', () => {
  test('stands where it is set, and gives the time of what happens there', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '1000.00' })
    expect(setClock(venue, '2026-11-20T16:00:00Z').flatMap(({ said }) => said)).toEqual(['the clock stands at 2026-11-20T16:00:00.000Z'])
    venue.at += 60_000
    alice.buy('1', { limit: '10.00' })
    expect(venue.state.findOrder(alice.index, 'a1')!.createdAt).toBe(Date.parse('2026-11-20T16:00:00Z'))
  })

  test('is never set backwards', () => {
    const venue = openVenue()
    setClock(venue, '2026-11-20T16:00:00Z')
    const [answer] = setClock(venue, '2026-11-20T15:59:59Z')
    expect(answer!.said).toEqual([])
    expect(answer!.refusal).toMatchObject({ code: 'INVALID_CLOCK', field: 'set' })
  })

  test('brings what is due on the way at its own moment: a day ends, a sale settles on the next', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { shares: { AAPL: 10 }, cash: '100.00' })
    venue.quote('150.00 x 100', '150.10 x 100')
    alice.sell('4')
    alice.buy('1', { limit: '10.00' })
    const said = setClock(venue, '2026-11-24T15:00:00Z').flatMap((answer) => answer.said)
    expect(said).toEqual([
      'a2 ends with the day: expired 0+0 of 1',
      '2026-11-20 ends, 2026-11-23 begins',
      'alice settles 600.00 of 2026-11-23',
      '2026-11-23 ends, 2026-11-24 begins',
      'the clock stands at 2026-11-24T15:00:00.000Z',
    ])
    expect(venue.journal.filter((event) => event.type === 'TradingDayEnded').map((event) => new Date(event.at).toISOString())).toEqual([
      '2026-11-20T21:00:00.000Z',
      '2026-11-23T21:00:00.000Z',
    ])
  })

  test('goes a long way in parts where nothing happens but that days end, and arrives', () => {
    const venue = openVenue()
    const answers = setClock(venue, '2027-11-19T15:00:00Z')
    expect(answers.length).toBeGreaterThan(4)
    expect(answers.every(({ events }) => events.length < 100)).toBe(true)
    expect(venue.state.market(0).tradeDay).toBe(day('2027-11-19'))
    expect(new Date(venue.state.marketTime(0, venue.at)).toISOString()).toBe('2027-11-19T15:00:00.000Z')
  })

  test('goes fewer days at a time the more securities there are to price', () => {
    const venue = openVenue()
    const alice = venue.account('alice')
    const positions = list(venue, 400, null).map((symbol) => ({ symbol, shares: 1, priceTicks: 50_0000 }))
    venue.execute({ type: 'GrantHoldings', account: alice.index, cashCents: 0, positions })
    const days = daysOf(setClock(venue, '2026-12-18T15:00:00Z'))
    expect(days.reduce((sum, count) => sum + count)).toBe(19)
    expect(Math.max(...days)).toBe(15)
  })

  test('goes fewer days at a time the more securities there are that walk another way, whose days are gone through', () => {
    const venue = openVenue({ quotes: 'walk' })
    for (const symbol of list(venue, 60, SHAPE)) venue.execute({ type: 'ChangeVolatility', market: 0, symbol, stepHundredths: 100 })
    const days = daysOf(setClock(venue, '2026-12-18T15:00:00Z'))
    expect(days.reduce((sum, count) => sum + count)).toBe(19)
    expect(Math.max(...days)).toBe(2)
  })

  test('runs again from where it stands, never back to a time that has passed', () => {
    const venue = openVenue()
    setClock(venue, '2026-11-24T15:00:00Z')
    expect(venue.execute({ type: 'SetClock', market: 0 }).said).toEqual(['the clock runs'])
    venue.at += 5_000
    expect(new Date(venue.state.marketTime(0, venue.at)).toISOString()).toBe('2026-11-24T15:00:05.000Z')
  })

  test('that has stood until it was behind comes to the real time at once, with what is due by then', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '100.00' })
    setClock(venue, '2026-11-20T16:00:00Z')
    alice.buy('1', { limit: '10.00' })
    venue.at = Date.parse('2026-11-24T15:00:00Z')
    expect(venue.execute({ type: 'SetClock', market: 0 }).said).toEqual([
      'the clock runs',
      'a1 ends with the day: expired 0+0 of 1',
      '2026-11-20 ends, 2026-11-24 begins',
    ])
    expect(venue.state.marketTime(0, venue.at)).toBe(venue.at)
  })

  test('ends the day of many markets in several commands: those that are left are still due', () => {
    const venue = openVenue()
    for (let count = 2; count <= 80; count++)
      venue.execute({ type: 'CreatePartner', id: `partner-${count}`, name: `${count}`, environment: 'sandbox', seed: `${count}` })
    venue.at = Date.parse('2026-11-20T21:00:00Z')
    const ended: number[] = []
    while (venue.state.nextDueAt() <= venue.at)
      ended.push(venue.execute({ type: 'AdvanceTime' }).events.filter(({ type }) => type === 'TradingDayEnded').length)
    expect(ended.length).toBeGreaterThan(1)
    expect(ended.reduce((sum, count) => sum + count, 0)).toBe(80)
  })

  test('of one partner is not the clock of another', () => {
    const venue = openVenue()
    venue.execute({ type: 'CreatePartner', id: 'partner-2', name: 'Second', environment: 'sandbox', seed: 'second' })
    setClock(venue, '2026-11-30T15:00:00Z')
    expect(venue.state.marketTime(1, venue.at)).toBe(venue.at)
    expect(venue.state.market(1).tradeDay).toBe(day('2026-11-20'))
  })
})

describe('a security that walks', () => {
  test('is quoted where its walk is when an order meets it, without a quote having been journaled before', () => {
    const venue = walkingVenue()
    const alice = venue.account('alice', { cash: '100000.00' })
    const walk = untouchedWalk(walkKey('seed of the sandbox', 'WALK'), SHAPE)
    const quote = walkQuote(walk, venue.at)
    const instrument = venue.state.instrumentBySymbol('WALK')!
    expect(venue.state.quoteAt(0, instrument, venue.at)).toEqual(quote)
    expect(venue.state.currentTicksAt(0, instrument, venue.at)).toBeGreaterThanOrEqual(quote.bidTicks)
    const { events } = alice.buy('10', { symbol: 'WALK' })
    expect(events.map(({ type }) => type)).toEqual(['QuoteMoved', 'OrderAccepted', 'OrderFilled'])
    expect(events[0]).toMatchObject({ quote, walks: true, at: venue.at })
    expect(events[2]).toMatchObject({ lastTicks: quote.askTicks, lastLots: 10e9 })
    // the size that was taken is gone until the next second
    expect(venue.state.quoteAt(0, instrument, venue.at)).toEqual({ ...quote, askLots: quote.askLots - 10e9 })
    expect(venue.state.quoteAt(0, instrument, venue.at + 1_000)).toEqual(walkQuote(walk, venue.at + 1_000))
  })

  test('moves for open orders every second, and fills them when it comes to their price', () => {
    const venue = walkingVenue()
    const alice = venue.account('alice', { cash: '100000.00' })
    const walk = untouchedWalk(walkKey('seed of the sandbox', 'WALK'), SHAPE)
    const { askTicks } = walkQuote(walk, venue.at)
    const reached = Array.from({ length: 7_200 }, (_, second) => venue.at + (second + 1) * 1_000).find(
      (moment) => walkQuote(walk, moment).askTicks <= askTicks - 500,
    )!
    alice.buy('10', { symbol: 'WALK', limit: ((askTicks - 500) / 10_000).toFixed(2) })
    let filledAt = 0
    while (filledAt === 0) {
      const due = venue.state.nextDueAt()
      expect(due).toBe(Math.floor(venue.at / 1_000) * 1_000 + 1_000)
      venue.at = due
      const fill = venue.execute({ type: 'AdvanceTime' }).events.find(({ type }) => type === 'OrderFilled')
      if (fill) filledAt = venue.at
    }
    expect(filledAt).toBe(Math.floor(reached / 1_000) * 1_000)
    expect(venue.state.market(0).walking.size).toBe(0)
  })

  test('closes where it is at the close, in the state as in its history', () => {
    const venue = walkingVenue()
    const alice = venue.account('alice', { cash: '100000.00' })
    alice.buy('10', { symbol: 'WALK' })
    setClock(venue, '2026-11-23T15:00:00Z')
    const instrument = venue.state.instrumentBySymbol('WALK')!
    const close = venue.state.currentTicksAt(0, instrument, Date.parse('2026-11-20T21:00:00Z'))
    expect(venue.state.previousCloseTicks(0, instrument)).toBe(close)
    const { settled } = venue.state.balances(alice.index)
    expect(venue.state.balances(alice.index).lastEquity).toBe(settled + Math.round((close * 10) / 100))
  })

  test('stands where a quote is put by hand, and walks on from there once it is given a step', () => {
    const venue = walkingVenue()
    venue.quote('40.00 x 100', '40.10 x 100', 'WALK')
    const instrument = venue.state.instrumentBySymbol('WALK')!
    expect(venue.state.quoteAt(0, instrument, venue.at + 3_600_000)).toMatchObject({ bidTicks: 40_0000, askTicks: 40_1000 })
    expect(venue.execute({ type: 'ChangeVolatility', market: 0, symbol: 'WALK', stepHundredths: 100 }).said).toEqual(['5 walks from 40.05'])
    expect(venue.state.currentTicksAt(0, instrument, venue.at + 1_000)).toBeLessThan(41_0000)
    expect(venue.state.currentTicksAt(0, instrument, venue.at + 1_000)).toBeGreaterThan(39_0000)
    venue.execute({ type: 'ChangeVolatility', market: 0, symbol: 'WALK', stepHundredths: 0 })
    expect(venue.state.quoteAt(0, instrument, venue.at + 86_400_000)).toEqual(venue.state.quoteAt(0, instrument, venue.at))
  })

  test('meets the orders at once where it is given a step', () => {
    const venue = walkingVenue()
    const alice = venue.account('alice', { cash: '100000.00' })
    venue.quote('38.00 x 100', '42.00 x 100', 'WALK')
    alice.buy('10', { symbol: 'WALK', limit: '40.50' })
    setClock(venue, '2026-11-20T16:00:00Z')
    const { said } = venue.execute({ type: 'ChangeVolatility', market: 0, symbol: 'WALK', stepHundredths: 50 })
    expect(said).toEqual([
      '5 walks from 40.00',
      'quote 5 39.98 x 200 / 40.01 x 300',
      'a1 buys 10 at 40.01 for 400.10, adding: filled 10+0 of 10',
    ])
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([])
  })

  test('gives the same executions when the same commands run again, and the same state when the journal is replayed', () => {
    const run = (): Venue => {
      const venue = walkingVenue()
      const alice = venue.account('alice', { cash: '1000000.00', shares: { AAPL: 100 } })
      alice.buy('100', { symbol: 'WALK', limit: '49.00', tif: 'gtc' })
      alice.buy('10', { symbol: 'WALK', stop: '55.00', tif: 'gtc' })
      setClock(venue, '2026-11-24T15:00:00Z')
      return venue
    }
    const first = run()
    const second = run()
    expect(second.journal).toEqual(first.journal)
    expect(fingerprint(second.state)).toBe(fingerprint(first.state))
    expect(fingerprint(first.restart().state)).toBe(fingerprint(first.state))
  })
})
