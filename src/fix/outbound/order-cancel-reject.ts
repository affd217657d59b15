import type { CancelRejected } from '../../domain/events/session-event.ts'
import { OrderStatus } from '../../domain/orders/order.ts'
import { FIX_ORDER_STATUS, ordStatusOf } from '../fix-values.ts'
import type { MessageWriter } from '../wire/message-writer.ts'
import type { ReportLookup } from './report-lookup.ts'

/** OrderCancelReject(9): 39 is the order's present status; of an unknown order 37=NONE and 39=8. */
export function writeOrderCancelReject(writer: MessageWriter, event: CancelRejected, lookup: ReportLookup): void {
  const { order } = event
  if (order === undefined) writer.ascii(1, event.accountText)
  else lookup.putAccount(writer, order.account)
  writer.ascii(11, event.clientOrderId)
  if (order === undefined) writer.ascii(37, 'NONE')
  else lookup.putOrderId(writer, order.number)
  writer.char(39, order === undefined ? FIX_ORDER_STATUS[OrderStatus.Rejected] : ordStatusOf(order))
  writer.echo(41, event.originalClientOrderId)
  writer.ascii(58, event.text)
  writer.timestamp(60, event.at)
  writer.integer(102, event.reason)
  writer.integer(434, event.responseTo)
}
