import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { executionQuality } from '../../../src/http/resources/orders/execution-quality.ts'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

let server: RestServer
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.now += 1000
  account = await server.account('10000.00')
})

const qualityOf = async (id: string) => (await server.client.get(`${account.path}/orders/${id}/execution-quality`)).body as object

describe('the execution quality of an order', () => {
  test('is measured against the quote that it found, exactly', async () => {
    await server.quote('AAPL', '149.90', '150.00', '4')
    const { body: order } = await account.order({ side: 'buy', quantity: '10', limit_price: '150.20' })
    server.now += 250
    await server.quote('AAPL', '150.00', '150.10', '3')
    server.now += 500
    await server.quote('AAPL', '150.10', '150.20', '100')
    // 4 at 150.00, 3 at 150.10, 3 at 150.20: 150.09 on average
    expect(await qualityOf(order.id)).toEqual({
      order_id: order.id,
      side: 'buy',
      arrival_bid: '149.90',
      arrival_ask: '150.00',
      arrival_mid: '149.95',
      average_fill_price: '150.09',
      slippage_bps: '9.3364',
      effective_spread_bps: '18.6729',
      price_improvement_bps: '-6.0000',
      fill_ratio: '1.0000',
      time_to_first_fill_ms: 0,
      time_to_last_fill_ms: 750,
    })
  })

  test('of a sell has the same signs: what cost money is above zero', async () => {
    await server.quote('AAPL', '149.90', '150.01')
    await account.order({ side: 'buy', order_type: 'market', quantity: '5' })
    const { body: order } = await account.order({ side: 'sell', order_type: 'market', quantity: '5' })
    expect(await qualityOf(order.id)).toMatchObject({
      side: 'sell',
      arrival_mid: '149.955',
      average_fill_price: '149.90',
      slippage_bps: '3.6678',
      effective_spread_bps: '7.3355',
      price_improvement_bps: '0.0000',
    })
  })

  test('that met nothing has no figures but its ratio; that of a cash order counts money', async () => {
    await server.withdrawQuote('AAPL')
    const { body: order } = await account.order({ side: 'buy', quantity: '1', limit_price: '10.00' })
    expect(await qualityOf(order.id)).toEqual({
      order_id: order.id,
      side: 'buy',
      arrival_bid: null,
      arrival_ask: null,
      arrival_mid: null,
      average_fill_price: null,
      slippage_bps: null,
      effective_spread_bps: null,
      price_improvement_bps: null,
      fill_ratio: '0.0000',
      time_to_first_fill_ms: null,
      time_to_last_fill_ms: null,
    })
    await server.client.delete(`${account.path}/orders`)
    await server.quote('AAPL', '149.90', '150.00', '1')
    const { body: cash } = await account.order({ side: 'buy', order_type: 'market', notional: '200.00' })
    expect(await qualityOf(cash.id)).toMatchObject({ fill_ratio: '0.7500', arrival_ask: '150.00' })
  })

  test('where one side of the book alone was there has no mid', async () => {
    await server.withdrawQuote('AAPL')
    const other = await server.account('1000.00')
    await other.order({ side: 'buy', quantity: '1', limit_price: '149.00' })
    const { body: order } = await account.order({ side: 'buy', quantity: '1', limit_price: '148.00' })
    expect(await qualityOf(order.id)).toMatchObject({ arrival_bid: '149.00', arrival_ask: null, arrival_mid: null, slippage_bps: null })
  })

  test('a fill that was taken back has no time', async () => {
    await server.quote('AAPL', '149.90', '150.00')
    const { body: order } = await account.order({ side: 'buy', order_type: 'market', time_in_force: 'ioc', quantity: '5' })
    const { body: executions } = await server.client.get(`${account.path}/orders/${order.id}/executions`)
    await server.withdrawQuote('AAPL')
    await server.operator.post(`/v1/admin/executions/${executions.data[0].id}/bust`)
    expect(await qualityOf(order.id)).toMatchObject({ average_fill_price: null, fill_ratio: '0.0000', time_to_first_fill_ms: null })
  })

  test('has times however many fills there were', async () => {
    await server.quote('AAPL', '149.90', '150.00')
    const { body: placed } = await account.order({ side: 'buy', order_type: 'market', quantity: '5' })
    await qualityOf(placed.id)
    const { orders } = server.projection
    const { order } = orders.orderByClientId(server.engine.state.accountByNumber(account.number)!.index, placed.client_order_id)!
    const [fill] = orders.executions(order.number, 0, 1)
    const executions = Array.from({ length: 200_000 }, (_, index) => ({ ...fill!.event, at: order.createdAt + index }))
    const quality = executionQuality(server.engine.state, { order, entry: undefined, executions, splits: [] })
    expect(quality).toMatchObject({ time_to_first_fill_ms: 0, time_to_last_fill_ms: 199_999 })
  })

  test('an order of another account is not found', async () => {
    const other = await server.account('1000.00')
    const { body: order } = await other.order({ side: 'buy', quantity: '1', limit_price: '1.00' })
    expect((await server.client.get(`${account.path}/orders/${order.id}/execution-quality`)).body.error.code).toBe('ORDER_NOT_FOUND')
  })
})

test('what the order fills while the figures are read is not in them', async () => {
  await server.quote('AAPL', '149.90', '150.00')
  const { body: order } = await account.order({ side: 'buy', quantity: '1', limit_price: '149.00' })
  const { waiting, letGo } = server.holdRead()
  const read = qualityOf(order.id)
  await waiting
  await server.quote('AAPL', '148.90', '149.00')
  const filled = { average_fill_price: '149.00', fill_ratio: '1.0000', time_to_first_fill_ms: 0, time_to_last_fill_ms: 0 }
  expect(await qualityOf(order.id)).toMatchObject(filled)
  letGo()
  const open = { average_fill_price: null, fill_ratio: '0.0000', time_to_first_fill_ms: null, time_to_last_fill_ms: null }
  expect(await read).toMatchObject(open)
})

test('an order that lives through a split is measured against the quote that it found, in new shares', async () => {
  await server.quote('MSFT', '39.90', '40.00', '4')
  const { body: order } = await account.order({ symbol: 'MSFT', side: 'buy', quantity: '10', limit_price: '40.20', time_in_force: 'gtc' })
  await server.client.post('/v1/dev/sandbox/corporate-actions', { type: 'split', symbol: 'MSFT', ratio: '2:1', ex_date: '2026-11-23' })
  await server.operator.post('/v1/admin/end-of-day', { date: '2026-11-23' })
  await server.quote('MSFT', '20.00', '20.10', '12')
  // 8 at 20.00 and 12 at 20.10: 20.06 on average
  expect(await qualityOf(order.id)).toMatchObject({
    arrival_bid: '19.95',
    arrival_ask: '20.00',
    arrival_mid: '19.975',
    average_fill_price: '20.06',
    slippage_bps: '42.5532',
    price_improvement_bps: '-30.0000',
    fill_ratio: '1.0000',
  })
  const { body: later } = await account.order({ symbol: 'MSFT', side: 'buy', quantity: '1', limit_price: '20.10' })
  await server.client.post('/v1/dev/sandbox/corporate-actions', { type: 'split', symbol: 'MSFT', ratio: '2:1', ex_date: '2026-11-24' })
  await server.operator.post('/v1/admin/end-of-day', { date: '2026-11-24' })
  // neither the split before it nor one behind its end is its own
  expect(await qualityOf(later.id)).toMatchObject({ arrival_bid: '20.00', arrival_ask: null })
})
