import { marketOf, type Order, OrderType, Pending } from '../../domain/orders/order.ts'
import { changedTerms, type OrderTerms, type VenueRequest } from '../../domain/orders/venue-request.ts'
import { collarTicks, heldCentsOf, heldLotsOf } from '../accounts/buying-power.ts'
import { workingSibling } from '../orders/exits.ts'
import type { EngineState } from '../state.ts'

/** What an order shows while these requests wait for the venue: a cancel outranks a replace, that the entry of the order. */
export function pendingOf(requests: readonly VenueRequest[]): Pending {
  let strongest: Pending = Pending.None
  for (const { kind } of requests) {
    if (kind === 'cancel') return Pending.Cancel
    if (kind === 'replace') strongest = Pending.Replace
    else if (kind === 'new' && strongest === Pending.None) strongest = Pending.New
  }
  return strongest
}

/** The requests that wait for the venue about an order, oldest first. */
export function requestsOf(state: EngineState, orderNumber: number): readonly VenueRequest[] {
  return state.market(marketOf(orderNumber)).requests.of(orderNumber)
}

/** The terms that an order has once these requests are done. */
export function termsAfter(order: OrderTerms, requests: readonly VenueRequest[]): OrderTerms {
  let terms: OrderTerms = order
  for (const request of requests) if (request.kind === 'replace') terms = changedTerms(terms, request)
  const { quantityLots, limitTicks, stopTicks } = terms
  return { quantityLots, limitTicks, stopTicks }
}

export interface Held {
  readonly cents: number
  readonly lots: number
}

/** What an open order holds: the most that its own terms, or those of a replace that waits, call for. */
export function heldBy(state: EngineState, order: Order, requests: readonly VenueRequest[]): Held {
  let cents = heldCentsOf(order)
  let lots = heldLotsOf(order)
  let terms: OrderTerms = order
  for (const request of requests) {
    if (request.kind !== 'replace') continue
    terms = changedTerms(terms, request)
    const next = withTerms(state, order, terms)
    cents = Math.max(cents, heldCentsOf(next))
    lots = Math.max(lots, heldLotsOf(next))
  }
  return { cents, lots }
}

/** What an open order holds, with the requests that wait for it now. */
export function heldNow(state: EngineState, order: Order): Held {
  return heldBy(state, order, order.pending === Pending.None ? [] : requestsOf(state, order.number))
}

/**
 * An order under other terms. The total is never below what is filled, nor, of two exits, above what the order has: the other has no more left
 * either, or is about to follow.
 */
function withTerms(state: EngineState, order: Order, terms: OrderTerms): Order {
  const isWaitingStop = order.type === OrderType.Stop && !order.triggered
  const most = workingSibling(state, order) === undefined ? Infinity : order.quantityLots
  return {
    ...order,
    ...terms,
    quantityLots: Math.max(Math.min(terms.quantityLots, most), order.filledLots),
    collarTicks: isWaitingStop ? collarTicks(state.rules, order.side, terms.stopTicks) : order.collarTicks,
  }
}
