import type { PagePlace } from './page-place.ts'
/** One FIX message of the log: docs/api-contract.md section 14, whose spelling it has. */
export interface FixLog {
  readonly Id: string
  /** `FIX.4.4:GATEWAY->DESK1`; null for an order to which no session listens */
  readonly SessionId: string | null
  readonly Direction: 'In' | 'Out'
  /** null while the message waits for a session that is logged out, and where an inbound one has none */
  readonly MsgSeqNum: number | null
  readonly MsgType: string
  readonly ExecType: string | null
  readonly OrdStatus: string | null
  readonly ClOrdId: string | null
  readonly SendingTime: string | null
  readonly PossDup: boolean
  /** SOH shown as `|`, 553, 554, 925 and 96 as `***` */
  readonly Raw: string
  /** only where asked for */
  readonly Fields?: readonly FixField[]
}

export interface FixField {
  readonly Tag: number
  /** as the dictionary has it; empty for a tag that it does not name */
  readonly Name: string
  readonly Value: string
}

export interface PlacedFixLog {
  readonly log: FixLog
  readonly place: PagePlace
}

export interface FixOrderQuery {
  readonly orderNumber: number
  readonly direction?: 'In' | 'Out' | undefined
  /** MsgType(35) */
  readonly msgType?: string | undefined
}

export interface FixSessionQuery {
  /** index of the session */
  readonly session: number
  readonly direction?: 'In' | 'Out' | undefined
  readonly msgType?: string | undefined
  /** MsgSeqNum(34), inclusive */
  readonly fromSeq?: number | undefined
  readonly toSeq?: number | undefined
  /** epoch ms, inclusive */
  readonly since?: number | undefined
  /** with the fields by name */
  readonly decode: boolean
}
