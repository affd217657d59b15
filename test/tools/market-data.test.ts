import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listingsOf } from '../../src/config/listings.ts'
import { dayNumber, type TradeDate } from '../../src/domain/time/trade-date.ts'
import { isCusip, isIsin } from '../../src/domain/identifiers/security-identifier.ts'
import { cashDividends } from '../../src/market/cash-dividends.ts'
import { latestStatements } from '../../src/market/financial-statements.ts'
import { readMarketDataFile } from '../../src/market/market-data-file.ts'
import { isBusinessDay, nextBusinessDay } from '../../src/market/trading-calendar.ts'
import { renderedFiles } from '../../tools/market-data/rendered.ts'

const root = new URL('../../', import.meta.url)
const { sectors, securities, news } = readMarketDataFile(new URL('config/market-data/securities.json', root))
const listings = listingsOf(JSON.parse(readFileSync(new URL('config/instruments.json', root), 'utf8')) as Parameters<typeof listingsOf>[0])
const day = (date: string): number => dayNumber(date as TradeDate)

test.each([...renderedFiles()])('npm run market-data writes %s byte for byte as it stands there', (path, text) => {
  expect(readFileSync(new URL(path, root), 'utf8')).toBe(text)
})

describe('the bundled data set', () => {
  test('has at least 55 symbols, companies and funds, and the securities that the engine lists', () => {
    expect(securities.map(({ symbol }) => symbol)).toEqual(listings.map(({ instrument }) => instrument.symbol))
    const funds = listings.filter(({ instrument }) => instrument.assetClass === 'etf')
    expect([securities.length, new Set(securities.map(({ symbol }) => symbol)).size, funds.length]).toEqual([62, 62, 9])
  })

  test('has companies of all eleven sectors, each in an industry of its sector', () => {
    expect(sectors).toHaveLength(11)
    const companies = securities.filter(({ industry }) => industry !== null)
    expect([...new Set(companies.map(({ sector }) => sector))].sort()).toEqual(sectors.map(({ sector }) => sector).sort())
    const wrong = companies.filter(
      ({ sector, industry }) => !sectors.some((one) => one.sector === sector && one.industries.includes(industry!)),
    )
    expect(wrong).toEqual([])
    const fundsOfNone = securities.filter(({ industry, sector }) => industry === null && sector !== null)
    expect(fundsOfNone.filter(({ sector }) => !sectors.some((one) => one.sector === sector))).toEqual([])
  })

  test('has fictitious identifiers with the right check digits, each once', () => {
    const wrong = securities.filter(
      ({ cusip, isin }) => !isCusip(cusip) || !isIsin(isin) || !/^99[0-9]{4}/.test(cusip) || isin.slice(2, 11) !== cusip,
    )
    expect(wrong).toEqual([])
    expect(new Set(securities.map(({ cusip }) => cusip)).size).toBe(securities.length)
  })

  test('says of people, figures and news that they are sample data', () => {
    expect(securities.filter(({ ceo }) => ceo !== null && !ceo.endsWith('(sample data)'))).toEqual([])
    expect(securities.filter(({ about }) => !about.endsWith('Figures and people are sample data.'))).toEqual([])
    const summaries = [...news.company, ...news.any].flatMap(({ summary }) => summary ?? [])
    expect(summaries.filter((summary) => !summary.startsWith('Sample data: '))).toEqual([])
  })

  test('has statements for companies alone', () => {
    const funds = new Set(listings.filter(({ instrument }) => instrument.assetClass === 'etf').map(({ instrument }) => instrument.symbol))
    expect(securities.filter(({ symbol, statements }) => (statements === null) !== funds.has(symbol))).toEqual([])
  })

  test('has quotes that are not crossed, on the tick, where the walk begins', () => {
    const wrong = listings.filter(
      ({ quote, instrument: { walk } }) =>
        quote === null ||
        walk === null ||
        quote.bidTicks >= quote.askTicks ||
        quote.bidTicks % 100 !== 0 ||
        walk.baseTicks !== quote.bidTicks,
    )
    expect(wrong).toEqual([])
  })

  test('has walks of 0.1 to 1 basis point a second', () => {
    const steps = listings.map(({ instrument }) => instrument.walk!.stepHundredths)
    expect([Math.min(...steps), Math.max(...steps)]).toEqual([10, 100])
  })

  test('is small', () => {
    expect(readFileSync(new URL('config/market-data/securities.json', root)).length).toBeLessThan(60_000)
  })
})

describe('the statements of every company', () => {
  const companies = securities.flatMap((security) =>
    security.statements === null
      ? []
      : [{ symbol: security.symbol, sharesOutstanding: security.shares_outstanding, rule: security.statements }],
  )
  const today = day('2026-11-20')

  test.each(companies)('of $symbol add up', (issuer) => {
    const quarterly = latestStatements(issuer, { type: 'quarterly', count: 20, day: today })
    const annual = latestStatements(issuer, { type: 'annual', count: 20, day: today })
    expect([quarterly.length, annual.length]).toEqual([20, annual[0]!.fiscalYear - 2015])
    for (const one of [...quarterly, ...annual]) {
      expect(one.totalLiabilities + one.totalEquity).toBe(one.totalAssets)
      expect(one.grossProfit).toBeGreaterThanOrEqual(one.operatingIncome)
      expect(one.operatingIncome).toBeGreaterThanOrEqual(one.netIncome)
      expect(one.revenue).toBeGreaterThanOrEqual(one.grossProfit)
      expect(one.totalDebt).toBeLessThanOrEqual(one.totalLiabilities)
      expect(one.cashAndEquivalents).toBeLessThanOrEqual(one.totalAssets)
      // to the half cent a share
      expect(Math.abs((one.epsDilutedCents * issuer.sharesOutstanding) / 100 - one.netIncome)).toBeLessThanOrEqual(
        issuer.sharesOutstanding / 200,
      )
      expect(isBusinessDay(one.filingDay)).toBe(true)
      expect(one.filingDay).toBeLessThanOrEqual(today)
    }
    const first = annual[0]!
    const ofYear = latestStatements(issuer, { type: 'quarterly', count: 8, day: today }).filter(
      ({ fiscalYear }) => fiscalYear === first.fiscalYear,
    )
    expect(ofYear.map(({ quarter }) => quarter)).toEqual([4, 3, 2, 1])
    for (const flow of ['revenue', 'grossProfit', 'operatingIncome', 'netIncome', 'freeCashFlow'] as const) {
      expect(ofYear.reduce((sum, quarter) => sum + quarter[flow], 0)).toBe(first[flow])
    }
    expect(ofYear[0]).toMatchObject({ totalAssets: first.totalAssets, totalEquity: first.totalEquity, endDay: first.endDay })
  })
})

describe('the dividends of every payer', () => {
  const payers = securities.flatMap(({ symbol, dividend }) => (dividend === null ? [] : [{ symbol, dividend }]))

  test.each(payers)('of $symbol have dates that trading allows', ({ dividend }) => {
    const paid = cashDividends(dividend, { from: day('2016-01-01'), to: day('2030-12-31') })
    const aYear = { monthly: 12, quarterly: 4, annual: 1 }[dividend.frequency]
    expect(paid).toHaveLength(15 * aYear)
    const nextDaySettlement = day('2024-05-28')
    for (const { exDay, recordDay, payDay, amountTicks } of paid) {
      expect([isBusinessDay(exDay), isBusinessDay(recordDay), isBusinessDay(payDay)]).toEqual([true, true, true])
      expect(recordDay).toBe(exDay >= nextDaySettlement ? exDay : nextBusinessDay(exDay))
      expect(payDay).toBeGreaterThan(recordDay)
      expect(amountTicks).toBeGreaterThan(0)
    }
  })
})
