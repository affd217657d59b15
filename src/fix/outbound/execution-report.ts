import type { OrderEvent, OrderPended } from '../../domain/events/order-event.ts'
import { LOTS_PER_SHARE } from '../../domain/amounts/amounts.ts'
import { averageMicros } from '../../domain/amounts/notional.ts'
import { marketOf, OrderStatus, Pending, Scenario, TimeInForce } from '../../domain/orders/order.ts'
import type { Order } from '../../domain/orders/order.ts'
import { RestatementReason } from '../../domain/orders/restatement-reason.ts'
import { ExecType, FIX_ORDER_TYPE, FIX_PENDING_STATUS, FIX_SIDE, FIX_TIME_IN_FORCE, ordRejReasonOf, ordStatusOf } from '../fix-values.ts'
import type { MessageWriter } from '../wire/message-writer.ts'
import { fieldOf } from '../wire/put-field.ts'
import type { ReportLookup } from './report-lookup.ts'

/** SecurityType(167) */
const COMMON_STOCK = fieldOf(167, 'CS')

/** Who is told: the session, and whether it only watches (CopyMsgIndicator(797)=Y). */
export interface Perspective {
  readonly session: number
  readonly isCopy: boolean
}

/**
 * Writes the body of the ExecutionReport(8) about an order's event. It depends on the event, the perspective and data that never
 * changes, so that a resend has the same bytes. Rules of engagement, section 6.
 */
export function writeExecutionReport(writer: MessageWriter, event: OrderEvent, perspective: Perspective, lookup: ReportLookup): void {
  const { order } = event
  const answer = answerTo(event, perspective)
  const cumulative = order.status === OrderStatus.Rejected ? 0 : order.filledLots
  // behind replaces that wait in line, a pending request shows what they make of the order
  const terms = event.type === 'OrderPended' ? event.terms : order
  const isCash = order.cashCents > 0
  const added = event.type === 'OrderPended' && !isCash ? Math.max(event.terms.quantityLots, order.filledLots) - order.quantityLots : 0
  const leaves = order.leavesLots + added
  // FIX 4.4: OrderQty(38) = CumQty(14) + LeavesQty(151) while the order is live; of a cash order it is all that there is.
  const quantity = isCash ? cumulative + leaves : order.quantityLots + added
  const echo = event.type === 'OrderRejected' ? event.echo : undefined

  lookup.putAccount(writer, order.account)
  writer.decimal(6, cumulative === 0 ? 0 : averageMicros({ whole: order.notionalWhole, fraction: order.notionalFraction }, cumulative), 6)
  writer.ascii(11, answer === undefined ? order.clientOrderId : answer.clientOrderId)
  writer.decimal(14, cumulative, 9)
  lookup.putExecutionId(writer, 17, marketOf(order.number), event.execution)
  if (event.type === 'ExecutionBusted' || event.type === 'ExecutionCorrected') {
    lookup.putExecutionId(writer, 19, marketOf(order.number), event.executionRef)
  }
  if (event.type === 'OrderFilled' || event.type === 'ExecutionCorrected') {
    writer.decimal(31, event.lastTicks, 4)
    writer.decimal(32, event.lastLots, 9)
  }
  lookup.putOrderId(writer, order.number)
  if (echo?.quantity === undefined) writer.decimal(38, quantity, 9)
  else writer.ascii(38, echo.quantity)
  writer.char(39, statusOf(event, perspective))
  writer.char(40, FIX_ORDER_TYPE[order.type])
  if (answer !== undefined) writer.ascii(41, answer.originalClientOrderId)
  if (echo?.price !== undefined) writer.ascii(44, echo.price)
  else if (terms.limitTicks > 0) writer.decimal(44, terms.limitTicks, 4)
  writer.char(54, FIX_SIDE[order.side])
  if (event.type === 'OrderRejected') writer.echo(55, event.symbol)
  else lookup.putSymbol(writer, order.instrument)
  writer.ascii(58, textOf(event))
  writer.char(59, FIX_TIME_IN_FORCE[order.timeInForce])
  writer.timestamp(60, event.at)
  if (echo?.stopPrice !== undefined) writer.ascii(99, echo.stopPrice)
  else if (terms.stopTicks > 0) writer.decimal(99, terms.stopTicks, 4)
  if (event.type === 'OrderRejected') writer.integer(103, ordRejReasonOf(event.code))
  writer.char(150, execTypeOf(event, perspective))
  writer.decimal(151, leaves, 9)
  if (echo?.cash !== undefined) writer.ascii(152, echo.cash)
  else if (isCash) writer.decimal(152, order.cashCents, 2)
  writer.field(COMMON_STOCK)
  const restatement = restatementOf(event, perspective)
  if (restatement >= 0) writer.integer(378, restatement)
  if (order.timeInForce === TimeInForce.Gtc) writeDayFields(writer, order, { quantity, tradeDay: tradeDayOf(event) })
  if (event.type === 'OrderTriggered') writer.char(636, 'Y')
  // what an auction has filled in part goes on at once
  else if (event.type !== 'OrderFilled' && isWaiting(order)) writer.char(636, 'N')
  if (perspective.isCopy) writer.char(797, 'Y')
}

/**
 * FIX 4.4: a fill that completes an order whose cancel or replace is pending still has 39=6 or E for who asked; the refusal follows it. Drop copies
 * hear of no refusal.
 */
function statusOf(event: OrderEvent, { isCopy }: Perspective): string {
  const { order } = event
  if (event.type === 'OrderFilled' && !isCopy && order.status === OrderStatus.Filled && order.pending !== Pending.None) {
    return FIX_PENDING_STATUS[order.pending]
  }
  return ordStatusOf(order)
}

/** An open order that nothing can fill now: for its session, its auction, its trigger. What a script of the sandbox plays works. */
export function isWaiting({ status, held, scenario }: Order): boolean {
  if (status === OrderStatus.Accepted) return true
  return held && scenario === Scenario.None && (status === OrderStatus.New || status === OrderStatus.PartiallyFilled)
}

/** DayOrderQty(424), DayCumQty(425) and DayAvgPx(426): on GTC orders from their second day. `quantity`: OrderQty(38) of the report, lots. */
export function writeDayFields(
  writer: MessageWriter,
  order: Order,
  { quantity, tradeDay }: { readonly quantity: number; readonly tradeDay: number },
): void {
  // records from before there was `renewed` have only `beforeDayLots`: their reports are sent again as they were
  if (!order.renewed && order.beforeDayLots === 0 && tradeDay <= order.enteredDay) return
  const dayLots = order.filledLots - order.beforeDayLots
  writer.decimal(424, quantity - order.beforeDayLots, 9)
  writer.decimal(425, dayLots, 9)
  writer.decimal(426, dayLots <= 0 ? 0 : averageMicros(dayNotional(order), dayLots), 6)
}

function dayNotional(order: Order): { whole: number; fraction: number } {
  const borrow = order.notionalFraction < order.beforeDayFraction
  return {
    whole: order.notionalWhole - order.beforeDayWhole - (borrow ? 1 : 0),
    fraction: order.notionalFraction - order.beforeDayFraction + (borrow ? LOTS_PER_SHARE : 0),
  }
}

interface Answer {
  readonly clientOrderId: string
  readonly originalClientOrderId: string
}

/** The ids of a report that answers F or G; undefined when it is unsolicited to this session: then it has no OrigClOrdID(41). */
function answerTo(event: OrderEvent, perspective: Perspective): Answer | undefined {
  switch (event.type) {
    case 'OrderCancelled':
      if (event.requestId === '' || isForeign(event, perspective)) return undefined
      return { clientOrderId: event.requestId, originalClientOrderId: event.previousClientOrderId }
    case 'OrderPended': {
      const { kind, clientOrderId } = event.request
      if (kind === 'new' || clientOrderId === '' || isForeign(event, perspective)) return undefined
      return { clientOrderId, originalClientOrderId: event.order.clientOrderId }
    }
    case 'OrderReplaced':
      if (isForeign(event, perspective)) return undefined
      return { clientOrderId: event.order.clientOrderId, originalClientOrderId: event.previousClientOrderId }
    default:
      return undefined
  }
}

/** Another session asked (order_scope=account): for the one that entered the order the change is unsolicited. */
function isForeign(event: { readonly requester: number; readonly order: Order }, { session, isCopy }: Perspective): boolean {
  return !isCopy && session === event.order.session && event.requester > 0 && event.requester !== session
}

function execTypeOf(event: OrderEvent, perspective: Perspective): string {
  switch (event.type) {
    case 'OrderFilled':
      return ExecType.Trade
    case 'OrderPended':
      return PENDING_EXEC_TYPES[event.request.kind]
    case 'OrderAcknowledged':
    case 'OrderAccepted':
    case 'OrderReinstated':
      return ExecType.New
    case 'OrderSuspended':
      return ExecType.Suspended
    case 'OrderRejected':
      return ExecType.Rejected
    case 'OrderCancelled':
      return ExecType.Canceled
    case 'OrderExpired':
      return event.order.status === OrderStatus.DoneForDay ? ExecType.DoneForDay : ExecType.Expired
    case 'OrderReplaced':
      return isForeign(event, perspective) ? ExecType.Restated : ExecType.Replaced
    case 'OrderRestated':
    case 'OrderTriggered':
      return ExecType.Restated
    case 'ExecutionBusted':
      return ExecType.TradeCancel
    case 'ExecutionCorrected':
      return ExecType.TradeCorrect
    default:
      return event satisfies never
  }
}

/** `fill` is told to nobody. */
const PENDING_EXEC_TYPES = {
  new: ExecType.PendingNew,
  cancel: ExecType.PendingCancel,
  replace: ExecType.PendingReplace,
  fill: ExecType.PendingNew,
} as const satisfies Record<OrderPended['request']['kind'], string>

/** ExecRestatementReason(378); -1 = absent. */
function restatementOf(event: OrderEvent, perspective: Perspective): number {
  switch (event.type) {
    case 'OrderCancelled':
      return isForeign(event, perspective) ? BY_ANOTHER_SESSION : event.restatement
    case 'OrderRestated':
      return event.restatement
    case 'OrderTriggered':
      return RestatementReason.Other
    case 'OrderReplaced':
      return isForeign(event, perspective) ? BY_ANOTHER_SESSION : RestatementReason.None
    default:
      return RestatementReason.None
  }
}

/** Of what another session, or none, has asked for. */
const BY_ANOTHER_SESSION = RestatementReason.Other

function textOf(event: OrderEvent): string {
  return event.type === 'OrderRejected' || event.type === 'OrderCancelled' || event.type === 'OrderRestated' ? event.text : ''
}

/** The day on which it happened, where the event says, as it has to of orders that ended before; else the day of entry, and the order tells. */
function tradeDayOf(event: OrderEvent): number {
  return event.type === 'OrderFilled' || event.type === 'ExecutionBusted' || event.type === 'ExecutionCorrected'
    ? event.tradeDay
    : event.order.enteredDay
}
