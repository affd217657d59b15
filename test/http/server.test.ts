import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PARTNER_SCOPES } from '../../src/domain/partners/scopes.ts'
import { connectTo, RestClient } from '../support/rest-client.ts'
import { openRestServer, RestServer, type TradingAccount } from '../support/rest-server.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const JSON_TYPE = { 'content-type': 'application/json' }

let server: RestServer
let client: RestClient
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer()
  client = server.client
  account = await server.account('1000.00')
})
afterAll(() => server.close())

describe('every answer', () => {
  test('has a request id, generated unless the client gave one of the allowed form, and the version of the API', async () => {
    const generated = await client.get('/v1/health/live')
    expect(generated.headers['x-request-id']).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(generated.headers['x-api-version']).toBe('2026-11-20')
    expect((await client.get('/v1/health/live', { headers: { 'x-request-id': 'my-request-1' } })).headers['x-request-id']).toBe(
      'my-request-1',
    )
    expect((await client.get('/v1/health/live', { headers: { 'x-request-id': 'no!' } })).headers['x-request-id']).toMatch(/^req_/)
    expect((await client.get('/v1/%ZZ')).headers['x-request-id']).toMatch(/^req_/)
  })

  test('is nothing but what its type says, and is kept in no cache', async () => {
    const answers = [
      await client.get('/v1/accounts'),
      await server.anonymous.get('/v1/accounts'),
      await client.get('/v1/nothing'),
      await client.get('/v1/%ZZ'),
      await client.post('/v1/keys', { label: 'a', scopes: ['all'] }),
      await client.get('/v1/openapi.json'),
    ]
    expect(answers.map(({ status, headers }) => [status, headers['x-content-type-options'], headers['cache-control']])).toEqual(
      [200, 401, 404, 404, 400, 200].map((status) => [status, 'nosniff', 'no-store']),
    )
    const page = await server.anonymous.get('/docs/')
    expect([page.status, page.headers['x-content-type-options'], page.headers['x-frame-options']]).toEqual([200, 'nosniff', 'SAMEORIGIN'])
    expect(page.headers['content-security-policy']).toContain("default-src 'self'")
  })

  test('that is an error says so in the default body', async () => {
    const answer = await client.get('/v1/accounts/x', { headers: { 'x-request-id': 'request-77' } })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.body).toEqual({ error: { code: 'ACCOUNT_NOT_FOUND', message: 'There is no such account.', request_id: 'request-77' } })
  })

  test('that is an error says the same as RFC 9457 when the client asks for it', async () => {
    const headers = { accept: 'application/problem+json', 'x-request-id': 'request-78' }
    const answer = await client.post('/v1/keys', { label: 'a', scopes: ['all'] }, { headers })
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.body).toEqual({
      type: 'urn:problem:INVALID_SCOPE',
      title: 'Invalid scope',
      status: 400,
      detail:
        '"all" is not one of accounts:read, accounts:write, funding:read, funding:write, trading:read, trading:write, marketdata:read, ' +
        'documents:read, documents:write, webhooks:read, webhooks:write, admin:keys.',
      instance: 'request-78',
      code: 'INVALID_SCOPE',
      field: 'scopes',
    })
  })

  test('that is an error says as RFC 9457, too, which status the thing has that it is about', async () => {
    const { path } = await server.account('500.00')
    const order = { symbol: 'AAPL', side: 'buy', order_type: 'limit', quantity: '1', limit_price: '1.00', client_order_id: 'problem' }
    const url = `${path}/orders/${(await client.post(`${path}/orders`, order)).body.id as string}`
    await client.delete(url)
    const { body } = await client.delete(url, { headers: { accept: 'application/problem+json' } })
    expect(body).toMatchObject({ code: 'ORDER_NOT_OPEN', status: 409, details: { status: 'cancelled' } })
    const dear = await client.post(
      `${path}/orders`,
      { ...order, client_order_id: 'dear', quantity: '1000' },
      { headers: { accept: 'application/problem+json' } },
    )
    expect(dear.body).toMatchObject({ status: 422, required: '1000.00', buying_power: '500.00' })
    expect(dear.body).not.toHaveProperty('details')
  })
})

describe('a path', () => {
  test.each(['/', '/v1', '/v1/nothing', '/v1/accounts/x/y', '/v1/%ZZ', '/oauth/token', '/docs/static/nothing.js'])(
    '%s that is unknown is a 404',
    async (url) => {
      const { status, body } = await server.anonymous.get(url)
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
    },
  )

  test.each([
    ['/docs/static/..%5cpackage.json', {}],
    ['/docs/static/%00', {}],
    ['/docs/static/swagger-ui.css', { range: 'bytes=999999999-' }],
    ['/docs/static/swagger-ui.css', { 'if-match': '"another"' }],
  ])('of the documentation that asks for what is not to be had, %s %j, is refused and no failure of ours', async (url, headers) => {
    const { status, body } = await server.anonymous.get(url, { headers })
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([
    ['PUT', '/v1/accounts', 'GET, HEAD, POST'],
    ['DELETE', '/v1/health/live', 'GET, HEAD'],
    ['POST', '/v1/accounts/x/orders/y', 'DELETE, GET, HEAD, PATCH'],
    ['OPTIONS', '/v1/keys', 'GET, HEAD, POST'],
    ['GET', '/v1/accounts/x/funding/deposits', 'POST'],
    ['PROPFIND', '/v1/accounts/x/orders/y?z=1', 'DELETE, GET, HEAD, PATCH'],
    ['PROPFIND', '/v1/webhooks/stream', 'GET'],
    ['PROPFIND', '/v1/accounts/x/orders/preview', 'POST'],
  ])('that is known refuses %s %s with 405 and Allow, without asking for a credential', async (method, url, allow) => {
    const { status, headers, body } = await server.anonymous.send(method, url)
    expect([status, headers['allow'], body.error.code]).toEqual([405, allow, 'METHOD_NOT_ALLOWED'])
  })

  test.each([
    ['POST', '/v1/nothing', 404, 'NOT_FOUND'],
    ['PUT', '/v1/accounts', 405, 'METHOD_NOT_ALLOWED'],
    ['QUERY', '/v1/nothing', 404, 'NOT_FOUND'],
    ['QUERY', '/v1/accounts', 405, 'METHOD_NOT_ALLOWED'],
    ['PROPFIND', '/v1/nothing', 404, 'NOT_FOUND'],
    ['PROPFIND', '/v1/accounts', 405, 'METHOD_NOT_ALLOWED'],
  ])('or method that is none is the answer to %s %s, whatever the body is', async (method, url, status, code) => {
    const bodies = [
      {},
      { payload: 'hello', headers: { 'content-type': 'text/plain' } },
      { payload: '"'.repeat(1024 * 1024 + 1), headers: JSON_TYPE },
    ]
    for (const options of bodies) {
      const answer = await server.anonymous.send(method, url, options)
      expect([answer.status, answer.body.error.code]).toEqual([status, code])
    }
  })

  test('answers HEAD like GET, without a body', async () => {
    const { status, body } = await client.send('HEAD', account.path)
    expect([status, body]).toEqual([200, undefined])
  })
})

describe('a body', () => {
  const quotes = '/v1/dev/sandbox/quotes'

  test.each([
    ['{"label":', {}, 400, 'MALFORMED_JSON'],
    ['label=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['{}', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['{}', { 'content-type': 'nonsense' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [`{"label":"${'a'.repeat(1024 * 1024)}"}`, {}, 413, 'PAYLOAD_TOO_LARGE'],
    ['[]', {}, 400, 'VALIDATION_ERROR'],
    ['null', {}, 400, 'VALIDATION_ERROR'],
    ['['.repeat(33) + ']'.repeat(33), {}, 400, 'VALIDATION_ERROR'],
    ['['.repeat(500_000), {}, 400, 'VALIDATION_ERROR'],
  ])('%.20s… of %j is answered %i %s', async (payload, headers, status, code) => {
    const answer = await client.post('/v1/keys', undefined, { payload, headers: { ...JSON_TYPE, ...headers } })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })

  test.each(['/v1/dev/sandbox/reset', '/v1/documents/list', '/api/external/get-orders', '/v1/admin/end-of-day'])(
    'that is null is no empty one: POST %s',
    async (url) => {
      const sender = url.startsWith('/v1/admin') ? server.operator : client
      const { status, body } = await sender.post(url, undefined, { payload: 'null', headers: JSON_TYPE })
      expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR'])
    },
  )

  test('that is compressed is refused with what is taken instead; identity is no encoding', async () => {
    const payload = '{"label":"plain","scopes":["trading:read"]}'
    const send = (body: string | Buffer, encoding: string) =>
      client.post('/v1/keys', undefined, { payload: body, headers: { ...JSON_TYPE, 'content-encoding': encoding } })
    const { status, body, headers } = await send(gzipSync(payload), 'gzip')
    expect([status, body.error.code, body.error.message, headers['accept-encoding']]).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must come without a Content-Encoding, not as gzip.',
      'identity',
    ])
    expect((await send(payload, 'Identity')).status).toBe(201)
  })

  test('that is not UTF-8 is refused, since it would be stored as something else; one in UTF-8 is taken as it is', async () => {
    const body = '{"label":"caf\u00e9 \ufffd","scopes":["trading:read"]}'
    const latin1 = await client.post('/v1/keys', undefined, { payload: Buffer.from(body, 'latin1'), headers: JSON_TYPE })
    expect([latin1.status, latin1.body.error.code]).toEqual([400, 'MALFORMED_JSON'])
    const { body: made } = await client.post('/v1/keys', undefined, { payload: Buffer.from(body), headers: JSON_TYPE })
    expect(made.label).toBe('caf\u00e9 \ufffd')
  })

  test.each([String.raw`{"label":"a\ud83d"}`, String.raw`{"label":"\uDE00a"}`, String.raw`{"more":[{"\udfff":1}]}`])(
    'with half a character, %s, is refused, since it would be stored as something else',
    async (payload) => {
      const answer = await client.post('/v1/keys', undefined, { payload, headers: JSON_TYPE })
      expect([answer.status, answer.body.error.code]).toEqual([400, 'MALFORMED_JSON'])
    },
  )

  test('may have characters of two escapes, and the text of one', async () => {
    const payload = String.raw`{"label":"\ud83d\uDE00 \\ud83d","scopes":["trading:read"]}`
    const { body: made } = await client.post('/v1/keys', undefined, { payload, headers: JSON_TYPE })
    expect(made.label).toBe(String.raw`😀 \ud83d`)
  })

  test('may be nested 32 deep, and have any brackets in its texts', async () => {
    const scopes = '[['.repeat(15) + ']]'.repeat(15)
    const texts = String.raw`"a":"${'['.repeat(40)}\\","b":"\"${'{'.repeat(40)}"`
    const payload = `{"label":"x","scopes":["trading:read"],"more":[${scopes}],${texts}}`
    expect((await client.post('/v1/keys', undefined, { payload, headers: JSON_TYPE })).status).toBe(201)
  })

  // six are the body, its three members, the scope and the beginning of the list
  test.each([
    ['values', '0,'.repeat(99_994), '0'],
    ['lists of lists', '[[[[[]]]]],'.repeat(99_990 / 6), '0,0,0,0,0'],
  ])('may have 100,000 values and not more, however many commas its texts have: %s', async (_, values, last) => {
    const send = (more: string) => {
      const payload = `{"label":"${','.repeat(200_000)}","scopes":["trading:read"],"more":[${values}${last}${more}]}`
      return client.post('/v1/keys', undefined, { payload, headers: JSON_TYPE })
    }
    const { body } = await send('')
    expect(body.error.field).toBe('label')
    const { status, body: refused } = await send(',0')
    expect([status, refused]).toEqual([
      400,
      { error: { code: 'VALIDATION_ERROR', message: 'The body has more than 100000 values.', request_id: expect.any(String) } },
    ])
  })

  test.each([[undefined], ['application/json'], ['text/plain'], ['nonsense']])(
    'that is empty counts as {} with Content-Type %s',
    async (type) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
      const answer = await client.post(quotes, undefined, { headers, payload: '' })
      expect([answer.status, answer.body.error.field]).toEqual([400, 'symbol'])
    },
  )

  test('may have members that are unknown, and a charset', async () => {
    const payload = JSON.stringify({ symbol: 'MSFT', bid: '39.00', ask: '41.00', mood: 'good', __proto__: { x: 1 } })
    const answer = await client.post(quotes, undefined, { headers: { 'content-type': 'application/json; charset=utf-8' }, payload })
    expect(answer.body).toEqual({ symbol: 'MSFT', bid: '39.00', ask: '41.00', bid_size: '1000', ask_size: '1000' })
  })

  test('cannot change what objects are', async () => {
    const payload =
      '{"symbol":"MSFT","bid":"39.00","ask":"41.00","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'
    expect((await client.post(quotes, undefined, { headers: JSON_TYPE, payload })).status).toBe(200)
    expect('polluted' in {}).toBe(false)
  })
})

describe('what is wrong is found in the order of docs/api-contract.md section 2', () => {
  const orders = (id: string): string => `/v1/accounts/${id}/orders`
  const bad = { payload: '{', headers: JSON_TYPE }

  test('the path before the credential', async () => {
    expect((await server.anonymous.post('/v1/nothing', undefined, bad)).status).toBe(404)
    expect((await server.anonymous.send('PUT', orders(NOWHERE), bad)).status).toBe(405)
  })

  test('the credential before the scope, the scope before the body', async () => {
    const reader = await server.clientWith(['trading:read'])
    expect((await server.anonymous.post(orders(NOWHERE), undefined, bad)).status).toBe(401)
    expect((await reader.post(orders(NOWHERE), undefined, { payload: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(403)
  })

  test('size and type of the body before the resource, the resource before what the body says', async () => {
    const text = { payload: 'x', headers: { 'content-type': 'text/plain' } }
    const large = { payload: ' '.repeat(1024 * 1024 + 1), headers: JSON_TYPE }
    expect((await client.post(orders(NOWHERE), undefined, text)).status).toBe(415)
    expect((await client.post(orders(NOWHERE), undefined, large)).status).toBe(413)
    expect((await client.post(orders(NOWHERE), undefined, bad)).body.error.code).toBe('ACCOUNT_NOT_FOUND')
    expect((await client.post(orders(NOWHERE), {})).body.error.code).toBe('ACCOUNT_NOT_FOUND')
    expect((await client.patch(`${orders(account.id)}/${NOWHERE}`, undefined, bad)).body.error.code).toBe('ORDER_NOT_FOUND')
    expect((await client.patch(`${orders(account.id)}/${NOWHERE}`, { quantity: 1 })).body.error.code).toBe('ORDER_NOT_FOUND')
    expect((await client.post(orders(account.id), undefined, bad)).body.error.code).toBe('MALFORMED_JSON')
    expect((await client.post(orders(account.id), {})).body.error.code).toBe('VALIDATION_ERROR')
  })
})

describe('a credential', () => {
  test.each([
    ['none at all', {}],
    ['a key that is none', { 'x-api-key': 'bpk_sbx_x', 'x-api-secret': 'bsk_sbx_x' }],
    ['a key that nobody has', { 'x-api-key': 'bpk_sbx_4fK9mZq2LxTb7RwYc0VsNdEh0GCp5F', 'x-api-secret': `bsk_sbx_${'0'.repeat(49)}` }],
    ['Bearer', { authorization: 'Bearer bpk_sbx_4fK9mZq2LxTb7RwYc0VsNdEh0GCp5F' }],
  ])('that is %s is a 401 with the way to do better', async (_what, headers) => {
    const answer = await server.anonymous.get('/v1/accounts', { headers })
    expect([answer.status, answer.body.error.code, answer.headers['www-authenticate']]).toEqual([
      401,
      'UNAUTHORIZED',
      'Basic realm="brokerage"',
    ])
  })

  test('works as Basic too', async () => {
    const { api_key, api_secret } = await server.issue(0, PARTNER_SCOPES)
    const authorization = `Basic ${Buffer.from(`${api_key}:${api_secret}`).toString('base64')}`
    expect((await server.anonymous.get('/v1/accounts', { headers: { authorization } })).status).toBe(200)
  })

  test('with the secret of another key is a 401', async () => {
    const [one, two] = [await server.issue(0, PARTNER_SCOPES), await server.issue(0, PARTNER_SCOPES)]
    expect((await client.as({ api_key: one.api_key, api_secret: two.api_secret }).get('/v1/accounts')).status).toBe(401)
  })

  test('that is revoked is told so when its secret is right, at once, and nothing when it is wrong', async () => {
    const pair = await server.issue(0, PARTNER_SCOPES)
    const revoked = client.as(pair)
    expect((await revoked.delete(`/v1/keys/${pair.id}`)).status).toBe(204)
    const answer = await revoked.get('/v1/accounts')
    expect([answer.status, answer.body.error.code]).toEqual([401, 'KEY_REVOKED'])
    const other = await server.issue(0, PARTNER_SCOPES)
    expect((await client.as({ ...pair, api_secret: other.api_secret }).get('/v1/accounts')).body.error.code).toBe('UNAUTHORIZED')
  })

  test('without the scope is a 403 that names it', async () => {
    const reader = await server.clientWith(['accounts:read'])
    const answer = await reader.get(`${account.path}/orders`)
    expect([answer.status, answer.body.error]).toEqual([
      403,
      {
        code: 'FORBIDDEN',
        message: 'The key lacks the scope trading:read.',
        details: { required_scope: 'trading:read' },
        request_id: expect.any(String),
      },
    ])
  })

  test('of a partner opens nothing for operators, and that of an operator nothing for partners', async () => {
    for (const url of ['/v1/admin/fix/sessions', '/v1/admin/journal', '/v1/admin/audit']) {
      expect((await client.get(url)).status).toBe(403)
      expect((await server.operator.get(url)).status).toBe(200)
    }
    for (const url of ['/v1/accounts', account.path, '/v1/keys', `${account.path}/orders`]) {
      expect((await server.operator.get(url)).status).toBe(403)
    }
    expect((await server.operator.post('/v1/dev/sandbox/quotes', {})).status).toBe(403)
    expect((await server.operator.get('/v1/health/latency')).status).toBe(200)
  })

  test('of another partner finds nothing of this one', async () => {
    const stranger = await server.anotherPartner()
    const { body: order } = await account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })
    const { body: ach } = await client.get(`${account.path}/ach-relationships`)
    const own = await server.account(undefined, stranger)
    const found = async (url: string) => {
      const answer = await stranger.get(url)
      return [answer.status, answer.body.error?.code]
    }
    for (const path of [
      '',
      '/balances',
      '/positions',
      '/positions/AAPL',
      '/orders',
      `/orders/${order.id}`,
      '/activities',
      '/funding/activity',
    ]) {
      expect(await found(`${account.path}${path}`)).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    }
    expect(await found(`${own.path}/orders/${order.id}`)).toEqual([404, 'ORDER_NOT_FOUND'])
    expect(await found(`${own.path}/ach-relationships/${ach.data[0].id}`)).toEqual([404, 'ACH_RELATIONSHIP_NOT_FOUND'])
    expect(await found(`/v1/users/${account.created['user_id'] as string}`)).toEqual([404, 'USER_NOT_FOUND'])
    expect((await stranger.post('/api/Blotter/GetBlotterOrderInfo', { OrderCode: order.id })).body.error.code).toBe('ORDER_NOT_FOUND')
    expect((await stranger.post('/api/external/get-orders', {})).body.TotalCount).toBe(0)
    expect((await stranger.get(`/api/Blotter/OrderFixLogs?orderCode=${order.id}`)).body.error.code).toBe('ORDER_NOT_FOUND')
  })
})

describe('while the gateway takes no work', () => {
  test.each(['replaying', 'draining'] as const)('(%s) it says so with Retry-After, probes excepted', async (availability) => {
    server.availability = availability
    const answer = await client.get('/v1/accounts')
    const [live, ready, health] = await Promise.all(
      ['live', 'ready', ''].map((path) => client.get(path === '' ? '/v1/health' : `/v1/health/${path}`)),
    )
    server.availability = 'ready'
    expect([answer.status, answer.headers['retry-after'], answer.body.error.code]).toEqual([503, '5', 'SERVICE_UNAVAILABLE'])
    expect([live!.status, ready!.status, health!.status]).toEqual([200, 503, 503])
  })
})

describe('an error of our own', () => {
  test('tells the client nothing but its request id, and the log everything', async () => {
    const reported: unknown[] = []
    const failing = await openRestServer({ reportFailure: (error) => reported.push(error) })
    Object.defineProperty(failing.engine.state, 'balances', {
      value: () => {
        throw new Error('secret detail')
      },
    })
    const broken = await failing.account()
    const answer = await failing.client.get(`${broken.path}/balances`, { headers: { 'x-request-id': 'request-99' } })
    await failing.close()
    expect([answer.status, answer.body]).toEqual([
      500,
      {
        error: {
          code: 'INTERNAL_ERROR',
          message: 'The request could not be completed. Quote the request id when you ask about it.',
          request_id: 'request-99',
        },
      },
    ])
    expect(reported).toEqual([new Error('secret detail')])
  })
})

describe('over a real socket', () => {
  let socketClient: RestClient
  let port: number
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    port = (server.app.server.address() as AddressInfo).port
    socketClient = (await RestClient.of(connectTo(`http://127.0.0.1:${port}`))).as(await server.issue(0, PARTNER_SCOPES))
  })

  test('an account is opened, funded and trades', async () => {
    const trader = await server.account('500.00', socketClient)
    const { status, body } = await trader.order({ side: 'buy', quantity: '1', limit_price: '100.00' })
    expect([status, body.status]).toEqual([201, 'new'])
    expect((await socketClient.delete(`${trader.path}/orders/${body.id}`)).status).toBe(204)
    expect((await socketClient.get(`${trader.path}/orders/${body.id}`)).body.status).toBe('cancelled')
  })

  /** What comes back for these bytes. */
  const answerTo = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
      let text = ''
      socket.on('data', (data) => (text += data.toString()))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })

  test.each(['application/json', 'text/plain'])('an empty body that comes in chunks counts as {} with Content-Type %s', async (type) => {
    const { api_key, api_secret } = await server.issue(0, PARTNER_SCOPES)
    const head = [
      'POST /v1/keys HTTP/1.1',
      'Host: x',
      `Authorization: Basic ${btoa(`${api_key}:${api_secret}`)}`,
      `Content-Type: ${type}`,
      'Transfer-Encoding: chunked',
      'Connection: close',
    ]
    const answer = await answerTo(`${head.join('\r\n')}\r\n\r\n0\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    for (const message of ['label is required.', 'scopes is required.']) expect(answer).toContain(`"message":"${message}"`)
  })

  test('a deposit with two Idempotency-Keys is refused: which one is meant, nobody knows', async () => {
    const { api_key, api_secret } = await server.issue(0, PARTNER_SCOPES)
    const account = await server.account()
    const body = JSON.stringify({ ach_relationship_id: (await account.link()).id, amount: '5.00' })
    const head = [
      `POST ${account.path}/funding/deposits HTTP/1.1`,
      'Host: x',
      `Authorization: Basic ${btoa(`${api_key}:${api_secret}`)}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Idempotency-Key: first',
      'Idempotency-Key: second',
      'Connection: close',
    ]
    const answer = await answerTo(`${head.join('\r\n')}\r\n\r\n${body}`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toContain('"field":"idempotency_key"')
  })

  test('a client that goes away within its body is no failure of ours', async () => {
    const reported: unknown[] = []
    const other = await openRestServer({ reportFailure: (error) => reported.push(error) })
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    const { api_key, api_secret } = await other.issue(0, PARTNER_SCOPES)
    const head = [
      'POST /v1/keys HTTP/1.1',
      'Host: x',
      `Authorization: Basic ${btoa(`${api_key}:${api_secret}`)}`,
      'Content-Type: application/json',
      'Content-Length: 100',
    ]
    connect((other.app.server.address() as AddressInfo).port, '127.0.0.1').end(`${head.join('\r\n')}\r\n\r\n{"label":`)
    await vi.waitFor(async () => expect(await other.metrics.text()).toContain('fillgate_http_errors_total{code="VALIDATION_ERROR"} 2'))
    await other.close()
    expect(reported).toEqual([])
  })

  test.each([
    ['no HTTP', '8=FIX.4.4\x019=5\x01\r\n\r\n', 'This is no valid HTTP/1.1 request, or it came too slowly.'],
    [
      'a request with too large a head',
      `GET /v1/health HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(16_384)}\r\n\r\n`,
      'Request line and headers are too large: they may have 16384 bytes together.',
    ],
  ])('what is %s is refused without harm', async (_name, bytes, message) => {
    const [head, body] = (await answerTo(bytes)).split('\r\n\r\n')
    const { error } = JSON.parse(body!) as { error: { request_id: string } }
    expect(error).toEqual({ code: 'VALIDATION_ERROR', message, request_id: expect.stringMatching(/^req_/) })
    expect(head!.split('\r\n')).toEqual([
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `x-request-id: ${error.request_id}`,
      'x-api-version: 2026-11-20',
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      `content-length: ${Buffer.byteLength(body!)}`,
      'connection: close',
    ])
    expect((await socketClient.get('/v1/health/live')).body).toEqual({ status: 'pass' })
  })
})
