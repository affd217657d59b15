import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { PartnerView } from '../../../domain/view.ts'
import type { Gateway } from '../../gateway.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { countsOf, haltSymbol } from '../sandbox/halts/halt-symbol.ts'
import { operatorHaltAnswer, operatorHaltBody } from '../sandbox/halts/halt.schema.ts'
import { type AuditTrail, operatorOf } from './audit-trail.ts'
import { partnerNamed } from './named-partner.ts'
import { findSymbol, symbolOf } from './named-symbol.ts'

export interface AdminHaltsParts extends Gateway {
  readonly audit: AuditTrail
}

/** Halts by operators, of every market or of one partner's: docs/api-contract.md section 19. */
export const adminHaltsRoutes: FastifyPluginCallbackTypebox<AdminHaltsParts> = (app, parts, done) => {
  const { view, audit } = parts

  for (const operation of ['halt', 'resume'] as const) {
    const halted = operation === 'halt'
    app.post(
      `/v1/admin/symbols/:symbol/${operation}`,
      {
        config: { scope: 'operator' },
        preValidation: findSymbol(view),
        schema: {
          tags: ['Operators'],
          operationId: halted ? 'haltSymbolByOperator' : 'resumeSymbolByOperator',
          summary: halted ? 'Halt a symbol in every market, or in one' : 'Let a symbol trade again',
          description: 'Codes: INVALID_SYMBOL, PARTNER_NOT_FOUND, VALIDATION_ERROR.',
          params: pathParameters('symbol'),
          body: operatorHaltBody,
          response: { 200: operatorHaltAnswer },
        },
      },
      async (request) => {
        const { reason = halted ? 'halted by the operator' : 'resumed by the operator', partner_id } = request.body
        const symbol = symbolOf(request)
        const partners = partnersNamed(partner_id)
        const markets = [...new Set(partners.map(({ market }) => market))]
        const operator = operatorOf(request)
        const partnerId = partner_id === undefined ? null : partners[0]!.id
        const outcomes = await audit.ahead(
          request,
          (done) => ({ operation: `symbol.${operation}`, subject: symbol, detail: { reason, partner_id: partnerId, ...countsOf(done) } }),
          (ran) => Promise.all(markets.map((market) => haltSymbol(parts, { market, symbol, halted, reason, operator }, ran))),
        )
        return { symbol, halted, partners: partners.map(({ id }) => id), ...countsOf(outcomes) }
      },
    )
  }

  function partnersNamed(id: string | undefined): readonly PartnerView[] {
    if (id === undefined) return view.partners
    const named = partnerNamed(view, id)
    return view.partners.filter(({ market }) => market === named.market)
  }

  done()
}
