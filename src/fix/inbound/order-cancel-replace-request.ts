import type { Command } from '../../domain/command.ts'
import { TimeInForce } from '../../domain/orders/order.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { orderTypeOf, sideOf, timeInForceOf } from '../fix-values.ts'
import { THROTTLED_TEXT } from '../session/session-throttle.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { InboundContext } from './inbound-context.ts'
import { conditionNotMet, fieldMissing, requesterOf } from './inbound-context.ts'
import { referenceOf } from './named-order.ts'
import { cancelsOnHalt } from './new-order-single.ts'
import { missingPrice, readAmounts } from './order-amounts.ts'
import { unsupportedTerm } from './unsupported-terms.ts'

/**
 * OrderCancelReplaceRequest(G), a full restatement: side, symbol, type, time in force and cash amount are compared with the order's.
 * `overThrottle`: the session sends more than it may; answered 9 with 102=99.
 */
export function orderCancelReplaceRequest(message: MessageView, context: InboundContext, overThrottle: boolean): Command {
  if (message.has(38) === message.has(152))
    return conditionNotMet(message, context, 'One of OrderQty(38) and CashOrderQty(152) is required')
  const missing = missingPrice(message)
  if (missing !== undefined) return fieldMissing(message, context, missing)
  const order = referenceOf(message, context)
  if (order === 'missing') return fieldMissing(message, context, 'Account(1)')
  const type = orderTypeOf(message.string(40)!)
  const timeInForce = message.has(59) ? timeInForceOf(message.string(59)!) : TimeInForce.Day
  const amounts = readAmounts(message)
  const fault = overThrottle ? THROTTLED : (fixedTerm({ type, timeInForce }) ?? amounts.fault ?? unsupportedTerm(message))
  return {
    type: 'ReplaceOrder',
    requester: requesterOf(context),
    order,
    clientOrderId: message.string(11)!,
    originalClientOrderId: message.string(41)!,
    symbol: message.string(55)!,
    ...(message.has(38) && { quantityLots: amounts.quantityLots }),
    ...(message.has(152) && { cashCents: amounts.cashCents }),
    ...(message.has(44) && { limitTicks: amounts.limitTicks }),
    ...(message.has(99) && { stopTicks: amounts.stopTicks }),
    cancelOnHalt: cancelsOnHalt(message),
    side: sideOf(message.string(54)!) ?? null,
    ...(type !== undefined && { orderType: type }),
    ...(timeInForce !== undefined && { timeInForce }),
    ...(fault && { fault }),
  }
}

const THROTTLED: Refusal = { code: 'THROTTLED', message: THROTTLED_TEXT }

/** A type or time in force that no order can have is a change of it. */
function fixedTerm({ type, timeInForce }: { type: number | undefined; timeInForce: number | undefined }): Refusal | undefined {
  if (type === undefined) return { code: 'VALIDATION_ERROR', message: 'OrdType(40) can not be changed' }
  if (timeInForce === undefined) return { code: 'VALIDATION_ERROR', message: 'TimeInForce(59) can not be changed' }
  return undefined
}
