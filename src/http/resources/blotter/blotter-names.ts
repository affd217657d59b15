import type { OrderEvent } from '../../../domain/events/order-event.ts'
import { OrderStatus, OrderType, Side, TimeInForce } from '../../../domain/orders/order.ts'
import { ShownStatus } from '../../../domain/orders/shown-status.ts'

/** How the older PascalCase family spells the closed lists of an order: docs/api-contract.md section 14. */

export const BLOTTER_SIDES = { [Side.Buy]: 'Buy', [Side.Sell]: 'Sell' } as const satisfies Record<Side, string>

export const BLOTTER_ORDER_TYPES = {
  [OrderType.Market]: 'Market',
  [OrderType.Limit]: 'Limit',
  [OrderType.Stop]: 'Stop',
  [OrderType.StopLimit]: 'StopLimit',
} as const satisfies Record<OrderType, string>

export const BLOTTER_TIMES_IN_FORCE = {
  [TimeInForce.Day]: 'Day',
  [TimeInForce.Gtc]: 'GTC',
  [TimeInForce.Opg]: 'OPG',
  [TimeInForce.Cls]: 'CLS',
  [TimeInForce.Ioc]: 'IOC',
  [TimeInForce.Fok]: 'FOK',
} as const satisfies Record<TimeInForce, string>

/** OrdStatus(39) and its text. */
const BLOTTER_STATUSES = {
  [OrderStatus.Accepted]: { code: '0', text: 'New' },
  [OrderStatus.New]: { code: '0', text: 'New' },
  [OrderStatus.PartiallyFilled]: { code: '1', text: 'Partially Filled' },
  [OrderStatus.Filled]: { code: '2', text: 'Filled' },
  [OrderStatus.Cancelled]: { code: '4', text: 'Canceled' },
  [OrderStatus.Expired]: { code: 'C', text: 'Expired' },
  [OrderStatus.Rejected]: { code: '8', text: 'Rejected' },
  [OrderStatus.Suspended]: { code: '9', text: 'Suspended' },
  [OrderStatus.DoneForDay]: { code: '3', text: 'Done for Day' },
} as const satisfies Record<OrderStatus, { code: string; text: string }>

/** … while a request waits for the venue. */
export const BLOTTER_SHOWN_STATUSES = {
  ...BLOTTER_STATUSES,
  [ShownStatus.PendingNew]: { code: 'A', text: 'Pending New' },
  [ShownStatus.PendingCancel]: { code: '6', text: 'Pending Cancel' },
  [ShownStatus.PendingReplace]: { code: 'E', text: 'Pending Replace' },
} as const satisfies Record<ShownStatus, { code: string; text: string }>

/** ExecType(150) of the report that tells an event. */
export const BLOTTER_EXEC_TYPES = {
  OrderAccepted: '0',
  OrderPended: 'A',
  OrderAcknowledged: '0',
  OrderRejected: '8',
  OrderFilled: 'F',
  OrderCancelled: '4',
  OrderExpired: 'C',
  OrderReplaced: '5',
  OrderRestated: 'D',
  OrderTriggered: 'D',
  OrderSuspended: '9',
  OrderReinstated: '0',
  ExecutionBusted: 'H',
  ExecutionCorrected: 'G',
} as const satisfies Record<OrderEvent['type'], string>

/** The states of a name, whatever its case and blanks: `New`, `PartiallyFilled`, `partially filled`; of British spelling too. */
export function statusesNamed(name: string): readonly ShownStatus[] {
  const wanted = plain(name).replace('cancelled', 'canceled')
  return Object.values(ShownStatus).filter((status) => plain(BLOTTER_SHOWN_STATUSES[status].text) === wanted)
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')
