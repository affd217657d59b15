import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { partnerOf } from '../../access/authentication.ts'
import type { Gateway } from '../../gateway.ts'
import { sandboxOnly } from '../../access/sandbox-only.ts'
import { setQuotes } from './quotes/set-quotes.ts'
import { quotesAnswer, quotesBody } from './sandbox.schema.ts'

/** What a partner does to its own sandbox market: docs/api-contract.md section 13. */
export const sandboxRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, parts, done) => {
  app.post(
    '/v1/dev/sandbox/quotes',
    {
      config: { scope: 'partner', refusesEmptyBody: true },
      onRequest: sandboxOnly,
      schema: {
        tags: ['Sandbox'],
        operationId: 'setQuotes',
        summary: 'Set the top of the simulated book',
        description:
          'The quotes stand there from now on: all of them, or none. Codes: SANDBOX_ONLY, INVALID_SYMBOL, INVALID_QUOTE, VALIDATION_ERROR.',
        body: quotesBody,
        response: { 200: quotesAnswer },
      },
    },
    (request) => setQuotes(parts, partnerOf(request).partner.market, request.body),
  )

  done()
}
