import { civilFromDays, lastOfMonth } from '../domain/time/civil-date.ts'
import type { StatementRule } from './market-data-file.ts'
import { stableHash } from './stable-hash.ts'
import { CALENDAR_LAST_DAY, isBusinessDay, nextBusinessDay } from './trading-calendar.ts'

/** What a company reported of a quarter or a year. Amounts are dollars; days are days since 1970-01-01. */
export interface FinancialStatement {
  readonly fiscalYear: number
  /** 1 to 4, or undefined for a year */
  readonly quarter: number | undefined
  readonly endDay: number
  readonly filingDay: number
  readonly totalAssets: number
  readonly totalLiabilities: number
  readonly totalEquity: number
  readonly revenue: number
  readonly grossProfit: number
  readonly operatingIncome: number
  readonly netIncome: number
  readonly totalDebt: number
  readonly cashAndEquivalents: number
  readonly freeCashFlow: number
  /** in cents */
  readonly epsDilutedCents: number
}

/** What statements are made for. */
export interface Issuer {
  readonly symbol: string
  readonly sharesOutstanding: number
  readonly rule: StatementRule
}

const FIRST_FISCAL_YEAR = 2016
const YEAR_OF_RULE = 2025
const MILLION = 1_000_000
const PARTS = 10_000
/** from the end of a period to its filing */
const FILING_DAYS = 34

/** The latest statements that are filed by a day, newest first; fewer where the company's books begin. */
export function latestStatements(
  issuer: Issuer,
  { type, count, day }: { readonly type: 'annual' | 'quarterly'; readonly count: number; readonly day: number },
): readonly FinancialStatement[] {
  const found: FinancialStatement[] = []
  // the fiscal year that has begun may be the next one already
  for (let year = civilFromDays(day).year + 1; year >= FIRST_FISCAL_YEAR && found.length < count; year--) {
    const statements = type === 'annual' ? [annualStatement(issuer, year)] : quarters(issuer, year).toReversed()
    for (const statement of statements) if (statement.filingDay <= day && found.length < count) found.push(statement)
  }
  return found
}

/** A year is its four quarters: flows are their sums, the balance sheet is that of the last one. */
function annualStatement(issuer: Issuer, fiscalYear: number): FinancialStatement {
  const parts = quarters(issuer, fiscalYear)
  const sum = (of: (part: FinancialStatement) => number): number => parts.reduce((total, part) => total + of(part), 0)
  const netIncome = sum((part) => part.netIncome)
  return {
    ...parts[3]!,
    quarter: undefined,
    revenue: sum((part) => part.revenue),
    grossProfit: sum((part) => part.grossProfit),
    operatingIncome: sum((part) => part.operatingIncome),
    netIncome,
    freeCashFlow: sum((part) => part.freeCashFlow),
    epsDilutedCents: epsCents(netIncome, issuer.sharesOutstanding),
  }
}

function quarters(issuer: Issuer, fiscalYear: number): readonly FinancialStatement[] {
  return [1, 2, 3, 4].map((quarter) => quarterlyStatement(issuer, fiscalYear, quarter))
}

function quarterlyStatement({ symbol, sharesOutstanding, rule }: Issuer, fiscalYear: number, quarter: number): FinancialStatement {
  const yearly = yearlyRevenueMillions(rule, fiscalYear)
  // companies of one issuer (two classes of shares) report the same books
  const draw = stableHash(symbol.split('.')[0]!, fiscalYear * 4 + quarter)
  const revenue = share((yearly * MILLION * rule.season[quarter - 1]!) / 1_000, PARTS + jitter(draw, 100))
  const grossProfit = share(revenue, rule.gross)
  const operatingIncome = grossProfit - share(share(revenue, rule.gross - rule.operating), PARTS + jitter(draw >>> 8, 300))
  const netIncome = operatingIncome - share(share(revenue, rule.operating - rule.net), PARTS + jitter(draw >>> 16, 300))
  const totalAssets = share(share(yearly * MILLION, rule.assets), PARTS + jitter(draw >>> 4, 100))
  const totalLiabilities = share(totalAssets, rule.liabilities)
  const endDay = periodEnd(rule.year_end_month, fiscalYear, quarter)
  return {
    fiscalYear,
    quarter,
    endDay,
    filingDay: filingDayOf(endDay),
    totalAssets,
    totalLiabilities,
    totalEquity: totalAssets - totalLiabilities,
    revenue,
    grossProfit,
    operatingIncome,
    netIncome,
    totalDebt: share(totalAssets, rule.debt),
    cashAndEquivalents: share(totalAssets, rule.cash),
    freeCashFlow: share(share(revenue, rule.free_cash_flow), PARTS + jitter(draw >>> 12, 500)),
    epsDilutedCents: epsCents(netIncome, sharesOutstanding),
  }
}

/** Growth is compounded, a year at a time, so that no power is taken. */
function yearlyRevenueMillions({ revenue_millions, growth }: StatementRule, fiscalYear: number): number {
  let revenue = revenue_millions
  for (let year = YEAR_OF_RULE; year < fiscalYear; year++) revenue = Math.round((revenue * (PARTS + growth)) / PARTS)
  for (let year = YEAR_OF_RULE; year > fiscalYear; year--) revenue = Math.round((revenue * PARTS) / (PARTS + growth))
  return revenue
}

/** The last day of the quarter's last month. */
function periodEnd(yearEndMonth: number, fiscalYear: number, quarter: number): number {
  return lastOfMonth({ year: fiscalYear, month: yearEndMonth - 3 * (4 - quarter) })
}

/** Beyond the end of the trading calendar every day will do: no clock gets there. */
function filingDayOf(endDay: number): number {
  const day = endDay + FILING_DAYS
  return day >= CALENDAR_LAST_DAY || isBusinessDay(day) ? day : nextBusinessDay(day)
}

function share(amount: number, parts: number): number {
  return Math.round((Math.round(amount / 1_000) * parts) / PARTS) * 1_000
}

/** -most … +most, in basis points. */
function jitter(draw: number, most: number): number {
  return ((draw & 0xff) * 2 * most) / 255 - most
}

function epsCents(netIncome: number, shares: number): number {
  return Math.round((netIncome * 100) / shares)
}
