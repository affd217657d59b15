import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { preValidationHookHandler } from 'fastify'
import { ApiError } from '../../answers/errors.ts'
import type { Gateway } from '../../gateway.ts'
import { given } from '../../requests/judged-request.ts'
import { actionsPage, announce, announcedAction, termFaults } from '../sandbox/corporate-actions/announced-actions.ts'
import {
  corporateActionAnswer,
  corporateActionBody,
  corporateActionPage,
  corporateActionsQuery,
} from '../sandbox/corporate-actions/corporate-action.schema.ts'
import { setQuotes } from '../sandbox/quotes/set-quotes.ts'
import { quotesAnswer, quotesBody } from '../sandbox/sandbox.schema.ts'
import { type AuditTrail, knownMembers } from './audit-trail.ts'

export interface LiveMarketParts extends Gateway {
  readonly audit: AuditTrail
}

/** Quotes and corporate actions of the market that live partners share: docs/api-contract.md section 19. */
export const liveMarketRoutes: FastifyPluginCallbackTypebox<LiveMarketParts> = (app, parts, done) => {
  const { view, audit } = parts
  const tags = ['Operators']
  const config = { scope: 'operator' } as const
  const preValidation = requireLivePartner()

  app.post(
    '/v1/admin/quotes',
    {
      config: { ...config, refusesEmptyBody: true },
      preValidation,
      schema: {
        tags,
        operationId: 'setQuotesByOperator',
        summary: 'Set the quotes of the live market',
        description:
          'The quotes stand there from now on: all of them, or none. Codes: PARTNER_NOT_FOUND (no live partner), INVALID_SYMBOL, INVALID_QUOTE, VALIDATION_ERROR.',
        body: quotesBody,
        response: { 200: quotesAnswer },
      },
    },
    (request) => {
      const { body } = request
      return audit.ahead(
        request,
        () => {
          const symbols = (body.quotes ?? [body]).map(({ symbol }) => symbol!.toUpperCase())
          return { operation: 'quotes.set', subject: symbols.length === 1 ? symbols[0]! : '', detail: { symbols } }
        },
        (ran) => setQuotes(parts, liveMarket()!, body, ran),
      )
    },
  )

  app.post(
    '/v1/admin/corporate-actions',
    {
      config: { ...config, faults: (request) => termFaults(given<typeof corporateActionBody>(request)) },
      preValidation,
      schema: {
        tags,
        operationId: 'announceCorporateActionByOperator',
        summary: 'Announce a split or a cash dividend in the live market',
        description:
          'It takes effect as one of the sandbox does. Codes: PARTNER_NOT_FOUND (no live partner), INVALID_SYMBOL, VALIDATION_ERROR.',
        body: corporateActionBody,
        response: { 201: corporateActionAnswer },
      },
    },
    async (request, reply) => {
      const { body } = request
      const market = liveMarket()!
      const announced = await audit.ahead(
        request,
        ([outcome]) => ({
          operation: 'corporate_action.announce',
          subject: announcedAction(parts, market, outcome!).id,
          detail: knownMembers(body, corporateActionBody),
        }),
        (ran) => announce(parts, market, body, ran),
      )
      return reply.code(201).send(announced)
    },
  )

  app.get(
    '/v1/admin/corporate-actions',
    {
      config,
      preValidation,
      schema: {
        tags,
        operationId: 'listCorporateActionsByOperator',
        summary: 'Splits and dividends of the live market, newest first',
        description: 'Codes: PARTNER_NOT_FOUND (no live partner), INVALID_SYMBOL, INVALID_CURSOR, VALIDATION_ERROR.',
        querystring: corporateActionsQuery,
        response: { 200: corporateActionPage },
      },
    },
    (request, reply) => actionsPage(parts, liveMarket()!, { request, reply, query: request.query }),
  )

  function liveMarket(): number | undefined {
    return view.partners.find(({ environment }) => environment === 'live')?.market
  }

  function requireLivePartner(): preValidationHookHandler {
    return (_request, _reply, next) => {
      next(liveMarket() === undefined ? new ApiError('PARTNER_NOT_FOUND', 'There is no live partner.') : undefined)
    }
  }

  done()
}
