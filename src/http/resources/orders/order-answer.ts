import { type Event, isEntry } from '../../../domain/event.ts'
import type { OrderEvent } from '../../../domain/events/order-event.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import type { OrderStatus } from '../../../domain/orders/order.ts'
import type { Outcome } from '../../../sequencer.ts'
import { type ApiError, refusalError } from '../../answers/errors.ts'
import { ORDER_STATUS_NAMES } from './order-names.ts'
import { type Names, orderId } from './order-view.ts'

/** The order as the command left it: of the last event about it. */
export function orderAfter(outcome: Outcome, number: number): Order | undefined {
  const { events } = outcome
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index]!
    if (isAboutOrder(event) && event.order.number === number) return event.order
  }
  return undefined
}

/** The number of the order that a PlaceOrder made. Where the quote had gone comes before it. */
export function placedOrder(outcome: Outcome): number {
  const entry = outcome.events.find(isEntry)
  if (!entry) throw new Error(`expected OrderAccepted or OrderPended, found ${outcome.events[0]?.type ?? 'no event'}`)
  return entry.order.number
}

/** A refusal about an order; with the id of the order that was journaled as rejected, when one was. */
export function orderRefusal(names: Names, refusal: Refusal, events: readonly Event[]): ApiError {
  const rejected = events.findLast((event) => event.type === 'OrderRejected')
  return refusalError(withStatusName(refusal), rejected ? { order_id: orderId(names, rejected.order.number) } : {})
}

/** The engine tells the status of an order by its number, and of nothing else. */
function withStatusName(refusal: Refusal): Refusal {
  const status = refusal.details?.['status']
  if (typeof status !== 'number') return refusal
  const name = ORDER_STATUS_NAMES[status as OrderStatus]
  return { ...refusal, message: `The order is ${name}.`, details: { ...refusal.details, status: name } }
}

function isAboutOrder(event: Event): event is OrderEvent {
  return 'execution' in event && 'order' in event
}
