import type { RefuseMessage } from '../../domain/commands/session-command.ts'
import { BusinessRejectReason } from '../fix-values.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { InboundContext } from './inbound-context.ts'
import { refuseMessage } from './inbound-context.ts'

/** A message of FIX 4.4 that the gateway does not take: j with 380=3. */
export function notTaken(message: MessageView, context: InboundContext): RefuseMessage {
  return refuseMessage(message, context, BusinessRejectReason.UnsupportedMessageType, 'Unsupported Message Type')
}

/** A message that this kind of session may not send: j with 380=6. */
export function notAuthorized(message: MessageView, context: InboundContext): RefuseMessage {
  return refuseMessage(message, context, BusinessRejectReason.NotAuthorized, `A ${context.settings.kind} session may not send this message`)
}
