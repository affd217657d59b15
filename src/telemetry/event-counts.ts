import type { Event } from '../domain/event.ts'
import { REST_SESSION } from '../domain/orders/order.ts'

export type Edge = 'fix' | 'rest'
export type OrderChange =
  'cancelled' | 'expired' | 'replaced' | 'restated' | 'triggered' | 'suspended' | 'reinstated' | 'busted' | 'corrected'
export type RefusedRequest = 'order' | 'cancel' | 'replace' | 'mass_cancel' | 'message'

/** What the journal's events come to. Plain numbers: counting a batch costs nothing that shows. */
export class EventCounts {
  readonly orders: Record<Edge, number> = { fix: 0, rest: 0 }
  readonly fills: Record<Edge, number> = { fix: 0, rest: 0 }
  readonly rejects = new Map<string, number>()
  readonly changes: Record<OrderChange, number> = {
    cancelled: 0,
    expired: 0,
    replaced: 0,
    restated: 0,
    triggered: 0,
    suspended: 0,
    reinstated: 0,
    busted: 0,
    corrected: 0,
  }
  readonly refused: Record<RefusedRequest, number> = { order: 0, cancel: 0, replace: 0, mass_cancel: 0, message: 0 }

  count(events: readonly Event[]): void {
    for (const event of events) this.#countOne(event)
  }

  #countOne(event: Event): void {
    switch (event.type) {
      case 'OrderAccepted':
        this.orders[edgeOf(event.order.session)]++
        break
      case 'OrderPended':
        if (event.request.kind === 'new') this.orders[edgeOf(event.order.session)]++
        break
      case 'OrderFilled':
        this.fills[edgeOf(event.order.session)]++
        break
      case 'OrderRejected':
        // one that the venue refuses later was counted as it came in
        if (event.at === event.order.createdAt) this.orders[edgeOf(event.order.session)]++
        bump(this.rejects, event.code)
        break
      case 'OrderCancelled':
        this.changes.cancelled++
        break
      case 'OrderExpired':
        this.changes.expired++
        break
      case 'OrderReplaced':
        this.changes.replaced++
        break
      case 'OrderRestated':
        this.changes.restated++
        break
      case 'OrderTriggered':
        this.changes.triggered++
        break
      case 'OrderSuspended':
        this.changes.suspended++
        break
      case 'OrderReinstated':
        this.changes.reinstated++
        break
      case 'ExecutionBusted':
        this.changes.busted++
        break
      case 'ExecutionCorrected':
        this.changes.corrected++
        break
      case 'OrderRefused':
        this.refused.order++
        break
      case 'CancelRejected':
        this.refused[event.responseTo === 1 ? 'cancel' : 'replace']++
        break
      case 'MassCancelReported':
        if (event.rejectReason >= 0) this.refused.mass_cancel++
        break
      case 'MessageRefused':
        this.refused.message++
        break
      // The rest is neither an order nor an answer to one.
      default:
        break
    }
  }
}

/** One more under a label. Labels come from closed lists, so the map stays small. */
export function bump(counts: Map<string, number>, label: string): void {
  counts.set(label, (counts.get(label) ?? 0) + 1)
}

const edgeOf = (session: number): Edge => (session === REST_SESSION ? 'rest' : 'fix')
