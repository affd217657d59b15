import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { formatAverage, formatMoney, formatQuantity } from '../../../domain/amounts/amounts.ts'
import type { PlaceOrder } from '../../../domain/commands/order-command.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { OrderPreview, PreviewResult, PreviewWarning } from '../../../domain/orders/order-preview.ts'
import { SANDBOX_SCENARIO_HEADER } from '../../requests/documented-request.ts'
import { accountOf } from '../../requests/found-account.ts'
import { type Gateway, whenDurable } from '../../gateway.ts'
import { decimal, money, nullable, openEnumeration } from '../../schema/answer-values.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { orderRefusal } from './order-answer.ts'
import { toPlaceOrder } from './order-request.ts'
import { newOrderBody, PLACEMENT_CODES } from './order.schema.ts'
import { refuseLiveScenario, sandboxScenario } from './sandbox-scenario.ts'

export interface PreviewParts extends Gateway {
  /** what the engine would do with an order that came in now, were these open orders of its account gone; nothing happens */
  readonly previewOrder: (command: PlaceOrder, gone?: readonly Order[]) => PreviewResult
}

const WARNINGS = {
  WAITS_FOR_SESSION: 'The order waits for its session or its auction; the prices may be others then.',
  SYMBOL_HALTED: 'The symbol is halted: the order waits until it resumes.',
  NO_LIQUIDITY: 'There is nothing to trade with inside its price at the moment.',
  PARTIAL_LIQUIDITY: 'Only a part can be traded inside its price at the moment.',
  REPEATED_CLIENT_ORDER_ID: 'An order with this client_order_id and content is there already: placing it would answer with that one.',
} as const satisfies Record<PreviewWarning, string>

const previewAnswer = Type.Object(
  {
    estimated_quantity: nullable(decimal),
    estimated_price: nullable(decimal),
    estimated_notional: nullable(money),
    hold: money,
    buying_power_after: money,
    warnings: Type.Array(Type.Object({ code: openEnumeration(Object.keys(WARNINGS)), message: Type.String() })),
  },
  {
    title: 'OrderPreview',
    examples: [
      {
        estimated_quantity: '10',
        estimated_price: '150.00',
        estimated_notional: '1500.00',
        hold: '1575.00',
        buying_power_after: '8425.00',
        warnings: [],
      },
    ],
  },
)

/** What an order would cost and hold, by the engine's own checks, without placing it: docs/api-contract.md sections 5 and 20. */
export const previewRoutes: FastifyPluginCallbackTypebox<PreviewParts> = (app, { view, sequencer, previewOrder }, done) => {
  app.post(
    '/v1/accounts/:accountId/orders/preview',
    {
      config: { scope: 'trading:read', judgesClosedAccounts: true, readsHeaders: SANDBOX_SCENARIO_HEADER },
      onRequest: refuseLiveScenario,
      schema: {
        tags: ['Orders'],
        operationId: 'previewOrder',
        summary: 'What an order would cost and hold, without placing it',
        description:
          'The same checks as placing it, by the quote of the moment; nothing is journaled. estimated_* are null where nothing says what a share ' +
          `costs. Codes: ${PLACEMENT_CODES}.`,
        params: pathParameters('accountId'),
        body: newOrderBody,
        response: { 200: previewAnswer },
      },
    },
    async (request) => {
      const command = { ...toPlaceOrder(accountOf(request).index, request.body), ...sandboxScenario(request) }
      const preview = await whenDurable(sequencer, previewOrder(command))
      if ('refusal' in preview) throw orderRefusal(view, preview.refusal, [])
      return previewView(preview)
    },
  )
  done()
}

function previewView({ order, quantityLots, priceMicros, notionalCents, buyingPowerAfterCents, warnings }: OrderPreview) {
  const priced = priceMicros > 0
  return {
    estimated_quantity: quantityLots === 0 ? null : formatQuantity(quantityLots),
    estimated_price: priced ? formatAverage(priceMicros) : null,
    estimated_notional: priced ? formatMoney(notionalCents) : null,
    hold: formatMoney(order.heldCents),
    buying_power_after: formatMoney(buyingPowerAfterCents),
    warnings: warnings.map((code) => ({ code, message: WARNINGS[code] })),
  }
}
