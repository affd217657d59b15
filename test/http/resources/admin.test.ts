import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PARTNER_SCOPES } from '../../../src/domain/partners/scopes.ts'
import { compileDictionaryRules, loadDefinitions } from '../../../src/fix/wire/dictionary-rules.ts'
import { auditedAhead } from '../../support/audited-ahead.ts'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

const DICTIONARY = fileURLToPath(new URL('../../../fix-dictionary/FIX44.xml', import.meta.url))
const NOWHERE = '00000000-0000-4000-8000-000000000000'
const PARTNER = '6f1ab0de-5b1c-4c8e-9d2e-3a7c51f0a001'
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

let server: RestServer
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer({ dictionary: compileDictionaryRules(await loadDefinitions(DICTIONARY)) })
  account = await server.account()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.client.delete(`${account.path}/orders`)
  account = await server.account('10000.00')
})

const admin = (path: string, body?: unknown) => server.operator.post(`/v1/admin/${path}`, body)
const audited = async () => (await server.operator.get('/v1/admin/audit?limit=1')).body.data[0]

/** Buys 10 AAPL from the house at 150.00. */
async function bought() {
  await server.quote('AAPL', '149.00', '150.00', '10')
  const { body: order } = await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
  await server.withdrawQuote('AAPL')
  const executions = `${account.path}/orders/${order.id as string}/executions`
  const { body } = await server.client.get(executions)
  return { order, executions, execution: body.data[0], path: `${account.path}/orders/${order.id as string}` }
}

describe('the kill switch', () => {
  test('cancels open orders and refuses new ones until it is off', async () => {
    await account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })
    const other = await server.account('100.00')
    const { body: untouched } = await other.order({ side: 'buy', quantity: '1', limit_price: '1.00' })
    expect(await admin('kill-switch', { scope: 'account', id: account.id, on: true })).toMatchObject({
      status: 200,
      body: { on: true, cancelled_orders: 1 },
    })
    expect(await audited()).toMatchObject({ operation: 'kill_switch.set', subject: account.id, detail: { scope: 'account', on: true } })
    expect((await account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })).body.error.code).toBe('TRADING_SUSPENDED')
    expect((await server.client.get(`${other.path}/orders/${untouched.id as string}`)).body.status).toBe('new')
    expect((await admin('kill-switch', { scope: 'account', id: account.id, on: false })).body).toEqual({ on: false, cancelled_orders: 0 })
    expect((await account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })).status).toBe(201)
    await server.client.delete(`${other.path}/orders`)
  })

  test('reaches a partner, and all', async () => {
    for (const scope of [{ scope: 'partner', id: PARTNER }, { scope: 'all' }]) {
      await account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })
      expect((await admin('kill-switch', { ...scope, on: true })).body).toEqual({ on: true, cancelled_orders: 1 })
      expect((await admin('kill-switch', { ...scope, on: false })).status).toBe(200)
    }
  })

  test('is audited by what it reaches: an id in small letters however it was written, and all where that is named', async () => {
    await admin('kill-switch', { scope: 'account', id: account.id.toUpperCase(), on: false })
    expect(await audited()).toMatchObject({ subject: account.id })
    await admin('kill-switch', { scope: 'all', id: account.id, on: false })
    expect(await audited()).toMatchObject({ subject: 'all' })
  })

  test.each([
    [{ scope: 'partner', id: NOWHERE, on: true }, 404, 'PARTNER_NOT_FOUND'],
    [{ scope: 'account', id: 'x', on: true }, 404, 'ACCOUNT_NOT_FOUND'],
    [{ scope: 'session', id: NOWHERE, on: true }, 404, 'SESSION_NOT_FOUND'],
    [{ scope: 'world', on: true }, 400, 'VALIDATION_ERROR'],
    [{ scope: 'all' }, 400, 'VALIDATION_ERROR'],
    [{ scope: 'account', on: true }, 400, 'VALIDATION_ERROR'],
  ])('with %j is %i %s', async (body, status, code) => {
    const answer = await admin('kill-switch', body)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })
})

describe('an operator cancels', () => {
  test('an order without being asked', async () => {
    const { body: order } = await account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })
    const { status, body } = await admin(`orders/${order.id as string}/cancel`, { reason: 'erroneous' })
    expect([status, body.status, body.cancel_reason]).toEqual([200, 'cancelled', 'system'])
    expect(await audited()).toMatchObject({ operation: 'order.cancel', subject: order.id, detail: { reason: 'erroneous' } })
    const { body: info } = await server.client.post('/api/Blotter/GetBlotterOrderInfo', { OrderCode: order.id })
    expect(info.History.at(-1)).toMatchObject({ OrdStatus: '4', ExecType: '4', Text: 'erroneous' })
    const again = await admin(`orders/${order.id as string}/cancel`)
    expect([again.status, again.body.error.code, again.body.error.details]).toEqual([409, 'ORDER_NOT_OPEN', { status: 'cancelled' }])
  })

  test('no order that does not exist', async () => {
    for (const id of ['x', NOWHERE]) expect((await admin(`orders/${id}/cancel`)).body.error.code).toBe('ORDER_NOT_FOUND')
  })
})

describe('a bust', () => {
  test('takes the trade back and works the order again', async () => {
    const { execution, executions, path } = await bought()
    expect((await account.balances())['cash']).toBe('8500.00')
    const { status, body } = await admin(`executions/${execution.id as string}/bust`)
    expect([status, body]).toEqual([
      201,
      {
        ...execution,
        id: uuid,
        exec_type: 'trade_cancel',
        cumulative_quantity: '0',
        leaves_quantity: '10',
        average_price: '0.00',
        liquidity: null,
        reference_execution_id: execution.id,
        sequence: expect.any(Number),
      },
    ])
    expect(body.sequence).toBeGreaterThan(execution.sequence)
    expect((await server.client.get(executions)).body.data).toEqual([execution, body])
    expect((await server.client.get(path)).body).toMatchObject({
      status: 'new',
      filled_quantity: '0',
      remaining_quantity: '10',
      average_fill_price: null,
    })
    expect(await account.balances()).toMatchObject({ cash: '10000.00', held_for_orders: '1500.00' })
    const { body: ledger } = await server.client.get(`${account.path}/activities?type=ADJUSTMENT`)
    expect(ledger.data).toMatchObject([{ net_amount: '1500.00', quantity: '-10', price: '150.00', execution_id: body.id }])
    expect(await audited()).toMatchObject({ operation: 'execution.bust', subject: execution.id })
    const again = await admin(`executions/${body.id as string}/bust`)
    expect([again.status, again.body.error.code]).toEqual([409, 'EXECUTION_ALREADY_BUSTED'])
  })

  test.each(['x', NOWHERE])('of an execution %s that does not exist is a 404', async (id) => {
    for (const what of ['bust', 'correct']) {
      const { status, body } = await admin(`executions/${id}/${what}`, {})
      expect([status, body.error.code]).toEqual([404, 'EXECUTION_NOT_FOUND'])
    }
  })
})

describe('a correction', () => {
  test('of the price moves the money, and of the quantity works the rest', async () => {
    const { execution, path } = await bought()
    const price = await admin(`executions/${execution.id as string}/correct`, { price: '149.00' })
    expect([price.status, price.body]).toEqual([
      201,
      {
        ...execution,
        id: uuid,
        exec_type: 'trade_correct',
        price: '149.00',
        notional: '1490.00',
        average_price: '149.00',
        liquidity: null,
        reference_execution_id: execution.id,
        sequence: expect.any(Number),
      },
    ])
    expect((await account.balances())['cash']).toBe('8510.00')
    const quantity = await admin(`executions/${execution.id as string}/correct`, { quantity: '4' })
    expect(quantity.body).toMatchObject({ quantity: '4', price: '149.00', reference_execution_id: price.body.id })
    expect((await server.client.get(path)).body).toMatchObject({
      status: 'partially_filled',
      filled_quantity: '4',
      remaining_quantity: '6',
    })
    expect(await account.balances()).toMatchObject({ cash: '9404.00', held_for_orders: '900.00' })
    const { body: ledger } = await server.client.get(`${account.path}/activities?type=ADJUSTMENT`)
    expect(ledger.data).toMatchObject([
      { net_amount: '894.00', quantity: '-6', price: '149.00', execution_id: quantity.body.id },
      { net_amount: '10.00', quantity: '0', price: '149.00', execution_id: price.body.id },
    ])
  })

  test('of what was sold has the position grow by what was not, in the ledger too', async () => {
    await bought()
    await server.quote('AAPL', '151.00', '152.00', '10')
    const { body: order } = await account.order({ side: 'sell', quantity: '2.75', limit_price: '151.00' })
    await server.withdrawQuote('AAPL')
    const { body } = await server.client.get(`${account.path}/orders/${order.id as string}/executions`)
    const { body: corrected } = await admin(`executions/${body.data[0].id as string}/correct`, { quantity: '2.5' })
    await admin(`executions/${corrected.id as string}/bust`)
    const { body: ledger } = await server.client.get(`${account.path}/activities`)
    expect(ledger.data.map(({ type, net_amount, quantity }: Record<string, string>) => [type, net_amount, quantity])).toEqual([
      ['ADJUSTMENT', '-377.50', '2.5'],
      ['ADJUSTMENT', '-37.75', '0.25'],
      ['FILL', '415.25', '2.75'],
      ['FILL', '-1500.00', '10'],
      ['DEPOSIT', '10000.00', null],
    ])
    expect((await server.client.get(`${account.path}/positions/AAPL`)).body).toMatchObject({ quantity: '10' })
  })

  test.each([
    [{}, 'VALIDATION_ERROR', 'quantity'],
    [{ quantity: '0' }, 'INVALID_QUANTITY', 'quantity'],
    [{ price: '0' }, 'INVALID_PRICE', 'price'],
    [{ price: '1.00001' }, 'INVALID_PRICE', 'price'],
    [{ quantity: '11' }, 'VALIDATION_ERROR', 'quantity'],
    // both are told, in details.errors
    [{ quantity: '0', price: '1.00001' }, 'VALIDATION_ERROR', undefined],
  ])('to %j is refused', async (change, code, field) => {
    const { execution } = await bought()
    const { status, body } = await admin(`executions/${execution.id as string}/correct`, change)
    expect([status, body.error.code, body.error.field]).toEqual([400, code, field])
  })
})

describe('the end of the day', () => {
  test('expires day orders, keeps gtc ones and settles what is due', async () => {
    const own = await openRestServer()
    const trader = await own.account('1000.00')
    await own.quote('AAPL', '100.00', '100.10')
    await trader.order({ side: 'buy', quantity: '2', limit_price: '100.10' })
    await trader.order({ side: 'sell', quantity: '1', limit_price: '100.00' })
    expect((await trader.balances())['settlements']).toEqual([{ date: '2026-11-23', amount: '100.00' }])
    const { body: day } = await trader.order({ side: 'buy', quantity: '1', limit_price: '50.00' })
    const { body: gtc } = await trader.order({ side: 'buy', quantity: '1', limit_price: '50.00', time_in_force: 'gtc' })
    const { status, body } = await own.operator.post('/v1/admin/end-of-day')
    expect([status, body]).toEqual([200, { markets: [{ ended: '2026-11-20', trade_date: '2026-11-23' }], expired_orders: 1 }])
    const state = async ({ id }: { id: string }) => (await own.client.get(`${trader.path}/orders/${id}`)).body
    expect(await state(day)).toMatchObject({ status: 'expired', cancel_reason: 'time_in_force', expired_at: '2026-11-20T15:04:05.123Z' })
    expect((await state(gtc)).status).toBe('new')
    expect(await trader.balances()).toMatchObject({
      unsettled_cash: '0.00',
      settlements: [],
      last_equity: (await trader.balances())['equity'],
    })
    for (const [date, code] of [
      ['2026-11-26', 'VALIDATION_ERROR'],
      ['2026-11-23', 'VALIDATION_ERROR'],
      ['1990-01-01', 'VALIDATION_ERROR'],
      ['2027-01-25', 'VALIDATION_ERROR'],
      ['9999-12-31', 'VALIDATION_ERROR'],
      ['tomorrow', 'VALIDATION_ERROR'],
    ]) {
      const refused = await own.operator.post('/v1/admin/end-of-day', { date })
      expect([refused.status, refused.body.error.code, refused.body.error.field]).toEqual([400, code, 'date'])
    }
    // sixty days ahead
    expect((await own.operator.post('/v1/admin/end-of-day', { date: '2027-01-22' })).body.markets).toEqual([
      { ended: '2026-11-23', trade_date: '2027-01-22' },
    ])
    await own.close()
  })

  test('at a date moves the markets that are not there yet, and is refused where all are', async () => {
    const own = await openRestServer()
    await own.anotherPartner()
    // the first of the markets is ahead
    await own.client.post('/v1/dev/sandbox/clock', { advance: 'PT72H' })
    const endDay = () => own.operator.post('/v1/admin/end-of-day', { date: '2026-11-23' })
    const moved = await endDay()
    expect([moved.status, moved.body]).toEqual([200, { markets: [{ ended: '2026-11-20', trade_date: '2026-11-23' }], expired_orders: 0 }])
    expect(own.engine.state.markets.map(({ tradeDay }) => tradeDay)).toEqual([20_780, 20_780])
    const again = await endDay()
    expect([again.status, again.body.error.code, again.body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'date'])
    expect((await own.operator.get('/v1/admin/audit')).body.data).toHaveLength(1)
    await own.close()
  })

  test('of very many markets is had in pieces, each in the audit trail, and orders come in between; of two at once the second has the day behind', async () => {
    const own = await openRestServer()
    for (let index = 1; index < 70; index++)
      await own.run({ type: 'CreatePartner', id: `partner ${index}`, name: 'Partner', environment: 'sandbox', seed: `${index}` })
    const ended: number[] = []
    let turn = setImmediate(count)
    function count(): void {
      const days = own.engine.state.markets.filter(({ tradeDay }) => tradeDay > 20_777).length
      if (days !== (ended.at(-1) ?? 0)) ended.push(days)
      turn = setImmediate(count)
    }
    const both = await Promise.all([own.operator.post('/v1/admin/end-of-day'), own.operator.post('/v1/admin/end-of-day')])
    clearImmediate(turn)
    expect(ended).toEqual([32, 64, 70])
    const day = (ended: string, trade_date: string, count: number) => Array.from({ length: count }, () => ({ ended, trade_date }))
    // on connections of their own: either may have come first
    const inOrder = both
      .map(({ status, body }) => [status, body] as const)
      .sort((a, b) => (a[1].markets[0].ended < b[1].markets[0].ended ? -1 : 1))
    expect(inOrder).toEqual([
      [200, { markets: day('2026-11-20', '2026-11-23', 70), expired_orders: 0 }],
      [200, { markets: day('2026-11-23', '2026-11-24', 70), expired_orders: 0 }],
    ])
    const { data } = (await own.operator.get('/v1/admin/audit')).body
    expect(data.map(({ subject, detail }: { subject: string; detail: unknown }) => [subject, detail])).toEqual([
      ['2026-11-24', { markets: day('2026-11-23', '2026-11-24', 6) }],
      ['2026-11-24', { markets: day('2026-11-23', '2026-11-24', 32) }],
      ['2026-11-24', { markets: day('2026-11-23', '2026-11-24', 32) }],
      ['2026-11-23', { markets: day('2026-11-20', '2026-11-23', 6) }],
      ['2026-11-23', { markets: day('2026-11-20', '2026-11-23', 32) }],
      ['2026-11-23', { markets: day('2026-11-20', '2026-11-23', 32) }],
    ])
    await own.close()
  })

  test('that is had in pieces is had wholly before the gateway has ended', async () => {
    const own = await openRestServer()
    for (let index = 1; index < 70; index++)
      await own.run({ type: 'CreatePartner', id: `partner ${index}`, name: 'Partner', environment: 'sandbox', seed: `${index}` })
    const daysEnded = () => own.engine.state.markets.filter(({ tradeDay }) => tradeDay > 20_777).length
    const answered = own.operator.post('/v1/admin/end-of-day')
    while (daysEnded() === 0) await nextTurn()
    expect(daysEnded()).toBe(32)
    const letGo = own.holdCommits()
    const closed = own.app.close().then(daysEnded)
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    letGo()
    expect(await closed).toBe(70)
    expect((await answered).body.markets).toHaveLength(70)
    await own.close()
  })

  test('of one market that has come by itself leaves the others theirs', async () => {
    const own = await openRestServer()
    await own.anotherPartner()
    await own.client.post('/v1/dev/sandbox/clock', { advance: 'PT1M' })
    // 16:01 in New York: the timer is late, and what comes first ends the day of the market whose clock runs
    own.now = Date.parse('2026-11-20T21:01:00Z')
    const { status, body } = await own.operator.post('/v1/admin/end-of-day', { date: '2026-11-23' })
    expect([status, body.markets]).toEqual([200, [{ ended: '2026-11-20', trade_date: '2026-11-23' }]])
    expect(own.engine.state.markets.map(({ tradeDay }) => tradeDay)).toEqual([20_780, 20_780])
    expect((await own.operator.get('/v1/admin/audit')).body.data[0].operation).toBe('trading_day.end')
    await own.close()
  })
})

describe('partners', () => {
  test('are created with a first key that opens their world and no other', async () => {
    const { status, body } = await admin('partners', { name: 'Acme', environment: 'sandbox' })
    expect([status, body]).toEqual([
      201,
      {
        id: uuid,
        name: 'Acme',
        environment: 'sandbox',
        created_at: new Date(server.now).toISOString(),
        key: {
          id: uuid,
          label: 'first key',
          api_key: expect.stringMatching(/^bpk_sbx_/),
          api_secret: expect.stringMatching(/^bsk_sbx_/),
          scopes: PARTNER_SCOPES,
          created_at: new Date(server.now).toISOString(),
        },
      },
    ])
    const client = server.client.as(body.key)
    expect((await client.get('/v1/accounts')).body.data).toEqual([])
    expect((await server.account('100.00', client)).number).not.toBe(account.number)
    const keys = await admin(`partners/${body.id as string}/keys`, { label: 'batch', scopes: ['accounts:read'], count: 3 })
    expect([keys.status, keys.body.map(({ label, scopes }: { label: string; scopes: string[] }) => [label, scopes])]).toEqual([
      201,
      [
        ['batch', ['accounts:read']],
        ['batch', ['accounts:read']],
        ['batch', ['accounts:read']],
      ],
    ])
    expect((await server.client.as(keys.body[2]).get('/v1/accounts')).status).toBe(200)
    expect((await server.client.as(keys.body[2]).get('/v1/keys')).status).toBe(403)
    expect(await audited()).toMatchObject({ operation: 'partner_keys.create', subject: body.id })
    expect(JSON.stringify(server.journal.all('SELECT * FROM audit', []))).not.toContain('bsk_')
  })

  test('are listed, oldest first, page by page', async () => {
    const { body: newest } = await admin('partners', { name: 'Newest', environment: 'live' })
    const list = async (query: string) => (await server.operator.get(`/v1/admin/partners${query}`)).body
    const { data } = await list('')
    expect(data[0]).toEqual({ id: PARTNER, name: 'Sandbox', environment: 'sandbox' })
    expect(data.at(-1)).toEqual({ id: newest.id, name: 'Newest', environment: 'live' })
    const first = await list('?limit=1')
    expect(first.data).toEqual([data[0]])
    expect((await list(`?cursor=${first.pagination.next_cursor as string}`)).data).toEqual(data.slice(1))
  })

  test.each([
    ['partners', { name: '', environment: 'sandbox' }, 400, 'VALIDATION_ERROR'],
    ['partners', { name: 'A', environment: 'test' }, 400, 'VALIDATION_ERROR'],
    [`partners/${NOWHERE}/keys`, { label: 'a', scopes: ['accounts:read'] }, 404, 'PARTNER_NOT_FOUND'],
    [`partners/${PARTNER}/keys`, { label: 'a', scopes: ['operator'] }, 400, 'INVALID_SCOPE'],
    [`partners/${PARTNER}/keys`, { label: 'a', scopes: ['accounts:read'], count: 101 }, 400, 'VALIDATION_ERROR'],
  ])('%s with %j is %i %s', async (path, body, status, code) => {
    const answer = await admin(path, body)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })
})

describe('keys', () => {
  const keys = '/v1/admin/keys'

  test('of operators are listed and revoked, at once and audited', async () => {
    const stolen = await server.issue(null, ['operator'])
    const { data } = (await server.operator.get(keys)).body
    expect(data).toHaveLength(2)
    expect(data.find(({ id }: { id: string }) => id === stolen.id)).toEqual({
      id: stolen.id,
      label: 'test',
      scopes: ['operator'],
      key_prefix: expect.stringMatching(/^bok_sbx_/),
      created_at: expect.any(String),
      last_used_at: null,
    })
    expect((await server.operator.delete(`${keys}/${stolen.id.toUpperCase()}`)).status).toBe(204)
    expect(await audited()).toMatchObject({ operation: 'key.revoke', subject: stolen.id, detail: { label: 'test', partner_id: null } })
    expect((await server.client.as(stolen).get(keys)).body.error.code).toBe('KEY_REVOKED')
    expect((await server.operator.get(keys)).body.data).toHaveLength(1)
    expect((await server.operator.delete(`${keys}/${stolen.id}`)).body.error.code).toBe('KEY_NOT_FOUND')
  })

  test('of a partner are listed and revoked; tokens are the partner’s business', async () => {
    const { body: partner } = await admin('partners', { name: 'Leaky', environment: 'sandbox' })
    const path = `${keys}?partner_id=${(partner.id as string).toUpperCase()}`
    expect((await server.operator.get(path)).body.data).toMatchObject([{ id: partner.key.id, label: 'first key' }])
    expect((await server.operator.delete(`${keys}/${partner.key.id as string}`)).status).toBe(204)
    expect(await audited()).toMatchObject({ subject: partner.key.id, detail: { label: 'first key', partner_id: partner.id } })
    expect((await server.client.as(partner.key).get('/v1/accounts')).body.error.code).toBe('KEY_REVOKED')
    expect((await server.operator.get(path)).body.data).toEqual([])
    expect((await server.operator.get(`${keys}?partner_id=${NOWHERE}`)).body.error.code).toBe('PARTNER_NOT_FOUND')
    const { body: token } = await server.client.post(`${account.path}/keys`, { label: 'token' })
    expect((await server.operator.delete(`${keys}/${token.token_id as string}`)).body.error.code).toBe('KEY_NOT_FOUND')
  })
})

describe('the audit trail', () => {
  test('tells who did what and when, newest first, page by page', async () => {
    await admin('kill-switch', { scope: 'account', id: account.id, on: true })
    await admin('kill-switch', { scope: 'account', id: account.id, on: false })
    const list = async (query: string) => (await server.operator.get(`/v1/admin/audit?subject=${account.id}${query}`)).body
    const { data } = await list('')
    expect(data).toEqual([
      {
        id: expect.any(String),
        created_at: new Date(server.now).toISOString(),
        key_id: uuid,
        operation: 'kill_switch.set',
        subject: account.id,
        detail: { scope: 'account', on: false, cancelled: 0 },
      },
      { ...data[1], detail: { scope: 'account', on: true, cancelled: 0 } },
    ])
    const first = await list('&limit=1')
    expect((await list(`&limit=1&cursor=${first.pagination.next_cursor as string}`)).data).toEqual([data[1]])
    expect((await list(`&operation=partner.create`)).data).toEqual([])
    expect((await list(`&created_after=2026-11-21`)).data).toEqual([])
    expect((await list(`&key_id=${(data[0].key_id as string).toUpperCase()}`)).data).toEqual(data)
    expect((await server.operator.get(`/v1/admin/audit?subject=${account.id.toUpperCase()}`)).body.data).toEqual(data)
  })
})

describe('a change', () => {
  test.each([
    ['kill_switch.set', () => admin('kill-switch', { scope: 'account', id: account.id, on: true })],
    ['order.cancel', (order: string) => admin(`orders/${order}/cancel`)],
    ['execution.bust', (_order: string, execution: string) => admin(`executions/${execution}/bust`)],
    ['execution.correct', (_order: string, execution: string) => admin(`executions/${execution}/correct`, { quantity: '4' })],
    ['symbol.halt', () => admin('symbols/MSFT/halt')],
    ['trading_day.end', () => admin('end-of-day')],
    ['partner.create', () => admin('partners', { name: 'Partner', environment: 'sandbox' })],
  ])('is in the audit trail before it can be lost: %s', async (operation, make) => {
    const { execution } = await bought()
    const { body: order } = await account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })
    const { status, ...rows } = await auditedAhead(server, () => make(order.id as string, execution.id as string))
    expect(rows).toEqual({ ahead: [operation], behind: [operation] })
    expect(status).toBeLessThan(300)
    await admin('symbols/MSFT/resume')
  })

  test('of many markets of which some have to wait is there for each before it can be lost', async () => {
    const own = await openRestServer({ maxPendingEvents: 0 })
    await own.anotherPartner()
    const { status, ahead, behind } = await auditedAhead(own, () => own.operator.post('/v1/admin/end-of-day'))
    expect([status, ahead, behind]).toEqual([200, ['trading_day.end'], ['trading_day.end', 'trading_day.end']])
    const day = { ended: '2026-11-20', trade_date: '2026-11-23' }
    const { data } = (await own.operator.get('/v1/admin/audit')).body
    expect(data.map(({ detail }: { detail: unknown }) => detail)).toEqual([{ markets: [day] }, { markets: [day] }])
    await own.close()
  })

  test('of many markets, one of which is held back, is there for the others', async () => {
    const own = await openRestServer()
    await own.anotherPartner()
    const held = { type: 'EndTradingDay', market: 1, nextDay: 20_780 } as const
    own.quarantine.add(held, { at: own.now, about: {}, error: 'it failed' })
    expect((await own.operator.post('/v1/admin/end-of-day')).body.error.code).toBe('REQUEST_QUARANTINED')
    expect(own.engine.state.markets.map(({ tradeDay }) => tradeDay)).toEqual([20_780, 20_777])
    expect((await own.operator.get('/v1/admin/audit')).body.data).toHaveLength(1)
    await own.close()
  })

  test('that is refused is in no audit trail', async () => {
    const { execution } = await bought()
    const path = `executions/${execution.id as string}/bust`
    const answers = await Promise.all([admin(path), admin(path)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const { data } = (await server.operator.get(`/v1/admin/audit?subject=${execution.id as string}`)).body
    expect(data).toHaveLength(1)
  })
})

describe('FIX sessions', () => {
  const sessions = '/v1/admin/fix/sessions'
  const desk = (name: string) => ({ sender_comp_id: name, kind: 'order-entry', partner_id: PARTNER })

  test('are created, listed, changed and reset without a restart', async () => {
    const { status, body } = await admin('fix/sessions', {
      ...desk('DESK1'),
      account_numbers: [account.number],
      password: 'very secret',
      throttle_per_s: null,
    })
    const created = {
      id: uuid,
      begin_string: 'FIX.4.4',
      sender_comp_id: 'DESK1',
      target_comp_id: 'GATEWAY',
      kind: 'order-entry',
      partner_id: PARTNER,
      account_numbers: [account.number],
      client_certificate: null,
      enabled: true,
      state: 'logged_out',
      remote_address: null,
      heartbeat_s: null,
      next_inbound: 1,
      next_outbound: 1,
      last_inbound_at: null,
      last_outbound_at: null,
      reset_on_logon: false,
      cancel_on_disconnect: false,
      throttle_per_s: null,
      validate_user_defined: true,
      queue_replaces: false,
      order_scope: 'session',
      schedule: null,
      created_at: '2026-11-20T15:04:05.123Z',
    }
    expect([status, body]).toEqual([201, created])
    expect((await server.operator.get(sessions)).body.data).toEqual([body])
    expect((await server.operator.patch(`${sessions}/${(body.id as string).toUpperCase()}`, {})).body).toEqual(created)
    expect(await audited()).toMatchObject({ operation: 'fix_session.change', subject: body.id })
    expect(JSON.stringify(await audited())).not.toContain('very secret')

    const schedule = {
      days: ['mon', 'fri'],
      start: '08:00',
      end: '17:00',
      time_zone: 'America/New_York',
      reset: 'daily',
      holidays: ['2026-12-25'],
    }
    const more = { queue_replaces: true, order_scope: 'account', account_numbers: [], client_certificate: `sha256:${'0A:'.repeat(31)}0A` }
    const changes = { enabled: false, cancel_on_disconnect: true, throttle_per_s: 10, reset_on_logon: true, schedule, ...more }
    const changed = await server.operator.patch(`${sessions}/${body.id as string}`, changes)
    expect([changed.status, changed.body]).toEqual([200, { ...body, ...changes }])
    const reset = await admin(`fix/sessions/${body.id as string}/reset`, { next_inbound: 5, next_outbound: 7 })
    expect([reset.status, reset.body.next_inbound, reset.body.next_outbound]).toEqual([200, 5, 7])
    expect((await admin(`fix/sessions/${body.id as string}/reset`)).body).toMatchObject({ next_inbound: 1, next_outbound: 1 })
    expect((await admin(`fix/sessions/${body.id as string}/disconnect`)).status).toBe(204)
    expect((await admin(`fix/sessions/${body.id as string}/replay`, { from_time: '2026-11-20' })).status).toBe(202)
    expect((await server.operator.get(`${sessions}/${body.id as string}/messages?decode=true&msg_type=8`)).body.data).toEqual([])
    expect((await admin('kill-switch', { scope: 'session', id: body.id, on: true })).body).toEqual({ on: true, cancelled_orders: 0 })
  })

  test('say how a client certificate is written', async () => {
    const { status, body } = await server.operator.post(sessions, { ...desk('DESK8'), client_certificate: 'sha1:00' })
    expect([status, body]).toMatchObject([
      400,
      {
        error: {
          code: 'VALIDATION_ERROR',
          message:
            'client_certificate must be "cn:" and a common name of up to 64 ASCII characters, "sha256:" and a fingerprint of 64 hexadecimal digits, or null.',
          field: 'client_certificate',
        },
      },
    ])
  })

  test('are bound to no client certificate where nobody is asked for one', async () => {
    const without = await openRestServer({
      dictionary: compileDictionaryRules(await loadDefinitions(DICTIONARY)),
      asksForCertificates: false,
    })
    const post = (path: string, body: object) => without.operator.post(`/v1/admin/fix/sessions${path}`, body)
    const error = {
      code: 'VALIDATION_ERROR',
      message: 'The gateway asks nobody for a client certificate: fix.tls.ca_file is not set.',
      field: 'client_certificate',
    }
    const bound = { client_certificate: 'cn:DESK9' }
    const refused = await post('', { ...desk('DESK9'), ...bound })
    expect([refused.status, refused.body]).toMatchObject([400, { error }])
    const { body } = await post('', { ...desk('DESK9'), client_certificate: null })
    const changed = await without.operator.patch(`/v1/admin/fix/sessions/${body.id as string}`, bound)
    expect([changed.status, changed.body]).toMatchObject([400, { error }])
    expect((await without.operator.get('/v1/admin/fix/sessions')).body.data).toMatchObject([{ client_certificate: null }])
    await without.close()
  })

  test('are refused where they cannot be', async () => {
    await admin('fix/sessions', desk('DESK9'))
    const refused = async (body: object) => {
      const answer = await admin('fix/sessions', body)
      return [answer.status, answer.body.error.code, answer.body.error.field]
    }
    expect(await refused(desk('DESK9'))).toEqual([409, 'SESSION_ALREADY_EXISTS', 'sender_comp_id'])
    expect(await refused({ ...desk('DESK8'), account_numbers: ['999999999'] })).toEqual([400, 'VALIDATION_ERROR', 'account_numbers'])
    expect(await refused({ ...desk('DESK8'), partner_id: NOWHERE })).toEqual([404, 'PARTNER_NOT_FOUND', 'partner_id'])
    const { body: second } = await admin('partners', { name: 'Second', environment: 'sandbox' })
    // another partner's account is as good as none
    const theirs = { ...desk('DESK8'), partner_id: second.id, account_numbers: [account.number] }
    expect(await refused(theirs)).toEqual([400, 'VALIDATION_ERROR', 'account_numbers'])
    expect(await refused({ ...desk('DESK8'), partner_id: undefined })).toEqual([400, 'VALIDATION_ERROR', 'partner_id'])
    expect(await refused({ ...desk('a b') })).toEqual([400, 'VALIDATION_ERROR', 'sender_comp_id'])
    expect(await refused({ ...desk('DESK8'), kind: 'market-data' })).toEqual([400, 'VALIDATION_ERROR', 'kind'])
    // no engine sends these in Password(554), or none knows in which bytes
    for (const password of ['', 'a\u0001b', 'Größe', '€', 'x'.repeat(129)])
      expect(await refused({ ...desk('DESK8'), password })).toEqual([400, 'VALIDATION_ERROR', 'password'])
    expect(await refused({ ...desk('DESK8'), schedule: { days: [], start: '8', end: '17:00', time_zone: 'x', reset: 'daily' } })).toEqual([
      400,
      'VALIDATION_ERROR',
      undefined,
    ])
  })

  test('are told all that is wrong with them', async () => {
    const schedule = { days: ['mon'], start: '08:00', end: '17:00', time_zone: 'Nowhere/Land', reset: 'daily' }
    const { status, body } = await admin('fix/sessions', { ...desk('DESK8'), account_numbers: ['999999999'], schedule })
    const fields = body.error.details.errors.map(({ field }: { field: string }) => field)
    expect([status, body.error.code, fields]).toEqual([400, 'VALIDATION_ERROR', ['account_numbers', 'schedule']])
  })

  test('that do not exist are a 404', async () => {
    for (const path of ['reset', 'disconnect', 'replay']) {
      const { status, body } = await admin(`fix/sessions/${NOWHERE}/${path}`, {})
      expect([status, body.error.code]).toEqual([404, 'SESSION_NOT_FOUND'])
    }
    expect((await server.operator.patch(`${sessions}/x`, {})).status).toBe(404)
    expect((await server.operator.get(`${sessions}/x/messages`)).status).toBe(404)
  })

  test('are replayed from an execution or a moment, one of them', async () => {
    const { body } = await admin('fix/sessions', desk('DESK7'))
    const replay = async (from: object) =>
      (await admin(`fix/sessions/${body.id as string}/replay`, from)).body?.error.code as string | undefined
    expect(await replay({})).toBe('VALIDATION_ERROR')
    expect(await replay({ from_exec_id: NOWHERE, from_time: '2026-11-20' })).toBe('VALIDATION_ERROR')
    expect(await replay({ from_exec_id: NOWHERE })).toBe('EXECUTION_NOT_FOUND')
    const { execution } = await bought()
    expect(await replay({ from_exec_id: execution.id })).toBeUndefined()
  })

  test('are audited as what was changed: members that mean nothing are not kept, whatever is in them', async () => {
    const { execution } = await bought()
    const days = { days: ['mon'], start: '08:00', end: '17:00', time_zone: 'UTC', reset: 'daily' }
    const asked = { ...desk('DESK77'), password: 'top secret' }
    const { body } = await admin('fix/sessions', { ...asked, Password: 'top secret', schedule: { ...days, password: 'top secret' } })
    const schedule = { ...days, holidays: [] }
    expect(body.schedule).toEqual(schedule)
    expect((await audited()).detail).toEqual({ ...asked, password: 'changed', schedule })

    const path = `${sessions}/${body.id as string}`
    await server.operator.patch(path, { kind: 'drop-copy', partner_id: NOWHERE, new_password: 'top secret', reset_on_logon: true })
    expect((await audited()).detail).toEqual({ reset_on_logon: true })
    await server.operator.patch(path, { schedule: null, password: null })
    expect((await audited()).detail).toEqual({ schedule: null, password: 'changed' })
    await server.operator.post(`${path}/replay`, { from_time: '2026-11-20', password: 'top secret' })
    expect((await audited()).detail).toEqual({ from_time: '2026-11-20' })
    await admin(`executions/${execution.id as string}/correct`, { price: '149.50', side: 'sell' })
    expect((await audited()).detail).toEqual({ price: '149.50' })
    expect(JSON.stringify(server.journal.all('SELECT * FROM audit', []))).not.toContain('top secret')
  })
})

test('the journal says how it is', async () => {
  const { status, body } = await server.operator.get('/v1/admin/journal')
  expect([status, Object.keys(body)]).toEqual([
    200,
    [
      'position',
      'size_bytes',
      'snapshot_position',
      'snapshot_at',
      'hot_from',
      'archives',
      'archive_bytes',
      'archived_at',
      'commit_p50_us',
      'commit_p99_us',
      'projector_lag_events',
    ],
  ])
})
