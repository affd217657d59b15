import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { partnerOf } from '../../access/authentication.ts'
import { refusalError } from '../../answers/errors.ts'
import { type Gateway, run } from '../../gateway.ts'
import { sandboxOnly } from '../../access/sandbox-only.ts'
import { quoteView, wantedQuotes } from './quotes/quote-request.ts'
import { quotesAnswer, quotesBody } from './sandbox.schema.ts'

/** What a partner does to its own sandbox market: docs/api-contract.md section 13. */
export const sandboxRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, { view, sequencer }, done) => {
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
    async (request) => {
      const { market } = partnerOf(request).partner
      const wanted = wantedQuotes(view, request.body)
      const { refusal } = await run(sequencer, { type: 'MoveQuotes', market, quotes: wanted })
      if (refusal !== undefined) throw refusalError(refusal)
      return request.body.quotes === undefined ? quoteView(wanted[0]!) : { quotes: wanted.map(quoteView) }
    },
  )

  done()
}
