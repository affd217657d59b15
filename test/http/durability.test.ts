import { connect, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { PARTNER_SCOPES } from '../../src/domain/partners/scopes.ts'
import { type KeyPair, openRestServer, type RestServer } from '../support/rest-server.ts'
import { until } from '../support/until.ts'
import { BUILT_IN } from './resources/marketdata/listed-securities.ts'

let server: RestServer
afterEach(() => server.close())

/** Enough turns of the event loop for a request that waits for nothing. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await nextTurn()
}

/** Changes of rows wait until they are let go. */
function holdRows({ journal }: RestServer): () => void {
  const run = journal.run.bind(journal)
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  journal.run = (sql, params) => held.then(() => run(sql, params))
  return release
}

test('nobody is told of an order before it is durable, neither who placed it nor who reads', async () => {
  server = await openRestServer()
  const account = await server.account('1000.00')
  const release = server.holdCommits()
  const told: string[] = []
  const placed = account.order({ side: 'buy', quantity: '1', limit_price: '100.00' }).then((answer) => (told.push('placed'), answer))
  await turns()
  const reads = ['/balances', '/orders', '/positions'].map((path) =>
    server.client.get(`${account.path}${path}`).then((answer) => (told.push(path), answer)),
  )
  await turns()
  expect(told).toEqual([])
  release()
  const { status, body } = await placed
  const [balances, orders] = await Promise.all(reads)
  expect([status, balances!.body.held_for_orders, orders!.body.data]).toEqual([201, '100.00', [body]])
})

test('nobody is told of a key, a document or a webhook, or that one is gone, before its row is durable', async () => {
  server = await openRestServer()
  const account = await server.account()
  const { client } = server
  const key = { label: 'x', scopes: ['trading:read'] }
  const form = { document_type: 'w8ben', content_data: { name: 'Jane' } }
  const hook = { url: 'https://example.com/hooks', events: [] }
  const post = async (path: string, body: object): Promise<string> => {
    const made = (await client.post(path, body)).body as { readonly id?: string; readonly token_id?: string }
    return made.id ?? made.token_id!
  }
  const [keyId, tokenId] = [await post('/v1/keys', key), await post(`${account.path}/keys`, key)]
  const [documentId, hookId] = [await post(`${account.path}/documents/upload`, form), await post('/v1/webhooks', hook)]
  const { user_id } = (await client.get(account.path)).body as { readonly user_id: string }
  const release = holdRows(server)
  const answered: number[] = []
  const asked = [
    client.post('/v1/keys', key),
    client.post(`${account.path}/keys`, key),
    client.post(`${account.path}/documents/upload`, form),
    client.post('/v1/documents/email', { document_id: documentId, recipient_email: 'jane@example.com' }),
    client.post('/v1/documents/w9', { user_id }),
    client.post('/v1/webhooks', hook),
    client.patch(`/v1/webhooks/${hookId}`, { url: 'https://example.com/others' }),
    client.delete(`/v1/keys/${keyId}`),
    client.delete(`${account.path}/keys/${tokenId}`),
  ].map((answer) => answer.then(({ status }) => (answered.push(status), status)))
  // who waits for nothing is answered meanwhile, behind all of them
  for (let read = 0; read < 3; read++) expect((await client.get(account.path)).status).toBe(200)
  await turns()
  expect(answered).toEqual([])
  release()
  expect(await Promise.all(asked)).toEqual([201, 201, 201, 202, 202, 201, 200, 204, 204])
})

test('a repeat of an order is not told of a fill before that is durable', async () => {
  server = await openRestServer()
  const account = await server.account('1000.00')
  await server.quote('AAPL', '149.90', '150.00')
  const bid = { side: 'buy', quantity: '1', limit_price: '140.00', client_order_id: 'bid' }
  await account.order(bid)
  const release = server.holdCommits()
  const other = account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })
  const told: string[] = []
  const repeated = account.order(bid).then(({ body }) => told.push(body.status))
  await turns()
  const quoted = server.quote('AAPL', '138.00', '139.00')
  await turns()
  release()
  const releaseFill = server.holdCommits()
  await other
  await turns()
  expect(told).toEqual([])
  releaseFill()
  await Promise.all([repeated, quoted])
  expect(told).toEqual(['filled'])
})

test('an order that has left the engine is read as a bust has left it, before storage shows that', async () => {
  server = await openRestServer()
  const account = await server.account('10000.00')
  await server.quote('AAPL', '149.90', '150.00', '4')
  const { body: order } = await account.order({ side: 'buy', quantity: '10', limit_price: '150.00' })
  const path = `${account.path}/orders/${order.id as string}`
  await server.client.delete(path)
  const { body: fills } = await server.client.get(`${path}/executions`)
  const { number } = server.projection.orders.orderByClientId(
    server.engine.state.accountByNumber(account.number)!.index,
    order.client_order_id,
  )!.order
  await until(() => server.engine.state.order(number) === undefined)
  const release = server.holdCommits()
  const busted = server.operator.post(`/v1/admin/executions/${fills.data[0].id as string}/bust`)
  await until(() => server.sequencer.pendingEvents > 0)
  const read = server.client.get(path)
  await turns()
  release()
  expect((await read).body).toMatchObject({ status: 'cancelled', quantity: '10', filled_quantity: '0', average_fill_price: null })
  expect((await busted).status).toBe(201)
})

test('nobody is told of the market before what it follows from is durable', async () => {
  server = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
  const release = server.holdCommits()
  const quoted = server.quote('NVDA', '10.00', '10.02')
  await turns()
  const told: string[] = []
  const reads = [
    'real-time/NVDA',
    'historical/NVDA?startDate=2026-11-20',
    'company-profile/NVDA',
    'balance-sheet/NVDA',
    'news/NVDA',
    'cash-dividends/NVDA',
    'options/chain/NVDA?expiration=2026-12-18',
    'options/expirations/NVDA',
    'options/strikes/NVDA?expiration=2026-12-18',
    'options/lookup?underlying=NVDA',
    'clock',
    'calendar',
  ].map((path) => server.client.get(`/v1/marketdata/${path}`).then(({ status }) => told.push(`${status} ${path}`)))
  await turns()
  expect(told).toEqual([])
  release()
  await Promise.all([quoted, ...reads])
  expect(told.filter((answer) => !answer.startsWith('200 '))).toEqual([])
})

test('nobody is told of a security, or what became of it, before that is durable', async () => {
  server = await openRestServer({ instruments: BUILT_IN })
  const { client, operator } = server
  const release = server.holdCommits()
  const changed = operator.patch('/v1/admin/symbols/NVDA', { name: 'Green Corp.' })
  await until(() => server.sequencer.pendingEvents > 0)
  const told: unknown[] = []
  const ask = (path: string, body: object) => client.post(`/v1/marketdata/reference/${path}`, body).then((answer) => told.push(answer.body))
  const asked = [
    ask('symbol-details', { symbols: ['NVDA'] }),
    ask('equity-security-master', { query: 'NVDA' }),
    ask('sector-symbols', { sector: 'Energy' }),
  ]
  await turns()
  expect(told).toEqual([])
  release()
  expect((await changed).status).toBe(200)
  await Promise.all(asked)
  expect(told).toMatchObject([{ NVDA: { name: 'Green Corp.' } }, { data: [{ name: 'Green Corp.' }] }, expect.any(Array)])
})

test('nobody is told that a position or money is gone before that is durable', async () => {
  server = await openRestServer()
  const account = await server.account('1000.00')
  await server.quote('AAPL', '149.90', '150.00')
  await account.order({ side: 'buy', order_type: 'market', quantity: '1' })
  const { client } = server
  const release = server.holdCommits()
  const closed = client.delete(`${account.path}/positions/AAPL`)
  await until(() => server.sequencer.pendingEvents > 0)
  const told: string[] = []
  const asked = [
    client.get(`${account.path}/positions/AAPL`),
    client.delete(`${account.path}/positions/AAPL`),
    client.delete(`${account.path}/positions`),
    client.post(`${account.path}/orders/preview`, { symbol: 'AAPL', side: 'sell', quantity: '1', client_order_id: 'again' }),
  ].map((answer) => answer.then(({ body }) => told.push(body.error?.code ?? JSON.stringify(body.data))))
  await turns()
  expect(told).toEqual([])
  release()
  expect((await closed).body.status).toBe('filled')
  await Promise.all(asked)
  expect(told.sort()).toEqual(['INSUFFICIENT_POSITION', 'POSITION_NOT_FOUND', 'POSITION_NOT_FOUND', '[]'])
})

test('a close that is refused says so once what it is refused for is durable', async () => {
  server = await openRestServer()
  const account = await server.account('1000.00')
  await server.quote('AAPL', '149.90', '150.00')
  await account.order({ side: 'buy', order_type: 'market', quantity: '1' })
  const release = server.holdCommits()
  const halted = server.client.patch(account.path, { trading_configurations: { suspend_trade: true } })
  await until(() => server.sequencer.pendingEvents > 0)
  const told: string[] = []
  const close = server.client.delete(`${account.path}/positions`).then(({ body }) => told.push(body.data[0].code))
  await turns()
  expect(told).toEqual([])
  release()
  await Promise.all([halted, close])
  expect(told).toEqual(['TRADING_SUSPENDED'])
})

test('nobody is told that an account is closed, or gone, before that is durable', async () => {
  server = await openRestServer()
  const { client } = server
  const [closing, leaving] = [await server.account(), await server.account()]
  const told: string[] = []
  const ask = (answers: readonly Promise<{ readonly body: { readonly error: { readonly code: string } } }>[]) =>
    Promise.all(answers.map((answer) => answer.then(({ body }) => told.push(body.error.code))))
  const release = server.holdCommits()
  const closed = client.delete(closing.path)
  await until(() => server.sequencer.pendingEvents > 0)
  const asked = ask([client.delete(closing.path), client.post(`${closing.path}/keys`, { label: 'phone' })])
  await turns()
  expect(told).toEqual([])
  release()
  expect((await closed).status).toBe(204)
  await asked
  expect(told.splice(0)).toEqual(['ACCOUNT_CLOSED', 'ACCOUNT_CLOSED'])

  const form = { document_type: 'w8ben', content_data: { name: 'Jane' } }
  const { body: document } = await client.post(`${leaving.path}/documents/upload`, form)
  const { user_id } = (await client.get(leaving.path)).body as { readonly user_id: string }
  const { body: w9 } = await client.post('/v1/documents/w9', { user_id })
  const releaseReset = server.holdCommits()
  const reset = client.post('/v1/dev/sandbox/reset', {})
  await until(() => server.sequencer.pendingEvents > 0)
  const askedAgain = ask([
    client.get(leaving.path),
    client.delete(leaving.path),
    client.get(`/v1/users/${user_id}`),
    client.get(`/v1/documents/${document.id as string}`),
    client.get(`/v1/documents/w9/${w9.id as string}`),
  ])
  await turns()
  expect(told).toEqual([])
  releaseReset()
  expect((await reset).status).toBe(200)
  await askedAgain
  expect(told.sort()).toEqual(['ACCOUNT_NOT_FOUND', 'ACCOUNT_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'USER_NOT_FOUND', 'W9_REQUEST_NOT_FOUND'])
})

test('nobody is told of a key, a token or a webhook before what was done to it is durable, neither by a repeat nor by a list', async () => {
  server = await openRestServer()
  const { client, operator } = server
  const account = await server.account()
  const { body: token } = await client.post(`${account.path}/keys`, { label: 'phone' })
  const [{ body: key }, { body: other }] = [
    await client.post('/v1/keys', { label: 'desk', scopes: ['accounts:read'] }),
    await client.post('/v1/keys', { label: 'report', scopes: ['accounts:read'] }),
  ]
  const { body: webhook } = await client.post('/v1/webhooks', { url: 'https://example.com/hook', events: ['order.filled'] })
  const { body: unwanted } = await client.post('/v1/webhooks', { url: 'https://example.com/other', events: ['order.filled'] })
  const changes = [
    () => client.delete(`${account.path}/keys/${token.token_id as string}`),
    () => client.delete(`/v1/keys/${key.id as string}`),
    () => operator.delete(`/v1/admin/keys/${other.id as string}`),
    () => client.patch(`/v1/webhooks/${webhook.id as string}`, { status: 'disabled' }),
    () => client.delete(`/v1/webhooks/${unwanted.id as string}`),
  ]
  const lists = [
    () => client.get(`${account.path}/keys`),
    () => client.get('/v1/keys'),
    () => operator.get('/v1/admin/keys'),
    () => client.get('/v1/webhooks'),
    () => client.get(`/v1/webhooks/${unwanted.id as string}/deliveries`),
    () => client.post(`/v1/webhooks/${unwanted.id as string}/deliveries/019a/redeliver`),
  ]
  const release = holdRows(server)
  const told: string[] = []
  const ask = (named: readonly (() => Promise<{ readonly status: number }>)[]) =>
    Promise.all(named.map(async (one) => told.push(String((await one()).status))))
  const first = ask(changes)
  await turns()
  const again = ask([...changes, ...lists])
  await turns()
  expect(told).toEqual([])
  release()
  await Promise.all([first, again])
  const times = (status: string, count: number): readonly string[] => Array<string>(count).fill(status)
  expect(told.sort()).toEqual([...times('200', 6), ...times('204', 5), ...times('404', 5)])
})

test('nobody learns that a webhook is gone or disabled from its deliveries before that is durable', async () => {
  server = await openRestServer()
  const { client } = server
  const [gone, disabled] = [
    (await client.post('/v1/webhooks', { url: 'https://example.com/hook', events: ['order.filled'] })).body.id as string,
    (await client.post('/v1/webhooks', { url: 'https://example.com/other', events: ['order.filled'] })).body.id as string,
  ]
  const release = holdRows(server)
  const changed = [client.delete(`/v1/webhooks/${gone}`), client.patch(`/v1/webhooks/${disabled}`, { status: 'disabled' })]
  await turns()
  const told: number[] = []
  const asked = [
    client.get(`/v1/webhooks/${gone}/deliveries`),
    client.post(`/v1/webhooks/${gone}/deliveries/1/redeliver`),
    client.get(`/v1/webhooks/${disabled}/deliveries`),
  ].map((answer) => answer.then(({ status }) => told.push(status)))
  await turns()
  expect(told).toEqual([])
  release()
  await Promise.all([...changed, ...asked])
  expect(told.sort()).toEqual([200, 404, 404])
})

test('nobody learns that a key is revoked, by itself or with its account, before that is durable', async () => {
  server = await openRestServer()
  const { client } = server
  const account = await server.account()
  const { body: key } = await client.post('/v1/keys', { label: 'desk', scopes: ['accounts:read'] })
  const { body: token } = await client.post(`${account.path}/keys`, { label: 'phone' })
  const { body: other } = await client.post(`${(await server.account()).path}/keys`, { label: 'tablet' })
  const told: string[] = []
  const use = ({ api_key, api_secret }: KeyPair): Promise<unknown> =>
    server.anonymous
      .as({ api_key, api_secret })
      .get('/v1/accounts')
      .then(({ status, body }) => told.push(`${status} ${body.error?.code}`))
  const release = holdRows(server)
  const revoked = [client.delete(`/v1/keys/${key.id as string}`), client.delete(`${account.path}/keys/${token.token_id as string}`)]
  await turns()
  const refused = [use(key as KeyPair), use(token as KeyPair)]
  await turns()
  expect(told).toEqual([])
  release()
  await Promise.all([...revoked, ...refused])
  expect(told.splice(0)).toEqual(['401 KEY_REVOKED', '401 KEY_REVOKED'])

  const releaseClose = server.holdCommits()
  const closed = client.delete(`/v1/accounts/${other.account_id as string}`)
  await until(() => server.sequencer.pendingEvents > 0)
  const refusedAgain = use(other as KeyPair)
  await turns()
  expect(told).toEqual([])
  releaseClose()
  await Promise.all([closed, refusedAgain])
  expect(told).toEqual(['401 KEY_REVOKED'])
})

test('who shows no right key learns of nothing, and keeps no connection while the disk hangs', async () => {
  server = await openRestServer()
  const stranger = server.anonymous
  const releases = [holdRows(server), server.holdCommits()]
  const changed = [server.client.post('/v1/keys', { label: 'desk', scopes: ['accounts:read'] }), server.account()]
  await until(() => server.sequencer.pendingEvents > 0)
  const paths = ['users/1', 'documents/1', 'documents/w9/1', 'keys', 'webhooks']
  const refused = await Promise.all(paths.map((path) => stranger.get(`/v1/${path}`)))
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  for (const release of releases) release()
  await Promise.all(changed)
})

test('a read of what is durable waits for nothing', async () => {
  server = await openRestServer()
  const account = await server.account('1000.00')
  await account.order({ side: 'buy', quantity: '1', limit_price: '100.00' })
  const release = server.holdCommits()
  expect((await account.balances())['held_for_orders']).toBe('100.00')
  release()
})

test('orders that come faster than they are committed wait, and all are taken', async () => {
  server = await openRestServer({ maxPendingEvents: 1 })
  const account = await server.account('1000.00')
  const answers = await Promise.all(Array.from({ length: 50 }, () => account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 201))
  expect((await account.balances())['held_for_orders']).toBe('50.00')
})

test('what comes while the server closes is refused in the words of every refusal, on a connection that is in use', async () => {
  server = await openRestServer()
  const account = await server.account('1000.00')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const { api_key, api_secret } = await server.issue(0, PARTNER_SCOPES)
  const release = server.holdCommits()
  const socket = connect({ port, host: '127.0.0.1' }).setEncoding('utf8')
  let heard = ''
  socket.on('data', (text: string) => (heard += text))
  const body = JSON.stringify({
    symbol: 'AAPL',
    side: 'buy',
    order_type: 'limit',
    quantity: '1',
    limit_price: '1.00',
    client_order_id: 'a',
  })
  const say = (method: string, path: string, id: string, content = '') =>
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${api_key}\r\nX-API-Secret: ${api_secret}\r\nX-Request-Id: ${id}\r\n` +
        `${content === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${content.length}\r\n`}\r\n${content}`,
    )
  say('POST', `${account.path}/orders`, 'first-1', body)
  await until(() => server.sequencer.pendingEvents > 0)
  server.availability = 'draining'
  const closed = server.app.close()
  await turns()
  say('GET', `${account.path}/orders`, 'second-2')
  await turns()
  release()
  await until(() => heard.includes('second-2'))
  expect(heard).toMatch(/^HTTP\/1\.1 201 /)
  expect(heard).toMatch(/HTTP\/1\.1 503 [^]*retry-after: \d+[^]*\{"error":\{"code":"SERVICE_UNAVAILABLE",[^}]*"request_id":"second-2"\}\}/i)
  socket.destroy()
  await closed
})
