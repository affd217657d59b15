import type { CancelOrder, OrderReference } from '../../../domain/commands/order-command.ts'
import { CancelReason, isOpen, type Order, OrderStatus, Pending, REST_SESSION } from '../../../domain/orders/order.ts'
import { readableText } from '../../../domain/edges/readable-text.ts'
import type { VenueRequest } from '../../../domain/orders/venue-request.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { CancelRejectReason } from '../../../domain/orders/cancel-reject-reason.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import { end, type NextOrder } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import { checkNothingPending, pend, venueDueAt } from '../venue/pending-request.ts'
import { reachesOrder, sessionOf } from './requester.ts'
import { type Fault, rejectRequest, UNKNOWN_ORDER } from './request-refusal.ts'

/** OrderCancelRequest(F), REST DELETE, and the operator's unsolicited cancel, which does not wait for the venue. */
export function cancelOrder(run: Run, command: CancelOrder): Result {
  const order = referredOrder(run, command.order, command.known)
  if (!order || !reachesOrder(command.requester, order)) return rejectRequest(run, command, { ...UNKNOWN_ORDER, responseTo: 1 })
  const fault = checkCancel(run, command, order)
  if (fault) return rejectRequest(run, command, { ...fault, order, responseTo: 1 })
  const { requester, clientOrderId } = command
  if (requester.kind === 'operator') {
    emitCancelled(run, order, {
      session: REST_SESSION,
      clientOrderId,
      reason: CancelReason.System,
      restatement: RestatementReason.BrokerOption,
      text: requester.text,
    })
    return DONE
  }
  const session = sessionOf(requester)
  const dueAt = venueDueAt(run, order, 'cancel')
  if (dueAt === undefined) emitCancelled(run, order, askedBy(session, clientOrderId))
  else pend(run, order, { asked: { kind: 'cancel', session, clientOrderId }, dueAt })
  return DONE
}

/** A cancel has reached the venue: the order is open, or the request would have been refused as it ended. */
export function cancelDue(run: Run, { orderNumber, session, clientOrderId }: VenueRequest): void {
  emitCancelled(run, run.state.order(orderNumber)!, askedBy(session, clientOrderId))
}

interface By {
  readonly session: number
  readonly clientOrderId: string
  readonly reason: CancelReason
  readonly restatement: number
  readonly text: string
}

// Rules of engagement 6.13: REST 99, operator 4, none on the answer to F
function askedBy(session: number, clientOrderId: string): By {
  const overFix = session > 0
  const reason = CancelReason.UserRequested
  return {
    session,
    clientOrderId,
    reason,
    restatement: overFix ? RestatementReason.None : RestatementReason.Other,
    text: overFix ? '' : 'REST cancel',
  }
}

function emitCancelled(run: Run, order: Order, { session, clientOrderId, reason, restatement, text }: By): void {
  const next = order as NextOrder
  const previousClientOrderId = order.clientOrderId
  end(next, OrderStatus.Cancelled, run.at, reason)
  run.emit({
    type: 'OrderCancelled',
    at: run.at,
    order: next,
    execution: run.nextExecution(order.account),
    requestId: clientOrderId,
    requester: session,
    previousClientOrderId,
    restatement,
    text,
  })
}

/** The order that a request names: live, or loaded because it has left the engine. A fresh copy that may be made into its next state. */
export function referredOrder(run: Run, reference: OrderReference, known: Order | undefined): Order | undefined {
  const live = 'number' in reference ? run.state.order(reference.number) : run.state.findOrder(reference.account, reference.clientOrderId)
  return live ?? presentState(run, known)
}

/**
 * A loaded order as it stands now: a bust may have brought it back to the engine, where not every id of its chain is known. One that has ended
 * is past waiting, whatever its last fill says of a request that came too late.
 */
export function presentState(run: Run, known: Order | undefined): Order | undefined {
  return known && (run.state.order(known.number) ?? { ...known, pending: Pending.None })
}

function checkCancel(run: Run, command: CancelOrder, order: Order): Fault | undefined {
  if (command.clientOrderId !== '' && isIdUsed(run, order.account, command)) return duplicateId(command.clientOrderId)
  const mismatch = checkNamed(run, command, order)
  if (mismatch) return mismatch
  return isOpen(order.status) ? checkNothingPending(run, command, order) : notOpen(order)
}

/** Side and symbol of a request have to be the order's. */
export function checkNamed(run: Run, command: Pick<CancelOrder, 'symbol' | 'side'>, order: Order): Fault | undefined {
  const symbol = order.instrument < 0 ? undefined : run.state.instruments[order.instrument]!.symbol
  if (command.symbol !== undefined && symbol !== undefined && command.symbol !== symbol)
    return other(`Symbol(55) is ${readableText(command.symbol)}, but the order's is ${symbol}`)
  if (command.side === null) return other(`Side(54) is one that no order has; the order's is ${order.side}`)
  if (command.side !== undefined && command.side !== order.side)
    return other(`Side(54) is ${command.side}, but the order's is ${order.side}`)
  return undefined
}

export function isIdUsed(
  run: Run,
  account: number,
  command: { readonly clientOrderId: string; readonly clientOrderIdUsed?: boolean },
): boolean {
  return command.clientOrderIdUsed === true || run.state.findOrder(account, command.clientOrderId) !== undefined
}

export function duplicateId(id: string): Fault {
  return {
    refusal: { code: 'CLIENT_ORDER_ID_CONFLICT', message: `The id ${id} is already used.`, field: 'client_order_id' },
    reason: CancelRejectReason.DuplicateClientOrderId,
  }
}

export function notOpen(order: Order): Fault {
  return {
    refusal: { code: 'ORDER_NOT_OPEN', message: 'The order has ended.', details: { status: order.status } },
    reason: CancelRejectReason.TooLate,
  }
}

export function other(message: string): Fault {
  return { refusal: { code: 'VALIDATION_ERROR', message }, reason: CancelRejectReason.Other }
}
