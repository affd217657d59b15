import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../support/rest-client.ts'
import { openRestServer, type RestServer } from '../../../support/rest-server.ts'
import { BUILT_IN } from './listed-securities.ts'

let server: RestServer
beforeAll(async () => {
  server = await openRestServer({ instruments: BUILT_IN })
})
afterAll(() => server.close())

const post = (path: string, body: unknown) => server.client.post(`/v1/marketdata/reference/${path}`, body)
const refusal = async (path: string, sent: unknown) => refusalOf(await post(path, sent))

const NVDA = {
  symbol: 'NVDA',
  name: 'NVIDIA Corporation',
  exchange: 'NASDAQ',
  asset_type: 'equity',
  cusip: '990103103',
  isin: 'US9901031032',
  tradable: true,
  fractionable: true,
  sector: 'Information Technology',
  industry: 'Semiconductors & Semiconductor Equipment',
  status: 'active',
}
const GONE = {
  symbol: 'GONE',
  name: 'GONE Inc',
  exchange: 'XNAS',
  asset_type: 'equity',
  cusip: null,
  isin: null,
  tradable: false,
  fractionable: true,
  sector: null,
  industry: null,
  status: 'active',
}

describe('the security master', () => {
  test('finds by the start of a symbol or a part of a name, in any case', async () => {
    expect((await post('equity-security-master', { query: 'nvd' })).body).toEqual({
      data: [NVDA],
      pagination: { limit: 25, offset: 0, total: 1, has_more: false, next_cursor: null },
    })
    expect((await post('equity-security-master', { query: 'IDIA corp' })).body.data).toEqual([NVDA])
    expect((await post('equity-security-master', { query: 'vda' })).body.data).toEqual([])
  })

  test('has every listed security, by symbol, page by page with offset and with cursor alike', async () => {
    const all = (await post('equity-security-master', { limit: 500 })).body
    const symbols = all.data.map(({ symbol }: { symbol: string }) => symbol)
    expect([all.pagination.total, symbols]).toEqual([65, symbols.toSorted()])
    expect(all.data).toContainEqual(GONE)
    const paged: unknown[] = []
    let cursor: string | null = null
    for (let offset = 0; offset < 65; offset += 20) {
      const byOffset = (await post('equity-security-master', { limit: 20, offset })).body
      const byCursor = (await post('equity-security-master', { limit: 20, ...(cursor !== null && { cursor }) })).body
      expect(byCursor).toEqual(byOffset)
      expect(byOffset.pagination.has_more).toBe(byOffset.pagination.next_cursor !== null)
      paged.push(...byCursor.data)
      cursor = byCursor.pagination.next_cursor as string | null
    }
    expect([paged, cursor]).toEqual([all.data, null])
  })

  test('can be narrowed to an exchange and a type', async () => {
    const { data } = (await post('equity-security-master', { exchange: 'nyse arca', asset_type: 'etf' })).body
    expect(data.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['AGG', 'GLD', 'IWM', 'SCHD', 'SPY', 'VTI', 'XLF', 'XLK'])
  })

  test('takes an empty body for all of it', async () => {
    expect((await post('equity-security-master', undefined)).body.pagination).toMatchObject({ limit: 25, total: 65 })
  })

  test('has the next page at its Link, where the same body is sent again', async () => {
    const body = { query: 'a', limit: 2, offset: 0 }
    const first = await post('equity-security-master', body)
    const [, url] = /^<(.+)>; rel="next"$/.exec(first.headers['link'] as string)!
    const byLink = await server.client.post(url!, body)
    const byCursor = await post('equity-security-master', { query: 'a', limit: 2, cursor: first.body.pagination.next_cursor })
    expect(byLink.body).toEqual(byCursor.body)
    expect(byLink.body.data).not.toEqual(first.body.data)
    expect((await post('equity-security-master', { query: 'aapl' })).headers['link']).toBeUndefined()
  })

  test('refuses a cursor of another search, and cursor and offset together', async () => {
    const { next_cursor: cursor } = (await post('equity-security-master', { limit: 1 })).body.pagination
    for (const other of [{ query: 'a' }, { exchange: 'NYSE' }, { asset_type: 'etf' }])
      expect(await refusal('equity-security-master', { cursor, ...other })).toEqual([400, 'INVALID_CURSOR', 'cursor'])
    expect(await refusal('equity-security-master', { cursor, offset: 1 })).toEqual([400, 'VALIDATION_ERROR', 'offset'])
  })

  test('takes a cursor of the same search, however it is written', async () => {
    const { body } = await post('equity-security-master', { query: 'a', exchange: 'NYSE', limit: 1 })
    const { next_cursor: cursor } = body.pagination
    const next = await post('equity-security-master', { query: ' A', exchange: 'nyse', limit: 1, cursor })
    expect([next.status, next.body.pagination.offset]).toEqual([200, 1])
  })

  test('takes the limit of the URL, which a Link may have, before that of the body', async () => {
    const { body } = await post('equity-security-master?limit=1', { query: 'a', limit: 2 })
    expect([body.data.length, body.pagination.limit]).toEqual([1, 1])
  })

  test('ends with a page that is just full, and has none behind the last security', async () => {
    const query = 'exchange traded'
    const named = (await post('equity-security-master', { limit: 500 })).body.data.slice(0, 2) as { symbol: string; name: string }[]
    const rename = (symbol: string, name: string) => server.operator.patch(`/v1/admin/symbols/${symbol}`, { name })
    for (const { symbol } of named) await rename(symbol, 'An Exchange Traded Thing')
    const whole = (await post('equity-security-master', { query, limit: 2 })).body
    expect(whole.pagination).toEqual({ limit: 2, offset: 0, total: 2, has_more: false, next_cursor: null })
    const { next_cursor: cursor } = (await post('equity-security-master', { query, limit: 1 })).body.pagination
    await rename(named[1]!.symbol, 'Something Else')
    expect((await post('equity-security-master', { query, limit: 1, cursor })).body).toEqual({
      data: [],
      pagination: { limit: 1, offset: 1, total: 1, has_more: false, next_cursor: null },
    })
    for (const { symbol, name } of named) await rename(symbol, name)
  })

  test.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 501 }, 'limit'],
    [{ limit: '5' }, 'limit'],
    [{ offset: -1 }, 'offset'],
    [{ asset_type: 'bond' }, 'asset_type'],
    [{ query: 7 }, 'query'],
  ])('refuses %j', async (body, field) => {
    expect(await refusal('equity-security-master', body)).toEqual([400, 'VALIDATION_ERROR', field])
  })
})

describe('symbol details', () => {
  test('are an object by symbol, null for one that is not known', async () => {
    expect((await post('symbol-details', { symbols: ['nvda', 'ZZZZ', 'GONE', 'NVDA'] })).body).toEqual({ NVDA, ZZZZ: null, GONE })
  })

  test('take a hundred symbols', async () => {
    const symbols = Array.from({ length: 100 }, (_, index) => `X${index}`)
    expect(Object.keys((await post('symbol-details', { symbols })).body)).toEqual(symbols)
    const { status, body } = await post('symbol-details', { symbols: [...symbols, 'ONE'] })
    expect([status, body.error.code, body.error.details]).toEqual([400, 'TOO_MANY_SYMBOLS', { limit: 100 }])
  })

  test.each([
    [{}, 'SYMBOLS_REQUIRED', 'symbols'],
    [{ symbols: [] }, 'SYMBOLS_REQUIRED', 'symbols'],
    [{ symbols: 'AAPL' }, 'VALIDATION_ERROR', 'symbols'],
    [{ symbols: [1] }, 'VALIDATION_ERROR', 'symbols.0'],
    // a list that is too long is not looked through
    [{ symbols: Array.from({ length: 101 }, () => 1) }, 'TOO_MANY_SYMBOLS', 'symbols'],
    [{ symbols: ['AAPL', 'no symbol'] }, 'INVALID_SYMBOL', 'symbols.1'],
    [{ symbols: ['__proto__'] }, 'INVALID_SYMBOL', 'symbols.0'],
  ])('%j is refused', async (body, code, field) => {
    expect(await refusal('symbol-details', body)).toEqual([400, code, field])
  })
})

describe('the symbols of a sector', () => {
  test('are a bare array by symbol, with their number in a header', async () => {
    const { body, headers } = await post('sector-symbols', { sector: 'information technology' })
    expect([body, headers['x-total-count']]).toEqual([['AAPL', 'AMD', 'AVGO', 'CRM', 'INTC', 'MSFT', 'NVDA', 'ORCL', 'XLK'], '9'])
  })

  test('are those that take orders', async () => {
    const change = (tradable: boolean) => server.operator.patch('/v1/admin/symbols/ORCL', { tradable })
    await change(false)
    const { body, headers } = await post('sector-symbols', { sector: 'Information Technology' })
    expect([body, headers['x-total-count']]).toEqual([['AAPL', 'AMD', 'AVGO', 'CRM', 'INTC', 'MSFT', 'NVDA', 'XLK'], '8'])
    await change(true)
  })

  test('come in pages', async () => {
    const { body, headers } = await post('sector-symbols', { sector: ' Technology ', limit: 2, offset: 3 })
    expect([body, headers['x-total-count']]).toEqual([['CRM', 'INTC'], '9'])
    expect((await post('sector-symbols', { sector: 'Technology', offset: 9 })).body).toEqual([])
  })

  test.each([
    [{ sector: 'Tech' }, 'INVALID_SECTOR', 'sector'],
    [{ sector: '' }, 'INVALID_SECTOR', 'sector'],
    [{}, 'VALIDATION_ERROR', 'sector'],
    [{ sector: 'Energy', limit: 501 }, 'VALIDATION_ERROR', 'limit'],
  ])('%j is refused', async (body, code, field) => {
    expect(await refusal('sector-symbols', body)).toEqual([400, code, field])
  })
})

test('the sectors are the eleven of the GICS, and each is good for sector-symbols', async () => {
  const { body } = await server.client.get('/v1/marketdata/reference/sectors')
  expect(body).toEqual([
    'Energy',
    'Materials',
    'Industrials',
    'Consumer Discretionary',
    'Consumer Staples',
    'Health Care',
    'Financials',
    'Information Technology',
    'Communication Services',
    'Utilities',
    'Real Estate',
  ])
  for (const sector of body) expect((await post('sector-symbols', { sector })).body.length).toBeGreaterThan(1)
})

test('the industries subdivide the sectors', async () => {
  const { body } = await server.client.get('/v1/marketdata/reference/industries')
  expect([body.length, body[0], body.at(-1)]).toEqual([
    74,
    { industry: 'Energy Equipment & Services', sector: 'Energy' },
    { industry: 'Real Estate Management & Development', sector: 'Real Estate' },
  ])
})
