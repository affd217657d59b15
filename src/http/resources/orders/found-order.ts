import type { FastifyRequest, preValidationHookHandler } from 'fastify'
import { orderNumber } from '../../../domain/edges/order-number.ts'
import { type Order, OrderStatus } from '../../../domain/orders/order.ts'
import type { OrderRecord } from '../../../storage/projections/tables/order-row.ts'
import { ApiError } from '../../answers/errors.ts'
import { accountOf } from '../../requests/found-account.ts'
import { caughtUp, type Gateway } from '../../gateway.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the order that the path names; null on routes that name none */
    order: FoundOrder | null
  }
}

/** An order, and of a rejected one why. A live order has no more. */
export type FoundOrder = Pick<OrderRecord, 'order' | 'rejection'>

/** An order as it stands now: live at once, else as storage has it. Why an order was rejected is in storage alone. */
export function readOrder(parts: Gateway, number: number): FoundOrder | Promise<FoundOrder | undefined> {
  const live = parts.view.order(number)
  return live !== undefined && live.status !== OrderStatus.Rejected ? { order: live } : readStoredOrder(parts, number, live)
}

async function readStoredOrder(parts: Gateway, number: number, live: Order | undefined): Promise<FoundOrder | undefined> {
  const { projection, history } = parts
  const changed = history.changedOrder(number)
  if (changed !== undefined) return { order: changed }
  const stored = projection.orders.order(number)
  // what it shows may be the order as it was before the venue refused it
  if (stored !== undefined && (live === undefined || stored.order.status === live.status)) return stored
  await caughtUp(parts)
  return projection.orders.order(number)
}

/** Finds the order of the path, which has to be the account's. */
export function findOrder(parts: Gateway): preValidationHookHandler {
  return (request, _reply, done) => {
    const { orderId } = request.params as { orderId: string }
    const number = orderNumber(parts.view, accountOf(request).market, orderId)
    const record = number === undefined ? undefined : readOrder(parts, number)
    if (record instanceof Promise) record.then((stored) => done(refusalOf(request, stored)), done)
    else done(refusalOf(request, record))
  }
}

/** Notes the order, unless it is none of the account's. */
function refusalOf(request: FastifyRequest, record: FoundOrder | undefined): ApiError | undefined {
  if (record?.order.account !== accountOf(request).index) return orderNotFound()
  request.order = record
  return undefined
}

/** The order of the path, in handlers behind the hook. */
export function orderOf(request: FastifyRequest): FoundOrder {
  if (request.order === null) throw new Error('the route names no order')
  return request.order
}

export function orderNotFound(): ApiError {
  return new ApiError('ORDER_NOT_FOUND', 'There is no such order.')
}
