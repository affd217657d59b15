import { isOpen, type Order, OrderStatus, REST_SESSION } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import type { VenueRequest } from '../../../domain/orders/venue-request.ts'
import { CancelRejectReason } from '../../../domain/orders/cancel-reject-reason.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import type { NextOrder } from '../../orders/order-lifecycle.ts'
import { largestTotal } from '../../orders/exits.ts'
import { type Held, heldBy, pendingOf, requestsOf } from '../../venue/pending.ts'
import type { Run } from '../../run.ts'
import type { EngineState } from '../../state.ts'
import { checkNext } from '../checks/check-replace.ts'
import { checkSuspended } from '../checks/check-suspended.ts'
import { refreshQuote } from '../matching/refresh-quote.ts'
import { completeReplace, nextOrder } from '../orders/replace-order.ts'

/** A replace has reached the venue: the order is open, or the request would have been refused as it ended. */
export function replaceDue(run: Run, request: VenueRequest): void {
  const { state } = run
  const before = state.order(request.orderNumber)!
  refreshQuote(run, state.bookOf(before))
  const order = state.order(request.orderNumber)
  // the quote has just filled it
  if (!order || !isOpen(order.status)) return
  const waiting = requestsOf(state, order.number).filter((other) => other.sequence !== request.sequence)
  const next = nextOrder(run, possible(state, request, order), order)
  const refusal =
    checkSuspended(run, order.account, request.session) ?? (next.status === OrderStatus.Filled ? undefined : checkNext(run, order, next))
  if (refusal) {
    refuseDue(run, order, { request, waiting, refusal })
    return
  }
  // no more than is held, or has just been found to be covered
  if (next.status !== OrderStatus.Filled) holdFor(run, next, waiting, { cents: Math.max(order.heldCents, next.heldCents), lots: Infinity })
  completeReplace(run, request, { order, next })
}

/** The request as far as it can still be done: what the other of two exits has sold since, or has been lowered by, is taken off. */
function possible(state: EngineState, request: VenueRequest, order: Order): VenueRequest {
  const quantityLots = Math.min(request.quantityLots ?? order.quantityLots, largestTotal(state, order))
  return quantityLots === order.quantityLots && request.quantityLots === undefined ? request : { ...request, quantityLots }
}

/** Refuses what waits, because its terms are overtaken: 102=99. */
export function refuseReplaces(run: Run, orderNumber: number, message: string): void {
  for (const request of requestsOf(run.state, orderNumber)) {
    if (request.kind !== 'replace') continue
    const waiting = requestsOf(run.state, orderNumber).filter((other) => other.sequence !== request.sequence)
    refuseDue(run, run.state.order(orderNumber)!, { request, waiting, refusal: { code: 'ORDER_NOT_REPLACEABLE', message } })
  }
}

/** What the order holds and shows while further requests wait. */
function holdFor(run: Run, order: NextOrder, waiting: readonly VenueRequest[], most: Held): void {
  const held = heldBy(run.state, order, waiting)
  order.pending = pendingOf(waiting)
  order.heldCents = Math.min(held.cents, most.cents)
  order.heldLots = Math.min(held.lots, most.lots)
}

/** 9 to the session that asked. Nobody waits for an answer over REST, but the order is seen not to be pending any more. */
function refuseDue(
  run: Run,
  order: Order,
  about: { readonly request: VenueRequest; readonly waiting: readonly VenueRequest[]; readonly refusal: Refusal },
): void {
  const { request, waiting, refusal } = about
  const { at } = run
  const next: NextOrder = { ...order, updatedAt: at }
  holdFor(run, next, waiting, { cents: order.heldCents, lots: order.heldLots })
  if (request.session === REST_SESSION) {
    const text = `REST replace refused: ${refusal.message}`
    run.emit({
      type: 'OrderRestated',
      at,
      order: next,
      execution: run.nextExecution(order.account),
      restatement: RestatementReason.Other,
      text,
      keepsPlace: true,
    })
    return
  }
  run.emit({
    type: 'CancelRejected',
    at,
    session: request.session,
    order: next,
    clientOrderId: request.clientOrderId,
    originalClientOrderId: order.clientOrderId,
    accountText: run.state.account(order.account).accountNumber,
    responseTo: 2,
    reason: CancelRejectReason.Other,
    text: refusal.message,
  })
}
