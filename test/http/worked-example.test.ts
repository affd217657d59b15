import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRestServer, type RestServer } from '../support/rest-server.ts'

let server: RestServer
beforeAll(async () => {
  server = await openRestServer()
})
afterAll(() => server.close())

test('the worked example of docs/api-contract.md section 6, to the cent', async () => {
  const account = await server.account('10000.00')
  const seen = async (...members: string[]) => {
    const balances = await account.balances()
    return Object.fromEntries(members.map((member) => [member, balances[member]]))
  }
  expect(await seen('buying_power')).toEqual({ buying_power: '10000.00' })

  const { body: order } = await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
  expect(await seen('held_for_orders', 'buying_power')).toEqual({ held_for_orders: '1500.00', buying_power: '8500.00' })

  await server.quote('AAPL', '149.40', '149.50', '4')
  expect(await seen('cash', 'held_for_orders', 'buying_power')).toEqual({
    cash: '9402.00',
    held_for_orders: '900.00',
    buying_power: '8502.00',
  })

  const path = `${account.path}/orders/${order.id}`
  await server.client.patch(path, { quantity: '8' })
  expect(await seen('held_for_orders', 'buying_power')).toEqual({ held_for_orders: '600.00', buying_power: '8802.00' })

  expect((await server.client.delete(path)).status).toBe(204)
  expect(await seen('held_for_orders', 'buying_power')).toEqual({ held_for_orders: '0.00', buying_power: '9402.00' })

  await server.quote('AAPL', '160.00', '160.10')
  await account.order({ side: 'sell', quantity: '4', limit_price: '160.00' })
  expect(await seen('cash', 'settled_cash', 'unsettled_cash', 'buying_power')).toEqual({
    cash: '10042.00',
    settled_cash: '9402.00',
    unsettled_cash: '640.00',
    buying_power: '9402.00',
  })

  await server.operator.post('/v1/admin/end-of-day')
  expect(await account.balances()).toEqual({
    account_id: account.id,
    currency: 'USD',
    cash: '10042.00',
    settled_cash: '10042.00',
    unsettled_cash: '0.00',
    buying_power: '10042.00',
    equity: '10042.00',
    long_market_value: '0.00',
    last_equity: '10042.00',
    portfolio_value: '10042.00',
    held_for_orders: '0.00',
    pending_deposits: '0.00',
    pending_withdrawals: '0.00',
    withdrawable_cash: '10042.00',
    settlements: [],
    timestamp: '2026-11-20T15:04:05.123Z',
  })
})
