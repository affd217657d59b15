import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LOTS_PER_SHARE } from '../../../src/domain/amounts/amounts.ts'
import type { MassCancel, PlaceOrder } from '../../../src/domain/commands/order-command.ts'
import { OrderType, REST_SESSION, Side, TimeInForce } from '../../../src/domain/orders/order.ts'
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
  await server.quote('AAPL', '149.90', '150.00')
  await server.quote('MSFT', '40.00', '40.01')
})

const buy = (symbol: string, quantity: string) => account.order({ symbol, side: 'buy', order_type: 'market', quantity })
const close = (symbol = '') => server.client.delete(`${account.path}/positions${symbol}`)
const positions = async () => (await server.client.get(`${account.path}/positions`)).body.data as { symbol: string; quantity: string }[]

describe('closing a position', () => {
  test('sells all of it at the market, parts of shares too', async () => {
    await buy('AAPL', '10.25')
    const { status, body } = await close('/aapl')
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ symbol: 'AAPL', side: 'sell', order_type: 'market', quantity: '10.25', status: 'filled' }),
    ])
    expect(await positions()).toEqual([])
    expect((await account.balances())['cash']).toBe('9998.98')
  })

  test('that are many leaves others a turn between them', async () => {
    await server.grantMany(account.id, 60)
    const commits: number[] = []
    const submit = server.sequencer.submit.bind(server.sequencer)
    server.sequencer.submit = (command, ...told) => {
      if (command.type === 'PlaceOrder') commits.push(server.sequencer.durableBefore)
      submit(command, ...told)
    }
    const { body } = await close()
    server.sequencer.submit = submit
    expect([body.data.length, commits.length, new Set(commits).size]).toEqual([60, 60, 2])
    await server.client.delete(`${account.path}/orders`)
  })

  test('first cancels the orders that hold its shares, and leaves the buys', async () => {
    await buy('AAPL', '10')
    const { body: sell } = await account.order({ side: 'sell', quantity: '6', limit_price: '170.00' })
    const { body: bid } = await account.order({ side: 'buy', quantity: '1', limit_price: '100.00' })
    expect((await close('/AAPL')).body).toMatchObject({ quantity: '10', status: 'filled' })
    const statusOf = async (id: string) => (await server.client.get(`${account.path}/orders/${id}`)).body.status
    expect([await statusOf(sell.id), await statusOf(bid.id)]).toEqual(['cancelled', 'new'])
  })

  test('buys back what a bust has left below zero', async () => {
    await server.quote('AAPL', '149.90', '150.00', '10')
    const { body: bought } = await buy('AAPL', '10')
    await account.order({ side: 'sell', order_type: 'market', limit_price: undefined, quantity: '6' })
    await server.withdrawQuote('AAPL')
    const { body: fills } = await server.client.get(`${account.path}/orders/${bought.id as string}/executions`)
    await server.operator.post(`/v1/admin/executions/${fills.data[0].id as string}/bust`)
    expect(await positions()).toEqual([expect.objectContaining({ symbol: 'AAPL', quantity: '-6', side: 'short' })])
    const { body } = await close('/AAPL')
    expect(body).toMatchObject({ side: 'buy', quantity: '6', status: 'new' })
    await server.client.delete(`${account.path}/orders`)
  })

  test('leaves the exits of an entry that is still to be filled: they hold none of its shares', async () => {
    await buy('AAPL', '10')
    const exits = { take_profit: { limit_price: '120.00' }, stop_loss: { stop_price: '90.00' } }
    const { body: entry } = await account.order({ side: 'buy', quantity: '1', limit_price: '100.00', order_class: 'bracket', ...exits })
    const { body: pair } = await account.order({
      side: 'sell',
      quantity: '6',
      limit_price: '170.00',
      order_class: 'oco',
      stop_loss: { stop_price: '90.00' },
    })
    expect((await close('/AAPL')).body).toMatchObject({ quantity: '10', status: 'filled' })
    const statusOf = async (id: string) => (await server.client.get(`${account.path}/orders/${id}`)).body.status as string
    const orders = [entry.id, ...entry.legs, pair.id, ...pair.legs] as string[]
    expect(await Promise.all(orders.map(statusOf))).toEqual(['new', 'accepted', 'accepted', 'cancelled', 'cancelled'])
  })

  test('is 404 where there is none', async () => {
    for (const symbol of ['AAPL', 'ZZZZ', '%20']) {
      const { status, body } = await close(`/${symbol}`)
      expect([status, body.error.code]).toEqual([404, 'POSITION_NOT_FOUND'])
    }
  })

  test('that is refused leaves the orders that hold the shares as they are', async () => {
    await buy('AAPL', '10')
    const { body: sell } = await account.order({ side: 'sell', quantity: '6', limit_price: '170.00' })
    const { id } = (await server.client.get(account.path)).body as { id: string }
    await server.operator.post('/v1/admin/kill-switch', { scope: 'account', id, on: true })
    const { body: stopped } = await server.client.get(`${account.path}/orders/${sell.id}`)
    const { status, body } = await close('/AAPL')
    expect([status, body.error.code]).toEqual([409, 'TRADING_SUSPENDED'])
    expect((await server.client.get(`${account.path}/orders/${sell.id}`)).body).toEqual(stopped)
    await server.operator.post('/v1/admin/kill-switch', { scope: 'account', id, on: false })
  })

  test.each(['the order', 'the cancels before it'])('of which %s is held back leaves them as they are, too', async (part) => {
    await buy('AAPL', '10')
    const { body: sell } = await account.order({ side: 'sell', quantity: '6', limit_price: '170.00' })
    const { index, market } = server.engine.state.accountByNumber(account.number)!
    const closing: PlaceOrder = {
      type: 'PlaceOrder',
      session: REST_SESSION,
      account: index,
      clientOrderId: 'close-00000000-0000-4000-8000-000000000000',
      symbol: 'AAPL',
      side: Side.Sell,
      orderType: OrderType.Market,
      timeInForce: TimeInForce.Day,
      quantityLots: 10 * LOTS_PER_SHARE,
      cashCents: 0,
      limitTicks: 0,
      stopTicks: 0,
      extendedHours: false,
      possResend: false,
    }
    const cancels: MassCancel = {
      type: 'MassCancel',
      requester: { kind: 'rest' },
      clientOrderId: '',
      scope: 1,
      market,
      accounts: [index],
      symbol: 'AAPL',
      instrument: 0,
      side: Side.Sell,
      holding: true,
    }
    const held = server.quarantine.add(part === 'the order' ? closing : cancels, { at: server.now, about: {}, error: 'it failed' })
    const { status, body } = await close('/AAPL')
    expect([status, body.error.code]).toEqual([422, 'REQUEST_QUARANTINED'])
    expect((await server.client.get(`${account.path}/orders/${sell.id}`)).body).toEqual(sell)
    server.quarantine.lift(held.id)
    expect((await close('/AAPL')).body).toMatchObject({ quantity: '10', status: 'filled' })
  })
})

test('closing all positions answers for each with its order, or with the code of what it met', async () => {
  await buy('AAPL', '3')
  await buy('MSFT', '4')
  await server.client.post('/v1/dev/sandbox/halts', { symbol: 'MSFT', halted: true })
  const { status, body } = await close()
  expect([status, body]).toEqual([
    200,
    {
      data: [
        { symbol: 'AAPL', status: 200, order: expect.objectContaining({ symbol: 'AAPL', quantity: '3', status: 'filled' }), code: null },
        { symbol: 'MSFT', status: 200, order: expect.objectContaining({ symbol: 'MSFT', quantity: '4', status: 'suspended' }), code: null },
      ],
    },
  ])
  await server.client.post('/v1/dev/sandbox/halts', { symbol: 'MSFT', halted: false })
  expect(await positions()).toEqual([])
  expect((await close()).body).toEqual({ data: [] })
})

test('a position over the limit of an order is named with the code', async () => {
  const { index } = server.engine.state.accountByNumber(account.number)!
  await server.run({
    type: 'GrantHoldings',
    account: index,
    cashCents: 0,
    positions: [{ symbol: 'MSFT', shares: 20_000_000, priceTicks: 400_000 }],
  })
  expect((await close()).body).toEqual({ data: [{ symbol: 'MSFT', status: 400, order: null, code: 'INVALID_QUANTITY' }] })
})

describe('what is judged as if the orders that go first were gone', () => {
  let strict: RestServer
  beforeAll(async () => {
    strict = await openRestServer({ rules: { maxOpenOrders: 2, selfMatch: 'reject' } })
  })
  afterAll(() => strict.close())
  let trader: TradingAccount
  beforeEach(async () => {
    strict.now += 1000
    trader = await strict.account('10000.00')
    await strict.quote('AAPL', '149.90', '150.00')
    await trader.order({ side: 'buy', order_type: 'market', limit_price: undefined, quantity: '10' })
  })
  const closeIt = () => strict.client.delete(`${trader.path}/positions/AAPL`)
  const statusOf = async (id: string) => (await strict.client.get(`${trader.path}/orders/${id}`)).body.status as string

  test('the limit of open orders', async () => {
    await trader.order({ side: 'sell', quantity: '4', limit_price: '170.00' })
    await trader.order({ side: 'sell', quantity: '6', limit_price: '170.00' })
    expect((await closeIt()).body).toMatchObject({ quantity: '10', status: 'filled' })
    await trader.order({ side: 'buy', order_type: 'market', limit_price: undefined, quantity: '10' })
    for (const limit_price of ['100.00', '101.00']) await trader.order({ side: 'buy', quantity: '1', limit_price })
    const { status, body } = await closeIt()
    expect([status, body.error.code]).toEqual([422, 'ORDER_EXCEEDS_LIMIT'])
  })

  test('a trade with an own buy, which cancels nothing', async () => {
    const { body: sell } = await trader.order({ side: 'sell', quantity: '10', limit_price: '170.00' })
    await trader.order({ side: 'buy', quantity: '1', limit_price: '149.95' })
    const { status, body } = await closeIt()
    expect([status, body.error.code, await statusOf(sell.id)]).toEqual([422, 'WASH_TRADE', 'new'])
  })

  test('the money that a buy back needs', async () => {
    const { body: orders } = await strict.client.get(`${trader.path}/orders`)
    await trader.order({ side: 'sell', order_type: 'market', limit_price: undefined, quantity: '6' })
    const { body: fills } = await strict.client.get(`${trader.path}/orders/${orders.data[0].id as string}/executions`)
    await strict.withdrawQuote('AAPL')
    await strict.operator.post(`/v1/admin/executions/${fills.data[0].id as string}/bust`)
    await strict.client.delete(`${trader.path}/orders`)
    await strict.quote('AAPL', '149.90', '150.00')
    const { body: bid } = await trader.order({ side: 'buy', quantity: '95', limit_price: '100.00' })
    expect(bid).toMatchObject({ status: 'new' })
    expect((await closeIt()).body).toMatchObject({ side: 'buy', quantity: '6', status: 'filled' })
    expect(await statusOf(bid.id)).toBe('cancelled')
  })
})
