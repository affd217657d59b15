import { formatQuantity, isWholeShares } from '../../../domain/amounts/amounts.ts'
import type { ReplaceOrder } from '../../../domain/commands/order-command.ts'
import { isOpen, marketOf, type Order, OrderClass, OrderStatus, OrderType, Pending, TimeInForce } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { collarTicks, heldCentsOf, heldLotsOf } from '../../accounts/buying-power.ts'
import { workingSibling } from '../../orders/exits.ts'
import { end, isTrailing, leavesOf, type NextOrder, workingStatus } from '../../orders/order-lifecycle.ts'
import { requestsOf, termsAfter } from '../../venue/pending.ts'
import { DONE, type Result, type Run } from '../../run.ts'
import { checkNamed, duplicateId, isIdUsed, notOpen, other, referredOrder } from './cancel-order.ts'
import { checkCover, NOTHING_GONE } from '../checks/check-cover.ts'
import { checkBand, checkLimits } from '../checks/check-limits.ts'
import { checkFractional, checkPrice, checkSize, checkWholeShares } from '../checks/check-order.ts'
import { checkSuspended } from '../checks/check-suspended.ts'
import { suspend } from '../market/halt-symbol.ts'
import { match } from '../matching/match.ts'
import { checkNothingPending, pend, venueDueAt } from '../venue/pending-request.ts'
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
  const next = nextOrder(run, { ...by, ...changeOf(command, order) }, base)
  const refusal = next.status === OrderStatus.Filled ? undefined : (checkSibling(run, next) ?? checkNext(run, order, next))
  if (refusal) return rejectRequest(run, command, { refusal, reason: 99, order, responseTo: 2 })
  if (dueAt === undefined) completeReplace(run, by, { order, next })
  else {
    const held = { cents: next.heldCents, lots: next.heldLots }
    pend(run, order, { asked: { kind: 'replace', ...by, ...changeOf(command, order) }, dueAt, held })
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
  const book = run.state.book(marketOf(order.number), order.instrument)
  if (next.type === OrderType.Limit || next.triggered) match(run, book, run.state.directory.get(order.number))
  triggerStops(run, book)
}

/** The quote may have reached the order since it last moved: that comes first. */
function refreshBefore(run: Run, command: ReplaceOrder): void {
  const order = referredOrder(run, command.order, command.known)
  if (order && isOpen(order.status)) refreshQuote(run, run.state.book(run.state.account(order.account).market, order.instrument))
}

interface Fault {
  readonly refusal: Refusal
  readonly reason: number
}

function checkReplace(run: Run, command: ReplaceOrder, order: Order): Fault | undefined {
  const hasNewId = command.clientOrderId !== '' && !isUnchanged(command, order)
  if (hasNewId && isIdUsed(run, order.account, command)) return duplicateId(command.clientOrderId)
  const mismatch = checkNamed(run, command, order)
  if (mismatch) return mismatch
  if (!isOpen(order.status)) return notOpen(order)
  const pending = checkNothingPending(run, command, order)
  if (pending) return pending
  if (order.type === OrderType.Market || order.cashCents > 0)
    return { refusal: { code: 'ORDER_NOT_REPLACEABLE', message: 'Market and notional orders can not be replaced.' }, reason: 99 }
  if (command.stopTicks !== undefined && command.stopTicks !== order.stopTicks && isTrailing(order))
    return { refusal: { code: 'INVALID_PRICE', message: 'A trailing stop moves by itself.', field: 'stop_price' }, reason: 99 }
  if (command.orderType !== undefined && command.orderType !== order.type) return other('OrdType(40) can not be changed')
  if (command.timeInForce !== undefined && command.timeInForce !== order.timeInForce) return other('TimeInForce(59) can not be changed')
  if (command.cashCents !== undefined && command.cashCents !== order.cashCents) return other('CashOrderQty(152) can not be changed')
  const suspended = checkSuspended(run, order.account, sessionOf(command.requester))
  if (suspended) return { refusal: suspended, reason: 99 }
  if (command.fault) return { refusal: command.fault, reason: 99 }
  const invalid = checkAmounts(run, command, order)
  return invalid && { refusal: invalid, reason: 99 }
}

function checkAmounts(run: Run, command: ReplaceOrder, order: Order): Refusal | undefined {
  const quantity = command.quantityLots
  if (quantity !== undefined) {
    if (quantity <= 0) return { code: 'INVALID_QUANTITY', message: 'The quantity has to be above zero.', field: 'quantity' }
    // Over FIX such a replace ends the order as filled (rules of engagement 6.4); REST asks for more than is filled.
    if (command.requester.kind === 'rest' && quantity <= order.filledLots)
      return {
        code: 'INVALID_QUANTITY',
        message: `The quantity is the new total and has to be above the ${formatQuantity(order.filledLots)} already filled.`,
        field: 'quantity',
        details: { filled_quantity: formatQuantity(order.filledLots) },
      }
    const size = checkSize(quantity) ?? (quantity === order.quantityLots ? undefined : checkParts(run, order, quantity))
    if (size) return size
  }
  const needsLimit = order.limitTicks > 0
  const needsStop = order.stopTicks > 0
  return (
    (command.limitTicks === undefined ? undefined : checkPrice(command.limitTicks, needsLimit, 'limit_price')) ??
    (command.stopTicks === undefined ? undefined : checkPrice(command.stopTicks, needsStop, 'stop_price'))
  )
}

/**
 * An exit follows what the other sells to the part of a share, and its quantity may be said again; nobody asks for another one with parts. A split
 * may have made parts of what is filled: then it counts what is left.
 */
function checkParts(run: Run, order: Order, quantity: number): Refusal | undefined {
  const left = quantity - order.filledLots
  const fault = checkWholeShares(run.state.instruments[order.instrument]!, left)
  if (fault || isWholeShares(quantity) || isWholeShares(left)) return fault
  if (order.orderClass !== OrderClass.Simple)
    return { code: 'UNSUPPORTED_ORDER_COMBINATION', message: 'Orders that hang together take whole shares.' }
  if (order.type !== OrderType.Limit || order.timeInForce !== TimeInForce.Day)
    return { code: 'UNSUPPORTED_ORDER_COMBINATION', message: 'Only limit orders with time in force day take fractional quantities.' }
  return checkFractional(run.state.instruments[order.instrument]!, run.state.account(order.account))
}

/** It asks for what the order is already. A PATCH that gave it its present id may come again; over FIX each request has an id of its own. */
function isUnchanged(command: ReplaceOrder, order: Order): boolean {
  const same = (asked: number | undefined, has: number): boolean => asked === undefined || asked === has
  const isRepeat = command.requester.kind === 'rest' && command.clientOrderId === order.clientOrderId
  return (
    (command.clientOrderId === '' || isRepeat) &&
    same(command.quantityLots, order.quantityLots) &&
    same(command.limitTicks, order.limitTicks) &&
    same(command.stopTicks, order.stopTicks)
  )
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

/** What the next state of an order is refused for: a stop that is past, limits, the band, money or shares that are not there. */
export function checkNext(run: Run, order: Order, next: Order): Refusal | undefined {
  const { market } = run.state.account(order.account)
  return (
    checkStop(order, next) ??
    checkLimits(run, next, next.limitTicks || next.stopTicks) ??
    // the market may have left behind a price that nobody asks to change
    (next.limitTicks === order.limitTicks ? undefined : checkBand(run, next.limitTicks, run.state.currentTicks(market, next.instrument))) ??
    // contract section 5: max(old, new) - old has to be covered
    checkCover(
      run,
      {
        account: next.account,
        instrument: next.instrument,
        side: next.side,
        cashCents: next.cashCents,
        heldCents: Math.max(0, next.heldCents - order.heldCents),
        heldLots: Math.max(0, next.heldLots - order.heldLots),
      },
      NOTHING_GONE,
    )
  )
}

/** A stop that has been triggered doesn't wait for a price again: another one would be shown and change nothing. */
function checkStop(order: Order, next: Order): Refusal | undefined {
  if (!order.triggered || next.stopTicks === order.stopTicks) return undefined
  const message = 'The stop has been triggered; its price can not be changed any more.'
  return { code: 'ORDER_NOT_REPLACEABLE', message, field: 'stop_price' }
}

/** Of two exits, which sell the same shares, neither can be asked to sell more than the other has left. */
function checkSibling(run: Run, next: Order): Refusal | undefined {
  const sibling = workingSibling(run.state, next)
  if (sibling === undefined || next.leavesLots <= sibling.leavesLots) return undefined
  return {
    code: 'INVALID_QUANTITY',
    message: `The other exit has ${formatQuantity(sibling.leavesLots)} left, and this one can't sell more than that.`,
    field: 'quantity',
    details: { quantity: formatQuantity(next.filledLots + sibling.leavesLots) },
  }
}

function emitReplaced(run: Run, { session, clientOrderId }: By, order: Order, next: Order): void {
  // Rules of engagement 6.6: only a lower quantity keeps the place in the queue.
  const keepsPlace = next.limitTicks === order.limitTicks && next.stopTicks === order.stopTicks && next.quantityLots <= order.quantityLots
  const about = { at: run.at, order: next, execution: run.nextExecution(order.account), keepsPlace }
  if (clientOrderId === '') run.emit({ type: 'OrderRestated', ...about, restatement: 99, text: 'REST replace' })
  else run.emit({ type: 'OrderReplaced', ...about, previousClientOrderId: order.clientOrderId, requester: session })
}
