import type { Command } from '../../domain/command.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { InboundContext } from './inbound-context.ts'
import { fieldMissing } from './inbound-context.ts'
import { accountOfOrder } from './named-order.ts'

/** OrderStatusRequest(H). */
export function orderStatusRequest(message: MessageView, context: InboundContext): Command {
  const { settings, market, view } = context
  const clientOrderId = message.string(11)!
  const account = accountOfOrder(message, clientOrderId, context)
  if (account === 'missing') return fieldMissing(message, context, 'Account(1)')
  return {
    type: 'ReportOrderStatus',
    session: settings.index,
    market,
    accountScope: settings.orderScope === 'account',
    ...(account !== undefined && { account }),
    clientOrderId,
    accountText: message.string(1) ?? (account === undefined ? '' : view.accounts[account]!.accountNumber),
    symbol: message.string(55)!,
    side: message.string(54)!,
    requestId: message.string(790) ?? '',
  }
}
