import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Side } from '../../../src/domain/orders/order.ts'
import { PARTNER_SCOPES } from '../../../src/domain/partners/scopes.ts'
import { digestOf, encodeCursor, parseCursor } from '../../../src/http/requests/paging.ts'
import type { RestAnswer } from '../../support/rest-client.ts'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

let server: RestServer
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer()
  account = await server.account()
})
afterAll(() => server.close())
let NOW: string
let LATER: string
beforeEach(async () => {
  // time never runs backwards: each test has its own two seconds, and an order book without what others left there
  server.now += 2000
  NOW = new Date(server.now).toISOString()
  LATER = new Date(server.now + 1000).toISOString()
  await server.client.delete(`${account.path}/orders`)
  account = await server.account('10000.00')
  await server.withdrawQuote('AAPL')
})

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)

const limitOrder = (more: object = {}): object => ({
  id: uuid,
  account_id: account.id,
  client_order_id: 'c-1',
  symbol: 'AAPL',
  asset_class: 'equity',
  order_type: 'limit',
  side: 'buy',
  quantity: '10',
  notional: null,
  limit_price: '150.00',
  stop_price: null,
  time_in_force: 'day',
  extended_hours: false,
  order_class: 'simple',
  leg: null,
  parent_order_id: null,
  legs: [],
  trail_price: null,
  trail_percent: null,
  status: 'new',
  filled_quantity: '0',
  remaining_quantity: '10',
  average_fill_price: null,
  reject_reason: null,
  cancel_reason: null,
  revision: 1,
  created_at: NOW,
  submitted_at: NOW,
  updated_at: NOW,
  filled_at: null,
  cancelled_at: null,
  expired_at: null,
  rejected_at: null,
  ...more,
})

/** Runs at `LATER`. */
function later<Result>(act: () => Promise<Result>): Promise<Result> {
  server.now = Date.parse(LATER)
  return act()
}

describe('orders that hang together', () => {
  test('are placed with their entry, and are orders of their own', async () => {
    const account = await server.account('10000.00')
    await server.quote('AAPL', '149.90', '150.00')
    const placed = await account.order({
      order_type: 'market',
      side: 'buy',
      quantity: '10',
      order_class: 'bracket',
      take_profit: { limit_price: '160.00' },
      stop_loss: { stop_price: '140.00', limit_price: '139.50' },
    })
    expect(placed).toMatchObject({ status: 201, body: { status: 'filled', order_class: 'bracket', leg: null, parent_order_id: null } })
    const [profit, loss] = placed.body.legs
    expect((await server.client.get(`${account.path}/orders/${profit}`)).body).toMatchObject({
      order_type: 'limit',
      side: 'sell',
      quantity: '10',
      limit_price: '160.00',
      status: 'new',
      order_class: 'bracket',
      leg: 'take_profit',
      parent_order_id: placed.body.id,
      legs: [],
    })
    expect((await server.client.get(`${account.path}/orders/${loss}`)).body).toMatchObject({
      order_type: 'stop_limit',
      stop_price: '140.00',
      limit_price: '139.50',
      status: 'accepted',
      leg: 'stop_loss',
    })
    expect((await server.client.delete(`${account.path}/orders/${loss}`)).status).toBe(204)
    expect((await server.client.get(`${account.path}/orders?status=open`)).body.data).toEqual([])
  })

  test('that are refused have no exits', async () => {
    const account = await server.account('100.00')
    const exits = { take_profit: { limit_price: '160.00' }, stop_loss: { stop_price: '140.00' } }
    const refused = await account.order({ side: 'buy', quantity: '1', limit_price: '150.00', order_class: 'bracket', ...exits })
    const { order_id } = refused.body.error.details
    const other = await account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })
    expect(other.status).toBe(201)
    expect((await server.client.get(`${account.path}/orders/${order_id as string}`)).body).toMatchObject({
      order_class: 'bracket',
      status: 'rejected',
      legs: [],
    })
  })

  test('a trailing stop shows where it stands', async () => {
    const account = await server.account('10000.00')
    await server.quote('AAPL', '149.90', '150.00')
    const trailing = { order_type: 'trailing_stop', side: 'buy', quantity: '10', trail_percent: '2.5' }
    const placed = await account.order(trailing)
    expect(placed.body).toMatchObject({ order_type: 'trailing_stop', stop_price: '153.75', trail_price: null, trail_percent: '2.5000' })
    await server.quote('AAPL', '139.90', '140.00')
    expect((await server.client.get(`${account.path}/orders/${placed.body.id}`)).body).toMatchObject({ stop_price: '143.50' })
    await server.client.delete(`${account.path}/orders/${placed.body.id}`)
    const refused = await account.order({ ...trailing, trail_price: '1.00' })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'INVALID_PRICE'])
  })

  test('a trailing stop follows at most 50 percent, or 100,000 dollars, away', async () => {
    const account = await server.account('10000.00')
    await server.quote('AAPL', '149.90', '150.00')
    const trailing = async (trail: object) => {
      const { status, body } = await account.order({ order_type: 'trailing_stop', side: 'buy', quantity: '1', ...trail })
      return [status, body.error?.code ?? body.stop_price, body.error?.field]
    }
    expect(await trailing({ trail_percent: '50' })).toEqual([201, '225.00', undefined])
    expect(await trailing({ trail_percent: '50.01' })).toEqual([400, 'INVALID_PRICE', 'trail_percent'])
    // that much it would cost
    expect(await trailing({ trail_price: '100000.00' })).toEqual([422, 'INSUFFICIENT_BUYING_POWER', 'quantity'])
    expect(await trailing({ trail_price: '100000.01' })).toEqual([400, 'INVALID_PRICE', 'trail_price'])
  })
})

describe('a new order', () => {
  test('is answered 201 with the state in which it rests', async () => {
    const { status, body } = await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
    expect([status, body]).toEqual([201, limitOrder()])
    expect((await server.client.get(`${account.path}/orders/${body.id}`)).body).toEqual(body)
  })

  test('is answered with the state after the first match', async () => {
    await server.quote('AAPL', '149.00', '149.50', '4')
    const partly = await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
    expect(partly.body).toEqual(
      limitOrder({ status: 'partially_filled', filled_quantity: '4', remaining_quantity: '6', average_fill_price: '149.50' }),
    )
    await server.quote('AAPL', '149.00', '149.55', '1000')
    const wholly = await account.order({ side: 'buy', quantity: '2', order_type: 'market' })
    expect(wholly.body).toEqual(
      limitOrder({
        client_order_id: 'c-2',
        order_type: 'market',
        quantity: '2',
        limit_price: null,
        status: 'filled',
        filled_quantity: '2',
        remaining_quantity: '0',
        average_fill_price: '149.55',
        filled_at: NOW,
      }),
    )
  })

  test('has defaults: a market order for the day', async () => {
    const { body } = await server.client.post(`${account.path}/orders`, {
      symbol: 'aapl',
      side: 'buy',
      quantity: '1',
      client_order_id: 'd',
    })
    expect([body.symbol, body.order_type, body.time_in_force, body.extended_hours]).toEqual(['AAPL', 'market', 'day', false])
  })

  test('in dollars has no quantity until it ends', async () => {
    await server.quote('AAPL', '149.00', '150.00')
    const filled = await account.order({ side: 'buy', notional: '100.00', order_type: 'market' })
    expect(filled.body).toEqual(
      limitOrder({
        order_type: 'market',
        quantity: '0.666666666',
        notional: '100.00',
        limit_price: null,
        status: 'filled',
        filled_quantity: '0.666666666',
        remaining_quantity: null,
        remaining_notional: '0.00',
        average_fill_price: '150.00',
        filled_at: NOW,
      }),
    )
    await server.withdrawQuote('AAPL')
    const waiting = await account.order({ side: 'buy', notional: '100.00', order_type: 'market' })
    expect([waiting.body.status, waiting.body.quantity, waiting.body.remaining_notional]).toEqual(['new', null, '100.00'])
  })

  test('of ioc and fok that finds nothing ends as cancelled by its time in force', async () => {
    for (const time_in_force of ['ioc', 'fok']) {
      const { status, body } = await account.order({ side: 'buy', quantity: '1', limit_price: '1.00', time_in_force })
      expect([status, body.status, body.cancel_reason, body.cancelled_at]).toEqual([201, 'cancelled', 'time_in_force', NOW])
    }
  })

  test('for a stop waits as accepted', async () => {
    await server.quote('AAPL', '149.00', '150.00')
    const { body } = await account.order({ side: 'buy', quantity: '1', order_type: 'stop', stop_price: '160.00' })
    expect([body.status, body.stop_price, body.limit_price]).toEqual(['accepted', '160.00', null])
  })
})

describe('a repeated client_order_id', () => {
  test('is answered 200 with the stored order, whatever has become of it', async () => {
    const order = { side: 'buy', quantity: '10', limit_price: '150.00', client_order_id: 'same' }
    const first = await account.order(order)
    const again = await account.order({ ...order, quantity: '10.000', asset_class: 'etf' })
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', first.body])
    await server.client.delete(`${account.path}/orders/${first.body.id}`)
    const closed = await account.order(order)
    expect([closed.status, closed.body.status, closed.body.id]).toEqual([200, 'cancelled', first.body.id])
  })

  test.each([
    ['symbol', { symbol: 'MSFT' }],
    ['side', { side: 'sell' }],
    ['order_type', { order_type: 'stop_limit', stop_price: '150.00' }],
    ['quantity', { quantity: '11' }],
    ['notional', { quantity: undefined, notional: '10.00' }],
    ['limit_price', { limit_price: '150.01' }],
    ['time_in_force', { time_in_force: 'gtc' }],
    ['extended_hours', { extended_hours: true }],
  ])('with another %s is a conflict', async (_member, more) => {
    const order = { side: 'buy', quantity: '10', limit_price: '150.00', client_order_id: 'same' }
    await account.order(order)
    const { status, body } = await account.order({ ...order, ...more })
    expect([status, body.error.code, body.error.field]).toEqual([409, 'CLIENT_ORDER_ID_CONFLICT', 'client_order_id'])
  })

  test('that a replace has given to an order is a conflict, also with what that was placed with', async () => {
    const order = { side: 'buy', quantity: '10', limit_price: '150.00' }
    const { body } = await account.order({ ...order, client_order_id: 'first' })
    await server.client.patch(`${account.path}/orders/${body.id}`, { quantity: '11', client_order_id: 'second' })
    const { status, body: answer } = await account.order({ ...order, client_order_id: 'second' })
    expect([status, answer.error.code]).toEqual([409, 'CLIENT_ORDER_ID_CONFLICT'])
  })

  test('belongs to its account alone', async () => {
    const other = await server.account('1000.00')
    const order = { side: 'buy', quantity: '1', limit_price: '1.00', client_order_id: 'same' }
    const [one, two] = [await account.order(order), await other.order(order)]
    expect([one.status, two.status, one.body.id === two.body.id]).toEqual([201, 201, false])
  })

  test('of 100 requests that race makes one order', async () => {
    const order = { side: 'buy', quantity: '1', limit_price: '100.00', client_order_id: 'race' }
    const answers = await Promise.all(Array.from({ length: 100 }, () => account.order(order)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status, headers }) => status === 200 && headers['idempotent-replayed'] === 'true')).toHaveLength(99)
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await server.client.get(`${account.path}/orders`)).body.data).toHaveLength(1)
    expect((await account.balances())['held_for_orders']).toBe('100.00')
  })

  test('is a malformed one when it has other characters or too many', async () => {
    for (const client_order_id of ['', 'a b', 'ü', 'x'.repeat(65)]) {
      const { status, body } = await account.order({ side: 'buy', quantity: '1', limit_price: '1.00', client_order_id })
      expect([status, body.error.code, body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'client_order_id'])
    }
  })

  test('may be __proto__ or constructor', async () => {
    for (const client_order_id of ['__proto__', 'constructor', 'toString']) {
      const order = { side: 'buy', quantity: '1', limit_price: '1.00', client_order_id }
      expect([(await account.order(order)).status, (await account.order(order)).status]).toEqual([201, 200])
    }
  })
})

describe('an order is refused before it becomes one', () => {
  const refused = async (order: object) => {
    const { status, body } = await account.order({ side: 'buy', quantity: '1', limit_price: '1.00', ...order })
    return [status, body.error.code, body.error.field]
  }

  test.each([
    [{ quantity: 10 }, 'VALIDATION_ERROR', 'quantity'],
    [{ quantity: '-1' }, 'VALIDATION_ERROR', 'quantity'],
    [{ quantity: '1e3' }, 'VALIDATION_ERROR', 'quantity'],
    [{ limit_price: 1.5 }, 'VALIDATION_ERROR', 'limit_price'],
    [{ limit_price: 'NaN' }, 'VALIDATION_ERROR', 'limit_price'],
    [{ side: 'hold' }, 'VALIDATION_ERROR', 'side'],
    [{ order_type: 'iceberg' }, 'VALIDATION_ERROR', 'order_type'],
    [{ time_in_force: 'gtd' }, 'VALIDATION_ERROR', 'time_in_force'],
    [{ asset_class: 'crypto' }, 'VALIDATION_ERROR', 'asset_class'],
    [{ extended_hours: 'yes' }, 'VALIDATION_ERROR', 'extended_hours'],
    [{ symbol: '1ABC' }, 'INVALID_SYMBOL', 'symbol'],
    [{ symbol: 'TOOLONGSYMBOL' }, 'INVALID_SYMBOL', 'symbol'],
    [{ quantity: '0' }, 'INVALID_QUANTITY', 'quantity'],
    [{ quantity: '1.0000000001' }, 'INVALID_QUANTITY', 'quantity'],
    [{ quantity: '1.0000000001', limit_price: '1.001' }, 'INVALID_QUANTITY', 'quantity'],
    [{ notional: '10.00' }, 'INVALID_QUANTITY', 'quantity'],
    [{ trail_percent: '1.00' }, 'INVALID_PRICE', 'trail_percent'],
    [{ order_type: 'stop_limit', limit_price: '1.001', stop_price: '1.002' }, 'INVALID_PRICE', 'limit_price'],
    [{ quantity: undefined }, 'INVALID_QUANTITY', 'quantity'],
    [{ quantity: undefined, notional: '0.00', order_type: 'market', limit_price: undefined }, 'INVALID_QUANTITY', 'notional'],
    [{ quantity: undefined, notional: '0.99', order_type: 'market', limit_price: undefined }, 'INVALID_QUANTITY', 'notional'],
    [{ quantity: undefined, notional: '10.001', order_type: 'market', limit_price: undefined }, 'INVALID_QUANTITY', 'notional'],
    [{ limit_price: undefined }, 'INVALID_PRICE', 'limit_price'],
    [{ limit_price: '0' }, 'INVALID_PRICE', 'limit_price'],
    [{ limit_price: '0.00001' }, 'INVALID_PRICE', 'limit_price'],
    [{ limit_price: '1.001' }, 'INVALID_PRICE', 'limit_price'],
    [{ limit_price: '999999999999999' }, 'INVALID_PRICE', 'limit_price'],
    [{ order_type: 'market' }, 'INVALID_PRICE', 'limit_price'],
    [{ order_type: 'market', limit_price: '0' }, 'INVALID_PRICE', 'limit_price'],
    [{ stop_price: '2.00' }, 'INVALID_PRICE', 'stop_price'],
    [{ order_type: 'stop', limit_price: undefined }, 'INVALID_PRICE', 'stop_price'],
    [{ quantity: '0.5', time_in_force: 'gtc' }, 'UNSUPPORTED_ORDER_COMBINATION', undefined],
    [{ extended_hours: true, order_type: 'market', limit_price: undefined }, 'UNSUPPORTED_ORDER_COMBINATION', undefined],
    [{ stop_loss: { stop_price: '0.50' } }, 'UNSUPPORTED_ORDER_COMBINATION', 'order_class'],
    [{ take_profit: { limit_price: '9.00' }, quantity: '0.5' }, 'UNSUPPORTED_ORDER_COMBINATION', 'order_class'],
    [{ take_profit: { limit_price: '9.00' }, quantity: undefined }, 'INVALID_QUANTITY', 'quantity'],
    [{ take_profit: { limit_price: '9.00' }, limit_price: undefined }, 'INVALID_PRICE', 'limit_price'],
  ])('%j: 400 %s', async (order, code, field) => {
    expect(await refused(order)).toEqual([400, code, field])
    expect((await server.client.get(`${account.path}/orders`)).body.data).toEqual([])
  })

  test('with everything that is wrong at once', async () => {
    const { body } = await server.client.post(`${account.path}/orders`, { quantity: 1, side: 'up' })
    expect(body.error).toEqual({
      code: 'VALIDATION_ERROR',
      message: '4 fields are wrong: symbol, client_order_id, side, quantity.',
      details: {
        errors: [
          { field: 'symbol', code: 'VALIDATION_ERROR', message: 'symbol is required.' },
          { field: 'client_order_id', code: 'VALIDATION_ERROR', message: 'client_order_id is required.' },
          { field: 'side', code: 'VALIDATION_ERROR', message: 'side must be one of buy, sell.' },
          { field: 'quantity', code: 'VALIDATION_ERROR', message: 'quantity must be a plain decimal such as "150.25", as a string.' },
        ],
      },
      request_id: expect.any(String),
    })
  })

  test('while the account is not active', async () => {
    const { body } = await server.client.post('/v1/accounts', {
      contact: { email_address: 'a@example.com' },
      identity: { given_name: 'A', family_name: 'B', date_of_birth: '1990-01-01', tax_id: '123450003' },
    })
    const order = { symbol: 'AAPL', side: 'buy', quantity: '1', client_order_id: 'x' }
    const answer = await server.client.post(`/v1/accounts/${body.id}/orders`, order)
    expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([
      409,
      'ACCOUNT_NOT_ACTIVE',
      { status: 'APPROVAL_PENDING' },
    ])
  })
})

describe('a refused order is an error and a journaled order', () => {
  const rejected = async (order: object) => {
    const { status, body } = await account.order({ side: 'buy', quantity: '1', limit_price: '1.00', client_order_id: 'refused', ...order })
    const { order_id, ...details } = body.error.details
    const { body: stored } = await server.client.get(`${account.path}/orders/${order_id as string}`)
    return { answer: [status, body.error.code, body.error.message, details], stored }
  }

  test.each([
    [
      { symbol: 'NOPE' },
      [400, 'INVALID_SYMBOL', 'The symbol NOPE is not known.', {}],
      { symbol: 'NOPE', reject_reason: { code: 'INVALID_SYMBOL', message: 'The symbol NOPE is not known.', ord_rej_reason: 1 } },
    ],
    [
      { symbol: 'GONE' },
      [422, 'ASSET_NOT_TRADABLE', "GONE can't be traded.", {}],
      { symbol: 'GONE', reject_reason: { code: 'ASSET_NOT_TRADABLE', message: "GONE can't be traded.", ord_rej_reason: 0 } },
    ],
    [
      { symbol: 'WHOLE', quantity: '0.5', order_type: 'market', limit_price: undefined },
      [422, 'ASSET_NOT_FRACTIONABLE', 'WHOLE trades in whole shares only.', {}],
      {
        symbol: 'WHOLE',
        quantity: '0.5',
        order_type: 'market',
        limit_price: null,
        reject_reason: { code: 'ASSET_NOT_FRACTIONABLE', message: 'WHOLE trades in whole shares only.', ord_rej_reason: 11 },
      },
    ],
    [
      { limit_price: '10000.01' },
      [
        422,
        'INSUFFICIENT_BUYING_POWER',
        'The order needs 10000.01 but 10000.00 is available.',
        { required: '10000.01', buying_power: '10000.00' },
      ],
      {
        limit_price: '10000.01',
        reject_reason: {
          code: 'INSUFFICIENT_BUYING_POWER',
          message: 'The order needs 10000.01 but 10000.00 is available.',
          ord_rej_reason: 3,
        },
      },
    ],
    [
      { side: 'sell' },
      [
        422,
        'INSUFFICIENT_POSITION',
        'The order sells 1 but 0 is available.',
        { quantity: '0', quantity_available: '0', held_for_orders: '0' },
      ],
      {
        side: 'sell',
        reject_reason: { code: 'INSUFFICIENT_POSITION', message: 'The order sells 1 but 0 is available.', ord_rej_reason: 13 },
      },
    ],
    [
      { quantity: '1000001' },
      [422, 'ORDER_EXCEEDS_LIMIT', 'The quantity is over the limit of an order of 1000000 shares.', { limit: '1000000' }],
      expect.objectContaining({ quantity: '1000001', status: 'rejected' }),
    ],
    [
      { quantity: '99999999999' },
      [422, 'ORDER_EXCEEDS_LIMIT', 'The quantity is over the limit of an order.', {}],
      expect.objectContaining({ quantity: '99999999999', status: 'rejected' }),
    ],
  ])('%j', async (order, answer, stored) => {
    const found = await rejected(order)
    if ((answer as readonly unknown[])[1] === 'ORDER_EXCEEDS_LIMIT') {
      expect(found.answer.slice(0, 2)).toEqual((answer as readonly unknown[]).slice(0, 2))
      expect(found.stored).toEqual(stored)
      return
    }
    expect(found.answer).toEqual(answer)
    expect(found.stored).toEqual(
      limitOrder({
        client_order_id: 'refused',
        quantity: '1',
        limit_price: '1.00',
        status: 'rejected',
        remaining_quantity: '0',
        submitted_at: null,
        created_at: NOW,
        updated_at: NOW,
        rejected_at: NOW,
        ...(stored as object),
      }),
    )
  })

  test.each([
    [{ notional: '50000.00' }, 'INSUFFICIENT_BUYING_POWER'],
    [{ notional: '100.00', side: 'sell' }, 'INSUFFICIENT_POSITION'],
    [{ notional: '5000000.01' }, 'ORDER_EXCEEDS_LIMIT'],
    [{ notional: '100.00', symbol: 'WHOLE' }, 'ASSET_NOT_FRACTIONABLE'],
  ])('that names the notional of a cash order: %j', async (order, code) => {
    await server.quote('AAPL', '149.90', '150.00')
    const { status, body } = await account.order({ side: 'buy', order_type: 'market', ...order })
    expect([status, body.error.code, body.error.field]).toEqual([422, code, 'notional'])
  })

  test('which a repeat gives back with 200', async () => {
    const order = { side: 'sell', quantity: '1', limit_price: '1.00', client_order_id: 'again' }
    const first = await account.order(order)
    const again = await account.order(order)
    expect([first.status, again.status, again.body.status, again.body.id]).toEqual([
      422,
      200,
      'rejected',
      first.body.error.details.order_id,
    ])
  })

  test.each([
    ['a market order', { order_type: 'market' }],
    ['a stop', { order_type: 'stop', stop_price: '5.00' }],
    ['a trailing stop', { order_type: 'trailing_stop', trail_price: '1.00' }],
  ])('also %s for a symbol that is not known', async (_, order) => {
    await server.quote('AAPL', '149.90', '150.00')
    const asked = { symbol: 'NOPE', side: 'buy', quantity: '1', client_order_id: 'again', ...order }
    expect((await account.order(asked)).body.error.code).toBe('INVALID_SYMBOL')
    const again = await account.order(asked)
    expect(again).toMatchObject({ status: 200, body: { symbol: 'NOPE', stop_price: null, ...order, status: 'rejected' } })
    expect((await account.order({ ...asked, quantity: '2' })).body.error.code).toBe('CLIENT_ORDER_ID_CONFLICT')
  })

  test.each([
    [
      { notional: '900000000000000.00' },
      { notional: '900000000000000.01' },
      { quantity: '0', remaining_quantity: null, remaining_notional: '0.00' },
    ],
    [{ quantity: '99999999999' }, { quantity: '99999999998' }, { notional: null, remaining_quantity: '0' }],
  ])('with an amount that could not be counted shows it, and is no other order: %j', async (amount, other, rest) => {
    const asked = { order_type: 'market', side: 'buy', client_order_id: 'large', ...amount }
    expect((await account.order(asked)).body.error.code).toBe('ORDER_EXCEEDS_LIMIT')
    expect(await account.order(asked)).toMatchObject({ status: 200, body: { ...rest, ...amount, status: 'rejected' } })
    expect((await account.order({ ...asked, ...amount, ...other })).body.error.code).toBe('CLIENT_ORDER_ID_CONFLICT')
  })

  test('by the kill switch', async () => {
    await server.operator.post('/v1/admin/kill-switch', { scope: 'account', id: account.id, on: true })
    const { answer, stored } = await rejected({})
    expect(answer).toEqual([409, 'TRADING_SUSPENDED', 'Trading is suspended by the operator.', { reason: 'kill_switch' }])
    expect([stored.status, stored.reject_reason.ord_rej_reason]).toEqual(['rejected', 0])
    await server.operator.post('/v1/admin/kill-switch', { scope: 'account', id: account.id, on: false })
    expect((await account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })).status).toBe(201)
  })

  describe('by rules that a gateway may have', () => {
    let strict: RestServer
    beforeAll(async () => {
      strict = await openRestServer({ rules: { unpriced: 'refuse', selfMatch: 'reject', limitBandBasisPoints: 1000, maxOpenOrders: 1 } })
    })
    afterAll(() => strict.close())

    test.each([
      ['NO_LIQUIDITY', { order_type: 'market' }],
      ['PRICE_OUT_OF_BAND', { limit_price: '10.00' }],
    ])('%s', async (code, order) => {
      const trader = await strict.account('10000.00')
      const { status, body } = await trader.order({ side: 'buy', quantity: '1', ...order })
      expect([status, body.error.code, body.error.details.order_id]).toEqual([422, code, uuid])
    })

    test('ORDER_EXCEEDS_LIMIT, for one more open order', async () => {
      const trader = await strict.account('10000.00')
      const order = { side: 'buy', quantity: '1', limit_price: '150.00' }
      expect((await trader.order(order)).status).toBe(201)
      const { status, body } = await trader.order(order)
      expect([status, body.error.code]).toEqual([422, 'ORDER_EXCEEDS_LIMIT'])
    })

    test('WASH_TRADE', async () => {
      const wash = await openRestServer({ rules: { selfMatch: 'reject' } })
      const trader = await wash.account('10000.00')
      await wash.quote('AAPL', '149.00', '150.00', '1')
      await trader.order({ side: 'buy', quantity: '1', limit_price: '150.00' })
      await trader.order({ side: 'buy', quantity: '1', limit_price: '149.50' })
      const { status, body } = await trader.order({ side: 'sell', quantity: '1', limit_price: '149.50' })
      await wash.close()
      expect([status, body.error.code]).toEqual([422, 'WASH_TRADE'])
    })
  })
})

describe('PATCH', () => {
  const placed = async (order: object = {}) => {
    const { body } = await account.order({ side: 'buy', quantity: '10', limit_price: '150.00', ...order })
    return { body, path: `${account.path}/orders/${body.id as string}` }
  }

  test('changes quantity and price, keeps the id and counts the revision', async () => {
    const { body, path } = await placed()
    const changed = await later(() => server.client.patch(path, { quantity: '8', limit_price: '149.00' }))
    const expected: unknown = { ...body, quantity: '8', remaining_quantity: '8', limit_price: '149.00', revision: 2, updated_at: LATER }
    expect([changed.status, changed.body]).toEqual([200, expected])
    expect((await server.client.get(path)).body).toEqual(expected)
  })

  test('with the values that the order has, or none, changes nothing', async () => {
    const { body, path } = await placed()
    for (const change of [{}, { quantity: '10' }, { limit_price: '150.00', quantity: '10.0' }]) {
      expect(await later(() => server.client.patch(path, change))).toMatchObject({ status: 200, body })
    }
  })

  test('with a new client_order_id is found by any id, and shows the first', async () => {
    const { body, path } = await placed({ client_order_id: 'first' })
    const changed = await server.client.patch(path, { limit_price: '149.00', client_order_id: 'second' })
    expect([changed.body.client_order_id, changed.body.revision, changed.body.id]).toEqual(['first', 2, body.id])
    const reused = await account.order({ side: 'buy', quantity: '1', limit_price: '1.00', client_order_id: 'second' })
    expect([reused.status, reused.body.error.code]).toEqual([409, 'CLIENT_ORDER_ID_CONFLICT'])
    const info = await server.client.post('/api/Blotter/GetBlotterOrderInfo', { AccountNo: account.number, ClOrdId: 'second' })
    expect(info.body.Order.OrderCode).toBe(body.id)
  })

  test('that gave the order its present client_order_id may be sent again; with other values the id is used', async () => {
    const { path } = await placed({ client_order_id: 'first' })
    const change = { quantity: '8', client_order_id: 'second' }
    const { body } = await server.client.patch(path, change)
    for (const repeat of [change, { client_order_id: 'second' }])
      expect(await later(() => server.client.patch(path, repeat))).toMatchObject({ status: 200, body })
    for (const other of [
      { ...change, quantity: '7' },
      { ...change, client_order_id: 'first' },
    ]) {
      const answer = await server.client.patch(path, other)
      expect([answer.status, answer.body.error.code]).toEqual([409, 'CLIENT_ORDER_ID_CONFLICT'])
    }
    expect((await server.client.get(path)).body).toEqual(body)
  })

  test.each([
    [{ side: 'sell', symbol: 'MSFT' }, 400, 'VALIDATION_ERROR', undefined],
    [{ time_in_force: 'gtc' }, 400, 'VALIDATION_ERROR', 'time_in_force'],
    [{ order_class: 'bracket' }, 400, 'VALIDATION_ERROR', 'order_class'],
    [{ take_profit: { limit_price: '170.00' } }, 400, 'VALIDATION_ERROR', 'take_profit'],
    [{ stop_loss: { stop_price: '120.00' } }, 400, 'VALIDATION_ERROR', 'stop_loss'],
    [{ trail_price: '1.00' }, 400, 'VALIDATION_ERROR', 'trail_price'],
    [{ trail_percent: '2' }, 400, 'VALIDATION_ERROR', 'trail_percent'],
    [{ quantity: 8 }, 400, 'VALIDATION_ERROR', 'quantity'],
    [{ quantity: '0' }, 400, 'INVALID_QUANTITY', 'quantity'],
    [{ quantity: '4' }, 400, 'INVALID_QUANTITY', 'quantity'],
    [{ limit_price: '150.001' }, 400, 'INVALID_PRICE', 'limit_price'],
    [{ limit_price: '0' }, 400, 'INVALID_PRICE', 'limit_price'],
    [{ stop_price: '10.00' }, 400, 'INVALID_PRICE', 'stop_price'],
    [{ quantity: '1000' }, 422, 'INSUFFICIENT_BUYING_POWER', 'quantity'],
  ])('of %j on an order of which 4 are filled is refused with %i %s', async (change, status, code, field) => {
    await server.quote('AAPL', '140.00', '149.50', '4')
    const { body, path } = await placed()
    expect(body.filled_quantity).toBe('4')
    const answer = await server.client.patch(path, change)
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([status, code, field])
    expect((await server.client.get(path)).body).toEqual(body)
  })

  test('with members that are fixed and one that is wrong is told of all of them', async () => {
    const { path } = await placed()
    const { status, body } = await server.client.patch(path, { symbol: 'MSFT', quantity: 5 })
    expect([status, body.error.details.errors]).toEqual([
      400,
      [
        { field: 'quantity', code: 'VALIDATION_ERROR', message: 'quantity must be a plain decimal such as "150.25", as a string.' },
        { field: 'symbol', code: 'VALIDATION_ERROR', message: "symbol must be left out: it can't be changed." },
      ],
    ])
  })

  test('of a market order is refused', async () => {
    const { body, path } = await placed({ order_type: 'market', limit_price: undefined })
    expect(body.status).toBe('new')
    const answer = await server.client.patch(path, { quantity: '5' })
    expect([answer.status, answer.body.error.code]).toEqual([422, 'ORDER_NOT_REPLACEABLE'])
  })
})

describe('DELETE', () => {
  test('cancels an open order; an order that has ended is a 409 with its status', async () => {
    const { body } = await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
    const path = `${account.path}/orders/${body.id as string}`
    const cancelled = await later(() => server.client.delete(path))
    expect([cancelled.status, cancelled.body]).toEqual([204, undefined])
    expect((await server.client.get(path)).body).toEqual({
      ...body,
      status: 'cancelled',
      remaining_quantity: '0',
      cancel_reason: 'user_requested',
      updated_at: LATER,
      cancelled_at: LATER,
    })
    for (const again of [await server.client.delete(path), await server.client.patch(path, { quantity: '5' })]) {
      expect([again.status, again.body.error.code, again.body.error.details]).toEqual([409, 'ORDER_NOT_OPEN', { status: 'cancelled' }])
    }
  })

  test('of the list cancels everything that is open', async () => {
    const open = [
      await account.order({ side: 'buy', quantity: '1', limit_price: '10.00' }),
      await account.order({ side: 'buy', quantity: '1', limit_price: '11.00', time_in_force: 'gtc' }),
    ]
    const { status, body } = await server.client.delete(`${account.path}/orders`)
    expect([status, body]).toEqual([200, { data: open.map((order) => ({ id: order.body.id, status: 204, code: null })) }])
    expect((await server.client.delete(`${account.path}/orders`)).body).toEqual({ data: [] })
  })
})

describe('an order of the path', () => {
  test.each(['x', '00000000-0000-4000-8000-000000000000', 'a'.repeat(5000)])('%s that does not exist is a 404', async (id) => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status, body } = await server.client.send(method, `${account.path}/orders/${id}`)
      expect([status, body.error.code]).toEqual([404, 'ORDER_NOT_FOUND'])
    }
    expect((await server.client.get(`${account.path}/orders/${id}/executions`)).status).toBe(404)
  })

  test('may be written in upper case', async () => {
    const { body } = await account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })
    expect(
      (await server.client.get(`${account.path.replace(account.id, account.id.toUpperCase())}/orders/${body.id.toUpperCase()}`)).body,
    ).toEqual(body)
  })
})

describe('the list of orders', () => {
  const list = async (query = '') => (await server.client.get(`${account.path}/orders${query}`)).body
  const ids = (page: { data: { client_order_id: string }[] }): string[] => page.data.map((order) => order.client_order_id)

  beforeEach(async () => {
    await account.order({ side: 'buy', quantity: '1', limit_price: '10.00', client_order_id: 'a' })
    await account.order({ side: 'buy', quantity: '1', limit_price: '10.00', client_order_id: 'b', symbol: 'MSFT' })
    await account.order({ side: 'sell', quantity: '1', limit_price: '10.00', client_order_id: 'c' })
    await later(() => account.order({ side: 'buy', quantity: '1', limit_price: '10.00', client_order_id: 'd', time_in_force: 'ioc' }))
  })

  test('is newest first and filtered by what a client asks for', async () => {
    expect(ids(await list())).toEqual(['d', 'c', 'b', 'a'])
    expect(ids(await list('?sort=created_at:asc'))).toEqual(['a', 'b', 'c', 'd'])
    expect(ids(await list('?status=open'))).toEqual(['b', 'a'])
    expect(ids(await list('?status=closed'))).toEqual(['d', 'c'])
    expect(ids(await list('?status=all'))).toEqual(['d', 'c', 'b', 'a'])
    expect(ids(await list('?status=rejected,cancelled'))).toEqual(['d', 'c'])
    expect(ids(await list('?status=pending_cancel'))).toEqual([])
    expect(ids(await list('?symbol=msft'))).toEqual(['b'])
    expect(ids(await list('?symbol=ZZZZ'))).toEqual([])
    expect(ids(await list('?side=sell'))).toEqual(['c'])
    expect(ids(await list('?client_order_id=a'))).toEqual(['a'])
    expect(ids(await list(`?client_order_id=a&status=open&symbol=AAPL&side=buy&created_before=${NOW}`))).toEqual(['a'])
    for (const other of [
      'status=closed',
      'symbol=MSFT',
      'side=sell',
      `created_after=${LATER}`,
      'created_before=2026-11-19',
      `updated_after=${LATER}`,
    ])
      expect(ids(await list(`?client_order_id=a&${other}`))).toEqual([])
    expect(ids(await list(`?created_after=${LATER}`))).toEqual(['d'])
    expect(ids(await list(`?created_before=${NOW}`))).toEqual(['c', 'b', 'a'])
    expect(ids(await list(`?created_after=2026-11-20&created_before=2026-11-20`))).toEqual(['d', 'c', 'b', 'a'])
    expect(ids(await list(`?created_before=2026-11-19`))).toEqual([])
    expect(ids(await list(`?updated_after=${LATER}&unknown=1`))).toEqual(['d'])
  })

  test('is read page by page, equal timestamps included', async () => {
    const seen: string[] = []
    let url = `${account.path}/orders?limit=1&status=all`
    for (let page = 0; page < 4; page++) {
      const { body, headers } = await server.client.get(url)
      seen.push(...ids(body))
      const link = /^<(.*)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1]
      expect(body.pagination).toEqual(
        page < 3 ? { next_cursor: expect.any(String), has_more: true } : { next_cursor: null, has_more: false },
      )
      expect(link === undefined).toBe(page === 3)
      if (link !== undefined) url = link
    }
    expect(seen).toEqual(['d', 'c', 'b', 'a'])
  })

  test.each([
    ['?limit=0', 'VALIDATION_ERROR', 'limit'],
    ['?limit=501', 'VALIDATION_ERROR', 'limit'],
    ['?limit=ten', 'VALIDATION_ERROR', 'limit'],
    ['?status=sold', 'VALIDATION_ERROR', 'status'],
    ['?status=new,sold', 'VALIDATION_ERROR', 'status'],
    ['?status=open,new', 'VALIDATION_ERROR', 'status'],
    ['?status=', 'VALIDATION_ERROR', 'status'],
    ['?side=both', 'VALIDATION_ERROR', 'side'],
    ['?sort=price:asc', 'VALIDATION_ERROR', 'sort'],
    ['?created_after=yesterday', 'VALIDATION_ERROR', 'created_after'],
    ['?cursor=nonsense', 'INVALID_CURSOR', 'cursor'],
  ])('%s is a 400', async (query, code, field) => {
    const { status, body } = await server.client.get(`${account.path}/orders${query}`)
    expect([status, body.error.code, body.error.field]).toEqual([400, code, field])
  })

  test('with several faults is told all of them', async () => {
    const { body } = await server.client.get(`${account.path}/orders?status=sold&limit=0&side=buy`)
    expect(body.error.details.errors.map(({ field }: { field: string }) => field)).toEqual(['status', 'limit'])
  })

  test('does not take the cursor of other filters or of another account', async () => {
    const { pagination } = await list('?limit=1')
    const other = await server.account()
    for (const url of [`${account.path}/orders?limit=1&side=buy`, `${other.path}/orders?limit=1`]) {
      expect(
        (await server.client.get(`${url}${url.includes('?') ? '&' : '?'}cursor=${pagination.next_cursor as string}`)).body.error.code,
      ).toBe('INVALID_CURSOR')
    }
    expect((await server.client.get(`${account.path}/orders?limit=2&cursor=${pagination.next_cursor as string}`)).status).toBe(200)
  })

  test('takes the cursors of versions in which a list could be of several accounts', async () => {
    const { pagination } = await list('?limit=1&side=buy')
    const { index } = server.engine.state.accountById(account.id)!
    const filters = [index, { accounts: [index], statuses: [], side: Side.Buy, sort: 'created_at', descending: true }]
    const { place } = parseCursor(pagination.next_cursor)!
    expect(pagination.next_cursor).toBe(encodeCursor(place, digestOf('/v1/accounts/:accountId/orders', filters)))
  })

  test('takes a cursor whichever way the same filters are written, and whatever else the query has', async () => {
    const { pagination } = await list('?limit=1&symbol=aapl&status=all&_=1')
    const next = await list(`?limit=1&symbol=AAPL&sort=created_at:desc&_=2&cursor=${pagination.next_cursor as string}`)
    expect(ids(next)).toEqual(['c'])
    const ended = await list('?limit=1&status=cancelled,rejected')
    const rest = await list(`?limit=1&status=rejected,cancelled,rejected&cursor=${ended.pagination.next_cursor as string}`)
    expect([ids(ended), ids(rest)]).toEqual([['d'], ['c']])
  })

  test('by the last change is read page by page in that order', async () => {
    const own = await openRestServer()
    const trader = await own.account('1000.00')
    const placed: string[] = []
    for (const limit_price of ['1.00', '2.00', '3.00']) {
      own.now += 1000
      placed.push((await trader.order({ side: 'buy', quantity: '1', limit_price })).body.id as string)
    }
    own.now += 1000
    await own.client.patch(`${trader.path}/orders/${placed[0]!}`, { quantity: '2' })
    const seen: string[] = []
    for (let next: string | undefined = `${trader.path}/orders?limit=1&sort=updated_at:desc`; next !== undefined;) {
      const { body, headers }: RestAnswer = await own.client.get(next)
      seen.push(...(body.data as { id: string }[]).map(({ id }) => id))
      next = /^<(.*)>/.exec((headers['link'] as string | undefined) ?? '')?.[1]
    }
    expect(seen).toEqual([placed[0], placed[2], placed[1]])
    await own.close()
  })

  test('shows an order right after its POST, every time', async () => {
    for (let round = 0; round < 20; round++) {
      const { body } = await account.order({ side: 'buy', quantity: '1', limit_price: '1.00', client_order_id: `r-${round}` })
      expect((await list('?limit=1')).data).toEqual([body])
    }
  })
})

describe('executions', () => {
  test('are the fills, oldest first, each with what the report said', async () => {
    const { body: order } = await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
    await server.quote('AAPL', '140.00', '149.50', '4')
    await later(() => server.quote('AAPL', '140.00', '149.40', '4'))
    const { status, body } = await server.client.get(`${account.path}/orders/${order.id as string}/executions`)
    const execution = {
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
      liquidity: 'added',
      reference_execution_id: null,
      trade_date: '2026-11-20',
      settlement_date: '2026-11-23',
      sequence: expect.any(Number),
      executed_at: NOW,
    }
    const second = {
      ...execution,
      price: '149.40',
      notional: '597.60',
      cumulative_quantity: '8',
      leaves_quantity: '2',
      average_price: '149.45',
    }
    expect([status, body]).toEqual([
      200,
      { data: [execution, { ...second, executed_at: LATER }], pagination: { next_cursor: null, has_more: false } },
    ])
    expect(body.data[1].sequence).toBeGreaterThan(body.data[0].sequence)
    const page = await server.client.get(`${account.path}/orders/${order.id as string}/executions?limit=1`)
    expect(page.body.data).toEqual([body.data[0]])
    const rest = await server.client.get(
      `${account.path}/orders/${order.id as string}/executions?cursor=${page.body.pagination.next_cursor as string}`,
    )
    expect(rest.body.data).toEqual([body.data[1]])
  })
})

test('clients of two accounts trade with each other at the resting price', async () => {
  const seller = await server.account('10000.00')
  await server.quote('AAPL', '140.00', '145.00', '5')
  await seller.order({ side: 'buy', quantity: '5', limit_price: '145.00' })
  await server.withdrawQuote('AAPL')
  expect((await seller.balances())['cash']).toBe('9275.00')
  const { body: resting } = await seller.order({ side: 'sell', quantity: '5', limit_price: '144.00' })
  const { body: bought } = await account.order({ side: 'buy', quantity: '5', limit_price: '146.00' })
  expect([bought.status, bought.average_fill_price]).toEqual(['filled', '144.00'])
  const { body: fills } = await server.client.get(`${seller.path}/orders/${resting.id as string}/executions`)
  expect([fills.data[0].price, fills.data[0].liquidity]).toEqual(['144.00', 'added'])
})

test('a key with trading:read reads orders and changes none', async () => {
  const reader = await server.clientWith(PARTNER_SCOPES.filter((scope) => scope !== 'trading:write'))
  expect((await reader.get(`${account.path}/orders`)).status).toBe(200)
  expect((await reader.post(`${account.path}/orders`, {})).status).toBe(403)
  expect((await reader.delete(`${account.path}/orders`)).status).toBe(403)
})
