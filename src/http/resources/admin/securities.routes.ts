import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import { LARGEST_PRICE, LARGEST_PRICE_TICKS, parsePrice } from '../../../domain/amounts/amounts.ts'
import type { Instrument } from '../../../domain/market/instrument.ts'
import type { MarketData } from '../../../market/market-data.ts'
import { refusalError } from '../../answers/errors.ts'
import { type Gateway, run } from '../../gateway.ts'
import { type FieldFault, invalid } from '../../requests/field-faults.ts'
import { type Given, given } from '../../requests/judged-request.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { securityRef } from '../marketdata/reference/reference.schema.ts'
import { securityView } from '../marketdata/reference/security-view.ts'
import { newSecurityBody, securityChangeBody } from './admin.schema.ts'
import { type AuditTrail, knownMembers } from './audit-trail.ts'
import { findSymbol, symbolOf } from './named-symbol.ts'

export interface AdminSecuritiesParts extends Gateway {
  readonly marketData: Pick<MarketData, 'security'>
  readonly audit: AuditTrail
}

/** The security master, which all markets share: docs/api-contract.md section 19. */
export const adminSecuritiesRoutes: FastifyPluginCallbackTypebox<AdminSecuritiesParts> = (app, parts, done) => {
  const { view, sequencer, audit } = parts
  const tags = ['Operators']
  const config = { scope: 'operator' } as const

  app.post(
    '/v1/admin/symbols',
    {
      config: { ...config, refusesEmptyBody: true, faults: (request) => closeFaults(given<typeof newSecurityBody>(request)) },
      schema: {
        tags,
        operationId: 'listSecurity',
        summary: 'List a security in every market, at once',
        description:
          'Nothing of it is quoted: it is worth its previous close until it trades or is quoted. A listing is for good. ' +
          'Codes: INVALID_SYMBOL (malformed), SYMBOL_ALREADY_LISTED, VALIDATION_ERROR.',
        body: newSecurityBody,
        response: { 201: securityRef },
      },
    },
    async (request, reply) => {
      const instrument = instrumentOf(request.body)
      const { refusal } = await audit.ahead(
        request,
        () => ({ operation: 'symbol.list', subject: instrument.symbol, detail: knownMembers(request.body, newSecurityBody) }),
        (ran) => run(sequencer, { type: 'ListInstrument', instrument }, ran),
      )
      if (refusal !== undefined) throw refusalError(refusal)
      return reply.code(201).send(shown(instrument.symbol))
    },
  )

  app.patch(
    '/v1/admin/symbols/:symbol',
    {
      config,
      preValidation: findSymbol(view),
      schema: {
        tags,
        operationId: 'changeSecurity',
        summary: 'Rename a security, or let it take new orders or none',
        description:
          'What is left out stays as it is. Orders that are open stay open: a halt suspends them. Codes: INVALID_SYMBOL, VALIDATION_ERROR.',
        params: pathParameters('symbol'),
        body: securityChangeBody,
        response: { 200: securityRef },
      },
    },
    async (request) => {
      const symbol = symbolOf(request)
      const changes = knownMembers(request.body, securityChangeBody)
      const { refusal } = await audit.ahead(
        request,
        () => ({ operation: 'symbol.change', subject: symbol, detail: changes }),
        (ran) => run(sequencer, { type: 'ChangeInstrument', symbol, ...changes }, ran),
      )
      if (refusal !== undefined) throw refusalError(refusal)
      return shown(symbol)
    },
  )

  function shown(symbol: string): ReturnType<typeof securityView> {
    return securityView(view.instruments[view.instrumentBySymbol(symbol)!]!, parts.marketData.security(symbol))
  }

  done()
}

type NewSecurity = Static<typeof newSecurityBody>

function closeFaults({ previous_close }: Given<NewSecurity>): FieldFault[] {
  if (previous_close === undefined) return []
  const ticks = parsePrice(previous_close)
  if (typeof ticks === 'number' && ticks > 0 && ticks <= LARGEST_PRICE_TICKS) return []
  return [invalid('previous_close', `The previous close has to be above zero and at most ${LARGEST_PRICE}, with at most 4 decimals.`)]
}

function instrumentOf(body: NewSecurity): Instrument {
  return {
    symbol: body.symbol.toUpperCase(),
    name: body.name,
    exchange: body.exchange,
    assetClass: body.asset_type ?? 'equity',
    tradable: body.tradable ?? true,
    fractionable: body.fractionable ?? true,
    previousCloseTicks: parsePrice(body.previous_close) as number,
    walk: null,
  }
}
