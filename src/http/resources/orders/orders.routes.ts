import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Event } from '../../../domain/event.ts'
import { isAtHand } from '../../../storage/projections/queries/order-queries.ts'
import { SANDBOX_SCENARIO_HEADER } from '../../requests/documented-request.ts'
import { accountOf } from '../../requests/found-account.ts'
import { caughtUp, type Gateway, run, whenDurable } from '../../gateway.ts'
import { PAGE_SIZES, readPage } from '../../requests/paging.ts'
import { noBody } from '../../schema/answer-values.ts'
import { pathParameters } from '../../schema/request-values.ts'
import type { HttpMetrics } from '../../server.ts'
import { executionView } from './execution-view.ts'
import { findOrder, orderOf, readOrder } from './found-order.ts'
import { orderAfter, orderRefusal, placedOrder } from './order-answer.ts'
import { placeInList, toOrderQuery } from './order-list.ts'
import { toPlaceOrder, toReplaceOrder } from './order-request.ts'
import { refuseLiveScenario, sandboxScenario } from './sandbox-scenario.ts'
import { orderId, orderView } from './order-view.ts'
import {
  cancelAllAnswer,
  executionListQuery,
  executionPage,
  newOrderBody,
  orderChangeBody,
  orderListQuery,
  orderPage,
  orderRef,
  PLACEMENT_CODES,
} from './order.schema.ts'

export interface OrdersParts extends Gateway {
  readonly metrics: Pick<HttpMetrics, 'countAck'>
}

/** Orders and executions: docs/api-contract.md section 5. */
export const ordersRoutes: FastifyPluginCallbackTypebox<OrdersParts> = (app, parts, done) => {
  const { view, sequencer, projection, metrics } = parts
  const tags = ['Orders']
  const read = { scope: 'trading:read' } as const
  const write = { scope: 'trading:write', changesOrders: true } as const
  const path = '/v1/accounts/:accountId/orders'
  const inAccount = pathParameters('accountId')
  const named = pathParameters('accountId', 'orderId')

  app.post(
    path,
    {
      config: { ...write, judgesClosedAccounts: true, readsHeaders: SANDBOX_SCENARIO_HEADER },
      onRequest: refuseLiveScenario,
      schema: {
        tags,
        operationId: 'placeOrder',
        summary: 'Place an order',
        description:
          'The answer is the order after it has met the market. A repeat of client_order_id is answered 200 with the stored order and the header ' +
          'Idempotent-Replayed. A refused order that has details.order_id is kept as rejected. In the sandbox the header X-Sandbox-Scenario asks for an ' +
          `outcome: fill, partial_then_rest, half_then_cancel, two_fills, slow_fill, no_fill or reject. Codes: ${PLACEMENT_CODES}.`,
        params: inAccount,
        body: newOrderBody,
        response: { 200: orderRef, 201: orderRef },
      },
    },
    async (request, reply) => {
      const outcome = await run(sequencer, { ...toPlaceOrder(accountOf(request).index, request.body), ...sandboxScenario(request) })
      metrics.countAck('rest', reply.elapsedTime * 1000)
      if (outcome.refusal !== undefined) throw orderRefusal(view, outcome.refusal, outcome.events)
      if (outcome.repeatOf !== undefined) {
        reply.header('idempotent-replayed', 'true')
        return storedOrder(outcome.repeatOf)
      }
      reply.code(201)
      return orderView(view, orderAfter(outcome, placedOrder(outcome))!)
    },
  )

  async function storedOrder(number: number) {
    const record = await readOrder(parts, number)
    if (record === undefined) throw new Error(`order ${number} is known by its id and can't be read`)
    return whenDurable(sequencer, orderView(view, record.order, record.rejection))
  }

  app.get(
    path,
    {
      config: read,
      schema: {
        tags,
        operationId: 'listOrders',
        summary: 'List orders',
        description: 'Codes: VALIDATION_ERROR, INVALID_SYMBOL, INVALID_CURSOR, ACCOUNT_NOT_FOUND.',
        params: inAccount,
        querystring: orderListQuery,
        response: { 200: orderPage },
      },
    },
    async (request, reply) => {
      const { limit = PAGE_SIZES.orders.default, cursor } = request.query
      const { index } = accountOf(request)
      const query = toOrderQuery(view, index, request.query)
      await caughtUp(parts)
      // written as it was when a list could be of several accounts, for the cursors that clients hold
      const filters = [index, query && { accounts: [index], ...query, account: undefined }]
      return readPage(
        { request, reply, limit, cursor, filters },
        (after, count) =>
          query === undefined ? [] : (isAtHand(query) ? projection.orders : projection.searches).orders(query, after, count),
        query === undefined ? () => ({ key: 0, id: 0 }) : placeInList(query),
        ({ order, rejection }) => orderView(view, order, rejection),
      )
    },
  )

  app.get(
    `${path}/:orderId`,
    {
      config: read,
      preValidation: findOrder(parts),
      schema: {
        tags,
        operationId: 'getOrder',
        summary: 'Read an order',
        description: 'Codes: ACCOUNT_NOT_FOUND, ORDER_NOT_FOUND.',
        params: named,
        response: { 200: orderRef },
      },
    },
    (request) => {
      const { order, rejection } = orderOf(request)
      return whenDurable(sequencer, orderView(view, order, rejection))
    },
  )

  app.patch(
    `${path}/:orderId`,
    {
      config: write,
      preValidation: findOrder(parts),
      schema: {
        tags,
        operationId: 'replaceOrder',
        summary: 'Change an open order',
        description:
          'quantity is the new total, what is filled already included. Codes: VALIDATION_ERROR, INVALID_QUANTITY, INVALID_PRICE, ' +
          'UNSUPPORTED_ORDER_COMBINATION, ACCOUNT_NOT_FOUND, ORDER_NOT_FOUND, ACCOUNT_CLOSED, ORDER_NOT_OPEN, ORDER_CHANGE_PENDING, ' +
          'CLIENT_ORDER_ID_CONFLICT, TRADING_SUSPENDED, ORDER_NOT_REPLACEABLE, INSUFFICIENT_BUYING_POWER, INSUFFICIENT_POSITION, ' +
          'ASSET_NOT_FRACTIONABLE, ORDER_EXCEEDS_LIMIT, PRICE_OUT_OF_BAND.',
        params: named,
        body: orderChangeBody,
        response: { 200: orderRef },
      },
    },
    async (request) => {
      const { number } = orderOf(request).order
      const outcome = await run(sequencer, toReplaceOrder(number, request.body))
      if (outcome.refusal !== undefined) throw orderRefusal(view, outcome.refusal, outcome.events)
      const order = orderAfter(outcome, number)
      // no event: the order has these values already
      return order === undefined ? storedOrder(number) : orderView(view, order)
    },
  )

  app.delete(
    `${path}/:orderId`,
    {
      config: write,
      preValidation: findOrder(parts),
      schema: {
        tags,
        operationId: 'cancelOrder',
        summary: 'Cancel an order',
        description: 'Codes: ACCOUNT_NOT_FOUND, ORDER_NOT_FOUND, ACCOUNT_CLOSED, ORDER_NOT_OPEN, ORDER_CHANGE_PENDING.',
        params: named,
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      const { number } = orderOf(request).order
      const requester = { kind: 'rest' } as const
      const outcome = await run(sequencer, {
        type: 'CancelOrder',
        requester,
        order: { number },
        clientOrderId: '',
        originalClientOrderId: '',
      })
      if (outcome.refusal !== undefined) throw orderRefusal(view, outcome.refusal, outcome.events)
      return reply.code(204).send(undefined)
    },
  )

  app.delete(
    path,
    {
      config: write,
      schema: {
        tags,
        operationId: 'cancelAllOrders',
        summary: 'Cancel all open orders of an account',
        description: 'Codes: ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED.',
        params: inAccount,
        response: { 200: cancelAllAnswer },
      },
    },
    async (request) => {
      const requester = { kind: 'rest' } as const
      const { index, market } = accountOf(request)
      const cancels = { type: 'MassCancel', requester, clientOrderId: '', scope: 7, market, accounts: [index], symbol: '' } as const
      const outcome = await run(sequencer, cancels)
      if (outcome.refusal !== undefined) throw orderRefusal(view, outcome.refusal, outcome.events)
      return { data: outcome.events.filter(isCancelled).map(({ order }) => ({ id: orderId(view, order.number), status: 204, code: null })) }
    },
  )

  app.get(
    `${path}/:orderId/executions`,
    {
      config: read,
      preValidation: findOrder(parts),
      schema: {
        tags,
        operationId: 'listExecutions',
        summary: 'Fills of an order, and what became of them, oldest first',
        description: 'Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND, ORDER_NOT_FOUND.',
        params: named,
        querystring: executionListQuery,
        response: { 200: executionPage },
      },
    },
    async (request, reply) => {
      const { limit = PAGE_SIZES.executions.default, cursor } = request.query
      const { number } = orderOf(request).order
      await caughtUp(parts)
      return readPage(
        { request, reply, limit, cursor, filters: [number] },
        (after, count) => projection.orders.executions(number, after?.key ?? 0, count),
        ({ position }) => ({ key: position, id: position }),
        ({ event, position }) => executionView(view, event, position),
      )
    },
  )

  done()
}

function isCancelled(event: Event): event is Extract<Event, { type: 'OrderCancelled' }> {
  return event.type === 'OrderCancelled'
}
