import type { OrderRefused, OrderStatusReported, UnknownOrderReported } from '../../domain/events/session-event.ts'
import { averageMicros } from '../../domain/amounts/notional.ts'
import { OrderStatus, TimeInForce } from '../../domain/orders/order.ts'
import { ExecType, FIX_ORDER_STATUS, FIX_ORDER_TYPE, FIX_SIDE, FIX_TIME_IN_FORCE, OrdRejReason, ordStatusOf } from '../fix-values.ts'
import type { MessageWriter } from '../wire/message-writer.ts'
import { isWaiting, writeDayFields } from './execution-report.ts'
import { NO_SYMBOL } from './report-lookup.ts'
import type { ReportLookup } from './report-lookup.ts'

/** 150=I: an order as it stands; FIX 4.4: ExecID(17) is 0, since nothing has been executed. */
export function writeOrderStatus(writer: MessageWriter, event: OrderStatusReported, lookup: ReportLookup): void {
  const { order } = event
  const cumulative = order.status === OrderStatus.Rejected ? 0 : order.filledLots
  lookup.putAccount(writer, order.account)
  writer.decimal(6, cumulative === 0 ? 0 : averageMicros({ whole: order.notionalWhole, fraction: order.notionalFraction }, cumulative), 6)
  writer.ascii(11, event.clientOrderId)
  writer.decimal(14, cumulative, 9)
  writer.char(17, '0')
  lookup.putOrderId(writer, order.number)
  const quantity = order.cashCents > 0 ? cumulative + order.leavesLots : order.quantityLots
  writer.decimal(38, quantity, 9)
  writer.char(39, ordStatusOf(order))
  writer.char(40, FIX_ORDER_TYPE[order.type])
  writer.ascii(41, event.originalClientOrderId)
  if (order.limitTicks > 0) writer.decimal(44, order.limitTicks, 4)
  writer.char(54, FIX_SIDE[order.side])
  if (event.symbol === undefined) lookup.putSymbol(writer, order.instrument)
  else writer.echo(55, event.symbol)
  writer.ascii(58, event.text)
  writer.char(59, FIX_TIME_IN_FORCE[order.timeInForce])
  writer.timestamp(60, event.at)
  if (order.stopTicks > 0) writer.decimal(99, order.stopTicks, 4)
  writer.char(150, ExecType.OrderStatus)
  writer.decimal(151, order.leavesLots, 9)
  if (order.cashCents > 0) writer.decimal(152, order.cashCents, 2)
  writer.ascii(167, 'CS')
  if (order.timeInForce === TimeInForce.Gtc) writeDayFields(writer, order, { quantity, tradeDay: order.enteredDay })
  writer.echo(584, event.massRequestId)
  if (isWaiting(order)) writer.char(636, 'N')
  writer.echo(790, event.requestId)
  if (event.total > 0) writer.integer(911, event.total)
  if (event.last) writer.char(912, 'Y')
}

/** 150=I, 39=8, 37=NONE: an order that the session may not see or that there is not. Rules of engagement 6.15. */
export function writeUnknownOrder(writer: MessageWriter, event: UnknownOrderReported): void {
  const isMassStatus = event.massRequestId !== ''
  writer.echo(1, event.accountText)
  writer.char(6, '0')
  writer.ascii(11, event.clientOrderId)
  writer.char(14, '0')
  writer.char(17, '0')
  writer.ascii(37, 'NONE')
  writer.char(38, '0')
  writer.char(39, FIX_ORDER_STATUS[OrderStatus.Rejected])
  writer.ascii(54, event.side === '' ? UNDISCLOSED : event.side)
  writer.echo(55, event.symbol === '' ? NO_SYMBOL : event.symbol)
  writer.ascii(58, event.text)
  writer.timestamp(60, event.at)
  writer.integer(103, OrdRejReason.UnknownOrder)
  writer.char(150, ExecType.OrderStatus)
  writer.char(151, '0')
  writer.ascii(167, 'CS')
  writer.echo(584, event.massRequestId)
  writer.echo(790, event.requestId)
  if (isMassStatus) {
    writer.char(911, '0')
    writer.char(912, 'Y')
  }
}

/** Side(54) where there is none */
const UNDISCLOSED = '7'

/** 150=8 about a request that became no order: everything as it came. Rules of engagement 6.14. */
export function writeOrderRefused(writer: MessageWriter, event: OrderRefused, position: number, lookup: ReportLookup): void {
  const { report } = event
  writer.echo(1, report.account)
  writer.char(6, '0')
  writer.ascii(11, report.clientOrderId)
  writer.char(14, '0')
  lookup.putAnswerId(writer, 17, event.market, position)
  if (event.orderNumber > 0) lookup.putOrderId(writer, event.orderNumber)
  else writer.ascii(37, 'NONE')
  writer.ascii(38, report.quantity === '' ? '0' : report.quantity)
  writer.char(39, FIX_ORDER_STATUS[OrderStatus.Rejected])
  writer.ascii(40, report.orderType)
  writer.ascii(44, report.price)
  writer.ascii(54, report.side)
  writer.echo(55, report.symbol)
  writer.ascii(58, report.text)
  writer.ascii(59, report.timeInForce)
  writer.timestamp(60, event.at)
  writer.ascii(99, report.stopPrice)
  writer.integer(103, report.ordRejReason)
  writer.char(150, ExecType.Rejected)
  writer.char(151, '0')
  writer.ascii(152, report.cash)
  writer.ascii(167, 'CS')
}
