import type { OrderEcho } from '../../domain/commands/order-command.ts'
import { hasLimit, hasStop } from '../../domain/orders/order.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { orderTypeOf } from '../fix-values.ts'
import type { MessageView } from '../wire/message-view.ts'

/** The amounts of D and G, exact. What does not fit is a fault and counts as not given. */
export interface OrderAmounts {
  /** 0 = not given */
  readonly quantityLots: number
  readonly cashCents: number
  readonly limitTicks: number
  readonly stopTicks: number
  readonly fault?: Refusal
}

export function readAmounts(message: MessageView): OrderAmounts {
  const quantity = readAmount(message, QUANTITY)
  const cash = readAmount(message, CASH)
  const limit = readAmount(message, LIMIT)
  const stop = readAmount(message, STOP)
  const fault = faultIn(quantity) ?? faultIn(cash) ?? faultIn(limit) ?? faultIn(stop)
  const values = { quantityLots: valueOf(quantity), cashCents: valueOf(cash), limitTicks: valueOf(limit), stopTicks: valueOf(stop) }
  return fault === undefined ? values : { ...values, fault }
}

/** A price that OrdType(40) calls for and that is not there. */
export function missingPrice(message: MessageView): string | undefined {
  const type = orderTypeOf(message.string(40)!)
  if (type === undefined) return undefined
  if (hasLimit(type) && !message.has(44)) return 'Price(44)'
  return hasStop(type) && !message.has(99) ? 'StopPx(99)' : undefined
}

/** The amounts as they came: FIX reports them back. */
export function echoOf(message: MessageView): OrderEcho {
  const quantity = message.string(38)
  const cash = message.string(152)
  const price = message.string(44)
  const stopPrice = message.string(99)
  return {
    ...(quantity !== undefined && { quantity }),
    ...(cash !== undefined && { cash }),
    ...(price !== undefined && { price }),
    ...(stopPrice !== undefined && { stopPrice }),
  }
}

interface Amount {
  readonly tag: number
  readonly name: string
  readonly decimals: number
  readonly code: 'INVALID_QUANTITY' | 'INVALID_PRICE'
  /** more than can be counted: of shares and money that is over any limit, as over REST */
  readonly tooLarge: 'ORDER_EXCEEDS_LIMIT' | 'INVALID_PRICE'
}

const QUANTITY: Amount = { tag: 38, name: 'OrderQty', decimals: 9, code: 'INVALID_QUANTITY', tooLarge: 'ORDER_EXCEEDS_LIMIT' }
const CASH: Amount = { tag: 152, name: 'CashOrderQty', decimals: 2, code: 'INVALID_QUANTITY', tooLarge: 'ORDER_EXCEEDS_LIMIT' }
const LIMIT: Amount = { tag: 44, name: 'Price', decimals: 4, code: 'INVALID_PRICE', tooLarge: 'INVALID_PRICE' }
const STOP: Amount = { tag: 99, name: 'StopPx', decimals: 4, code: 'INVALID_PRICE', tooLarge: 'INVALID_PRICE' }

function readAmount(message: MessageView, amount: Amount): number | Refusal {
  const { tag, decimals } = amount
  if (!message.has(tag)) return 0
  const value = message.decimal(tag, decimals)
  if (value > 0) return value
  // a quantity of 0 is the engine's to refuse
  if (value === 0 && amount === QUANTITY) return 0
  if (value <= 0) return refuse(amount, 'has to be above zero')
  switch (message.decimalFault(tag, decimals)) {
    case 'too-precise':
      return refuse(amount, `has at most ${decimals} decimals`)
    case 'too-large':
      if (message.string(tag)!.startsWith('-')) return refuse(amount, 'has to be above zero')
      return refuse({ ...amount, code: amount.tooLarge }, 'is too large')
    case 'malformed':
      return refuse(amount, 'is no decimal number')
    default:
      return 0
  }
}

function refuse({ tag, name, code }: Pick<Amount, 'tag' | 'name'> & Pick<Refusal, 'code'>, what: string): Refusal {
  return { code, message: `${name}(${tag}) ${what}` }
}

const valueOf = (amount: number | Refusal): number => (typeof amount === 'number' ? amount : 0)
const faultIn = (amount: number | Refusal): Refusal | undefined => (typeof amount === 'number' ? undefined : amount)
