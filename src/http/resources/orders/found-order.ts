import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import { IdentifierKind } from '../../../domain/identifier.ts'
import { ORDERS_PER_MARKET, OrderStatus } from '../../../domain/order.ts'
import type { EngineView } from '../../../domain/view.ts'
import type { OrderRecord } from '../../../storage/projections/tables/order-row.ts'
import { ApiError } from '../../errors.ts'
import { accountOf } from '../../found-account.ts'
import { caughtUp, type Gateway } from '../../gateway.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the order that the path names; null on routes that name none */
    order: FoundOrder | null
  }
}

/** An order, and of a rejected one why. A live order has no more. */
export type FoundOrder = Pick<OrderRecord, 'order' | 'rejection'>

/** The number of an order of this market; undefined for whatever is none. */
export function orderNumber(view: Pick<EngineView, 'markets'>, market: number, id: string): number | undefined {
  const identified = view.markets[market]!.mint.decode(id.toLowerCase())
  return identified?.kind === IdentifierKind.Order ? market * ORDERS_PER_MARKET + identified.number : undefined
}

/** An order as it stands now: live, else as storage has it. Why an order was rejected is in storage alone. */
export async function readOrder(parts: Gateway, number: number): Promise<FoundOrder | undefined> {
  const { view, projection, history } = parts
  const live = view.order(number)
  if (live !== undefined && live.status !== OrderStatus.Rejected) return { order: live }
  const changed = history.changedOrder(number)
  if (changed !== undefined) return { order: changed }
  const stored = projection.orders.order(number)
  // what it shows may be the order as it was before the venue refused it
  if (stored !== undefined && (live === undefined || stored.order.status === live.status)) return stored
  await caughtUp(parts)
  return projection.orders.order(number)
}

/** Finds the order of the path, which has to be the account's. */
export function findOrder(parts: Gateway): preValidationAsyncHookHandler {
  return async (request) => {
    const account = accountOf(request)
    const { orderId } = request.params as { orderId: string }
    const number = orderNumber(parts.view, account.market, orderId)
    const record = number === undefined ? undefined : await readOrder(parts, number)
    if (record?.order.account !== account.index) throw orderNotFound()
    request.order = record
  }
}

/** The order of the path, in handlers behind the hook. */
export function orderOf(request: FastifyRequest): FoundOrder {
  if (request.order === null) throw new Error('the route names no order')
  return request.order
}

export function orderNotFound(): ApiError {
  return new ApiError('ORDER_NOT_FOUND', 'There is no such order.')
}
