import type { AnnounceNews, RefuseMessage, RefuseRequest } from '../../../domain/commands/session-command.ts'
import type { RefuseOrder } from '../../../domain/commands/order-command.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { CancelRejectReason } from '../../../domain/orders/cancel-reject-reason.ts'
import type { Run } from '../../run.ts'
import { isIdUsed, presentState, referredOrder } from './cancel-order.ts'
import { reportState } from './report-status.ts'
import { reachesOrder } from './requester.ts'

/** A NewOrderSingle that can't become an order (unknown account, over the throttle): 150=8, 37=NONE; one that did before, 150=I. */
export function refuseOrderRequest(run: Run, { session, report, market, resentTo, known }: RefuseOrder): Result {
  const { clientOrderId, symbol } = report
  const order = resentTo === undefined ? undefined : (presentState(run, known) ?? run.state.findOrder(resentTo, clientOrderId))
  if (order) {
    reportState(run, { session, order, clientOrderId, symbol, requestId: '' })
    return DONE
  }
  const execution = run.state.market(market).executionCount + 1
  run.emit({ type: 'OrderRefused', at: run.at, session, report, orderNumber: 0, execution, market })
  return DONE
}

/** A cancel or replace that the edge refuses: OrderCancelReject(9). */
export function refuseRequest(run: Run, command: RefuseRequest): Result {
  const { requester, clientOrderId, originalClientOrderId, responseTo, reason, text } = command
  const account = 'account' in command.order ? run.state.account(command.order.account).accountNumber : ''
  const named = referredOrder(run, command.order, command.known)
  const order = named && reachesOrder(requester, named) ? named : undefined
  // an id that is used names what it named first: that may be a request which still waits
  const isUsed = order !== undefined && isIdUsed(run, order.account, command)
  run.emit({
    type: 'CancelRejected',
    at: run.at,
    session: requester.session,
    ...(order && { order }),
    clientOrderId,
    originalClientOrderId: order?.clientOrderId ?? originalClientOrderId,
    accountText: account,
    responseTo,
    reason: isUsed ? CancelRejectReason.DuplicateClientOrderId : reason,
    text,
  })
  return DONE
}

/** BusinessMessageReject(j). */
export function refuseMessage(run: Run, { session, reject }: RefuseMessage): Result {
  run.emit({ type: 'MessageRefused', at: run.at, session, reject })
  return DONE
}

/** News(B). */
export function announceNews(run: Run, { headline, text }: AnnounceNews): Result {
  run.emit({ type: 'NewsAnnounced', at: run.at, headline, text })
  return DONE
}
