import type { Order } from './orders/order.ts'
import type { ExecutionEvent, OrderAccepted, OrderEvent, OrderPended, OrderReleased, StopTrailed } from './events/order-event.ts'
import type { SessionEvent } from './events/session-event.ts'
import type { MarketEvent } from './events/market-event.ts'
import type { AccountEvent } from './events/account-event.ts'

/**
 * What has happened. Events are the journal; everything that anyone is told is made from them, so an order event carries the whole
 * order as it stands afterwards. `at` is epoch ms, stamped by the sequencer on the command.
 */
export type Event = OrderEvent | OrderReleased | StopTrailed | SessionEvent | MarketEvent | AccountEvent

/** The order that an event is about, as it stands after it; undefined where it is about none. */
export function orderOf(event: Event): Order | undefined {
  return (event as { readonly order?: Order }).order
}

/** An order has come in: the venue may have taken it and answer later. */
export function isEntry(event: Event): event is OrderAccepted | OrderPended {
  return event.type === 'OrderAccepted' || (event.type === 'OrderPended' && event.request.kind === 'new')
}

export function isExecution(event: Event): event is ExecutionEvent {
  return event.type === 'OrderFilled' || event.type === 'ExecutionBusted' || event.type === 'ExecutionCorrected'
}

/** Index of the account that an event is about; -1 where it is about none. */
export function accountOfEvent(event: Event): number {
  if ('order' in event && event.order !== undefined) return event.order.account
  return 'account' in event ? event.account : -1
}
