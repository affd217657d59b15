import { formatQuantity, isWholeShares } from '../../../domain/amounts/amounts.ts'
import type { ReplaceOrder } from '../../../domain/commands/order-command.ts'
import { Cover, isOpen, isTrailing, type Order, OrderClass, OrderType, TimeInForce } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { CancelRejectReason } from '../../../domain/orders/cancel-reject-reason.ts'
import { workingSibling } from '../../orders/exits.ts'
import type { Run } from '../../run.ts'
import { checkNamed, duplicateId, isIdUsed, notOpen, other } from '../orders/cancel-order.ts'
import type { Fault } from '../orders/request-refusal.ts'
import { sessionOf } from '../orders/requester.ts'
import { checkNothingPending } from '../venue/pending-request.ts'
import { checkCover, NOTHING_GONE } from './check-cover.ts'
import { checkLimitBand, checkLimits } from './check-limits.ts'
import { checkFractional, checkPrice, checkSize, checkWholeShares } from './check-order.ts'
import { checkSuspended } from './check-suspended.ts'

/** What a replace is refused for before it is looked at what it makes of the order. */
export function checkReplace(run: Run, command: ReplaceOrder, order: Order): Fault | undefined {
  const hasNewId = command.clientOrderId !== '' && !isUnchanged(command, order)
  if (hasNewId && isIdUsed(run, order.account, command)) return duplicateId(command.clientOrderId)
  const mismatch = checkNamed(run, command, order)
  if (mismatch) return mismatch
  if (!isOpen(order.status)) return notOpen(order)
  const pending = checkNothingPending(run, command, order)
  if (pending) return pending
  if (order.type === OrderType.Market || order.cashCents > 0)
    return otherwise({ code: 'ORDER_NOT_REPLACEABLE', message: 'Market and notional orders can not be replaced.' })
  if (command.stopTicks !== undefined && command.stopTicks !== order.stopTicks && isTrailing(order))
    return otherwise({ code: 'INVALID_PRICE', message: 'A trailing stop moves by itself.', field: 'stop_price' })
  if (command.orderType !== undefined && command.orderType !== order.type) return other('OrdType(40) can not be changed')
  if (command.timeInForce !== undefined && command.timeInForce !== order.timeInForce) return other('TimeInForce(59) can not be changed')
  if (command.cashCents !== undefined && command.cashCents !== order.cashCents) return other('CashOrderQty(152) can not be changed')
  const suspended = checkSuspended(run, order.account, sessionOf(command.requester))
  if (suspended) return otherwise(suspended)
  if (command.fault) return otherwise(command.fault)
  const invalid = checkAmounts(run, command, order)
  return invalid && otherwise(invalid)
}

/** FIX 4.4 has no reason of its own for it. */
const otherwise = (refusal: Refusal): Fault => ({ refusal, reason: CancelRejectReason.Other })

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
export function isUnchanged(command: ReplaceOrder, order: Order): boolean {
  const same = (asked: number | undefined, has: number): boolean => asked === undefined || asked === has
  const isRepeat = command.requester.kind === 'rest' && command.clientOrderId === order.clientOrderId
  return (
    (command.clientOrderId === '' || isRepeat) &&
    same(command.quantityLots, order.quantityLots) &&
    same(command.limitTicks, order.limitTicks) &&
    same(command.stopTicks, order.stopTicks)
  )
}

/** What the next state of an order is refused for: a stop that is past, an exit's quantity before its time, limits, the band, money or shares that are not there. */
export function checkNext(run: Run, order: Order, next: Order): Refusal | undefined {
  const { market } = run.state.account(order.account)
  return (
    checkStop(order, next) ??
    checkWaiting(order, next) ??
    checkLimits(run, next, next.limitTicks || next.stopTicks) ??
    // the market may have left behind a price that nobody asks to change
    (next.limitTicks === order.limitTicks
      ? undefined
      : checkLimitBand(run, next.limitTicks, run.state.currentTicks(market, next.instrument))) ??
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

/** An exit that waits for its entry will sell what that has bought: another quantity would be shown and change nothing. */
function checkWaiting(order: Order, next: Order): Refusal | undefined {
  if (order.cover !== Cover.Entry || next.quantityLots === order.quantityLots) return undefined
  const message = 'The exit waits for its entry and will sell what that buys; its quantity can not be changed before.'
  return { code: 'ORDER_NOT_REPLACEABLE', message, field: 'quantity' }
}

/** Of two exits, which sell the same shares, neither can be asked to sell more than the other has left. */
export function checkSibling(run: Run, next: Order): Refusal | undefined {
  const sibling = workingSibling(run.state, next)
  if (sibling === undefined || next.leavesLots <= sibling.leavesLots) return undefined
  return {
    code: 'INVALID_QUANTITY',
    message: `The other exit has ${formatQuantity(sibling.leavesLots)} left, and this one can't sell more than that.`,
    field: 'quantity',
    details: { quantity: formatQuantity(next.filledLots + sibling.leavesLots) },
  }
}
