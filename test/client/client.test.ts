import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type FillgateClient, need, RequestFailed, rows } from '../../client/index.ts'
import { PARTNER_SCOPES } from '../../src/domain/partners/scopes.ts'
import { clientTypes } from '../../tools/client/types.ts'
import { openRestServer, type RestServer, type TradingAccount } from '../support/rest-server.ts'

let server: RestServer
let client: FillgateClient
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer()
  account = await server.account('10000.00')
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const { api_key, api_secret } = await server.issue(0, PARTNER_SCOPES)
  client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: api_key, apiSecret: api_secret })
})
afterAll(() => server.close())

const document = async () => (await server.anonymous.get('/v1/openapi.json')).body as Record<string, unknown>

test('client/api.ts is what npm run client makes of the document now', async () => {
  expect(readFileSync(new URL('../../client/api.ts', import.meta.url), 'utf8')).toBe(await clientTypes(await document()))
})

test('the document is valid OpenAPI 3.1, as a public validator sees it', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(await document())
  expect([valid, errors, validator.version]).toEqual([true, undefined, '3.1'])
})

const orders = '/v1/accounts/{accountId}/orders'

test('the client places an order, reads a list to its end and cancels', async () => {
  const path = { accountId: account.id }
  const body = { symbol: 'AAPL', side: 'buy', order_type: 'limit', quantity: '1', limit_price: '100.00' } as const
  for (const id of ['t-1', 't-2', 't-3']) {
    const order = await need(client.POST(orders, { params: { path }, body: { ...body, client_order_id: id } }))
    expect([order.client_order_id, order.status, order.limit_price]).toEqual([id, 'new', '100.00'])
  }
  const ids: string[] = []
  for await (const { client_order_id } of rows((cursor) =>
    client.GET(orders, { params: { path, query: { limit: 2, sort: 'created_at:asc', ...(cursor !== undefined && { cursor }) } } }),
  ))
    ids.push(client_order_id)
  expect(ids).toEqual(['t-1', 't-2', 't-3'])
  const cancelled = await need(client.DELETE(orders, { params: { path } }))
  expect(cancelled.data.map(({ status }) => status)).toEqual([204, 204, 204])
  expect((await need(client.GET('/v1/accounts/{accountId}/balances', { params: { path } }))).buying_power).toBe('10000.00')
})

test('a member that is refused can not be given', async () => {
  const path = { accountId: account.id }
  // @ts-expect-error: the status of an account is not the client's to change
  const changed = client.PATCH('/v1/accounts/{accountId}', { params: { path }, body: { status: 'CLOSED' } })
  await expect(need(changed)).rejects.toMatchObject({ status: 400, code: 'IMMUTABLE_FIELD', field: 'status' })
})

test('an error is thrown with its code, field, details and request id', async () => {
  const refused = need(
    client.POST(orders, {
      params: { path: { accountId: account.id } },
      body: { symbol: 'AAPL', side: 'buy', order_type: 'limit', quantity: '1000', limit_price: '100.00', client_order_id: 't-4' },
    }),
  )
  const error = await refused.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RequestFailed)
  expect(error).toMatchObject({
    status: 422,
    code: 'INSUFFICIENT_BUYING_POWER',
    field: 'quantity',
    details: { required: '100000.00', buying_power: '10000.00' },
    requestId: expect.stringMatching(/^req_/),
    message: 'INSUFFICIENT_BUYING_POWER: The order needs 100000.00 but 10000.00 is available.',
  })
})

test.each([
  ['nothing', new Response(null, { status: 502, headers: { 'content-length': '0' } })],
  ['a page', new Response('<html>Bad Gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } })],
  ['another JSON', new Response('{"error":"upstream"}', { status: 502, headers: { 'content-type': 'application/json' } })],
])('an error for which a proxy in between says %s is thrown too', async (_name, answer) => {
  const behindProxy = createClient({ baseUrl: 'http://127.0.0.1', apiKey: '', apiSecret: '', fetch: () => Promise.resolve(answer) })
  const error = await need(behindProxy.GET('/v1/accounts')).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RequestFailed)
  expect(error).toMatchObject({
    status: 502,
    code: 'NO_ERROR_BODY',
    message: 'NO_ERROR_BODY: The answer has the status 502 and says no more.',
    field: undefined,
    details: undefined,
    requestId: '',
  })
})
