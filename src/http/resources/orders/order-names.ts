import { ShownStatus } from '../../../domain/orders/shown-status.ts'
import { CancelReason, Leg, OrderClass, OrderStatus, OrderType, Side, TimeInForce } from '../../../domain/orders/order.ts'

/** How the API spells the closed lists of an order. */

export const SIDE_NAMES = { [Side.Buy]: 'buy', [Side.Sell]: 'sell' } as const satisfies Record<Side, string>

export const ORDER_TYPE_NAMES = {
  [OrderType.Market]: 'market',
  [OrderType.Limit]: 'limit',
  [OrderType.Stop]: 'stop',
  [OrderType.StopLimit]: 'stop_limit',
} as const satisfies Record<OrderType, string>

export const TIME_IN_FORCE_NAMES = {
  [TimeInForce.Day]: 'day',
  [TimeInForce.Gtc]: 'gtc',
  [TimeInForce.Opg]: 'opg',
  [TimeInForce.Cls]: 'cls',
  [TimeInForce.Ioc]: 'ioc',
  [TimeInForce.Fok]: 'fok',
} as const satisfies Record<TimeInForce, string>

export const ORDER_STATUS_NAMES = {
  [OrderStatus.Accepted]: 'accepted',
  [OrderStatus.New]: 'new',
  [OrderStatus.PartiallyFilled]: 'partially_filled',
  [OrderStatus.Filled]: 'filled',
  [OrderStatus.Cancelled]: 'cancelled',
  [OrderStatus.Expired]: 'expired',
  [OrderStatus.Rejected]: 'rejected',
  [OrderStatus.Suspended]: 'suspended',
  [OrderStatus.DoneForDay]: 'done_for_day',
} as const satisfies Record<OrderStatus, string>

/** While a request waits for the venue; an order whose entry waits is an accepted one. */
export const SHOWN_STATUS_NAMES = {
  ...ORDER_STATUS_NAMES,
  [ShownStatus.PendingCancel]: 'pending_cancel',
  [ShownStatus.PendingReplace]: 'pending_replace',
  [ShownStatus.PendingNew]: 'accepted',
} as const satisfies Record<ShownStatus, string>

/** The states of a name; none for one that is no name. */
export function statusesNamed(name: string): readonly ShownStatus[] {
  return Object.values(ShownStatus).filter((status) => SHOWN_STATUS_NAMES[status] === name)
}

export const CANCEL_REASON_NAMES = {
  [CancelReason.None]: null,
  [CancelReason.UserRequested]: 'user_requested',
  [CancelReason.TimeInForce]: 'time_in_force',
  [CancelReason.AccountClosed]: 'account_closed',
  [CancelReason.System]: 'system',
  [CancelReason.Risk]: 'risk',
} as const satisfies Record<CancelReason, string | null>

export const ORDER_CLASS_NAMES = {
  [OrderClass.Simple]: 'simple',
  [OrderClass.Bracket]: 'bracket',
  [OrderClass.Oco]: 'oco',
  [OrderClass.Oto]: 'oto',
} as const satisfies Record<OrderClass, string>

export const LEG_NAMES = {
  [Leg.Entry]: null,
  [Leg.TakeProfit]: 'take_profit',
  [Leg.StopLoss]: 'stop_loss',
} as const satisfies Record<Leg, string | null>

export const ORDER_CLASSES = valuesByName(ORDER_CLASS_NAMES)
export const SIDES = valuesByName(SIDE_NAMES)
export const ORDER_TYPES = valuesByName(ORDER_TYPE_NAMES)
export const TIMES_IN_FORCE = valuesByName(TIME_IN_FORCE_NAMES)

/** `{ 1: 'buy' }` the other way round. */
function valuesByName<const Names extends Readonly<Record<number, string>>>(names: Names) {
  type Value = keyof Names & number
  return Object.fromEntries(Object.entries(names).map(([value, name]) => [name, Number(value)])) as Readonly<Record<Names[Value], Value>>
}
