import type { Route } from '../session/session-message.ts'

/**
 * What the gateway says of the market. It is perishable: these messages take numbers as session messages do, a resend gap-fills them, and
 * nothing of them is journaled but their numbers.
 */
export type MarketDataMessage = MarketDataSnapshot | MarketDataIncrement | MarketDataRequestReject | SecurityList | TradingSessionStatus

interface Answer {
  readonly route?: Route
}

/** W: one symbol as it is. */
export interface MarketDataSnapshot extends Answer {
  readonly type: 'MarketDataSnapshotFullRefresh'
  /** MDReqID(262) */
  readonly requestId: string
  readonly symbol: string
  readonly entries: readonly MarketDataEntry[]
}

/** X: what has changed, of any number of symbols. */
export interface MarketDataIncrement extends Answer {
  readonly type: 'MarketDataIncrementalRefresh'
  readonly requestId: string
  readonly changes: readonly MarketDataChange[]
}

/** MDEntryType(269), as far as this gateway sends them. */
export const EntryType = { Bid: '0', Offer: '1', Trade: '2', ClosingPrice: '5', Imbalance: 'A' } as const
export type EntryType = (typeof EntryType)[keyof typeof EntryType]

/** MDUpdateAction(279). */
export const UpdateAction = { New: '0', Change: '1', Delete: '2' } as const
export type UpdateAction = (typeof UpdateAction)[keyof typeof UpdateAction]

export interface MarketDataEntry {
  readonly entryType: EntryType
  /** MDEntryPx(270); of an imbalance, where the auction would clear */
  readonly ticks?: number
  /** MDEntrySize(271) */
  readonly lots?: number
  /** MDEntryDate(272) and MDEntryTime(273), epoch ms */
  readonly at?: number
  /** TradingSessionSubID(625): 2 the opening auction, 4 the closing one */
  readonly subId?: '2' | '4'
  /** TradeCondition(277): P or Q, more buyers or more sellers */
  readonly condition?: 'P' | 'Q'
  /** OpenCloseSettlFlag(286) 4: of the business day before */
  readonly isOfDayBefore?: boolean
  /** NumberOfOrders(346) */
  readonly orders?: number
}

export interface MarketDataChange extends MarketDataEntry {
  readonly action: UpdateAction
  readonly symbol: string
  /** MDEntryID(278): of a trade */
  readonly entryId?: string
}

/** Y. */
export interface MarketDataRequestReject extends Answer {
  readonly type: 'MarketDataRequestReject'
  readonly requestId: string
  /** MDReqRejReason(281); '' where FIX 4.4 has none that fits */
  readonly reason: string
  readonly text: string
}

/** y: one fragment of the answer to x. */
export interface SecurityList extends Answer {
  readonly type: 'SecurityList'
  /** SecurityReqID(320) */
  readonly requestId: string
  /** SecurityResponseID(322) */
  readonly responseId: string
  /** SecurityRequestResult(560) */
  readonly result: number
  /** TotNoRelatedSym(393): of all fragments */
  readonly total: number
  /** LastFragment(893) */
  readonly isLast: boolean
  readonly securities: readonly ListedSecurity[]
}

export interface ListedSecurity {
  readonly symbol: string
  /** SecurityExchange(207), a MIC; '' = absent */
  readonly exchange: string
  /** SecurityDesc(107) */
  readonly description: string
}

/** h. */
export interface TradingSessionStatus extends Answer {
  readonly type: 'TradingSessionStatus'
  /** TradSesReqID(335) */
  readonly requestId: string
  /** TradingSessionID(336) */
  readonly sessionId: string
  /** TradingSessionSubID(625); '' = absent */
  readonly subId: string
  /** TradSesMode(339) */
  readonly mode: number
  /** UnsolicitedIndicator(325) */
  readonly isUnsolicited: boolean
  /** TradSesStatus(340) */
  readonly status: number
  /** TradSesStatusRejReason(567); 0 = absent */
  readonly rejectReason: number
  /** the hours of the day: start, open, close and end, epoch ms; undefined where trading never ends */
  readonly hours: DayHours | undefined
  readonly text: string
}

export interface DayHours {
  readonly start: number
  readonly open: number
  readonly close: number
  readonly end: number
}
