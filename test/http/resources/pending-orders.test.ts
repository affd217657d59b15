import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_LATENCY } from '../../../src/engine/venue/latency.ts'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

/** A venue that takes 100 ms for a new order, 500 for a cancel or a replace. */
const LATENCY = {
  ...NO_LATENCY,
  new: { ms: 100, jitterMs: 0 },
  cancel: { ms: 500, jitterMs: 0 },
  replace: { ms: 500, jitterMs: 0 },
}

let server: RestServer
let account: TradingAccount
const accounts: TradingAccount[] = []
beforeAll(async () => {
  server = await openRestServer({ rules: { latency: LATENCY, unpriced: 'refuse' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  // each test has its own time and account, and a book without what others left there
  await passes(2000)
  for (const { path } of accounts) await server.client.delete(`${path}/orders`)
  account = await server.account('10000.00')
  accounts.push(account)
})

/** Time passes, and what is due happens. */
async function passes(ms: number): Promise<void> {
  server.now += ms
  await server.run({ type: 'AdvanceTime' })
}

const at = (): string => new Date(server.now).toISOString()

/** An order that the venue has. */
async function placed() {
  const { body } = await account.order({ side: 'buy', quantity: '10', limit_price: '150.00', client_order_id: 'c-1' })
  await passes(100)
  return { body: body as Record<string, unknown>, path: `${account.path}/orders/${body.id as string}` }
}

const statusesOf = async (query: string): Promise<readonly unknown[]> =>
  ((await server.client.get(`${account.path}/orders?${query}`)).body.data as { readonly status: unknown }[]).map(({ status }) => status)

describe('POST', () => {
  test('answers 201 with an accepted order, which becomes new when the venue has it', async () => {
    const { status, body } = await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
    expect([status, body.status]).toEqual([201, 'accepted'])
    const path = `${account.path}/orders/${body.id as string}`
    expect((await server.client.get(path)).body).toEqual(body)
    expect(await statusesOf('status=accepted')).toEqual(['accepted'])
    expect(await statusesOf('status=new')).toEqual([])
    await passes(100)
    expect((await server.client.get(path)).body).toEqual({ ...body, status: 'new', updated_at: at() })
    expect(await statusesOf('status=new')).toEqual(['new'])
  })
})

describe('PATCH', () => {
  test('answers 200 with the order as it is, pending_replace; the change is seen when it is due', async () => {
    const { path } = await placed()
    const before = (await server.client.get(path)).body as Record<string, unknown>
    const answer = await server.client.patch(path, { quantity: '12', limit_price: '151.00' })
    expect([answer.status, answer.body]).toEqual([200, { ...before, status: 'pending_replace', updated_at: at() }])
    expect((await server.client.get(path)).body).toEqual(answer.body)
    await passes(500)
    expect((await server.client.get(path)).body).toEqual({
      ...before,
      quantity: '12',
      remaining_quantity: '12',
      limit_price: '151.00',
      revision: 2,
      updated_at: at(),
    })
  })

  test('holds the larger of both while it is pending', async () => {
    const { path } = await placed()
    const held = async (): Promise<unknown> => (await server.client.get(`${account.path}/balances`)).body.held_for_orders
    await server.client.patch(path, { quantity: '12' })
    expect(await held()).toBe('1800.00')
    await passes(500)
    await server.client.patch(path, { quantity: '2' })
    expect(await held()).toBe('1800.00')
    await passes(500)
    expect(await held()).toBe('300.00')
  })
})

describe('DELETE', () => {
  test('answers 204; the order is pending_cancel until the venue has cancelled it', async () => {
    const { path } = await placed()
    const before = (await server.client.get(path)).body as Record<string, unknown>
    const answer = await server.client.delete(path)
    expect([answer.status, answer.body]).toEqual([204, undefined])
    expect((await server.client.get(path)).body).toEqual({ ...before, status: 'pending_cancel', updated_at: at() })
    await passes(500)
    expect((await server.client.get(path)).body).toEqual({
      ...before,
      status: 'cancelled',
      remaining_quantity: '0',
      cancel_reason: 'user_requested',
      updated_at: at(),
      cancelled_at: at(),
    })
  })

  test('of an order that fills first leaves it filled', async () => {
    const { path } = await placed()
    await server.client.delete(path)
    await server.quote('AAPL', '140.00', '149.50', '10')
    expect((await server.client.get(path)).body.status).toBe('filled')
    await passes(500)
    expect((await server.client.get(path)).body.status).toBe('filled')
    expect(await statusesOf('status=pending_cancel')).toEqual([])
    expect(await statusesOf('status=filled')).toEqual(['filled'])
    await server.withdrawQuote('AAPL')
  })

  test('of the list cancels at once', async () => {
    const { path } = await placed()
    await server.client.patch(path, { quantity: '12' })
    await server.client.delete(`${account.path}/orders`)
    expect((await server.client.get(path)).body.status).toBe('cancelled')
  })
})

test.each(['pending_cancel', 'pending_replace'])('an order that is %s takes no further PATCH or DELETE: 409', async (pending) => {
  const { path } = await placed()
  await (pending === 'pending_cancel' ? server.client.delete(path) : server.client.patch(path, { quantity: '8' }))
  const message = `${pending === 'pending_cancel' ? 'A cancel' : 'A replace'} of the order is pending.`
  for (const answer of [await server.client.patch(path, { quantity: '7' }), await server.client.delete(path)]) {
    expect([answer.status, answer.body]).toEqual([
      409,
      { error: { code: 'ORDER_CHANGE_PENDING', message, request_id: expect.any(String) as string } },
    ])
  }
})

test('lists find them by what they show, and count them among the open ones', async () => {
  const { body, path } = await placed()
  await server.client.delete(path)
  await account.order({ side: 'buy', quantity: '1', limit_price: '100.00', client_order_id: 'c-2' })
  await passes(100)
  const second = (await server.client.get(`${account.path}/orders?client_order_id=c-2`)).body.data[0] as { readonly id: string }
  await server.client.patch(`${account.path}/orders/${second.id}`, { quantity: '2' })
  await account.order({ side: 'buy', quantity: '1', limit_price: '99.00', client_order_id: 'c-3' })
  expect(await statusesOf('status=open')).toEqual(['accepted', 'pending_replace', 'pending_cancel'])
  expect(await statusesOf('status=pending_cancel,pending_replace')).toEqual(['pending_replace', 'pending_cancel'])
  expect(await statusesOf('status=new')).toEqual([])
  expect(await statusesOf('status=closed')).toEqual([])
  const blotter = async (Status: string) => (await server.client.post('/api/external/get-orders', { Status: [Status] })).body
  expect(await blotter('PendingCancel')).toMatchObject({
    TotalCount: 1,
    Orders: [{ OrderCode: body.id, OrdStatus: '6', OrdStatusText: 'Pending Cancel' }],
  })
  expect(await blotter('Pending Replace')).toMatchObject({ TotalCount: 1, Orders: [{ OrdStatus: 'E' }] })
  expect(await blotter('pendingnew')).toMatchObject({ TotalCount: 1, Orders: [{ OrdStatus: 'A' }] })
})

test('the blotter tells the whole story of an order', async () => {
  const { body, path } = await placed()
  await server.client.patch(path, { quantity: '8' })
  await passes(500)
  await server.client.delete(path)
  await passes(500)
  const { History } = (await server.client.post('/api/Blotter/GetBlotterOrderInfo', { OrderCode: body.id })).body as {
    readonly History: readonly { readonly ExecType: string; readonly OrdStatus: string }[]
  }
  expect(History.map(({ ExecType, OrdStatus }) => `${ExecType} ${OrdStatus}`)).toEqual(['A A', '0 0', 'E E', 'D 0', '6 6', '4 4'])
})

test('an order that the venue refuses is shown rejected, with the reason', async () => {
  await server.quote('AAPL', '149.00', '150.00', '10')
  const { status, body } = await account.order({ side: 'buy', quantity: '1', order_type: 'market' })
  expect([status, body.status]).toEqual([201, 'accepted'])
  await server.withdrawQuote('AAPL')
  await passes(100)
  expect((await server.client.get(`${account.path}/orders/${body.id as string}`)).body).toEqual({
    ...(body as object),
    status: 'rejected',
    reject_reason: { code: 'NO_LIQUIDITY', message: 'There is nothing to trade AAPL with.', ord_rej_reason: 99 },
    remaining_quantity: '0',
    submitted_at: null,
    updated_at: at(),
    rejected_at: at(),
  })
})
