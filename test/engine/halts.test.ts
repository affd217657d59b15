import { describe, expect, test } from 'vitest'
import { OrderClass } from '../../src/domain/orders/order.ts'
import { NO_LATENCY } from '../../src/engine/venue/latency.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { CALENDAR, openVenue, ticks } from './engine-under-test.ts'

function market() {
  const venue = openVenue()
  const alice = venue.account('alice', { cash: '100000.00', shares: { AAPL: 100 } })
  const bob = venue.account('bob', { cash: '100000.00', shares: { AAPL: 100 } })
  return { venue, alice, bob }
}

describe('a halt', () => {
  test('suspends what works, queue by queue, and reinstates it as what it was', () => {
    const { venue, alice, bob } = market()
    bob.sell('4', { limit: '150.00' })
    alice.buy('10', { limit: '150.00' })
    alice.buy('5', { limit: '149.00' })
    bob.sell('5', { limit: '155.00' })
    bob.sell('5', { stop: '140.00' })
    expect(venue.halt().said).toEqual([
      'AAPL halted: news',
      'a1 suspended: suspended 4+6 of 10, holds 900.00',
      'a2 suspended: suspended 0+5 of 5, holds 745.00',
      'b2 suspended: suspended 0+5 of 5, holds 5 shares',
      'b3 suspended: suspended 0+5 of 5, holds 5 shares',
    ])
    expect(venue.state.isHalted(0, 0)).toBe(true)
    expect(venue.depth()).toEqual({ bids: [], asks: [] })
    expect(venue.resume().said).toEqual([
      'AAPL resumed: over',
      'a1 reinstated: partially_filled 4+6 of 10, holds 900.00',
      'a2 reinstated: new 0+5 of 5, holds 745.00',
      'b2 reinstated: new 0+5 of 5, holds 5 shares',
      'b3 reinstated: accepted 0+5 of 5, holds 5 shares',
    ])
    expect(venue.depth()).toEqual({ bids: ['6 @ 150.00', '5 @ 149.00'], asks: ['5 @ 155.00'] })
  })

  test('cancels the orders that ask for it (ExecInst K), with 378=6, those that come later too', () => {
    const { venue, alice } = market()
    alice.buy('10', { limit: '150.00', cancelOnHalt: true })
    expect(venue.halt().said).toEqual(['AAPL halted: news', 'a1 cancelled (system, 378=6, the symbol is halted): cancelled 0+0 of 10'])
    expect(alice.buy('10', { limit: '150.00', cancelOnHalt: true }).said).toEqual([
      'a2 accepted: buy limit 150.00, new 0+10 of 10, holds 1500.00',
      'a2 cancelled (system, 378=6, the symbol is halted): cancelled 0+0 of 10',
    ])
    expect(alice.money.held).toBe('0.00')
  })

  test('goes by what the last replace said of it; one that asks for it during the halt is cancelled', () => {
    const { venue, alice } = market()
    for (const id of ['gone', 'kept', 'late']) alice.buy('10', { limit: '150.00', id, cancelOnHalt: id === 'kept' })
    alice.replace('gone', { quantity: '12', cancelOnHalt: true, id: 'gone-2' })
    alice.replace('kept', { quantity: '12', cancelOnHalt: false, id: 'kept-2' })
    expect(venue.halt().said).toEqual([
      'AAPL halted: news',
      'late suspended: suspended 0+10 of 10, holds 1500.00',
      'gone cancelled (system, 378=6, the symbol is halted): cancelled 0+0 of 12',
      'kept suspended: suspended 0+12 of 12, holds 1800.00',
    ])
    expect(alice.replace('late', { quantity: '10', cancelOnHalt: true, id: 'late-2' }).said).toEqual([
      'late replaced by late-2, was late, keeps its place: buy limit 150.00, suspended 0+10 of 10, holds 1500.00',
      'late cancelled (system, 378=6, the symbol is halted): cancelled 0+0 of 10',
    ])
    expect(alice.money.held).toBe('1800.00')
  })

  test('takes new orders as suspended; when it is over whatever crosses trades, in time order and at the earlier price', () => {
    const { venue, alice, bob } = market()
    alice.buy('10', { limit: '150.00' })
    venue.halt()
    expect(bob.sell('6', { limit: '149.00' }).said).toEqual([
      'b1 accepted: sell limit 149.00, new 0+6 of 6, holds 6 shares',
      'b1 suspended: suspended 0+6 of 6, holds 6 shares',
    ])
    alice.buy('5', { limit: '152.00' })
    bob.sell('5', { limit: '148.00' })
    expect(venue.resume().said).toEqual([
      'AAPL resumed: over',
      'a1 reinstated: new 0+10 of 10, holds 1500.00',
      'b1 reinstated: new 0+6 of 6, holds 6 shares',
      'a1 buys 6 at 150.00 for 900.00, adding: partially_filled 6+4 of 10, holds 600.00',
      'b1 sells 6 at 150.00 for 900.00, taking: filled 6+0 of 6',
      'a2 reinstated: new 0+5 of 5, holds 760.00',
      'b2 reinstated: new 0+5 of 5, holds 5 shares',
      'a2 buys 5 at 152.00 for 760.00, adding: filled 5+0 of 5',
      'b2 sells 5 at 152.00 for 760.00, taking: filled 5+0 of 5',
    ])
    expect(venue.depth()).toEqual({ bids: ['4 @ 150.00'], asks: [] })
  })

  test.each(['ioc', 'fok'] as const)('refuses %s orders, which can not wait', (tif) => {
    const { venue, alice } = market()
    venue.halt()
    expect(alice.buy('10', { limit: '150.00', tif }).said).toEqual([
      'a1 rejected EXCHANGE_CLOSED: The symbol is halted: it takes orders with time in force day or gtc.',
    ])
  })

  test('lets orders be cancelled and replaced; a replace that loses its place comes back behind the others', () => {
    const { venue, alice, bob } = market()
    alice.buy('10', { limit: '150.00' })
    alice.buy('5', { limit: '150.00' })
    alice.buy('1', { limit: '150.00' })
    venue.halt()
    bob.sell('3', { limit: '150.00' })
    expect(alice.replace('a1', { quantity: '12' }).said).toEqual([
      'a1 restated (378=99, REST replace), goes to the back: buy limit 150.00, suspended 0+12 of 12, holds 1800.00',
    ])
    expect(alice.replace('a2', { quantity: '4' }).said).toEqual([
      'a2 restated (378=99, REST replace), keeps its place: buy limit 150.00, suspended 0+4 of 4, holds 600.00',
    ])
    expect(alice.cancel('a3').said).toEqual(['a3 cancelled (user_requested, 378=99, REST cancel): cancelled 0+0 of 1'])
    expect(venue.resume().said).toEqual([
      'AAPL resumed: over',
      'a2 reinstated: new 0+4 of 4, holds 600.00',
      'b1 reinstated: new 0+3 of 3, holds 3 shares',
      'a2 buys 3 at 150.00 for 450.00, adding: partially_filled 3+1 of 4, holds 150.00',
      'b1 sells 3 at 150.00 for 450.00, taking: filled 3+0 of 3',
      'a1 reinstated: new 0+12 of 12, holds 1800.00',
    ])
  })

  test('lets the quote move without trading, and triggers stops only when it is over', () => {
    const { venue, alice, bob } = market()
    venue.quote('149.00 x 100', '151.00 x 100')
    alice.buy('10', { limit: '150.00' })
    bob.sell('5', { stop: '140.00' })
    venue.halt()
    expect(venue.quote('138.00 x 100', '139.00 x 100').said).toEqual(['quote AAPL 138.00 x 100 / 139.00 x 100'])
    expect(venue.resume().said).toEqual([
      'AAPL resumed: over',
      'a1 reinstated: new 0+10 of 10, holds 1500.00',
      'a1 buys 10 at 139.00 for 1390.00, taking: filled 10+0 of 10',
      'b1 reinstated: accepted 0+5 of 5, holds 5 shares',
      'b1 triggered: new 0+5 of 5, holds 5 shares',
      'b1 sells 5 at 138.00 for 690.00, taking: filled 5+0 of 5',
    ])
  })

  test('lasts over the end of the day: day orders expire, gtc orders are renewed and stay suspended', () => {
    const { venue, alice } = market()
    alice.buy('10', { limit: '150.00' })
    alice.buy('5', { limit: '149.00', tif: 'gtc' })
    venue.halt()
    expect(venue.endDay().said).toEqual([
      'a1 ends with the day: expired 0+0 of 10',
      '2026-11-20 ends, 2026-11-23 begins',
      'a2 restated (378=1), keeps its place: buy limit 149.00, suspended 0+5 of 5, holds 745.00',
    ])
    expect(venue.resume().said).toEqual(['AAPL resumed: over', 'a2 reinstated: new 0+5 of 5, holds 745.00'])
  })

  test('is one of its symbol and market; a second halt and a second resume change nothing', () => {
    const { venue, alice } = market()
    alice.buy('10', { limit: '40.00', symbol: 'MSFT' })
    venue.halt()
    expect(venue.halt().said).toEqual([])
    expect(alice.order('a1')).toBe('new 0+10 of 10, holds 400.00')
    expect(venue.resume('MSFT').said).toEqual([])
    venue.resume()
    expect(venue.resume().said).toEqual([])
    expect(venue.halt('NOPE').code).toBe('INVALID_SYMBOL')
    expect(venue.resume('NOPE').code).toBe('INVALID_SYMBOL')
  })

  test('keeps what a bust brings back out of the book until it is over', () => {
    const { venue, alice, bob } = market()
    bob.sell('10', { limit: '150.00' })
    alice.buy('10', { limit: '150.00' })
    venue.halt()
    expect(alice.bust('a1').said).toEqual([
      'a1 busted 10 at 150.00 for 1500.00, reopened: suspended 0+10 of 10, holds 1500.00',
      'b1 busted 10 at 150.00 for 1500.00, reopened: suspended 0+10 of 10, holds 10 shares',
      'b1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 10',
    ])
    expect(venue.resume().said).toEqual(['AAPL resumed: over', 'a1 reinstated: new 0+10 of 10, holds 1500.00'])
  })

  test('lasts over the opening: what waits for its session comes back as what it is then', () => {
    const venue = openVenue({ session: 'us_equities' })
    venue.advanceTo('2026-11-23T13:00:00.000Z')
    const alice = venue.account('alice', { cash: '100000.00' })
    const bob = venue.account('bob', { shares: { AAPL: 100 } })
    alice.buy('10', { limit: '150.00' })
    expect(venue.halt().said).toEqual(['AAPL halted: news', 'a1 suspended: suspended 0+10 of 10, holds 1500.00'])
    bob.sell('12', { limit: '150.00' })
    expect(bob.sell('1', { limit: '150.00', tif: 'opg' }).code).toBe('EXCHANGE_CLOSED')
    expect(venue.advanceTo('2026-11-23T14:30:00.000Z').said).toEqual(['the market is open'])
    expect(venue.resume().said).toEqual([
      'AAPL resumed: over',
      'a1 reinstated: new 0+10 of 10, holds 1500.00',
      'b1 reinstated: new 0+12 of 12, holds 12 shares',
      'a1 buys 10 at 150.00 for 1500.00, adding: filled 10+0 of 10',
      'b1 sells 10 at 150.00 for 1500.00, taking: partially_filled 10+2 of 12, holds 2 shares',
    ])
    venue.halt()
    venue.advanceTo('2026-11-23T21:00:00.000Z')
    expect(bob.order('b1')).toBe('expired 10+0 of 12')
  })

  test('that ends after the close brings a gtc order back to where it waits for the next session', () => {
    const venue = openVenue({ session: 'us_equities' })
    const alice = venue.account('alice', { cash: '100000.00' })
    alice.buy('10', { limit: '150.00', tif: 'gtc' })
    venue.halt()
    venue.advanceTo('2026-11-20T21:30:00.000Z')
    expect(venue.resume().said).toEqual(['AAPL resumed: over', 'a1 reinstated: accepted 0+10 of 10, holds 1500.00'])
    expect(venue.advanceTo('2026-11-23T14:30:00.000Z').said.at(-1)).toBe('a1 joins the book: new 0+10 of 10, holds 1500.00')
  })

  test('that ends after the close lets nothing meet the quote in the night; when it ended stands in the order', () => {
    const venue = openVenue({ session: 'us_equities' })
    const alice = venue.account('alice', { cash: '100000.00' })
    alice.buy('10', { limit: '150.00', tif: 'gtc' })
    venue.halt()
    venue.quote('148.00 x 100', '149.00 x 100')
    venue.advanceTo('2026-11-20T21:30:00.000Z')
    expect(venue.resume().said).toEqual(['AAPL resumed: over', 'a1 reinstated: accepted 0+10 of 10, holds 1500.00'])
    expect(alice.stored('a1')).toMatchObject({ createdAt: Date.parse('2026-11-20T15:04:05.123Z'), updatedAt: venue.at })
    expect(venue.advanceTo('2026-11-23T14:30:00.000Z').said.at(-1)).toBe('a1 buys 10 at 149.00 for 1490.00, taking: filled 10+0 of 10')
  })

  test('meets orders on their way to the venue when they get there', () => {
    const venue = openVenue({ latency: { ...NO_LATENCY, new: { ms: 1000, jitterMs: 0 } } })
    const alice = venue.account('alice', { cash: '100000.00' })
    alice.buy('10', { limit: '150.00' })
    alice.buy('1', { limit: '150.00', tif: 'ioc' })
    expect(venue.halt().said).toEqual(['AAPL halted: news'])
    venue.advanceTo('2026-11-20T15:04:07.000Z')
    expect([alice.order('a1'), alice.order('a2')]).toEqual(['suspended 0+10 of 10, holds 1500.00', 'cancelled 0+0 of 1'])
    expect(venue.resume().said).toEqual(['AAPL resumed: over', 'a1 reinstated: new 0+10 of 10, holds 1500.00'])
  })

  test('suspends the exits of a bracket with it; a fill when it is over moves both', () => {
    const { venue, alice, bob } = market()
    const group = {
      orderClass: OrderClass.Bracket,
      takeProfitTicks: ticks('160.00'),
      stopLossTicks: ticks('140.00'),
      stopLossLimitTicks: 0,
    }
    alice.buy('10', { limit: '150.00', group })
    bob.sell('10', { limit: '150.00' })
    expect(venue.halt().said).toHaveLength(3)
    bob.buy('4', { limit: '160.00' })
    expect(
      venue
        .resume()
        .said.slice(1)
        .map((line) => line.slice(line.indexOf(' ') + 1)),
    ).toEqual([
      'reinstated: new 0+10 of 10, holds 10 shares',
      'reinstated: accepted 0+10 of 10',
      'reinstated: new 0+4 of 4, holds 640.00',
      'sells 4 at 160.00 for 640.00, adding: partially_filled 4+6 of 10, holds 6 shares',
      'buys 4 at 160.00 for 640.00, taking: filled 4+0 of 4',
      'restated (378=99, what the other exit has left), keeps its place: sell stop 140.00, accepted 0+6 of 6',
    ])
  })

  test('brings back no exit whose other one the quote has filled by then', () => {
    const { venue, bob } = market()
    const group = { orderClass: OrderClass.Oco, takeProfitTicks: 0, stopLossTicks: ticks('140.00'), stopLossLimitTicks: 0 }
    bob.sell('10', { limit: '155.00', group })
    venue.halt()
    venue.quote('156.00 x 100', '157.00 x 100')
    const loss = venue.state.order(2)!.clientOrderId
    expect(venue.resume().said.map((line) => line.replace(loss, 'loss'))).toEqual([
      'AAPL resumed: over',
      'b1 reinstated: new 0+10 of 10, holds 10 shares',
      'b1 sells 10 at 156.00 for 1560.00, taking: filled 10+0 of 10',
      'loss cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
    ])
  })

  test('is in a snapshot, and in a replay of the journal', () => {
    const { venue, alice, bob } = market()
    alice.buy('10', { limit: '150.00' })
    bob.sell('5', { stop: '140.00' })
    venue.halt()
    bob.sell('5', { limit: '149.00' })
    const snapshot = takeSnapshot(venue.state)
    const restored = restoreSnapshot(snapshot, { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
    expect(fingerprint(restored)).toBe(fingerprint(venue.state))
    const replayed = venue.restart()
    expect(fingerprint(replayed.state)).toBe(fingerprint(venue.state))
    expect(replayed.resume().said).toEqual(venue.resume().said)
  })
})
