import { afterAll, beforeAll, expect, test } from 'vitest'
import { RestServer, openRestServer, TradingAccount } from '../../support/rest-server.ts'

let server: RestServer
beforeAll(async () => {
  server = await openRestServer()
})
afterAll(() => server.close())

const announce = (body: object) => server.client.post('/v1/dev/sandbox/corporate-actions', body)
const endDay = (date: string) => server.operator.post('/v1/admin/end-of-day', { date })
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)

const SPLIT = { type: 'split', symbol: 'AAPL', ratio: '2:1', ex_date: '2026-11-24' }
const DIVIDEND = { type: 'cash_dividend', symbol: 'AAPL', amount: '0.26', ex_date: '2026-11-23', pay_date: '2026-11-24' }

test('a dividend and a split are announced, listed, and change the account when their days begin', async () => {
  const { body: opened } = await server.client.post('/v1/accounts', RestServer.application({ dividend_reinvestment: true }))
  const account = new TradingAccount(server.client, opened)
  await account.deposit('10000.00')
  await server.quote('AAPL', '149.00', '150.00')
  await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
  const { body: order } = await account.order({ side: 'buy', quantity: '3', limit_price: '100.01', time_in_force: 'gtc' })

  const paid = await announce(DIVIDEND)
  expect(paid).toMatchObject({
    status: 201,
    body: {
      id: uuid,
      type: 'cash_dividend',
      symbol: 'AAPL',
      ratio: null,
      amount: '0.26',
      ex_date: '2026-11-23',
      pay_date: '2026-11-24',
      status: 'announced',
      created_at: '2026-11-20T15:04:05.123Z',
    },
  })
  const split = await announce(SPLIT)
  expect(split.body).toMatchObject({ type: 'split', ratio: '2:1', amount: null, ex_date: '2026-11-24', pay_date: null })
  expect((await server.client.get('/v1/dev/sandbox/corporate-actions')).body).toEqual({
    data: [split.body, paid.body],
    pagination: { next_cursor: null, has_more: false },
  })

  await endDay('2026-11-23')
  await endDay('2026-11-24')

  const { body: page } = await server.client.get('/v1/dev/sandbox/corporate-actions?limit=1')
  expect(page).toMatchObject({ data: [{ status: 'effective' }], pagination: { has_more: true } })
  const { body: next } = await server.client.get(
    `/v1/dev/sandbox/corporate-actions?limit=1&cursor=${page.pagination.next_cursor as string}`,
  )
  expect(next.data).toMatchObject([{ id: paid.body.id, status: 'paid' }])
  expect((await server.client.get('/v1/dev/sandbox/corporate-actions?symbol=MSFT')).body.data).toEqual([])

  // 2.60 bought 2.60 / 75.00 shares of the new ones
  expect((await server.client.get(`${account.path}/positions/AAPL`)).body).toMatchObject({
    quantity: '20.034666666',
    average_price: '75.00',
    cost_basis: '1502.60',
  })
  expect((await server.client.get(`${account.path}/orders/${order.id as string}`)).body).toMatchObject({
    quantity: '6',
    limit_price: '50.00',
    status: 'new',
    revision: 2,
  })
  const { body: drip } = await server.client.get(`${account.path}/orders?client_order_id=drip-${paid.body.id as string}`)
  expect(drip.data).toMatchObject([{ order_type: 'market', notional: '2.60', filled_quantity: '0.034666666', status: 'filled' }])
  const { body: activities } = await server.client.get(`${account.path}/activities`)
  expect(
    activities.data.map(({ type, net_amount, symbol, quantity, price }: Record<string, string>) => [
      type,
      net_amount,
      symbol,
      quantity,
      price,
    ]),
  ).toEqual([
    ['FILL', '-2.60', 'AAPL', '0.034666666', '75.00'],
    ['DIVIDEND', '2.60', 'AAPL', '10', '0.26'],
    ['ADJUSTMENT', '0.00', 'AAPL', '10', null],
    ['FILL', '-1500.00', 'AAPL', '10', '150.00'],
    ['DEPOSIT', '10000.00', null, null, null],
  ])
  expect((await account.balances())['cash']).toBe('8500.00')
})

test.each([
  [{ ...SPLIT, symbol: 'NOPE' }, 'INVALID_SYMBOL', 'symbol'],
  [{ ...SPLIT, type: 'merger' }, 'VALIDATION_ERROR', 'type'],
  [{ ...SPLIT, ratio: '2' }, 'VALIDATION_ERROR', 'ratio'],
  [{ ...SPLIT, ratio: '0:1' }, 'VALIDATION_ERROR', 'ratio'],
  [{ ...SPLIT, ratio: '2:2' }, 'VALIDATION_ERROR', 'ratio'],
  [{ type: 'split', symbol: 'AAPL', ex_date: '2026-11-30' }, 'VALIDATION_ERROR', 'ratio'],
  [{ ...SPLIT, ex_date: '2026-11-20' }, 'VALIDATION_ERROR', 'ex_date'],
  [{ ...SPLIT, ex_date: '2026-11-28' }, 'VALIDATION_ERROR', 'ex_date'],
  [{ ...SPLIT, ex_date: 'soon' }, 'VALIDATION_ERROR', 'ex_date'],
  [{ ...SPLIT, ex_date: '9999-12-31' }, 'VALIDATION_ERROR', 'ex_date'],
  [{ ...DIVIDEND, ex_date: '2026-11-30', amount: '0' }, 'VALIDATION_ERROR', 'amount'],
  [{ ...DIVIDEND, ex_date: '2026-11-30', amount: '0.00001' }, 'VALIDATION_ERROR', 'amount'],
  [{ ...DIVIDEND, ex_date: '2026-11-30' }, 'VALIDATION_ERROR', 'pay_date'],
  [{ type: 'cash_dividend', symbol: 'AAPL', amount: '1.00', ex_date: '2026-11-30' }, 'VALIDATION_ERROR', 'pay_date'],
  [{ ...SPLIT, ex_date: '2026-11-30', amount: '0.00001' }, 'VALIDATION_ERROR', 'amount'],
  [{ ...DIVIDEND, ex_date: '2026-11-30', pay_date: '2026-12-01', ratio: '2:1' }, 'VALIDATION_ERROR', 'ratio'],
])('%j is refused', async (body, code, field) => {
  const before = server.engine.state.market(0).corporateActions.length
  const answer = await announce(body)
  expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, code, field])
  expect(server.engine.state.market(0).corporateActions).toHaveLength(before)
})

test('all that is wrong with the members of a kind is told', async () => {
  const { body } = await announce({ type: 'cash_dividend', symbol: 'AAPL', amount: '0.00001', ratio: '2:1', ex_date: '2026-11-30' })
  expect(body.error.details.errors.map(({ field }: { field: string }) => field)).toEqual(['ratio', 'pay_date', 'amount'])
})

test('a cursor is of the symbol, however it is written', async () => {
  for (const ex_date of ['2026-12-07', '2026-12-08']) await announce({ ...SPLIT, symbol: 'MSFT', ex_date })
  const list = (query: string) => server.client.get(`/v1/dev/sandbox/corporate-actions?limit=1&${query}`)
  const { next_cursor } = (await list('symbol=msft')).body.pagination
  expect((await list(`symbol=MSFT&cursor=${next_cursor as string}`)).body.data).toMatchObject([{ ex_date: '2026-12-07' }])
  expect((await list(`symbol=AAPL&cursor=${next_cursor as string}`)).body.error.code).toBe('INVALID_CURSOR')
})

test('they are of the own market, and not for live partners', async () => {
  const stranger = await server.anotherPartner()
  expect((await stranger.get('/v1/dev/sandbox/corporate-actions')).body.data).toEqual([])
  const live = await server.anotherPartner('live')
  for (const answer of [await live.get('/v1/dev/sandbox/corporate-actions'), await live.post('/v1/dev/sandbox/corporate-actions', SPLIT)])
    expect([answer.status, answer.body.error.code]).toEqual([403, 'SANDBOX_ONLY'])
})
