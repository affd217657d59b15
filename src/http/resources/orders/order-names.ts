import { CancelReason, OrderStatus, OrderType, Side, TimeInForce } from '../../../domain/order.ts'

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

export const CANCEL_REASON_NAMES = {
  [CancelReason.None]: null,
  [CancelReason.UserRequested]: 'user_requested',
  [CancelReason.TimeInForce]: 'time_in_force',
  [CancelReason.AccountClosed]: 'account_closed',
  [CancelReason.System]: 'system',
  [CancelReason.Risk]: 'risk',
} as const satisfies Record<CancelReason, string | null>

export const SIDES = valuesByName(SIDE_NAMES)
export const ORDER_TYPES = valuesByName(ORDER_TYPE_NAMES)
export const TIMES_IN_FORCE = valuesByName(TIME_IN_FORCE_NAMES)
export const ORDER_STATUSES = valuesByName(ORDER_STATUS_NAMES)

/** `{ 1: 'buy' }` the other way round. */
function valuesByName<const Names extends Readonly<Record<number, string>>>(names: Names) {
  type Value = keyof Names & number
  return Object.fromEntries(Object.entries(names).map(([value, name]) => [name, Number(value)])) as Readonly<Record<Names[Value], Value>>
}
