import type { AccountStatus, KycResults, KycStatus, TradingConfigurations } from './account.ts'
import type { AchStatus, BusinessReject, OrderEcho, RefusedReport } from './command.ts'
import type { Instrument, Quote } from './instrument.ts'
import type { Order, Side } from './order.ts'
import type { OrderRefusalCode } from './refusal.ts'

/**
 * What has happened. Events are the journal; everything that anyone is told is made from them, so an order event carries the whole
 * order as it stands afterwards. `at` is epoch ms, stamped by the sequencer on the command.
 */
export type Event = OrderEvent | SessionEvent | MarketEvent | AccountEvent

export type OrderEvent =
  | OrderAccepted
  | OrderRejected
  | OrderFilled
  | OrderCancelled
  | OrderExpired
  | OrderReplaced
  | OrderRestated
  | OrderTriggered
  | ExecutionBusted
  | ExecutionCorrected

interface AboutOrder {
  readonly at: number
  readonly order: Order
  /** of the market, increasing: ExecID(17) is minted from it */
  readonly execution: number
}

/** 150=0. */
export interface OrderAccepted extends AboutOrder {
  readonly type: 'OrderAccepted'
}

/** 150=8; the order is journaled, ended and known by its ids. */
export interface OrderRejected extends AboutOrder {
  readonly type: 'OrderRejected'
  readonly code: OrderRefusalCode
  readonly text: string
  /** as it came, also where it is no known symbol */
  readonly symbol: string
  readonly echo?: OrderEcho
  /** the figures behind a REST refusal, JSON */
  readonly details?: Readonly<Record<string, string | number | null>>
}

export const Liquidity = { Added: 1, Removed: 2 } as const
export type Liquidity = (typeof Liquidity)[keyof typeof Liquidity]

/** Counterparty of a fill that met the quote. */
export const HOUSE = -1

/** 150=F: one side of a trade. Two clients trading make two of them with the same `trade`. */
export interface OrderFilled extends AboutOrder {
  readonly type: 'OrderFilled'
  /** of the market, increasing; shared by both sides */
  readonly trade: number
  readonly lastTicks: number
  readonly lastLots: number
  /** what the fill posts: debited from a buyer, credited to a seller */
  readonly cents: number
  readonly liquidity: Liquidity
  /** account index of the other side, or HOUSE */
  readonly counterparty: number
  /** days since 1970-01-01 */
  readonly tradeDay: number
  readonly settlementDay: number
}

/** 150=4. */
export interface OrderCancelled extends AboutOrder {
  readonly type: 'OrderCancelled'
  /** ClOrdID(11) of the cancel request; '' when unsolicited (then the report has no 41) */
  readonly requestId: string
  /** session that asked, when it is another than the order's own: it gets the answer, the order's session an unsolicited report */
  readonly requester: number
  /** the ClOrdID(11) that was the order's before the request's: OrigClOrdID(41) of the answer */
  readonly previousClientOrderId: string
  /** ExecRestatementReason(378); -1 = absent */
  readonly restatement: number
  readonly text: string
}

/** 150=C, or 150=3 when the day's orders end as done for day: the order's status tells. */
export interface OrderExpired extends AboutOrder {
  readonly type: 'OrderExpired'
}

/** 150=5. `order.clientOrderId` is the request's. */
export interface OrderReplaced extends AboutOrder {
  readonly type: 'OrderReplaced'
  readonly previousClientOrderId: string
  /** a quantity that was only lowered keeps its place in the queue */
  readonly keepsPlace: boolean
  /** answered to this session; when it is not the order's own, the order's session hears it as unsolicited */
  readonly requester: number
}

/** 150=D: REST replace 99, self-match decrement 5, GTC renewal 1. */
export interface OrderRestated extends AboutOrder {
  readonly type: 'OrderRestated'
  readonly restatement: number
  readonly text: string
  readonly keepsPlace: boolean
}

/** 150=D, 378=99, 636=Y. */
export interface OrderTriggered extends AboutOrder {
  readonly type: 'OrderTriggered'
}

interface Reversal extends AboutOrder {
  /** execution number that this one refers to: ExecRefID(19) */
  readonly executionRef: number
  /** execution number of the fill it began with */
  readonly fill: number
  readonly trade: number
  readonly side: Side
  /** of the fill before; what is taken back */
  readonly reversedLots: number
  readonly reversedTicks: number
  readonly reversedCents: number
  /** cost basis of the position afterwards, recomputed from the remaining fills, as a Notional */
  readonly basisWhole: number
  readonly basisFraction: number
  /** the filled order works again, at the back of its queue */
  readonly reopened: boolean
  readonly counterparty: number
  readonly tradeDay: number
  readonly settlementDay: number
}

/** 150=H. */
export interface ExecutionBusted extends Reversal {
  readonly type: 'ExecutionBusted'
}

/** 150=G. */
export interface ExecutionCorrected extends Reversal {
  readonly type: 'ExecutionCorrected'
  readonly lastLots: number
  readonly lastTicks: number
  readonly cents: number
}

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
  /** CxlRejReason(102) */
  readonly reason: number
  readonly text: string
}

/** 150=I. */
export interface OrderStatusReported extends ToSession {
  readonly type: 'OrderStatusReported'
  readonly order: Order
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

export type MarketEvent = PartnerCreated | InstrumentListed | QuoteMoved | TradingDayEnded | KillSwitchSet

export interface PartnerCreated {
  readonly type: 'PartnerCreated'
  readonly at: number
  readonly partner: number
  readonly id: string
  readonly name: string
  readonly environment: 'sandbox' | 'live'
  readonly market: number
  readonly seed: string
  /** first trading day of a market that it opens */
  readonly tradeDay: number
}

export interface InstrumentListed {
  readonly type: 'InstrumentListed'
  readonly at: number
  readonly index: number
  readonly instrument: Instrument
}

export interface QuoteMoved {
  readonly type: 'QuoteMoved'
  readonly at: number
  readonly market: number
  readonly instrument: number
  readonly quote: Quote
}

/** The market's date rolls; last equity and previous closes are taken from the state as it stands. */
export interface TradingDayEnded {
  readonly type: 'TradingDayEnded'
  readonly at: number
  readonly market: number
  readonly endedDay: number
  readonly nextDay: number
}

export interface KillSwitchSet {
  readonly type: 'KillSwitchSet'
  readonly at: number
  readonly scope: 'all' | 'partner' | 'account' | 'session'
  readonly id: number
  readonly on: boolean
  readonly operator: string
}

export type AccountEvent = AccountOpened | AccountReviewed | HoldingsGranted | CashSettled | BankLinked | BankUnlinked | DepositSettled

export interface AccountOpened {
  readonly type: 'AccountOpened'
  readonly at: number
  readonly account: number
  readonly partner: number
  readonly market: number
  readonly id: string
  readonly accountNumber: string
  readonly userId: string
  readonly status: AccountStatus
  readonly kycStatus: KycStatus
  readonly kycResults: KycResults | null
  /** when the next step of the review is due; 0 = none */
  readonly reviewDueAt: number
  readonly tradingConfigurations: TradingConfigurations
  readonly profile: string
}

export interface AccountReviewed {
  readonly type: 'AccountReviewed'
  readonly at: number
  readonly account: number
  readonly statusFrom: AccountStatus
  readonly status: AccountStatus
  readonly kycStatus: KycStatus
  readonly kycResults: KycResults | null
  readonly reviewDueAt: number
}

export interface HoldingsGranted {
  readonly type: 'HoldingsGranted'
  readonly at: number
  readonly account: number
  readonly cashCents: number
  readonly positions: readonly { readonly instrument: number; readonly shares: number; readonly priceTicks: number }[]
}

/** Proceeds of sales become settled cash. */
export interface CashSettled {
  readonly type: 'CashSettled'
  readonly at: number
  readonly account: number
  readonly day: number
  readonly cents: number
}

export interface BankLinked {
  readonly type: 'BankLinked'
  readonly at: number
  readonly account: number
  /** of the market, counted */
  readonly ach: number
  readonly status: AchStatus
  readonly ownerName: string
  readonly accountType: 'CHECKING' | 'SAVINGS'
  readonly bankName: string | null
  readonly accountLast4: string
  readonly routingNumber: string
}

export interface BankUnlinked {
  readonly type: 'BankUnlinked'
  readonly at: number
  readonly account: number
  readonly ach: number
}

/** An instant deposit: created and settled in one. */
export interface DepositSettled {
  readonly type: 'DepositSettled'
  readonly at: number
  readonly account: number
  /** of the market, counted */
  readonly transfer: number
  readonly ach: number
  readonly accountLast4: string
  readonly amountCents: number
  readonly description: string | null
  readonly idempotencyKey: string | null
  readonly tradeDay: number
}
