import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RestClient } from '../support/rest-client.ts'
import { openRestServer, type RestServer } from '../support/rest-server.ts'

let server: RestServer
let live: RestClient
beforeAll(async () => {
  server = await openRestServer()
  live = await server.anotherPartner('live')
})
afterAll(() => server.close())

describe('a live partner', () => {
  test('has no scenarios', async () => {
    const { body: opened } = await live.post('/v1/accounts', {
      contact: { email_address: 'jane@example.com', phone_number: '+15125550100' },
      identity: { given_name: 'Jane', family_name: 'Doe', date_of_birth: '1990-01-01', tax_id: '123-45-0001' },
    })
    const order = { symbol: 'AAPL', side: 'buy', quantity: '1', order_type: 'limit', limit_price: '1.00', client_order_id: 'a' }
    const headers = { 'x-sandbox-scenario': 'reject' }
    const path = `/v1/accounts/${opened.id as string}/orders`
    const answers = [
      await live.post(path, order, { headers }),
      // whatever else is wrong: what a key may not do comes before what it sends and names
      await live.post(path, {}, { headers }),
      await live.send('POST', path, { payload: 'buy', headers: { ...headers, 'content-type': 'text/plain' } }),
      await live.post('/v1/accounts/nobody/orders', order, { headers }),
      await live.post(`${path}/preview`, {}, { headers }),
    ]
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(Array(5).fill([403, 'SANDBOX_ONLY']))
  })

  test('keeps its orders and accounts when a sandbox is reset', async () => {
    const { body: before } = await live.get('/v1/accounts')
    await server.client.post('/v1/dev/sandbox/reset', {})
    expect((await live.get('/v1/accounts')).body).toEqual(before)
  })
})
