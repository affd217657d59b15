import type { PlaceOrder } from '../../domain/command.ts'
import {
  CancelReason,
  isOpen,
  type Order,
  ORDERS_PER_MARKET,
  OrderStatus,
  OrderType,
  REST_SESSION,
  TimeInForce,
} from '../../domain/order.ts'
import { ORDER_REFUSALS, type OrderRefusalCode, type Refusal } from '../../domain/refusal.ts'
import { collarTicks, heldCentsOf, heldLotsOf } from '../buying-power.ts'
import { planFills } from '../matching.ts'
import type { OrderBook } from '../order-book.ts'
import { end, leavesOf, type NextOrder, workingStatus } from '../order-lifecycle.ts'
import { NONE } from '../order-table.ts'
import { DONE, type Result, type Run } from '../run.ts'
import { presentState } from './cancel-order.ts'
import { cancelUnsolicited } from './cancel-unsolicited.ts'
import { checkCover, checkLimits, checkOpenOrders, checkOrder } from './check-order.ts'
import { match } from './match.ts'
import { contentOf } from './order-content.ts'
import { answerRepeat } from './repeat.ts'
import { triggerStops } from './trigger-stops.ts'

/** A new order over either edge: refused, or accepted and traded as far as it goes. */
export function placeOrder(run: Run, command: PlaceOrder): Result {
  const known = presentState(run, command.known) ?? run.state.findOrder(command.account, command.clientOrderId)
  if (known) return answerRepeat(run, command, known)
  const fault = checkOrder(run, command)
  if (fault) return refuseOrder(run, command, fault)
  const instrument = run.state.instrumentBySymbol(command.symbol)!
  const order = newOrder(run, command, instrument)
  const refusal = checkNewOrder(run, command, order)
  if (refusal) return refuseOrder(run, command, refusal)
  run.emit({ type: 'OrderAccepted', at: run.at, order, execution: run.nextExecution(order.account) })
  const book = run.state.book(run.state.account(order.account).market, instrument)
  const slot = run.state.directory.get(order.number)
  work(run, book, slot, order)
  triggerStops(run, book)
  return DONE
}

function work(run: Run, book: OrderBook, slot: number, order: Order): void {
  if (order.type === OrderType.Stop || order.type === OrderType.StopLimit) return
  if (order.timeInForce === TimeInForce.Fok && planFills(run.state, run.rules, book, order).lots < order.quantityLots) {
    cancelRest(run, slot)
    return
  }
  match(run, book, slot)
  const immediate = order.timeInForce === TimeInForce.Ioc || order.timeInForce === TimeInForce.Fok
  if (immediate && isOpen(run.state.orders.status[slot] as OrderStatus)) cancelRest(run, slot)
}

/** Rules of engagement 6.5: the rest of IOC and FOK ends as Canceled, without 378. */
function cancelRest(run: Run, slot: number): void {
  cancelUnsolicited(run, slot, { reason: CancelReason.TimeInForce, restatement: -1, text: '' })
}

function newOrder(run: Run, command: PlaceOrder, instrument: number): Order {
  const { state, rules, at } = run
  const { index: market, tradeDay, orderCount } = state.market(state.account(command.account).market)
  const { side } = command
  const reference = state.referenceTicks(market, instrument, side)
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
    enteredDay: tradeDay,
    beforeDayLots: 0,
    beforeDayWhole: 0,
    beforeDayFraction: 0,
    content: contentOf(command),
    revision: 1,
    createdAt: at,
    updatedAt: at,
    endedAt: 0,
    cancelReason: CancelReason.None,
  }
  if (order.type === OrderType.Market) order.collarTicks = collarTicks(rules, side, reference)
  if (order.type === OrderType.Stop) order.collarTicks = collarTicks(rules, side, order.stopTicks)
  order.status = workingStatus(order)
  order.leavesLots = leavesOf(order, reference)
  order.heldCents = heldCentsOf(order)
  order.heldLots = heldLotsOf(order)
  return order
}

function checkNewOrder(run: Run, command: PlaceOrder, order: Order): Refusal | undefined {
  const { state } = run
  const { market } = state.account(order.account)
  const book = state.book(market, order.instrument)
  const reference = state.referenceTicks(market, order.instrument, order.side)
  const limits =
    checkLimits(run, {
      account: order.account,
      quantityLots: order.quantityLots,
      cashCents: order.cashCents,
      limitTicks: order.limitTicks,
      valueTicks: order.limitTicks || order.stopTicks || reference,
      bandReferenceTicks: state.currentTicks(market, order.instrument),
    }) ?? checkOpenOrders(run, order.account)
  if (limits) return limits
  if (order.type === OrderType.Market && run.rules.unpriced === 'refuse' && book.opposite(order.side).bestSlot() === NONE)
    return { code: 'NO_LIQUIDITY', message: `There is nothing to trade ${command.symbol} with.` }
  return checkCover(run, order) ?? checkWash(run, book, order)
}

/** Self-match mode `reject`: an order that would trade with its own account is refused before it trades with anyone. */
function checkWash(run: Run, book: OrderBook, order: Order): Refusal | undefined {
  if (run.rules.selfMatch !== 'reject' || order.type === OrderType.Stop || order.type === OrderType.StopLimit) return undefined
  if (!planFills(run.state, run.rules, book, order).meetsOwn) return undefined
  return { code: 'WASH_TRADE', message: 'The order would trade with an order of the same account.' }
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
  if (instrument >= 0) return newOrder(run, command, instrument)
  // an unknown symbol has no book to measure from: as for a limit order
  return { ...newOrder(run, { ...command, orderType: OrderType.Limit }, 0), type: command.orderType, instrument }
}
