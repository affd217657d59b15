import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

let server: RestServer
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  account = await server.account('10000.00')
})

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
const fill = (order: string, body: object) => server.client.post(`/v1/dev/sandbox/orders/${order}/fill`, body)
const buy = async () => (await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })).body

describe('a fill by script', () => {
  test('of an open order', async () => {
    const order = await buy()
    const { status, body } = await fill(order.id, { quantity: '4', price: '149.50' })
    expect([status, body]).toEqual([
      201,
      {
        id: uuid,
        order_id: order.id,
        account_id: account.id,
        client_order_id: 'c-1',
        symbol: 'AAPL',
        side: 'buy',
        exec_type: 'trade',
        quantity: '4',
        price: '149.50',
        notional: '598.00',
        cumulative_quantity: '4',
        leaves_quantity: '6',
        average_price: '149.50',
        commission: '0.00',
        liquidity: 'removed',
        reference_execution_id: null,
        trade_date: '2026-11-20',
        settlement_date: '2026-11-23',
        sequence: expect.any(Number),
        executed_at: '2026-11-20T15:04:05.123Z',
      },
    ])
    expect(await account.balances()).toMatchObject({ cash: '9402.00', held_for_orders: '900.00', buying_power: '8502.00' })
    const { body: executions } = await server.client.get(`${account.path}/orders/${order.id as string}/executions`)
    expect(executions.data).toEqual([body])
  })

  test('of a cancelled order, told late: it stays cancelled with more filled', async () => {
    const order = await buy()
    await server.client.delete(`${account.path}/orders/${order.id as string}`)
    const { status, body } = await fill(order.id, { quantity: '4', price: '149.50' })
    expect([status, body.cumulative_quantity, body.leaves_quantity, body.liquidity]).toEqual([201, '4', '0', 'added'])
    expect((await server.client.get(`${account.path}/orders/${order.id as string}`)).body).toMatchObject({
      status: 'cancelled',
      filled_quantity: '4',
      remaining_quantity: '0',
      average_fill_price: '149.50',
    })
    expect(await account.balances()).toMatchObject({ cash: '9402.00', held_for_orders: '0.00', buying_power: '9402.00' })
    expect((await server.client.get(`${account.path}/positions/AAPL`)).body).toMatchObject({ quantity: '4', average_price: '149.50' })
    // and again, from storage
    expect((await fill(order.id, { quantity: '6', price: '150.00' })).body.cumulative_quantity).toBe('10')
    const { body: over } = await fill(order.id, { quantity: '1', price: '150.00' })
    expect(over.error).toMatchObject({ code: 'INVALID_QUANTITY', message: 'Of the order 0 shares are left.', field: 'quantity' })
  })

  test.each([
    [{ quantity: '11', price: '150.00' }, 400, 'INVALID_QUANTITY', 'quantity'],
    [{ quantity: '0', price: '150.00' }, 400, 'INVALID_QUANTITY', 'quantity'],
    [{ quantity: '0.0000000001', price: '150.00' }, 400, 'INVALID_QUANTITY', 'quantity'],
    [{ quantity: '1', price: '150.01' }, 400, 'INVALID_PRICE', 'price'],
    [{ quantity: '1', price: '0' }, 400, 'INVALID_PRICE', 'price'],
    [{ quantity: '1', price: '1.00001' }, 400, 'INVALID_PRICE', 'price'],
    [{ quantity: 1, price: '150.00' }, 400, 'VALIDATION_ERROR', 'quantity'],
    [{ quantity: '1' }, 400, 'VALIDATION_ERROR', 'price'],
    // both are told, in details.errors
    [{ quantity: '0.0000000001', price: '1.00001' }, 400, 'VALIDATION_ERROR', undefined],
  ])('%j is refused and changes nothing', async (body, status, code, field) => {
    const order = await buy()
    const answer = await fill(order.id, body)
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([status, code, field])
    expect((await account.balances())['cash']).toBe('10000.00')
  })

  test('is refused for an order of a closed account, whose money and shares nobody could move any more', async () => {
    const order = await buy()
    await server.client.delete(`${account.path}/orders/${order.id as string}`)
    const { id: bank } = await account.link()
    await server.client.post(`${account.path}/funding/withdrawals`, { ach_relationship_id: bank, withdraw_full_balance: true })
    expect((await server.client.delete(account.path)).status).toBe(204)
    const { status, body } = await fill(order.id, { quantity: '4', price: '149.50' })
    expect([status, body.error.code]).toEqual([409, 'ACCOUNT_CLOSED'])
    expect(await account.balances()).toMatchObject({ cash: '0.00', portfolio_value: '0.00' })
  })

  test('is not there for orders that are filled, unknown, or of others, nor for live partners', async () => {
    const order = await buy()
    await fill(order.id, { quantity: '10', price: '150.00' })
    const { status, body } = await fill(order.id, { quantity: '1', price: '150.00' })
    expect([status, body.error.code, body.error.details]).toEqual([409, 'ORDER_NOT_OPEN', { status: 'filled' }])
    for (const id of [NOWHERE, 'x']) expect((await fill(id, {})).body.error.code).toBe('ORDER_NOT_FOUND')
    const stranger = await server.anotherPartner()
    const theirs = await stranger.post(`/v1/dev/sandbox/orders/${order.id as string}/fill`, { quantity: '1', price: '1.00' })
    expect([theirs.status, theirs.body.error.code]).toEqual([404, 'ORDER_NOT_FOUND'])
    const live = await server.anotherPartner('live')
    expect((await live.post(`/v1/dev/sandbox/orders/${order.id as string}/fill`, {})).body.error.code).toBe('SANDBOX_ONLY')
  })
})
