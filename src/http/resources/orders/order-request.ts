import type { Static } from 'typebox'
import { type AmountFault, LARGEST_PRICE, parseMoney, parsePrice, parseQuantity } from '../../../domain/amounts/amounts.ts'
import type { OrderEcho, OrderGroup, PlaceOrder, ReplaceOrder, Trail } from '../../../domain/commands/order-command.ts'
import { OrderType, REST_SESSION } from '../../../domain/orders/order.ts'
import type { Refusal, RefusalCode } from '../../../domain/refusal.ts'
import { ORDER_CLASSES, ORDER_TYPES, SIDES, TIMES_IN_FORCE } from './order-names.ts'
import type { newOrderBody, orderChangeBody } from './order.schema.ts'

/**
 * A POST as a command. What can't be converted goes along as the order's fault: the engine answers a repeated id before anything else, and
 * journals the refused order where the contract says so.
 */
export function toPlaceOrder(account: number, body: Static<typeof newOrderBody>): PlaceOrder {
  const amounts = new OrderAmounts()
  if (body.quantity !== undefined && body.notional !== undefined) {
    amounts.refuse('INVALID_QUANTITY', 'Give quantity or notional, not both.', 'quantity')
  }
  const quantityLots = amounts.quantity(body.quantity)
  const cashCents = amounts.notional(body.notional)
  const limitTicks = amounts.price(body.limit_price, 'limit_price')
  const stopTicks = amounts.price(body.stop_price, 'stop_price')
  const trail = trailOf(body, amounts)
  const group = groupOf(body, amounts)
  return {
    type: 'PlaceOrder',
    session: REST_SESSION,
    account,
    clientOrderId: body.client_order_id,
    symbol: body.symbol.toUpperCase(),
    side: SIDES[body.side],
    orderType: body.order_type === 'trailing_stop' ? OrderType.Stop : ORDER_TYPES[body.order_type ?? 'market'],
    timeInForce: TIMES_IN_FORCE[body.time_in_force ?? 'day'],
    quantityLots: quantityLots ?? 0,
    cashCents: cashCents ?? 0,
    limitTicks: limitTicks ?? 0,
    stopTicks: stopTicks ?? 0,
    extendedHours: body.extended_hours ?? false,
    ...(trail && { trail }),
    ...(group && { group }),
    possResend: false,
    ...(amounts.fault === undefined ? {} : { fault: amounts.fault, echo: echoOf(body) }),
  }
}

/** A PATCH as a command; an absent member stays as it is. */
export function toReplaceOrder(number: number, body: Static<typeof orderChangeBody>): ReplaceOrder {
  const amounts = new OrderAmounts()
  const quantityLots = amounts.quantity(body.quantity)
  const limitTicks = amounts.price(body.limit_price, 'limit_price')
  const stopTicks = amounts.price(body.stop_price, 'stop_price')
  return {
    type: 'ReplaceOrder',
    requester: { kind: 'rest' },
    order: { number },
    clientOrderId: body.client_order_id ?? '',
    originalClientOrderId: '',
    ...(quantityLots === undefined ? {} : { quantityLots }),
    ...(limitTicks === undefined ? {} : { limitTicks }),
    ...(stopTicks === undefined ? {} : { stopTicks }),
    ...(amounts.fault === undefined ? {} : { fault: amounts.fault }),
  }
}

/** Converts the amounts of a request and keeps the first that can't be: the quantity before the prices (docs/api-contract.md section 2). */
class OrderAmounts {
  fault: Refusal | undefined

  quantity(text: string | undefined): number | undefined {
    const lots = text === undefined ? undefined : parseQuantity(text)
    if (lots === 'too_large') return this.refuse('ORDER_EXCEEDS_LIMIT', 'The quantity is over the limit of an order.', 'quantity')
    return typeof lots === 'string' ? this.refuse('INVALID_QUANTITY', 'A quantity has up to 9 decimals.', 'quantity') : lots
  }

  notional(text: string | undefined): number | undefined {
    const cents = text === undefined ? undefined : parseMoney(text)
    if (cents === 'too_large') return this.refuse('ORDER_EXCEEDS_LIMIT', 'The notional is over the limit of an order.', 'notional')
    if (typeof cents === 'string') return this.refuse('INVALID_QUANTITY', 'A notional has up to 2 decimals.', 'notional')
    return cents === 0 ? this.refuse('INVALID_QUANTITY', 'The notional has to be at least 1.00.', 'notional') : cents
  }

  price(text: string | undefined, field: string): number | undefined {
    const ticks = text === undefined ? undefined : parsePrice(text)
    if (typeof ticks === 'string') return this.refuse('INVALID_PRICE', priceFault(ticks, field), field)
    return ticks === 0 ? this.refuse('INVALID_PRICE', `The ${field} has to be above zero.`, field) : ticks
  }

  refuse(code: RefusalCode, message: string, field: string): undefined {
    this.fault ??= { code, message, field }
    return undefined
  }
}

type NewOrder = Static<typeof newOrderBody>

function trailOf({ order_type, trail_price, trail_percent }: NewOrder, amounts: OrderAmounts): Trail | undefined {
  if (order_type !== 'trailing_stop') {
    if (trail_price !== undefined || trail_percent !== undefined)
      amounts.refuse(
        'INVALID_PRICE',
        'trail_price and trail_percent belong to a trailing_stop.',
        trail_price === undefined ? 'trail_percent' : 'trail_price',
      )
    return undefined
  }
  const percent = trail_percent === undefined ? 0 : parseMoney(trail_percent)
  if (typeof percent === 'string' || percent > 5_000)
    amounts.refuse('INVALID_PRICE', 'trail_percent has up to 2 decimals and is at most 50.', 'trail_percent')
  const ticks = amounts.price(trail_price, 'trail_price') ?? 0
  if (ticks > LARGEST_TRAIL_TICKS) amounts.refuse('INVALID_PRICE', 'trail_price is at most 100000.00.', 'trail_price')
  return { ticks, basisPoints: typeof percent === 'string' ? 0 : percent }
}

const LARGEST_TRAIL_TICKS = 1_000_000_000

/** Exits without an order_class go along with it, for the engine to refuse where it looks at them. */
function groupOf({ order_class = 'simple', take_profit, stop_loss }: NewOrder, amounts: OrderAmounts): OrderGroup | undefined {
  if (order_class === 'simple' && take_profit === undefined && stop_loss === undefined) return undefined
  return {
    orderClass: ORDER_CLASSES[order_class],
    takeProfitTicks: amounts.price(take_profit?.limit_price, 'take_profit.limit_price') ?? 0,
    stopLossTicks: amounts.price(stop_loss?.stop_price, 'stop_loss.stop_price') ?? 0,
    stopLossLimitTicks: amounts.price(stop_loss?.limit_price, 'stop_loss.limit_price') ?? 0,
  }
}

function priceFault(fault: AmountFault, field: string): string {
  return fault === 'too_large'
    ? `The ${field} may be at most ${LARGEST_PRICE}.`
    : `The ${field} is off the tick: 2 decimals from 1.00 on, 4 below.`
}

function echoOf(body: Static<typeof newOrderBody>): OrderEcho {
  return {
    ...(body.quantity === undefined ? {} : { quantity: body.quantity }),
    ...(body.notional === undefined ? {} : { cash: body.notional }),
    ...(body.limit_price === undefined ? {} : { price: body.limit_price }),
    ...(body.stop_price === undefined ? {} : { stopPrice: body.stop_price }),
  }
}
