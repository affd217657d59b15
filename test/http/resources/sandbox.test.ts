import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRestServer, type RestServer } from '../../support/rest-server.ts'

let server: RestServer
beforeAll(async () => {
  server = await openRestServer()
})
afterAll(() => server.close())

const quote = (body: object) => server.client.post('/v1/dev/sandbox/quotes', body)

describe('a quote', () => {
  test('sets the top of the book', async () => {
    const set = { symbol: 'AAPL', bid: '199.95', ask: '200.05', bid_size: '100', ask_size: '0.5' }
    expect(await quote(set)).toMatchObject({ status: 200, body: set })
    expect(server.engine.state.book(0, 0).quote).toEqual({ bidTicks: 1999500, askTicks: 2000500, bidLots: 100e9, askLots: 0.5e9 })
  })

  test('may have one side, and none', async () => {
    expect((await quote({ symbol: 'AAPL', bid: '199.95' })).body).toEqual({
      symbol: 'AAPL',
      bid: '199.95',
      ask: null,
      bid_size: '1000',
      ask_size: '0',
    })
    expect((await quote({ symbol: 'AAPL' })).body).toEqual({ symbol: 'AAPL', bid: null, ask: null, bid_size: '0', ask_size: '0' })
  })

  test('comes in lists too, all or none', async () => {
    const quotes = [
      { symbol: 'AAPL', bid: '10.00', ask: '11.00', bid_size: '1', ask_size: '1' },
      { symbol: 'MSFT', bid: '20.00', ask: '21.00', bid_size: '1', ask_size: '1' },
    ]
    expect((await quote({ quotes })).body).toEqual({ quotes })
    const answer = await quote({
      quotes: [
        { symbol: 'AAPL', bid: '1.00', ask: '2.00' },
        { symbol: 'MSFT', bid: '3.00', ask: '2.00' },
      ],
    })
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, 'INVALID_QUOTE', 'quotes.1.bid'])
    expect(server.engine.state.book(0, 0).quote.bidTicks).toBe(100_000)
    const unknown = await quote({
      quotes: [{ symbol: 'nope', bid: '1.00', bid_size: '0.5' }, quotes[0]!, { symbol: 'WHOLE', ask: '1', ask_size: '1.5' }],
    })
    expect([unknown.status, unknown.body.error.details.errors]).toEqual([
      400,
      [
        { field: 'quotes.0.symbol', code: 'INVALID_SYMBOL', message: 'quotes.0.symbol NOPE is not known.' },
        {
          field: 'quotes.2.ask_size',
          code: 'INVALID_QUOTE',
          message: 'quotes.2.ask_size must be whole shares: WHOLE trades in no parts of one.',
        },
      ],
    ])
  })

  test.each([
    [{ symbol: 'AAPL', bid: '11.00', ask: '10.00' }, 'INVALID_QUOTE', 'bid'],
    [{ symbol: 'AAPL', bid: '10.00', ask: '10.00' }, 'INVALID_QUOTE', 'bid'],
    [{ symbol: 'AAPL', bid: '-1.00', ask: '10.00' }, 'INVALID_QUOTE', 'bid'],
    [{ symbol: 'AAPL', bid: '1.00001' }, 'INVALID_QUOTE', 'bid'],
    [{ symbol: 'AAPL', ask: '10.005' }, 'INVALID_QUOTE', 'ask'],
    [{ symbol: 'AAPL', bid: '1.00', bid_size: '-5' }, 'INVALID_QUOTE', 'bid_size'],
    [{ symbol: 'WHOLE', bid: '1.00', bid_size: '0.5' }, 'INVALID_QUOTE', 'bid_size'],
    [{ symbol: 'WHOLE', ask: '1.00', ask_size: '1.5' }, 'INVALID_QUOTE', 'ask_size'],
    [{ symbol: 'AAPL', bid: '1000000.01' }, 'INVALID_QUOTE', 'bid'],
    [{ symbol: 'AAPL', bid: '1000000.01', ask: '10.00' }, 'INVALID_QUOTE', 'bid'],
    [{ symbol: 'AAPL', ask: '99999999999' }, 'INVALID_QUOTE', 'ask'],
    [{ symbol: 'AAPL', bid: 1 }, 'VALIDATION_ERROR', 'bid'],
    [{ symbol: 'NOPE', bid: '1.00' }, 'INVALID_SYMBOL', 'symbol'],
    [{ symbol: 'no symbol', bid: '1.00' }, 'INVALID_SYMBOL', 'symbol'],
    [{ bid: '1.00' }, 'VALIDATION_ERROR', 'symbol'],
    [{ quotes: [] }, 'VALIDATION_ERROR', 'quotes'],
  ])('%j is refused', async (body, code, field) => {
    const answer = await quote(body)
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, code, field])
  })

  test('at the highest price fills the largest order to the cent', async () => {
    const account = await server.account('100000.00')
    await server.quote('AAPL', '0.0099', '0.01', '1000000')
    await account.order({ side: 'buy', quantity: '1000000', limit_price: '0.01' })
    const { body } = await account.order({ side: 'sell', quantity: '1000000', limit_price: '1.00' })
    await server.quote('AAPL', '999999.99', '1000000.00', '1000000')
    const path = `${account.path}/orders/${body.id as string}`
    expect((await server.client.get(path)).body).toMatchObject({ status: 'filled', filled_quantity: '1000000' })
    const fills = (await server.client.get(`${path}/executions`)).body.data
    expect(fills).toMatchObject([{ price: '999999.99', notional: '999999990000.00' }])
    expect(await account.balances()).toMatchObject({ cash: '1000000080000.00', unsettled_cash: '999999990000.00' })
  })

  test('moves the market of its partner alone', async () => {
    const stranger = await server.anotherPartner()
    await quote({ symbol: 'PENY', bid: '0.1', ask: '0.2' })
    await stranger.post('/v1/dev/sandbox/quotes', { symbol: 'PENY', bid: '0.5', ask: '0.6' })
    const index = server.engine.state.instrumentBySymbol('PENY')!
    expect([server.engine.state.book(0, index).quote.bidTicks, server.engine.state.book(1, index).quote.bidTicks]).toEqual([1000, 5000])
  })

  test('is not for live partners', async () => {
    const live = await server.anotherPartner('live')
    const { status, body } = await live.post('/v1/dev/sandbox/quotes', { symbol: 'AAPL' })
    expect([status, body.error.code]).toEqual([403, 'SANDBOX_ONLY'])
  })
})
