import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameOf, type Operation, operationsOf, urlOf } from '../support/operations.ts'
import type { RestClient } from '../support/rest-client.ts'
import { openRestServer, type RestServer, type TradingAccount } from '../support/rest-server.ts'

/** Live partners trade in one market, whose orders each of them can name: what is the other's is to be found by none of their keys. */
let server: RestServer
let partner: RestClient
let stranger: RestClient
let account: TradingAccount
let strange: TradingAccount
/** path parameters, as they name what the partner has */
let owned: Readonly<Record<string, string>>
let operations: readonly Operation[]

beforeAll(async () => {
  server = await openRestServer({ limits: { failuresPerAddress: null } })
  operations = (await operationsOf(server.client)).filter(({ isStream }) => !isStream)
  partner = await server.anotherPartner('live')
  stranger = await server.anotherPartner('live')
  account = await funded(partner)
  strange = await funded(stranger)
  owned = await resources()
})
afterAll(() => server.close())

/** With money that no bank has to send. */
async function funded(client: RestClient): Promise<TradingAccount> {
  const opened = await server.account(undefined, client)
  await server.run({
    type: 'GrantHoldings',
    account: server.engine.state.accountById(opened.id)!.index,
    cashCents: 1_000_000,
    positions: [],
  })
  return opened
}

/** One of everything; the stranger has been on the other side of the trade. */
async function resources(): Promise<Readonly<Record<string, string>>> {
  await server.operator.post('/v1/admin/quotes', { symbol: 'AAPL', bid: '149.00', ask: '150.00' })
  const { body: filled } = await account.order({ side: 'buy', quantity: '2', limit_price: '150.00' })
  await account.order({ side: 'sell', quantity: '1', limit_price: '149.50' })
  expect((await strange.order({ side: 'buy', quantity: '1', limit_price: '149.50' })).body.status).toBe('filled')
  const { body: executions } = await partner.get(`${account.path}/orders/${filled.id as string}/executions`)
  const { body: open } = await account.order({ side: 'buy', quantity: '1', limit_price: '100.00', client_order_id: 'own' })
  const { id: achId } = await account.link()
  const { body: key } = await partner.post('/v1/keys', { label: 'other', scopes: ['accounts:read'] })
  const { body: token } = await partner.post(`${account.path}/keys`, { label: 'token' })
  const { body: webhook } = await partner.post('/v1/webhooks', { url: 'https://hooks.example.com/fillgate', events: [] })
  const { body: document } = await partner.post(`${account.path}/documents/upload`, {
    document_type: 'identity_verification',
    content: Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64'),
    mime_type: 'application/pdf',
  })
  const { body: w9 } = await partner.post('/v1/documents/w9', { user_id: account.created['user_id'] })
  return {
    accountId: account.id,
    accountNumber: account.number,
    userId: account.created['user_id'] as string,
    orderId: open.id,
    filledId: filled.id,
    executionId: executions.data[0].id,
    achId,
    keyId: key.id,
    tokenId: token.token_id,
    webhookId: webhook.id,
    documentId: document.id,
    requestId: w9.id,
  }
}

const ask = (operation: Operation) =>
  stranger.send(
    operation.method,
    urlOf(operation, (name) => owned[name] ?? 'nobody'),
    operation.body === undefined ? {} : { body: {} },
  )

const shownOf = (body: unknown): string[] => {
  const text = JSON.stringify(body ?? '')
  return Object.entries(owned).flatMap(([name, id]) => (text.includes(id) ? [name] : []))
}

test('nothing of another live partner is shown, whatever is asked for', async () => {
  const asked = operations.filter(({ access, path }) => access !== 'open' && access !== 'operator' && !path.startsWith('/v1/dev/'))
  for (const operation of asked) {
    const { status, body } = await ask(operation)
    expect([nameOf(operation), shownOf(body)]).toEqual([nameOf(operation), []])
    expect([nameOf(operation), status < 500]).toEqual([nameOf(operation), true])
    if (operation.pathParameters.includes('accountId')) expect([nameOf(operation), status]).toEqual([nameOf(operation), 404])
  }
})

test('an order of another live partner is found by none of its names', async () => {
  const under = (path: string) => `${strange.path}/orders/${path}`
  const answers = [
    await stranger.get(under(owned['orderId']!)),
    await stranger.get(under(owned['filledId']!)),
    await stranger.get(under(`${owned['filledId']!}/executions`)),
    await stranger.get(under(`${owned['filledId']!}/execution-quality`)),
    await stranger.patch(under(owned['orderId']!), { quantity: '2' }),
    await stranger.delete(under(owned['orderId']!)),
    await stranger.post('/api/Blotter/GetBlotterOrderInfo', { OrderCode: owned['orderId'] }),
    await stranger.post('/api/Blotter/GetBlotterOrderInfo', { OrderCode: owned['filledId'] }),
    await stranger.post('/api/Blotter/GetBlotterOrderInfo', { AccountNo: account.number, ClOrdId: 'own' }),
    await stranger.get(`/api/Blotter/OrderFixLogs?orderCode=${owned['orderId']!}`),
    await stranger.get(`/api/Blotter/OrderFixLogs?orderCode=${owned['filledId']!}`),
  ]
  expect(answers.map(({ status, body }) => [status, body?.error?.code])).toEqual(answers.map(() => [404, 'ORDER_NOT_FOUND']))
  for (const named of [
    { OrderCode: owned['orderId'] },
    { OrderCode: owned['filledId'] },
    { AccountNo: account.number },
    { ClOrdId: 'own' },
  ])
    expect((await stranger.post('/api/external/get-orders', named)).body).toEqual({
      TotalCount: 0,
      PageNumber: 1,
      PageSize: 50,
      Orders: [],
    })
  expect((await partner.get(`${account.path}/orders/${owned['orderId']!}`)).body).toMatchObject({ status: 'new', quantity: '1' })
})
