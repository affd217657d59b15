import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LARGEST_ORDER_LOTS, LARGEST_PRICE_TICKS, LOTS_PER_SHARE } from '../../src/domain/amounts/amounts.ts'
import type { Command } from '../../src/domain/command.ts'
import type { PlaceOrder } from '../../src/domain/commands/order-command.ts'
import { type Order, OrderClass, OrderType, Side, TimeInForce } from '../../src/domain/orders/order.ts'
import type { Event } from '../../src/domain/event.ts'
import type { OrderFilled } from '../../src/domain/events/order-event.ts'
import { LogRenderer } from '../../src/fix/message-log/log-rendering.ts'
import { DEFAULT_SESSION_SETTINGS, type SessionSettings } from '../../src/fix/session/session-settings.ts'
import { executionView } from '../../src/http/resources/orders/execution-view.ts'
import { orderView } from '../../src/http/resources/orders/order-view.ts'
import { CALENDAR, openVenue, type Venue } from '../engine/engine-under-test.ts'
import { readBack } from '../storage/support/event-record.ts'
import { FixMessage, maskedText } from '../support/fix-message.ts'

const RUNS = 60
const COMMANDS = 120
/** at which the edge stops */
const LARGEST_TRAIL_TICKS = 1_000_000_000
const SYMBOLS = ['AAPL', 'PENY', 'WHOLE'] as const

/** Around a bound, or of any size at all, up to what an edge can read. */
const numberAround = (...bounds: readonly number[]): fc.Arbitrary<number> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER, ...bounds), fc.integer({ min: -2, max: 2 }))
      .map(([bound, away]) => Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, bound + away))),
    fc.tuple(fc.double({ min: 0, max: 15.9, noNaN: true }), fc.constantFrom(1, 100, LOTS_PER_SHARE)).map(([power, unit]) => {
      const value = Math.round(10 ** power / unit) * unit
      return value <= Number.MAX_SAFE_INTEGER ? value : unit
    }),
  )

const draw = fc.record({
  what: fc.nat(99),
  account: fc.nat(2),
  symbol: fc.constantFrom(...SYMBOLS),
  buys: fc.boolean(),
  lots: numberAround(LOTS_PER_SHARE, LARGEST_ORDER_LOTS, 100 * LOTS_PER_SHARE, 1_000_000 * LOTS_PER_SHARE),
  cents: numberAround(100, 80_000_000_000_000, 90_000_000_000_000, 500_000_000),
  ticks: numberAround(LARGEST_PRICE_TICKS, LARGEST_PRICE_TICKS - 100, 10_000, 1_500_000, 9_999),
  spread: fc.nat(1_000),
  whole: fc.boolean(),
  pick: fc.nat(1_000_000),
})
type Draw = typeof draw extends fc.Arbitrary<infer Value> ? Value : never

test(`amounts of any size are refused or counted, and whatever happens can be written: ${RUNS} runs`, () => {
  fc.assert(
    fc.property(
      fc.record({ selfMatch: fc.constantFrom('cancel_resting', 'decrement', 'off'), unpriced: fc.constantFrom('wait', 'refuse') } as const),
      fc.array(draw, { minLength: COMMANDS, maxLength: COMMANDS }),
      (rules, draws) => {
        const venue = openVenue({ ...rules, maxOrderLots: 0, maxOrderCents: 0, maxOpenOrders: 0 })
        for (const name of ['alice', 'bob', 'carol'])
          venue.account(name, { cash: '900000000000.00', shares: { AAPL: 9_000_000, PENY: 9_000_000, WHOLE: 9_000_000 } })
        venue.allowDebts()
        const told = tellings(venue)
        for (const [index, one] of draws.entries()) {
          venue.at += 1 + (one.pick % 2_000)
          const before = venue.journal.length
          const command = commandOf(venue, one, index)
          try {
            venue.execute(command)
          } catch (error) {
            if (isCountable(venue) || !(error as Error).message.startsWith('invariant broken')) throw error
          }
          for (const [at, event] of venue.journal.slice(before).entries()) {
            expect(readBack(event)).toEqual(event)
            told(event, before + at + 1)
          }
        }
      },
    ),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000, endOnFailure: true },
  )
}, 90_000)

/** Checks what desks and partners are told of an event: plain decimals, and OrderQty(38) = CumQty(14) + LeavesQty(151) of what is live. */
function tellings({ state }: Venue): (event: Event, position: number) => void {
  const renderer = new LogRenderer(state)
  return (event, position) => {
    if (!('execution' in event) || !('order' in event) || !event.order) return
    const text = maskedText(renderer.bytes({ settings: DESK, event, position, number: 1, sentAt: 1_795_187_083_335 }))
    const rest = JSON.stringify([
      orderView(state, event.order),
      'lastLots' in event || 'trade' in event ? executionView(state, event as OrderFilled, position) : null,
    ])
    expect([text, rest].filter((told) => /[=:"][0-9.]+e[+-]?[0-9]+[|",}]|NaN|Infinity|undefined/.test(told))).toEqual([])
    const report = new FixMessage(text.replaceAll('|', '\x01'))
    const lots = (tag: number): bigint => exact(report.get(tag) ?? '0')
    if (report.get(35) === '8' && '01A6E9'.includes(report.get(39)!)) expect(lots(38)).toBe(lots(14) + lots(151))
  }
}

const DESK: SessionSettings = {
  ...DEFAULT_SESSION_SETTINGS,
  index: 1,
  id: '',
  senderCompId: 'DESK',
  targetCompId: 'GATEWAY',
  kind: 'order-entry',
  partner: 0,
  createdAt: 0,
}

/** A decimal in billionths. */
function exact(text: string): bigint {
  expect(text).toMatch(/^[0-9]+(\.[0-9]{1,9})?$/)
  const [whole, fraction = ''] = text.split('.')
  return BigInt(whole! + fraction.padEnd(9, '0'))
}

/** Whether money can still be told to the cent: a sandbox may come to more than ninety trillion dollars, and goes on. */
function isCountable({ state }: Venue): boolean {
  const { houseCents, clearingCents } = state.market(0).ledger
  const owned = state.accounts.flatMap(({ index, cashCents }) => [cashCents, state.marketValues.of(index, undefined)])
  return [houseCents, clearingCents, ...owned].every((cents) => Math.abs(cents) < 2 ** 51)
}

interface Drawn {
  readonly venue: Venue
  readonly one: Draw
  readonly index: number
  /** an open order, if there is one */
  readonly target: Order | undefined
}

const ACTIONS: readonly (readonly [weight: number, (drawn: Drawn) => Command | undefined])[] = [
  [40, place],
  [16, quote],
  [8, replace],
  [8, fill],
  [6, takeBack],
  [5, announce],
  [5, ({ venue }) => ({ type: 'EndTradingDay', market: 0, nextDay: CALENDAR.nextBusinessDay(venue.state.market(0).tradeDay) })],
  [4, deposit],
]

function commandOf(venue: Venue, one: Draw, index: number): Command {
  const open = venue.state.openOrders(one.account)
  const drawn = { venue, one, index, target: open[one.pick % Math.max(1, open.length)] }
  let left = one.what % ACTIONS.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, make] of ACTIONS) {
    if (left < weight) return make(drawn) ?? { type: 'AdvanceTime' }
    left -= weight
  }
  return { type: 'AdvanceTime' }
}

const onTick = (ticks: number): number => Math.min(Number.MAX_SAFE_INTEGER - 91, ticks < 10_000 ? ticks : Math.floor(ticks / 100) * 100)
const sizeOf = ({ lots, whole }: Draw): number => (whole ? Math.floor(lots / LOTS_PER_SHARE) * LOTS_PER_SHARE : lots)

function place({ one, index }: Drawn): PlaceOrder {
  const { account, symbol, buys, cents, pick, spread } = one
  const price = onTick(one.ticks)
  const order = {
    type: 'PlaceOrder',
    session: pick % 3,
    account,
    clientOrderId: `o${index}`,
    symbol,
    side: buys ? Side.Buy : Side.Sell,
    orderType: OrderType.Limit as OrderType,
    timeInForce: (pick % 2) as TimeInForce,
    quantityLots: sizeOf(one),
    cashCents: 0,
    limitTicks: price,
    stopTicks: 0,
    extendedHours: false,
    possResend: false,
  } as const satisfies PlaceOrder
  const market = { ...order, orderType: OrderType.Market, limitTicks: 0 }
  const exits = {
    takeProfitTicks: onTick(price + spread * 100),
    stopLossTicks: onTick(Math.max(1, price - spread * 100)),
    stopLossLimitTicks: 0,
  }
  switch (pick % 9) {
    case 0:
      return market
    case 1:
    case 2:
      return { ...market, timeInForce: TimeInForce.Day, quantityLots: 0, cashCents: cents }
    case 3:
      return { ...market, orderType: OrderType.Stop, stopTicks: price }
    case 4:
      return { ...order, orderType: OrderType.StopLimit, stopTicks: onTick(price + spread * 100) }
    case 5:
      return {
        ...market,
        orderType: OrderType.Stop,
        trail:
          pick % 2 === 0 ? { ticks: Math.min(LARGEST_TRAIL_TICKS, price), basisPoints: 0 } : { ticks: 0, basisPoints: 1 + (pick % 5_000) },
      }
    case 6:
      return { ...order, side: Side.Buy, group: { orderClass: OrderClass.Bracket, ...exits } }
    default:
      return order
  }
}

function quote({ one, venue }: Drawn): Command {
  const { symbol, pick, spread } = one
  const bidTicks = onTick(one.ticks)
  const askTicks = pick % 7 === 0 ? 0 : onTick(bidTicks + (1 + spread) * 100)
  const walks = pick % 11 === 0
  if (walks) return { type: 'ChangeVolatility', market: 0, symbol, stepHundredths: pick % 10_000 }
  return {
    type: 'MoveQuote',
    market: 0,
    symbol,
    quote: { bidTicks, askTicks, bidLots: sizeOf(one), askLots: askTicks > 0 ? venue.journal.length * LOTS_PER_SHARE : 0 },
  }
}

function replace({ one, index, target }: Drawn): Command | undefined {
  if (!target) return undefined
  return {
    type: 'ReplaceOrder',
    requester: { kind: 'rest' },
    order: { number: target.number },
    clientOrderId: `r${index}`,
    originalClientOrderId: '',
    ...(target.cashCents === 0 && { quantityLots: sizeOf(one) }),
    ...(target.limitTicks > 0 && { limitTicks: onTick(one.ticks) }),
  }
}

function fill({ one, target }: Drawn): Command | undefined {
  return target && { type: 'FillOrder', market: 0, orderNumber: target.number, quantityLots: sizeOf(one), priceTicks: one.ticks }
}

function takeBack({ venue, one }: Drawn): Command {
  const fills = venue.journal.filter((event) => event.type === 'OrderFilled')
  const order = fills[one.pick % Math.max(1, fills.length)]?.order
  const trade = order && venue.archive.trade(order, 1)
  const about = trade && { trade }
  if (one.buys) return { type: 'BustExecution', ...about }
  return { type: 'CorrectExecution', ...about, quantityLots: sizeOf(one), ...(one.whole && { priceTicks: one.ticks }) }
}

function announce({ venue, one }: Drawn): Command {
  const exDay = CALENDAR.nextBusinessDay(venue.state.market(0).tradeDay)
  const terms =
    one.pick % 3 === 0
      ? ({ type: 'cash_dividend', amountTicks: one.ticks, payDay: exDay } as const)
      : ({ type: 'split', numerator: one.buys ? 1 + (one.pick % 1_000) : 1, denominator: one.buys ? 1 : 1 + (one.pick % 1_000) } as const)
  return { type: 'AnnounceCorporateAction', market: 0, symbol: one.symbol, exDay, terms }
}

function deposit({ one }: Drawn): Command {
  return { type: 'GrantHoldings', account: one.account, cashCents: one.cents % 1_000_000_000_000, positions: [] }
}
