import type { AccountStatus, KycResults, KycStatus, TradingConfigurations } from './accounts/account.ts'
import type { AchStatus, BusinessReject, OrderEcho, RefusedReport } from './command.ts'
import type { FillModel, FillModelScope } from './orders/fill-model.ts'
import type { IdentifierKind } from './identifiers/identifier.ts'
import type { Instrument, Quote } from './market/instrument.ts'
import type { CorporateAction, Entitlement } from './market/corporate-action.ts'
import type { Phase } from './time/market-phase.ts'
import type { Order, Side } from './orders/order.ts'
import type { Walk } from './market/price-walk.ts'
import type { OrderRefusalCode } from './refusal.ts'
import type { Transfer } from './accounts/transfer.ts'
import type { OrderTerms, VenueRequest } from './orders/venue-request.ts'

/**
 * What has happened. Events are the journal; everything that anyone is told is made from them, so an order event carries the whole
 * order as it stands afterwards. `at` is epoch ms, stamped by the sequencer on the command.
 */
export type Event = OrderEvent | OrderReleased | StopTrailed | SessionEvent | MarketEvent | AccountEvent

export type OrderEvent =
  | OrderAccepted
  | OrderPended
  | OrderAcknowledged
  | OrderRejected
  | OrderFilled
  | OrderCancelled
  | OrderExpired
  | OrderReplaced
  | OrderRestated
  | OrderTriggered
  | OrderSuspended
  | OrderReinstated
  | ExecutionBusted
  | ExecutionCorrected

/** The order that an event is about, as it stands after it; undefined where it is about none. */
export function orderOf(event: Event): Order | undefined {
  return (event as { readonly order?: Order }).order
}

/** Index of the account that an event is about; -1 where it is about none. */
export function accountOfEvent(event: Event): number {
  if ('order' in event && event.order !== undefined) return event.order.account
  return 'account' in event ? event.account : -1
}

interface AboutOrder {
  readonly at: number
  readonly order: Order
  /** of the market, increasing: ExecID(17) is minted from it */
  readonly execution: number
}

/** Best bid and offer of the book as an order came in, before it met anything. In ticks; 0 = there was none. */
export interface ArrivalQuote {
  readonly bidTicks: number
  readonly askTicks: number
}

/** 150=0. */
export interface OrderAccepted extends AboutOrder {
  readonly type: 'OrderAccepted'
  /** absent where the book had neither, and of orders that the gateway makes itself */
  readonly arrival?: ArrivalQuote
}

/**
 * 150=A, 6 or E by the kind of the request: the venue has taken it and answers later. The first event about an order whose entry takes time;
 * `order.pending` is the strongest of all requests that wait.
 */
export interface OrderPended extends AboutOrder {
  readonly type: 'OrderPended'
  /** session that asked, as in `request` */
  readonly requester: number
  readonly request: VenueRequest
  /** what the order is once the requests before this one are done: its own terms, unless replaces wait in line */
  readonly terms: OrderTerms
  /** of a new order, as in OrderAccepted */
  readonly arrival?: ArrivalQuote
}

/** 150=0 of an order that was pending: the venue has it now. */
export interface OrderAcknowledged extends AboutOrder {
  readonly type: 'OrderAcknowledged'
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

/** In place of an account: the house, which stands behind the quote. */
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
  /** given by a script of the sandbox: the house was the other side, the displayed quote stays as it is */
  readonly scripted: boolean
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

/** 150=9: its symbol is halted. */
export interface OrderSuspended extends AboutOrder {
  readonly type: 'OrderSuspended'
}

/** 150=0 again: the halt is over, and the order is what it was before. */
export interface OrderReinstated extends AboutOrder {
  readonly type: 'OrderReinstated'
}

/** An order that waited outside the book joins it: its session has begun, or its halt or its group has ended. No report tells it. */
export interface OrderReleased {
  readonly type: 'OrderReleased'
  readonly at: number
  readonly order: Order
}

/** A trailing stop has followed the market. No report tells it. */
export interface StopTrailed {
  readonly type: 'StopTrailed'
  readonly at: number
  readonly order: Order
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

/** An order that was accepted reaches the book when this is due: fills have a latency of their own. */
export interface FillDelayed {
  readonly type: 'FillDelayed'
  readonly at: number
  readonly market: number
  readonly request: VenueRequest
}

export type MarketEvent =
  | FillDelayed
  | FillModelSet
  | PartnerCreated
  | MarketReset
  | IdentifierGiven
  | InstrumentListed
  | QuoteMoved
  | WalkChanged
  | ClockSet
  | PhaseChanged
  | TradingDayEnded
  | KillSwitchSet
  | SymbolHalted
  | SymbolResumed
  | CorporateActionAnnounced
  | SplitApplied
  | DividendRecorded
  | DividendCompleted

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

/** A sandbox market has begun anew, its orders ended before: the accounts that it had are the past, and known to the journal alone. */
export interface MarketReset {
  readonly type: 'MarketReset'
  readonly at: number
  readonly market: number
  readonly partner: number
}

/** What will have this number of this kind (IdentifierKind) has this id, instead of the one that the market's seed would give. */
export interface IdentifierGiven {
  readonly type: 'IdentifierGiven'
  readonly at: number
  readonly market: number
  readonly kind: IdentifierKind
  readonly number: number
  readonly id: string
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
  /** a step of the built-in walk; false = put there by hand, where it stands until it is moved */
  readonly walks: boolean
}

/** A security walks from here on: from this price, with this step. */
export interface WalkChanged {
  readonly type: 'WalkChanged'
  readonly at: number
  readonly market: number
  readonly instrument: number
  readonly walk: Walk
}

/** How the quote fills orders of a symbol, or of an account, from here on. */
export interface FillModelSet {
  readonly type: 'FillModelSet'
  readonly at: number
  readonly market: number
  readonly scope: FillModelScope
  readonly model: FillModel
}

/** A sandbox market's clock: it stands at `frozenAt`, or (0) runs with the real one, `offsetMs` ahead of it. */
export interface ClockSet {
  readonly type: 'ClockSet'
  readonly at: number
  readonly market: number
  readonly frozenAt: number
  readonly offsetMs: number
}

/** A market goes from one part of its day to the next. What waits for it is released by events of its own. */
export interface PhaseChanged {
  readonly type: 'PhaseChanged'
  readonly at: number
  readonly market: number
  readonly phase: Phase
  /** as the regular session ends: its closing prices, as far as there is a book: [instrument, ticks] */
  readonly closes?: readonly (readonly [instrument: number, ticks: number])[]
}

/** The market's date rolls; last equity and previous closes are taken from the state as it stands. */
export interface TradingDayEnded {
  readonly type: 'TradingDayEnded'
  readonly at: number
  readonly market: number
  readonly endedDay: number
  readonly nextDay: number
  /** closing prices of the securities that have a book and a price: [instrument, ticks] */
  readonly closes: readonly (readonly [instrument: number, ticks: number])[]
}

/** A symbol does not trade from here on; its orders are suspended or cancelled by events of their own. */
export interface SymbolHalted {
  readonly type: 'SymbolHalted'
  readonly at: number
  readonly market: number
  readonly instrument: number
  /** when it resumes by itself, epoch ms; 0 = when it is resumed */
  readonly until: number
  /** price of the trade that the band has kept from happening; 0 where it was halted by hand */
  readonly priceTicks: number
  readonly reason: string
  /** key that asked; '' = the price band */
  readonly operator: string
}

/** It trades again; its orders are reinstated by events of their own. */
export interface SymbolResumed {
  readonly type: 'SymbolResumed'
  readonly at: number
  readonly market: number
  readonly instrument: number
  readonly reason: string
  /** key that asked; '' = its pause is over */
  readonly operator: string
}

export interface CorporateActionAnnounced {
  readonly type: 'CorporateActionAnnounced'
  readonly at: number
  readonly market: number
  readonly action: CorporateAction
}

/** Prices, quote and the house's position are in new shares from here on; positions and orders have events of their own before it. */
export interface SplitApplied {
  readonly type: 'SplitApplied'
  readonly at: number
  readonly market: number
  /** number of the action */
  readonly action: number
  readonly instrument: number
  readonly exDay: number
  readonly numerator: number
  readonly denominator: number
  /** the quote as it goes on */
  readonly quote: Quote
  /** parts of shares that accounts were paid for, less what accounts paid for those that they owed: the house has them now */
  readonly paidLots: number
  /** how the security walks on, where it has been given a walk other than its own */
  readonly walk: Walk | null
}

/** The ex-date has begun: it is known who gets the dividend. */
export interface DividendRecorded {
  readonly type: 'DividendRecorded'
  readonly at: number
  readonly market: number
  readonly action: number
  readonly entitled: readonly Entitlement[]
}

/** Everybody has been paid. */
export interface DividendCompleted {
  readonly type: 'DividendCompleted'
  readonly at: number
  readonly market: number
  readonly action: number
}

export interface KillSwitchSet {
  readonly type: 'KillSwitchSet'
  readonly at: number
  readonly scope: 'all' | 'partner' | 'account' | 'session'
  readonly id: number
  readonly on: boolean
  readonly operator: string
}

export type AccountEvent =
  | AccountOpened
  | AccountReviewed
  | AccountUpdated
  | AccountClosed
  | HoldingsGranted
  | CashSettled
  | BankLinked
  | BankReviewed
  | BankUnlinked
  | TransferEvent
  | FeeCharged
  | PositionSplit
  | DividendPaid

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
  /** what the profile says of it, where that is true */
  readonly dividendReinvestment?: boolean
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

/** What is kept of an account has changed. */
export interface AccountUpdated {
  readonly type: 'AccountUpdated'
  readonly at: number
  readonly account: number
  /** as they are from now on */
  readonly tradingConfigurations: TradingConfigurations
  /** the parts of the profile that changed, to be merged into it as `mergeProfile` does: JSON text of an object */
  readonly changes: string
  /** where the changes say so */
  readonly dividendReinvestment?: boolean
}

/** The end of an account; its tokens are refused from here on. */
export interface AccountClosed {
  readonly type: 'AccountClosed'
  readonly at: number
  readonly account: number
  readonly statusFrom: AccountStatus
  readonly kycStatus: KycStatus
  /** what it was worth as the trading day before ended; absent in journals of earlier versions */
  readonly lastEquityCents?: number
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

/** A position is counted in new shares; its cost stays, but for the part of a share that was paid out. */
export interface PositionSplit {
  readonly type: 'PositionSplit'
  readonly at: number
  readonly account: number
  /** number of the action */
  readonly action: number
  readonly instrument: number
  readonly numerator: number
  readonly denominator: number
  readonly fromShares: number
  readonly fromLots: number
  /** afterwards */
  readonly shares: number
  readonly lots: number
  readonly basisWhole: number
  readonly basisFraction: number
  /** part of a share that could not be kept, and what was paid for it; both below 0 where the account owed it */
  readonly paidLots: number
  readonly cents: number
}

export interface DividendPaid {
  readonly type: 'DividendPaid'
  readonly at: number
  readonly account: number
  readonly action: number
  readonly instrument: number
  /** that the account is paid for */
  readonly shares: number
  readonly lots: number
  /** a share */
  readonly amountTicks: number
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
  /** when the verifier decides it; 0 = it does not */
  readonly reviewDueAt: number
}

export interface BankUnlinked {
  readonly type: 'BankUnlinked'
  readonly at: number
  readonly account: number
  readonly ach: number
}

/** A reviewer's decision, or the verifier's, on an ACH relationship that was PENDING. */
export interface BankReviewed {
  readonly type: 'BankReviewed'
  readonly at: number
  readonly account: number
  readonly ach: number
  readonly status: 'APPROVED' | 'REJECTED'
}

/** What became of a deposit or a withdrawal; each event carries the whole transfer as it stands afterwards. */
export type TransferEvent = TransferRequested | TransferMoved | DepositSettled | DepositReturned | WithdrawalSettled | WithdrawalReturned

interface AboutTransfer {
  readonly at: number
  readonly account: number
  readonly transfer: Transfer
}

/** PENDING; a withdrawal's amount is reserved from here on. */
export interface TransferRequested extends AboutTransfer {
  readonly type: 'TransferRequested'
}

/** QUEUED, SENT, CANCELLED, or RETURNED before it had settled: no money moves. */
export interface TransferMoved extends AboutTransfer {
  readonly type: 'TransferMoved'
}

export interface DepositSettled extends AboutTransfer {
  readonly type: 'DepositSettled'
}

/** After it had settled: the cash is debited again. */
export interface DepositReturned extends AboutTransfer {
  readonly type: 'DepositReturned'
}

/** Debits what is not fee. */
export interface WithdrawalSettled extends AboutTransfer {
  readonly type: 'WithdrawalSettled'
}

/** After it had settled: what was debited, withholdings included, is credited again. */
export interface WithdrawalReturned extends AboutTransfer {
  readonly type: 'WithdrawalReturned'
}

/** The processing fee of a withdrawal as it settles. */
export interface FeeCharged {
  readonly type: 'FeeCharged'
  readonly at: number
  readonly account: number
  /** number of the withdrawal */
  readonly transfer: number
  /** below 0: given back, because the withdrawal was returned */
  readonly cents: number
}
