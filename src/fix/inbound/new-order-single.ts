import { AccountStatus } from '../../domain/accounts/account.ts'
import type { Command } from '../../domain/command.ts'
import type { PlaceOrder, RefuseOrder } from '../../domain/commands/order-command.ts'
import { type OrderType, type Side, TimeInForce } from '../../domain/orders/order.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { scenarioOf } from '../../domain/orders/scenario-names.ts'
import { OrdRejReason, orderTypeOf, sideOf, timeInForceOf } from '../fix-values.ts'
import { THROTTLED_TEXT } from '../session/session-throttle.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { InboundContext } from './inbound-context.ts'
import { accountOf, conditionNotMet, fieldMissing } from './inbound-context.ts'
import { echoOf, missingPrice, readAmounts } from './order-amounts.ts'
import { unsupportedTerm } from './unsupported-terms.ts'

/** NewOrderSingle(D): PlaceOrder, also where the order is wrong; RefuseOrder where it can't be one; RefuseMessage where it is no request. */
export function newOrderSingle(message: MessageView, context: InboundContext): Command {
  const hasQuantity = message.has(38)
  const hasCash = message.has(152)
  if (hasQuantity && hasCash) return conditionNotMet(message, context, 'OrderQty(38) and CashOrderQty(152) exclude each other')
  const missing = hasQuantity || hasCash ? missingPrice(message) : 'OrderQty(38) or CashOrderQty(152)'
  if (missing !== undefined) return fieldMissing(message, context, missing)
  const account = accountOf(message, context)
  if (account === 'missing') return fieldMissing(message, context, 'Account(1)')
  if (account === undefined) return refuseOrder(message, context, OrdRejReason.UnknownAccount, 'Unknown account')
  const side = sideOf(message.string(54)!)
  const orderType = orderTypeOf(message.string(40)!)
  const timeInForce = message.has(59) ? timeInForceOf(message.string(59)!) : TimeInForce.Day
  if (side === undefined) return refuseOrder(message, context, OrdRejReason.Unsupported, 'Side(54) is not supported')
  if (orderType === undefined) return refuseOrder(message, context, OrdRejReason.Unsupported, 'OrdType(40) is not supported')
  if (timeInForce === undefined) return refuseOrder(message, context, OrdRejReason.Unsupported, 'TimeInForce(59) is not supported')
  if (message.has(9867) && context.view.partners[context.settings.partner]!.environment !== 'sandbox')
    return refuseOrder(message, context, OrdRejReason.Other, 'SandboxScenario(9867) is there in the sandbox alone')
  return placeOrder(message, context, { account, side, orderType, timeInForce })
}

/** A D that is over the session's throttle: 103=99, and no order. With PossResend(97)=Y, the state of the order where there is one. */
export function refuseThrottled(message: MessageView, context: InboundContext): RefuseOrder {
  return refuseOrder(message, context, OrdRejReason.Other, THROTTLED_TEXT)
}

interface Terms {
  readonly account: number
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
}

function placeOrder(message: MessageView, context: InboundContext, terms: Terms): Command {
  const amounts = readAmounts(message)
  const symbol = message.frequent(55)!
  const { quantityLots, cashCents, limitTicks, stopTicks } = amounts
  const fault = faultToTell(amounts.fault ?? unsupportedTerm(message), { account: terms.account, symbol, context })
  const order: PlaceOrder = {
    type: 'PlaceOrder',
    session: context.settings.index,
    account: terms.account,
    clientOrderId: message.string(11)!,
    symbol,
    side: terms.side,
    orderType: terms.orderType,
    timeInForce: terms.timeInForce,
    quantityLots,
    cashCents,
    limitTicks,
    stopTicks,
    extendedHours: false,
    possResend: message.isYes(97),
  }
  if (fault === undefined && amounts.fault === undefined && !message.has(18) && !message.has(9867)) return order
  return {
    ...order,
    ...(cancelsOnHalt(message) && { cancelOnHalt: true }),
    ...(message.has(9867) && { scenario: scenarioOf(message.string(9867)!)! }),
    ...(fault && { fault }),
    ...(amounts.fault && { echo: echoOf(message) }),
  }
}

/** ExecInst(18) K among its values: a halt of the symbol cancels the order. */
export const cancelsOnHalt = (message: MessageView): boolean => message.string(18)?.split(' ').includes('K') === true

/** The engine checks symbol and account before amounts and terms, so what it finds there comes first. */
function faultToTell(
  fault: Refusal | undefined,
  { account, symbol, context: { view } }: { account: number; symbol: string; context: InboundContext },
): Refusal | undefined {
  if (fault === undefined || view.instrumentBySymbol(symbol) === undefined) return undefined
  return view.accounts[account]!.status === AccountStatus.Active ? fault : undefined
}

/** A D that does not become an order: 150=8. With PossResend(97)=Y it may be one that has become an order before. */
export function refuseOrder(message: MessageView, context: InboundContext, ordRejReason: number, text: string): RefuseOrder {
  const { settings, market, accounts, view } = context
  const only = accounts.only
  const account = message.isYes(97) ? accountOf(message, context) : undefined
  return {
    type: 'RefuseOrder',
    session: settings.index,
    market,
    report: {
      account: message.string(1) ?? (only === undefined ? '' : view.accounts[only]!.accountNumber),
      clientOrderId: message.string(11)!,
      symbol: message.string(55)!,
      side: message.string(54)!,
      orderType: message.string(40)!,
      timeInForce: message.string(59) ?? '0',
      quantity: message.string(38) ?? '',
      cash: message.string(152) ?? '',
      price: message.string(44) ?? '',
      stopPrice: message.string(99) ?? '',
      ordRejReason,
      text,
    },
    ...(typeof account === 'number' && { resentTo: account }),
  }
}
