import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Engine } from '../../src/engine/engine.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { isOpen, OrderStatus, Side } from '../../src/domain/orders/order.ts'
import type { Event } from '../../src/domain/event.ts'
import { CALENDAR, lots, openVenue, ticks, type Trader, type Venue } from '../engine/engine-under-test.ts'

const RUNS = 60
const SYMBOLS = ['AAPL', 'WHOLE'] as const

type Action =
  | {
      readonly do: 'order'
      readonly trader: number
      readonly symbol: number
      readonly buys: boolean
      readonly shares: number
      readonly cents: number
      readonly kind: number
    }
  | { readonly do: 'cancel'; readonly pick: number }
  | { readonly do: 'replace'; readonly pick: number; readonly shares: number }
  | { readonly do: 'fill'; readonly pick: number; readonly shares: number }
  | { readonly do: 'halt' | 'resume'; readonly symbol: number }
  | { readonly do: 'quote'; readonly symbol: number; readonly cents: number }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'split'; readonly symbol: number; readonly numerator: number; readonly denominator: number }
  | { readonly do: 'dividend'; readonly symbol: number; readonly ticks: number; readonly days: number }
  | { readonly do: 'end of day' }

const symbol = fc.nat(SYMBOLS.length - 1)
const pick = fc.nat(1_000)
const just = <T extends string>(what: T) => fc.constant(what)
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: just('order'),
      trader: fc.nat(2),
      symbol,
      buys: fc.boolean(),
      shares: fc.integer({ min: 1, max: 12 }),
      cents: fc.integer({ min: 9_000, max: 11_000 }),
      kind: fc.nat(5),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: just('cancel'), pick }) },
  { weight: 2, arbitrary: fc.record({ do: just('replace'), pick, shares: fc.integer({ min: 1, max: 15 }) }) },
  { weight: 2, arbitrary: fc.record({ do: just('fill'), pick, shares: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ do: just('halt'), symbol }) },
  { weight: 3, arbitrary: fc.record({ do: just('resume'), symbol }) },
  { weight: 2, arbitrary: fc.record({ do: just('quote'), symbol, cents: fc.integer({ min: 9_000, max: 11_000 }) }) },
  { weight: 2, arbitrary: fc.record({ do: just('wait'), minutes: fc.integer({ min: 1, max: 10 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: just('split'),
      symbol,
      numerator: fc.integer({ min: 1, max: 7 }),
      denominator: fc.integer({ min: 1, max: 7 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: just('dividend'), symbol, ticks: fc.integer({ min: 1, max: 9_999 }), days: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ do: just('end of day') }) },
)

test(`splits keep cost and money, halts keep the book uncrossed, a replay and a snapshot give the same: ${RUNS} runs of 80 actions`, () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 80, maxLength: 80 }), (actions) => {
      const run = new Run()
      for (const one of actions) run.act(one)
      const { venue } = run
      const after = fingerprint(venue.state)
      expect(fingerprint(replayed(venue))).toBe(after)
      const restored = restoreSnapshot(takeSnapshot(venue.state), { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
      expect(fingerprint(restored)).toBe(after)
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  )
}, 90_000)

function replayed(venue: Venue): Engine['state'] {
  const engine = new Engine({ calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
  venue.journal.forEach((event, index) => {
    engine.apply(event, index + 1)
    if (index % 9 === 0) engine.releaseEnded(index + 2)
  })
  return engine.state
}

class Run {
  readonly venue = openVenue({ bandBasisPoints: 500, bandPauseMs: 120_000, selfMatch: 'cancel_resting' })
  private readonly traders: readonly Trader[]
  private readonly orders: { readonly trader: Trader; readonly id: string }[] = []

  constructor() {
    const { venue } = this
    this.traders = ['a', 'b', 'c'].map((name) => venue.account(name, { cash: '100000.00', shares: { AAPL: 100, WHOLE: 100 } }))
    venue.execute({
      type: 'UpdateAccount',
      account: 0,
      tradingConfigurations: {},
      changes: '{"dividend_reinvestment":true}',
      changesContact: false,
      changesIdentity: false,
    })
    venue.allowDebts()
  }

  // Venue checks the invariants after every command: no cent without its other side, no crossed book, holds as the orders imply.
  act(one: Action): void {
    const { venue } = this
    switch (one.do) {
      case 'order':
        this.order(one)
        return
      case 'cancel':
        this.any(one.pick, ({ trader, id }) => trader.cancel(id))
        return
      case 'replace':
        this.any(one.pick, ({ trader, id }) => trader.replace(id, { quantity: String(one.shares) }))
        return
      case 'fill':
        this.any(one.pick, ({ trader, id }) => this.fill(trader, id, one.shares))
        return
      case 'halt':
        venue.halt(SYMBOLS[one.symbol])
        return
      case 'resume':
        venue.resume(SYMBOLS[one.symbol])
        return
      case 'quote': {
        const name = SYMBOLS[one.symbol]!
        venue.quote(`${price(one.cents)} x 5`, `${price(one.cents + 100)} x 5`, name)
        return
      }
      case 'wait':
        // no further than the day: its end is an action of its own
        venue.at = Math.min(venue.at + one.minutes * 60_000, CALENDAR.rollAt(venue.state.market(0).tradeDay) - 1)
        venue.execute({ type: 'AdvanceTime' })
        return
      case 'split': {
        const { numerator, denominator } = one
        this.announce(one.symbol, { type: 'split', numerator, denominator })
        return
      }
      case 'dividend': {
        let payDay = CALENDAR.nextBusinessDay(venue.state.market(0).tradeDay)
        for (let day = 0; day < one.days; day++) payDay = CALENDAR.nextBusinessDay(payDay)
        this.announce(one.symbol, { type: 'cash_dividend', amountTicks: one.ticks, payDay })
        return
      }
      case 'end of day':
        this.endDay()
        return
      default:
        one satisfies never
    }
  }

  private order({ trader, symbol: index, buys, shares, cents, kind }: Extract<Action, { do: 'order' }>): void {
    const account = this.traders[trader]!
    const id = `o${this.orders.length}`
    const name = SYMBOLS[index]!
    // what a share costs after every split so far, so that orders go on meeting
    const scale = this.scaleOf(index)
    const limit = price(Math.max(1, Math.round(cents / scale)))
    const terms =
      kind === 0
        ? { id, symbol: name }
        : kind === 1
          ? { id, symbol: name, stop: limit, tif: 'gtc' as const }
          : { id, symbol: name, limit, tif: kind === 2 ? ('day' as const) : ('gtc' as const), cancelOnHalt: kind === 5 }
    const quantity = String(Math.max(1, Math.round(shares * scale)))
    if (buys) account.buy(quantity, terms)
    else account.sell(quantity, terms)
    if (account.venue.archive.order(account.index, id)) this.orders.push({ trader: account, id })
  }

  private scaleOf(index: number): number {
    const instrument = this.venue.state.instrumentBySymbol(SYMBOLS[index]!)
    const splits = this.venue.state.market(0).splits.filter((split) => split.instrument === instrument)
    return splits.reduce((scale, { numerator, denominator }) => (scale * numerator) / denominator, 1)
  }

  private fill(trader: Trader, id: string, shares: number): void {
    const order = trader.stored(id)
    const worst = order.limitTicks || order.collarTicks || ticks('100.00')
    // a market order without a price to measure from has none
    if (order.status === OrderStatus.Rejected || (isOpen(order.status) && order.cashCents > 0)) return
    this.venue.execute({ type: 'FillOrder', market: 0, orderNumber: order.number, quantityLots: lots(String(shares)), priceTicks: worst })
  }

  private announce(index: number, terms: Parameters<typeof announcement>[1]): void {
    const exDay = CALENDAR.nextBusinessDay(this.venue.state.market(0).tradeDay)
    this.venue.execute({ ...announcement(SYMBOLS[index]!, terms), exDay })
  }

  private endDay(): void {
    const { venue } = this
    const costs = (): readonly string[] =>
      this.traders.flatMap(({ index }) =>
        [...venue.state.account(index).positions.values()]
          .filter(({ shares, lots: parts }) => shares > 0 || (shares === 0 && parts > 0))
          .map(({ instrument, basisWhole, basisFraction }) => `${index} ${instrument} ${basisWhole} ${basisFraction}`),
      )
    const cash = (): number => this.traders.reduce((sum, { index }) => sum + venue.state.account(index).cashCents, 0)
    const before = costs()
    const cashBefore = cash()
    const { events } = venue.endDay()
    const changesCost =
      events.some(({ type }) => type === 'OrderFilled') || events.some((event) => event.type === 'PositionSplit' && event.paidLots > 0)
    if (!changesCost) expect(costs()).toEqual(before)
    expect(cash() - cashBefore).toBe(events.reduce((sum, event) => sum + received(event), 0))
    venue.at = Math.max(venue.at, CALENDAR.rollAt(CALENDAR.previousBusinessDay(venue.state.market(0).tradeDay)))
  }

  private any(index: number, act: (order: { readonly trader: Trader; readonly id: string }) => void): void {
    const order = this.orders[index % Math.max(1, this.orders.length)]
    if (order) act(order)
  }
}

/** What an event of the new day does to cash: a reinvestment may meet an order of another client. */
function received(event: Event): number {
  if (event.type === 'DividendPaid' || event.type === 'PositionSplit') return event.cents
  if (event.type !== 'OrderFilled') return 0
  return event.order.side === Side.Buy ? -event.cents : event.cents
}

type Terms =
  | { readonly type: 'split'; readonly numerator: number; readonly denominator: number }
  | { readonly type: 'cash_dividend'; readonly amountTicks: number; readonly payDay: number }

const announcement = (name: string, terms: Terms) => ({ type: 'AnnounceCorporateAction' as const, market: 0, symbol: name, terms })

const price = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
