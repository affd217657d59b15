import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Disposals, isReversal, StandingTrades } from '../../src/documents/disposals.ts'
import type { Command } from '../../src/domain/command.ts'
import type { PlaceOrder } from '../../src/domain/commands/order-command.ts'
import type { Event } from '../../src/domain/event.ts'
import { toCents } from '../../src/domain/amounts/notional.ts'
import { type Order, OrderClass, OrderStatus, OrderType, Side, TimeInForce } from '../../src/domain/orders/order.ts'
import { Engine } from '../../src/engine/engine.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import type { Delay } from '../../src/engine/venue/latency.ts'
import { nextMeeting } from '../../src/engine/book/matching.ts'
import type { EngineRules } from '../../src/engine/rules.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { ledgerLine } from '../../src/http/resources/documents/ledger-lines.ts'
import { ACTIVITY_TYPE_OF, type ActivityEvent } from '../../src/storage/projections/tables/activity-kinds.ts'
import { CALENDAR, openVenue, type Venue } from '../engine/engine-under-test.ts'
import { readBack } from '../storage/support/event-record.ts'

const RUNS = 25
const COMMANDS = 150
const SYMBOLS = ['AAPL', 'AAPL', 'AAPL', 'PENY', 'WHOLE'] as const

/** What a command is made of, by the state that it meets. */
interface Draw {
  readonly what: number
  readonly account: number
  readonly symbol: number
  readonly buys: boolean
  readonly size: number
  readonly near: number
  readonly pick: number
  readonly session: number
  readonly waitMs: number
  readonly releases: boolean
}

const draw: fc.Arbitrary<Draw> = fc.record({
  what: fc.nat(99),
  account: fc.nat(2),
  symbol: fc.nat(SYMBOLS.length - 1),
  buys: fc.boolean(),
  size: fc.nat(19),
  near: fc.integer({ min: -150, max: 150 }),
  pick: fc.nat(1_000_000),
  session: fc.nat(2),
  waitMs: fc.oneof(
    { weight: 6, arbitrary: fc.nat(3_000) },
    { weight: 2, arbitrary: fc.nat(900_000) },
    { weight: 1, arbitrary: fc.nat(72_000_000) },
  ),
  releases: fc.boolean(),
})

const delay: fc.Arbitrary<Delay> = fc.constantFrom(
  { ms: 0, jitterMs: 0 },
  { ms: 0, jitterMs: 0 },
  { ms: 5, jitterMs: 20 },
  { ms: 300_000, jitterMs: 400_000 },
)

const rules: fc.Arbitrary<Partial<EngineRules>> = fc.record({
  session: fc.constantFrom('always_open', 'us_equities'),
  selfMatch: fc.constantFrom('cancel_aggressor', 'cancel_resting', 'cancel_both', 'decrement', 'reject', 'off'),
  unpriced: fc.constantFrom('wait', 'refuse'),
  stopTrigger: fc.constantFrom('print', 'quote', 'either'),
  staleQuoteMs: fc.constantFrom(0, 60_000),
  liquidity: fc.constantFrom('both', 'both', 'clients'),
  dayOrderEnd: fc.constantFrom('expire', 'done_for_day'),
  bandBasisPoints: fc.constantFrom(0, 0, 100),
  priceBandBasisPoints: fc.constantFrom(0, 0, 500),
  maxOpenOrders: fc.constantFrom(0, 8),
  latency: fc.record({ new: delay, replace: delay, cancel: delay, fill: delay }),
})

test(`whatever is asked for under whatever rules: nothing that could trade waits, previews hold, a replay and a snapshot go on alike: ${RUNS} runs`, () => {
  fc.assert(
    fc.property(rules, fc.array(draw, { minLength: COMMANDS, maxLength: COMMANDS }), fc.nat(COMMANDS - 1), (given, draws, middle) => {
      const venue = openVenue(given)
      for (const name of ['alice', 'bob', 'carol'])
        venue.account(name, { cash: '50000.00', shares: { AAPL: 100, PENY: 20_000, WHOLE: 100 } })
      venue.allowDebts()
      let restored: Engine | undefined
      for (const [index, one] of draws.entries()) {
        venue.at += one.waitMs
        if (one.releases) venue.releaseEnded()
        if (index === middle) restored = restore(venue)
        const command = commandOf(venue, one, index)
        const again: Event[] = []
        if (restored) restored.execute(venue.archive.load(command, restored.state), venue.at, venue.journal.length + 1, again)
        const expected = command.type === 'PlaceOrder' && command.session === 0 && isUpToDate(venue) ? previewed(venue, command) : undefined
        const { events, refusal } = venue.execute(command)
        if (restored) expect(again).toEqual(events)
        if (expected) expect(termsOf(events) ?? refusal).toEqual(expected)
        checkBooks(venue)
      }
      const replayed = new Engine({ calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
      venue.journal.forEach((event, index) => {
        replayed.apply(readBack(event), index + 1)
        if (index % 9 === 0) replayed.releaseEnded(index + 2)
      })
      const after = fingerprint(venue.state)
      for (const { state } of [replayed, restored!]) expect(fingerprint(state)).toBe(after)
      checkCosts(venue)
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  )
}, 90_000)

function restore(venue: Venue): Engine {
  const parts = { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 }
  const state = restoreSnapshot(takeSnapshot(venue.state), parts)
  expect(fingerprint(state)).toBe(fingerprint(venue.state))
  return new Engine({ ...parts, state })
}

const isUpToDate = (venue: Venue): boolean => venue.state.nextDueAt() > venue.at

/** What a preview has come to: the refusal, or the order; undefined for one that is known. */
function previewed(venue: Venue, command: PlaceOrder): unknown {
  const before = fingerprint(venue.state)
  const shown = venue.engine.preview(venue.archive.load(command, venue.state) as PlaceOrder, venue.at)
  expect(fingerprint(venue.state)).toBe(before)
  if ('refusal' in shown) return shown.refusal
  return shown.warnings.includes('REPEATED_CLIENT_ORDER_ID') ? undefined : terms(shown.order)
}

function termsOf(events: readonly Event[]): unknown {
  const first = events.find(({ type }) => type === 'OrderAccepted' || type === 'OrderPended')
  return first && 'order' in first ? terms(first.order!) : undefined
}

const terms = ({ number, limitTicks, stopTicks, collarTicks, quantityLots, heldCents, heldLots, enteredDay }: Order) => ({
  ...{ number, limitTicks, stopTicks, collarTicks, quantityLots, heldCents, heldLots, enteredDay },
})

/** Nobody could trade and does not; orders are suspended where their symbol is halted, and there alone; none outlives its day. */
function checkBooks({ state }: Venue): void {
  const { orders } = state
  for (const book of state.market(0).books) {
    if (!book) continue
    const waiting = [book.held, book.opening, book.closing]
    const working = [book.bids, book.asks, book.marketBuys, book.marketSells, book.buyStops, book.sellStops]
    for (const slot of [...waiting, ...working].flatMap((queue) => queue.slots())) {
      if (!orders.isHouse(slot)) expect(orders.status(slot) === OrderStatus.Suspended).toBe(book.halted)
    }
    if (book.halted) continue
    for (const slot of working.slice(0, 4).flatMap((queue) => queue.slots())) expect(nextMeeting(state, book, slot)).toBeUndefined()
  }
  const { tradeDay } = state.market(0)
  for (const { timeInForce, enteredDay, firstClientOrderId } of state.accounts.flatMap(({ index }) => state.openOrders(index))) {
    const lasts = timeInForce === TimeInForce.Gtc || timeInForce === TimeInForce.Opg
    expect(lasts || enteredDay >= tradeDay, `${firstClientOrderId} is for another day`).toBe(true)
  }
}

const ACTIONS: readonly (readonly [weight: number, (drawn: Drawn) => Command | undefined])[] = [
  [46, place],
  [10, replace],
  [6, cancel],
  [9, quote],
  [4, fill],
  [5, takeBack],
  [2, ({ one, symbol }) => ({ type: 'HaltSymbol', market: 0, symbol, reason: 'news', operator: `op${one.pick % 2}` })],
  [3, ({ symbol }) => ({ type: 'ResumeSymbol', market: 0, symbol, reason: 'over', operator: 'op' })],
  [2, announce],
  [2, endDay],
  [
    2,
    ({ one, venue }) => ({
      type: 'SetClock',
      market: 0,
      to: venue.state.marketTime(0, venue.at) + one.pick * (one.pick % 50 === 0 ? 2_000 : 1),
    }),
  ],
  [1, () => ({ type: 'SetClock', market: 0 })],
  [1, ({ one }) => ({ type: 'SetKillSwitch', scope: 'account', id: one.account, on: one.pick % 3 === 0, operator: 'op' })],
  [1, ({ one }) => ({ type: 'CancelSessionOrders', session: one.session, includeGtc: one.buys })],
  [1, refuse],
]

interface Drawn {
  readonly venue: Venue
  readonly one: Draw
  readonly index: number
  readonly symbol: string
  /** an order of the account: an open one, now and then any that ever was */
  readonly target: Order | undefined
}

function commandOf(venue: Venue, one: Draw, index: number): Command {
  const open = venue.state.openOrders(one.account)
  const any = venue.archive.order(one.account, `o${one.pick % Math.max(1, index)}`)
  const target = one.pick % 6 === 0 ? any : open[one.pick % Math.max(1, open.length)]
  const drawn: Drawn = { venue, one, index, symbol: SYMBOLS[one.symbol]!, target }
  let left = one.what % ACTIONS.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, make] of ACTIONS) {
    if (left < weight) return make(drawn) ?? { type: 'AdvanceTime' }
    left -= weight
  }
  return { type: 'AdvanceTime' }
}

function place({ venue, one, index, symbol }: Drawn): PlaceOrder {
  const { account, buys, pick, session } = one
  const price = priceNear(venue, { ...one, symbol })
  const order = {
    type: 'PlaceOrder',
    session,
    account,
    clientOrderId: `o${index}`,
    symbol,
    side: buys ? Side.Buy : Side.Sell,
    orderType: OrderType.Limit as OrderType,
    timeInForce: ([0, 1] as const)[pick % 2]! as TimeInForce,
    quantityLots: sizeOf(one, symbol),
    cashCents: 0,
    limitTicks: price,
    stopTicks: 0,
    extendedHours: false,
    possResend: false,
    cancelOnHalt: pick % 17 === 0,
  } as const satisfies PlaceOrder
  const market = { ...order, orderType: OrderType.Market, limitTicks: 0 }
  const anyTime = ([0, 1, 2, 3, 4, 7] as const)[pick % 6]!
  const exits = { takeProfitTicks: onTick(price * 1.01), stopLossTicks: onTick(price * 0.99), stopLossLimitTicks: 0 }
  switch (Math.floor(pick / 6) % 14) {
    case 0:
      return { ...market, timeInForce: anyTime }
    case 1:
      return { ...market, timeInForce: TimeInForce.Day, quantityLots: 0, cashCents: 100 + (pick % 100_000) }
    case 2:
      return { ...order, timeInForce: TimeInForce.Day, quantityLots: 1 + pick * 1_000 }
    case 3:
      return { ...market, orderType: OrderType.Stop, stopTicks: price }
    case 4:
      return { ...order, orderType: OrderType.StopLimit, stopTicks: price }
    case 5:
      return { ...market, orderType: OrderType.Stop, trail: { ticks: 0, basisPoints: 1 + (pick % 200) } }
    case 6:
    case 7:
      return { ...order, side: Side.Buy, group: { orderClass: OrderClass.Bracket, ...exits } }
    case 8:
      return {
        ...order,
        side: Side.Sell,
        limitTicks: exits.takeProfitTicks,
        group: { orderClass: OrderClass.Oco, ...exits, takeProfitTicks: 0 },
      }
    case 9:
      return { ...order, side: Side.Buy, group: { orderClass: OrderClass.Oto, ...exits, stopLossTicks: 0 } }
    case 10:
      return { ...order, scenario: ([1, 2, 3, 4, 5, 6] as const)[pick % 6]! }
    default:
      return { ...order, timeInForce: anyTime, extendedHours: anyTime < 2 && pick % 3 === 0 }
  }
}

const requestBy = ({ one, index }: Drawn, order: Order) => {
  const { session, pick } = one
  const reference = { account: order.account, clientOrderId: order.firstClientOrderId }
  if (session === 0) return { requester: { kind: 'rest' }, order: reference, clientOrderId: '', originalClientOrderId: '' } as const
  const requester = { kind: 'session', session, accountScope: true, queuesReplaces: pick % 2 === 0 } as const
  const clientOrderId = pick % 9 === 0 ? `o${pick % (index + 1)}` : `r${index}`
  return { requester, order: reference, clientOrderId, originalClientOrderId: order.clientOrderId }
}

function replace(drawn: Drawn): Command | undefined {
  const { venue, one, target } = drawn
  if (!target) return undefined
  const symbol = venue.state.instruments[target.instrument]!.symbol
  const price = priceNear(venue, { ...one, symbol })
  return {
    type: 'ReplaceOrder',
    ...requestBy(drawn, target),
    quantityLots: sizeOf(one, symbol),
    ...(target.limitTicks > 0 && one.pick % 2 === 0 && { limitTicks: price }),
    ...(target.stopTicks > 0 && one.pick % 5 === 0 && { stopTicks: price }),
  }
}

function cancel(drawn: Drawn): Command | undefined {
  return drawn.target && { type: 'CancelOrder', ...requestBy(drawn, drawn.target) }
}

function refuse({ index, target }: Drawn): Command | undefined {
  if (!target) return undefined
  const order = { account: target.account, clientOrderId: target.firstClientOrderId }
  const about = { requester: { kind: 'session', session: 1, accountScope: true }, order, originalClientOrderId: '', responseTo: 1 } as const
  return { type: 'RefuseRequest', ...about, clientOrderId: `o${index % 30}`, reason: 99, text: 'no' }
}

function quote({ venue, one, symbol }: Drawn): Command {
  const { size, pick, buys } = one
  const bidTicks = priceNear(venue, { ...one, symbol })
  const askTicks = pick % 10 === 0 ? 0 : onTick(bidTicks * 1.001) + tickOf(bidTicks)
  const lots = sizeOf(one, symbol)
  return {
    type: 'MoveQuote',
    market: 0,
    symbol,
    quote: { bidTicks, askTicks, bidLots: buys ? lots : 0, askLots: askTicks > 0 && size > 2 ? lots : 0 },
  }
}

/** Tax statements count what was held, and its cost, to where the engine is. */
function checkCosts({ state, journal }: Venue): void {
  for (const { index, positions } of state.accounts) {
    const lines = journal
      .filter((event): event is ActivityEvent => event.type in ACTIVITY_TYPE_OF)
      .filter((event) => ('order' in event ? event.order.account : 'account' in event ? event.account : -1) === index)
      .map((event) => ledgerLine(state, event, 0))
    const disposals = new Disposals(new StandingTrades(lines.filter(isReversal)))
    for (const line of lines) disposals.take(line)
    for (const [instrument, { shares, lots, basisWhole: whole, basisFraction: fraction }] of positions)
      expect(disposals.holdings.of(instrument)).toEqual({
        lots: BigInt(shares) * 1_000_000_000n + BigInt(lots),
        costCents: toCents({ whole, fraction }),
      })
  }
}

function fill({ venue, one, target }: Drawn): Command | undefined {
  if (!target) return undefined
  const symbol = venue.state.instruments[target.instrument]!.symbol
  const left = Math.max(1, target.quantityLots - target.filledLots)
  const quantityLots = one.buys ? left : Math.min(left, sizeOf(one, symbol))
  return {
    type: 'FillOrder',
    market: 0,
    orderNumber: target.number,
    quantityLots,
    priceTicks: target.limitTicks || priceNear(venue, { ...one, symbol }),
  }
}

function takeBack({ venue, one }: Drawn): Command {
  const fills = venue.journal.filter((event) => event.type === 'OrderFilled')
  const order = fills[one.pick % Math.max(1, fills.length)]?.order
  const trade = order && venue.archive.trade(order, 1)
  const about = { ...(trade && { trade }), operator: 'op' }
  return one.buys ? { type: 'BustExecution', ...about } : { type: 'CorrectExecution', ...about, quantityLots: (1 + (one.size % 4)) * 1e9 }
}

function announce({ venue, one, symbol }: Drawn): Command {
  const exDay = CALENDAR.nextBusinessDay(venue.state.market(0).tradeDay)
  const [numerator, denominator] = ([[2, 1], [3, 2], [1, 2], [10, 1], [7, 5]] as const)[one.pick % 5]! // prettier-ignore
  const terms = one.buys
    ? ({ type: 'split', numerator, denominator } as const)
    : ({ type: 'cash_dividend', amountTicks: 1 + (one.pick % 20_000), payDay: exDay } as const)
  return { type: 'AnnounceCorporateAction', market: 0, symbol, exDay, terms }
}

function endDay({ venue, one }: Drawn): Command {
  const next = CALENDAR.nextBusinessDay(venue.state.market(0).tradeDay)
  return { type: 'EndTradingDay', market: 0, nextDay: one.pick % 5 === 0 ? CALENDAR.nextBusinessDay(next) : next }
}

function priceNear({ state }: Venue, { symbol, near }: { readonly symbol: string; readonly near: number }): number {
  return onTick(state.currentTicks(0, state.instrumentBySymbol(symbol)!) * (1 + near / 10_000))
}

const sizeOf = ({ size }: Draw, symbol: string): number => (1 + size) * (symbol === 'PENY' ? 200 : 1) * 1e9
const tickOf = (ticks: number): number => (ticks < 10_000 ? 1 : 100)
const onTick = (ticks: number): number => Math.max(1, Math.round(ticks / tickOf(ticks)) * tickOf(ticks))
