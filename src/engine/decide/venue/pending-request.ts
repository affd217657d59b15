import type { CancelOrder, ReplaceOrder } from '../../../domain/commands/order-command.ts'
import type { ArrivalQuote } from '../../../domain/events/order-event.ts'
import { marketOf, type Order, Pending } from '../../../domain/orders/order.ts'
import { MOST_IN_LINE, type VenueRequest } from '../../../domain/orders/venue-request.ts'
import { CancelRejectReason } from '../../../domain/orders/cancel-reject-reason.ts'
import { delayMs, type LatencyKind } from '../../venue/latency.ts'
import type { NextOrder } from '../../orders/order-lifecycle.ts'
import { type Held, pendingOf, requestsOf, termsAfter } from '../../venue/pending.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import type { Fault } from '../orders/request-refusal.ts'
import { sessionOf } from '../orders/requester.ts'

/**
 * When the venue does a request that comes now, behind what waits for the same order; undefined = at once, as where it has no latency.
 * Epoch ms of the market's time.
 */
export function venueDueAt(run: Run, order: Order, kind: LatencyKind): number | undefined {
  const market = run.state.market(marketOf(order.number))
  const delay = delayMs(run.rules.latency[kind], market)
  if (delay === 0 && order.pending === Pending.None) return undefined
  let dueAt = run.at + delay
  for (const request of market.requests.of(order.number)) if (request.kind !== 'fill') dueAt = Math.max(dueAt, request.dueAt)
  return dueAt
}

/** What is asked of the venue; the rest of a VenueRequest follows from when. */
export type Asked = Omit<VenueRequest, 'sequence' | 'dueAt' | 'orderNumber'>

/** The venue takes a request: 150=A, 6 or E. `held`: what the order has to hold until it is done, where that is more than now. */
export function pend(
  run: Run,
  order: Order,
  { asked, dueAt, held, arrival }: { readonly asked: Asked; readonly dueAt: number; readonly held?: Held; readonly arrival?: ArrivalQuote },
): void {
  const waiting = requestsOf(run.state, order.number)
  const request = nextRequest(run.state.market(marketOf(order.number)), { ...asked, orderNumber: order.number, dueAt })
  const next: NextOrder = { ...order }
  next.pending = pendingOf([...waiting, request])
  next.heldCents = Math.max(order.heldCents, held?.cents ?? 0)
  next.heldLots = Math.max(order.heldLots, held?.lots ?? 0)
  next.updatedAt = run.at
  run.emit({
    type: 'OrderPended',
    at: run.at,
    order: next,
    execution: run.nextExecution(order.account),
    requester: asked.session,
    request,
    terms: termsAfter(order, waiting),
    ...(arrival && { arrival }),
  })
}

export function nextRequest(market: Market, request: Omit<VenueRequest, 'sequence'>): VenueRequest {
  return { sequence: market.requests.count + 1, ...request }
}

/** Rules of engagement 6.9: while a request is pending a further one is refused with 102=3, unless it may wait in line. */
export function checkNothingPending(run: Run, command: CancelOrder | ReplaceOrder, order: Order): Fault | undefined {
  if (order.pending === Pending.None) return undefined
  if (command.type === 'CancelOrder' && (order.pending === Pending.New || command.requester.kind === 'operator')) return undefined
  if (order.pending !== Pending.Cancel && mayQueue(run, command, order)) return undefined
  const what = { [Pending.New]: 'The entry', [Pending.Cancel]: 'A cancel', [Pending.Replace]: 'A replace' }[order.pending]
  return {
    refusal: { code: 'ORDER_CHANGE_PENDING', message: `${what} of the order is pending.` },
    reason: CancelRejectReason.AlreadyPending,
  }
}

/** The session option `queue_replaces`: its own requests wait behind each other, and behind the way of the order itself. */
function mayQueue(run: Run, { requester }: CancelOrder | ReplaceOrder, order: Order): boolean {
  if (requester.kind !== 'session' || requester.queuesReplaces !== true) return false
  const waiting = requestsOf(run.state, order.number)
  return (
    waiting.length < MOST_IN_LINE &&
    waiting.every(({ kind, session }) => kind === 'new' || kind === 'fill' || session === sessionOf(requester))
  )
}
