import type { CancelOrder, ReplaceOrder } from '../../../domain/commands/order-command.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import type { Result } from '../../../domain/result.ts'
import { CancelRejectReason } from '../../../domain/orders/cancel-reject-reason.ts'
import type { Run } from '../../run.ts'

/** Why a cancel or replace is refused. */
export interface Fault {
  readonly refusal: Refusal
  /** CxlRejReason(102), see CancelRejectReason */
  readonly reason: number
}

interface RequestRefusal extends Fault {
  /** CxlRejResponseTo(434): 1 cancel, 2 replace */
  readonly responseTo: 1 | 2
  /** undefined = the order is unknown to the requester */
  readonly order?: Order
}

export const UNKNOWN_ORDER = {
  refusal: { code: 'ORDER_NOT_FOUND', message: 'The order is not known.' },
  reason: CancelRejectReason.UnknownOrder,
} as const

/** Refuses a cancel or replace: OrderCancelReject(9) when a session asked, the refusal alone for REST. */
export function rejectRequest(
  run: Run,
  command: CancelOrder | ReplaceOrder,
  { refusal, reason, responseTo, order }: RequestRefusal,
): Result {
  if (command.requester.kind !== 'session') return { refusal }
  const account = order?.account ?? ('account' in command.order ? command.order.account : undefined)
  run.emit({
    type: 'CancelRejected',
    at: run.at,
    session: command.requester.session,
    ...(order && { order }),
    clientOrderId: command.clientOrderId,
    originalClientOrderId: order ? order.clientOrderId : command.originalClientOrderId,
    accountText: account === undefined ? '' : run.state.account(account).accountNumber,
    responseTo,
    reason,
    text: refusal.message,
  })
  return { refusal }
}
