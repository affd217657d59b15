import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { partnerOf } from '../../../access/authentication.ts'
import type { Gateway } from '../../../gateway.ts'
import { sandboxOnly } from '../../../access/sandbox-only.ts'
import { countsOf, haltSymbol } from './halt-symbol.ts'
import { haltAnswer, haltBody } from './halt.schema.ts'

/** Halts of a partner's own market: docs/api-contract.md section 13. */
export const haltsRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, parts, done) => {
  app.post(
    '/v1/dev/sandbox/halts',
    {
      config: { scope: 'partner' },
      onRequest: sandboxOnly,
      schema: {
        tags: ['Sandbox'],
        operationId: 'haltSymbol',
        summary: 'Halt a symbol, or let it trade again',
        description:
          'While a symbol is halted nothing trades in it and no stop triggers. Its orders are `suspended`, new ones too; they can be replaced and ' +
          'cancelled. When it resumes they come back in their order, and whatever crosses trades. Codes: SANDBOX_ONLY, INVALID_SYMBOL, ' +
          'VALIDATION_ERROR.',
        body: haltBody,
        response: { 200: haltAnswer },
      },
    },
    async (request) => {
      const { halted, reason = halted ? 'halted by the partner' : 'resumed by the partner' } = request.body
      const symbol = request.body.symbol.toUpperCase()
      const { credentialId: operator, partner } = partnerOf(request)
      const outcome = await haltSymbol(parts, { market: partner.market, symbol, halted, reason, operator })
      return { symbol, halted, ...countsOf([outcome]) }
    },
  )

  done()
}
