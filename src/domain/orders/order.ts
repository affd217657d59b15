/** The order and its closed lists. Numeric constants, so that an order is a row of typed arrays in the engine. */

export const Side = { Buy: 1, Sell: 2 } as const
export type Side = (typeof Side)[keyof typeof Side]

export const OrderType = { Market: 1, Limit: 2, Stop: 3, StopLimit: 4 } as const
export type OrderType = (typeof OrderType)[keyof typeof OrderType]

/** Whether an order of the type has a limit; the others trade at any price up to their collar. */
export const hasLimit = (type: OrderType): boolean => type === OrderType.Limit || type === OrderType.StopLimit

/** Whether an order of the type waits for a price before it trades. */
export const hasStop = (type: OrderType): boolean => type === OrderType.Stop || type === OrderType.StopLimit

export const TimeInForce = { Day: 0, Gtc: 1, Opg: 2, Ioc: 3, Fok: 4, Cls: 7 } as const
export type TimeInForce = (typeof TimeInForce)[keyof typeof TimeInForce]

export const OrderStatus = {
  /** journaled, waiting for its session, auction or stop trigger */
  Accepted: 1,
  /** working in the book */
  New: 2,
  PartiallyFilled: 3,
  Filled: 4,
  Cancelled: 5,
  Expired: 6,
  Rejected: 7,
  Suspended: 8,
  DoneForDay: 9,
} as const
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus]

export const CancelReason = { None: 0, UserRequested: 1, TimeInForce: 2, AccountClosed: 3, System: 4, Risk: 5 } as const
export type CancelReason = (typeof CancelReason)[keyof typeof CancelReason]

/** A request of the client that the venue has taken and not yet answered: it appears with venue latency alone. */
export const Pending = { None: 0, New: 1, Cancel: 2, Replace: 3 } as const
export type Pending = (typeof Pending)[keyof typeof Pending]

/** How orders hang together: REST `order_class`. */
export const OrderClass = { Simple: 0, Bracket: 1, Oco: 2, Oto: 3 } as const
export type OrderClass = (typeof OrderClass)[keyof typeof OrderClass]

/** How many exits are placed with an order of each class. */
export const EXITS: Readonly<Record<OrderClass, number>> = {
  [OrderClass.Simple]: 0,
  [OrderClass.Bracket]: 2,
  [OrderClass.Oco]: 1,
  [OrderClass.Oto]: 1,
}

/** What an order of such a group is. */
export const Leg = { Entry: 0, TakeProfit: 1, StopLoss: 2 } as const
export type Leg = (typeof Leg)[keyof typeof Leg]

/** Whose shares a leg sells: its own hold, what its sibling holds for both, or those that its entry has yet to buy. */
export const Cover = { Own: 0, Sibling: 1, Entry: 2 } as const
export type Cover = (typeof Cover)[keyof typeof Cover]

/** An outcome that a sandbox client asks for at entry; `reject` leaves no order to carry it. */
export const Scenario = {
  None: 0,
  Fill: 1,
  PartialThenRest: 2,
  HalfThenCancel: 3,
  TwoFills: 4,
  SlowFill: 5,
  NoFill: 6,
} as const
export type Scenario = (typeof Scenario)[keyof typeof Scenario]

/** 0 where the order was entered over REST. */
export const REST_SESSION = 0

/** True while the order may still trade; ended orders have LeavesQty 0. */
export function isOpen(status: OrderStatus): boolean {
  return status <= OrderStatus.PartiallyFilled || status === OrderStatus.Suspended
}

/** An order as it stands after an event. Every event about an order carries one, so that whoever is told needs nothing else. */
export interface Order {
  /** market × 2^40 + a counter of the market; unique, increasing within the market */
  readonly number: number
  /** index of the account */
  readonly account: number
  /** index of the FIX session that entered it, or REST_SESSION */
  readonly session: number
  /** index of the instrument; -1 on a rejected order for an unknown symbol */
  readonly instrument: number
  /** the last accepted id of the chain: ClOrdID(11) */
  readonly clientOrderId: string
  /** the id that the order was entered with: REST `client_order_id` */
  readonly firstClientOrderId: string
  readonly side: Side
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly extendedHours: boolean
  readonly status: OrderStatus
  /** total; 0 on a cash order (a notional order), whose size is `cashCents` */
  readonly quantityLots: number
  /** CashOrderQty(152); 0 on an order in shares */
  readonly cashCents: number
  /** 0 where the type has none */
  readonly limitTicks: number
  /** 0 where the type has none */
  readonly stopTicks: number
  /** worst price at which a market order may trade; 0 on others */
  readonly collarTicks: number
  /** a stop that has triggered */
  readonly triggered: boolean
  readonly filledLots: number
  /** what may still fill: quantity - filled while open, 0 once ended; on a cash order from the reference price of the moment */
  readonly leavesLots: number
  /** sum of price × quantity over its fills, exact, as a Notional */
  readonly notionalWhole: number
  readonly notionalFraction: number
  /** sum of the cents that its fills posted */
  readonly postedCents: number
  /** cents that an open buy holds */
  readonly heldCents: number
  /** lots that an open sell holds */
  readonly heldLots: number
  /** trade date (days since 1970-01-01) on which it was entered */
  readonly enteredDay: number
  /** filled and notional when the present trading day began, for DayCumQty(425) and DayAvgPx(426) */
  readonly beforeDayLots: number
  readonly beforeDayWhole: number
  readonly beforeDayFraction: number
  /** a GTC order that has come to a trading day behind that of its entry */
  readonly renewed: boolean
  /** digest of what was asked for at entry: a repeated client_order_id is compared with it */
  readonly content: number
  readonly revision: number
  /** epoch ms */
  readonly createdAt: number
  readonly updatedAt: number
  /** when it came to its end; 0 while open */
  readonly endedAt: number
  readonly cancelReason: CancelReason
  readonly pending: Pending
  /** on its way to the venue's book, as its latency has it: it can't trade yet, and is in no queue that matching looks at */
  readonly inFlight: boolean
  /** waits for its session, its auction, the end of a halt or its group: in no queue that matching looks at */
  readonly held: boolean
  /** ExecInst(18)=K: a halt cancels it */
  readonly cancelOnHalt: boolean
  readonly orderClass: OrderClass
  readonly leg: Leg
  readonly cover: Cover
  /** number of the entry order of its group; 0 on an entry and on a simple order */
  readonly parent: number
  /** a trailing stop follows the market at this distance; 0 on others */
  readonly trailTicks: number
  /** the same distance in hundredths of a percent; 0 where it is given in ticks */
  readonly trailBasisPoints: number
  readonly scenario: Scenario
}

/** The number of the first order of a group. */
export const rootOf = (order: Pick<Order, 'number' | 'parent'>): number => (order.parent === 0 ? order.number : order.parent)

/** A stop that follows the market. */
export const isTrailing = ({ trailTicks, trailBasisPoints }: Order): boolean => trailTicks > 0 || trailBasisPoints > 0

/** What most orders have nothing of. */
export const PLAIN = {
  pending: Pending.None,
  inFlight: false,
  held: false,
  cancelOnHalt: false,
  orderClass: OrderClass.Simple,
  leg: Leg.Entry,
  cover: Cover.Own,
  parent: 0,
  trailTicks: 0,
  trailBasisPoints: 0,
  scenario: Scenario.None,
} as const satisfies Partial<Order>

export const ORDERS_PER_MARKET = 2 ** 40
/** with more of them order numbers would pass 2^53, beyond which not every integer is a number */
export const MOST_MARKETS = 2 ** 53 / ORDERS_PER_MARKET
export const marketOf = (orderNumber: number): number => Math.floor(orderNumber / ORDERS_PER_MARKET)
export const counterOf = (orderNumber: number): number => orderNumber - marketOf(orderNumber) * ORDERS_PER_MARKET
