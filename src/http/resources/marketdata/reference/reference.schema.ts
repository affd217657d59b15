import { Type } from 'typebox'
import { offsetPageOf } from '../../../requests/offset-paging.ts'
import { openEnumeration, textOrNull } from '../../../schema/answer-values.ts'
import { cursorInput, limitInput, oneOf, text } from '../../../schema/request-values.ts'

/** Page sizes and limits of the reference operations. */
export const MASTER_PAGE = { default: 25, max: 500 } as const
export const SECTOR_PAGE = { default: 100, max: 500 } as const
export const MOST_SYMBOLS = 100

const offset = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }))

export const securityRecord = Type.Object(
  {
    symbol: Type.String(),
    name: Type.String(),
    exchange: Type.String(),
    asset_type: openEnumeration(['equity', 'etf']),
    cusip: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'fictitious, from the range for private use' }),
    isin: textOrNull,
    tradable: Type.Boolean(),
    fractionable: Type.Boolean(),
    sector: textOrNull,
    industry: textOrNull,
    status: openEnumeration(['active']),
  },
  {
    $id: 'Security',
    title: 'Security',
    examples: [
      {
        symbol: 'AAPL',
        name: 'Apple Inc.',
        exchange: 'NASDAQ',
        asset_type: 'equity',
        cusip: '990100109',
        isin: 'US9901001092',
        tradable: true,
        fractionable: true,
        sector: 'Information Technology',
        industry: 'Technology Hardware, Storage & Peripherals',
        status: 'active',
      },
    ],
  },
)

export const securityRef = Type.Unsafe<Record<string, unknown>>(Type.Ref('Security#'))

export const masterBody = Type.Object(
  {
    query: Type.Optional(
      text({ maxLength: 128, description: 'start of a symbol or part of a name, in any case; left out: every security' }),
    ),
    exchange: Type.Optional(text({ maxLength: 32, description: 'NASDAQ, NYSE, NYSE ARCA …, in any case' })),
    asset_type: Type.Optional(oneOf(['equity', 'etf'])),
    limit: limitInput(MASTER_PAGE),
    offset,
    cursor: cursorInput,
  },
  { examples: [{ query: 'app', asset_type: 'equity', limit: 25, offset: 0 }] },
)
/** A cursor of the query goes before one of the body: it is that of the Link. */
export const masterQuery = Type.Object({ cursor: cursorInput, limit: limitInput(MASTER_PAGE) })
export const masterAnswer = offsetPageOf(securityRef)

export const detailsBody = Type.Object(
  { symbols: Type.Array(Type.String(), { description: `1 to ${MOST_SYMBOLS} symbols`, 'x-error-code-of-missing': 'SYMBOLS_REQUIRED' }) },
  { examples: [{ symbols: ['AAPL', 'MSFT'] }] },
)
export const detailsAnswer = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'by symbol; null for one that is not known',
  additionalProperties: { anyOf: [{ $ref: 'Security#' }, { type: 'null' }] },
})

export const sectorBody = Type.Object(
  { sector: text({ description: 'one of GET /v1/marketdata/reference/sectors, in any case' }), limit: limitInput(SECTOR_PAGE), offset },
  { examples: [{ sector: 'Information Technology', limit: 100, offset: 0 }] },
)
export const sectorAnswer = Type.Array(Type.String(), { examples: [['AAPL', 'AMD', 'AVGO']] })

export const sectorsAnswer = Type.Array(Type.String(), { examples: [['Energy', 'Materials', 'Industrials']] })
export const industriesAnswer = Type.Array(Type.Object({ industry: Type.String(), sector: Type.String() }), {
  examples: [[{ industry: 'Software', sector: 'Information Technology' }]],
})
