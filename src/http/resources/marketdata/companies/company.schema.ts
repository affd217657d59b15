import { Type } from 'typebox'
import { date, instant, nullable, openEnumeration, textOrNull } from '../../../schema/answer-values.ts'
import { oneOf, text } from '../../../schema/request-values.ts'
import { rangeDate } from '../prices/price.schema.ts'

export const NEWS_LIMIT = { default: 50, max: 500 } as const
export const REPORTS_LIMIT = { default: 5, max: 20 } as const

const number = Type.Number()
const wholeOrNull = nullable(Type.Integer())

export const profileSchema = Type.Object(
  {
    symbol: Type.String(),
    name: Type.String(),
    description: Type.String(),
    exchange: Type.String(),
    sector: textOrNull,
    industry: textOrNull,
    market_cap: Type.Number({ description: 'shares_outstanding at the last price, in dollars' }),
    pe_ratio: nullable(Type.Number({ description: 'last price to the earnings of four quarters; null where there are none, or losses' })),
    eps: nullable(Type.Number({ description: 'diluted, of the last four quarters' })),
    dividend_yield: Type.Number({ description: 'dividends of the last year; 0.52 means 0.52 %' }),
    week_52_high: nullable(number),
    week_52_low: nullable(number),
    average_volume: nullable(Type.Integer({ description: 'shares a day over 63 sessions' })),
    shares_outstanding: Type.Integer(),
    country: Type.String(),
    website: textOrNull,
    ceo: nullable(Type.String({ description: 'sample data, and says so' })),
    employees: wholeOrNull,
    currency: Type.String(),
  },
  {
    title: 'Company profile',
    examples: [
      {
        symbol: 'AAPL',
        name: 'Apple Inc.',
        description: 'Designs phones, computers, tablets and wearables. Figures and people are sample data.',
        exchange: 'NASDAQ',
        sector: 'Information Technology',
        industry: 'Technology Hardware, Storage & Peripherals',
        market_cap: 2987000000000,
        pe_ratio: 31.4,
        eps: 6.37,
        dividend_yield: 0.515,
        week_52_high: 231.2,
        week_52_low: 164.9,
        average_volume: 52400100,
        shares_outstanding: 14935000000,
        country: 'US',
        website: 'https://www.apple.com',
        ceo: 'Alex Sample (sample data)',
        employees: 164000,
        currency: 'USD',
      },
    ],
  },
)

export const statementsQuery = Type.Object({
  statementType: Type.Optional(oneOf(['annual', 'quarterly'], { default: 'annual' })),
  numberOfReports: Type.Optional(Type.Integer({ minimum: 1, maximum: REPORTS_LIMIT.max, default: REPORTS_LIMIT.default })),
})

const report = Type.Object({
  period: Type.String({ description: 'FY2025, Q3 2026: of the fiscal year' }),
  period_end_date: date,
  filing_date: date,
  total_assets: number,
  total_liabilities: number,
  total_equity: number,
  revenue: number,
  gross_profit: number,
  operating_income: number,
  net_income: number,
  total_debt: number,
  cash_and_equivalents: number,
  free_cash_flow: number,
  eps_diluted: number,
})

export const statementsAnswer = Type.Object(
  {
    symbol: Type.String(),
    statement_type: openEnumeration(['annual', 'quarterly']),
    currency: Type.String(),
    reports: Type.Array(report, { description: 'filed by now, newest first; fewer than asked for where the books begin' }),
  },
  {
    title: 'Financial statements',
    examples: [
      {
        symbol: 'AAPL',
        statement_type: 'annual',
        currency: 'USD',
        reports: [
          {
            period: 'FY2026',
            period_end_date: '2026-09-30',
            filing_date: '2026-11-03',
            total_assets: 378207000000,
            total_liabilities: 317694000000,
            total_equity: 60513000000,
            revenue: 406676000000,
            gross_profit: 187884000000,
            operating_income: 128103000000,
            net_income: 97602000000,
            total_debt: 105898000000,
            cash_and_equivalents: 68077000000,
            free_cash_flow: 109803000000,
            eps_diluted: 6.54,
          },
        ],
      },
    ],
  },
)

export const newsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: NEWS_LIMIT.max, default: NEWS_LIMIT.default })),
})

export const newsAnswer = Type.Array(
  Type.Object(
    {
      id: Type.String(),
      type: openEnumeration(['news', 'corporate_action']),
      headline: Type.String(),
      summary: textOrNull,
      source: textOrNull,
      url: textOrNull,
      published_at: instant,
      symbols: Type.Array(Type.String()),
    },
    { title: 'News item' },
  ),
  {
    description: 'most recent first',
    examples: [
      [
        {
          id: 'news-AAPL-8317',
          type: 'news',
          headline: 'Apple Inc. confirms its outlook for the year',
          summary: 'Sample data: revenue is expected to grow at about the pace of the year before.',
          source: 'Sample data',
          url: null,
          published_at: '2026-11-19T22:10:05.000Z',
          symbols: ['AAPL'],
        },
      ],
    ],
  },
)

export const dividendsQuery = Type.Object({
  excludingFrom: rangeDate('first ex-date'),
  excludingTo: rangeDate('last ex-date; only together with excludingFrom'),
})

export const dividendsAnswer = Type.Object(
  {
    symbol: Type.String(),
    dividends: Type.Array(
      Type.Object({
        ex_date: date,
        record_date: date,
        pay_date: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date' }),
        amount: Type.Number({ description: 'dollars a share' }),
        frequency: openEnumeration(['quarterly', 'annual', 'monthly', 'special']),
        currency: Type.String(),
      }),
      { description: 'declared by now, most recent ex-date first' },
    ),
  },
  {
    title: 'Cash dividends',
    examples: [
      {
        symbol: 'AAPL',
        dividends: [
          {
            ex_date: '2026-11-09',
            record_date: '2026-11-09',
            pay_date: '2026-11-13',
            amount: 0.26,
            frequency: 'quarterly',
            currency: 'USD',
          },
        ],
      },
    ],
  },
)

export const logoSchema = Type.Object(
  {
    symbol: Type.String(),
    logo_url: Type.String({
      format: 'uri',
      description: 'an SVG that this gateway serves without a credential, at the scheme and host of the request',
    }),
    width: wholeOrNull,
    height: wholeOrNull,
  },
  { title: 'Logo', examples: [{ symbol: 'AAPL', logo_url: 'https://gateway.example/logos/AAPL.svg', width: 128, height: 128 }] },
)

export const logoImage = {
  description: 'a monogram',
  content: { 'image/svg+xml': { schema: text() } },
}
