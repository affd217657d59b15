import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Engine } from '../../../src/engine/engine.ts'
import { fingerprint } from '../../../src/engine/fingerprint.ts'
import { DEFAULT_RULES } from '../../../src/engine/rules.ts'
import { restoreSnapshot, takeSnapshot } from '../../../src/engine/snapshot.ts'
import { JournalReader } from '../../../src/storage/journal-reading/journal-reader.ts'
import { CALENDAR, WALKING } from '../../engine/engine-under-test.ts'
import { EventStreamClient } from '../../support/event-stream-client.ts'
import { BUILT_IN } from './marketdata/listed-securities.ts'
import { BANK, openRestServer, type RestServer, type RestServerOptions } from '../../support/rest-server.ts'

let server: RestServer
beforeEach(() => start())
afterEach(() => server.close())

async function start(options: RestServerOptions = {}): Promise<void> {
  server = await openRestServer(options)
}

const APPROVED = '81169e98-3f9a-5d9a-a62c-52fce2000b14'
const REJECTED = '1e8f2e52-e45b-5a28-9d80-369b6d32f9b5'
const IN_REVIEW = 'f6da9fc3-ff82-5e9a-b3d3-9706a643269d'
const TIME = '2026-11-20T15:04:05.123Z'
const NOWHERE = '00000000-0000-4000-8000-000000000000'
const uuid5 = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
const reset = (body: object = {}) => server.client.post('/v1/dev/sandbox/reset', body)
const codeOf = async (path: string) => (await server.client.get(path)).body.error?.code

describe('POST /v1/dev/sandbox/reset', () => {
  test('that is refused leaves nothing for the next start to finish', async () => {
    vi.spyOn(server.sequencer, 'isQuarantined').mockReturnValue(true)
    const { status, body } = await reset()
    expect([status, body.error.code]).toEqual([422, 'REQUEST_QUARANTINED'])
    expect(server.journal.all('SELECT * FROM sandbox_resets', [])).toEqual([])
  })

  test('opens the accounts of the fixture minimal, one of them with 10,000 dollars', async () => {
    const { status, body } = await reset()
    expect([status, body]).toEqual([
      200,
      {
        fixture: 'minimal',
        reset_at: TIME,
        accounts: [
          { id: APPROVED, account_number: '410000001', kyc_status: 'APPROVED', status: 'ACTIVE' },
          { id: REJECTED, account_number: '410000002', kyc_status: 'REJECTED', status: 'REJECTED' },
          { id: IN_REVIEW, account_number: '410000003', kyc_status: 'MANUAL_REVIEW', status: 'APPROVAL_PENDING' },
        ],
        orders: [],
        ach_relationships: [uuid5],
        webhooks: [],
        documents: [],
      },
    ])
    expect((await server.client.get(`/v1/accounts/${APPROVED}/balances`)).body).toMatchObject({
      cash: '10000.00',
      buying_power: '10000.00',
    })
    const { body: links } = await server.client.get(`/v1/accounts/${APPROVED}/ach-relationships`)
    expect(links.data.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [body.ach_relationships[0], 'APPROVED'],
    ])
  })

  test.each([
    ['wherever it has walked to by then', 0],
    ['also where the clock has stood for a month', 30 * 86_400_000],
  ])('the open orders of the fixture full are far from the price, %s', async (_, stoodMs) => {
    await server.close()
    await start({ instruments: [{ ...WALKING, symbol: 'AAPL' }], rules: { quotes: 'walk' } })
    if (stoodMs > 0) await server.client.post('/v1/dev/sandbox/clock', { advance: 'PT0S' })
    const last = async (): Promise<number> => (await server.client.get('/v1/marketdata/real-time/AAPL')).body.last
    const before = await last()
    server.now += stoodMs
    const { body } = await reset({ fixture: 'full' })
    const { body: listing } = await server.client.get(`/v1/accounts/${APPROVED}/orders?sort=created_at:asc`)
    const price = await last()
    const prices = listing.data.map((order: Record<string, string>) => [order['status'], order['limit_price'] ?? order['stop_price']])
    const cents = (dollars: number): string => (Math.floor(dollars * 100) / 100).toFixed(2)
    expect([price === 50, price === before, body.orders.length, prices]).toEqual([
      false,
      stoodMs === 0,
      3,
      [
        ['new', cents(price * 0.5)],
        ['new', cents(price * 1.5)],
        ['accepted', cents(price * 0.5)],
      ],
    ])
  })

  test('the fixture full adds a link that waits, a position, open orders and documents, all of them to be read', async () => {
    const { status, body } = await reset({ fixture: 'full' })
    expect([status, body]).toEqual([
      200,
      {
        fixture: 'full',
        reset_at: TIME,
        accounts: [
          expect.objectContaining({ id: APPROVED }),
          expect.objectContaining({ id: REJECTED }),
          expect.objectContaining({ id: IN_REVIEW }),
        ],
        orders: [uuid5, uuid5, uuid5],
        ach_relationships: [uuid5, uuid5],
        webhooks: [{ id: uuid5, secret: expect.stringMatching(/^whsec_/) }],
        documents: [uuid5, uuid5],
      },
    ])
    const path = `/v1/accounts/${APPROVED}`
    const orders = await Promise.all(body.orders.map((id: string) => server.client.get(`${path}/orders/${id}`)))
    expect(
      orders.map(({ body: order }) => [
        order.client_order_id,
        order.side,
        order.order_type,
        order.quantity,
        order.time_in_force,
        order.status,
      ]),
    ).toEqual([
      ['fixture-buy-limit', 'buy', 'limit', '1', 'gtc', 'new'],
      ['fixture-sell-limit', 'sell', 'limit', '4', 'gtc', 'new'],
      ['fixture-sell-stop', 'sell', 'stop', '4', 'gtc', 'accepted'],
    ])
    const { body: listed } = await server.client.get(`${path}/orders`)
    expect(listed.data.map(({ id }: { id: string }) => id).sort()).toEqual([...body.orders].sort())
    const { body: positions } = await server.client.get(`${path}/positions`)
    expect(positions.data.map(({ symbol, quantity }: { symbol: string; quantity: string }) => [symbol, quantity])).toEqual([['AAPL', '10']])
    const { body: links } = await server.client.get(`${path}/ach-relationships`)
    expect(links.data.map(({ status: link }: { status: string }) => link).sort()).toEqual(['APPROVED', 'PENDING'])
    const { body: documents } = await server.client.post('/v1/documents/list', {})
    expect(documents.data.map(({ id }: { id: string }) => id).sort()).toEqual([...body.documents].sort())
    const { body: webhooks } = await server.client.get('/v1/webhooks')
    expect(webhooks).toEqual([
      expect.objectContaining({ id: body.webhooks[0].id, status: 'disabled', url: 'https://receiver.invalid/webhooks' }),
    ])
    const key = await server.issue(0, ['documents:read'])
    const content = await server.app.inject({
      url: `/v1/documents/${body.documents[0] as string}/content`,
      headers: { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret },
    })
    expect([content.statusCode, content.headers['content-type'], content.body.slice(0, 8)]).toEqual([200, 'application/pdf', '%PDF-1.4'])
    // whoever opens it finds each of its objects by the table at its end
    const text = content.body
    const table = text.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]))
    const offsets = Array.from(table.matchAll(/^(\d{10}) 00000 n $/gm), ([, offset]) => Number(offset))
    expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual(['1 0 obj', '2 0 obj', '3 0 obj', '4 0 obj', '5 0 obj'])
    expect([table.startsWith('xref\n0 6\n'), table.includes('<< /Size 6 /Root 1 0 R >>')]).toEqual([true, true])
  })

  test('the documents of the fixture full are of the moment that the clock says', async () => {
    await server.client.post('/v1/dev/sandbox/clock', { advance: 'P3D' })
    await reset({ fixture: 'full' })
    const { body } = await server.client.post('/v1/documents/list', {})
    const moment = '2026-11-23T15:04:05.123Z'
    expect(body.data.map(({ created_at }: { created_at: string }) => created_at)).toEqual([moment, moment])
  })

  test('makes no webhook beside the twenty that the partner has', async () => {
    const own: string[] = []
    const create = async () => {
      const { body } = await server.client.post('/v1/webhooks', { url: 'https://example.com/', events: [] })
      own.push(body.id as string)
    }
    for (let count = 0; count < 19; count++) await create()
    const { body: room } = await reset({ fixture: 'full' })
    expect(room.webhooks).toHaveLength(1)
    await server.client.delete(`/v1/webhooks/${room.webhooks[0].id}`)
    await create()
    expect((await reset({ fixture: 'full' })).body.webhooks).toEqual([])
    expect((await server.client.get('/v1/webhooks')).body.map(({ id }: { id: string }) => id)).toEqual(own)
  })

  test('gives the same ids each time, and they name what is there now', async () => {
    const first = await reset({ fixture: 'full' })
    server.now += 1000
    const path = `/v1/accounts/${APPROVED}/orders/${first.body.orders[0] as string}`
    await server.client.delete(path)
    const second = await reset({ fixture: 'full' })
    expect({ ...second.body, reset_at: TIME, webhooks: first.body.webhooks }).toEqual(first.body)
    expect([second.body.webhooks[0].id, second.body.webhooks[0].secret]).toEqual([
      first.body.webhooks[0].id,
      expect.not.stringContaining(first.body.webhooks[0].secret),
    ])
    expect((await server.client.get(path)).body).toMatchObject({
      id: first.body.orders[0],
      status: 'new',
      created_at: second.body.reset_at,
    })
    const { body: documents } = await server.client.post('/v1/documents/list', {})
    expect(documents.data).toHaveLength(2)
    const third = await reset({ fixture: 'minimal' })
    expect(third.body.accounts).toEqual(first.body.accounts)
    expect((await server.client.get(path)).body.error.code).toBe('ORDER_NOT_FOUND')
    expect((await server.client.post('/v1/documents/list', {})).body.data).toEqual([])
    expect((await server.client.get('/v1/webhooks')).body).toEqual([])
  })

  test('leaves the kill switch of an account on, as an operator has set it', async () => {
    await reset()
    const set = (on: boolean) => server.operator.post('/v1/admin/kill-switch', { scope: 'account', id: APPROVED, on })
    const order = { symbol: 'AAPL', side: 'buy', order_type: 'limit', quantity: '1', limit_price: '1.00' }
    const placed = async (client_order_id: string) =>
      (await server.client.post(`/v1/accounts/${APPROVED}/orders`, { ...order, client_order_id })).body.error?.code
    await set(true)
    expect(await placed('before')).toBe('TRADING_SUSPENDED')
    const { body } = await reset({ fixture: 'full' })
    expect([body.orders, await placed('after')]).toEqual([[], 'TRADING_SUSPENDED'])
    await set(false)
    expect(await placed('off')).toBeUndefined()
  })

  test('every partner has ids of its own', async () => {
    const other = await server.anotherPartner()
    const mine = (await reset({ fixture: 'full' })).body
    const theirs = (await other.post('/v1/dev/sandbox/reset', { fixture: 'full' })).body
    const idsOf = (body: typeof mine): string[] => [
      ...body.accounts.map(({ id }: { id: string }) => id),
      ...body.orders,
      ...body.ach_relationships,
    ]
    expect(idsOf(mine).filter((id) => idsOf(theirs).includes(id))).toEqual([])
    expect(await codeOf(`/v1/accounts/${theirs.accounts[0].id as string}`)).toBe('ACCOUNT_NOT_FOUND')
    const again = (await other.post('/v1/dev/sandbox/reset', { fixture: 'full' })).body
    expect({ ...again, webhooks: [] }).toEqual({ ...theirs, webhooks: [] })
  })

  test('open orders end with the text "sandbox reset"', async () => {
    const account = await server.account('10000.00')
    const { body: order } = await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
    const stop = await account.order({ side: 'buy', quantity: '1', order_type: 'stop', stop_price: '170.00', time_in_force: 'gtc' })
    expect([order.status, stop.status]).toEqual(['new', 201])
    await reset()
    const reader = new JournalReader(server.directory)
    const ended = reader
      .batches(1, { batches: 1000, bytes: 1e7 })
      .flatMap(({ events }) => events)
      .flatMap((event) =>
        event.type === 'OrderCancelled'
          ? [[event.order.clientOrderId, event.requestId, event.restatement, event.text, event.order.heldCents]]
          : [],
      )
    reader.close()
    expect(ended).toEqual([
      ['c-1', '', 99, 'sandbox reset', 0],
      ['c-2', '', 99, 'sandbox reset', 0],
    ])
  })

  test('what was there before is not found: accounts, users, orders, executions, transfers, documents, blotter', async () => {
    const account = await server.account('10000.00')
    await server.quote('AAPL', '149.95', '150.05')
    const { body: order } = await account.order({ side: 'buy', quantity: '10', limit_price: '160.00' })
    expect(order.status).toBe('filled')
    const userId = account.created['user_id'] as string
    const { body: links } = await server.client.get(`${account.path}/ach-relationships`)
    const { body: executions } = await server.client.get(`${account.path}/orders/${order.id as string}/executions`)
    const { body: transfers } = await server.client.get(`${account.path}/funding/activity`)
    await reset({ fixture: 'full' })
    const fresh = `/v1/accounts/${APPROVED}`
    expect(await codeOf(account.path)).toBe('ACCOUNT_NOT_FOUND')
    expect(await codeOf(`${account.path}/orders/${order.id as string}`)).toBe('ACCOUNT_NOT_FOUND')
    expect(await codeOf(`${fresh}/orders/${order.id as string}`)).toBe('ORDER_NOT_FOUND')
    expect(await codeOf(`${fresh}/orders/${order.id as string}/executions`)).toBe('ORDER_NOT_FOUND')
    expect(await codeOf(`${fresh}/ach-relationships/${links.data[0].id as string}`)).toBe('ACH_RELATIONSHIP_NOT_FOUND')
    const sandbox = async (path: string, body: object) => (await server.client.post(`/v1/dev/sandbox/${path}`, body)).body.error?.code
    expect(await sandbox(`ach-relationships/${links.data[0].id as string}`, { decision: 'approve' })).toBe('ACH_RELATIONSHIP_NOT_FOUND')
    expect(await sandbox(`funding/${transfers.data[0].id as string}`, { action: 'queue' })).toBe('FUNDING_ACTIVITY_NOT_FOUND')
    expect((await server.client.post(`/v1/users/${userId}/accounts`, { contact: {} })).body.error.code).toMatch(
      /USER_NOT_FOUND|VALIDATION_ERROR/,
    )
    const { body: accounts } = await server.client.get('/v1/accounts')
    expect(accounts.data.map(({ id }: { id: string }) => id).sort()).toEqual([APPROVED, IN_REVIEW, REJECTED].sort())
    const { body: blotter } = await server.client.post('/api/external/get-orders', {})
    expect([blotter.TotalCount, blotter.Orders.map(({ ClOrdId }: { ClOrdId: string }) => ClOrdId).sort()]).toEqual([
      3,
      ['fixture-buy-limit', 'fixture-sell-limit', 'fixture-sell-stop'],
    ])
    expect((await server.client.post('/api/Blotter/GetBlotterOrderInfo', { OrderCode: order.id })).body.error.code).toBe('ORDER_NOT_FOUND')
    expect(await codeOf(`/api/Blotter/OrderFixLogs?orderCode=${order.id as string}`)).toBe('ORDER_NOT_FOUND')
    expect(
      (await server.client.post(`/v1/dev/sandbox/orders/${order.id as string}/fill`, { quantity: '1', price: '1.00' })).body.error.code,
    ).toBe('ORDER_NOT_FOUND')
    expect((await server.operator.post(`/v1/admin/orders/${order.id as string}/cancel`, {})).body.error.code).toBe('ORDER_NOT_FOUND')
    expect((await server.operator.post(`/v1/admin/executions/${executions.data[0].id as string}/bust`, {})).body.error.code).toBe(
      'EXECUTION_NOT_FOUND',
    )
    const { body: activities } = await server.client.get(`${fresh}/activities`)
    expect(activities.data.map(({ activity_type }: { activity_type: string }) => activity_type)).not.toContain('TRADE')
  })

  test('client_order_ids and idempotency keys of before are free, ids of orders never come again', async () => {
    await reset()
    const place = async () =>
      (
        await server.client.post(`/v1/accounts/${APPROVED}/orders`, {
          symbol: 'AAPL',
          side: 'buy',
          order_type: 'limit',
          quantity: '1',
          limit_price: '100.00',
          client_order_id: 'mine',
        })
      ).body
    const first = await place()
    expect((await place()).id).toBe(first.id)
    await reset()
    const second = await place()
    expect(second.status).toBe('new')
    expect(second.id).not.toBe(first.id)
  })

  test('books, quotes, halts and the clock begin anew; the clock never goes back', async () => {
    await server.quote('AAPL', '10.00', '11.00')
    await server.operator.post('/v1/admin/symbols/MSFT/halt', { reason: 'test' })
    await server.client.post('/v1/dev/sandbox/fill-models', { model: 'full', symbol: 'AAPL' })
    await server.client.post('/v1/dev/sandbox/clock', { advance: 'PT1H' })
    await reset()
    const { state } = server.engine
    expect(state.book(0, 0).quote).toEqual({ bidTicks: 0, bidLots: 0, askTicks: 0, askLots: 0 })
    expect([state.isHalted(0, 1), state.market(0).symbolFills.size]).toEqual([false, 0])
    expect((await server.client.get('/v1/dev/sandbox/clock')).body).toMatchObject({
      mode: 'real',
      offset_ms: 3_600_000,
      timestamp: '2026-11-20T16:04:05.123Z',
    })
    server.now += 7_200_000
    await server.client.post('/v1/dev/sandbox/clock', { advance: 'PT0S' })
    server.now += 7_200_000
    await reset()
    expect((await server.client.get('/v1/dev/sandbox/clock')).body).toMatchObject({
      mode: 'real',
      offset_ms: 0,
      timestamp: '2026-11-20T19:04:05.123Z',
    })
  })

  test('what was due of the accounts before never happens', async () => {
    await server.close()
    await start({ rules: { achMode: 'delayed' } })
    const account = await server.account('500.00')
    const { body: pending } = await server.client.post('/v1/accounts', {
      contact: { email_address: 'x@example.com', phone_number: '+15125550100' },
      identity: { given_name: 'A', family_name: 'B', date_of_birth: '1990-01-01', tax_id: '900009999' },
    })
    expect(pending.status).toBe('SUBMITTED')
    await account.link()
    await reset()
    const before = server.sequencer.nextPosition
    await server.client.post('/v1/dev/sandbox/clock', { advance: 'P7D' })
    const reader = new JournalReader(server.directory)
    const types = reader.batches(before, { batches: 1000, bytes: 1e7 }).flatMap(({ events }) => events.map(({ type }) => type))
    reader.close()
    expect(types.filter((type) => type !== 'TradingDayEnded' && type !== 'ClockSet')).toEqual([])
  })

  test('a replay of quotes that is under way stops', async () => {
    const lines = ['2026-11-20T15:05:00Z,AAPL,149.00,151.00,10,10', '2026-11-21T15:05:00Z,AAPL,150.00,152.00,10,10']
    const answer = await server.client.post('/v1/dev/sandbox/replay?speed=0.001', undefined, {
      payload: `timestamp,symbol,bid,ask,bid_size,ask_size\n${lines.join('\n')}\n`,
      headers: { 'content-type': 'text/csv' },
    })
    expect([answer.status, answer.body.state]).toEqual([202, 'running'])
    await reset()
    expect((await server.client.get('/v1/dev/sandbox/replay')).body.state).toBe('stopped')
    await server.client.delete('/v1/dev/sandbox/replay')
  })

  test('ends the clock of before on its way: after it the clock runs', async () => {
    await server.close()
    await start({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
    const account = await server.account('500.00')
    // against it the quote moves every minute of the way: more than one command does
    await account.order({ symbol: 'NVDA', side: 'buy', quantity: '1', limit_price: '1.00', time_in_force: 'gtc' })
    const [moved, begun] = await Promise.all([server.client.post('/v1/dev/sandbox/clock', { advance: 'P7D' }), reset()])
    expect([moved.status, begun.status, moved.body.mode]).toEqual([200, 200, 'real'])
    expect((await server.client.get('/v1/dev/sandbox/clock')).body.mode).toBe('real')
  })

  test('keys stay, account tokens end, other partners notice nothing', async () => {
    await reset()
    const other = await server.anotherPartner()
    const theirs = await server.account('100.00', other)
    const { body: token } = await server.client.post(`/v1/accounts/${APPROVED}/keys`, { label: 'app' })
    const app = server.client.as(token)
    expect((await app.get(`/v1/accounts/${APPROVED}`)).status).toBe(200)
    await reset()
    expect((await app.get(`/v1/accounts/${APPROVED}`)).body.error.code).toBe('KEY_REVOKED')
    expect((await server.client.get(`/v1/accounts/${APPROVED}/keys`)).body.data).toEqual([])
    expect(server.journal.all('SELECT revoked_at FROM api_keys WHERE id = ?', [token.token_id])).toEqual([{ revoked_at: server.now }])
    expect((await theirs.balances())['cash']).toBe('100.00')
    expect((await server.client.get('/v1/accounts')).status).toBe(200)
  })

  test('open streams of the partner end with the event reset', async () => {
    const key = await server.issue(0, ['marketdata:read'])
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
    const stream = await EventStreamClient.open(`${base}/v1/marketdata/stream?symbols=AAPL`, {
      'x-api-key': key.api_key,
      'x-api-secret': key.api_secret,
    })
    await stream.next()
    await reset()
    const heard = await stream.nextUntil(({ event }) => event === 'reset')
    expect(heard.at(-1)).toEqual({ id: undefined, event: 'reset', data: {} })
    await stream.closed
  })

  test('the events of before are kept, and their sequence goes on', async () => {
    const account = await server.account('10000.00')
    await account.order({ side: 'buy', quantity: '1', limit_price: '100.00' })
    await reset()
    const key = await server.issue(0, ['webhooks:read'])
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
    const stream = await EventStreamClient.open(`${base}/v1/webhooks/stream?since_id=0`, {
      'x-api-key': key.api_key,
      'x-api-secret': key.api_secret,
    })
    const heard = await stream.nextUntil(({ event, data }) => event === 'funding.deposit_completed' && data.data.account_id === APPROVED)
    expect(heard.map(({ id, event, data }) => [id, event, data.data.account_id])).toEqual(
      [
        ['account.kyc_approved', account.id],
        ['funding.ach_relationship_created', account.id],
        ['funding.ach_relationship_approved', account.id],
        ['funding.deposit_completed', account.id],
        ['order.submitted', account.id],
        ['order.cancelled', account.id],
        ['account.kyc_approved', APPROVED],
        ['funding.ach_relationship_created', APPROVED],
        ['funding.ach_relationship_approved', APPROVED],
        ['funding.deposit_completed', APPROVED],
      ].map(([event, id], index) => [index + 1, event, id]),
    )
  })

  test('is for the sandbox alone', async () => {
    const live = await server.anotherPartner('live')
    const { status, body } = await live.post('/v1/dev/sandbox/reset', {})
    expect([status, body.error.code]).toEqual([403, 'SANDBOX_ONLY'])
    expect((await server.operator.post('/v1/dev/sandbox/reset', {})).status).toBe(403)
  })

  test('an unknown fixture is refused, and nothing is reset', async () => {
    const account = await server.account()
    const { status, body } = await reset({ fixture: 'huge' })
    expect([status, body.error.code, body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'fixture'])
    expect(await codeOf(account.path)).toBeUndefined()
    expect(await codeOf(`/v1/accounts/${NOWHERE}`)).toBe('ACCOUNT_NOT_FOUND')
  })

  test('a partner may reset so many times a minute', async () => {
    await server.close()
    await start({ limits: { sandboxResetsPerMinute: 2 } })
    const other = await server.anotherPartner()
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 200])
    const refused = await reset()
    expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([429, 'RATE_LIMIT_EXCEEDED', '30'])
    expect((await other.post('/v1/dev/sandbox/reset', {})).status).toBe(200)
    server.now += 30_000
    expect((await reset()).status).toBe(200)
  })

  test('resets at the same time happen one after the other', async () => {
    const answers = await Promise.all([reset({ fixture: 'full' }), reset({ fixture: 'full' }), reset()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await server.client.post('/v1/documents/list', {})).body.data).toEqual([])
    expect((await server.client.get('/v1/accounts')).body.data).toHaveLength(3)
  })

  test('a replay of the journal, and a snapshot, have the same state', async () => {
    const account = await server.account('10000.00')
    await server.client.post(`${account.path}/ach-relationships`, BANK)
    await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
    await reset({ fixture: 'full' })
    await reset({ fixture: 'full' })
    const replayed = new Engine({ calendar: CALENDAR, rules: DEFAULT_RULES, orderCapacity: 16 })
    const reader = new JournalReader(server.directory)
    for (const batch of reader.batches(1, { batches: 1000, bytes: 1e7 }))
      batch.events.forEach((event, index) => replayed.apply(event, batch.position + index))
    reader.close()
    const live = fingerprint(server.engine.state)
    expect(fingerprint(replayed.state)).toBe(live)
    const restored = restoreSnapshot(structuredClone(takeSnapshot(server.engine.state)), {
      calendar: CALENDAR,
      rules: DEFAULT_RULES,
      orderCapacity: 16,
    })
    expect(fingerprint(restored)).toBe(live)
    expect(restored.accountById(account.id)).toBeUndefined()
  })
})
