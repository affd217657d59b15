import { formatAverage, formatMoney, formatPrice, formatQuantity } from '../../../domain/amounts/amounts.ts'
import type { OrderEvent } from '../../../domain/events/order-event.ts'
import { type Order, OrderStatus } from '../../../domain/orders/order.ts'
import { shownStatus } from '../../../domain/orders/shown-status.ts'
import type { VenueRequest } from '../../../domain/orders/venue-request.ts'
import { ORDER_REFUSALS } from '../../../domain/refusal.ts'
import type { ExecutionEvent } from '../../../domain/events/order-event.ts'
import type { OrderRecord, Rejection } from '../../../storage/projections/tables/order-row.ts'
import { formatInstant } from '../../requests/instants.ts'
import { executionId } from '../orders/execution-view.ts'
import { averagePrice, type Names, orderId, priceOrNull, shareQuantity } from '../orders/order-view.ts'
import { BLOTTER_EXEC_TYPES, BLOTTER_ORDER_TYPES, BLOTTER_SIDES, BLOTTER_SHOWN_STATUSES, BLOTTER_TIMES_IN_FORCE } from './blotter-names.ts'

/** An order of docs/api-contract.md section 14. */
export function blotterOrder(names: Names, { order, rejection, lastLots, lastTicks }: OrderRecord) {
  const status = BLOTTER_SHOWN_STATUSES[shownStatus(order)]
  return {
    OrderCode: orderId(names, order.number),
    ClOrdId: order.firstClientOrderId,
    AccountNo: names.accounts[order.account]!.accountNumber,
    Symbol: names.instruments[order.instrument]?.symbol ?? rejection?.symbol ?? '',
    SecurityType: 'CS',
    Side: BLOTTER_SIDES[order.side],
    OrderType: BLOTTER_ORDER_TYPES[order.type],
    TimeInForce: BLOTTER_TIMES_IN_FORCE[order.timeInForce],
    OrderQty: orderQuantity(order, rejection),
    CashOrderQty: order.cashCents === 0 ? (rejection?.cash ?? null) : formatMoney(order.cashCents),
    Price: priceOrNull(order.limitTicks) ?? rejection?.price ?? null,
    StopPx: priceOrNull(order.stopTicks) ?? rejection?.stopPrice ?? null,
    OrdStatus: status.code,
    OrdStatusText: status.text,
    CumQty: formatQuantity(order.filledLots),
    LeavesQty: formatQuantity(order.leavesLots),
    AvgPx: averageText(order),
    LastQty: lastLots === 0 ? null : formatQuantity(lastLots),
    LastPx: lastTicks === 0 ? null : formatPrice(lastTicks),
    OrdRejReason: rejection === undefined ? null : ORDER_REFUSALS[rejection.code].ordRejReason,
    Text: rejection?.text ?? null,
    CreatedAt: formatInstant(order.createdAt),
    UpdatedAt: formatInstant(order.updatedAt),
  }
}

/** 38 of a cash order: computed while it is open, what it has bought or sold at its end, when nothing is left (docs/api-contract.md section 16). */
function orderQuantity(order: Order, rejection: Rejection | undefined): string {
  if (order.cashCents === 0) return shareQuantity(order, rejection)
  return formatQuantity(order.filledLots + order.leavesLots)
}

function averageText(order: Order): string {
  return order.filledLots === 0 ? '0.00' : formatAverage(averagePrice(order))
}

export function blotterExecution(names: Names, event: ExecutionEvent) {
  const { order } = event
  const fill = lastOf(event)
  return {
    ExecId: executionId(names, order.number, event.execution),
    ExecType: BLOTTER_EXEC_TYPES[event.type],
    LastQty: formatQuantity(fill.lots),
    LastPx: formatPrice(fill.ticks),
    CumQty: formatQuantity(order.filledLots),
    LeavesQty: formatQuantity(order.leavesLots),
    AvgPx: averageText(order),
    TransactTime: formatInstant(event.at),
    ExecRefId: event.type === 'OrderFilled' ? null : executionId(names, order.number, event.executionRef),
  }
}

/** What 32 and 31 of an execution's report say. */
function lastOf(event: ExecutionEvent): { readonly lots: number; readonly ticks: number } {
  return event.type === 'ExecutionBusted'
    ? { lots: event.reversedLots, ticks: event.reversedTicks }
    : { lots: event.lastLots, ticks: event.lastTicks }
}

/** ExecType(150) of a request that waits; `fill` is told to nobody. */
const PENDED_EXEC_TYPES = { new: 'A', cancel: '6', replace: 'E', fill: 'A' } as const satisfies Record<VenueRequest['kind'], string>

export function blotterHistory(event: OrderEvent, sequence: number) {
  return {
    Sequence: sequence,
    OrdStatus: BLOTTER_SHOWN_STATUSES[shownStatus(event.order)].code,
    ExecType: execTypeOf(event),
    Text: 'text' in event && event.text !== '' ? event.text : null,
    TransactTime: formatInstant(event.at),
  }
}

function execTypeOf(event: OrderEvent): string {
  if (event.type === 'OrderPended') return PENDED_EXEC_TYPES[event.request.kind]
  const isDoneForDay = event.type === 'OrderExpired' && event.order.status === OrderStatus.DoneForDay
  return isDoneForDay ? '3' : BLOTTER_EXEC_TYPES[event.type]
}
