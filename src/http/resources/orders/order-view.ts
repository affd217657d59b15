import { formatAverage, formatMoney, formatPrice, formatQuantity } from '../../../domain/amounts/amounts.ts'
import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import { averageMicros } from '../../../domain/amounts/notional.ts'
import { counterOf, EXITS, isOpen, isTrailing, marketOf, type Order, OrderStatus } from '../../../domain/orders/order.ts'
import { shownStatus } from '../../../domain/orders/shown-status.ts'
import { ORDER_REFUSALS } from '../../../domain/refusal.ts'
import type { EngineView } from '../../../domain/view.ts'
import type { Rejection } from '../../../storage/projections/tables/order-row.ts'
import { formatInstant, formatInstantOrNull } from '../../requests/instants.ts'
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

/**
 * The order object of docs/api-contract.md section 5: a pure function of the order, and the only place of its shape. One literal: put together
 * of several objects it takes twice as long, at every order that is placed and read.
 */
export function orderView(names: Names, order: Order, rejection?: Rejection) {
  const instrument = names.instruments[order.instrument]
  const { status, parent } = order
  const isCash = order.cashCents > 0 || rejection?.cash !== undefined
  return {
    id: orderId(names, order.number),
    account_id: names.accounts[order.account]!.id,
    client_order_id: order.firstClientOrderId,
    symbol: instrument?.symbol ?? rejection?.symbol ?? '',
    asset_class: instrument?.assetClass ?? 'equity',
    order_type: isTrailing(order) ? 'trailing_stop' : ORDER_TYPE_NAMES[order.type],
    side: SIDE_NAMES[order.side],
    quantity: isCash ? cashOrderQuantity(order) : shareQuantity(order, rejection),
    notional: isCash ? cashAmount(order, rejection) : null,
    remaining_quantity: isCash ? null : formatQuantity(order.leavesLots),
    remaining_notional: isCash ? formatMoney(unspentCents(order)) : undefined,
    limit_price: priceOrNull(order.limitTicks) ?? rejection?.price ?? null,
    stop_price: priceOrNull(order.stopTicks) ?? rejection?.stopPrice ?? null,
    time_in_force: TIME_IN_FORCE_NAMES[order.timeInForce],
    extended_hours: order.extendedHours,
    order_class: ORDER_CLASS_NAMES[order.orderClass],
    leg: LEG_NAMES[order.leg],
    parent_order_id: parent === 0 ? null : orderId(names, parent),
    legs: exitIds(names, order),
    trail_price: priceOrNull(order.trailTicks),
    trail_percent: order.trailBasisPoints === 0 ? null : `${formatMoney(order.trailBasisPoints)}00`,
    status: SHOWN_STATUS_NAMES[shownStatus(order)],
    filled_quantity: formatQuantity(order.filledLots),
    average_fill_price: order.filledLots === 0 ? null : formatAverage(averagePrice(order)),
    reject_reason: rejection === undefined ? null : rejectReason(rejection),
    cancel_reason: CANCEL_REASON_NAMES[order.cancelReason],
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

const NO_EXITS: readonly string[] = []

/** The exits of an order have the numbers behind its own; one that was refused never got any. */
function exitIds(names: Names, { number, orderClass, parent, status }: Order): readonly string[] {
  const exits = parent === 0 && status !== OrderStatus.Rejected ? EXITS[orderClass] : 0
  return exits === 0 ? NO_EXITS : Array.from({ length: exits }, (_, index) => orderId(names, number + index + 1))
}

export type OrderView = ReturnType<typeof orderView>

export function orderId(names: Pick<EngineView, 'markets'>, orderNumber: number): string {
  return names.markets[marketOf(orderNumber)]!.mint.mint(IdentifierKind.Order, counterOf(orderNumber))
}

/** Millionths of a dollar. */
export function averagePrice(order: Order): number {
  return averageMicros({ whole: order.notionalWhole, fraction: order.notionalFraction }, order.filledLots)
}

/** What could not be converted is shown as it came. */
export function shareQuantity(order: Order, rejection: Rejection | undefined): string {
  return order.quantityLots === 0 && rejection?.quantity !== undefined ? rejection.quantity : formatQuantity(order.quantityLots)
}

function cashAmount(order: Order, rejection: Rejection | undefined): string {
  return order.cashCents === 0 && rejection?.cash !== undefined ? rejection.cash : formatMoney(order.cashCents)
}

/** Contract section 5, notional orders: the quantity is known when the order has ended. */
const cashOrderQuantity = (order: Order): string | null => (isOpen(order.status) ? null : formatQuantity(order.filledLots))
const unspentCents = (order: Order): number => (isOpen(order.status) ? Math.max(0, order.cashCents - order.postedCents) : 0)

function rejectReason({ code, text }: Rejection) {
  return { code, message: text, ord_rej_reason: ORDER_REFUSALS[code].ordRejReason }
}

function endedAs(order: Order, status: OrderStatus): string | null {
  return order.status === status ? formatInstantOrNull(order.endedAt) : null
}

export function priceOrNull(ticks: number): string | null {
  return ticks === 0 ? null : formatPrice(ticks)
}
