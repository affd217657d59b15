import fc from 'fast-check'
import type { Command } from '../../src/domain/command.ts'
import type { PlaceOrder } from '../../src/domain/commands/order-command.ts'
import { marketOf, type Order, OrderClass, OrderType, Side, TimeInForce } from '../../src/domain/orders/order.ts'
import { CALENDAR, type Venue } from '../engine/engine-under-test.ts'
import { ADMINISTRATION } from './any-administration.ts'

/** What a command is made of, by the state that it meets. */
export interface Draw {
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

/** The last two walk. */
export const SYMBOLS = ['AAPL', 'AAPL', 'AAPL', 'PENY', 'WHOLE', 'WALK', 'WALL'] as const

export const draw: fc.Arbitrary<Draw> = fc.record({
  what: fc.nat(9_999),
  account: fc.nat(999),
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

/** A draw as the state has it. */
export interface Drawn {
  readonly venue: Venue
  readonly one: Draw
  readonly index: number
  /** one that no reset has left behind, and its market */
  readonly account: number
  readonly market: number
  readonly symbol: string
  /** an order of the account: an open one, now and then any that ever was */
  readonly target: Order | undefined
}

/** How often a command comes, and what it is; undefined where there is nothing to do it with. */
export type Action = readonly [weight: number, (drawn: Drawn) => Command | undefined]

const TRADING: readonly Action[] = [
  [92, place],
  [20, replace],
  [12, cancel],
  [18, quote],
  [8, fill],
  [10, takeBack],
  [4, ({ one, market, symbol }) => ({ type: 'HaltSymbol', market, symbol, reason: 'news', operator: `op${one.pick % 2}` })],
  [6, ({ market, symbol }) => ({ type: 'ResumeSymbol', market, symbol, reason: 'over', operator: 'op' })],
  [4, announce],
  [4, endDay],
  [4, setClock],
  [2, () => ({ type: 'SetClock', market: 0 })],
  [2, ({ one }) => ({ type: 'CancelSessionOrders', session: one.session, includeGtc: one.buys })],
  [2, refuse],
]

export function commandOf(venue: Venue, one: Draw, index: number): Command {
  const standing = venue.state.accounts.filter(({ gone }) => !gone)
  const { index: account, market } = standing[one.account % standing.length]!
  const open = venue.state.openOrders(account)
  const any = venue.archive.order(account, `o${one.pick % Math.max(1, index)}`)
  const target = one.pick % 6 === 0 ? any : open[one.pick % Math.max(1, open.length)]
  const drawn: Drawn = { venue, one, index, account, market, symbol: SYMBOLS[one.symbol]!, target }
  const actions = [...TRADING, ...ADMINISTRATION]
  let left = one.what % actions.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, make] of actions) {
    if (left < weight) return make(drawn) ?? { type: 'AdvanceTime' }
    left -= weight
  }
  return { type: 'AdvanceTime' }
}

function place(drawn: Drawn): PlaceOrder {
  const { one, index, account, symbol } = drawn
  const { buys, pick, session } = one
  const price = priceNear(drawn, symbol)
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
  const price = priceNear(drawn, symbol)
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

function quote(drawn: Drawn): Command {
  const { one, market, symbol } = drawn
  const { size, pick, buys } = one
  const bidTicks = priceNear(drawn, symbol)
  const askTicks = pick % 10 === 0 ? 0 : onTick(bidTicks * 1.001) + tickOf(bidTicks)
  const lots = sizeOf(one, symbol)
  return {
    type: 'MoveQuote',
    market,
    symbol,
    quote: { bidTicks, askTicks, bidLots: buys ? lots : 0, askLots: askTicks > 0 && size > 2 ? lots : 0 },
  }
}

function fill(drawn: Drawn): Command | undefined {
  const { venue, one, target } = drawn
  if (!target) return undefined
  const symbol = venue.state.instruments[target.instrument]!.symbol
  const left = Math.max(1, target.quantityLots - target.filledLots)
  const quantityLots = one.buys ? left : Math.min(left, sizeOf(one, symbol))
  return {
    type: 'FillOrder',
    market: marketOf(target.number),
    orderNumber: target.number,
    quantityLots,
    priceTicks: target.limitTicks || priceNear(drawn, symbol),
  }
}

function takeBack({ venue, one }: Drawn): Command {
  const fills = venue.journal.filter((event) => event.type === 'OrderFilled')
  const order = fills[one.pick % Math.max(1, fills.length)]?.order
  const trade = order && venue.archive.trade(order, 1)
  const about = trade && { trade }
  return one.buys ? { type: 'BustExecution', ...about } : { type: 'CorrectExecution', ...about, quantityLots: (1 + (one.size % 4)) * 1e9 }
}

function announce({ venue, one, market, symbol }: Drawn): Command {
  const exDay = CALENDAR.nextBusinessDay(venue.state.market(market).tradeDay)
  const [numerator, denominator] = ([[2, 1], [3, 2], [1, 2], [10, 1], [7, 5]] as const)[one.pick % 5]! // prettier-ignore
  const terms = one.buys
    ? ({ type: 'split', numerator, denominator } as const)
    : ({ type: 'cash_dividend', amountTicks: 1 + (one.pick % 20_000), payDay: exDay } as const)
  return { type: 'AnnounceCorporateAction', market, symbol, exDay, terms }
}

function endDay({ venue, one, market }: Drawn): Command {
  const next = CALENDAR.nextBusinessDay(venue.state.market(market).tradeDay)
  return { type: 'EndTradingDay', market, nextDay: one.pick % 5 === 0 ? CALENDAR.nextBusinessDay(next) : next }
}

function setClock({ venue, one }: Drawn): Command {
  const ahead = one.pick * (one.pick % 50 === 0 ? 2_000 : 1)
  return { type: 'SetClock', market: 0, to: venue.state.marketTime(0, venue.at) + ahead, atLeast: one.buys }
}

/** On the tick, within some percent of what a share is worth. */
function priceNear({ venue: { state, at }, market, one }: Drawn, symbol: string): number {
  const worth = state.currentTicksAt(market, state.instrumentBySymbol(symbol)!, state.marketTime(market, at))
  return onTick(worth * (1 + one.near / 10_000))
}

const sizeOf = ({ size }: Draw, symbol: string): number => (1 + size) * (symbol === 'PENY' ? 200 : 1) * 1e9
const tickOf = (ticks: number): number => (ticks < 10_000 ? 1 : 100)
const onTick = (ticks: number): number => Math.max(1, Math.round(ticks / tickOf(ticks)) * tickOf(ticks))
