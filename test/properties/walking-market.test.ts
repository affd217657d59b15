import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command } from '../../src/domain/command.ts'
import type { PlaceOrder } from '../../src/domain/commands/order-command.ts'
import type { Event } from '../../src/domain/event.ts'
import type { FillModel } from '../../src/domain/orders/fill-model.ts'
import { OrderClass, OrderType, Scenario, Side, TimeInForce } from '../../src/domain/orders/order.ts'
import { Engine } from '../../src/engine/engine.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import type { EngineRules } from '../../src/engine/rules.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { CALENDAR, openVenue, type Venue } from '../engine/engine-under-test.ts'
import { checkInvariants } from '../engine/invariants.ts'
import { security } from '../support/security.ts'

const RUNS = 20
const COMMANDS = 200
const SYMBOLS = ['WALK', 'AAPL', 'WALL'] as const
const SHAPE = { baseTicks: 50_0000, stepHundredths: 300, spreadTicks: 400, sizeLots: 20e9 }
const MODELS: readonly FillModel[] = [
  { kind: 'displayed' },
  { kind: 'full' },
  { kind: 'partial' },
  { kind: 'participation', basisPoints: 100 },
]
const ACCOUNTS = 3

/** What happens is read off these numbers, fitted to the market as it stands then. */
interface Draw {
  readonly what: number
  readonly account: number
  readonly symbol: (typeof SYMBOLS)[number]
  readonly buys: boolean
  readonly first: number
  readonly second: number
  readonly pick: number
  readonly waitMs: number
}

const draw: fc.Arbitrary<Draw> = fc.record({
  what: fc.nat(99),
  account: fc.nat(ACCOUNTS - 1),
  symbol: fc.constantFrom(...SYMBOLS),
  buys: fc.boolean(),
  first: fc.nat(1_000),
  second: fc.nat(1_000),
  pick: fc.nat(1_000_000),
  waitMs: fc.nat(3_000),
})

const rules: fc.Arbitrary<Partial<EngineRules>> = fc.record({
  quotes: fc.constant('walk'),
  session: fc.constantFrom('always_open', 'us_equities'),
  selfMatch: fc.constantFrom('cancel_aggressor', 'cancel_resting', 'cancel_both', 'decrement', 'off'),
  liquidity: fc.constantFrom('both', 'both', 'clients'),
  bandBasisPoints: fc.constantFrom(0, 0, 100),
  staleQuoteMs: fc.constantFrom(0, 0, 600_000),
})

test(`the same commands give the same events, whatever storage has let go of and after a snapshot: ${RUNS} markets that walk`, () => {
  fc.assert(
    fc.property(rules, fc.array(draw, { minLength: COMMANDS, maxLength: COMMANDS }), fc.nat(COMMANDS - 1), (market, draws, middle) => {
      const venue = openMarket(market)
      const forgetful = openMarket(market)
      let restored: Engine | undefined
      for (const [index, one] of draws.entries()) {
        venue.at += one.waitMs
        forgetful.at = venue.at
        const command = commandOf(venue, one, index)
        if (index === middle) restored = restore(forgetful)
        const again: Event[] = []
        if (restored) restored.execute(venue.archive.load(command, restored.state), venue.at, venue.journal.length + 1, again)
        const { events } = venue.execute(command)
        expect(forgetful.execute(command).events).toEqual(events)
        if (restored) {
          expect(again).toEqual(events)
          checkInvariants(restored.state, venue.expected)
        }
        forgetful.releaseEnded()
      }
      const after = fingerprint(venue.state)
      for (const state of [forgetful.state, restored!.state, venue.restart().state]) expect(fingerprint(state)).toBe(after)
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 90_000 },
  )
}, 120_000)

function openMarket(market: Partial<EngineRules>): Venue {
  const venue = openVenue(market)
  for (const symbol of ['WALK', 'WALL'])
    venue.execute({ type: 'ListInstrument', instrument: security(symbol, SHAPE.baseTicks, { walk: SHAPE }) })
  for (const name of ['alice', 'bob', 'carol']) venue.account(name, { cash: '200000.00', shares: { AAPL: 200 } })
  venue.allowDebts()
  return venue
}

function restore(venue: Venue): Engine {
  const parts = { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 }
  const state = restoreSnapshot(takeSnapshot(venue.state), parts)
  expect(fingerprint(state)).toBe(fingerprint(venue.state))
  return new Engine({ ...parts, state })
}

function commandOf(venue: Venue, one: Draw, index: number): Command {
  const { what, account, symbol, first, second, pick } = one
  const open = venue.state.openOrders(account)
  const target = open[pick % Math.max(1, open.length)]
  const requester = { kind: 'rest' } as const
  const named = { requester, clientOrderId: '', originalClientOrderId: '' }
  const now = venue.state.marketTime(0, venue.at)
  if (what < 8 && target) return { type: 'CancelOrder', ...named, order: { number: target.number } }
  if (what < 16 && target && target.type !== OrderType.Market)
    return {
      type: 'ReplaceOrder',
      ...named,
      order: { number: target.number },
      quantityLots: (1 + (first % 20)) * 1e9,
      ...(target.limitTicks > 0 && { limitTicks: priceNear(venue, one) }),
    }
  if (what < 20) {
    const bidTicks = priceNear(venue, { ...one, symbol: 'AAPL' })
    const quote = { bidTicks, askTicks: bidTicks + 1_000, bidLots: (first % 30) * 1e9, askLots: (second % 30) * 1e9 }
    return { type: 'MoveQuote', market: 0, symbol: 'AAPL', quote }
  }
  if (what < 22) return { type: 'ChangeVolatility', market: 0, symbol, stepHundredths: [0, 100, 1_000][pick % 3]! }
  if (what < 24) return { type: 'HaltSymbol', market: 0, symbol, reason: 'news', operator: 'op' }
  if (what < 28) return { type: 'ResumeSymbol', market: 0, symbol, reason: 'over', operator: 'op' }
  if (what < 31) {
    const scope = one.buys ? { instrument: venue.state.instrumentBySymbol(symbol)! } : { account }
    return { type: 'SetFillModel', market: 0, scope, model: MODELS[pick % MODELS.length]! }
  }
  if (what < 36) {
    const fills = venue.journal.filter((event) => event.type === 'OrderFilled')
    const order = fills[pick % Math.max(1, fills.length)]?.order
    const trade = order && venue.archive.trade(order, 1)
    return { type: 'BustExecution', ...(trade && { trade }) }
  }
  if (what < 37) return { type: 'SetKillSwitch', scope: 'account', id: account, on: pick % 4 === 0, operator: 'op' }
  if (what < 46) return { type: 'SetClock', market: 0, to: now + first * [1, 100, 3_600, 20_000][pick % 4]! }
  if (what < 48) return { type: 'SetClock', market: 0 }
  if (what < 50) return { type: 'AdvanceTime' }
  if (what < 51) {
    const exDay = CALENDAR.nextBusinessDay(venue.state.market(0).tradeDay)
    const terms = { type: 'split', numerator: 2, denominator: [1, 1, 3][pick % 3]! } as const
    return { type: 'AnnounceCorporateAction', market: 0, symbol, exDay, terms }
  }
  return orderOf(venue, one, index)
}

function orderOf(venue: Venue, one: Draw, index: number): PlaceOrder {
  const { what, account, symbol, buys, first, second, pick } = one
  const price = priceNear(venue, one)
  const anyTime = ([0, 0, 1, 1, 2, 3, 4, 7] as const)[pick % 8]!
  const resting = pick % 2 === 0 ? TimeInForce.Day : TimeInForce.Gtc
  const scenario = pick % 20 === 0 ? { scenario: ([1, 2, 3, 4, 5, 6] as const)[second % 6]! satisfies Scenario } : {}
  const order = {
    type: 'PlaceOrder',
    session: 0,
    account,
    clientOrderId: `o${index}`,
    symbol,
    side: buys ? Side.Buy : Side.Sell,
    quantityLots: (1 + (first % 40)) * 1e9,
    cashCents: 0,
    limitTicks: 0,
    stopTicks: 0,
    extendedHours: false,
    possResend: false,
    orderType: OrderType.Market,
    timeInForce: resting,
  } as const satisfies PlaceOrder
  const limit = { ...order, orderType: OrderType.Limit, limitTicks: price }
  const profit = cent(price * 1.01)
  const loss = cent(price * 0.99)
  const exits = { takeProfitTicks: profit, stopLossTicks: loss, stopLossLimitTicks: pick % 3 === 0 ? loss - 1_000 : 0 }
  if (what < 66) return { ...limit, timeInForce: anyTime, extendedHours: anyTime < 2 && second % 3 === 0, ...scenario }
  if (what < 72) return { ...order, timeInForce: anyTime, ...scenario }
  if (what < 76) return { ...order, timeInForce: TimeInForce.Day, quantityLots: 0, cashCents: 100 + first * 100, ...scenario }
  if (what < 79) return { ...limit, timeInForce: TimeInForce.Day, quantityLots: 1 + first * 1_234_567 }
  if (what < 83) return { ...order, orderType: OrderType.Stop, stopTicks: price }
  if (what < 86) return { ...order, orderType: OrderType.StopLimit, stopTicks: price, limitTicks: buys ? price + 5_000 : price - 5_000 }
  if (what < 90)
    return {
      ...order,
      orderType: OrderType.Stop,
      trail: pick % 3 === 0 ? { ticks: 5_000, basisPoints: 0 } : { ticks: 0, basisPoints: 100 },
    }
  if (what < 96) return { ...(pick % 3 === 0 ? order : limit), side: Side.Buy, group: { orderClass: OrderClass.Bracket, ...exits } }
  if (what < 98)
    return { ...limit, side: Side.Sell, limitTicks: profit, group: { orderClass: OrderClass.Oco, ...exits, takeProfitTicks: 0 } }
  return { ...limit, side: Side.Buy, group: { orderClass: OrderClass.Oto, ...exits, takeProfitTicks: 0 } }
}

/** Within some percent of what a share is worth. */
function priceNear(venue: Venue, { symbol, second }: Pick<Draw, 'symbol' | 'second'>): number {
  const worth = venue.state.currentTicksAt(0, venue.state.instrumentBySymbol(symbol)!, venue.state.marketTime(0, venue.at))
  return cent(worth * (1 + (second - 500) / 30_000))
}

const cent = (ticks: number): number => Math.max(100, Math.round(ticks / 100) * 100)
