import type { Order } from './order.ts'

/** Something that the venue has taken and does when it is due: its latency. */
export interface VenueRequest {
  /** of the market, increasing; what is due at one moment is done in this order */
  readonly sequence: number
  /** epoch ms of the market's time */
  readonly dueAt: number
  readonly orderNumber: number
  /** `fill`: an accepted order reaches the book */
  readonly kind: 'new' | 'cancel' | 'replace' | 'fill'
  /** FIX session that asked, or REST_SESSION */
  readonly session: number
  /** ClOrdID(11) of the request; '' where it has none */
  readonly clientOrderId: string
  /** what a replace changes; absent = unchanged. The quantity is the new total */
  readonly quantityLots?: number
  readonly limitTicks?: number
  readonly stopTicks?: number
  readonly cancelOnHalt?: boolean
}

/** So many requests of a session may wait in line about one order. */
export const MOST_IN_LINE = 20

/** What a replace can change of an order. */
export type OrderTerms = Pick<Order, 'quantityLots' | 'limitTicks' | 'stopTicks'>

/** The terms after a replace. */
export function changedTerms(
  terms: OrderTerms,
  change: { readonly quantityLots?: number; readonly limitTicks?: number; readonly stopTicks?: number },
): OrderTerms {
  return {
    quantityLots: change.quantityLots ?? terms.quantityLots,
    limitTicks: change.limitTicks ?? terms.limitTicks,
    stopTicks: change.stopTicks ?? terms.stopTicks,
  }
}
