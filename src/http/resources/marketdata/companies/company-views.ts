import { CENTS_PER_DOLLAR } from '../../../../domain/amounts/amounts.ts'
import { type PastSplit, splitRatio } from '../../../../domain/market/corporate-action.ts'
import { tradeDate } from '../../../../domain/time/trade-date.ts'
import type { CashDividend } from '../../../../market/cash-dividends.ts'
import type { FinancialStatement } from '../../../../market/financial-statements.ts'
import type { MarketData } from '../../../../market/market-data.ts'
import type { Security } from '../../../../market/market-data-file.ts'
import type { NewsItem } from '../../../../market/news-feed.ts'
import { formatInstant } from '../../../requests/instants.ts'
import { yearsAfter } from '../prices/date-range.ts'
import { barsUpTo, type PastSecurity, ratioSince } from '../prices/history-view.ts'
import type { LivePrice } from '../prices/live-prices.ts'
import type { NamedSecurity } from '../named-security.ts'
import { dollars, fourPlaces, hundredths, percent } from '../numbers.ts'

const SESSIONS_OF_AVERAGE = 63

/** Everything that is told about a company or a fund, at a moment of the market's clock and in its shares of then. */
export function profileView(
  marketData: MarketData,
  { symbol, listed, data }: NamedSecurity & { readonly data: Security },
  { live, at, ended }: Omit<PastSecurity, 'symbol'>,
) {
  const { lastTicks } = live
  // what is bundled is of the shares from before all splits
  const ratio = splitRatio(live.splits)
  const sharesOutstanding = Math.round(data.shares_outstanding * ratio)
  const earnings = yearOfEarnings(marketData, symbol, at)
  const eps = earnings === null ? null : earnings / ratio
  return {
    symbol,
    name: listed.name,
    description: data.about,
    exchange: listed.exchange,
    sector: data.sector,
    industry: data.industry,
    market_cap: Math.round(dollars(lastTicks) * sharesOutstanding),
    pe_ratio: eps === null || eps <= 0 ? null : hundredths(dollars(lastTicks) / eps),
    eps: eps === null ? null : fourPlaces(eps),
    dividend_yield: percent(yearOfDividends(marketData, symbol, { live, at }), lastTicks) ?? 0,
    ...yearOfPrices(marketData, { symbol, live, at, ended }),
    shares_outstanding: sharesOutstanding,
    country: data.country,
    website: data.website,
    ceo: data.ceo,
    employees: data.employees,
    currency: 'USD',
  }
}

/** In dollars for a share from before all splits. */
function yearOfEarnings(marketData: MarketData, symbol: string, at: number): number | null {
  const quarters = marketData.statements(symbol, { type: 'quarterly', count: 4, now: at })
  if (quarters === undefined) return null
  return quarters.reduce((sum, { epsDilutedCents }) => sum + epsDilutedCents, 0) / CENTS_PER_DOLLAR
}

/** In ticks a share of now: each was declared for a share of the day before its ex-date. */
function yearOfDividends(marketData: MarketData, symbol: string, { live, at }: { readonly live: LivePrice; readonly at: number }): number {
  const today = marketData.hours.dayAt(at)
  const paid = marketData.dividends(symbol, { from: yearsAfter(today, -1) + 1, to: today, actions: live.actions })
  return paid.reduce((sum, { exDay, amountTicks }) => sum + amountTicks / ratioSince(exDay - 1, live.splits), 0)
}

function yearOfPrices(marketData: MarketData, security: PastSecurity) {
  const { live, at } = security
  if (live.walk === undefined) return { week_52_high: null, week_52_low: null, average_volume: null }
  const today = marketData.hours.dayAt(at)
  const bars = barsUpTo(marketData, security, { from: yearsAfter(today, -1), to: today })
  const ratioOf = (day: number): number => ratioSince(day, live.splits)
  const whole = bars.filter(({ day }) => day < today).slice(-SESSIONS_OF_AVERAGE)
  return {
    week_52_high: dollars(Math.max(live.lastTicks, ...bars.map(({ day, highTicks }) => Math.round(highTicks / ratioOf(day))))),
    week_52_low: dollars(Math.min(live.lastTicks, ...bars.map(({ day, lowTicks }) => Math.round(lowTicks / ratioOf(day))))),
    average_volume:
      whole.length === 0 ? null : Math.round(whole.reduce((sum, { day, volume }) => sum + volume * ratioOf(day), 0) / whole.length),
  }
}

/** `splits`: of the company's shares, whose earnings are those of a share of the day of the filing. */
export function statementView(statement: FinancialStatement, splits: readonly PastSplit[]) {
  const { quarter, fiscalYear, filingDay } = statement
  // what is bundled is of the shares from before all splits
  const ratio = splitRatio(splits.filter(({ exDay }) => exDay <= filingDay))
  return {
    period: quarter === undefined ? `FY${fiscalYear}` : `Q${quarter} ${fiscalYear}`,
    period_end_date: tradeDate(statement.endDay),
    filing_date: tradeDate(filingDay),
    total_assets: statement.totalAssets,
    total_liabilities: statement.totalLiabilities,
    total_equity: statement.totalEquity,
    revenue: statement.revenue,
    gross_profit: statement.grossProfit,
    operating_income: statement.operatingIncome,
    net_income: statement.netIncome,
    total_debt: statement.totalDebt,
    cash_and_equivalents: statement.cashAndEquivalents,
    free_cash_flow: statement.freeCashFlow,
    eps_diluted: fourPlaces(statement.epsDilutedCents / CENTS_PER_DOLLAR / ratio),
  }
}

export function newsView(symbol: string, item: NewsItem) {
  return {
    id: item.id,
    type: item.type,
    headline: item.headline,
    summary: item.summary,
    source: item.source,
    url: null,
    published_at: formatInstant(item.publishedAt),
    symbols: [symbol],
  }
}

export function dividendView(dividend: CashDividend) {
  return {
    ex_date: tradeDate(dividend.exDay),
    record_date: tradeDate(dividend.recordDay),
    pay_date: tradeDate(dividend.payDay),
    amount: dollars(dividend.amountTicks),
    frequency: dividend.frequency,
    currency: 'USD',
  }
}
