import type { OrderReference } from '../../domain/commands/order-command.ts'
import { orderNumber } from '../../domain/edges/order-number.ts'
import { isOpen, type Order, ORDERS_PER_MARKET } from '../../domain/orders/order.ts'
import { sideOf } from '../fix-values.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { InboundContext } from './inbound-context.ts'
import { accountOf } from './inbound-context.ts'

/**
 * The order that OrigClOrdID(41) names, by any id of its chain. Where the account is not one of the session's, a reference to no order.
 *
 * @returns 'missing' where Account(1) has to say which of several it is
 */
export function referenceOf(message: MessageView, context: InboundContext): OrderReference | 'missing' {
  const clientOrderId = message.string(41)!
  const account = accountOfOrder(message, clientOrderId, context)
  if (account === 'missing') return account
  // orders are numbered from 1
  return account === undefined ? { number: context.market * ORDERS_PER_MARKET } : { account, clientOrderId }
}

/**
 * The account of an order that a request names by its ClOrdID. Account(1) may be left out of F, G and H: then it is the account in which
 * the session has such an order, whether that is open or ended long ago. Where several have one, OrderID(37) says which is meant, else that
 * the session has placed it, else symbol and side, else that it is open.
 *
 * @returns undefined when it can't be one of the session's; 'missing' when nothing says which of several it is
 */
export function accountOfOrder(message: MessageView, clientOrderId: string, context: InboundContext): number | undefined | 'missing' {
  const account = accountOf(message, context)
  if (account !== 'missing') return account
  const { accounts, view, pastOrder } = context
  const named = namedOrder(message, context)
  let orders = ordersWith(context, (candidate) => view.findOrder(candidate, clientOrderId))
  if (orders.length === 0 || (named !== undefined && !orders.some(({ number }) => number === named))) {
    orders = [...orders, ...ordersWith(context, (candidate) => pastOrder(candidate, clientOrderId))]
  }
  const isMeant = [
    ({ number }: Order) => number === named,
    ({ session }: Order) => session === context.settings.index,
    ({ instrument, side }: Order) => instrument === view.instrumentBySymbol(message.string(55)!) && side === sideOf(message.string(54)!),
    ({ status }: Order) => isOpen(status),
  ]
  for (const criterion of isMeant) {
    const meant = orders.filter(criterion)
    if (meant.length > 0) orders = meant
  }
  const [first, ...others] = orders
  if (first === undefined) return accounts.all[0]
  return others.some((order) => order.account !== first.account) ? 'missing' : first.account
}

/** The order of the session's market that OrderID(37) names; undefined for whatever is none. */
function namedOrder(message: MessageView, { view, market }: InboundContext): number | undefined {
  const id = message.string(37)
  return id === undefined ? undefined : orderNumber(view, market, id)
}

/** What is found in the accounts of a session: its own orders, and those of others where it reaches them. */
function ordersWith({ accounts, settings }: InboundContext, find: (account: number) => Order | undefined): Order[] {
  return accounts.all.flatMap((account) => {
    const order = find(account)
    return order !== undefined && (order.session === settings.index || settings.orderScope === 'account') ? [order] : []
  })
}
