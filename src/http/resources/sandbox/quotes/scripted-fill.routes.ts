import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { orderNumber } from '../../../../domain/edges/order-number.ts'
import { parsePrice, parseQuantity } from '../../../../domain/amounts/amounts.ts'
import { partnerOf } from '../../../access/authentication.ts'
import type { FieldFault } from '../../../requests/field-faults.ts'
import { isThere } from '../../../requests/found-account.ts'
import { caughtUp, type Gateway, run } from '../../../gateway.ts'
import { type Given, given } from '../../../requests/judged-request.ts'
import { sandboxOnly } from '../../../access/sandbox-only.ts'
import { decimalInput, pathParameters } from '../../../schema/request-values.ts'
import { executionView } from '../../orders/execution-view.ts'
import { orderNotFound, orderOf, readOrder } from '../../orders/found-order.ts'
import { orderRefusal } from '../../orders/order-answer.ts'
import { executionRef } from '../../orders/order.schema.ts'

const fillBody = Type.Object(
  { quantity: decimalInput({ description: 'shares, at most what is left of the order' }), price: decimalInput() },
  { examples: [{ quantity: '4', price: '149.50' }] },
)

/** Fills that a partner scripts in its own market, late ones too. */
export const scriptedFillRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, parts, done) => {
  const { view, sequencer } = parts
  app.post(
    '/v1/dev/sandbox/orders/:orderId/fill',
    {
      config: { scope: 'partner', faults: (request) => amountFaults(given<typeof fillBody>(request)) },
      onRequest: sandboxOnly,
      // what the path names is looked for before the body is looked at
      preValidation: async (request) => {
        const { orderId } = request.params as { orderId: string }
        const number = orderNumber(view, partnerOf(request).partner.market, orderId)
        const record = number === undefined ? undefined : await readOrder(parts, number)
        if (record === undefined || !isThere(view, record.order.account)) throw orderNotFound()
        request.order = record
      },
      schema: {
        tags: ['Sandbox'],
        operationId: 'fillOrder',
        summary: 'Fill an order, also one that was cancelled',
        description:
          'A trade with the house at a price that the order allows; the quote and other orders are not touched. An order that was cancelled or has ' +
          'expired stays so with more filled: what a venue had filled before it cancelled, told late. Codes: SANDBOX_ONLY, ORDER_NOT_FOUND, ' +
          'ACCOUNT_CLOSED, ORDER_NOT_OPEN (filled or rejected), INVALID_QUANTITY, ASSET_NOT_FRACTIONABLE, INVALID_PRICE, VALIDATION_ERROR.',
        params: pathParameters('orderId'),
        body: fillBody,
        response: { 201: executionRef },
      },
    },
    async (request, reply) => {
      const { number } = orderOf(request).order
      const { market } = partnerOf(request).partner
      const outcome = await run(sequencer, { type: 'FillOrder', market, orderNumber: number, ...amountsOf(request.body) })
      if (outcome.refusal !== undefined) throw orderRefusal(view, outcome.refusal, outcome.events)
      const index = outcome.events.findIndex(({ type }) => type === 'OrderFilled')
      const event = outcome.events[index]
      if (event?.type !== 'OrderFilled') throw new Error('a scripted fill without a report')
      // an order that has ended is read from storage: whoever asks for it next has to see the fill
      await caughtUp(parts)
      return reply.code(201).send(executionView(view, event, outcome.position + index))
    },
  )

  done()
}

function amountFaults({ quantity = '1', price = '1' }: Given<Static<typeof fillBody>>): FieldFault[] {
  const fault = (field: string, code: FieldFault['code'], decimals: number): FieldFault => {
    return { field, code, message: `The ${field} has at most ${decimals} decimals.` }
  }
  return [
    ...(typeof parseQuantity(quantity) === 'number' ? [] : [fault('quantity', 'INVALID_QUANTITY', 9)]),
    ...(typeof parsePrice(price) === 'number' ? [] : [fault('price', 'INVALID_PRICE', 4)]),
  ]
}

function amountsOf({ quantity, price }: Static<typeof fillBody>): { readonly quantityLots: number; readonly priceTicks: number } {
  return { quantityLots: parseQuantity(quantity) as number, priceTicks: parsePrice(price) as number }
}
