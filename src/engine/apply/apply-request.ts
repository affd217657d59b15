import { marketOf, type Order, REST_SESSION } from '../../domain/orders/order.ts'
import type { VenueRequest } from '../../domain/orders/venue-request.ts'
import type { EngineState } from '../state.ts'

/** The venue has taken a request, which waits until it is due. */
export function addRequest(state: EngineState, request: VenueRequest): void {
  state.market(marketOf(request.orderNumber)).requests.add(request)
  state.requestCount++
}

/** The oldest of such requests about an order is done. False when none waited. */
export function removeRequest(state: EngineState, order: Order, isWanted: (request: VenueRequest) => boolean): boolean {
  if (state.requestCount === 0) return false
  const { requests } = state.market(marketOf(order.number))
  const done = requests.of(order.number).find(isWanted)
  if (!done) return false
  requests.remove(done)
  state.requestCount--
  return true
}

/** An order has ended: nothing about it is waited for. */
export function dropRequests(state: EngineState, orderNumber: number): void {
  const { requests } = state.market(marketOf(orderNumber))
  const before = requests.size
  requests.removeOf(orderNumber)
  state.requestCount -= before - requests.size
}

export const isReplaceByRest = ({ kind, session }: VenueRequest): boolean => kind === 'replace' && session === REST_SESSION
