import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { partnerOf } from '../../../access/authentication.ts'
import type { Gateway } from '../../../gateway.ts'
import { given } from '../../../requests/judged-request.ts'
import { sandboxOnly } from '../../../access/sandbox-only.ts'
import { actionsPage, announce, termFaults } from './announced-actions.ts'
import { corporateActionAnswer, corporateActionBody, corporateActionPage, corporateActionsQuery } from './corporate-action.schema.ts'

/** Splits and dividends of a partner's own market: docs/api-contract.md section 13. */
export const corporateActionsRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, parts, done) => {
  const tags = ['Sandbox']
  const config = { scope: 'partner' } as const

  app.post(
    '/v1/dev/sandbox/corporate-actions',
    {
      config: { ...config, faults: (request) => termFaults(given<typeof corporateActionBody>(request)) },
      onRequest: sandboxOnly,
      schema: {
        tags,
        operationId: 'announceCorporateAction',
        summary: 'Announce a split or a cash dividend',
        description:
          'It takes effect when its trading day begins: a split changes positions, gtc orders, prices and the quote; a dividend is due to whoever ' +
          'held shares at the end of the day before `ex_date`, and is posted as `DIVIDEND` when `pay_date` begins. Codes: SANDBOX_ONLY, ' +
          'INVALID_SYMBOL, VALIDATION_ERROR.',
        body: corporateActionBody,
        response: { 201: corporateActionAnswer },
      },
    },
    async (request, reply) => {
      const { market } = partnerOf(request).partner
      return reply.code(201).send(await announce(parts, market, request.body))
    },
  )

  app.get(
    '/v1/dev/sandbox/corporate-actions',
    {
      config,
      onRequest: sandboxOnly,
      schema: {
        tags,
        operationId: 'listCorporateActions',
        summary: 'Splits and dividends of the market, newest first',
        description: 'Codes: SANDBOX_ONLY, INVALID_SYMBOL, INVALID_CURSOR, VALIDATION_ERROR.',
        querystring: corporateActionsQuery,
        response: { 200: corporateActionPage },
      },
    },
    (request, reply) => actionsPage(parts, partnerOf(request).partner.market, { request, reply, query: request.query }),
  )

  done()
}
