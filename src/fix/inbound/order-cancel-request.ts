import type { Command } from '../../domain/command.ts'
import { sideOf } from '../fix-values.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { InboundContext } from './inbound-context.ts'
import { fieldMissing, requesterOf } from './inbound-context.ts'
import { referenceOf } from './named-order.ts'

/** OrderCancelRequest(F). */
export function orderCancelRequest(message: MessageView, context: InboundContext): Command {
  const order = referenceOf(message, context)
  if (order === 'missing') return fieldMissing(message, context, 'Account(1)')
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
