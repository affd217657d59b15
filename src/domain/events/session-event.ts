import type { BusinessReject } from '../commands/session-command.ts'
import type { RefusedReport } from '../commands/order-command.ts'
import type { Order } from '../orders/order.ts'

/** Answers to one FIX session that change no order; journaled because they are application messages and may be resent. */
export type SessionEvent =
  OrderRefused | CancelRejected | OrderStatusReported | UnknownOrderReported | MassCancelReported | MessageRefused | NewsAnnounced

interface ToSession {
  readonly at: number
  readonly session: number
}

/** 150=8 about a request that never became an order; 37 is the first order's id for a duplicate, else NONE. */
export interface OrderRefused extends ToSession {
  readonly type: 'OrderRefused'
  readonly report: RefusedReport
  /** 0 = NONE */
  readonly orderNumber: number
  readonly execution: number
  readonly market: number
}

/** OrderCancelReject(9). */
export interface CancelRejected extends ToSession {
  readonly type: 'CancelRejected'
  /** undefined = an unknown order: 37=NONE, 39=8 */
  readonly order?: Order
  readonly clientOrderId: string
  /** the last accepted ClOrdID of the chain, or what the request gave for an unknown order */
  readonly originalClientOrderId: string
  readonly accountText: string
  /** CxlRejResponseTo(434): 1 cancel, 2 replace */
  readonly responseTo: 1 | 2
  /** CxlRejReason(102), see CancelRejectReason */
  readonly reason: number
  readonly text: string
}

/** 150=I. */
export interface OrderStatusReported extends ToSession {
  readonly type: 'OrderStatusReported'
  readonly order: Order
  /** Symbol(55) of the request, where the order was refused for its own */
  readonly symbol?: string
  /** ClOrdID(11) that the answer carries, and 41 when it was asked by an older id of the chain */
  readonly clientOrderId: string
  readonly originalClientOrderId: string
  /** OrdStatusReqID(790), '' = absent */
  readonly requestId: string
  /** MassStatusReqID(584), '' = absent */
  readonly massRequestId: string
  /** TotNumReports(911); 0 = absent */
  readonly total: number
  /** LastRptRequested(912) */
  readonly last: boolean
  readonly text: string
}

/** 150=I, 39=8, 37=NONE, 17=0, 103=5. */
export interface UnknownOrderReported extends ToSession {
  readonly type: 'UnknownOrderReported'
  readonly clientOrderId: string
  readonly accountText: string
  readonly symbol: string
  readonly side: string
  readonly requestId: string
  readonly massRequestId: string
  readonly text: string
}

/** OrderMassCancelReport(r); the cancels of the orders follow it. */
export interface MassCancelReported extends ToSession {
  readonly type: 'MassCancelReported'
  readonly clientOrderId: string
  /** MassCancelRequestType(530) as it came */
  readonly requestType: string
  readonly symbol: string
  readonly side: number
  /** TotalAffectedOrders(533) */
  readonly affected: number
  /** MassCancelRejectReason(532); -1 = accepted */
  readonly rejectReason: number
  readonly text: string
  /** OrderID(37): minted from it */
  readonly execution: number
  readonly market: number
}

/** BusinessMessageReject(j). */
export interface MessageRefused extends ToSession {
  readonly type: 'MessageRefused'
  readonly reject: BusinessReject
}

/** News(B) to every enabled session. */
export interface NewsAnnounced {
  readonly type: 'NewsAnnounced'
  readonly at: number
  readonly headline: string
  readonly text: string
}
