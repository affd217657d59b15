import { CancelReason, type Order, OrderStatus, TimeInForce } from '../../../domain/orders/order.ts'
import { end, type NextOrder } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'

/** Ends the day orders of a market whose day is over, oldest first: as expired, or as done for day where that is configured. */
export function expireDayOrders(run: Run, market: Market, isOver: (order: Order) => boolean): void {
  for (const order of openOrdersOf(run, market.index)) if (order.timeInForce === TimeInForce.Day && isOver(order)) expireOrder(run, order)
}

export function expireOrder(run: Run, order: NextOrder): void {
  end(order, run.rules.dayOrderEnd === 'expire' ? OrderStatus.Expired : OrderStatus.DoneForDay, run.at, CancelReason.TimeInForce)
  run.emit({ type: 'OrderExpired', at: run.at, order, execution: run.nextExecution(order.account) })
}

/** The open orders of a market, oldest first. */
export function openOrdersOf(run: Run, market: number): readonly Order[] {
  return run.state
    .accountsOf(market)
    .flatMap((account) => run.state.openOrders(account.index))
    .sort((a, b) => a.number - b.number)
}
