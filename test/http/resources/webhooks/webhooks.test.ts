import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRestServer, type RestServer } from '../../../support/rest-server.ts'

let server: RestServer

beforeEach(async () => {
  server = await openRestServer()
})
afterEach(() => server.close())

const TIME = '2026-11-20T15:04:05.123Z'
const URL_ONE = 'https://example.com/hooks?a=1'

async function create(events: readonly string[] = []) {
  const { status, body } = await server.client.post('/v1/webhooks', { url: URL_ONE, events })
  expect(status).toBe(201)
  return body as { readonly id: string; readonly secret: string }
}

describe('a webhook', () => {
  test('is created with a secret that is shown once; its events keep their order, each once', async () => {
    const { status, body } = await server.client.post('/v1/webhooks', {
      url: URL_ONE,
      events: ['order.filled', 'account.closed', 'order.filled', 'webhook.test'],
    })
    const webhook = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      url: URL_ONE,
      events: ['order.filled', 'account.closed', 'webhook.test'],
      status: 'active',
      disabled_reason: null,
      created_at: TIME,
      updated_at: TIME,
    }
    expect([status, body]).toEqual([201, { ...webhook, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string }])
    expect((await server.client.get(`/v1/webhooks/${body.id}`)).body).toEqual(webhook)
    expect((await server.client.get('/v1/webhooks')).body).toEqual([webhook])
  })

  test.each([
    ['http://example.com/', 'url has to begin with https://.'],
    ['ftp://example.com/', 'url has to begin with https://.'],
    ['example.com/hooks', 'url has to be a URL such as https://example.com/hooks.'],
    ['https://user:secret@example.com/', 'url may not have credentials in it.'],
    [`https://example.com/${'x'.repeat(2029)}`, 'url has to have at most 2048 characters.'],
    ['', 'url has to be a URL such as https://example.com/hooks.'],
    [' https://example.com/', 'url has to be a URL such as https://example.com/hooks.'],
    ['https://example.com/\n', 'url has to be a URL such as https://example.com/hooks.'],
    ['https://exam\tple.com/', 'url has to be a URL such as https://example.com/hooks.'],
    ['https:///hooks', 'url has to be a URL such as https://example.com/hooks.'],
    ['https:example.com', 'url has to be a URL such as https://example.com/hooks.'],
    [String.raw`https:\\example.com`, 'url has to be a URL such as https://example.com/hooks.'],
  ])('whose url is %j is refused with INVALID_URL', async (url, message) => {
    const { status, body } = await server.client.post('/v1/webhooks', { url, events: [] })
    expect([status, body.error]).toEqual([400, { code: 'INVALID_URL', message, field: 'url', request_id: expect.any(String) as string }])
  })

  test('may have a url of 2048 characters', async () => {
    const url = `https://example.com/${'x'.repeat(2028)}`
    const { status, body } = await server.client.post('/v1/webhooks', { url, events: [] })
    expect([status, body.url]).toEqual([201, url])
  })

  test('with an event that is not in the list is refused with INVALID_EVENT', async () => {
    const { status, body } = await server.client.post('/v1/webhooks', { url: URL_ONE, events: ['order.filled', 'order.eaten'] })
    expect([status, body.error.code, body.error.field]).toEqual([400, 'INVALID_EVENT', 'events'])
    expect(body.error.message).toMatch(/^"order.eaten" is not one of account.kyc_approved, /)
  })

  test('of which url and events are wrong is told both, also when it is changed', async () => {
    const wrong = { url: 'http://example.com/', events: ['order.eaten'] }
    const { id } = await create()
    for (const { status, body } of [
      await server.client.post('/v1/webhooks', wrong),
      await server.client.patch(`/v1/webhooks/${id}`, wrong),
    ])
      expect([status, body.error.code, body.error.details]).toEqual([
        400,
        'VALIDATION_ERROR',
        {
          errors: [
            { field: 'url', code: 'INVALID_URL', message: 'url has to begin with https://.' },
            { field: 'events', code: 'INVALID_EVENT', message: expect.stringMatching(/^"order.eaten" is not one of /) as string },
          ],
        },
      ])
  })

  test('needs url and events; an empty list is all events', async () => {
    for (const given of [
      {},
      { url: URL_ONE },
      { events: [] },
      { url: 7, events: [] },
      { url: URL_ONE, events: 'all' },
      { url: URL_ONE, events: [7] },
      { url: URL_ONE, events: Array.from({ length: 101 }, () => 'order.filled') },
    ])
      expect((await server.client.post('/v1/webhooks', given)).body.error.code, JSON.stringify(given)).toBe('VALIDATION_ERROR')
    expect((await create([])).id).toBeDefined()
  })

  test('is one of twenty at most', async () => {
    for (let count = 0; count < 20; count++) await create()
    const { status, body } = await server.client.post('/v1/webhooks', { url: URL_ONE, events: [] })
    expect([status, body.error.code]).toEqual([422, 'WEBHOOK_LIMIT_REACHED'])
    expect((await server.client.get('/v1/webhooks')).body).toHaveLength(20)
  })

  test('changes in what is sent and in nothing else; an empty body changes nothing', async () => {
    const { id } = await create(['order.filled'])
    const path = `/v1/webhooks/${id}`
    const before = (await server.client.get(path)).body as object
    server.now += 1_000
    expect(await server.client.patch(path, {})).toMatchObject({ status: 200, body: before })
    const updated_at = '2026-11-20T15:04:06.123Z'
    expect((await server.client.patch(path, { status: 'disabled' })).body).toEqual({ ...before, status: 'disabled', updated_at })
    expect((await server.client.patch(path, { events: [] })).body).toEqual({ ...before, events: [], status: 'disabled', updated_at })
    expect((await server.client.patch(path, { url: 'https://other.example/', status: 'active' })).body).toEqual({
      ...before,
      url: 'https://other.example/',
      events: [],
      updated_at,
    })
    for (const [change, code] of [
      [{ url: 'http://example.com/' }, 'INVALID_URL'],
      [{ events: ['nothing'] }, 'INVALID_EVENT'],
      [{ status: 'gone' }, 'VALIDATION_ERROR'],
    ] as const)
      expect((await server.client.patch(path, change)).body.error.code).toBe(code)
  })

  test('that is deleted is gone', async () => {
    const { id } = await create()
    expect((await server.client.delete(`/v1/webhooks/${id}`)).status).toBe(204)
    for (const answer of [
      await server.client.get(`/v1/webhooks/${id}`),
      await server.client.patch(`/v1/webhooks/${id}`, { url: 7 }),
      await server.client.delete(`/v1/webhooks/${id}`),
      await server.client.post(`/v1/webhooks/${id}/test`),
      await server.client.post(`/v1/webhooks/${id}/rotate-secret`),
      await server.client.get(`/v1/webhooks/${id}/deliveries`),
      await server.client.post(`/v1/webhooks/${id}/deliveries/${id}/redeliver`),
      await server.client.get('/v1/webhooks/no-uuid'),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'WEBHOOK_NOT_FOUND'])
    expect((await server.client.get('/v1/webhooks')).body).toEqual([])
  })

  test('of another partner is not found, and not listed', async () => {
    const { id } = await create()
    const other = await server.anotherPartner()
    expect((await other.get('/v1/webhooks')).body).toEqual([])
    for (const answer of [await other.get(`/v1/webhooks/${id}`), await other.delete(`/v1/webhooks/${id}`)])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'WEBHOOK_NOT_FOUND'])
  })

  test('gets a new secret when it is asked for', async () => {
    const { id, secret } = await create()
    const { status, body } = await server.client.post(`/v1/webhooks/${id}/rotate-secret`)
    expect([status, body.secret]).toEqual([200, expect.stringMatching(/^whsec_/)])
    expect(body.secret).not.toBe(secret)
  })

  test('is read with webhooks:read and changed with webhooks:write; account tokens have neither', async () => {
    const { id } = await create()
    const reader = await server.clientWith(['webhooks:read'])
    const writer = await server.clientWith(['webhooks:write'])
    expect((await reader.get('/v1/webhooks')).status).toBe(200)
    expect((await reader.post('/v1/webhooks', {})).body.error.details).toEqual({ required_scope: 'webhooks:write' })
    expect((await writer.get(`/v1/webhooks/${id}`)).body.error.details).toEqual({ required_scope: 'webhooks:read' })
    expect((await writer.get('/v1/webhooks/stream')).status).toBe(403)
    const account = await server.account()
    const token = (await server.client.post(`${account.path}/keys`, { label: 'app', scopes: ['accounts:read'] })).body
    for (const path of ['/v1/webhooks', `/v1/webhooks/${id}`, '/v1/webhooks/stream'])
      expect((await server.client.as(token).get(path)).status).toBe(403)
  })

  test("keeps its secret encrypted in the journal's file", async () => {
    const { id, secret } = await create()
    const [row] = server.journal.all<{ secret: Buffer }>('SELECT secret FROM webhooks WHERE id = ?', [id])
    expect(row!.secret.includes(Buffer.from(secret.slice('whsec_'.length), 'base64'))).toBe(false)
  })
})
