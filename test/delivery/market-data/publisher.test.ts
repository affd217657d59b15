import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Subscription } from '../../../src/delivery/market-data/subscription.ts'
import { MarketDataPublisher } from '../../../src/delivery/market-data/publisher.ts'
import type { Batch } from '../../../src/domain/batch.ts'
import type { Command } from '../../../src/domain/command.ts'
import { Side } from '../../../src/domain/orders/order.ts'
import { day, openVenue, type Venue } from '../../engine/engine-under-test.ts'
import { ManualClock } from '../../support/manual-clock.ts'

let clock: ManualClock
let venue: Venue
let publisher: MarketDataPublisher
/** looks that wait until what they saw is durable; undefined: everything is durable at once */
let held: (() => void)[] | undefined
let looks: number

const AAPL = 0
const MSFT = 1

beforeEach(() => open())

function open(rules?: Parameters<typeof openVenue>[0]): void {
  clock = new ManualClock()
  venue = openVenue(rules)
  held = undefined
  looks = 0
  publisher = new MarketDataPublisher({
    view: venue.state,
    clock,
    whenDurable(done) {
      looks++
      if (held === undefined) done()
      else held.push(done)
    },
  })
}

/** Runs a command, and tells the publisher of its batch. */
function run(command: Command): void {
  tell(venue.execute(command))
}

function tell({ events }: Pick<Batch, 'events'>): void {
  publisher.onDurable({ position: venue.journal.length + 1 - events.length, sealedAt: clock.epochMs(), events, sessions: [] })
}

function quote(bidTicks: number, symbol = 'AAPL'): void {
  const lots = 1_000_000_000
  run({ type: 'MoveQuote', market: 0, symbol, quote: { bidTicks, askTicks: 2_000_000, bidLots: lots, askLots: lots } })
}

/** A reader that is told, and takes when a test says so. */
function reader({
  instruments = [AAPL],
  levels = 1,
  auctions = false,
}: { instruments?: number[]; levels?: number; auctions?: boolean } = {}) {
  const told = { times: 0 }
  const subscription = publisher.subscribe({ market: 0, instruments, levels, auctions, onReady: () => told.times++ })
  return { told, subscription }
}

const bids = (subscription: Subscription): (readonly [string, number])[] =>
  subscription.take().map(({ symbol, state }) => [symbol, state.top.bidTicks])

test('without readers nothing is looked at, and after the last one has ended nothing more', () => {
  quote(1_000_000)
  clock.advance(5_000)
  expect(looks).toBe(0)
  const { subscription } = reader()
  const { subscription: other } = reader()
  clock.advance(2_000)
  expect(looks).toBe(2)
  other.end()
  subscription.end()
  subscription.end()
  quote(1_010_000)
  const at = vi.spyOn(clock, 'at')
  onTestFinished(() => at.mockRestore())
  clock.advance(5_000)
  expect(looks).toBe(2)
  expect(at).not.toHaveBeenCalled()
})

test('what nobody has listened to for a while is as it is now for who comes then', () => {
  const { subscription } = reader()
  expect(bids(subscription)).toEqual([['AAPL', 0]])
  subscription.end()
  quote(1_010_000)
  expect(bids(reader().subscription)).toEqual([['AAPL', 1_010_000]])
})

test('a reader takes as many symbols at a time as it wants', () => {
  const { subscription } = reader({ instruments: [AAPL, MSFT] })
  expect([1, 1, 1].map((most) => subscription.take(most).map(({ symbol }) => symbol))).toEqual([['AAPL'], ['MSFT'], []])
})

test('whoever watches what part of its day a market is in is told of what may change it, also where nobody reads, and twice who watches twice', () => {
  let told = 0
  const changed = (): void => void told++
  const since = (): number => told - (told = 0)
  const callOff = publisher.watchPhase(0, changed)
  publisher.watchPhase(0, changed)
  run({ type: 'SetClock', market: 0, to: clock.epochMs() })
  expect(since()).toBe(2)
  run({ type: 'SetKillSwitch', scope: 'all', id: 0, on: true, operator: 'op' })
  expect(since()).toBe(2)
  callOff()
  run({ type: 'SetClock', market: 0 })
  expect(since()).toBe(1)
})

test('whoever watches is told as a market goes on to the next part of its day, and nobody who watches another market', () => {
  open({ session: 'us_equities' })
  const told = [0, 0]
  for (const market of [0, 1]) publisher.watchPhase(market, () => void told[market]!++)
  tell(venue.advanceTo('2026-11-20T20:59:59.999Z'))
  expect(told).toEqual([0, 0])
  tell(venue.advanceTo('2026-11-20T21:00:00Z'))
  expect(told).toEqual([1, 0])
})

test('a reader that has ended twice takes nothing from those who are still there, and what it listened to alone is not looked at any more', () => {
  const { subscription, told } = reader({ instruments: [MSFT] })
  subscription.take()
  const { subscription: ended } = reader({ instruments: [AAPL, MSFT] })
  quote(1_000_000)
  for (let times = 0; times < 2; times++) ended.end()
  expect(ended.take()).toEqual([])
  clock.advance(50)
  expect(looks).toBe(0)
  quote(1_000_000, 'MSFT')
  clock.advance(1_000)
  expect([told.times, looks]).toEqual([1, 2])
})

test('a reader has the present state at once, is told once of what changes, and takes the newest of each symbol', () => {
  const { subscription, told } = reader({ instruments: [AAPL, MSFT] })
  expect(bids(subscription)).toEqual([
    ['AAPL', 0],
    ['MSFT', 0],
  ])
  for (let step = 1; step <= 30; step++) {
    quote(1_000_000 + step * 10_000)
    if (step === 15) quote(1_000_000, 'MSFT')
    clock.advance(50)
  }
  expect(told.times).toBe(1)
  expect(bids(subscription)).toEqual([
    ['AAPL', 1_300_000],
    ['MSFT', 1_000_000],
  ])
  expect(subscription.take()).toEqual([])
  quote(1_310_000)
  clock.advance(50)
  expect(told.times).toBe(2)
})

test('what changes within 50 ms is looked at once', () => {
  reader()
  quote(1_000_000)
  clock.advance(0)
  expect(looks).toBe(1)
  for (let step = 1; step <= 10; step++) {
    quote(1_000_000 + step * 10_000)
    clock.advance(4)
  }
  expect(looks).toBe(1)
  clock.advance(10)
  expect(looks).toBe(2)
})

test('a look that has taken 5 ms leaves the other symbols to the next one, and that comes after twenty times as long as it took', () => {
  const symbols = ['AAPL', 'MSFT', 'PENY', 'WHOLE']
  // on this machine 3 ms pass from one look at the clock to the next, while symbols are looked at
  let [passed, slowness] = [0, 0]
  const monotonicMs = (): number => {
    const now = clock.monotonicMs() + passed
    passed += slowness
    return now
  }
  const at = (moment: number, run: () => void): (() => void) =>
    clock.at(moment - passed, () => {
      slowness = 3
      run()
      slowness = 0
    })
  publisher = new MarketDataPublisher({
    view: venue.state,
    clock: { epochMs: () => clock.epochMs(), monotonicMs, at },
    whenDurable: (done) => done(),
  })
  const told: (readonly [number, readonly string[]])[] = []
  const onReady = (): void => void told.push([monotonicMs(), subscription.take().map(({ symbol }) => symbol)])
  const subscription = publisher.subscribe({ market: 0, instruments: [0, 1, 2, 3], levels: 1, auctions: false, onReady })
  expect(subscription.take()).toHaveLength(4)
  for (const symbol of symbols) quote(10_000, symbol)
  clock.advance(500)
  expect(told.map(([, seen]) => seen)).toEqual([symbols.slice(0, 2), symbols.slice(2)])
  expect(told[1]![0] - told[0]![0]).toBe(180)
})

test('a reader is told of what was seen once that is durable', () => {
  held = []
  const { subscription, told } = reader()
  subscription.take()
  quote(1_000_000)
  clock.advance(50)
  quote(1_010_000)
  clock.advance(500)
  expect([looks, told.times, subscription.take()]).toEqual([1, 0, []])
  for (const done of held.splice(0)) done()
  expect(told.times).toBe(1)
  expect(bids(subscription)).toEqual([['AAPL', 1_000_000]])
})

test('nobody is told of what looks the same', () => {
  const { subscription, told } = reader()
  quote(1_000_000)
  clock.advance(50)
  subscription.take()
  quote(1_000_000)
  clock.advance(5_000)
  expect(told.times).toBe(1)
})

test('a reader that wants more levels than anyone before has them with the next look; for the others the best prices stay the same', () => {
  const alice = venue.account('alice', { cash: '100000.00' })
  alice.buy('1', { limit: '99.00' })
  quote(1_000_000)
  const { subscription: shallow, told } = reader()
  const [before] = shallow.take()
  const { subscription: deep, told: deepTold } = reader({ levels: 2 })
  expect(deep.take()).toEqual([])
  clock.advance(50)
  expect(deepTold.times).toBe(1)
  expect(deep.take().map(({ state }) => state.depth.bids.map(({ ticks }) => ticks))).toEqual([[1_000_000, 990_000]])
  expect(told.times).toBe(1)
  expect(shallow.take()[0]!.state.top).toBe(before!.state.top)
})

test('a reader that wants more levels is told although there are no more; who comes behind the look has its state at once', () => {
  quote(1_000_000)
  reader()
  const { subscription: deep, told } = reader({ levels: 2 })
  expect(deep.take()).toEqual([])
  clock.advance(50)
  expect(told.times).toBe(1)
  expect(bids(deep)).toEqual([['AAPL', 1_000_000]])
  quote(1_010_000)
  clock.advance(50)
  expect(bids(reader({ levels: 2 }).subscription)).toEqual([['AAPL', 1_010_000]])
})

test('a look that saw fewer levels than a reader wants by then is none for it', () => {
  quote(1_000_000)
  reader()
  const { told } = reader({ levels: 2 })
  held = []
  clock.advance(50)
  const { subscription: deeper, told: deeperTold } = reader({ levels: 3 })
  for (const done of held.splice(0)) done()
  expect([told.times, deeperTold.times, deeper.take()]).toEqual([0, 0, []])
  clock.advance(50)
  for (const done of held.splice(0)) done()
  expect([told.times, deeperTold.times]).toEqual([1, 1])
})

test('a reader that waits for more levels takes nothing before, whatever happens to the best prices and trades meanwhile', () => {
  const opening = { cash: '100000.00', shares: { AAPL: 1_000 } }
  const [alice, bob] = [venue.account('alice', opening), venue.account('bob', opening)]
  alice.buy('1', { limit: '99.00' })
  quote(1_000_000)
  const { subscription: shallow } = reader()
  shallow.take()
  held = []
  quote(1_010_000)
  clock.advance(50)
  const { subscription: deep, told } = reader({ levels: 3 })
  tell(bob.sell('4', { limit: '160.00' }))
  tell(alice.buy('4', { limit: '160.00' }))
  expect([told.times, deep.take()]).toEqual([0, []])
  for (const done of held.splice(0)) done()
  expect([told.times, deep.take(), bids(shallow)]).toEqual([0, [], [['AAPL', 1_010_000]]])
  clock.advance(50)
  for (const done of held.splice(0)) done()
  expect(told.times).toBe(1)
  const seen = deep.take().map(({ state, prints }) => [state.depth.bids.map(({ ticks }) => ticks), prints.map(({ ticks }) => ticks)])
  expect(seen).toEqual([[[1_010_000, 990_000], [1_600_000]]])
})

test('a reader of auctions has them whoever else wants fewer levels or more, and is told of what becomes of each', () => {
  const alice = venue.account('alice', { cash: '100000.00', shares: { AAPL: 100 } })
  const bob = venue.account('bob', { cash: '100000.00' })
  quote(1_000_000)
  reader({ levels: 2 })
  const { subscription } = reader({ levels: 2, auctions: true })
  reader()
  const told = (change: () => unknown) => {
    change()
    clock.advance(50)
    return subscription.take().map(({ state: { opening, closing } }) => [opening?.pairedLots, closing?.pairedLots])
  }
  const share = 1_000_000_000
  expect(told(() => undefined)).toEqual([[undefined, undefined]])
  expect(reader({ auctions: true }).subscription.take()).toHaveLength(1)
  tell(alice.sell('5', { tif: 'opg', limit: '150.00' }))
  expect(told(() => tell(bob.buy('3', { tif: 'opg', limit: '150.00' })))).toEqual([[3 * share, undefined]])
  tell(alice.sell('5', { tif: 'cls', limit: '150.00' }))
  expect(told(() => tell(bob.buy('2', { tif: 'cls', limit: '150.00' })))).toEqual([[3 * share, 2 * share]])
  told(() => reader({ levels: 5 }))
  expect(told(() => tell(bob.buy('1', { tif: 'cls', limit: '150.00' })))).toEqual([[3 * share, 3 * share]])
  expect(told(() => tell(bob.buy('1', { tif: 'opg', limit: '150.00' })))).toEqual([[4 * share, 3 * share]])
  expect(told(() => clock.advance(5_000))).toEqual([])
})

test('an imbalance of the same size on the other side is told', () => {
  const alice = venue.account('alice', { cash: '100000.00', shares: { AAPL: 100 } })
  const bob = venue.account('bob', { cash: '100000.00' })
  const { subscription } = reader({ auctions: true })
  const told = () => {
    clock.advance(50)
    return subscription.take().map(({ state: { opening } }) => [opening?.pairedLots, opening?.imbalanceLots, opening?.side])
  }
  const share = 1_000_000_000
  const terms = { tif: 'opg', limit: '150.00' } as const
  tell(alice.sell('4', terms))
  tell(alice.sell('1', terms))
  tell(bob.buy('4', terms))
  expect(told()).toEqual([[4 * share, share, Side.Sell]])
  tell(alice.cancel('a2'))
  tell(bob.buy('1', terms))
  expect(told()).toEqual([[4 * share, share, Side.Buy]])
})

test('a halt is told, and the end of it', () => {
  const { subscription } = reader()
  subscription.take()
  const halts: boolean[] = []
  for (const type of ['HaltSymbol', 'ResumeSymbol'] as const) {
    run({ type, market: 0, symbol: 'AAPL', reason: '', operator: 'op' })
    clock.advance(50)
    halts.push(...subscription.take().map(({ state }) => state.top.isHalted))
  }
  expect(halts).toEqual([true, false])
})

test('while a market’s clock stands still its quotes are looked at once a second all the same, no faster', () => {
  run({ type: 'SetClock', market: 0, to: clock.epochMs() + 999 })
  reader()
  clock.advance(10_000)
  expect(looks).toBe(10)
})

test('while the machine’s clock is behind what has happened quotes are looked at once a second all the same, no faster', () => {
  venue.at = clock.epochMs() + 3_600_876
  quote(1_000_000)
  reader()
  clock.advance(10_000)
  expect(looks).toBe(10)
})

test('a reader that comes behind the last one is looked for once a second, too', () => {
  run({ type: 'SetClock', market: 0, to: clock.epochMs() + 999 })
  reader().subscription.end()
  clock.advance(500)
  reader()
  clock.advance(10_000)
  expect(looks).toBe(10)
})

test('a reader of auctions who wants fewer levels takes none from the others', () => {
  const alice = venue.account('alice', { cash: '100000.00' })
  alice.buy('1', { limit: '99.00' })
  quote(1_000_000)
  const { subscription } = reader({ levels: 2 })
  reader({ levels: 1, auctions: true })
  const levels = () => {
    clock.advance(50)
    return subscription.take().map(({ state }) => state.depth.bids.map(({ ticks }) => ticks))
  }
  expect(levels()).toEqual([[1_000_000, 990_000]])
  quote(1_010_000)
  expect(levels()).toEqual([[1_010_000, 990_000]])
})

test('the end of a day and a reset are told with the next look, not with the next second', () => {
  run({ type: 'SetClock', market: 0, to: clock.epochMs() })
  quote(1_600_000)
  const { subscription } = reader()
  const told = () => {
    clock.advance(50)
    return subscription.take().map(({ state: { top } }) => [top.bidTicks, top.previousCloseTicks])
  }
  expect(told()).toEqual([[1_600_000, 1_500_000]])
  run({ type: 'EndTradingDay', market: 0, nextDay: day('2026-11-23') })
  expect(told()).toEqual([[1_600_000, 1_600_000]])
  run({ type: 'ResetMarket', market: 0, partner: 0, quotes: [], accounts: [] })
  expect(told()).toEqual([[0, 1_500_000]])
})

test('the running clock of a market is followed at its own seconds', () => {
  reader()
  // the clock of the test stands at 123 ms of a second
  clock.advance(876)
  expect(looks).toBe(0)
  clock.advance(1)
  expect(looks).toBe(1)
})

test('… also where it is ahead of the machine’s', () => {
  run({ type: 'SetClock', market: 0, to: venue.at + 500 })
  run({ type: 'SetClock', market: 0 })
  reader()
  clock.advance(376)
  expect(looks).toBe(0)
  clock.advance(1)
  expect(looks).toBe(1)
})

test('the last trade is none that is told late, is in the shares after a split, and is gone with a reset', () => {
  const alice = venue.account('alice', { cash: '10000.00' })
  const { subscription } = reader()
  const told = () => {
    clock.advance(1_000)
    return subscription.take().map(({ lastTrade }) => lastTrade)
  }
  quote(1_000_000)
  tell(alice.buy('1', { limit: '200.00' }))
  const lots = 1_000_000_000
  expect(told()).toMatchObject([{ ticks: 2_000_000, lots }])
  run({ type: 'SetClock', market: 0, to: clock.epochMs() })
  expect(told()).toEqual([])
  tell(alice.buy('1', { limit: '90.00' }))
  tell(alice.cancel('a2'))
  run({ type: 'FillOrder', market: 0, orderNumber: venue.state.findOrder(0, 'a2')!.number, quantityLots: lots, priceTicks: 900_000 })
  expect(told()).toEqual([])
  const terms = { type: 'split', numerator: 2, denominator: 1 } as const
  run({ type: 'AnnounceCorporateAction', market: 0, symbol: 'AAPL', exDay: day('2026-11-23'), terms })
  run({ type: 'EndTradingDay', market: 0, nextDay: day('2026-11-23') })
  expect(told()).toMatchObject([{ ticks: 1_000_000, lots: 0 }])
  run({ type: 'ResetMarket', market: 0, partner: 0, quotes: [], accounts: [] })
  quote(1_000_000)
  expect(told()).toEqual([undefined])
})

test('each side of the best prices, and of what is behind them, is told by itself', () => {
  const alice = venue.account('alice', { cash: '100000.00', shares: { AAPL: 100 } })
  const { subscription } = reader({ levels: 2 })
  subscription.take()
  const told = (change: () => unknown) => {
    change()
    clock.advance(50)
    return subscription.take().map(({ state: { top, depth } }) => ({
      top: [top.bidTicks, top.bidLots, top.askTicks, top.askLots],
      depth: [depth.bids, depth.asks].map((levels) => levels.map(({ ticks, lots, orders }) => [ticks, lots, orders])),
    }))
  }
  const share = 1_000_000_000
  expect(told(() => tell(alice.buy('1', { limit: '99.00' })))).toEqual([
    { top: [990_000, share, 0, 0], depth: [[[990_000, share, 1]], []] },
  ])
  expect(told(() => tell(alice.buy('1', { limit: '99.00' })))).toEqual([
    { top: [990_000, 2 * share, 0, 0], depth: [[[990_000, 2 * share, 2]], []] },
  ])
  tell(alice.sell('1', { limit: '101.00' }))
  expect(told(() => tell(alice.cancel('a3')))).toEqual([])
  expect(told(() => tell(alice.sell('1', { limit: '101.00' })))).toEqual([
    { top: [990_000, 2 * share, 1_010_000, share], depth: [[[990_000, 2 * share, 2]], [[1_010_000, share, 1]]] },
  ])
  expect(told(() => tell(alice.sell('2', { limit: '101.00' })))).toMatchObject([{ top: [990_000, 2 * share, 1_010_000, 3 * share] }])
  expect(told(() => tell(alice.sell('4', { limit: '102.00' })))).toEqual([
    {
      top: [990_000, 2 * share, 1_010_000, 3 * share],
      depth: [
        [[990_000, 2 * share, 2]],
        [
          [1_010_000, 3 * share, 2],
          [1_020_000, 4 * share, 1],
        ],
      ],
    },
  ])
})

test('a price that alone has changed is told: the best one, and that of a share', () => {
  const alice = venue.account('alice', { cash: '100000.00', shares: { AAPL: 100 } })
  const bob = venue.account('bob', { cash: '100000.00' })
  const { subscription } = reader()
  const told = () => {
    clock.advance(50)
    return subscription.take().map(({ state: { top, depth } }) => [top.askTicks, depth.asks[0]!.ticks, top.currentTicks])
  }
  tell(alice.sell('1', { limit: '101.00' }))
  tell(bob.buy('1', { limit: '101.00' }))
  tell(alice.sell('1', { limit: '102.00' }))
  expect(told()).toEqual([[1_020_000, 1_020_000, 1_010_000]])
  tell(alice.cancel('a2'))
  tell(alice.sell('1', { limit: '103.00' }))
  expect(told()).toEqual([[1_030_000, 1_030_000, 1_010_000]])
  tell(bob.buy('1', { limit: '103.00' }))
  tell(alice.sell('1', { limit: '103.00' }))
  expect(told()).toEqual([[1_030_000, 1_030_000, 1_030_000]])
})

test('a level behind the best is told when its size, or the number of its orders, has changed alone', () => {
  const alice = venue.account('alice', { cash: '100000.00', shares: { AAPL: 100 } })
  const { subscription } = reader({ levels: 2 })
  const share = 1_000_000_000
  const told = () => {
    clock.advance(50)
    return subscription.take().map(({ state: { depth } }) => depth.asks.map(({ ticks, lots, orders }) => [ticks, lots / share, orders]))
  }
  const best = [1_010_000, 1, 1]
  tell(alice.sell('1', { limit: '101.00' }))
  tell(alice.sell('2', { limit: '102.00' }))
  expect(told()).toEqual([[best, [1_020_000, 2, 1]]])
  tell(alice.cancel('a2'))
  tell(alice.sell('4', { limit: '102.00' }))
  expect(told()).toEqual([[best, [1_020_000, 4, 1]]])
  tell(alice.cancel('a3'))
  for (const quantity of ['1', '3']) tell(alice.sell(quantity, { limit: '102.00' }))
  expect(told()).toEqual([[best, [1_020_000, 4, 2]]])
})

test('in the day of an exchange the auction that comes next is told, and no other', () => {
  open({ session: 'us_equities' })
  const alice = venue.account('alice', { cash: '100000.00', shares: { AAPL: 100 } })
  const bob = venue.account('bob', { cash: '100000.00' })
  const { subscription } = reader({ auctions: true })
  const told = () => {
    clock.advance(50)
    return subscription.take().map(({ state: { opening, closing } }) => [opening?.pairedLots, closing?.pairedLots])
  }
  const share = 1_000_000_000
  const meet = (tif: 'opg' | 'cls', quantity: string): void => {
    tell(alice.sell(quantity, { tif, limit: '150.00' }))
    tell(bob.buy(quantity, { tif, limit: '150.00' }))
  }
  meet('cls', '2')
  expect(told()).toEqual([[undefined, 2 * share]])
  tell(venue.advanceTo('2026-11-23T14:00:00Z'))
  meet('cls', '3')
  meet('opg', '1')
  expect(told()).toEqual([[share, undefined]])
  tell(venue.advanceTo('2026-11-23T14:30:00Z'))
  expect(told()).toEqual([[undefined, 3 * share]])
})

test('where an auction would clear is told when the price, what meets in it, or what is left over has changed alone', () => {
  const alice = venue.account('alice', { cash: '100000.00', shares: { AAPL: 100 } })
  const bob = venue.account('bob', { cash: '100000.00' })
  const { subscription } = reader({ auctions: true })
  const told = () => {
    clock.advance(50)
    return subscription.take().map(({ state: { opening } }) => [opening?.ticks, opening?.pairedLots, opening?.imbalanceLots])
  }
  const share = 1_000_000_000
  const at = (limit: string) => ({ tif: 'opg', limit }) as const
  tell(alice.sell('4', at('150.00')))
  tell(bob.buy('4', at('150.00')))
  expect(told()).toEqual([[1_500_000, 4 * share, 0]])
  tell(alice.cancel('a1'))
  tell(bob.cancel('b1'))
  tell(alice.sell('4', at('140.00')))
  tell(bob.buy('4', at('140.00')))
  expect(told()).toEqual([[1_400_000, 4 * share, 0]])
  tell(alice.sell('1', at('140.00')))
  tell(bob.buy('1', at('140.00')))
  expect(told()).toEqual([[1_400_000, 5 * share, 0]])
  tell(alice.sell('1', at('140.00')))
  expect(told()).toEqual([[1_400_000, 5 * share, share]])
  tell(alice.sell('2', at('140.00')))
  expect(told()).toEqual([[1_400_000, 5 * share, 3 * share]])
})

test('a trade, its correction and its bust are each told once, however many of its sides tell of it', () => {
  const opening = { cash: '100000.00', shares: { AAPL: 1_000 } }
  const [alice, bob] = [venue.account('alice', opening), venue.account('bob', opening)]
  const { subscription } = reader()
  subscription.take()
  tell(bob.sell('4', { limit: '160.00' }))
  tell(alice.buy('4', { limit: '160.00' }))
  tell(alice.correct('a1', 1, { price: '150.00' }))
  clock.advance(50)
  const lots = 4_000_000_000
  const at = expect.any(Number) as number
  const [{ prints, missedPrints, lastTrade } = expect.unreachable()] = subscription.take()
  expect({ prints, missedPrints, lastTrade }).toEqual({
    prints: [
      { type: 'trade', trade: 1, ticks: 1_600_000, lots, at },
      { type: 'correction', trade: 1, ticks: 1_500_000, lots, at },
    ],
    missedPrints: 0,
    lastTrade: { type: 'trade', trade: 1, ticks: 1_600_000, lots, at },
  })
  tell(alice.correct('a1', 1, { price: '151.00' }))
  tell(alice.bust('a1'))
  clock.advance(50)
  expect(subscription.take().map((update) => update.prints)).toEqual([
    [
      { type: 'correction', trade: 1, ticks: 1_510_000, lots, at },
      { type: 'bust', trade: 1, ticks: 1_510_000, lots, at },
    ],
  ])
})

test('what becomes of trades of the same price and size, one after the other, and of the size of one, is told of each', () => {
  const opening = { cash: '100000.00', shares: { AAPL: 1_000 } }
  const [alice, bob] = [venue.account('alice', opening), venue.account('bob', opening)]
  const { subscription } = reader()
  for (let trade = 1; trade <= 2; trade++) {
    tell(bob.sell('4', { limit: '160.00' }))
    tell(alice.buy('4', { limit: '160.00' }))
  }
  tell(alice.correct('a1', 1, { quantity: '3' }))
  tell(alice.correct('a1', 1, { quantity: '2' }))
  tell(alice.correct('a2', 1, { quantity: '2' }))
  tell(alice.bust('a1'))
  tell(alice.bust('a2'))
  clock.advance(50)
  const share = 1_000_000_000
  expect(subscription.take().map(({ prints }) => prints.map(({ type, trade, lots }) => [type, trade, lots / share]))).toEqual([
    [
      ['trade', 1, 4],
      ['trade', 2, 4],
      ['correction', 1, 3],
      ['correction', 1, 2],
      ['correction', 2, 2],
      ['bust', 1, 2],
      ['bust', 2, 2],
    ],
  ])
})

test('a correction is told although the symbol looks the same', () => {
  const opening = { cash: '100000.00', shares: { AAPL: 1_000 } }
  const [alice, bob] = [venue.account('alice', opening), venue.account('bob', opening)]
  quote(1_000_000)
  const { subscription, told } = reader()
  tell(bob.sell('4', { limit: '160.00' }))
  tell(alice.buy('4', { limit: '160.00' }))
  clock.advance(50)
  const [{ state } = expect.unreachable()] = subscription.take()
  tell(alice.correct('a1', 1, { price: '150.00' }))
  clock.advance(50)
  const [update] = subscription.take()
  expect(update!.state).toBe(state)
  expect(update!.prints.map(({ type }) => type)).toEqual(['correction'])
  expect(told.times).toBe(2)
})

test('a trade that was made before anybody listened is no news to the first reader, however late it becomes durable', () => {
  const opening = { cash: '100000.00', shares: { AAPL: 1_000 } }
  const [alice, bob] = [venue.account('alice', opening), venue.account('bob', opening)]
  tell(bob.sell('4', { limit: '160.00' }))
  const underWay = alice.buy('4', { limit: '160.00' })
  const { subscription } = reader()
  const at = expect.any(Number) as number
  const taken = () => subscription.take().map(({ prints, missedPrints, lastTrade }) => ({ prints, missedPrints, lastTrade }))
  expect(taken()).toEqual([{ prints: [], missedPrints: 0, lastTrade: { ticks: 1_600_000, lots: 0, at } }])
  tell(underWay)
  tell(alice.correct('a1', 1, { price: '150.00' }))
  tell(bob.sell('3', { limit: '161.00' }))
  tell(alice.buy('3', { limit: '161.00' }))
  clock.advance(50)
  const second = { type: 'trade', trade: 2, ticks: 1_610_000, lots: 3_000_000_000, at }
  const prints = [{ type: 'correction', trade: 1, ticks: 1_500_000, lots: 4_000_000_000, at }, second]
  expect(taken()).toEqual([{ prints, missedPrints: 0, lastTrade: second }])
})

test('a reader that is slow gets the last 64 prints, and is told how many it has missed', () => {
  const opening = { cash: '100000.00', shares: { AAPL: 1_000 } }
  const [alice, bob] = [venue.account('alice', opening), venue.account('bob', opening)]
  const trade = (times: number): void => {
    for (let count = 0; count < times; count++) {
      tell(bob.sell('1', { limit: '160.00' }))
      tell(alice.buy('1', { limit: '160.00' }))
    }
  }
  trade(2)
  const { subscription } = reader()
  const taken = () => {
    clock.advance(50)
    return subscription.take().map(({ prints, missedPrints }) => [prints.map((print) => print.trade), missedPrints])
  }
  expect(taken()).toEqual([[[], 0]])
  trade(64)
  expect(taken()).toEqual([[Array.from({ length: 64 }, (_, index) => 3 + index), 0]])
  trade(1)
  expect(taken()).toEqual([[[67], 0]])
  trade(70)
  expect(taken()).toEqual([[Array.from({ length: 64 }, (_, index) => 74 + index), 6]])
  expect(
    reader()
      .subscription.take()
      .map(({ prints, missedPrints }) => [prints, missedPrints]),
  ).toEqual([[[], 0]])
})

test('very many readers are told in pieces, with time for others between them, each of what is newest', () => {
  let spentMs = 0
  const parts = { view: venue.state, whenDurable: (done: () => void): void => done() }
  publisher = new MarketDataPublisher({
    ...parts,
    clock: {
      epochMs: () => clock.epochMs(),
      monotonicMs: () => clock.monotonicMs() + spentMs,
      at: (moment, call) => clock.at(moment - spentMs, call),
    },
  })
  const told: number[] = []
  const subscriptions = Array.from({ length: 12 }, (_, index) =>
    publisher.subscribe({
      market: 0,
      instruments: [AAPL],
      levels: 1,
      auctions: false,
      onReady: () => {
        told.push(index)
        spentMs++
      },
    }),
  )
  for (const subscription of subscriptions) subscription.take()
  quote(1_000_000)
  clock.advance(0)
  expect(told).toEqual([0, 1, 2, 3, 4])
  subscriptions[5]!.end()
  quote(1_010_000)
  clock.advance(9)
  expect(told.length).toBe(5)
  clock.advance(1)
  expect(told).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 10])
  clock.advance(10)
  expect(told).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11])
  clock.advance(50)
  for (const subscription of subscriptions.filter((_, index) => index !== 5)) expect(bids(subscription)).toEqual([['AAPL', 1_010_000]])
})
