import type { Order, OrderClass, OrderType, Scenario, Side, TimeInForce } from '../orders/order.ts'
import type { Refusal } from '../refusal.ts'

/** What FIX sessions and REST ask of orders. */
export type OrderCommand = PlaceOrder | RefuseOrder | CancelOrder | ReplaceOrder | MassCancel | CancelSessionOrders

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
  /** ExecInst(18)=K is there or not; undefined = unchanged (REST) */
  readonly cancelOnHalt?: boolean
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
  /** without the exits that wait for their entry */
  readonly holding?: true
  /** MassCancelRejectReason(532) when the edge refuses it: answered r with 531=0 */
  readonly refused?: { readonly reason: number; readonly text: string; readonly requestType: string }
}

/** A session with cancel-on-disconnect was lost and its grace window is over. */
export interface CancelSessionOrders {
  readonly type: 'CancelSessionOrders'
  readonly session: number
  readonly includeGtc: boolean
}
