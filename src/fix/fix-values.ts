import { type Order, OrderStatus, OrderType, Pending, Side, TimeInForce } from '../domain/orders/order.ts'
import type { OrderRefusalCode } from '../domain/refusal.ts'
import { ORDER_REFUSALS } from '../domain/refusal.ts'
import { shownPending } from '../domain/orders/shown-status.ts'

/** The words of the domain and those of FIX 4.4, both ways. A value that is forgotten does not compile. */

/** MsgType(35) of every message that the gateway takes or sends. */
export const MsgType = {
  Heartbeat: '0',
  TestRequest: '1',
  ResendRequest: '2',
  Reject: '3',
  SequenceReset: '4',
  Logout: '5',
  Logon: 'A',
  ExecutionReport: '8',
  OrderCancelReject: '9',
  OrderMassCancelReport: 'r',
  BusinessMessageReject: 'j',
  News: 'B',
  NewOrderSingle: 'D',
  OrderCancelRequest: 'F',
  OrderCancelReplaceRequest: 'G',
  OrderStatusRequest: 'H',
  OrderMassCancelRequest: 'q',
  OrderMassStatusRequest: 'AF',
  MarketDataRequest: 'V',
  MarketDataSnapshotFullRefresh: 'W',
  MarketDataIncrementalRefresh: 'X',
  MarketDataRequestReject: 'Y',
  SecurityListRequest: 'x',
  SecurityList: 'y',
  TradingSessionStatusRequest: 'g',
  TradingSessionStatus: 'h',
} as const

/** Side(54). */
export const FIX_SIDE = { [Side.Buy]: '1', [Side.Sell]: '2' } as const satisfies Record<Side, string>
const SIDE_OF = byCharacter(FIX_SIDE)

/** The side that 54 names; undefined for those that the gateway does not take (short sales, crosses …). */
export const sideOf = (value: string): Side | undefined => ofCharacter(SIDE_OF, value)

/** OrdType(40). */
export const FIX_ORDER_TYPE = {
  [OrderType.Market]: '1',
  [OrderType.Limit]: '2',
  [OrderType.Stop]: '3',
  [OrderType.StopLimit]: '4',
} as const satisfies Record<OrderType, string>
const ORDER_TYPE_OF = byCharacter(FIX_ORDER_TYPE)

export const orderTypeOf = (value: string): OrderType | undefined => ofCharacter(ORDER_TYPE_OF, value)

/** TimeInForce(59). */
export const FIX_TIME_IN_FORCE = {
  [TimeInForce.Day]: '0',
  [TimeInForce.Gtc]: '1',
  [TimeInForce.Opg]: '2',
  [TimeInForce.Ioc]: '3',
  [TimeInForce.Fok]: '4',
  [TimeInForce.Cls]: '7',
} as const satisfies Record<TimeInForce, string>
const TIME_IN_FORCE_OF = byCharacter(FIX_TIME_IN_FORCE)

export const timeInForceOf = (value: string): TimeInForce | undefined => ofCharacter(TIME_IN_FORCE_OF, value)

/** OrdStatus(39): 5 is never sent. */
export const FIX_ORDER_STATUS = {
  [OrderStatus.Accepted]: '0',
  [OrderStatus.New]: '0',
  [OrderStatus.PartiallyFilled]: '1',
  [OrderStatus.Filled]: '2',
  [OrderStatus.Cancelled]: '4',
  [OrderStatus.Expired]: 'C',
  [OrderStatus.Rejected]: '8',
  [OrderStatus.Suspended]: '9',
  [OrderStatus.DoneForDay]: '3',
} as const satisfies Record<OrderStatus, string>

/** OrdStatus(39) of an order with a request that waits for the venue: it outranks what is underneath. */
export const FIX_PENDING_STATUS = {
  [Pending.New]: 'A',
  [Pending.Cancel]: '6',
  [Pending.Replace]: 'E',
} as const satisfies Record<Exclude<Pending, 0>, string>

/** OrdStatus(39) of an order. One that has ended is past waiting; only its last fill may still be told with the request pending. */
export function ordStatusOf(order: Pick<Order, 'status' | 'pending'>): string {
  const pending = shownPending(order)
  return pending === Pending.None ? FIX_ORDER_STATUS[order.status] : FIX_PENDING_STATUS[pending]
}

/** ExecType(150), as far as this gateway sends them: never 1 and 2. */
export const ExecType = {
  New: '0',
  DoneForDay: '3',
  Canceled: '4',
  Replaced: '5',
  Rejected: '8',
  Suspended: '9',
  PendingCancel: '6',
  PendingNew: 'A',
  PendingReplace: 'E',
  Expired: 'C',
  Restated: 'D',
  Trade: 'F',
  TradeCorrect: 'G',
  TradeCancel: 'H',
  OrderStatus: 'I',
} as const

/** OrdRejReason(103) without an order refusal of the domain behind it. */
export const OrdRejReason = {
  UnknownOrder: 5,
  Unsupported: 11,
  UnknownAccount: 15,
  Other: 99,
} as const

/** OrdRejReason(103) of a refused order: the one that the domain states, since REST shows it too. */
export const ordRejReasonOf = (code: OrderRefusalCode): number => ORDER_REFUSALS[code].ordRejReason

/** BusinessRejectReason(380). */
export const BusinessRejectReason = { Other: 0, UnsupportedMessageType: 3, ConditionallyRequiredMissing: 5, NotAuthorized: 6 } as const

/** Values by the code of the one character that names each: every order asks for three of them, and a Map has to hash. */
function byCharacter<Value extends number>(names: Readonly<Record<Value, string>>): readonly (Value | undefined)[] {
  const byCode = new Array<Value | undefined>(256).fill(undefined)
  for (const [value, text] of Object.entries<string>(names)) {
    if (text.length !== 1) throw new Error(`fix: ${text} is no single character`)
    byCode[text.charCodeAt(0)] = Number(value) as Value
  }
  return byCode
}

const ofCharacter = <Value>(values: readonly (Value | undefined)[], text: string): Value | undefined =>
  text.length === 1 ? values[text.charCodeAt(0)] : undefined
