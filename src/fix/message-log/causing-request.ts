import type { Event } from '../../domain/event.ts'
import type { OrderStatusReported } from '../../domain/events/session-event.ts'
import type { VenueRequest } from '../../domain/orders/venue-request.ts'
import { MsgType } from '../fix-values.ts'
import type { MessageView } from '../wire/message-view.ts'

/**
 * Whether an inbound message, which the log has as the cause of an event of an order, is about that order. A fill is not looked at: it was
 * caused by the message that entered or replaced the order, or by one about another order, which may be another partner's.
 */
export function isRequestFor(event: Event, view: MessageView): boolean {
  switch (event.type) {
    case 'OrderAccepted':
    case 'OrderRejected':
      return isNamed(view, [MsgType.NewOrderSingle], event.order.clientOrderId)
    case 'OrderReplaced':
      return isNamed(view, [MsgType.OrderCancelReplaceRequest], event.order.clientOrderId)
    case 'OrderPended':
      return isNamed(view, [REQUESTS[event.request.kind]], event.request.clientOrderId)
    case 'OrderCancelled':
      return view.equals(35, MsgType.OrderMassCancelRequest) || isNamed(view, [MsgType.OrderCancelRequest], event.requestId)
    case 'CancelRejected':
      return isNamed(view, [MsgType.OrderCancelRequest, MsgType.OrderCancelReplaceRequest], event.clientOrderId)
    case 'OrderStatusReported':
      return view.equals(35, MsgType.OrderMassStatusRequest) || isNamed(view, STATUS_REQUESTS, askedIdOf(event))
    case 'OrderRefused':
      return view.equals(35, MsgType.NewOrderSingle)
    default:
      return false
  }
}

/** Whether a client's message may have caused the event, and would be about its order. */
export function mayBeRequested(event: Event): boolean {
  return REQUESTED.has(event.type)
}

function isNamed(view: MessageView, msgTypes: readonly string[], clientOrderId: string): boolean {
  return msgTypes.some((msgType) => view.equals(35, msgType)) && view.equals(11, clientOrderId)
}

/** The order may have been asked for by an older id of its chain. */
const askedIdOf = ({ originalClientOrderId, clientOrderId }: OrderStatusReported): string => originalClientOrderId || clientOrderId

/** a D with PossResend(97)=Y of an order that there is gets its state, too */
const STATUS_REQUESTS = [MsgType.OrderStatusRequest, MsgType.NewOrderSingle]

const REQUESTS = {
  new: MsgType.NewOrderSingle,
  cancel: MsgType.OrderCancelRequest,
  replace: MsgType.OrderCancelReplaceRequest,
  fill: MsgType.NewOrderSingle,
} as const satisfies Record<VenueRequest['kind'], string>

const REQUESTED: ReadonlySet<Event['type']> = new Set<Event['type']>([
  'OrderAccepted',
  'OrderRejected',
  'OrderPended',
  'OrderReplaced',
  'OrderCancelled',
  'CancelRejected',
  'OrderStatusReported',
  'OrderRefused',
])
