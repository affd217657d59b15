import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

let server: RestServer
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await halt(false)
  account = await server.account('10000.00')
})

const halt = (halted: boolean) => server.client.post('/v1/dev/sandbox/halts', { symbol: 'AAPL', halted })
const admin = (path: string, body?: unknown) => server.operator.post(`/v1/admin/symbols/${path}`, body)
const stateOf = async (order: string) => (await server.client.get(`${account.path}/orders/${order}`)).body.status as string

describe('a halt by the partner', () => {
  test('suspends orders, and takes new ones as suspended, until it is over', async () => {
    const { body: order } = await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
    expect(await halt(true)).toMatchObject({
      status: 200,
      body: { symbol: 'AAPL', halted: true, suspended_orders: 1, cancelled_orders: 0, reinstated_orders: 0 },
    })
    expect(await stateOf(order.id)).toBe('suspended')
    const late = await account.order({ side: 'buy', quantity: '5', limit_price: '149.00' })
    expect([late.status, late.body.status]).toEqual([201, 'suspended'])
    const { body: changed } = await server.client.patch(`${account.path}/orders/${order.id as string}`, { quantity: '8' })
    expect([changed.status, changed.remaining_quantity, changed.revision]).toEqual(['suspended', '8', 2])
    expect((await server.client.delete(`${account.path}/orders/${late.body.id as string}`)).status).toBe(204)
    expect((await halt(false)).body).toEqual({
      symbol: 'AAPL',
      halted: false,
      suspended_orders: 0,
      cancelled_orders: 0,
      reinstated_orders: 1,
    })
    expect(await stateOf(order.id)).toBe('new')
    const { body: open } = await server.client.get(`${account.path}/orders?status=open`)
    expect(open.data).toHaveLength(1)
  })

  test('is a change of the orders that it suspends and of those that it lets work again', async () => {
    const { body: order } = await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
    const changedAt = async () => (await server.client.get(`${account.path}/orders/${order.id as string}`)).body.updated_at as string
    for (const halted of [true, false]) {
      server.now += 1_000
      await halt(halted)
      expect(await changedAt()).toBe(new Date(server.now).toISOString())
    }
  })

  test('is for orders that can wait', async () => {
    await halt(true)
    const waiting = await account.order({ side: 'buy', quantity: '1', limit_price: '150.00', time_in_force: 'gtc' })
    expect([waiting.status, waiting.body.status, waiting.body.time_in_force]).toEqual([201, 'suspended', 'gtc'])
    const { status, body } = await account.order({ side: 'buy', quantity: '1', limit_price: '150.00', time_in_force: 'ioc' })
    expect([status, body.error.code]).toEqual([422, 'EXCHANGE_CLOSED'])
    const { body: refused } = await server.client.get(`${account.path}/orders/${body.error.details.order_id as string}`)
    expect(refused.reject_reason).toEqual({
      code: 'EXCHANGE_CLOSED',
      message: 'The symbol is halted: it takes orders with time in force day or gtc.',
      ord_rej_reason: 2,
    })
  })

  test('names its symbol in whichever case', async () => {
    for (const halted of [true, false]) {
      const { status, body } = await server.client.post('/v1/dev/sandbox/halts', { symbol: 'aapl', halted })
      expect([status, body.symbol, body.halted]).toEqual([200, 'AAPL', halted])
    }
  })

  test('a second one changes nothing', async () => {
    await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
    await halt(true)
    expect((await halt(true)).body).toEqual({
      symbol: 'AAPL',
      halted: true,
      suspended_orders: 0,
      cancelled_orders: 0,
      reinstated_orders: 0,
    })
  })

  test('is of its own market, and not for live partners', async () => {
    await halt(true)
    const stranger = await server.anotherPartner()
    const theirs = await server.account('1000.00', stranger)
    expect((await theirs.order({ side: 'buy', quantity: '1', limit_price: '150.00' })).body.status).toBe('new')
    const live = await server.anotherPartner('live')
    const { status, body } = await live.post('/v1/dev/sandbox/halts', { symbol: 'AAPL', halted: true })
    expect([status, body.error.code]).toEqual([403, 'SANDBOX_ONLY'])
  })

  test('is refused for a symbol that is not known', async () => {
    for (const halted of [true, false]) {
      const { status, body } = await server.client.post('/v1/dev/sandbox/halts', { symbol: 'nope', halted })
      const { code, message, field, details } = body.error
      expect([status, code, message, field, details]).toEqual([400, 'INVALID_SYMBOL', 'The symbol NOPE is not known.', 'symbol', undefined])
    }
  })

  test.each([
    [{ symbol: 'AAPL' }, 'VALIDATION_ERROR', 'halted'],
    [{ symbol: 'AAPL', halted: 'yes' }, 'VALIDATION_ERROR', 'halted'],
    [{ halted: true }, 'VALIDATION_ERROR', 'symbol'],
    [{ symbol: 'AAPL', halted: true, reason: '' }, 'VALIDATION_ERROR', 'reason'],
  ])('%j is refused', async (body, code, field) => {
    const answer = await server.client.post('/v1/dev/sandbox/halts', body)
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, code, field])
  })
})

describe('a halt by an operator', () => {
  test('is of every market, with an entry in the audit trail', async () => {
    const stranger = await server.anotherPartner()
    const theirs = await server.account('1000.00', stranger)
    await theirs.order({ side: 'buy', quantity: '1', limit_price: '150.00' })
    await account.order({ side: 'buy', quantity: '1', limit_price: '150.00' })
    const { status, body } = await admin('AAPL/halt', { reason: 'news pending' })
    expect([status, body]).toEqual([
      200,
      {
        symbol: 'AAPL',
        halted: true,
        partners: server.engine.state.partners.map(({ id }) => id),
        suspended_orders: expect.any(Number),
        cancelled_orders: 0,
        reinstated_orders: 0,
      },
    ])
    expect(body.suspended_orders).toBeGreaterThanOrEqual(2)
    expect((await server.operator.get('/v1/admin/audit?limit=1')).body.data[0]).toMatchObject({
      operation: 'symbol.halt',
      subject: 'AAPL',
      detail: { reason: 'news pending', partner_id: null, suspended_orders: body.suspended_orders },
    })
    expect((await admin('aapl/resume')).body).toMatchObject({ halted: false, reinstated_orders: body.suspended_orders })
  })

  test('may be of one partner alone', async () => {
    const stranger = await server.anotherPartner()
    const { id } = server.engine.state.partners.at(-1)!
    expect((await admin('AAPL/halt', { partner_id: id })).body).toMatchObject({ partners: [id], suspended_orders: 0 })
    expect((await account.order({ side: 'buy', quantity: '1', limit_price: '150.00' })).body.status).toBe('new')
    const theirs = await server.account('1000.00', stranger)
    expect((await theirs.order({ side: 'buy', quantity: '1', limit_price: '150.00' })).body.status).toBe('suspended')
  })

  test('is of the partner whose id is given, in whichever case, as the audit trail has it', async () => {
    const { id } = server.engine.state.partners[0]!
    expect(id).not.toBe(id.toUpperCase())
    expect((await admin('AAPL/halt', { partner_id: id.toUpperCase() })).body.partners).toEqual([id])
    expect((await server.operator.get('/v1/admin/audit?limit=1')).body.data[0].detail.partner_id).toBe(id)
    await admin('AAPL/resume', { partner_id: id })
  })

  test('of one live partner is of all of them, who share a market', async () => {
    await server.anotherPartner('live')
    await server.anotherPartner('live')
    const live = server.engine.state.partners.flatMap(({ id, environment }) => (environment === 'live' ? [id] : []))
    expect((await admin('AAPL/halt', { partner_id: live.at(-1) })).body.partners).toEqual(live)
    await admin('AAPL/resume', { partner_id: live[0] })
  })

  test('is refused for an unknown symbol or partner, and to partners', async () => {
    expect((await admin('NOPE/halt')).body.error).toMatchObject({ code: 'INVALID_SYMBOL', field: 'symbol' })
    expect((await admin('AAPL/resume', { partner_id: 'nobody' })).body.error.code).toBe('PARTNER_NOT_FOUND')
    expect((await server.client.post('/v1/admin/symbols/AAPL/halt')).status).toBe(403)
  })
})
