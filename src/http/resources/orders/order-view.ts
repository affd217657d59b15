import { formatAverage, formatMoney, formatPrice, formatQuantity } from '../../../domain/amounts.ts'
import { IdentifierKind } from '../../../domain/identifier.ts'
import { averageMicros } from '../../../domain/notional.ts'
import { CancelReason, counterOf, isOpen, marketOf, type Order, OrderClass, OrderStatus } from '../../../domain/order.ts'
import { shownStatus } from '../../../domain/shown-status.ts'
import { ORDER_REFUSALS } from '../../../domain/refusal.ts'
import type { EngineView } from '../../../domain/view.ts'
import type { Rejection } from '../../../storage/projections/tables/order-row.ts'
import { formatInstant, formatInstantOrNull } from '../../instants.ts'
import {
  CANCEL_REASON_NAMES,
  LEG_NAMES,
  ORDER_CLASS_NAMES,
  ORDER_TYPE_NAMES,
  SHOWN_STATUS_NAMES,
  SIDE_NAMES,
  TIME_IN_FORCE_NAMES,
} from './order-names.ts'

/** What names things: the part of the engine's view that never changes once it is there. */
export type Names = Pick<EngineView, 'markets' | 'accounts' | 'instruments'>

/** The order object of docs/api-contract.md section 5: a pure function of the order, and the only place of its shape. */
export function orderView(names: Names, order: Order, rejection?: Rejection) {
  const instrument = names.instruments[order.instrument]
  const { status } = order
  return {
    id: orderId(names, order.number),
    account_id: names.accounts[order.account]!.id,
    client_order_id: order.firstClientOrderId,
    symbol: instrument?.symbol ?? rejection?.symbol ?? '',
    asset_class: instrument?.assetClass ?? 'equity',
    order_type: isTrailing(order) ? 'trailing_stop' : ORDER_TYPE_NAMES[order.type],
    side: SIDE_NAMES[order.side],
    ...(order.cashCents > 0 ? cashAmounts(order) : shareAmounts(order, rejection)),
    limit_price: priceOrNull(order.limitTicks),
    stop_price: priceOrNull(order.stopTicks),
    time_in_force: TIME_IN_FORCE_NAMES[order.timeInForce],
    extended_hours: order.extendedHours,
    ...groupView(names, order),
    trail_price: priceOrNull(order.trailTicks),
    trail_percent: order.trailBasisPoints === 0 ? null : `${formatMoney(order.trailBasisPoints)}00`,
    status: SHOWN_STATUS_NAMES[shownStatus(order)],
    filled_quantity: formatQuantity(order.filledLots),
    average_fill_price: order.filledLots === 0 ? null : formatAverage(averagePrice(order)),
    reject_reason: rejection === undefined ? null : rejectReason(rejection),
    cancel_reason: CANCEL_REASON_NAMES[cancelReasonOf(order)],
    revision: order.revision,
    created_at: formatInstant(order.createdAt),
    submitted_at: status === OrderStatus.Rejected ? null : formatInstant(order.createdAt),
    updated_at: formatInstant(order.updatedAt),
    filled_at: endedAs(order, OrderStatus.Filled),
    cancelled_at: endedAs(order, OrderStatus.Cancelled),
    expired_at: endedAs(order, OrderStatus.Expired),
    rejected_at: endedAs(order, OrderStatus.Rejected),
  }
}

const isTrailing = ({ trailTicks, trailBasisPoints }: Order): boolean => trailTicks > 0 || trailBasisPoints > 0

/** Exits that are placed with an order of each class. */
const EXITS = {
  [OrderClass.Simple]: 0,
  [OrderClass.Bracket]: 2,
  [OrderClass.Oco]: 1,
  [OrderClass.Oto]: 1,
} as const satisfies Record<OrderClass, number>

/** How an order hangs together with others. The exits of an order have the numbers behind its own. */
function groupView(names: Names, { number, orderClass, leg, parent }: Order) {
  const exits = parent === 0 ? EXITS[orderClass] : 0
  return {
    order_class: ORDER_CLASS_NAMES[orderClass],
    leg: LEG_NAMES[leg],
    parent_order_id: parent === 0 ? null : orderId(names, parent),
    legs: Array.from({ length: exits }, (_, index) => orderId(names, number + index + 1)),
  }
}

export type OrderView = ReturnType<typeof orderView>

export function orderId(names: Pick<EngineView, 'markets'>, orderNumber: number): string {
  return names.markets[marketOf(orderNumber)]!.mint.mint(IdentifierKind.Order, counterOf(orderNumber))
}

/** Millionths of a dollar. */
export function averagePrice(order: Order): number {
  return averageMicros({ whole: order.notionalWhole, fraction: order.notionalFraction }, order.filledLots)
}

function shareAmounts(order: Order, rejection: Rejection | undefined) {
  return {
    // what could not be converted is shown as it came
    quantity: order.quantityLots === 0 && rejection?.quantity !== undefined ? rejection.quantity : formatQuantity(order.quantityLots),
    notional: null,
    remaining_quantity: formatQuantity(order.leavesLots),
  }
}

/** Contract section 5, notional orders: the quantity is known when the order has ended. */
function cashAmounts(order: Order) {
  const open = isOpen(order.status)
  return {
    quantity: open ? null : formatQuantity(order.filledLots),
    notional: formatMoney(order.cashCents),
    remaining_quantity: null,
    remaining_notional: formatMoney(open ? Math.max(0, order.cashCents - order.postedCents) : 0),
  }
}

function rejectReason({ code, text }: Rejection) {
  return { code, message: text, ord_rej_reason: ORDER_REFUSALS[code].ordRejReason }
}

/** An expired order ended by its time in force, whatever the engine keeps for it. */
function cancelReasonOf(order: Order): CancelReason {
  return order.status === OrderStatus.Expired ? CancelReason.TimeInForce : order.cancelReason
}

function endedAs(order: Order, status: OrderStatus): string | null {
  return order.status === status ? formatInstantOrNull(order.endedAt) : null
}

export function priceOrNull(ticks: number): string | null {
  return ticks === 0 ? null : formatPrice(ticks)
}
