import type { AccountStatus, KycResults, KycStatus, TradingConfigurations } from './accounts/account.ts'
import type { OrderFilled } from './event.ts'
import type { FillModel, FillModelScope } from './orders/fill-model.ts'
import type { FixtureAccount } from './accounts/fixture.ts'
import type { Instrument, Quote } from './market/instrument.ts'
import type { Order, OrderClass, OrderType, Scenario, Side, TimeInForce } from './orders/order.ts'
import type { Refusal } from './refusal.ts'
import type { IraDistribution, ReturnCode } from './accounts/transfer.ts'

/**
 * What an edge asks of the engine. Indices (account, session, market, partner) are the engine's dense numbers, looked up at the edge.
 * `session` is the FIX session that asks, REST_SESSION for REST and operators.
 */
export type Command =
  | PlaceOrder
  | RefuseOrder
  | CancelOrder
  | ReplaceOrder
  | MassCancel
  | CancelSessionOrders
  | ReportOrderStatus
  | ReportMassStatus
  | RefuseRequest
  | RefuseMessage
  | BustExecution
  | CorrectExecution
  | MoveQuote
  | MoveQuotes
  | ChangeVolatility
  | SetFillModel
  | SetClock
  | EndTradingDay
  | HaltSymbol
  | ResumeSymbol
  | AnnounceCorporateAction
  | FillOrder
  | AdvanceTime
  | ResetMarket
  | SetKillSwitch
  | CreatePartner
  | ListInstrument
  | OpenAccount
  | OpenFurtherAccount
  | UpdateAccount
  | CloseAccount
  | ReviewAccount
  | ResumeReview
  | GrantHoldings
  | LinkBank
  | ReviewBank
  | UnlinkBank
  | Deposit
  | Withdraw
  | CancelTransfer
  | MoveTransfer
  | AnnounceNews

export interface PlaceOrder {
  readonly type: 'PlaceOrder'
  readonly session: number
  readonly account: number
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  /** 0 on a cash order */
  readonly quantityLots: number
  /** 0 on an order in shares */
  readonly cashCents: number
  /** 0 = not given */
  readonly limitTicks: number
  /** 0 = not given */
  readonly stopTicks: number
  readonly extendedHours: boolean
  /** ExecInst(18)=K: a halt cancels it instead of suspending it */
  readonly cancelOnHalt?: boolean
  /** PossResend(97)=Y: a known id is answered with its state, never with a second order */
  readonly possResend: boolean
  /** what hangs together with it; absent on a simple order */
  readonly group?: OrderGroup
  /** a trailing stop keeps this distance from the market; its stop price is the engine's */
  readonly trail?: Trail
  /** an outcome that the sandbox client asks for; `reject` refuses it */
  readonly scenario?: Scenario | 'reject'
  /** what the edge already found wrong with it (FIX: the order is then journaled as rejected); absent when nothing */
  readonly fault?: Refusal
  /** the request's own amounts as text, for the report about a fault that could not be converted */
  readonly echo?: OrderEcho
  /** the order that this id already names and that has left the engine; loaded by the sequencer before the command runs */
  readonly known?: Order
}

/** Orders that hang together: an entry with its exits, or two exits of which one cancels the other. */
export interface OrderGroup {
  readonly orderClass: OrderClass
  /** limit of the exit at a profit; 0 = there is none, or (oco) it is the order itself */
  readonly takeProfitTicks: number
  /** stop of the exit at a loss; 0 = there is none */
  readonly stopLossTicks: number
  /** 0 = it sells at the market */
  readonly stopLossLimitTicks: number
}

/** One of the two is 0. */
export interface Trail {
  readonly ticks: number
  /** hundredths of a percent */
  readonly basisPoints: number
}

/** Amounts of a refused order exactly as they came: FIX reports them back. */
export interface OrderEcho {
  readonly quantity?: string
  readonly cash?: string
  readonly price?: string
  readonly stopPrice?: string
}

/** A NewOrderSingle that cannot become an order (unknown account, drop in the throttle): answered 150=8, no order is journaled. */
export interface RefuseOrder {
  readonly type: 'RefuseOrder'
  readonly session: number
  /** the market of the session's partner */
  readonly market: number
  readonly report: RefusedReport
  /** PossResend(97)=Y: where this account has an order of that id, its state is told instead */
  readonly resentTo?: number
  readonly known?: Order
}

/** What a report about no order gives back of its request. Text forms, as they came. */
export interface RefusedReport {
  readonly account: string
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: string
  readonly orderType: string
  readonly timeInForce: string
  readonly quantity: string
  readonly cash: string
  readonly price: string
  readonly stopPrice: string
  readonly ordRejReason: number
  readonly text: string
}

/** Names an order: by its number, or by any ClOrdID of its chain. */
export type OrderReference = { readonly number: number } | { readonly account: number; readonly clientOrderId: string }

/** Who asks, which decides what it may reach and how it is answered. */
export type Requester = SessionRequester | { readonly kind: 'rest' } | { readonly kind: 'operator'; readonly text: string }

/** FIX: reaches the orders of its session, or of its accounts with order_scope=account. */
export interface SessionRequester {
  readonly kind: 'session'
  readonly session: number
  readonly accountScope: boolean
  /** its requests may wait in line behind its own replaces that are pending */
  readonly queuesReplaces?: boolean
}

export interface CancelOrder {
  readonly type: 'CancelOrder'
  readonly requester: Requester
  readonly order: OrderReference
  /** ClOrdID(11) of the request; '' over REST */
  readonly clientOrderId: string
  /** OrigClOrdID(41) as it came; '' over REST */
  readonly originalClientOrderId: string
  /** as given by the request, to be compared with the order; undefined over REST */
  readonly symbol?: string
  /** null: one that no order has */
  readonly side?: Side | null
  readonly known?: Order
  /** an order that already used this request's clientOrderId */
  readonly clientOrderIdUsed?: boolean
}

export interface ReplaceOrder {
  readonly type: 'ReplaceOrder'
  readonly requester: Requester
  readonly order: OrderReference
  /** new ClOrdID(11); '' on a REST replace that keeps its id */
  readonly clientOrderId: string
  readonly originalClientOrderId: string
  /** new total; undefined = unchanged (REST) */
  readonly quantityLots?: number
  readonly limitTicks?: number
  readonly stopTicks?: number
  /** what FIX restates and may not change; compared with the order when given */
  readonly symbol?: string
  /** null: one that no order has */
  readonly side?: Side | null
  readonly orderType?: OrderType
  readonly timeInForce?: TimeInForce
  readonly cashCents?: number
  /** what the edge already found wrong with its amounts, or that it is over the throttle */
  readonly fault?: Refusal
  readonly known?: Order
  readonly clientOrderIdUsed?: boolean
}

/** OrderMassCancelRequest(q) and REST cancel all. */
export interface MassCancel {
  readonly type: 'MassCancel'
  readonly requester: Requester
  /** ClOrdID(11) of the request; '' over REST */
  readonly clientOrderId: string
  /** MassCancelRequestType(530): 1 by security, 7 all */
  readonly scope: 1 | 7
  /** of the session or the accounts */
  readonly market: number
  readonly accounts: readonly number[]
  readonly instrument?: number
  readonly symbol: string
  readonly side?: Side
  /** MassCancelRejectReason(532) when the edge refuses it: answered r with 531=0 */
  readonly refused?: { readonly reason: number; readonly text: string; readonly requestType: string }
}

/** A session with cancel-on-disconnect was lost and its grace window is over. */
export interface CancelSessionOrders {
  readonly type: 'CancelSessionOrders'
  readonly session: number
  readonly includeGtc: boolean
}

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
  /** CxlRejReason(102) */
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

/** Everything that a bust or correction needs of the past; loaded by the sequencer. */
export interface LoadedTrade {
  /** both client sides of the trade as they stand after earlier corrections; the house's side has none */
  readonly sides: readonly LoadedSide[]
}

export interface LoadedSide {
  readonly fill: OrderFilled
  /** execution number that the next correction refers to with ExecRefID(19): the fill's or its last correction's */
  readonly executionRef: number
  readonly lots: number
  readonly priceTicks: number
  readonly cents: number
  readonly busted: boolean
  /** the order, when it has left the engine */
  readonly order?: Order
  /** every other effective fill and grant of the account in this instrument, oldest first, with this one at `indexOfThis` */
  readonly history: readonly HistoryEntry[]
  readonly indexOfThis: number
}

/** A purchase or sale as it counts after corrections; or a split of what was held by then, which has no lots of its own. */
export interface HistoryEntry {
  readonly side: Side
  readonly lots: number
  readonly priceTicks: number
  /** `paidLots`: a part of a share that was paid out */
  readonly split?: { readonly numerator: number; readonly denominator: number; readonly paidLots: number }
}

export interface BustExecution {
  readonly type: 'BustExecution'
  readonly trade?: LoadedTrade
  readonly operator: string
}

export interface CorrectExecution {
  readonly type: 'CorrectExecution'
  readonly trade?: LoadedTrade
  readonly quantityLots?: number
  readonly priceTicks?: number
  readonly operator: string
}

export interface MoveQuote {
  readonly type: 'MoveQuote'
  readonly market: number
  readonly symbol: string
  readonly quote: Quote
}

/** How the displayed quote fills the orders of a symbol, or of an account. */
export interface SetFillModel {
  readonly type: 'SetFillModel'
  readonly market: number
  readonly scope: FillModelScope
  readonly model: FillModel
}

/** Many quotes of a market at once, all or none. */
export interface MoveQuotes {
  readonly type: 'MoveQuotes'
  readonly market: number
  readonly quotes: readonly { readonly symbol: string; readonly quote: Quote }[]
}

/** A security's quote walks from where it stands, with another step; 0 = it stands still. */
export interface ChangeVolatility {
  readonly type: 'ChangeVolatility'
  readonly market: number
  readonly symbol: string
  /** typical step of one second, in hundredths of a basis point */
  readonly stepHundredths: number
}

/**
 * Moves the clock of a sandbox market to `to` and freezes it there, everything due in between in time order; a long way takes several
 * commands (Result.unfinished). `to` undefined: the clock runs with the real one again, from where it stands.
 */
export interface SetClock {
  readonly type: 'SetClock'
  readonly market: number
  readonly to?: number
  /** a clock that has meanwhile gone further stands where it is; else that is refused */
  readonly atLeast?: boolean
}

/** Ends the trading day of a market: day orders expire, what is due on `nextDay` settles. */
export interface EndTradingDay {
  readonly type: 'EndTradingDay'
  readonly market: number
  /** days since 1970-01-01; must be a business day after the present one */
  readonly nextDay: number
}

/** Stops a symbol of a market: its orders are suspended, or cancelled where they ask for that. */
export interface HaltSymbol {
  readonly type: 'HaltSymbol'
  readonly market: number
  readonly symbol: string
  readonly reason: string
  /** key that asks */
  readonly operator: string
}

export interface ResumeSymbol {
  readonly type: 'ResumeSymbol'
  readonly market: number
  readonly symbol: string
  readonly reason: string
  readonly operator: string
}

/** A split or a dividend that is to come. */
export interface AnnounceCorporateAction {
  readonly type: 'AnnounceCorporateAction'
  readonly market: number
  readonly symbol: string
  /** days since 1970-01-01: a trading day behind the present one */
  readonly exDay: number
  readonly terms:
    | { readonly type: 'split'; readonly numerator: number; readonly denominator: number }
    | { readonly type: 'cash_dividend'; readonly amountTicks: number; readonly payDay: number }
}

/** A fill by the script of a sandbox: of an open order, or the late one of an order that has been cancelled. */
export interface FillOrder {
  readonly type: 'FillOrder'
  readonly market: number
  /** of that market */
  readonly orderNumber: number
  readonly quantityLots: number
  readonly priceTicks: number
  /** the order, when it has left the engine */
  readonly known?: Order
}

/** A timer: runs everything that is due at the moment the sequencer stamps. */
export interface AdvanceTime {
  readonly type: 'AdvanceTime'
}

/** Begins a sandbox market anew, with the accounts of a fixture. */
export interface ResetMarket {
  readonly type: 'ResetMarket'
  readonly market: number
  /** whose market it is, alone */
  readonly partner: number
  /** those that its symbols had at first, where they do not walk */
  readonly quotes: MoveQuotes['quotes']
  readonly accounts: readonly FixtureAccount[]
}

export interface SetKillSwitch {
  readonly type: 'SetKillSwitch'
  readonly scope: 'all' | 'partner' | 'account' | 'session'
  /** index of the partner, account or session; 0 for all */
  readonly id: number
  readonly on: boolean
  readonly operator: string
}

export interface CreatePartner {
  readonly type: 'CreatePartner'
  readonly id: string
  readonly name: string
  readonly environment: 'sandbox' | 'live'
  /** text from which the market's seed is made */
  readonly seed: string
}

export interface ListInstrument {
  readonly type: 'ListInstrument'
  readonly instrument: Instrument
}

export interface OpenAccount {
  readonly type: 'OpenAccount'
  readonly partner: number
  /** fixed ids for fixtures; otherwise minted from the market's seed */
  readonly id?: string
  /** '' = a new user */
  readonly userId: string
  readonly accountNumber?: string
  readonly status: AccountStatus
  readonly kycStatus: KycStatus
  readonly kycResults: KycResults | null
  /** the review that is still to come, in ms from now; undefined when there is none */
  readonly kycDelayMs?: number
  readonly tradingConfigurations: TradingConfigurations
  /** the account's sections as the API shows them, tax ids already encrypted and masked: JSON text, kept for storage */
  readonly profile: string
}

/** Another account of a user: active at once, refused until one of the user's accounts has passed its review. */
export interface OpenFurtherAccount {
  readonly type: 'OpenFurtherAccount'
  readonly partner: number
  readonly userId: string
  readonly tradingConfigurations: TradingConfigurations
  readonly profile: string
}

export interface UpdateAccount {
  readonly type: 'UpdateAccount'
  readonly account: number
  /** the members that change */
  readonly tradingConfigurations: Partial<TradingConfigurations>
  /** the parts of the profile that change, to be merged into it as `mergeProfile` does: JSON text of an object */
  readonly changes: string
  readonly changesContact: boolean
  readonly changesIdentity: boolean
}

export interface CloseAccount {
  readonly type: 'CloseAccount'
  readonly account: number
}

/** A reviewer's decision about an application that is not decided yet. */
export interface ReviewAccount {
  readonly type: 'ReviewAccount'
  readonly account: number
  readonly decision: 'approve' | 'reject' | 'request_information'
  /** labels: why it was rejected, or what is missing */
  readonly reject: readonly string[]
}

/** What a reviewer asked for has come in: the application is reviewed on. Nothing happens in any other status. */
export interface ResumeReview {
  readonly type: 'ResumeReview'
  readonly account: number
}

/** Opening holdings of a configured account (benchmarks): cash as a deposit, positions at a price. */
export interface GrantHoldings {
  readonly type: 'GrantHoldings'
  readonly account: number
  readonly cashCents: number
  readonly positions: readonly { readonly symbol: string; readonly shares: number; readonly priceTicks: number }[]
}

export interface LinkBank {
  readonly type: 'LinkBank'
  readonly account: number
  readonly status: AchStatus
  readonly ownerName: string
  readonly accountType: 'CHECKING' | 'SAVINGS'
  readonly bankName: string | null
  readonly accountLast4: string
  readonly routingNumber: string
}

export type AchStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELLED'

export interface UnlinkBank {
  readonly type: 'UnlinkBank'
  readonly account: number
  readonly ach: number
}

/** A decision on an ACH relationship that is PENDING. */
export interface ReviewBank {
  readonly type: 'ReviewBank'
  readonly account: number
  readonly ach: number
  readonly decision: 'approve' | 'reject'
}

export interface Deposit {
  readonly type: 'Deposit'
  readonly account: number
  readonly ach: number
  readonly amountCents: number
  readonly description: string | null
  readonly idempotencyKey: string | null
  /** settles as it is made, however transfers are configured: fixtures */
  readonly instant?: true
}

export interface Withdraw {
  readonly type: 'Withdraw'
  readonly account: number
  readonly ach: number
  /** 0 with `fullBalance`: all that can be withdrawn when the command runs */
  readonly amountCents: number
  readonly fullBalance: boolean
  readonly feeCents: number
  readonly ira: IraDistribution | null
  readonly description: string | null
  readonly idempotencyKey: string | null
}

/** Takes a transfer back before it is queued. */
export interface CancelTransfer {
  readonly type: 'CancelTransfer'
  readonly account: number
  readonly transfer: number
}

/** What the bank's side does with a transfer, done by hand. */
export interface MoveTransfer {
  readonly type: 'MoveTransfer'
  readonly account: number
  readonly transfer: number
  readonly action: TransferAction
}

export type TransferAction =
  { readonly do: 'queue' } | { readonly do: 'send' } | { readonly do: 'settle' } | { readonly do: 'return'; readonly code: ReturnCode }

/** News(B) to every session: maintenance ahead. */
export interface AnnounceNews {
  readonly type: 'AnnounceNews'
  readonly headline: string
  readonly text: string
}
