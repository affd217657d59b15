import { Type } from 'typebox'
import { date, openEnumeration } from '../../../schema/answer-values.ts'
import { text } from '../../../schema/request-values.ts'

export const MOST_UNDERLYINGS = 30

const CONTRACT_TYPES = ['weekly', 'monthly', 'quarterly', 'leaps']

const expirationInput = text({
  format: 'date',
  expected: 'a listed expiration such as 2026-12-18',
  code: 'INVALID_EXPIRATION',
  codeOfAll: true,
  description: 'one of the dates of the expirations',
})

export const expirationQuery = Type.Object({ expiration: expirationInput })
export const expirationsQuery = Type.Object({
  strikes: Type.Optional(Type.Boolean({ default: false, description: 'true adds strike_count' })),
})
export const lookupQuery = Type.Object({
  underlying: text({ codeOfMissing: 'SYMBOLS_REQUIRED', description: `1 to ${MOST_UNDERLYINGS} symbols with commas between them` }),
})

export const optionContract = Type.Object(
  {
    contract_symbol: Type.String({ description: 'root, date, C or P, strike in thousandths of a dollar' }),
    underlying_symbol: Type.String(),
    expiration: date,
    strike: Type.Number({ description: 'dollars' }),
    option_type: openEnumeration(['call', 'put']),
    contract_size: Type.Integer(),
    exercise_style: openEnumeration(['american']),
    contract_type: openEnumeration(CONTRACT_TYPES),
  },
  {
    $id: 'OptionContract',
    title: 'Option contract',
    examples: [
      {
        contract_symbol: 'AAPL261218C00150000',
        underlying_symbol: 'AAPL',
        expiration: '2026-12-18',
        strike: 150,
        option_type: 'call',
        contract_size: 100,
        exercise_style: 'american',
        contract_type: 'monthly',
      },
    ],
  },
)

const contractRef = Type.Unsafe<Record<string, unknown>>(Type.Ref('OptionContract#'))

export const chainAnswer = Type.Object(
  { symbol: Type.String(), expiration: date, contracts: Type.Array(contractRef, { description: 'by strike, the call before the put' }) },
  { title: 'Option chain' },
)

export const expirationsAnswer = Type.Object(
  {
    symbol: Type.String(),
    expirations: Type.Array(
      Type.Object({
        date,
        contract_type: openEnumeration(CONTRACT_TYPES),
        days_to_expiration: Type.Integer(),
        strike_count: Type.Optional(Type.Integer({ description: 'when strikes=true was asked for' })),
      }),
      { description: 'in order of date' },
    ),
  },
  { title: 'Option expirations' },
)

export const strikesAnswer = Type.Object(
  { symbol: Type.String(), expiration: date, strikes: Type.Array(Type.Number(), { examples: [[140, 145, 150]] }) },
  { title: 'Option strikes' },
)

export const lookupAnswer = Type.Object(
  {
    underlyings: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'all listed contracts by underlying: by expiration, then strike, the call before the put',
      additionalProperties: { type: 'array', items: { $ref: 'OptionContract#' } },
    }),
    non_optionable_symbols: Type.Array(Type.String()),
  },
  { title: 'Option lookup' },
)
