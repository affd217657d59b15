import type { Requester } from '../../../domain/commands/order-command.ts'
import { type Order, REST_SESSION } from '../../../domain/orders/order.ts'
import type { OrdersOf } from '../../../domain/view.ts'

/** FIX session that hears the answer; REST_SESSION for everybody else. */
export const sessionOf = (requester: Requester): number => (requester.kind === 'session' ? requester.session : REST_SESSION)

/** Rules of engagement 6.12: a session reaches the orders that it entered, with order_scope=account those of its accounts. */
export function reachesOrder(requester: Requester, order: Order): boolean {
  return requester.kind !== 'session' || requester.accountScope || order.session === requester.session
}

/** The same of the open orders of its accounts: those of others need not be looked at. */
export function reachOf(requester: Requester): Pick<OrdersOf, 'session'> {
  return requester.kind === 'session' && !requester.accountScope ? { session: requester.session } : {}
}
