import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNT_TOKEN_SCOPES, PARTNER_SCOPES } from '../../src/domain/partners/scopes.ts'
import { type KeyPair, openRestServer, RestServer } from '../support/rest-server.ts'
import { until } from '../support/until.ts'

let server: RestServer
beforeAll(async () => {
  server = await openRestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

/** Sends the head of a POST, and its body once `meanwhile` is done: the status and the code of the answer. */
async function post(path: string, key: KeyPair, body: object, meanwhile: () => Promise<unknown>): Promise<unknown> {
  const { port } = server.app.server.address() as AddressInfo
  const text = JSON.stringify(body)
  const sent = request({
    port,
    method: 'POST',
    path,
    headers: {
      'x-api-key': key.api_key,
      'x-api-secret': key.api_secret,
      'content-type': 'application/json',
      'content-length': text.length,
    },
  })
  const answered = new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (answer) => {
      let heard = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => (heard += piece))
      answer.on('end', () => resolve([answer.statusCode, JSON.parse(heard).error?.code]))
    })
  })
  let isUnderWay = false
  server.app.server.once('request', () => (isUnderWay = true))
  sent.flushHeaders()
  await until(() => isUnderWay)
  await meanwhile()
  sent.end(text)
  return answered
}

test('a key that is revoked before the body has come makes no other key', async () => {
  const { body: stolen } = await server.client.post('/v1/keys', { label: 'stolen', scopes: PARTNER_SCOPES })
  const answer = await post('/v1/keys', stolen, { label: 'another', scopes: PARTNER_SCOPES }, async () => {
    expect((await server.client.delete(`/v1/keys/${stolen.id as string}`)).status).toBe(204)
  })
  expect(answer).toEqual([401, 'KEY_REVOKED'])
  const { data } = (await server.client.get('/v1/keys?limit=100')).body
  expect(data.map(({ label }: { label: string }) => label)).not.toContain('another')
})

test('a token that ends before the body has come places no order', async () => {
  const { id } = (await server.client.post('/v1/accounts', RestServer.application())).body
  const expires_at = new Date(server.now + 120_000).toISOString()
  const { body: token } = await server.client.post(`/v1/accounts/${id}/keys`, { label: 'phone', scopes: ACCOUNT_TOKEN_SCOPES, expires_at })
  const order = { symbol: 'AAPL', side: 'buy', order_type: 'limit', limit_price: '1.00', quantity: '1' }
  const answer = await post(`/v1/accounts/${id}/orders`, token, order, async () => {
    server.now += 120_000
  })
  expect(answer).toEqual([401, 'TOKEN_EXPIRED'])
  expect((await server.client.get(`/v1/accounts/${id}/orders`)).body.data).toEqual([])
})
