import type { ReplaceOrder } from '../../../domain/commands/order-command.ts'
import { REST_REPLACE_TEXT } from '../../../domain/events/order-event.ts'
import { isOpen, isTrailing, type Order, OrderStatus, OrderType, Pending } from '../../../domain/orders/order.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { CancelRejectReason } from '../../../domain/orders/cancel-reject-reason.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import { collarTicks, heldCentsOf, heldLotsOf } from '../../accounts/buying-power.ts'
import { end, leavesOf, type NextOrder, workingStatus } from '../../orders/order-lifecycle.ts'
import { requestsOf, termsAfter } from '../../venue/pending.ts'
import type { Run } from '../../run.ts'
import { referredOrder } from './cancel-order.ts'
import { checkNext, checkReplace, checkSibling, isUnchanged } from '../checks/check-replace.ts'
import { suspend } from '../market/halt-symbol.ts'
import { match } from '../matching/match.ts'
import { pend, venueDueAt } from '../venue/pending-request.ts'
import { refreshQuote } from '../matching/refresh-quote.ts'
import { rejectRequest, UNKNOWN_ORDER } from './request-refusal.ts'
import { reachesOrder, sessionOf } from './requester.ts'
import { triggerStops } from '../matching/trigger-stops.ts'

/** OrderCancelReplaceRequest(G) and REST PATCH. The new quantity is the total, including what is filled. */
export function replaceOrder(run: Run, command: ReplaceOrder): Result {
  refreshBefore(run, command)
  const order = referredOrder(run, command.order, command.known)
  if (!order || !reachesOrder(command.requester, order)) return rejectRequest(run, command, { ...UNKNOWN_ORDER, responseTo: 2 })
  const fault = checkReplace(run, command, order)
  if (fault) return rejectRequest(run, command, { ...fault, order, responseTo: 2 })
  if (isUnchanged(command, order)) return DONE
  const dueAt = venueDueAt(run, order, 'replace')
  // in line, it changes what the replaces before it make of the order
  const base = order.pending === Pending.None ? order : { ...order, ...termsAfter(order, requestsOf(run.state, order.number)) }
  const by = { session: sessionOf(command.requester), clientOrderId: command.clientOrderId }
  const change = { ...by, ...changeOf(command, order) }
  const next = nextOrder(run, change, base)
  const refusal = next.status === OrderStatus.Filled ? undefined : (checkSibling(run, next) ?? checkNext(run, order, next))
  if (refusal) return rejectRequest(run, command, { refusal, reason: CancelRejectReason.Other, order, responseTo: 2 })
  if (dueAt === undefined) completeReplace(run, by, { order, next })
  else {
    const held = { cents: next.heldCents, lots: next.heldLots }
    pend(run, order, { asked: { kind: 'replace', ...change }, dueAt, held })
  }
  return DONE
}

/** Who replaces an order, by which id; and what. */
export interface By {
  readonly session: number
  readonly clientOrderId: string
}
export type Change = By & Pick<ReplaceOrder, 'quantityLots' | 'limitTicks' | 'stopTicks' | 'cancelOnHalt'>

/** A trailing stop moves by itself: its stop price may be said again, as FIX has to, and goes on from where it is by then. */
function changeOf({ quantityLots, limitTicks, stopTicks, cancelOnHalt }: ReplaceOrder, order: Order): Omit<Change, keyof By> {
  return {
    ...(quantityLots !== undefined && { quantityLots }),
    ...(limitTicks !== undefined && { limitTicks }),
    ...(stopTicks !== undefined && !isTrailing(order) && { stopTicks }),
    ...(cancelOnHalt !== undefined && { cancelOnHalt }),
  }
}

/** Makes an order into its next state, and lets it trade as that. */
export function completeReplace(run: Run, by: By, { order, next }: { readonly order: Order; readonly next: Order }): void {
  emitReplaced(run, by, order, next)
  // the halt that it asks to be cancelled by is there, as for an order that comes meanwhile
  if (next.status === OrderStatus.Suspended && next.cancelOnHalt) suspend(run, run.state.directory.get(order.number))
  if (next.status === OrderStatus.Filled || next.status === OrderStatus.Suspended || next.held || next.inFlight) return
  const book = run.state.bookOf(order)
  if (next.type === OrderType.Limit || next.triggered) match(run, book, run.state.directory.get(order.number))
  triggerStops(run, book)
}

/** The quote may have reached the order since it last moved: that comes first. */
function refreshBefore(run: Run, command: ReplaceOrder): void {
  const order = referredOrder(run, command.order, command.known)
  if (order && isOpen(order.status)) refreshQuote(run, run.state.bookOf(order))
}

/** The order under its new terms; filled where they ask for no more than that. */
export function nextOrder(run: Run, change: Change, order: Order): NextOrder {
  const next: NextOrder = { ...order }
  if (change.clientOrderId !== '') next.clientOrderId = change.clientOrderId
  next.quantityLots = Math.max(change.quantityLots ?? order.quantityLots, order.filledLots)
  next.limitTicks = change.limitTicks ?? order.limitTicks
  next.stopTicks = change.stopTicks ?? order.stopTicks
  next.cancelOnHalt = change.cancelOnHalt ?? order.cancelOnHalt
  next.revision = order.revision + 1
  next.updatedAt = run.at
  if (next.quantityLots === order.filledLots) {
    end(next, OrderStatus.Filled, run.at)
    return next
  }
  if (next.type === OrderType.Stop && !next.triggered) next.collarTicks = collarTicks(run.rules, next.side, next.stopTicks)
  // a halt goes on, and who waits waits on as what it is
  if (next.status !== OrderStatus.Suspended && !next.held) next.status = workingStatus(next)
  next.leavesLots = leavesOf(next, 0)
  // what comes to no more than before needs no more: fills that were rounded up have taken cents of what the order held for its rest
  const cents = heldCentsOf(next)
  next.heldCents = cents <= heldCentsOf(order) ? Math.min(cents, order.heldCents) : cents
  next.heldLots = heldLotsOf(next)
  return next
}

function emitReplaced(run: Run, { session, clientOrderId }: By, order: Order, next: Order): void {
  // Rules of engagement 6.6: only a lower quantity keeps the place in the queue.
  const keepsPlace = next.limitTicks === order.limitTicks && next.stopTicks === order.stopTicks && next.quantityLots <= order.quantityLots
  const about = { at: run.at, order: next, execution: run.nextExecution(order.account), keepsPlace }
  if (clientOrderId === '') run.emit({ type: 'OrderRestated', ...about, restatement: RestatementReason.Other, text: REST_REPLACE_TEXT })
  else run.emit({ type: 'OrderReplaced', ...about, previousClientOrderId: order.clientOrderId, requester: session })
}
