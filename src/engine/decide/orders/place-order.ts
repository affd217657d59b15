import type { PlaceOrder } from '../../../domain/commands/order-command.ts'
import {
  CancelReason,
  type Order,
  ORDERS_PER_MARKET,
  PLAIN,
  OrderStatus,
  OrderType,
  REST_SESSION,
  Leg,
  OrderClass,
  Scenario,
  TimeInForce,
} from '../../../domain/orders/order.ts'
import { Phase } from '../../../domain/time/market-phase.ts'
import { ORDER_REFUSALS, type OrderRefusalCode, type Refusal } from '../../../domain/refusal.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { collarTicks, heldCentsOf, heldLotsOf } from '../../accounts/buying-power.ts'
import { takesTime } from '../../venue/latency.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { end, leavesOf, type NextOrder, workingStatus } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { arrivalAt } from '../matching/arrival-quote.ts'
import { presentState } from './cancel-order.ts'
import { checkLiquidity, checkWash } from '../checks/check-opposite.ts'
import { type EntryPrices, pricesOf, UNPRICED } from '../checks/entry-prices.ts'
import { checkCover, NOTHING_GONE } from '../checks/check-cover.ts'
import { checkLimitBand, checkLimits, checkOpenOrders } from '../checks/check-limits.ts'
import { checkOrder } from '../checks/check-order.ts'
import { enterBook } from '../matching/enter-book.ts'
import { checkHalt } from '../market/halt-symbol.ts'
import { contentOf } from './order-content.ts'
import { acceptInFlight, pendNew } from '../venue/pending-new.ts'
import { placeExits } from '../groups/place-group.ts'
import { refreshQuote } from '../matching/refresh-quote.ts'
import { answerRepeat } from './repeat.ts'
import { waitsAtEntry } from '../matching/waits-at-entry.ts'
import { trailedStop } from '../matching/trail-stops.ts'
import { triggerStops } from '../matching/trigger-stops.ts'

/** A new order over either edge: refused, or accepted and traded as far as it goes. */
export function placeOrder(run: Run, command: PlaceOrder): Result {
  const known = presentState(run, command.known) ?? run.state.findOrder(command.account, command.clientOrderId)
  if (known) return answerRepeat(run, command, known)
  const fault = checkOrder(run, command)
  if (fault) return refuseOrder(run, command, fault)
  const instrument = run.state.instrumentBySymbol(command.symbol)!
  const book = run.state.book(run.state.account(command.account).market, instrument)
  refreshQuote(run, book)
  const prices = pricesOf(run.state, book, command.side)
  const order = newOrder(run, command, { instrument, prices })
  const refusal = checkNewOrder(run, order, prices)
  if (refusal) return refuseOrder(run, command, refusal)
  if (command.scenario === 'reject') return refuseOrder(run, command, REFUSED_BY_SCENARIO)
  const simple = order.orderClass === OrderClass.Simple
  if (simple && takesTime(run.rules.latency.new) && pendNew(run, order)) return DONE
  if (simple && takesTime(run.rules.latency.fill) && acceptInFlight(run, order)) return DONE
  emitAccepted(run, book, order)
  if (command.group) placeExits(run, order, command.group)
  enterBook(run, book, run.state.directory.get(order.number))
  triggerStops(run, book)
  return DONE
}

export const REFUSED_BY_SCENARIO: Refusal = { code: 'NO_LIQUIDITY', message: 'The sandbox scenario asks for a rejection.' }

// Written out twice, because every order goes through here and a spread costs as much as a level of the book.
function emitAccepted(run: Run, book: OrderBook, order: Order): void {
  const arrival = arrivalAt(book)
  const execution = run.nextExecution(order.account)
  if (arrival) run.emit({ type: 'OrderAccepted', at: run.at, order, execution, arrival })
  else run.emit({ type: 'OrderAccepted', at: run.at, order, execution })
}

/** The order as it would be accepted, measured by these prices. */
export function newOrder(
  run: Run,
  command: PlaceOrder,
  { instrument, prices }: { readonly instrument: number; readonly prices: EntryPrices },
): Order {
  const { state, rules, at } = run
  const { index: market, phase, tradeDay, orderCount } = state.market(state.account(command.account).market)
  const { side } = command
  const reference = prices.referenceTicks
  const order: NextOrder = {
    number: market * ORDERS_PER_MARKET + orderCount + 1,
    account: command.account,
    session: command.session,
    instrument,
    clientOrderId: command.clientOrderId,
    firstClientOrderId: command.clientOrderId,
    side,
    type: command.orderType,
    timeInForce: command.timeInForce,
    extendedHours: command.extendedHours,
    status: OrderStatus.New,
    quantityLots: command.quantityLots,
    cashCents: command.cashCents,
    limitTicks: command.limitTicks,
    stopTicks: command.stopTicks,
    collarTicks: 0,
    triggered: false,
    filledLots: 0,
    leavesLots: 0,
    notionalWhole: 0,
    notionalFraction: 0,
    postedCents: 0,
    heldCents: 0,
    heldLots: 0,
    enteredDay: dayOf(run, command, { phase, tradeDay }),
    beforeDayLots: 0,
    beforeDayWhole: 0,
    beforeDayFraction: 0,
    renewed: false,
    content: contentOf(command),
    revision: 1,
    createdAt: at,
    updatedAt: at,
    endedAt: 0,
    cancelReason: CancelReason.None,
    pending: PLAIN.pending,
    inFlight: PLAIN.inFlight,
    held: PLAIN.held,
    cancelOnHalt: command.cancelOnHalt ?? false,
    orderClass: command.group?.orderClass ?? PLAIN.orderClass,
    leg: command.group?.orderClass === OrderClass.Oco ? Leg.TakeProfit : PLAIN.leg,
    cover: PLAIN.cover,
    parent: PLAIN.parent,
    trailTicks: command.trail?.ticks ?? PLAIN.trailTicks,
    trailBasisPoints: command.trail?.basisPoints ?? PLAIN.trailBasisPoints,
    scenario: command.scenario === undefined || command.scenario === 'reject' ? PLAIN.scenario : command.scenario,
  }
  if (command.trail) order.stopTicks = trailedStop(run, prices.trailed, order)
  if (order.type === OrderType.Market) order.collarTicks = collarTicks(rules, side, reference)
  if (order.type === OrderType.Stop) order.collarTicks = collarTicks(rules, side, order.stopTicks)
  order.held = order.scenario !== Scenario.None || waitsAtEntry(run, order)
  order.status = workingStatus(order)
  order.leavesLots = leavesOf(order, reference)
  order.heldCents = heldCentsOf(order)
  order.heldLots = heldLotsOf(order)
  return order
}

/** The trading day that an order is entered for: a day order that comes after the close, and does not trade then, is for the next. */
function dayOf(run: Run, { timeInForce, extendedHours }: PlaceOrder, { phase, tradeDay }: Pick<Market, 'phase' | 'tradeDay'>): number {
  const isForNext = phase === Phase.AfterHours && timeInForce === TimeInForce.Day && !extendedHours
  return isForNext ? run.state.calendar.nextBusinessDay(tradeDay) : tradeDay
}

/** What is wrong with an order beyond itself: limits, liquidity, cover; as if the open orders that are `gone` were so. */
export function checkNewOrder(run: Run, order: Order, prices: EntryPrices, gone = NOTHING_GONE): Refusal | undefined {
  const { state } = run
  const book = state.book(state.account(order.account).market, order.instrument)
  const limits =
    checkHalt(book, order.timeInForce) ??
    checkLimits(run, order, order.limitTicks || order.stopTicks || prices.referenceTicks) ??
    checkLimitBand(run, order.limitTicks, prices.currentTicks) ??
    checkOpenOrders(run, order, gone)
  if (limits) return limits
  return checkLiquidity(run, book, order, prices.oppositeTicks) ?? checkCover(run, order, gone) ?? checkWash(run, book, order)
}

/** Refused: journaled as a rejected order where the contract says so, and always when it came over FIX. */
function refuseOrder(run: Run, command: PlaceOrder, refusal: Refusal): Result {
  const code = refusal.code as OrderRefusalCode
  if (command.session === REST_SESSION && !ORDER_REFUSALS[code].journaled) return { refusal }
  const instrument = run.state.instrumentBySymbol(command.symbol) ?? -1
  const order: NextOrder = { ...rejectedBase(run, command, instrument) }
  end(order, OrderStatus.Rejected, run.at)
  run.emit({
    type: 'OrderRejected',
    at: run.at,
    order,
    execution: run.nextExecution(order.account),
    code,
    text: refusal.message,
    symbol: command.symbol,
    ...(command.echo && { echo: command.echo }),
    ...(refusal.details && { details: refusal.details }),
  })
  return { refusal }
}

function rejectedBase(run: Run, command: PlaceOrder, instrument: number): Order {
  if (instrument >= 0) return newOrder(run, command, { instrument, prices: presentPrices(run, command, instrument) })
  // an unknown symbol has no book to measure from: as for a limit order
  const limit: PlaceOrder = { ...command, orderType: OrderType.Limit }
  const order = newOrder(run, limit, { instrument, prices: UNPRICED })
  return { ...order, type: command.orderType, stopTicks: command.stopTicks, content: contentOf(command) }
}

function presentPrices({ state }: Run, { account, side }: PlaceOrder, instrument: number): EntryPrices {
  return pricesOf(state, state.book(state.account(account).market, instrument), side)
}
