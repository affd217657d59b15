import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRIDAY } from '../../../engine/engine-under-test.ts'
import { refusalOf } from '../../../support/rest-client.ts'
import { openRestServer, type RestServer } from '../../../support/rest-server.ts'
import { BUILT_IN } from './listed-securities.ts'

let server: RestServer
beforeAll(async () => {
  server = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
})
afterAll(() => server.close())
beforeEach(() => {
  server.now = FRIDAY
})

const get = (path: string) => server.client.get(`/v1/marketdata/${path}`)
const refusal = async (path: string) => refusalOf(await get(path))

describe('a company profile', () => {
  test('has what is known of a company', async () => {
    expect((await get('company-profile/jnj')).body).toEqual({
      symbol: 'JNJ',
      name: 'Johnson & Johnson',
      description: 'Makes medicines and medical devices. Figures and people are sample data.',
      exchange: 'NYSE',
      sector: 'Health Care',
      industry: 'Pharmaceuticals',
      market_cap: 374_902_920_000,
      pe_ratio: 26.23,
      eps: 5.94,
      dividend_yield: 3.2987,
      week_52_high: 170.71,
      week_52_low: 147.48,
      average_volume: 8_243_271,
      shares_outstanding: 2_406_000_000,
      country: 'US',
      website: 'https://www.jnj.com',
      ceo: 'Quinn Sample (sample data)',
      employees: 138_100,
      currency: 'USD',
    })
  })

  test('of a fund has neither earnings nor people', async () => {
    expect((await get('company-profile/XLK')).body).toMatchObject({
      name: 'Technology Select Sector SPDR Fund',
      sector: 'Information Technology',
      industry: null,
      pe_ratio: null,
      eps: null,
      ceo: null,
      employees: null,
    })
  })

  test('agrees with the quote, the statements, the dividends and the history', async () => {
    const profile = (await get('company-profile/JPM')).body
    const { last } = (await get('real-time/JPM')).body
    const { reports } = (await get('balance-sheet/JPM?statementType=quarterly&numberOfReports=4')).body
    const { dividends } = (await get('cash-dividends/JPM?excludingFrom=2025-11-21&excludingTo=2026-11-20')).body
    const { bars } = (await get('historical/JPM')).body
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    const eps = sum(reports.map(({ eps_diluted }: { eps_diluted: number }) => eps_diluted))
    const paid = sum(dividends.map(({ amount }: { amount: number }) => amount))
    expect(dividends).toHaveLength(4)
    expect(profile.eps).toBeCloseTo(eps, 4)
    expect(profile.pe_ratio).toBeCloseTo(last / eps, 2)
    expect(profile.dividend_yield).toBeCloseTo((100 * paid) / last, 3)
    expect(profile.market_cap).toBeCloseTo(last * profile.shares_outstanding, -1)
    expect(profile.week_52_high).toBe(Math.max(...bars.map(({ high }: { high: number }) => high)))
    expect(profile.week_52_low).toBe(Math.min(...bars.map(({ low }: { low: number }) => low)))
  })

  test('is in the shares of now: a split changes what a share is, not the company', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    const profileOf = async () => (await own.client.get('/v1/marketdata/company-profile/KO')).body
    // Friday has ended
    own.now = Date.parse('2026-12-18T21:30:00Z')
    await own.run({ type: 'AdvanceTime' })
    const before = await profileOf()
    const action = { symbol: 'KO', ex_date: '2026-12-22' }
    await own.client.post('/v1/dev/sandbox/corporate-actions', { ...action, type: 'split', ratio: '10:1' })
    // a dollar for a share of before the split
    await own.client.post('/v1/dev/sandbox/corporate-actions', { ...action, type: 'cash_dividend', amount: '1', pay_date: '2026-12-29' })
    await own.operator.post('/v1/admin/end-of-day', { date: '2026-12-22' })
    const after = await profileOf()
    expect(after.shares_outstanding).toBe(10 * before.shares_outstanding)
    expect(after.average_volume / before.average_volume).toBeCloseTo(10, 4)
    expect(after.eps).toBeCloseTo(before.eps / 10, 3)
    expect(after.week_52_high).toBeCloseTo(before.week_52_high / 10, 3)
    expect(after.week_52_low).toBeCloseTo(before.week_52_low / 10, 3)
    // on the tick of a price that is a tenth of what it was
    expect(after.market_cap / before.market_cap).toBeCloseTo(1, 2)
    expect(after.pe_ratio / before.pe_ratio).toBeCloseTo(1, 2)
    expect(after.dividend_yield / before.dividend_yield).toBeCloseTo(1, 2)
    own.now = Date.parse('2026-12-22T15:00:00Z')
    const { last } = (await own.client.get('/v1/marketdata/real-time/KO')).body
    expect((await profileOf()).dividend_yield - 10 / last).toBeCloseTo(before.dividend_yield, 1)
    await own.close()
  })

  test('is in the shares of now of one that an operator has listed, whose quote has no walk', async () => {
    const own = await openRestServer()
    await own.operator.post('/v1/admin/symbols', { symbol: 'KO', name: 'Coca-Cola', exchange: 'NYSE', previous_close: '70.00' })
    const profileOf = async () => (await own.client.get('/v1/marketdata/company-profile/KO')).body
    const before = await profileOf()
    const action = { symbol: 'KO', type: 'split', ratio: '10:1', ex_date: '2026-11-23' }
    expect((await own.client.post('/v1/dev/sandbox/corporate-actions', action)).status).toBe(201)
    await own.operator.post('/v1/admin/end-of-day')
    const after = await profileOf()
    expect(after.shares_outstanding).toBe(10 * before.shares_outstanding)
    expect(after.eps).toBeCloseTo(before.eps / 10, 3)
    expect([after.market_cap, after.week_52_high]).toEqual([before.market_cap, null])
    await own.close()
  })

  test('of a company that loses money has earnings and no price to them', async () => {
    const { eps, pe_ratio } = (await get('company-profile/BA')).body
    expect([eps < 0, pe_ratio]).toEqual([true, null])
  })

  test.each([
    ['company-profile/WHOLE', 404, 'SYMBOL_NOT_FOUND', undefined],
    ['company-profile/ZZZZ', 400, 'INVALID_SYMBOL', 'symbol'],
    ['company-profile/1A', 400, 'INVALID_SYMBOL', 'symbol'],
  ])('%s is refused', async (path, status, code, field) => {
    expect(await refusal(path)).toEqual([status, code, field])
  })
})

describe('financial statements', () => {
  test('have the earnings of a share of the day on which they were filed', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    // Friday has ended
    own.now = Date.parse('2026-12-18T21:30:00Z')
    await own.run({ type: 'AdvanceTime' })
    // the fourth quarter is filed on the day on which the shares are split
    await own.client.post('/v1/dev/sandbox/corporate-actions', { type: 'split', symbol: 'KO', ratio: '10:1', ex_date: '2027-02-03' })
    await own.operator.post('/v1/admin/end-of-day', { date: '2027-02-03' })
    own.now = Date.parse('2027-03-01T15:00:00Z')
    const { shares_outstanding } = (await own.client.get('/v1/marketdata/company-profile/KO')).body
    const reportsOf = async (type: string) =>
      (await own.client.get(`/v1/marketdata/balance-sheet/KO?statementType=${type}&numberOfReports=2`)).body.reports as {
        readonly period: string
        readonly net_income: number
        readonly eps_diluted: number
      }[]
    const perShare = (await Promise.all([reportsOf('quarterly'), reportsOf('annual')])).flat().map((report) => ({
      period: report.period,
      ratio: Math.round((report.eps_diluted * shares_outstanding) / report.net_income),
    }))
    expect(perShare).toEqual([
      { period: 'Q4 2026', ratio: 1 },
      { period: 'Q3 2026', ratio: 10 },
      { period: 'FY2026', ratio: 1 },
      { period: 'FY2025', ratio: 10 },
    ])
    await own.close()
  })

  test('are the last five years by default, newest first', async () => {
    const { body } = await get('balance-sheet/MCD')
    expect({ ...body, reports: body.reports.map(({ period }: { period: string }) => period) }).toEqual({
      symbol: 'MCD',
      statement_type: 'annual',
      currency: 'USD',
      reports: ['FY2025', 'FY2024', 'FY2023', 'FY2022', 'FY2021'],
    })
  })

  test('have every member of a report', async () => {
    expect((await get('balance-sheet/MCD?statementType=quarterly&numberOfReports=1')).body).toEqual({
      symbol: 'MCD',
      statement_type: 'quarterly',
      currency: 'USD',
      reports: [
        {
          period: 'Q3 2026',
          period_end_date: '2026-09-30',
          filing_date: '2026-11-03',
          total_assets: 57_100_897_000,
          total_liabilities: 54_816_861_000,
          total_equity: 2_284_036_000,
          revenue: 6_963_879_000,
          gross_profit: 3_955_483_000,
          operating_income: 3_133_322_000,
          net_income: 2_176_939_000,
          total_debt: 44_538_700_000,
          cash_and_equivalents: 1_713_027_000,
          free_cash_flow: 1_809_720_000,
          eps_diluted: 3.04,
        },
      ],
    })
  })

  test('of quarters carry the fiscal year', async () => {
    const { body } = await get('balance-sheet/NKE?statementType=quarterly&numberOfReports=3')
    expect(body.reports.map(({ period, period_end_date }: Record<string, string>) => [period, period_end_date])).toEqual([
      ['Q1 2027', '2026-08-31'],
      ['Q4 2026', '2026-05-31'],
      ['Q3 2026', '2026-02-28'],
    ])
  })

  test('appear when they are filed', async () => {
    const latest = async () => (await get('balance-sheet/HD?statementType=quarterly&numberOfReports=1')).body.reports[0].period as string
    const before = await latest()
    server.now = Date.parse('2026-12-04T16:00:00Z')
    expect([before, await latest()]).toEqual(['Q2 2027', 'Q3 2027'])
  })

  test('are found by CUSIP and ISIN too', async () => {
    const byTicker = (await get('balance-sheet/NVDA')).body
    expect((await get('balance-sheet/*990103103')).body).toEqual(byTicker)
    expect((await get('balance-sheet/*us9901031032')).body).toEqual(byTicker)
    expect((await get('balance-sheet/%2A990103103')).body).toEqual(byTicker)
  })

  test('are as many as there are', async () => {
    expect((await get('balance-sheet/MCD?numberOfReports=20')).body.reports).toHaveLength(10)
    expect((await get('balance-sheet/MCD?numberOfReports=20&statementType=quarterly')).body.reports).toHaveLength(20)
  })

  test.each([
    ['balance-sheet/SPY', 404, 'NO_FINANCIAL_DATA', undefined],
    ['balance-sheet/AAPL9', 400, 'INVALID_SYMBOL', 'symbol'],
    ['balance-sheet/WHOLE', 404, 'NO_FINANCIAL_DATA', undefined],
    ['balance-sheet/*990103104', 400, 'INVALID_SYMBOL', 'symbol'],
    ['balance-sheet/*037833100', 400, 'INVALID_SYMBOL', 'symbol'],
    ['balance-sheet/*', 400, 'INVALID_SYMBOL', 'symbol'],
    ['balance-sheet/NVDA?statementType=monthly', 400, 'VALIDATION_ERROR', 'statementType'],
    ['balance-sheet/NVDA?numberOfReports=0', 400, 'VALIDATION_ERROR', 'numberOfReports'],
    ['balance-sheet/NVDA?numberOfReports=21', 400, 'VALIDATION_ERROR', 'numberOfReports'],
    ['balance-sheet/NVDA?numberOfReports=two', 400, 'VALIDATION_ERROR', 'numberOfReports'],
  ])('%s is refused', async (path, status, code, field) => {
    expect(await refusal(path)).toEqual([status, code, field])
  })
})

describe('news', () => {
  test('are a bare array, most recent first, each item with all its members', async () => {
    const { body } = await get('news/NVDA?limit=2')
    expect(body).toEqual([
      {
        id: 'news-NVDA-8310',
        type: 'news',
        headline: 'Analysts compare NVIDIA Corporation with its peers in Semiconductors & Semiconductor Equipment',
        summary: 'Sample data: the comparison finds margins near the middle of the group.',
        source: 'Sample data',
        url: null,
        published_at: '2026-11-18T11:45:29.000Z',
        symbols: ['NVDA'],
      },
      {
        id: 'news-NVDA-8309',
        type: 'news',
        headline: 'Trading volume in NVIDIA Corporation near its average',
        summary: 'Sample data: neither side of the market was in a hurry.',
        source: 'Sample data',
        url: null,
        published_at: '2026-11-16T01:21:59.000Z',
        symbols: ['NVDA'],
      },
    ])
  })

  test('are fifty by default, and the same ones later with newer ones before them', async () => {
    const before = (await get('news/NVDA')).body as { readonly id: string; readonly published_at: string }[]
    server.now += 30 * 86_400_000
    const after = (await get('news/NVDA?limit=100')).body as typeof before
    const from = after.findIndex(({ id }) => id === before[0]!.id)
    expect([before.length, from > 5]).toEqual([50, true])
    expect(after.slice(from, from + 50)).toEqual(before)
    const moments = after.map(({ published_at }) => published_at)
    expect(moments).toEqual(moments.toSorted().reverse())
  })

  test('have the declaration of each dividend as a corporate action, before its ex-date', async () => {
    const items = (await get('news/KO?limit=500')).body as Record<string, unknown>[]
    const [last] = items.filter(({ type }) => type === 'corporate_action')
    expect(last).toEqual({
      id: 'dividend-KO-2026-09-14',
      type: 'corporate_action',
      headline: 'The Coca-Cola Company declares a quarterly dividend of $0.51 a share',
      summary: null,
      source: 'Sample data',
      url: null,
      published_at: '2026-08-24T20:30:00.000Z',
      symbols: ['KO'],
    })
  })

  test.each([
    ['news/NVDA?limit=0', 400, 'VALIDATION_ERROR', 'limit'],
    ['news/NVDA?limit=501', 400, 'VALIDATION_ERROR', 'limit'],
    ['news/ZZZZ', 400, 'INVALID_SYMBOL', 'symbol'],
    ['news/WHOLE', 404, 'SYMBOL_NOT_FOUND', undefined],
  ])('%s is refused', async (path, status, code, field) => {
    expect(await refusal(path)).toEqual([status, code, field])
  })
})

describe('cash dividends', () => {
  test('are those that are declared, most recent first', async () => {
    const dividend = (ex_date: string, pay_date: string) => ({
      ex_date,
      record_date: ex_date,
      pay_date,
      amount: 0.01,
      frequency: 'quarterly',
      currency: 'USD',
    })
    const september = dividend('2026-09-11', '2026-10-02')
    expect((await get('cash-dividends/NVDA?excludingFrom=2026-09-01')).body).toEqual({ symbol: 'NVDA', dividends: [september] })
    server.now = Date.parse('2026-11-20T21:30:00Z')
    expect((await get('cash-dividends/NVDA?excludingFrom=2026-09-01')).body).toEqual({
      symbol: 'NVDA',
      dividends: [dividend('2026-12-11', '2027-01-04'), september],
    })
    expect((await get('news/NVDA?limit=1')).body).toMatchObject([{ type: 'corporate_action', published_at: '2026-11-20T21:30:00.000Z' }])
  })

  test('go back to 2016', async () => {
    const { dividends } = (await get('cash-dividends/O')).body
    expect([dividends.length, dividends.at(-1).ex_date, dividends.at(-1).amount]).toEqual([132, '2016-01-04', 0.2085])
  })

  test('have both ends of the range, which may be open to the present', async () => {
    const dates = async (query: string) =>
      ((await get(`cash-dividends/NVDA?${query}`)).body.dividends as { ex_date: string }[]).map(({ ex_date }) => ex_date)
    expect(await dates('excludingFrom=2026-03-11&excludingTo=2026-06-11')).toEqual(['2026-06-11', '2026-03-11'])
    expect(await dates('excludingFrom=2026-03-12&excludingTo=2026-06-10')).toEqual([])
    expect(await dates('excludingFrom=2027-06-01')).toEqual([])
  })

  test('after a split are paid on more shares, and the adjusted close falls by no more than they are', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    const amounts = async () =>
      (
        (await own.client.get('/v1/marketdata/cash-dividends/O?excludingFrom=2026-11-01')).body.dividends as {
          ex_date: string
          amount: number
        }[]
      ).map(({ ex_date, amount }) => [ex_date, amount])
    await own.client.post('/v1/dev/sandbox/corporate-actions', { type: 'split', symbol: 'O', ratio: '10:1', ex_date: '2026-11-23' })
    own.now = Date.parse('2026-11-20T21:30:00Z')
    const before = await amounts()
    expect(before[0]).toEqual(['2026-12-02', 0.2685])
    await own.run({ type: 'AdvanceTime' })
    own.now = Date.parse('2026-12-10T21:30:00Z')
    expect(await amounts()).toEqual([['2026-12-02', 0.0269], ...before.slice(1)])
    const { bars } = (await own.client.get('/v1/marketdata/historical/O?startDate=2026-12-01&endDate=2026-12-02')).body
    expect(bars[0].adj_close).toBeCloseTo(bars[0].close - 0.0269, 3)
    expect(bars[1].adj_close).toBe(bars[1].close)
    await own.close()
  })

  test('that are announced are listed among them, in the news, the adjusted close and, once the ex-date has come, the yield', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    const of = async (path: string) => (await own.client.get(`/v1/marketdata/${path}`)).body
    const announcement = { type: 'cash_dividend', symbol: 'AMZN', amount: '2.5', ex_date: '2026-11-23', pay_date: '2026-12-01' }
    await own.client.post('/v1/dev/sandbox/corporate-actions', announcement)
    await own.client.post('/v1/dev/sandbox/corporate-actions', {
      ...announcement,
      symbol: 'KO',
      amount: '1',
      ex_date: '2026-12-07',
      pay_date: '2026-12-11',
    })
    const special = { frequency: 'special', currency: 'USD' }
    expect((await of('cash-dividends/AMZN')).dividends).toEqual([
      { ex_date: '2026-11-23', record_date: '2026-11-23', pay_date: '2026-12-01', amount: 2.5, ...special },
    ])
    expect((await of('cash-dividends/KO?excludingFrom=2026-09-01')).dividends.map(({ ex_date }: { ex_date: string }) => ex_date)).toEqual([
      '2026-12-07',
      '2026-09-14',
    ])
    expect((await of('news/AMZN?limit=1'))[0]).toMatchObject({
      type: 'corporate_action',
      headline: 'Amazon.com, Inc. declares a dividend of $2.50 a share',
      published_at: '2026-11-20T15:04:05.123Z',
    })
    expect((await of('company-profile/AMZN')).dividend_yield).toBe(0)
    await own.operator.post('/v1/admin/end-of-day')
    own.now = Date.parse('2026-11-23T21:30:00Z')
    const { last } = await of('real-time/AMZN')
    expect((await of('company-profile/AMZN')).dividend_yield).toBeCloseTo(250 / last, 3)
    const { bars } = await of('historical/AMZN?startDate=2026-11-20')
    expect(bars[0].adj_close).toBeCloseTo(bars[0].close - 2.5, 3)
    expect(bars[1].adj_close).toBe(bars[1].close)
    await own.close()
  })

  test('that are announced are listed, and news with the splits, of a security of which nothing else is known', async () => {
    const own = await openRestServer()
    const of = async (path: string) => (await own.client.get(`/v1/marketdata/${path}`)).body
    await own.operator.post('/v1/admin/symbols', { symbol: 'NEWCO', name: 'New Company', exchange: 'NYSE', previous_close: '25.00' })
    const announce = (body: object) =>
      own.client.post('/v1/dev/sandbox/corporate-actions', { symbol: 'NEWCO', ex_date: '2026-11-23', ...body })
    await announce({ type: 'split', ratio: '2:1' })
    expect((await of('cash-dividends/NEWCO')).error.code).toBe('SYMBOL_NOT_FOUND')
    own.now += 60_000
    await announce({ type: 'cash_dividend', amount: '0.50', pay_date: '2026-12-01' })
    expect(await of('cash-dividends/NEWCO')).toEqual({
      symbol: 'NEWCO',
      dividends: [
        {
          ex_date: '2026-11-23',
          record_date: '2026-11-23',
          pay_date: '2026-12-01',
          amount: 0.5,
          frequency: 'special',
          currency: 'USD',
        },
      ],
    })
    expect((await of('cash-dividends/NEWCO?excludingFrom=2026-11-24')).dividends).toEqual([])
    expect((await of('news/NEWCO')).map(({ headline }: { headline: string }) => headline)).toEqual([
      'New Company declares a dividend of $0.50 a share',
      'New Company announces a split of its shares, 2 for 1',
    ])
    expect((await of('news/WHOLE')).error.code).toBe('SYMBOL_NOT_FOUND')
    await own.close()
  })

  test('of who pays none are an empty list', async () => {
    expect((await get('cash-dividends/AMZN')).body).toEqual({ symbol: 'AMZN', dividends: [] })
  })

  test('are found by CUSIP and ISIN too', async () => {
    expect((await get('cash-dividends/*990103103')).body.symbol).toBe('NVDA')
    expect((await get('cash-dividends/*US9901031032')).body.symbol).toBe('NVDA')
  })

  test.each([
    ['cash-dividends/NVDA?excludingTo=2026-06-11', 400, 'INVALID_DATE_RANGE', 'excludingTo'],
    ['cash-dividends/NVDA?excludingFrom=2026-06-12&excludingTo=2026-06-11', 400, 'INVALID_DATE_RANGE', 'excludingFrom'],
    ['cash-dividends/NVDA?excludingFrom=June', 400, 'INVALID_DATE_RANGE', 'excludingFrom'],
    ['cash-dividends/ZZZZ', 400, 'INVALID_SYMBOL', 'symbol'],
    ['cash-dividends/WHOLE', 404, 'SYMBOL_NOT_FOUND', undefined],
  ])('%s is refused', async (path, status, code, field) => {
    expect(await refusal(path)).toEqual([status, code, field])
  })
})

describe('a logo', () => {
  test('is a monogram that the gateway serves to anyone, at the host of the request', async () => {
    const { body } = await server.client.get('/v1/marketdata/logos/nvda', { headers: { host: 'gateway.example:8080' } })
    expect(body).toEqual({ symbol: 'NVDA', logo_url: 'http://gateway.example:8080/logos/NVDA.svg', width: 128, height: 128 })
    const image = await server.anonymous.get(new URL(body.logo_url as string).pathname)
    expect([image.status, image.headers['content-type'], image.headers['content-security-policy']]).toEqual([
      200,
      'image/svg+xml',
      "default-src 'none'",
    ])
    expect(image.body).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128" role="img"><title>NVDA</title>' +
        '<rect width="128" height="128" rx="24" fill="#76b900"/>' +
        '<text x="64" y="66" fill="#ffffff" font-family="Helvetica, Arial, sans-serif" font-size="36" font-weight="700"' +
        ' text-anchor="middle" dominant-baseline="central">NVDA</text></svg>\n',
    )
  })

  test('of a symbol with a dot has its letters', async () => {
    const { body } = await get('logos/BRK.B')
    expect((await server.anonymous.get(new URL(body.logo_url as string).pathname)).body).toContain('>BRKB</text>')
  })

  test.each([
    ['/v1/marketdata/logos/AGG', 404, 'LOGO_NOT_AVAILABLE'],
    ['/v1/marketdata/logos/WHOLE', 404, 'LOGO_NOT_AVAILABLE'],
    ['/v1/marketdata/logos/ZZZZ', 400, 'INVALID_SYMBOL'],
    ['/logos/AGG.svg', 404, 'LOGO_NOT_AVAILABLE'],
    ['/logos/ZZZZ.svg', 404, 'LOGO_NOT_AVAILABLE'],
    ['/logos/NVDA.png', 404, 'LOGO_NOT_AVAILABLE'],
    ['/logos/%3Cscript%3E.svg', 404, 'LOGO_NOT_AVAILABLE'],
  ])('%s is refused', async (path, status, code) => {
    const { status: answered, body } = await server.client.get(path)
    expect([answered, body.error.code]).toEqual([status, code])
  })
})

test('everything is answered as late as a clock can be set', async () => {
  server.now = Date.parse('2099-11-30T16:00:00Z')
  const paths = BUILT_IN.filter(({ assetClass }) => assetClass === 'equity').flatMap(({ symbol }) => [
    `company-profile/${symbol}`,
    `balance-sheet/${symbol}?statementType=quarterly`,
    `news/${symbol}?limit=1`,
    `cash-dividends/${symbol}?excludingFrom=2099-01-01`,
  ])
  const answers = await Promise.all([...paths, 'options/expirations/NVDA', 'calendar', 'clock', 'real-time/NVDA'].map(get))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
})
