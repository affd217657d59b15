import { notionalCents } from '../../src/domain/amounts/notional.ts'
import type { Batch, SessionNumbers } from '../../src/domain/batch.ts'
import type { Event } from '../../src/domain/event.ts'
import type { OrderAccepted, OrderFilled } from '../../src/domain/events/order-event.ts'
import type { Order } from '../../src/domain/orders/order.ts'
import { CancelReason, ORDERS_PER_MARKET, OrderStatus, OrderType, PLAIN, Side, TimeInForce } from '../../src/domain/orders/order.ts'

/** Orders and events as an engine would make them; a test names only what it is about. */

export const NOON = Date.UTC(2026, 10, 20, 17)
export const TODAY = 20_777
export const SHARE = 1_000_000_000

/** A limit order to buy 10 at 150.00, working. */
export function order(given: Partial<Order>): Order {
  const clientOrderId = given.clientOrderId ?? 'c-1001'
  const createdAt = given.createdAt ?? NOON
  return {
    number: ORDERS_PER_MARKET + 1,
    account: 0,
    session: 1,
    instrument: 0,
    clientOrderId,
    firstClientOrderId: clientOrderId,
    side: Side.Buy,
    type: OrderType.Limit,
    timeInForce: TimeInForce.Day,
    extendedHours: false,
    status: OrderStatus.New,
    quantityLots: 10 * SHARE,
    cashCents: 0,
    limitTicks: 1_500_000,
    stopTicks: 0,
    collarTicks: 0,
    triggered: false,
    filledLots: 0,
    leavesLots: 10 * SHARE,
    notionalWhole: 0,
    notionalFraction: 0,
    postedCents: 0,
    heldCents: 150_000,
    heldLots: 0,
    enteredDay: TODAY,
    beforeDayLots: 0,
    beforeDayWhole: 0,
    beforeDayFraction: 0,
    renewed: false,
    content: 3_141_592_653_589_793,
    revision: 1,
    createdAt,
    updatedAt: createdAt,
    endedAt: 0,
    cancelReason: CancelReason.None,
    ...PLAIN,
    ...given,
  }
}

/** The order after a fill of `shares` at `ticks`. */
export function afterFill(before: Order, shares: number, ticks: number): Order {
  const filledLots = before.filledLots + shares * SHARE
  const isDone = filledLots === before.quantityLots
  return {
    ...before,
    filledLots,
    leavesLots: before.quantityLots - filledLots,
    notionalWhole: before.notionalWhole + shares * ticks,
    postedCents: before.postedCents + notionalCents(ticks, shares * SHARE),
    heldCents: before.side === Side.Buy && !isDone ? notionalCents(before.limitTicks, before.quantityLots - filledLots) : 0,
    status: isDone ? OrderStatus.Filled : OrderStatus.PartiallyFilled,
    endedAt: isDone ? before.updatedAt : 0,
  }
}

export function accepted(given: Partial<OrderAccepted>): OrderAccepted {
  const about = given.order ?? order({})
  return { type: 'OrderAccepted', at: about.updatedAt, order: about, execution: 1, ...given }
}

/** The whole order fills at its limit price unless told otherwise. */
export function filled(given: Partial<OrderFilled>): OrderFilled {
  const about = given.order ?? order({})
  const lastTicks = given.lastTicks ?? about.limitTicks
  const lastLots = given.lastLots ?? about.quantityLots
  return {
    type: 'OrderFilled',
    at: about.updatedAt,
    order: given.order?.filledLots ? about : afterFill(about, lastLots / SHARE, lastTicks),
    execution: 2,
    trade: 1,
    lastTicks,
    lastLots,
    cents: notionalCents(lastTicks, lastLots),
    liquidity: 2,
    counterparty: -1,
    scripted: false,
    tradeDay: TODAY,
    settlementDay: TODAY + 3,
    ...(({ order: _order, ...rest }) => rest)(given),
  }
}

export function batch(position: number, events: readonly Event[], sessions: readonly SessionNumbers[] = []): Batch {
  return { position, sealedAt: NOON + position, events, sessions }
}
