import { isOpen, type Order, TimeInForce } from '../../domain/orders/order.ts'
import type { Market } from '../market.ts'
import type { NextOrder } from './order-lifecycle.ts'

/** What an order has filled so far is of the days before: DayCumQty(425) counts from here. */
export function beginDay({ tradeDay }: Market, order: NextOrder): void {
  order.beforeDayLots = order.filledLots
  order.beforeDayWhole = order.notionalWhole
  order.beforeDayFraction = order.notionalFraction
  order.renewed = order.enteredDay < tradeDay
}

/** A GTC order with the figures of this day: one that ended on an earlier day, which nothing has renewed since, has those of that day. */
export function ofToday(market: Market, order: Order): Order {
  if (order.timeInForce !== TimeInForce.Gtc || isOpen(order.status) || !isAsBefore(market, order)) return order
  const next: NextOrder = { ...order }
  beginDay(market, next)
  return next
}

/**
 * Whether nothing has happened to an ended order on the present trading day: a late fill, a bust or a correction has given it the figures of today.
 * Where the clock stands the moments are the same; then it tells that no day was its second.
 */
function isAsBefore({ tradeDay, dayBeganAt }: Market, order: Order): boolean {
  return order.updatedAt < dayBeganAt || (!order.renewed && order.beforeDayLots === 0 && order.enteredDay < tradeDay)
}
