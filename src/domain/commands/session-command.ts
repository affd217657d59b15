import type { Order, Side } from '../orders/order.ts'
import type { OrderReference, SessionRequester } from './order-command.ts'

/** What is answered to FIX sessions and changes no order. */
export type SessionCommand = ReportOrderStatus | ReportMassStatus | RefuseRequest | RefuseMessage | AnnounceNews

/** OrderStatusRequest(H): answered by an event, so that a resend gives the same state again. */
export interface ReportOrderStatus {
  readonly type: 'ReportOrderStatus'
  readonly session: number
  /** of the session */
  readonly market: number
  readonly accountScope: boolean
  /** undefined when the account itself is unknown */
  readonly account?: number
  readonly clientOrderId: string
  /** as it came, for the answer about an unknown order */
  readonly accountText: string
  readonly symbol: string
  readonly side: string
  /** OrdStatusReqID(790) */
  readonly requestId: string
  readonly known?: Order
}

export interface ReportMassStatus {
  readonly type: 'ReportMassStatus'
  readonly session: number
  /** of the session */
  readonly market: number
  readonly accountScope: boolean
  readonly accounts: readonly number[]
  readonly accountText: string
  /** MassStatusReqID(584) */
  readonly requestId: string
  readonly instrument?: number
  readonly symbol: string
  readonly side?: Side
  /** Side(54) as it came; '' = not given */
  readonly sideText: string
}

/** A cancel or replace of a session that the edge refuses: answered 9, whatever there is of the order. */
export interface RefuseRequest {
  readonly type: 'RefuseRequest'
  readonly requester: SessionRequester
  readonly order: OrderReference
  /** ClOrdID(11) and OrigClOrdID(41) of the request */
  readonly clientOrderId: string
  readonly originalClientOrderId: string
  /** CxlRejResponseTo(434): 1 cancel, 2 replace */
  readonly responseTo: 1 | 2
  /** CxlRejReason(102), see CancelRejectReason */
  readonly reason: number
  readonly text: string
  readonly known?: Order
  readonly clientOrderIdUsed?: boolean
}

/** A BusinessMessageReject(j): an application message, hence journaled and resent. */
export interface RefuseMessage {
  readonly type: 'RefuseMessage'
  readonly session: number
  readonly reject: BusinessReject
}

export interface BusinessReject {
  /** RefSeqNum(45) */
  readonly refSeqNum: number
  /** RefMsgType(372) */
  readonly refMsgType: string
  /** BusinessRejectRefID(379), '' = absent */
  readonly refId: string
  /** BusinessRejectReason(380): 0..7 */
  readonly reason: number
  readonly text: string
}

/** News(B) to every session: maintenance ahead. */
export interface AnnounceNews {
  readonly type: 'AnnounceNews'
  readonly headline: string
  readonly text: string
}
