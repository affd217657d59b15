import { civilFromDays, daysFromCivil, firstOfMonth } from '../domain/time/civil-date.ts'
import { type CorporateAction, splitRatio } from '../domain/market/corporate-action.ts'
import { type Walk, walkPrice } from '../domain/market/price-walk.ts'
import { DAY_MS } from '../domain/time/durations.ts'
import { announcedDividend, type CashDividend, cashDividends, declaredAt, UNDECLARED_AFTER_DAYS } from './cash-dividends.ts'
import { type FinancialStatement, latestStatements } from './financial-statements.ts'
import type { MarketDataFile, Security } from './market-data-file.ts'
import { exchangeClock, exchangeDays, KNOWN_DAYS, previousCloseAt } from './exchange-hours.ts'
import { newYorkDay } from './new-york-time.ts'
import { latestNews, type NewsItem } from './news-feed.ts'
import { contractSymbol, type Expiration, expirations, strikes } from './option-listings.ts'
import { type DailyBar, dailyBars, type PriceSeries, type Split, volumeUpTo, walkedClose } from './price-history.ts'
import { previousBusinessDay, sessionTimes } from './trading-calendar.ts'

const FIRST_DAY = daysFromCivil({ year: 2016, month: 1, day: 1 })
const FIRST_MOMENT = FIRST_DAY * DAY_MS

/** A contract of an option chain. */
export interface OptionContract {
  readonly symbol: string
  readonly strikeTicks: number
  readonly type: 'call' | 'put'
}

/** What a security's bundled past is changed by: what a market's companies have announced of it. */
interface Announcements {
  readonly actions: readonly CorporateAction[]
}

/** Days since 1970-01-01, both included. */
export interface DayRange {
  readonly from: number
  readonly to: number
}

/** The bundled data about securities, and what follows from it at a moment of a market's clock. Days are days since 1970-01-01. */
export class MarketData {
  readonly sectors: MarketDataFile['sectors']
  /** of which there are prices and dividends */
  readonly firstDay = FIRST_DAY
  readonly hours = { dayAt: newYorkDay, clock: exchangeClock, days: exchangeDays, known: KNOWN_DAYS, previousCloseAt }
  private readonly securities: ReadonlyMap<string, Security>
  private readonly symbols: ReadonlyMap<string, string>
  private readonly news: MarketDataFile['news']

  constructor(file: MarketDataFile) {
    this.sectors = file.sectors
    this.news = file.news
    this.securities = new Map(file.securities.map((security) => [security.symbol, security]))
    this.symbols = new Map(file.securities.flatMap(({ symbol, cusip, isin }) => [cusip, isin].map((identifier) => [identifier, symbol])))
  }

  security(symbol: string): Security | undefined {
    return this.securities.get(symbol)
  }

  /** By CUSIP or ISIN. */
  symbolOf(identifier: string): string | undefined {
    return this.symbols.get(identifier)
  }

  /** Oldest first; the last one is today's, up to `now`. */
  dailyBars(
    symbol: string,
    walk: Walk,
    { from, to, now, splits, actions, ended }: Announcements & DayRange & Pick<PriceSeries, 'splits' | 'ended'> & { readonly now: number },
  ): readonly DailyBar[] {
    const today = newYorkDay(now)
    const first = Math.max(from, FIRST_DAY)
    const series = {
      symbol,
      walk,
      averageVolume: this.security(symbol)?.average_volume ?? 0,
      dividends: this.dividends(symbol, { from: first, to: today, actions }),
      splits,
      ended,
    }
    return dailyBars(series, { from: first, to: Math.min(to, today), now })
  }

  /** Where a walk was at the close of a trading day, in the shares of that day. */
  walkedClose(walk: Walk, splits: readonly Split[], day: number): number {
    return walkedClose({ walk, splits }, day)
  }

  /** The regular session of a trading day is over. */
  hasClosed(tradeDay: number, now: number): boolean {
    return now >= sessionTimes(tradeDay)!.close
  }

  /** Shares that have traded in the regular session of a trading day. */
  dayVolume(symbol: string, tradeDay: number, { now, splits }: { readonly now: number; readonly splits: readonly Split[] }): number {
    return volumeUpTo({ symbol, averageVolume: this.security(symbol)?.average_volume ?? 0, splits }, tradeDay, now)
  }

  /** Bundled and announced, with an ex-date in the range, both ends included, oldest first; for a share of the day before it. */
  dividends(symbol: string, range: Announcements & DayRange): readonly CashDividend[] {
    return byExDay([...this.bundledDividends(symbol, range), ...announcedDividends(range)])
  }

  /** Those with an ex-date in the range that are declared by `now`, oldest first. */
  declaredDividends(symbol: string, range: Announcements & DayRange & { readonly now: number }): readonly CashDividend[] {
    return byExDay([...this.bundledDeclared(symbol, range), ...announcedDividends(range)])
  }

  private bundledDeclared(symbol: string, { now, ...range }: Announcements & DayRange & { readonly now: number }): readonly CashDividend[] {
    const to = Math.min(range.to, newYorkDay(now) + UNDECLARED_AFTER_DAYS)
    return this.bundledDividends(symbol, { ...range, to }).filter(({ exDay }) => declaredAt(exDay) <= now)
  }

  private bundledDividends(symbol: string, { from, to, actions }: Announcements & DayRange): readonly CashDividend[] {
    const rule = this.security(symbol)?.dividend
    if (rule === null || rule === undefined) return []
    const splits = actions.filter((action) => action.type === 'split').filter(({ status }) => status === 'effective')
    return cashDividends(rule, { from: Math.max(from, FIRST_DAY), to }).map((dividend) => {
      const ratio = splitRatio(splits.filter(({ exDay }) => exDay < dividend.exDay))
      return { ...dividend, amountTicks: Math.max(1, Math.round(dividend.amountTicks / ratio)) }
    })
  }

  /** Newest first; undefined when the security has no statements. */
  statements(
    symbol: string,
    { type, count, now }: { readonly type: 'annual' | 'quarterly'; readonly count: number; readonly now: number },
  ): readonly FinancialStatement[] | undefined {
    const security = this.security(symbol)
    if (security === undefined || security.statements === null) return undefined
    const issuer = { symbol, sharesOutstanding: security.shares_outstanding, rule: security.statements }
    return latestStatements(issuer, { type, count, day: newYorkDay(now) })
  }

  /** Newest first; of one that the data set does not have what was announced alone. Undefined when nothing is known of the security. */
  latestNews(
    symbol: string,
    name: string,
    { count, now, actions }: Announcements & { readonly count: number; readonly now: number },
  ): readonly NewsItem[] | undefined {
    const security = this.security(symbol)
    if (security === undefined && actions.length === 0) return undefined
    const dividends = this.bundledDeclared(symbol, { from: FIRST_DAY, to: Infinity, now, actions })
    const subject = { symbol, name, industry: security?.industry ?? null, dividends, actions }
    return latestNews(this.news, subject, { count, now, since: security === undefined ? Infinity : FIRST_MOMENT })
  }

  /** Undefined when no options are listed on the security. On its last day an expiration is listed until the close. */
  expirations(symbol: string, now: number): readonly Expiration[] | undefined {
    const cycle = this.security(symbol)?.options
    if (cycle === null || cycle === undefined) return undefined
    const today = newYorkDay(now)
    const times = sessionTimes(today)
    return expirations(times !== undefined && now >= times.close ? today + 1 : today, cycle)
  }

  /** In ticks, in order. */
  strikes({ contractType }: Expiration, referenceTicks: number): readonly number[] {
    return strikes(referenceTicks, contractType)
  }

  /** By strike, the call before the put. */
  optionContracts(symbol: string, { day, contractType }: Expiration, referenceTicks: number): readonly OptionContract[] {
    return strikes(referenceTicks, contractType).flatMap((strikeTicks) =>
      (['call', 'put'] as const).map((type) => ({ symbol: contractSymbol(symbol, { day, type, strikeTicks }), strikeTicks, type })),
    )
  }

  /** The close of the last session before the present month: strikes stay where they are for as long. */
  optionReferenceTicks(walk: Walk, now: number): number {
    const today = newYorkDay(now)
    const day = previousBusinessDay(firstOfMonth(civilFromDays(today)))
    return walkPrice(walk, sessionTimes(day)!.close)
  }
}

function announcedDividends({ from, to, actions }: Announcements & DayRange): readonly CashDividend[] {
  const dividends = actions.filter((action) => action.type === 'cash_dividend')
  return dividends.filter(({ exDay }) => exDay >= from && exDay <= to).map(announcedDividend)
}

const byExDay = (dividends: CashDividend[]): readonly CashDividend[] => dividends.sort((a, b) => a.exDay - b.exDay)
