import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fingerprint } from '../../../src/engine/fingerprint.ts'
import { INSTRUMENTS } from '../../engine/engine-under-test.ts'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

let server: RestServer
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer({ instruments: [{ ...INSTRUMENTS[0]!, symbol: 'EMPT' }] })
})
afterAll(() => server.close())
afterEach(() => server.client.delete(`${account.path}/orders`))
beforeEach(async () => {
  account = await server.account('10000.00')
  await server.quote('AAPL', '149.90', '150.00', '10')
})

const preview = (order: object) =>
  server.client.post(`${account.path}/orders/preview`, { symbol: 'AAPL', side: 'buy', client_order_id: 'p-1', ...order })

describe('a preview', () => {
  test('of a limit order says what it would hold, and the order then holds just that', async () => {
    const order = { order_type: 'limit', quantity: '4', limit_price: '149.95' }
    const { status, body } = await preview(order)
    expect([status, body]).toEqual([
      200,
      {
        estimated_quantity: '4',
        estimated_price: '149.95',
        estimated_notional: '599.80',
        hold: '599.80',
        buying_power_after: '9400.20',
        warnings: [],
      },
    ])
    await account.order({ side: 'buy', ...order })
    expect((await account.balances())['buying_power']).toBe(body.buying_power_after)
  })

  test('of a market order takes its price from what it would meet, and holds up to the collar', async () => {
    expect((await preview({ quantity: '10' })).body).toEqual({
      estimated_quantity: '10',
      estimated_price: '150.00',
      estimated_notional: '1500.00',
      hold: '1575.00',
      buying_power_after: '8425.00',
      warnings: [],
    })
  })

  test('of a marketable limit order averages what it meets with its own price for the rest', async () => {
    expect((await preview({ order_type: 'limit', quantity: '20', limit_price: '150.10' })).body).toMatchObject({
      estimated_price: '150.05',
      estimated_notional: '3001.00',
      hold: '3002.00',
    })
  })

  test('of an amount of money says how many shares it buys, rounded down', async () => {
    expect((await preview({ notional: '100.00' })).body).toEqual({
      estimated_quantity: '0.666666666',
      estimated_price: '150.00',
      estimated_notional: '100.00',
      hold: '100.00',
      buying_power_after: '9900.00',
      warnings: [],
    })
  })

  test('warns of what can be traded only in part, of a symbol without a market, of a halt and of an auction', async () => {
    const codes = async (order: object) =>
      ((await preview(order)).body as { warnings: { code: string }[] }).warnings.map(({ code }) => code)
    expect(await codes({ quantity: '11' })).toEqual(['PARTIAL_LIQUIDITY'])
    expect(await codes({ symbol: 'EMPT', quantity: '1' })).toEqual(['NO_LIQUIDITY'])
    expect(await codes({ quantity: '1', order_type: 'limit', limit_price: '150.00', time_in_force: 'opg' })).toEqual(['WAITS_FOR_SESSION'])
    await server.client.post('/v1/dev/sandbox/halts', { symbol: 'AAPL', halted: true })
    expect(await codes({ quantity: '1' })).toEqual(['SYMBOL_HALTED'])
    // it meets nothing until the halt is over
    expect((await preview({ order_type: 'limit', quantity: '20', limit_price: '150.10' })).body).toMatchObject({
      estimated_price: '150.10',
    })
    await server.client.post('/v1/dev/sandbox/halts', { symbol: 'AAPL', halted: false })
  })

  test('of an order that a scenario of the sandbox plays does not say that it waits for a session', async () => {
    const headers = { 'x-sandbox-scenario': 'fill' }
    const order = { symbol: 'AAPL', side: 'buy', quantity: '11', client_order_id: 'p-1' }
    const { body } = await server.client.post(`${account.path}/orders/preview`, order, { headers })
    expect(body).toMatchObject({ estimated_price: '150.00', estimated_notional: '1650.00', warnings: [] })
    const { body: played } = await server.client.post(`${account.path}/orders`, order, { headers })
    expect(played).toMatchObject({ status: 'filled', average_fill_price: '150.00' })
  })

  test('of a stop that the market is past already says what it would meet, and the order trades at just that', async () => {
    const average = async (order: object) => {
      const { body } = await preview(order)
      const placed = await account.order({ side: 'buy', ...order })
      await server.quote('AAPL', '149.90', '150.00', '10')
      return [body.estimated_price, placed.body.average_fill_price]
    }
    expect(await average({ order_type: 'stop', quantity: '4', stop_price: '149.00' })).toEqual(['150.00', '150.00'])
    expect(await average({ order_type: 'stop_limit', quantity: '4', stop_price: '149.00', limit_price: '150.10' })).toEqual([
      '150.00',
      '150.00',
    ])
    expect(await average({ side: 'sell', order_type: 'stop', quantity: '2', stop_price: '151.00' })).toEqual(['149.90', '149.90'])
    expect(await average({ order_type: 'stop', quantity: '4', stop_price: '151.00' })).toEqual(['151.00', null])
    expect(await average({ order_type: 'stop_limit', quantity: '4', stop_price: '149.00', limit_price: '149.50' })).toEqual([
      '149.50',
      null,
    ])
  })

  test('of a sell holds no money', async () => {
    await account.order({ side: 'buy', order_type: 'market', quantity: '5' })
    expect((await preview({ side: 'sell', quantity: '5' })).body).toEqual({
      estimated_quantity: '5',
      estimated_price: '149.90',
      estimated_notional: '749.50',
      hold: '0.00',
      buying_power_after: '9250.00',
      warnings: [],
    })
  })
})

describe('a preview is refused as the order would be', () => {
  test.each([
    ['a symbol that is not known', { symbol: 'ZZZZ', quantity: '1' }, 400, 'INVALID_SYMBOL'],
    ['a symbol that is not tradable', { symbol: 'GONE', quantity: '1' }, 422, 'ASSET_NOT_TRADABLE'],
    ['quantity and notional', { quantity: '1', notional: '100.00' }, 400, 'INVALID_QUANTITY'],
    ['a price off the tick', { order_type: 'limit', quantity: '1', limit_price: '150.001' }, 400, 'INVALID_PRICE'],
    ['a combination that is not allowed', { notional: '100.00', time_in_force: 'gtc' }, 400, 'UNSUPPORTED_ORDER_COMBINATION'],
    ['too little money', { quantity: '100' }, 422, 'INSUFFICIENT_BUYING_POWER'],
    ['too few shares', { side: 'sell', quantity: '1' }, 422, 'INSUFFICIENT_POSITION'],
    ['a body without a side', { side: undefined, quantity: '1' }, 400, 'VALIDATION_ERROR'],
  ])('%s', async (_, order, status, code) => {
    const answer = await preview(order)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    const placed = await server.client.post(`${account.path}/orders`, { symbol: 'AAPL', side: 'buy', client_order_id: 'p-1', ...order })
    expect(placed.body.error.message).toBe(answer.body.error.message)
  })

  test('a client_order_id of another order; the same order again is warned of', async () => {
    await account.order({ side: 'buy', quantity: '1', limit_price: '1.00', client_order_id: 'p-1' })
    const answer = await preview({ order_type: 'limit', quantity: '2', limit_price: '1.00' })
    expect([answer.status, answer.body.error.code]).toEqual([409, 'CLIENT_ORDER_ID_CONFLICT'])
    const again = await preview({ order_type: 'limit', quantity: '1', limit_price: '1.00' })
    expect(again.body.warnings.map(({ code }: { code: string }) => code)).toEqual(['REPEATED_CLIENT_ORDER_ID'])
  })

  test('nothing, where the order is there already and has taken the money', async () => {
    const { buying_power: all } = await account.balances()
    const bid = { order_type: 'limit', quantity: '1', limit_price: all }
    await account.order({ side: 'buy', ...bid, client_order_id: 'p-1' })
    const again = await preview(bid)
    expect([again.status, again.body]).toMatchObject([200, { hold: all, buying_power_after: '9850.00' }])
    const placed = await account.order({ side: 'buy', ...bid, client_order_id: 'p-1' })
    expect([placed.status, (await account.balances())['buying_power']]).toEqual([200, '9850.00'])
  })
})

test('a preview changes nothing and journals nothing, refused or not', async () => {
  const before = [fingerprint(server.engine.state), server.sequencer.nextPosition]
  await preview({ quantity: '3' })
  await preview({ quantity: '100000' })
  await preview({ symbol: 'MSFT', order_type: 'trailing_stop', trail_percent: '5', side: 'buy', quantity: '1' })
  expect([fingerprint(server.engine.state), server.sequencer.nextPosition]).toEqual(before)
  expect((await server.client.get(`${account.path}/orders`)).body.data).toEqual([])
})

const WALK = { baseTicks: 1_000_000, stepHundredths: 500, spreadTicks: 300, sizeLots: 1_000e9 }

test('a preview sees a quote that walks where it is by now, and the order then meets it there', async () => {
  const walking = await openRestServer({
    rules: { quotes: 'walk' },
    instruments: [{ ...INSTRUMENTS[0]!, symbol: 'WALK', walk: WALK }],
  })
  const owner = await walking.account('10000.00')
  const order = { symbol: 'WALK', side: 'buy', quantity: '7', client_order_id: 'w-1' }
  const { body } = await walking.client.post(`${owner.path}/orders/preview`, order)
  const placed = await walking.client.post(`${owner.path}/orders`, order)
  expect([placed.body.status, placed.body.average_fill_price]).toEqual(['filled', body.estimated_price])
  await walking.close()
})
