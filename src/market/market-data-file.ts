import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** The shape of `config/market-data/securities.json`, which `npm run market-data` writes. */

const orNull = <S extends ReturnType<typeof Type.Object> | ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: S) =>
  Type.Union([schema, Type.Null()])
const decimal = Type.String({ pattern: '^(0|[1-9][0-9]*)\\.[0-9]{1,4}$' })

/** Ex-dates by rule: in the first month and every so many months after it, on the first business day from `day` on. */
const dividendRule = Type.Object({
  frequency: Type.Enum(['quarterly', 'annual', 'monthly']),
  first_month: Type.Integer({ minimum: 1, maximum: 12 }),
  day: Type.Integer({ minimum: 1, maximum: 28 }),
  /** dollars a share in the year 2026 */
  amount: decimal,
  /** dollars by which it grows each year */
  raise: decimal,
  /** calendar days from the record date; on a closed day the next business day */
  pay_after_days: Type.Integer({ minimum: 1 }),
})
export type DividendRule = Static<typeof dividendRule>

const basisPoints = Type.Integer()

/** What statements are made from: millions of dollars in the fiscal year 2025, the rest in basis points. */
const statementRule = Type.Object({
  year_end_month: Type.Integer({ minimum: 1, maximum: 12 }),
  revenue_millions: Type.Integer({ minimum: 1 }),
  /** of revenue, a year */
  growth: basisPoints,
  /** of revenue */
  gross: basisPoints,
  operating: basisPoints,
  net: basisPoints,
  /** of a year's revenue */
  assets: basisPoints,
  /** of assets */
  liabilities: basisPoints,
  debt: basisPoints,
  cash: basisPoints,
  /** of revenue */
  free_cash_flow: basisPoints,
  /** the quarters' shares of a year's revenue, in thousandths */
  season: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 4, maxItems: 4 }),
})
export type StatementRule = Static<typeof statementRule>

const security = Type.Object({
  symbol: Type.String(),
  cusip: Type.String(),
  isin: Type.String(),
  sector: orNull(Type.String()),
  industry: orNull(Type.String()),
  about: Type.String(),
  country: Type.String(),
  website: orNull(Type.String()),
  ceo: orNull(Type.String()),
  employees: orNull(Type.Integer()),
  shares_outstanding: Type.Integer(),
  /** shares a day */
  average_volume: Type.Integer(),
  /** which expirations are listed; null = none */
  options: Type.Union([Type.Literal('weekly'), Type.Literal('monthly'), Type.Null()]),
  dividend: Type.Union([dividendRule, Type.Null()]),
  /** colour of the monogram; null = no logo on file */
  logo: orNull(Type.String({ pattern: '^#[0-9a-f]{6}$' })),
  statements: Type.Union([statementRule, Type.Null()]),
})
export type Security = Static<typeof security>

/** `{name}` and `{industry}` stand for those of the company. */
const newsTemplate = Type.Object({ headline: Type.String(), summary: orNull(Type.String()) })

const marketDataFile = Type.Object({
  sectors: Type.Array(Type.Object({ sector: Type.String(), industries: Type.Array(Type.String()) })),
  news: Type.Object({
    /** for companies */
    company: Type.Array(newsTemplate, { minItems: 1 }),
    /** for funds too */
    any: Type.Array(newsTemplate, { minItems: 1 }),
  }),
  securities: Type.Array(security),
})
export type MarketDataFile = Static<typeof marketDataFile>

/** Throws an Error with one line when the file can't be read or is not of this shape. */
export function readMarketDataFile(path: string | URL): MarketDataFile {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (Value.Check(marketDataFile, content)) return content
  const [first] = Value.Errors(marketDataFile, content)
  throw new Error(`${String(path)}: ${first?.instancePath ?? ''} ${first?.message ?? 'is not market data'}`)
}
