import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { FILL_MODELS, type FillModel, type FillModelScope } from '../../../../domain/orders/fill-model.ts'
import { partnerOf } from '../../../access/authentication.ts'
import { ApiError, refusalError } from '../../../answers/errors.ts'
import { type Gateway, run } from '../../../gateway.ts'
import { type FieldFault, invalid } from '../../../requests/field-faults.ts'
import { type Given, given } from '../../../requests/judged-request.ts'
import { oneOf, text } from '../../../schema/request-values.ts'
import { sandboxOnly } from '../../../access/sandbox-only.ts'
import { symbolInput } from '../../orders/order.schema.ts'

const volatility = Type.Object(
  {
    symbol: symbolInput,
    bps_per_step: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'typical step of one second, in basis points, down to hundredths of one; 0 = the quote stands where it is',
    }),
  },
  { examples: [{ symbol: 'AAPL', bps_per_step: 0.5 }] },
)

const volatilityAnswer = Type.Object({ symbol: Type.String(), bps_per_step: Type.Number() })

const fillModel = Type.Object(
  {
    model: oneOf(FILL_MODELS, {
      description:
        'displayed: what the quote shows (default); full: any size; participation: `percent` of the volume of a minute; partial: a part drawn by the seed of the market',
    }),
    symbol: Type.Optional(symbolInput),
    account_id: Type.Optional(
      text({ description: 'instead of symbol: for the orders of this account; goes before the model of a symbol' }),
    ),
    percent: Type.Optional(Type.Number({ minimum: 0.01, maximum: 100, description: 'of participation, down to hundredths' })),
  },
  { examples: [{ model: 'participation', symbol: 'AAPL', percent: 5 }] },
)

const fillModelAnswer = Type.Object({ ...fillModel.properties, percent: Type.Optional(Type.Number()) })

/** How a sandbox market moves and fills: docs/api-contract.md section 13. */
export const marketModelRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, { view, sequencer }, done) => {
  const tags = ['Sandbox']
  const config = { scope: 'partner' } as const

  app.post(
    '/v1/dev/sandbox/volatility',
    {
      config: { ...config, faults: (request) => hundredthFaults('bps_per_step', given<typeof volatility>(request).bps_per_step) },
      onRequest: sandboxOnly,
      schema: {
        tags,
        operationId: 'setVolatility',
        summary: 'Let the quote of a symbol walk',
        description: 'It walks from where it stands. Codes: VALIDATION_ERROR, INVALID_SYMBOL.',
        body: volatility,
        response: { 200: volatilityAnswer },
      },
    },
    async (request) => {
      const { symbol: given, bps_per_step } = request.body
      const symbol = given.toUpperCase()
      const stepHundredths = Math.round(bps_per_step * 100)
      const { market } = partnerOf(request).partner
      const { refusal } = await run(sequencer, { type: 'ChangeVolatility', market, symbol, stepHundredths })
      if (refusal !== undefined) throw refusalError(refusal)
      return { symbol, bps_per_step }
    },
  )

  app.post(
    '/v1/dev/sandbox/fill-models',
    {
      config: { ...config, faults: (request, refused) => modelFaults(given<typeof fillModel>(request), refused) },
      onRequest: sandboxOnly,
      schema: {
        tags,
        operationId: 'setFillModel',
        summary: 'How the quote fills the orders of a symbol or an account',
        description: 'Codes: VALIDATION_ERROR, INVALID_SYMBOL, ACCOUNT_NOT_FOUND.',
        body: fillModel,
        response: { 200: fillModelAnswer },
      },
    },
    async (request) => {
      const { market, index } = partnerOf(request).partner
      const scope = scopeOf(request.body, { view, partner: index })
      await run(sequencer, { type: 'SetFillModel', market, scope, model: modelOf(request.body) })
      const { symbol, account_id } = request.body
      return {
        ...request.body,
        ...(symbol !== undefined && { symbol: symbol.toUpperCase() }),
        ...(account_id !== undefined && { account_id: account_id.toLowerCase() }),
      }
    },
  )

  done()
}

/** No `multipleOf` of the schema: a checker of floating numbers finds 0.29 no multiple of 0.01. */
function hundredthFaults(field: string, value: number | undefined): FieldFault[] {
  if (value === undefined || Math.round(value * 100) / 100 === value) return []
  return [invalid(field, `${field} has at most two decimals.`)]
}

type Wanted = Static<typeof fillModel>

/** Members that don't go together. */
function modelFaults({ model, symbol, account_id, percent }: Given<Wanted>, refused: ReadonlySet<string>): FieldFault[] {
  const hasSymbol = symbol !== undefined || refused.has('symbol')
  const hasAccount = account_id !== undefined || refused.has('account_id')
  return [
    ...(hasSymbol === hasAccount ? [invalid('symbol', 'Give either symbol or account_id.')] : []),
    ...(model === 'participation' && percent === undefined ? [invalid('percent', 'participation needs a percent.')] : []),
    ...(model !== undefined && model !== 'participation' && percent !== undefined
      ? [invalid('percent', 'percent belongs to the model participation.')]
      : hundredthFaults('percent', percent)),
  ]
}

function scopeOf(
  { symbol, account_id }: Wanted,
  { view, partner }: { readonly view: Gateway['view']; readonly partner: number },
): FillModelScope {
  if (account_id !== undefined) {
    const account = view.accountById(account_id.toLowerCase())
    if (account?.partner !== partner) throw new ApiError('ACCOUNT_NOT_FOUND', 'There is no such account.')
    return { account: account.index }
  }
  const instrument = view.instrumentBySymbol(symbol!.toUpperCase())
  if (instrument === undefined) throw new ApiError('INVALID_SYMBOL', `${symbol!.toUpperCase()} is not known.`, { field: 'symbol' })
  return { instrument }
}

function modelOf({ model, percent }: Wanted): FillModel {
  return model === 'participation' ? { kind: model, basisPoints: Math.round(percent! * 100) } : { kind: model }
}
