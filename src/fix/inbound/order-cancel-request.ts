import type { Command } from '../../domain/command.ts'
import type { OrderReference } from '../../domain/commands/order-command.ts'
import { ORDERS_PER_MARKET } from '../../domain/orders/order.ts'
import { sideOf } from '../fix-values.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { InboundContext } from './inbound-context.ts'
import { accountOfOrder, requesterOf } from './inbound-context.ts'

/** OrderCancelRequest(F). */
export function orderCancelRequest(message: MessageView, context: InboundContext): Command {
  return {
    type: 'CancelOrder',
    requester: requesterOf(context),
    order: referenceOf(message, context),
    clientOrderId: message.string(11)!,
    originalClientOrderId: message.string(41)!,
    symbol: message.string(55)!,
    side: sideOf(message.string(54)!) ?? null,
  }
}

/** The order that OrigClOrdID(41) names: any id of its chain. Of an account that is not the session's it is an order that there is not. */
export function referenceOf(message: MessageView, context: InboundContext): OrderReference {
  const clientOrderId = message.string(41)!
  const account = accountOfOrder(message, clientOrderId, context)
  // orders are numbered from 1
  return account === undefined ? { number: context.market * ORDERS_PER_MARKET } : { account, clientOrderId }
}
