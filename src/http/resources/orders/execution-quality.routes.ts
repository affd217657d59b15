import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { isSplitBehind } from '../../../domain/market/corporate-action.ts'
import { marketOf } from '../../../domain/orders/order.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import { caughtUp, type Gateway } from '../../gateway.ts'
import { splitsOf } from '../marketdata/prices/live-prices.ts'
import { decimal, nullable, openEnumeration, uuid } from '../../schema/answer-values.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { executionQuality } from './execution-quality.ts'
import { findOrder, orderOf, readOrder } from './found-order.ts'
import { SIDE_NAMES } from './order-names.ts'

const milliseconds = Type.Unsafe<number | null>({ type: ['integer', 'null'] })

const executionQualityAnswer = Type.Object(
  {
    order_id: uuid,
    side: openEnumeration(Object.values(SIDE_NAMES)),
    arrival_bid: nullable(decimal),
    arrival_ask: nullable(decimal),
    arrival_mid: nullable(decimal),
    average_fill_price: nullable(decimal),
    slippage_bps: nullable(decimal),
    effective_spread_bps: nullable(decimal),
    price_improvement_bps: nullable(decimal),
    fill_ratio: decimal,
    time_to_first_fill_ms: milliseconds,
    time_to_last_fill_ms: milliseconds,
  },
  {
    title: 'ExecutionQuality',
    examples: [
      {
        order_id: '0193a1b2-7c1b-8f7e-9a55-1b2a3c4d5e6f',
        side: 'buy',
        arrival_bid: '149.90',
        arrival_ask: '150.00',
        arrival_mid: '149.95',
        average_fill_price: '150.09',
        slippage_bps: '9.3364',
        effective_spread_bps: '18.6729',
        price_improvement_bps: '-6.0000',
        fill_ratio: '1.0000',
        time_to_first_fill_ms: 0,
        time_to_last_fill_ms: 750,
      },
    ],
  },
)

/** Transaction cost analysis of one order: docs/api-contract.md section 17. */
export const executionQualityRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, parts, done) => {
  app.get(
    '/v1/accounts/:accountId/orders/:orderId/execution-quality',
    {
      config: { scope: 'trading:read' },
      preValidation: findOrder(parts),
      schema: {
        tags: ['Orders'],
        operationId: 'getExecutionQuality',
        summary: 'How well an order was executed, against the quote that it found',
        description:
          'Basis points with 4 places. slippage: of the average price from the arrival mid, above zero where it cost money; effective spread: twice ' +
          'that; price improvement: of the average price against the side of the quote that the order faced. Codes: ACCOUNT_NOT_FOUND, ORDER_NOT_FOUND.',
        params: pathParameters('accountId', 'orderId'),
        response: { 200: executionQualityAnswer },
      },
    },
    async (request) => {
      const { view, sequencer, projection } = parts
      const { number } = orderOf(request).order
      // the order and its fills are as of here, whatever it fills until storage shows them
      const { nextPosition } = sequencer
      const [found] = await Promise.all([readOrder(parts, number), caughtUp(parts)])
      const { order } = found!
      const [entry] = projection.orders.history(number, 1)
      const entered = { at: order.createdAt, day: order.enteredDay }
      const splits = splitsOf(view, marketOf(number), order.instrument).filter((split) => isSplitBehind(split, entered))
      const executions = projection.orders.executions(number, 0, Infinity).filter(({ position }) => position < nextPosition)
      return executionQuality(view, {
        order,
        entry: entry?.event,
        executions: executions.map(({ event }) => event),
        splits: splits.length === 0 ? splits : splits.slice(0, splitCount(number, nextPosition)),
      })
    },
  )

  /** How many splits an order has lived through: each has restated it. */
  function splitCount(number: number, before: number): number {
    const history = parts.projection.orders.history(number)
    return history.filter(
      ({ event, position }) =>
        position < before && event.type === 'OrderRestated' && event.restatement === RestatementReason.CorporateAction,
    ).length
  }

  done()
}
