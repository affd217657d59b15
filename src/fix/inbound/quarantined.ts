import type { CancelOrder, ReplaceOrder } from '../../domain/commands/order-command.ts'
import type { Command } from '../../domain/command.ts'
import { CancelRejectReason } from '../../domain/orders/cancel-reject-reason.ts'
import { BusinessRejectReason, OrdRejReason } from '../fix-values.ts'
import type { MessageView } from '../wire/message-view.ts'
import { type InboundContext, refuseMessage, requesterOf } from './inbound-context.ts'
import { refuseOrder } from './new-order-single.ts'
import { MASS_CANCEL_NOT_SUPPORTED } from './order-mass-cancel-request.ts'

/**
 * The answer to a request on which the engine has failed before, so that it does not see it again: 8 with 150=8, 9, r or j, as the message calls
 * for. What it was about stands as it stood.
 */
export function refuseQuarantined(message: MessageView, context: InboundContext, command: Command): Command {
  switch (command.type) {
    case 'PlaceOrder':
      return refuseOrder(message, context, OrdRejReason.Other, TEXT)
    case 'CancelOrder':
    case 'ReplaceOrder':
      return refuseRequest(command, context)
    case 'MassCancel':
      return { ...command, refused: { reason: MASS_CANCEL_NOT_SUPPORTED, text: TEXT, requestType: message.string(530)! } }
    default:
      return refuseMessage(message, context, BusinessRejectReason.Other, TEXT)
  }
}

function refuseRequest(
  { type, order, clientOrderId, originalClientOrderId }: CancelOrder | ReplaceOrder,
  context: InboundContext,
): Command {
  const responseTo = type === 'CancelOrder' ? 1 : 2
  const requester = requesterOf(context)
  const reason = CancelRejectReason.Other
  return { type: 'RefuseRequest', requester, order, clientOrderId, originalClientOrderId, responseTo, reason, text: TEXT }
}

const TEXT = 'Held back: the gateway has failed on this request before. Call the operator'
