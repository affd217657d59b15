import type { MarketDataMessage } from '../market-data/market-data-message.ts'

/**
 * Messages without an event behind them, as the session machine and the market say them; they get their number in the next commit and are
 * never sent again (gap fill).
 */
export type SessionMessage =
  | {
      readonly type: 'Heartbeat'
      /** TestReqID(112) of the TestRequest that it answers */
      readonly testRequestId?: string
      readonly route?: Route
    }
  | { readonly type: 'TestRequest'; readonly id: string }
  | { readonly type: 'ResendRequest'; readonly begin: number; /** 0 = to the newest */ readonly end: number }
  | { readonly type: 'Reject'; readonly reject: SessionReject; readonly route?: Route }
  | { readonly type: 'Logout'; readonly text: string }
  | LogonAnswer
  | MarketDataMessage

export interface LogonAnswer {
  readonly type: 'Logon'
  readonly heartbeatS: number
  readonly reset: boolean
  /** NextExpectedMsgSeqNum(789), when the client's Logon had one; 0 = absent */
  readonly nextExpected: number
}

export interface SessionReject {
  /** RefSeqNum(45) */
  readonly refSeqNum: number
  /** RefTagID(371), which may be 0: that is a tag number, if an invalid one */
  readonly refTagId: number | undefined
  /** RefMsgType(372) */
  readonly refMsgType: string
  /** SessionRejectReason(373) */
  readonly reason: number
  readonly text: string
}

/** Routing of an answer, taken from the message that it answers; '' = absent. */
export interface Route {
  /** OnBehalfOfCompID(115): what came as DeliverToCompID(128) */
  readonly onBehalfOfCompId: string
  /** OnBehalfOfSubID(116): what came as 129 */
  readonly onBehalfOfSubId: string
  /** DeliverToCompID(128): what came as 115 */
  readonly deliverToCompId: string
  /** DeliverToSubID(129): what came as 116 */
  readonly deliverToSubId: string
  /** OnBehalfOfLocationID(144): what came as 145 */
  readonly onBehalfOfLocationId: string
  /** DeliverToLocationID(145): what came as 144 */
  readonly deliverToLocationId: string
}
