import type { Command } from '../../domain/command.ts'
import type { OrderReference } from '../../domain/commands/order-command.ts'
import { ORDERS_PER_MARKET } from '../../domain/orders/order.ts'
import { sideOf } from '../fix-values.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { InboundContext } from './inbound-context.ts'
import { accountNotSaid, accountOfOrder, requesterOf } from './inbound-context.ts'

/** OrderCancelRequest(F). */
export function orderCancelRequest(message: MessageView, context: InboundContext): Command {
  const order = referenceOf(message, context)
  if (order === 'missing') return accountNotSaid(message, context)
  return {
    type: 'CancelOrder',
    requester: requesterOf(context),
    order,
    clientOrderId: message.string(11)!,
    originalClientOrderId: message.string(41)!,
    symbol: message.string(55)!,
    side: sideOf(message.string(54)!) ?? null,
  }
}

/**
 * The order that OrigClOrdID(41) names: any id of its chain. Of an account that is not the session's it is an order that there is not.
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
