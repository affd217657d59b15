import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { MarketData } from '../../../../src/market/market-data.ts'
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

interface Bar {
  readonly date: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly adj_close: number
  readonly volume: number
}
const barsOf = async (path: string) => (await get(`historical/${path}`)).body.bars as Bar[]

describe('a real-time quote', () => {
  test('has the fourteen fields of the specification and is the same for the same moment', async () => {
    const { status, body } = await get('real-time/spy')
    expect([status, body]).toEqual([
      200,
      {
        symbol: 'SPY',
        last: 712.49,
        bid: 712.48,
        ask: 712.49,
        bid_size: 1400,
        ask_size: 2300,
        volume: expect.any(Number),
        change: -5.08,
        change_percent: -0.7079,
        previous_close: 717.57,
        open: 712.55,
        high: 712.66,
        low: 712.05,
        timestamp: '2026-11-20T15:04:05.123Z',
      },
    ])
    expect((await get('real-time/SPY')).body).toEqual(body)
  })

  test('adds up: last within bid and ask, high and low about it, change from the previous close', async () => {
    for (const { symbol } of BUILT_IN) {
      const { body } = await get(`real-time/${symbol}`)
      expect(body.bid).toBeLessThan(body.ask)
      expect(body.last).toBeGreaterThanOrEqual(body.bid)
      expect(body.last).toBeLessThanOrEqual(body.ask)
      expect(body.high).toBeGreaterThanOrEqual(Math.max(body.open, body.last))
      expect(body.low).toBeLessThanOrEqual(Math.min(body.open, body.last))
      expect(body.change).toBeCloseTo(body.last - body.previous_close, 4)
      expect(body.change_percent).toBeCloseTo((100 * body.change) / body.previous_close, 4)
    }
  })

  test('joins the history: yesterday closed at its previous close, today closes at its last price', async () => {
    for (const { symbol } of BUILT_IN) {
      const { body } = await get(`real-time/${symbol}`)
      const [yesterday, today] = await barsOf(`${symbol}?startDate=2026-11-19`)
      expect([yesterday!.close, yesterday!.date]).toEqual([body.previous_close, '2026-11-19'])
      expect(today).toEqual({
        date: '2026-11-20',
        open: body.open,
        high: body.high,
        low: body.low,
        close: body.last,
        adj_close: body.last,
        volume: body.volume,
      })
    }
  })

  test('moves on with the clock', async () => {
    const before = (await get('real-time/NVDA')).body
    server.now += 3_600_000
    const after = (await get('real-time/NVDA')).body
    expect(after.timestamp).toBe('2026-11-20T16:04:05.123Z')
    expect(after.volume).toBeGreaterThan(before.volume)
    expect(after.previous_close).toBe(before.previous_close)
    expect(after.last).not.toBe(before.last)
  })

  test.each(['2026-11-20T10:00:00Z', '2026-11-20T14:30:00Z'])(
    'has every last price since its start (%s) between low and high',
    async (start) => {
      const seen: number[] = []
      for (let minute = 0; minute < 240; minute += 7) {
        server.now = Date.parse(start) + minute * 61_000
        const { last, high, low } = (await get('real-time/TSLA')).body
        seen.push(last)
        expect([high, low]).toEqual([Math.max(high, ...seen), Math.min(low, ...seen)])
      }
    },
  )

  test.each(['still', 'walk'] as const)(
    'has the open, high and low of the regular session also after hours, as its bar has (%s)',
    async (quotes) => {
      const own = await openRestServer({ instruments: BUILT_IN, rules: { session: 'us_equities', quotes } })
      const at = async (moment: string) => {
        own.now = Date.parse(moment)
        await own.run({ type: 'AdvanceTime' })
      }
      const dayOf = async (symbol: string) => {
        const { open, high, low } = (await own.client.get(`/v1/marketdata/real-time/${symbol}`)).body
        const [bar] = (await own.client.get(`/v1/marketdata/historical/${symbol}?startDate=2026-11-20`)).body.bars as Bar[]
        expect({ open, high, low }).toEqual({ open: bar!.open, high: bar!.high, low: bar!.low })
        return { open, high, low }
      }
      await own.quote('F', '20.00', '20.02')
      await at('2026-11-20T21:00:00Z')
      const closed = [await dayOf('F'), await dayOf('TSLA')]
      await own.quote('F', '90.00', '90.02')
      for (const moment of ['2026-11-20T22:30:00Z', '2026-11-20T23:30:00Z', '2026-11-21T00:59:00Z']) {
        await at(moment)
        expect([await dayOf('F'), await dayOf('TSLA')]).toEqual(closed)
      }
      await own.close()
    },
  )

  test('is served before the open, of the time since the close before and without volume', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    own.now = Date.parse('2026-11-23T10:00:00Z')
    await own.run({ type: 'AdvanceTime' })
    const { status, body } = await own.client.get('/v1/marketdata/real-time/NVDA')
    await own.close()
    expect([status, body.volume, body.open]).toEqual([200, 0, body.previous_close])
  })

  test('that was put there by hand stands, and is the last price of the day', async () => {
    await server.quote('KO', '10.00', '10.02', '300')
    const { body } = await get('real-time/KO')
    expect(body).toMatchObject({ bid: 10, ask: 10.02, bid_size: 300, ask_size: 300, last: 10.02, low: 10.02 })
    const [today] = await barsOf('KO?startDate=2026-11-20')
    expect(today).toMatchObject({ close: 10.02, low: 10.02, adj_close: 10.02 })
  })

  test('of the day after one that was put there by hand joins the history too', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    await own.quote('PEP', '20.00', '20.02')
    await own.operator.post('/v1/admin/end-of-day')
    own.now = Date.parse('2026-11-23T16:00:00Z')
    const quoteOf = async (symbol: string) => (await own.client.get(`/v1/marketdata/real-time/${symbol}`)).body
    const daysOf = async (symbol: string) =>
      (await own.client.get(`/v1/marketdata/historical/${symbol}?startDate=2026-11-20`)).body.bars as Bar[]
    const { previous_close, last, volume } = await quoteOf('PEP')
    expect([previous_close, last]).toEqual([20.02, 20.02])
    const [friday, monday] = await daysOf('PEP')
    expect([friday!.date, friday!.close, friday!.adj_close, friday!.low]).toEqual(['2026-11-20', 20.02, 20.02, 20.02])
    expect([monday!.date, monday!.close, monday!.volume]).toEqual(['2026-11-23', 20.02, volume])
    expect((await daysOf('NVDA'))[0]!.close).toBe((await quoteOf('NVDA')).previous_close)
    await own.close()
  })

  test('that is set on another way keeps its previous close for the day, as positions and the history have it', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    // days after the listing, whose price says nothing any more
    own.now = Date.parse('2026-12-08T16:00:00Z')
    await own.run({ type: 'AdvanceTime' })
    const closes = async () => {
      const { previous_close, last, change } = (await own.client.get('/v1/marketdata/real-time/KO')).body
      const { bars } = (await own.client.get('/v1/marketdata/historical/KO?startDate=2026-12-07&endDate=2026-12-07')).body
      expect(change).toBeCloseTo(last - previous_close, 4)
      return [previous_close, bars[0].close]
    }
    const [close] = await closes()
    await own.quote('KO', '40.00', '40.02')
    expect(await closes()).toEqual([close, close])
    const account = await own.account('1000.00')
    await account.order({ symbol: 'KO', side: 'buy', order_type: 'market', quantity: '1' })
    own.now += 60_000
    await own.client.post('/v1/dev/sandbox/volatility', { symbol: 'KO', bps_per_step: 1 })
    expect(await closes()).toEqual([close, close])
    const { body } = await own.client.get(`${account.path}/positions/KO`)
    expect(Number(body.previous_close)).toBe(close)
    await own.close()
  })

  test.each(['2026-11-27T21:00:00Z', '2026-11-27T16:00:00Z'])(
    'has the previous close that accounts were valued at, also behind a half day and a day that was ended early (%s)',
    async (end) => {
      const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
      const account = await own.account('10000.00')
      own.now = Date.parse('2026-11-27T15:00:00Z')
      await account.order({ symbol: 'KO', side: 'buy', order_type: 'market', quantity: '10' })
      own.now = Date.parse(end)
      await own.run({ type: 'AdvanceTime' })
      if (own.now < Date.parse('2026-11-27T21:00:00Z')) await own.operator.post('/v1/admin/end-of-day')
      own.now += 3_600_000
      const { previous_close } = (await own.client.get('/v1/marketdata/real-time/KO')).body
      const { cash, last_equity } = await account.balances()
      expect(Number(last_equity)).toBeCloseTo(Number(cash) + 10 * previous_close, 4)
      await own.close()
    },
  )

  test('counts what trades behind the early close of a half day in a market that is always open, as the bar of the day does', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    onTestFinished(() => own.close())
    const account = await own.account('10000.00')
    let orders = 0
    const trade = async (at: string, dollars: number) => {
      own.now = Date.parse(at)
      const price = dollars.toFixed(2)
      const order = {
        symbol: 'INTC',
        side: 'buy',
        order_type: 'limit',
        limit_price: price,
        quantity: '1',
        client_order_id: `o-${++orders}`,
      }
      const placed = await own.client.post(`${account.path}/orders`, order, { headers: { 'x-sandbox-scenario': 'no_fill' } })
      await own.client.post(`/v1/dev/sandbox/orders/${placed.body.id}/fill`, { quantity: '1', price })
    }
    const quote = async () => (await own.client.get('/v1/marketdata/real-time/INTC')).body
    const bar = async () => {
      const range = 'startDate=2026-11-27&endDate=2026-11-27'
      const { high, low, close } = (await own.client.get(`/v1/marketdata/historical/INTC?${range}`)).body.bars[0]
      return { high, low, close }
    }
    // it has closed at 18:00
    own.now = Date.parse('2026-11-27T19:00:00Z')
    await own.run({ type: 'AdvanceTime' })
    const walked = await quote()
    const high = Number((walked.high + 0.2).toFixed(2))
    const low = Number((walked.low - 0.2).toFixed(2))
    await trade('2026-11-27T19:10:00Z', high)
    await trade('2026-11-27T19:20:00Z', low)
    // the last trade moved into the quote
    const close = (await quote()).bid
    expect([await quote(), await bar()]).toMatchObject([
      { last: close, high, low },
      { high, low, close },
    ])
    own.now = Date.parse('2026-11-30T15:00:00Z')
    await own.run({ type: 'AdvanceTime' })
    expect([await quote(), await bar()]).toMatchObject([{ previous_close: close }, { high, low, close }])
  })

  test('closes with the end of the regular session, although the security has first traded after hours', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { session: 'us_equities', quotes: 'walk' } })
    onTestFinished(() => own.close())
    const account = await own.account('10000.00')
    own.now = Date.parse('2026-11-20T22:30:00Z')
    await own.run({ type: 'AdvanceTime' })
    const day = async () => {
      const { open, high, low } = (await own.client.get('/v1/marketdata/real-time/INTC')).body
      const { body } = await own.client.get('/v1/marketdata/historical/INTC?startDate=2026-11-20&endDate=2026-11-20')
      return [{ open, high, low }, body.bars]
    }
    const before = await day()
    const order = { symbol: 'INTC', side: 'buy', order_type: 'limit', limit_price: '100.00', quantity: '1', extended_hours: true }
    const { average_fill_price } = (await account.order(order)).body
    expect([Number(average_fill_price) < before[0].low, await day()]).toEqual([true, before])
  })

  test('of a security without a walk is what was put there; what is unknown is null', async () => {
    await server.quote('AAPL', '150.00', '150.10', '200')
    expect((await get('real-time/AAPL')).body).toEqual({
      symbol: 'AAPL',
      last: 150,
      bid: 150,
      ask: 150.1,
      bid_size: 200,
      ask_size: 200,
      volume: null,
      change: 0,
      change_percent: 0,
      previous_close: 150,
      open: null,
      high: null,
      low: null,
      timestamp: '2026-11-20T15:04:05.123Z',
    })
    await server.withdrawQuote('AAPL')
  })

  test('of a security without a walk is there once it has traded, also at its previous close', async () => {
    const own = await openRestServer()
    await own.quote('AAPL', '149.90', '150.00')
    await (await own.account('1000.00')).order({ side: 'buy', quantity: '1', limit_price: '150.00' })
    await own.withdrawQuote('AAPL')
    const { status, body } = await own.client.get('/v1/marketdata/real-time/AAPL')
    expect([status, body.last, body.previous_close, body.bid, body.ask]).toEqual([200, 150, 150, null, null])
    await own.close()
  })

  test.each([
    ['real-time/MSFT', 404, 'SYMBOL_NOT_FOUND', undefined],
    ['real-time/ZZZZ', 400, 'INVALID_SYMBOL', 'symbol'],
    ['real-time/-X', 400, 'INVALID_SYMBOL', 'symbol'],
    ['real-time/TOOLONGSYMBOL', 400, 'INVALID_SYMBOL', 'symbol'],
    ['real-time/*990103103', 400, 'INVALID_SYMBOL', 'symbol'],
    ['real-time/%C3%9F', 400, 'INVALID_SYMBOL', 'symbol'],
  ])('%s is refused', async (path, status, code, field) => {
    expect(await refusal(path)).toEqual([status, code, field])
  })

  test('of another partner is that of its own market', async () => {
    const other = await server.anotherPartner()
    const theirs = (await other.get('/v1/marketdata/real-time/SPY')).body
    expect(theirs.last).not.toBe((await get('real-time/SPY')).body.last)
  })
})

describe('with market.enforce_hours', () => {
  let enforcing: RestServer
  beforeAll(async () => {
    enforcing = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' }, enforceHours: true })
  })
  afterAll(() => enforcing.close())

  test('a quote is served in regular hours alone', async () => {
    expect((await enforcing.client.get('/v1/marketdata/real-time/SPY')).status).toBe(200)
    enforcing.now = Date.parse('2026-11-20T21:00:00Z')
    const { status, body } = await enforcing.client.get('/v1/marketdata/real-time/SPY')
    expect([status, body]).toEqual([
      409,
      {
        error: {
          code: 'MARKET_CLOSED',
          message: 'Quotes are served from 9:30 to 16:00 New York on trading days, to 13:00 on half days.',
          details: { next_open: '2026-11-23T14:30:00.000Z' },
          request_id: expect.any(String),
        },
      },
    ])
    expect((await enforcing.client.get('/v1/marketdata/historical/SPY')).status).toBe(200)
  })
})

describe('the history', () => {
  test('is a year of trading days by default', async () => {
    const { body } = await get('historical/NVDA')
    expect({ ...body, bars: body.bars.length }).toEqual({ symbol: 'NVDA', start_date: '2025-11-20', end_date: '2026-11-20', bars: 252 })
    expect([body.bars[0].date, body.bars.at(-1).date]).toEqual(['2025-11-20', '2026-11-20'])
  })

  test('goes back to 2016, and no further', async () => {
    const bars = await barsOf('NVDA?startDate=0001-01-01&endDate=9999-12-31')
    expect([bars[0]!.date, bars.at(-1)!.date, bars.length]).toEqual(['2016-01-04', '2026-11-20', 2740])
    expect(await barsOf('NVDA?startDate=2014-01-01&endDate=2015-12-31')).toEqual([])
  })

  test('starts a year before its end when only that is given', async () => {
    const { body } = await get('historical/NVDA?endDate=2020-02-29')
    expect([body.start_date, body.end_date, body.bars[0].date]).toEqual(['2019-02-28', '2020-02-29', '2019-02-28'])
    expect((await get('historical/NVDA?endDate=0000-06-01')).body).toMatchObject({ start_date: '0000-06-01', bars: [] })
  })

  test('has the same bar whenever it is asked for', async () => {
    const [bar] = await barsOf('NVDA?startDate=2024-07-03&endDate=2024-07-03')
    server.now += 90 * 86_400_000
    const [later] = await barsOf('NVDA?startDate=2024-07-03&endDate=2024-07-03')
    expect({ ...later, adj_close: 0 }).toEqual({ ...bar, adj_close: 0 })
  })

  test('is adjusted for dividends: the older a close, the further below it is its adjusted close', async () => {
    const bars = await barsOf('O?startDate=2025-11-20')
    const ratios = bars.map(({ close, adj_close }) => adj_close / close)
    expect(ratios[0]).toBeLessThan(0.96)
    expect(ratios.at(-1)).toBe(1)
    expect(ratios.every((ratio, index) => index === 0 || ratio >= ratios[index - 1]! - 1e-5)).toBe(true)
  })

  test('of a market whose quotes stand ends at the previous close and the price that stands', async () => {
    const still = await openRestServer({ instruments: BUILT_IN })
    await still.quote('F', '10.68', '10.69')
    const { body } = await still.client.get('/v1/marketdata/historical/F?startDate=2026-11-18')
    const quote = (await still.client.get('/v1/marketdata/real-time/F')).body
    expect(body.bars.slice(-2).map(({ date, close }: Bar) => [date, close])).toEqual([
      ['2026-11-19', 10.63],
      ['2026-11-20', 10.68],
    ])
    expect([quote.open, quote.high, quote.low, quote.last, quote.previous_close]).toEqual([10.68, 10.68, 10.68, 10.68, 10.63])
    await still.close()
  })

  test.each(['still', 'walk'] as const)(
    'of a quote that stands (%s) stays that of the close after hours, as the previous close will be',
    async (quotes) => {
      const own = await openRestServer({ instruments: BUILT_IN, rules: { session: 'us_equities', quotes } })
      const barsAt = async (moment: string) => {
        own.now = Date.parse(moment)
        await own.run({ type: 'AdvanceTime' })
        const { bars } = (await own.client.get('/v1/marketdata/historical/F?startDate=2026-11-20')).body
        const { last, previous_close } = (await own.client.get('/v1/marketdata/real-time/F')).body
        return { bars: bars as Bar[], last, previous_close }
      }
      await own.quote('F', '20.00', '20.02')
      const open = await barsAt('2026-11-20T20:59:59Z')
      const ofClose = { close: open.last, adj_close: open.last }
      expect(open.bars).toEqual([expect.objectContaining(ofClose)])
      const closed = await barsAt('2026-11-20T21:00:00Z')
      expect(closed).toMatchObject({ bars: [ofClose], last: open.last })
      await own.quote('F', '22.00', '22.02')
      const afterHours = await barsAt('2026-11-20T21:30:00Z')
      expect(afterHours).toEqual({ bars: closed.bars, last: 22, previous_close: open.previous_close })
      const evening = await barsAt('2026-11-21T01:00:00Z')
      expect(evening).toMatchObject({ bars: [ofClose], previous_close: open.last })
      await own.close()
    },
  )

  test.each(['still', 'walk'] as const)(
    'has in the high and low of its day, then and later, what stood there by hand and what has traded (%s), as the quote has',
    async (quotes) => {
      const own = await openRestServer({ instruments: BUILT_IN, rules: { session: 'us_equities', quotes } })
      const at = async (moment: string) => {
        own.now = Date.parse(moment)
        await own.run({ type: 'AdvanceTime' })
      }
      const quoteOf = async () => (await own.client.get('/v1/marketdata/real-time/PG')).body
      const barOf = async (date: string) =>
        (await own.client.get(`/v1/marketdata/historical/PG?startDate=${date}&endDate=${date}`)).body.bars[0] as Bar
      const account = await own.account('100000.00')
      await own.quote('PG', '600.00', '600.10')
      // at one moment: the clock of a sandbox may stand
      await own.quote('PG', '100.00', '100.10')
      await own.quote('PG', '415.00', '415.10')
      await account.order({ symbol: 'PG', side: 'buy', quantity: '10', limit_price: '415.10' })
      await at('2026-11-20T16:00:00Z')
      await account.order({ symbol: 'PG', side: 'buy', quantity: '1', limit_price: '415.10' })
      const open = await quoteOf()
      expect([open.high, open.low, open.last]).toEqual([expect.any(Number), 100.1, 415.1])
      // what it was before it was first put there by hand: nothing, or the walk
      expect(open.high).toBe(600)
      const { close, high, low } = await barOf('2026-11-20')
      expect([close, high, low, (await barOf('2026-11-20')).open]).toEqual([415.1, open.high, open.low, open.open])
      await at('2026-11-20T22:00:00Z')
      await own.quote('PG', '900.00', '900.10')
      expect(await quoteOf()).toMatchObject({ high: open.high, low: open.low, open: open.open })
      await at('2026-11-23T12:00:00Z')
      await own.quote('PG', '415.00', '415.10')
      await at('2026-11-23T18:00:00Z')
      // it stood there since before the open
      expect(await quoteOf()).toMatchObject({ open: 415.1, high: 415.1, low: 415.1, last: 415.1, previous_close: 415.1 })
      await at('2026-11-25T18:00:00Z')
      expect(await barOf('2026-11-20')).toMatchObject({ open: open.open, high: open.high, low: open.low, close: 415.1 })
      for (const date of ['2026-11-23', '2026-11-24', '2026-11-25'])
        expect(await barOf(date)).toMatchObject({ open: 415.1, high: 415.1, low: 415.1, close: 415.1 })
      await own.close()
    },
  )

  test('has between its low and its high what has traded where the price walks, also once that has gone on', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    own.now = Date.parse('2026-11-20T14:30:00Z')
    const account = await own.account('100000.00')
    // it hardly moves: what it trades at is outside of where it was
    await own.client.post('/v1/dev/sandbox/volatility', { symbol: 'TSLA', bps_per_step: 0.01 })
    const traded: number[] = []
    for (const side of ['buy', 'sell']) {
      own.now += 1_000
      const { body } = await account.order({ symbol: 'TSLA', side, quantity: '10', order_type: 'market' })
      traded.push(Number(body.average_fill_price))
    }
    for (const later of [1_000, 60_000, 3_600_000, 86_400_000]) {
      own.now += later
      await own.run({ type: 'AdvanceTime' })
      const [bar] = (await own.client.get('/v1/marketdata/historical/TSLA?startDate=2026-11-20')).body.bars as Bar[]
      expect([bar!.high, bar!.low]).toEqual([Math.max(bar!.high, ...traded), Math.min(bar!.low, ...traded)])
    }
    await own.close()
  })

  test.each([
    ['walk', 'always_open'],
    ['walk', 'us_equities'],
    ['still', 'always_open'],
  ] as const)('of the days before a security walks with another step stays what it was (%s, %s)', async (quotes, session) => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes, session } })
    const bars = async () => (await own.client.get('/v1/marketdata/historical/KO?startDate=2026-10-01')).body.bars as Bar[]
    const quote = async () => (await own.client.get('/v1/marketdata/real-time/KO')).body
    const before = (await bars()).slice(0, -1)
    await own.client.post('/v1/dev/sandbox/volatility', { symbol: 'KO', bps_per_step: 20 })
    expect((await bars()).slice(0, -1)).toEqual(before)
    const known: Bar[] = []
    for (const moment of ['2026-11-20T20:59:59Z', '2026-11-20T23:00:00Z', '2026-11-23T20:00:00Z', '2026-11-24T15:00:00Z']) {
      own.now = Date.parse(moment)
      await own.run({ type: 'AdvanceTime' })
      const all = await bars()
      const { last, open, high, low, previous_close } = await quote()
      const past = all.filter(({ date }) => date < moment.slice(0, 10))
      if (quotes === 'walk') expect(past.slice(0, before.length)).toEqual(before)
      expect(past.slice(before.length).slice(0, known.length)).toEqual(known)
      known.splice(0, known.length, ...past.slice(before.length))
      const today = all.at(-1)!
      if (moment.includes('T23')) {
        if (session === 'always_open') expect(today.close).toBe(previous_close)
        else expect([today.open, today.high, today.low]).toEqual([open, high, low])
      } else expect([today.open, today.high, today.low, today.close]).toEqual([open, high, low, last])
    }
    expect(known.length).toBe(2)
    await own.client.post('/v1/dev/sandbox/volatility', { symbol: 'KO', bps_per_step: 1 })
    expect((await bars()).slice(before.length, -1)).toEqual(known)
    await own.quote('KO', '50.00', '50.02')
    expect((await bars()).slice(before.length, -1)).toEqual(known)
    await own.close()
  })

  test('of days that the market has passed over while a quote stood is that of the day before', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    await own.quote('KO', '50.00', '50.02')
    own.now = Date.parse('2026-11-30T15:00:00Z')
    await own.run({ type: 'AdvanceTime' })
    const { bars } = (await own.client.get('/v1/marketdata/historical/KO?startDate=2026-11-23&endDate=2026-11-27')).body
    const stood = { open: 50.02, high: 50.02, low: 50.02, close: 50.02 }
    expect(bars).toEqual(
      ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-27'].map((date) => expect.objectContaining({ date, ...stood }) as unknown),
    )
    await own.close()
  })

  test('closes with the price of the closing auction, as the next day’s previous close and what accounts were worth', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { session: 'us_equities', quotes: 'walk' } })
    const account = await own.account('100000.00')
    const { body: order } = await account.order({
      symbol: 'TSLA',
      side: 'buy',
      quantity: '100',
      order_type: 'market',
      time_in_force: 'cls',
    })
    own.now = Date.parse('2026-11-20T21:00:00Z')
    await own.run({ type: 'AdvanceTime' })
    const price = Number((await own.client.get(`${account.path}/orders/${order.id}`)).body.average_fill_price)
    own.now = Date.parse('2026-11-20T22:00:00Z')
    const closeOf = async () => (await own.client.get('/v1/marketdata/historical/TSLA?startDate=2026-11-20')).body.bars[0].close as number
    expect(await closeOf()).toBe(price)
    own.now = Date.parse('2026-11-23T18:00:00Z')
    await own.run({ type: 'AdvanceTime' })
    expect([await closeOf(), (await own.client.get('/v1/marketdata/real-time/TSLA')).body.previous_close]).toEqual([price, price])
    await own.close()
  })

  test('opens with an auction at the quote of that second', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { session: 'us_equities', quotes: 'walk' } })
    own.now = Date.parse('2026-11-23T13:00:00Z')
    await own.run({ type: 'AdvanceTime' })
    const account = await own.account('100000.00')
    const { body: order } = await account.order({ symbol: 'TSLA', side: 'buy', quantity: '1', order_type: 'market', time_in_force: 'opg' })
    own.now = Date.parse('2026-11-23T14:30:00Z')
    await own.run({ type: 'AdvanceTime' })
    const { status, average_fill_price } = (await own.client.get(`${account.path}/orders/${order.id}`)).body
    const { ask, open } = (await own.client.get('/v1/marketdata/real-time/TSLA')).body
    expect([status, Number(average_fill_price)]).toEqual(['filled', ask])
    expect(open).toBeLessThanOrEqual(ask)
    await own.close()
  })

  test.each(['still', 'walk'] as const)(
    'of a day on which a quote was put there by hand closes with it for good (%s), and the 52 weeks are those of the bars',
    async (quotes) => {
      const own = await openRestServer({ instruments: BUILT_IN, rules: { session: 'us_equities', quotes } })
      const at = async (moment: string) => {
        own.now = Date.parse(moment)
        await own.run({ type: 'AdvanceTime' })
      }
      const barsFrom = async (date: string) => (await own.client.get(`/v1/marketdata/historical/PG?startDate=${date}`)).body.bars as Bar[]
      const closesFrom = async (date: string) => (await barsFrom(date)).map((bar) => [bar.date, bar.close])
      const before = (await barsFrom('2026-11-19'))[0]!
      await own.quote('PG', '100.00', '100.10')
      // the closes of a Friday, a Monday and, on a half day, of the Friday behind Thanksgiving
      await at('2026-11-21T02:00:00Z')
      const friday = (await own.client.get('/v1/marketdata/real-time/PG')).body.previous_close
      await at('2026-11-23T15:00:00Z')
      await own.quote('PG', '60.00', '60.10')
      await at('2026-11-27T15:00:00Z')
      await own.quote('PG', '170.00', '170.10')
      await at('2026-11-27T19:00:00Z')
      await own.quote('PG', '150.00', '150.10')
      await at('2026-12-01T15:00:00Z')
      const closes = await closesFrom('2026-11-20')
      expect(closes.slice(0, 5)).toEqual([
        ['2026-11-20', friday],
        ['2026-11-23', 60.1],
        ['2026-11-24', 60.1],
        ['2026-11-25', 60.1],
        ['2026-11-27', 170],
      ])
      const bars = await barsFrom('2025-12-01')
      const profile = (await own.client.get('/v1/marketdata/company-profile/PG')).body
      expect([profile.week_52_high, profile.week_52_low]).toEqual([
        Math.max(...bars.map(({ high }) => high)),
        Math.min(...bars.map(({ low }) => low)),
      ])
      for (const bar of bars) expect([bar.close <= bar.high, bar.close >= bar.low]).toEqual([true, true])
      if (quotes === 'walk') expect((await barsFrom('2026-11-19'))[0]).toEqual({ ...before, adj_close: expect.any(Number) })
      await own.close()
    },
  )

  test('of a day on which a quote was put there by hand is adjusted for later splits and dividends by that close', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    const bars = async () => (await own.client.get('/v1/marketdata/historical/KO?startDate=2026-11-20')).body.bars as Bar[]
    const announce = (action: object) => own.client.post('/v1/dev/sandbox/corporate-actions', { symbol: 'KO', ...action })
    await announce({ type: 'split', ratio: '3:1', ex_date: '2026-11-25' })
    await announce({ type: 'cash_dividend', amount: '10.00', ex_date: '2026-11-24', pay_date: '2026-11-30' })
    await own.quote('KO', '50.00', '50.02')
    own.now = Date.parse('2026-11-23T15:00:00Z')
    await own.run({ type: 'AdvanceTime' })
    await own.quote('KO', '40.00', '40.02')
    own.now = Date.parse('2026-11-30T15:00:00Z')
    await own.run({ type: 'AdvanceTime' })
    const [friday, monday] = await bars()
    expect([friday!.close, monday!.close]).toEqual([50.02, 40.02])
    const left = 1 - 10 / 40.02
    expect(friday!.adj_close).toBeCloseTo((50.02 * left) / 3, 3)
    expect(monday!.adj_close).toBeCloseTo((40.02 * left) / 3, 3)
    await own.close()
  })

  test('of the days before a reset is what it would be if nobody had put a quote there', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    const bars = async () =>
      (await own.client.get('/v1/marketdata/historical/KO?startDate=2026-11-16&endDate=2026-11-24')).body.bars as Bar[]
    own.now = Date.parse('2026-11-25T15:00:00Z')
    const untouched = await bars()
    own.now = FRIDAY
    await own.quote('KO', '50.00', '50.02')
    for (const date of ['2026-11-23', '2026-11-24', '2026-11-25']) {
      own.now = Date.parse(`${date}T15:00:00Z`)
      await own.run({ type: 'AdvanceTime' })
    }
    expect((await bars()).slice(-3).map(({ close }) => close)).toEqual([50.02, 50.02, 50.02])
    await own.client.post('/v1/dev/sandbox/reset', {})
    expect(await bars()).toEqual(untouched)
    await own.close()
  })

  test('of the days before a split stays what it was, and has the new shares from the ex-date on', async () => {
    const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    const history = async (symbol = 'KO') =>
      (await own.client.get(`/v1/marketdata/historical/${symbol}?startDate=2026-11-02`)).body.bars as Bar[]
    await own.client.post('/v1/dev/sandbox/corporate-actions', { type: 'split', symbol: 'KO', ratio: '10:1', ex_date: '2026-11-23' })
    own.now = Date.parse('2026-11-20T21:30:00Z')
    const before = await history()
    const other = await history('F')
    await own.run({ type: 'AdvanceTime' })
    own.now = Date.parse('2026-11-23T21:30:00Z')
    expect((await history('F')).slice(0, -1)).toEqual(other)
    const [exDate, ...earlier] = (await history()).reverse()
    expect(earlier.reverse().map((bar) => ({ ...bar, adj_close: 0 }))).toEqual(before.map((bar) => ({ ...bar, adj_close: 0 })))
    expect(earlier.at(-1)!.adj_close).toBeCloseTo(before.at(-1)!.close / 10, 4)
    const quote = (await own.client.get('/v1/marketdata/real-time/KO')).body
    expect([exDate!.date, exDate!.close, exDate!.volume]).toEqual(['2026-11-23', quote.last, quote.volume])
    expect(exDate!.close).toBeLessThan(before.at(-1)!.close / 8)
    expect(exDate!.volume).toBeGreaterThan(5 * Math.min(...before.map(({ volume }) => volume)))
    await own.close()
  })

  test.each(['walk', 'still'] as const)(
    'of the ex-date closes with the price that a split has put between two ticks (%s)',
    async (quotes) => {
      const own = await openRestServer({ instruments: BUILT_IN, rules: { quotes } })
      const bars = async () => (await own.client.get('/v1/marketdata/historical/KO?startDate=2026-11-20')).body.bars as Bar[]
      await own.client.post('/v1/dev/sandbox/corporate-actions', { type: 'split', symbol: 'KO', ratio: '3:1', ex_date: '2026-11-23' })
      await own.quote('KO', '50.00', '50.02')
      own.now = Date.parse('2026-11-23T15:00:00Z')
      await own.run({ type: 'AdvanceTime' })
      const { last, open, high, low, previous_close } = (await own.client.get('/v1/marketdata/real-time/KO')).body
      const [, exDate] = await bars()
      expect([last, previous_close, low]).toEqual([16.6733, 16.6733, 16.6733])
      expect(exDate).toEqual({ date: '2026-11-23', open, high, low, close: last, adj_close: last, volume: expect.any(Number) })
      own.now = Date.parse('2026-11-24T15:00:00Z')
      await own.run({ type: 'AdvanceTime' })
      const [, yesterday, today] = await bars()
      expect([yesterday!.close, yesterday!.adj_close, today!.close]).toEqual([last, last, last])
      await own.close()
    },
  )

  test.each([
    ['historical/NVDA?startDate=2026-02-30', 'INVALID_DATE_RANGE', 'startDate'],
    ['historical/NVDA?endDate=yesterday', 'INVALID_DATE_RANGE', 'endDate'],
    ['historical/NVDA?startDate=2026-11-20&endDate=2026-11-19', 'INVALID_DATE_RANGE', 'startDate'],
    ['historical/NVDA?startDate=2026-12-01', 'INVALID_DATE_RANGE', 'startDate'],
    ['historical/ZZZZ', 'INVALID_SYMBOL', 'symbol'],
  ])('%s is refused', async (path, code, field) => {
    expect(await refusal(path)).toEqual([400, code, field])
  })

  test('lists every date that is wrong', async () => {
    const { status, body } = await get('historical/NVDA?startDate=x&endDate=y')
    expect([status, body.error.code, body.error.details.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      'INVALID_DATE_RANGE',
      ['startDate', 'endDate'],
    ])
  })

  test('of a security without one is not found', async () => {
    expect(await refusal('historical/AAPL')).toEqual([404, 'SYMBOL_NOT_FOUND', undefined])
  })
})

test.each([
  ['histories', 'historical/SPY?startDate=2024-06-03', 3],
  ['profiles', 'company-profile/SPY', 1],
])('however many %s are asked for at once, orders come in between any two years of any of them', async (_, path, years) => {
  const computed = MarketData.prototype.dailyBars
  const computing = vi.spyOn(MarketData.prototype, 'dailyBars')
  onTestFinished(() => computing.mockRestore())
  let calls = 0
  const until: number[] = []
  computing.mockImplementation(function (this: MarketData, ...asked) {
    const call = ++calls
    setImmediate(() => until.push(calls - call))
    return computed.apply(this, asked)
  })
  const answers = await Promise.all(Array.from({ length: 10 }, () => get(path)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(calls).toBe(10 * years)
  // what else there is to do comes behind the year of its own turn, at the latest
  expect(Math.max(...until)).toBe(1)
})

describe('the clock', () => {
  test('says whether the exchange is open by the clock of the market', async () => {
    expect((await get('clock')).body).toEqual({
      timestamp: '2026-11-20T15:04:05.123Z',
      is_open: true,
      next_open: '2026-11-23T14:30:00.000Z',
      next_close: '2026-11-20T21:00:00.000Z',
    })
  })
})

describe('the calendar', () => {
  test('has the trading days with their hours', async () => {
    expect((await get('calendar?start=2026-11-25&end=2026-11-29')).body).toEqual({
      data: [
        {
          date: '2026-11-25',
          open: '2026-11-25T14:30:00.000Z',
          close: '2026-11-25T21:00:00.000Z',
          pre_market_open: '2026-11-25T09:00:00.000Z',
          after_hours_close: '2026-11-26T01:00:00.000Z',
          early_close: false,
        },
        {
          date: '2026-11-27',
          open: '2026-11-27T14:30:00.000Z',
          close: '2026-11-27T18:00:00.000Z',
          pre_market_open: '2026-11-27T09:00:00.000Z',
          after_hours_close: '2026-11-27T22:00:00.000Z',
          early_close: true,
        },
      ],
      pagination: { next_cursor: null, has_more: false },
    })
  })

  test('is a year from today by default, page by page', async () => {
    const dates: string[] = []
    let path = 'calendar?limit=100'
    for (;;) {
      const { body, headers } = await get(path)
      dates.push(...body.data.map(({ date }: { date: string }) => date))
      if (!body.pagination.has_more) break
      expect(headers['link']).toContain(body.pagination.next_cursor)
      path = `calendar?limit=100&cursor=${body.pagination.next_cursor}`
    }
    expect([dates.length, dates[0], dates.at(-1), new Set(dates).size]).toEqual([251, '2026-11-20', '2027-11-19', 251])
  })

  test.each([
    ['calendar?start=2026-11-20&end=2026-11-19', 'INVALID_DATE_RANGE', 'start'],
    ['calendar?start=1999-12-31', 'INVALID_DATE_RANGE', 'start'],
    ['calendar?end=2100-01-01', 'INVALID_DATE_RANGE', 'end'],
    ['calendar?start=2100-01-01', 'INVALID_DATE_RANGE', 'start'],
    ['calendar?end=1999-12-31', 'INVALID_DATE_RANGE', 'end'],
    ['calendar?start=soon', 'INVALID_DATE_RANGE', 'start'],
    ['calendar?limit=501', 'VALIDATION_ERROR', 'limit'],
    ['calendar?cursor=x', 'INVALID_CURSOR', 'cursor'],
  ])('%s is refused', async (path, code, field) => {
    expect(await refusal(path)).toEqual([400, code, field])
  })

  test.each(['start=2100-01-01', 'end=2100-01-01', 'start=1999-12-31', 'end=1999-12-31', 'start=2100-01-01&end=2099-01-01'])(
    'says what it covers where it is asked for %s',
    async (query) => {
      expect((await get(`calendar?${query}`)).body.error.message).toBe('The calendar covers the years 2000 to 2099.')
    },
  )

  test('has the first and the last day that it covers', async () => {
    const datesOf = async (query: string) =>
      (await get(`calendar?${query}`)).body.data.map(({ date }: { date: string }) => date) as string[]
    expect(await datesOf('start=2000-01-01&end=2000-01-04')).toEqual(['2000-01-03', '2000-01-04'])
    expect(await datesOf('start=2099-12-30&end=2099-12-31')).toEqual(['2099-12-30', '2099-12-31'])
    // a year from there would lead out of it
    expect(await datesOf('start=2099-12-31')).toEqual(['2099-12-31'])
  })

  test('goes on behind a page with the same range alone', async () => {
    const { body } = await get('calendar?start=2026-11-23&end=2026-12-31&limit=1')
    const cursor = body.pagination.next_cursor as string
    expect((await get(`calendar?start=2026-11-23&end=2026-12-31&limit=1&cursor=${cursor}`)).body.data[0].date).toBe('2026-11-24')
    for (const other of ['start=2026-11-24&end=2026-12-31', 'start=2026-11-23&end=2026-12-30', 'start=2026-11-23', 'end=2026-12-31'])
      expect(await refusal(`calendar?${other}&cursor=${cursor}`)).toEqual([400, 'INVALID_CURSOR', 'cursor'])
  })

  test('takes no harm from a forged cursor', async () => {
    const { body } = await get('calendar?start=2099-12-30&limit=1')
    const [, , digest] = JSON.parse(Buffer.from(body.pagination.next_cursor as string, 'base64url').toString()) as unknown[]
    const forged = (text: string) => Buffer.from(text.replace('digest', String(digest))).toString('base64url')
    for (const text of ['[-1e999,1e999,"digest"]', '[1e999,1e999,"digest"]', '[47480.5,1e12,"digest"]']) {
      expect((await get(`calendar?start=2099-12-30&limit=1&cursor=${forged(text)}`)).status).toBe(200)
    }
  })
})

test('market data needs the scope marketdata:read', async () => {
  const without = await server.clientWith(['trading:read'])
  for (const path of [
    'real-time/SPY',
    'historical/SPY',
    'clock',
    'calendar',
    'company-profile/SPY',
    'options/lookup',
    'reference/sectors',
  ]) {
    const { status, body } = await without.get(`/v1/marketdata/${path}`)
    expect([status, body.error.code, body.error.details]).toEqual([403, 'FORBIDDEN', { required_scope: 'marketdata:read' }])
  }
  expect((await server.anonymous.get('/v1/marketdata/clock')).status).toBe(401)
})

test('an account token with the scope reads market data', async () => {
  const account = await server.account()
  const { body } = await server.client.post(`${account.path}/keys`, { label: 'app', scopes: ['marketdata:read'] })
  const token = server.client.as(body as { api_key: string; api_secret: string })
  const answers = await Promise.all(['real-time/SPY', 'clock', 'reference/sectors'].map((path) => token.get(`/v1/marketdata/${path}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})
