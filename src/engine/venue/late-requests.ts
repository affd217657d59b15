import type { CancelRejected } from '../../domain/events/session-event.ts'
import type { Event } from '../../domain/event.ts'
import { isOpen, marketOf, type Order, Pending } from '../../domain/orders/order.ts'
import type { VenueRequest } from '../../domain/orders/venue-request.ts'
import { CancelRejectReason } from '../../domain/orders/cancel-reject-reason.ts'
import type { EngineState } from '../state.ts'

/**
 * The answers to requests of sessions that still wait when an event ends their order, however it comes to that: too late. To be asked
 * before the event is applied; the one that the event itself answers is not among them.
 */
export function answersToLate(state: EngineState, event: Event): readonly CancelRejected[] {
  if (!('execution' in event) || !('order' in event) || isOpen(event.order.status)) return NO_ANSWERS
  const { order, at } = event
  const late = state.market(marketOf(order.number)).requests.of(order.number).filter(isRefused(event))
  return late.map((request) => tooLate(state, { at, order: { ...order, pending: Pending.None }, request }))
}

const NO_ANSWERS: readonly CancelRejected[] = []

function isRefused(event: Event): (request: VenueRequest) => boolean {
  const answered = event.type === 'OrderCancelled' ? event.requestId : event.type === 'OrderReplaced' ? event.order.clientOrderId : ''
  return (request) => isAnswered(request) && request.clientOrderId !== answered
}

/** Whether somebody waits for an answer of its own: not over REST, and the entry of an order is answered by its reports. */
export const isAnswered = ({ kind, session }: VenueRequest): boolean => (kind === 'cancel' || kind === 'replace') && session > 0

function tooLate(
  state: EngineState,
  { at, order, request }: { readonly at: number; readonly order: Order; readonly request: VenueRequest },
): CancelRejected {
  return {
    type: 'CancelRejected',
    at,
    session: request.session,
    order,
    clientOrderId: request.clientOrderId,
    originalClientOrderId: order.clientOrderId,
    accountText: state.account(order.account).accountNumber,
    responseTo: request.kind === 'cancel' ? 1 : 2,
    reason: CancelRejectReason.TooLate,
    text: 'The order has ended.',
  }
}
