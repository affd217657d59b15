import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseKey } from '../../../src/http/credentials/key-shape.ts'
import { openRestServer, type RestServer } from '../../support/rest-server.ts'

let server: RestServer
beforeAll(async () => {
  server = await openRestServer()
})
afterAll(() => server.close())

const create = (more: object = {}) => server.client.post('/v1/keys', { label: 'mobile', scopes: ['trading:read'], ...more })

describe('a key', () => {
  test('is shown with its secret once, works at once, and is listed without', async () => {
    server.now += 1000
    const { status, body } = await create({ scopes: ['trading:read', 'keys:manage'] })
    const created_at = new Date(server.now).toISOString()
    const scopes = ['trading:read', 'admin:keys']
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), label: 'mobile', api_key: expect.any(String), api_secret: expect.any(String), scopes, created_at },
    ])
    expect([parseKey(body.api_key)?.kind, parseKey(body.api_secret)?.kind]).toEqual(['partner', 'secret'])
    const listed = { id: body.id, label: 'mobile', key_prefix: body.api_key.slice(0, 12), scopes, created_at, last_used_at: null }
    expect((await server.client.get('/v1/keys?limit=1')).body.data).toEqual([listed])
    const own = server.client.as(body)
    expect((await own.get('/v1/keys?limit=1')).body.data).toEqual([{ ...listed, last_used_at: created_at }])
  })

  test('is stored as a hash alone', async () => {
    const { body } = await create()
    const rows = JSON.stringify(server.journal.all('SELECT * FROM api_keys', []))
    expect(rows).toContain(body.api_key)
    expect(rows).not.toContain(body.api_secret)
  })

  test('that is revoked is refused at once and not listed; another partner cannot revoke it', async () => {
    const { body } = await create()
    const stranger = await server.anotherPartner()
    expect((await stranger.delete(`/v1/keys/${body.id as string}`)).body.error.code).toBe('KEY_NOT_FOUND')
    const own = server.client.as(body)
    expect((await own.get('/v1/health/latency')).status).toBe(200)
    expect((await server.client.delete(`/v1/keys/${body.id as string}`)).status).toBe(204)
    expect((await own.get('/v1/health/latency')).body.error.code).toBe('KEY_REVOKED')
    expect((await server.client.delete(`/v1/keys/${body.id as string}`)).status).toBe(404)
    const listed = (await server.client.get('/v1/keys?limit=100')).body.data
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(body.id)
  })

  test.each([
    [{ label: '' }, 'VALIDATION_ERROR', 'label'],
    [{ label: 'x'.repeat(65) }, 'VALIDATION_ERROR', 'label'],
    [{ scopes: [] }, 'VALIDATION_ERROR', 'scopes'],
    [{ scopes: undefined }, 'VALIDATION_ERROR', 'scopes'],
    [{ scopes: ['trading:read', 'trading:read'] }, 'VALIDATION_ERROR', 'scopes'],
    [{ scopes: ['trading:read', 'compliance:read'] }, 'INVALID_SCOPE', 'scopes'],
    [{ scopes: ['operator'] }, 'INVALID_SCOPE', 'scopes'],
  ])('with %j is refused', async (more, code, field) => {
    const { status, body } = await create(more)
    expect([status, body.error.code, body.error.field]).toEqual([400, code, field])
  })

  test('that does not exist is a 404', async () => {
    const { status, body } = await server.client.delete('/v1/keys/x')
    expect([status, body.error.code]).toEqual([404, 'KEY_NOT_FOUND'])
  })
})

test('keys are read page by page, newest first', async () => {
  const stranger = await server.anotherPartner()
  for (const label of ['a', 'b', 'c']) {
    server.now += label === 'c' ? 0 : 1
    await stranger.post('/v1/keys', { label, scopes: ['trading:read'] })
  }
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { body } = await stranger.get(`/v1/keys?limit=1${query}`)
    seen.push(body.data[0].label)
    cursor = body.pagination.next_cursor
  }
  expect(seen.slice(0, 2).sort()).toEqual(['b', 'c'])
  expect(seen.slice(2)).toEqual(['a', 'test'])
})

test('a key without admin:keys cannot make others', async () => {
  const reader = await server.clientWith(['accounts:read'])
  expect((await reader.post('/v1/keys', { label: 'a', scopes: ['trading:read'] })).body.error.details).toEqual({
    required_scope: 'admin:keys',
  })
})
