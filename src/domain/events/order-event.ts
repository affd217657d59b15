import type { OrderEcho } from '../commands/order-command.ts'
import { isOpen, type Order, OrderStatus, type Side } from '../orders/order.ts'
import type { OrderRefusalCode } from '../refusal.ts'
import type { OrderTerms, VenueRequest } from '../orders/venue-request.ts'

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

/** Whether a fill is reported after its order had ended without it (and may have left the engine): its price says nothing about the present. */
export const isLateFill = ({ order: { status } }: OrderFilled): boolean => !isOpen(status) && status !== OrderStatus.Filled

/** 150=4. */
export interface OrderCancelled extends AboutOrder {
  readonly type: 'OrderCancelled'
  /** ClOrdID(11) of the cancel request; '' when unsolicited (then the report has no 41) */
  readonly requestId: string
  /** session that asked, when it is another than the order's own: it gets the answer, the order's session an unsolicited report */
  readonly requester: number
  /** the ClOrdID(11) that was the order's before the request's: OrigClOrdID(41) of the answer */
  readonly previousClientOrderId: string
  /** ExecRestatementReason(378), see RestatementReason */
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

/** 150=D: changed without a request, or by a replace over REST. */
export interface OrderRestated extends AboutOrder {
  readonly type: 'OrderRestated'
  /** ExecRestatementReason(378), see RestatementReason */
  readonly restatement: number
  readonly text: string
  readonly keepsPlace: boolean
}

/** `text` of a restatement that is a replace over REST without a new id: partners are told of it as of any replace. */
export const REST_REPLACE_TEXT = 'REST replace'

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

/** What an execution list shows: a fill, or what an operator made of one. */
export type ExecutionEvent = OrderFilled | ExecutionBusted | ExecutionCorrected
