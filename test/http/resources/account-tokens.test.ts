import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseKey } from '../../../src/http/credentials/key-shape.ts'
import { ACCOUNT_TOKEN_SCOPES } from '../../../src/domain/partners/scopes.ts'
import type { RestAnswer } from '../../support/rest-client.ts'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

let server: RestServer
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer()
})
beforeEach(async () => {
  account = await server.account()
})
afterAll(() => server.close())

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const at = (ms: number) => new Date(server.now + ms).toISOString()
const issue = (more: object = {}) => server.client.post(`${account.path}/keys`, { label: 'mobile app', ...more })
const codeOf = ({ status, body }: RestAnswer) => [status, body?.error?.code, body?.error?.field] as const

describe('an account token', () => {
  test('is shown with its secret once, works at once, and is listed without', async () => {
    const { status, body } = await issue({ scopes: ['accounts:read', 'trading:read'], expires_at: at(DAY) })
    const described = {
      token_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      account_id: account.id,
      key_prefix: body.api_key.slice(0, 12),
      label: 'mobile app',
      scopes: ['accounts:read', 'trading:read'],
      status: 'active',
      expires_at: at(DAY),
      last_used_at: null,
      created_at: at(0),
      revoked_at: null,
    }
    expect([status, body]).toEqual([201, { ...described, api_key: expect.any(String), api_secret: expect.any(String) }])
    expect([parseKey(body.api_key), parseKey(body.api_secret)?.kind]).toEqual([{ kind: 'account_token', environment: 'sandbox' }, 'secret'])
    expect(body.key_prefix).toBe(body.api_key.slice(0, 12))
    const pagination = { limit: 25, offset: 0, total: 1, has_more: false, next_cursor: null }
    expect((await server.client.get(`${account.path}/keys`)).body).toEqual({ data: [described], pagination })
    expect((await server.client.as(body).get(account.path)).body.id).toBe(account.id)
    expect((await server.client.get(`${account.path}/keys`)).body.data).toEqual([{ ...described, last_used_at: at(0) }])
    expect(JSON.stringify(server.journal.all('SELECT * FROM api_keys', []))).not.toContain(body.api_secret)
  })

  test('reads accounts, trading and market data for ever unless it says otherwise', async () => {
    const { body } = await issue({ expires_at: null })
    expect([body.scopes, body.expires_at]).toEqual([['accounts:read', 'trading:read', 'marketdata:read'], null])
  })

  test('of a live partner is a live key', async () => {
    const live = await server.anotherPartner('live')
    const own = await server.account(undefined, live)
    const { body } = await live.post(`${own.path}/keys`, { label: 'x' })
    expect([parseKey(body.api_key)?.environment, parseKey(body.api_secret)?.environment]).toEqual(['live', 'live'])
  })

  test.each([
    [{ label: undefined }, 'VALIDATION_ERROR', 'label'],
    [{ label: '' }, 'VALIDATION_ERROR', 'label'],
    [{ label: 'x'.repeat(65) }, 'VALIDATION_ERROR', 'label'],
    [{ scopes: [] }, 'VALIDATION_ERROR', 'scopes'],
    [{ scopes: 'accounts:read' }, 'VALIDATION_ERROR', 'scopes'],
    [{ scopes: ['accounts:read', 'accounts:read'] }, 'VALIDATION_ERROR', 'scopes'],
    [{ scopes: ['reporting:read'] }, 'INVALID_SCOPE', 'scopes'],
    [{ scopes: ['admin:keys'] }, 'INVALID_SCOPE', 'scopes'],
    [{ scopes: ['keys:manage'] }, 'INVALID_SCOPE', 'scopes'],
    [{ scopes: ['webhooks:read'] }, 'INVALID_SCOPE', 'scopes'],
    [{ scopes: ['operator'] }, 'INVALID_SCOPE', 'scopes'],
    [{ expires_at: 'tomorrow' }, 'VALIDATION_ERROR', 'expires_at'],
    [{ expires_at: 1_800_000_000_000 }, 'VALIDATION_ERROR', 'expires_at'],
  ])('with %j is refused', async (more, code, field) => {
    expect(codeOf(await issue(more))).toEqual([400, code, field])
  })

  test.each([
    [MINUTE - 1, 400],
    [MINUTE, 201],
    [365 * DAY, 201],
    [365 * DAY + 1, 400],
  ])('may live %i ms: %i', async (ms, status) => {
    expect((await issue({ expires_at: at(ms) })).status).toBe(status)
  })

  test('with a scope that is none and an end that is too near is told both', async () => {
    const { status, body } = await issue({ scopes: ['trading:read', 'admin:keys'], expires_at: at(MINUTE - 1) })
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body.error.details.errors).toMatchObject([
      { field: 'scopes', code: 'INVALID_SCOPE' },
      { field: 'expires_at', code: 'VALIDATION_ERROR' },
    ])
  })

  test('is not issued while the account is not active', async () => {
    const identity = { given_name: 'Jane', family_name: 'Doe', date_of_birth: '1990-01-01', tax_id: '123450003' }
    const { body } = await server.client.post('/v1/accounts', { contact: { email_address: 'a@example.com' }, identity })
    const answer = await server.client.post(`/v1/accounts/${body.id as string}/keys`, { label: 'x' })
    expect([...codeOf(answer), answer.body.error.details]).toEqual([409, 'ACCOUNT_NOT_ACTIVE', undefined, { status: 'APPROVAL_PENDING' }])
    expect((await server.client.get(`/v1/accounts/${body.id as string}/keys`)).body.pagination.total).toBe(0)
  })
})

describe('the end of a token', () => {
  test('comes at once when it is revoked; it stays in the list', async () => {
    const { body } = await issue()
    const own = server.client.as(body)
    expect((await own.get(account.path)).status).toBe(200)
    server.now += 1000
    const path = `${account.path}/keys/${body.token_id as string}`
    const revoked_at = at(0)
    expect(await server.client.delete(path).then((answer) => [answer.status, answer.body])).toEqual([204, undefined])
    expect(codeOf(await own.get(account.path))).toEqual([401, 'KEY_REVOKED', undefined])
    server.now += 1000
    // revoking it again is no mistake, and changes nothing
    expect((await server.client.delete(path)).status).toBe(204)
    expect((await server.client.get(`${account.path}/keys`)).body.data[0]).toMatchObject({ status: 'revoked', revoked_at })
  })

  test('comes when it expires', async () => {
    const { body } = await issue({ expires_at: at(MINUTE) })
    const own = server.client.as(body)
    server.now += MINUTE - 1
    expect((await own.get(account.path)).status).toBe(200)
    server.now += 1
    expect(codeOf(await own.get(account.path))).toEqual([401, 'TOKEN_EXPIRED', undefined])
    expect((await server.client.get(`${account.path}/keys`)).body.data[0]).toMatchObject({ status: 'expired', revoked_at: null })
  })

  test('that has come stays where the clock of the machine is set back', async () => {
    const { body } = await issue({ expires_at: at(MINUTE) })
    server.now += MINUTE
    await server.account()
    server.now -= 2 * MINUTE
    expect(codeOf(await server.client.as(body).get(account.path))).toEqual([401, 'TOKEN_EXPIRED', undefined])
    expect((await issue()).body.created_at).toBe(at(2 * MINUTE))
    server.now += 2 * MINUTE
  })

  test('by the clock is that of the market', async () => {
    const own = await openRestServer()
    const mine = await own.account()
    const { body } = await own.client.post(`${mine.path}/keys`, { label: 'x', expires_at: new Date(own.now + DAY).toISOString() })
    await own.run({ type: 'SetClock', market: 0, to: own.now + DAY })
    const answer = await own.client.as(body).get(mine.path)
    await own.close()
    expect(codeOf(answer)).toEqual([401, 'TOKEN_EXPIRED', undefined])
  })

  test('comes with the end of its account', async () => {
    const { body } = await issue()
    await server.client.delete(account.path)
    expect(codeOf(await server.client.as(body).get(account.path))).toEqual([401, 'KEY_REVOKED', undefined])
    // in storage too: it stays revoked where the journal is restored to a position before
    expect(server.journal.all('SELECT revoked_at FROM api_keys WHERE id = ?', [body.token_id])).toEqual([{ revoked_at: server.now }])
    expect((await server.client.get(`${account.path}/keys`)).body.data[0]).toMatchObject({ status: 'revoked', revoked_at: at(0) })
    expect((await server.client.delete(`${account.path}/keys/${body.token_id as string}`)).status).toBe(204)
  })

  test('that came before that of its account stays when it was', async () => {
    const { body } = await issue()
    const revoked = { status: 'revoked', revoked_at: at(0) }
    await server.client.delete(`${account.path}/keys/${body.token_id as string}`)
    server.now += 1000
    await server.client.delete(account.path)
    expect((await server.client.get(`${account.path}/keys`)).body.data).toMatchObject([revoked])
  })

  test('comes with the end of its account even where the process ended before the token was revoked', async () => {
    const { body } = await issue()
    await server.run({ type: 'CloseAccount', account: server.engine.state.accountById(account.id)!.index })
    const revoked = { status: 'revoked', revoked_at: at(0) }
    expect(codeOf(await server.client.as(body).get(account.path))).toEqual([401, 'KEY_REVOKED', undefined])
    expect((await server.client.get(`${account.path}/keys`)).body.data[0]).toMatchObject(revoked)
    server.now += 1000
    expect((await server.client.delete(`${account.path}/keys/${body.token_id as string}`)).status).toBe(204)
    expect((await server.client.get(`${account.path}/keys`)).body.data[0]).toMatchObject(revoked)
  })

  test.each(['x', '00000000-0000-4000-8000-000000000000'])('of one that does not exist (%s) is a 404', async (id) => {
    expect(codeOf(await server.client.delete(`${account.path}/keys/${id}`))).toEqual([404, 'TOKEN_NOT_FOUND', undefined])
  })

  test('of a token of another account, or of a key that is no token, is a 404', async () => {
    const { body } = await issue()
    const other = await server.account()
    expect(codeOf(await server.client.delete(`${other.path}/keys/${body.token_id as string}`))).toEqual([404, 'TOKEN_NOT_FOUND', undefined])
    const { body: key } = await server.client.post('/v1/keys', { label: 'x', scopes: ['accounts:read'] })
    expect(codeOf(await server.client.delete(`${account.path}/keys/${key.id as string}`))).toEqual([404, 'TOKEN_NOT_FOUND', undefined])
    expect(codeOf(await server.client.delete(`/v1/keys/${body.token_id as string}`))).toEqual([404, 'KEY_NOT_FOUND', undefined])
    expect((await server.client.get('/v1/keys?limit=100')).body.data.map(({ id }: { id: string }) => id)).not.toContain(body.token_id)
  })
})

describe('the list of tokens', () => {
  const labels = async (query: string) => {
    const { body } = await server.client.get(`${account.path}/keys${query}`)
    return [body.data.map(({ label }: { label: string }) => label), body.pagination]
  }

  test('is read by limit and offset, or by cursor, newest first', async () => {
    for (const label of ['a', 'b', 'c']) {
      server.now += 1
      await issue({ label })
    }
    const page = { limit: 2, total: 3 }
    const [first, { next_cursor }] = await labels('?limit=2')
    expect([first, typeof next_cursor]).toEqual([['c', 'b'], 'string'])
    expect(await labels('?limit=2&offset=0')).toEqual([['c', 'b'], { ...page, offset: 0, has_more: true, next_cursor }])
    expect(await labels('?limit=2&offset=2')).toEqual([['a'], { ...page, offset: 2, has_more: false, next_cursor: null }])
    expect(await labels('?limit=3')).toEqual([['c', 'b', 'a'], { limit: 3, total: 3, offset: 0, has_more: false, next_cursor: null }])
    expect(await labels('?limit=2&offset=9')).toEqual([[], { ...page, offset: 9, has_more: false, next_cursor: null }])
    expect(await labels(`?limit=2&cursor=${next_cursor as string}`)).toEqual([
      ['a'],
      { ...page, offset: 2, has_more: false, next_cursor: null },
    ])
    // what is added in front of it moves no cursor
    server.now += 1
    await issue({ label: 'd' })
    expect((await labels(`?limit=2&cursor=${next_cursor as string}`))[0]).toEqual(['a'])
    const { headers } = await server.client.get(`${account.path}/keys?limit=2&offset=1`)
    expect(headers['link']).toMatch(/^<\/v1\/accounts\/[0-9a-f-]+\/keys\?limit=2&cursor=[\w-]+>; rel="next"$/)
  })

  test.each([
    ['?limit=0', 'VALIDATION_ERROR', 'limit'],
    ['?limit=101', 'VALIDATION_ERROR', 'limit'],
    ['?offset=-1', 'VALIDATION_ERROR', 'offset'],
    ['?offset=1.5', 'VALIDATION_ERROR', 'offset'],
    ['?cursor=x', 'INVALID_CURSOR', 'cursor'],
    // [1,1], in base64url
    ['?cursor=WzEsMV0&offset=0', 'VALIDATION_ERROR', 'offset'],
  ])('%s is a 400', async (query, code, field) => {
    expect(codeOf(await server.client.get(`${account.path}/keys${query}`))).toEqual([400, code, field])
  })

  test('of another account does not take the cursor', async () => {
    await issue()
    await issue()
    const [, { next_cursor }] = await labels('?limit=1')
    const other = await server.account()
    expect(codeOf(await server.client.get(`${other.path}/keys?cursor=${next_cursor as string}`))).toEqual([400, 'INVALID_CURSOR', 'cursor'])
  })
})

describe('with an account token', () => {
  const token = async () => server.client.as((await issue({ scopes: ACCOUNT_TOKEN_SCOPES })).body)

  test('the list of accounts has its own alone', async () => {
    await server.account()
    const own = await token()
    const { body } = await own.get('/v1/accounts')
    expect([body.data.map(({ id }: { id: string }) => id), body.pagination]).toEqual([[account.id], { next_cursor: null, has_more: false }])
    expect((await own.get('/v1/accounts?status=REJECTED')).body.data).toEqual([])
  })

  test('a cursor of the partner is a foreign one', async () => {
    await server.account()
    const { body } = await server.client.get('/v1/accounts?limit=1')
    expect(codeOf(await (await token()).get(`/v1/accounts?limit=1&cursor=${body.pagination.next_cursor as string}`))).toEqual([
      400,
      'INVALID_CURSOR',
      'cursor',
    ])
  })

  test('its account is traded, funded and changed', async () => {
    const own = await token()
    const { body: link } = await own.post(`${account.path}/ach-relationships`, {
      bank_account_number: '000123456789',
      bank_account_owner_name: 'Jane Doe',
      bank_account_type: 'CHECKING',
      bank_routing_number: '121000358',
    })
    expect((await own.post(`${account.path}/funding/deposits`, { ach_relationship_id: link.id, amount: '500.00' })).status).toBe(201)
    const order = { symbol: 'AAPL', side: 'buy', order_type: 'limit', quantity: '1', limit_price: '100.00', client_order_id: 't-1' }
    expect((await own.post(`${account.path}/orders`, order)).status).toBe(201)
    expect((await own.patch(account.path, { corr_metadata: 'by token' })).body.corr_metadata).toBe('by token')
  })
})
