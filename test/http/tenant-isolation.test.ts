import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNT_TOKEN_SCOPES, PARTNER_SCOPES, type PartnerScope } from '../../src/domain/partners/scopes.ts'
import { nameOf, type Operation, operationsOf, urlOf } from '../support/operations.ts'
import type { RestAnswer, RestClient } from '../support/rest-client.ts'
import { type KeyPair, openRestServer, type RestServer, type TradingAccount } from '../support/rest-server.ts'

/** The routes come from the OpenAPI document: one that is added is walked like the others. */
let server: RestServer
let operations: readonly Operation[]
/** path parameters, as they name what the first partner has */
let owned: Readonly<Record<string, string>>
let account: TradingAccount

beforeAll(async () => {
  server = await openRestServer({ limits: { failuresPerAddress: null } })
  operations = await operationsOf(server.client)
  account = await server.account('10000.00')
  owned = await resources()
})
afterAll(() => server.close())

/** One of everything. */
async function resources(): Promise<Readonly<Record<string, string>>> {
  await server.quote('AAPL', '149.00', '150.00')
  const { body: filled } = await account.order({ side: 'buy', quantity: '2', limit_price: '150.00' })
  const { body: executions } = await server.client.get(`${account.path}/orders/${filled.id as string}/executions`)
  const { body: open } = await account.order({ side: 'buy', quantity: '1', limit_price: '100.00' })
  const { id: achId } = await account.link()
  const { body: activity } = await server.client.get(`${account.path}/funding/activity`)
  const { body: key } = await server.client.post('/v1/keys', { label: 'other', scopes: ['accounts:read'] })
  const { body: token } = await server.client.post(`${account.path}/keys`, { label: 'token' })
  return {
    accountId: account.id,
    userId: account.created['user_id'] as string,
    orderId: open.id,
    executionId: executions.data[0].id,
    achId,
    activityId: activity.data[0].id,
    keyId: key.id,
    tokenId: token.token_id,
    symbol: 'AAPL',
    ...(await webhook()),
    ...(await document()),
  }
}

async function webhook(): Promise<Readonly<Record<string, string>>> {
  if (!has('POST', '/v1/webhooks')) return {}
  const { body } = await server.client.post('/v1/webhooks', { url: 'https://hooks.example.com/fillgate', events: [] })
  return { webhookId: body.id }
}

async function document(): Promise<Readonly<Record<string, string>>> {
  if (!has('POST', '/v1/accounts/{accountId}/documents/upload')) return {}
  const { body } = await server.client.post(`${account.path}/documents/upload`, {
    document_type: 'identity_verification',
    content: Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64'),
    mime_type: 'application/pdf',
  })
  const { body: w9 } = await server.client.post('/v1/documents/w9', { user_id: account.created['user_id'] })
  return { documentId: body.id, requestId: w9.id }
}

const has = (method: string, path: string): boolean => operations.some((one) => one.method === method && one.path === path)

/** What is none of the first partner's things is an id that nobody has: a 404 all the same. */
const NOBODY = '00000000-0000-4000-8000-000000000000'
const NOT_FOUND: Readonly<Record<string, string>> = {
  accountId: 'ACCOUNT_NOT_FOUND',
  userId: 'USER_NOT_FOUND',
  keyId: 'KEY_NOT_FOUND',
  webhookId: 'WEBHOOK_NOT_FOUND',
  documentId: 'DOCUMENT_NOT_FOUND',
  achId: 'ACH_RELATIONSHIP_NOT_FOUND',
  activityId: 'FUNDING_ACTIVITY_NOT_FOUND',
  requestId: 'W9_REQUEST_NOT_FOUND',
}

const url = (operation: Operation): string => urlOf(operation, (name) => owned[name] ?? NOBODY)

const ask = (client: RestClient, operation: Operation): Promise<RestAnswer> =>
  client.send(operation.method, url(operation), operation.body === undefined ? {} : { body: {} })

const outcome = ({ status, body }: RestAnswer) => [status, body?.error?.code] as const

/** Asks for every operation in turn and gives those whose answer is another than expected. */
async function walk(
  wanted: readonly Operation[],
  client: (operation: Operation) => RestClient | Promise<RestClient>,
  expected: (operation: Operation) => unknown,
): Promise<readonly unknown[]> {
  expect(wanted.length).toBeGreaterThan(0)
  const wrong: unknown[] = []
  for (const operation of wanted) {
    const answer = await ask(await client(operation), operation)
    const found = JSON.stringify(refusalOf(answer))
    const right = JSON.stringify(expected(operation))
    if (found !== right) wrong.push(`${nameOf(operation)}: ${found}, expected ${right}`)
  }
  return wrong
}

const refusalOf = (answer: RestAnswer) => [...outcome(answer), answer.body?.error?.details]

const secured = () => operations.filter(({ access }) => access !== 'open')
const isScope = (access: string): access is PartnerScope => (PARTNER_SCOPES as readonly string[]).includes(access)
const ended = (wanted: readonly Operation[]) => wanted.filter(({ isStream }) => !isStream)

/** Whether its path names something that a partner has; securities are everybody's. */
const isOwned = ({ access, pathParameters: [first] }: Operation): boolean =>
  access !== 'open' && access !== 'operator' && access !== 'marketdata:read' && first !== undefined

describe('without a credential', () => {
  test('every operation but the open ones is a 401', async () => {
    expect(
      await walk(
        secured(),
        () => server.anonymous,
        () => [401, 'UNAUTHORIZED', null],
      ),
    ).toEqual([])
  })

  test('the open ones tell nothing of a partner', async () => {
    for (const operation of ended(operations.filter(({ access }) => access === 'open'))) {
      const { status, body } = await ask(server.anonymous, operation)
      expect(status, nameOf(operation)).not.toBe(401)
      expectNothingOwned(operation, body)
    }
  })
})

describe('with the partner’s own key', () => {
  test('whatever is read is there: the ids of this test are real', async () => {
    const reads = ended(operations).filter(
      (operation) => operation.method === 'GET' && isOwned(operation) && operation.pathParameters.every((name) => name in owned),
    )
    expect(reads.length).toBeGreaterThan(10)
    for (const operation of reads) expect((await ask(server.client, operation)).status, nameOf(operation)).toBeLessThan(401)
  })
})

describe('with a key that lacks one scope', () => {
  test('every operation of that scope is a 403 that names it', async () => {
    const lacking = new Map<string, RestClient>()
    for (const scope of PARTNER_SCOPES) lacking.set(scope, await server.clientWith(PARTNER_SCOPES.filter((other) => other !== scope)))
    const scoped = operations.filter(({ access }) => isScope(access))
    const refused = ({ access }: Operation) => [403, 'FORBIDDEN', { required_scope: access }]
    expect(await walk(scoped, ({ access }) => lacking.get(access)!, refused)).toEqual([])
  })

  test('operators’ operations are a 403 for every key of a partner', async () => {
    const operators = operations.filter(({ access }) => access === 'operator')
    expect(
      await walk(
        operators,
        () => server.client,
        () => [403, 'FORBIDDEN', { required_scope: 'operator' }],
      ),
    ).toEqual([])
  })

  test('partners’ operations are a 403 for an operator', async () => {
    const partners = operations.filter(({ access }) => isScope(access) || access === 'partner')
    const refused = ({ access }: Operation) => [403, 'FORBIDDEN', ...(isScope(access) ? [{ required_scope: access }] : [null])]
    expect(await walk(partners, () => server.operator, refused)).toEqual([])
  })

  test('each operation is of a scope, or for any key', () => {
    const others = secured().filter(({ access }) => !isScope(access) && !['any', 'partner', 'operator'].includes(access))
    expect(others).toEqual([])
  })
})

describe('with another partner’s key', () => {
  test('whatever the first partner has is a 404', async () => {
    const stranger = await server.anotherPartner()
    for (const operation of ended(operations).filter(isOwned)) {
      const answer = await ask(stranger, operation)
      const [first] = operation.pathParameters
      expect(outcome(answer), nameOf(operation)).toEqual([404, NOT_FOUND[first!] ?? expect.stringMatching(/_NOT_FOUND$/)])
      expectNothingOwned(operation, answer.body)
    }
  })

  test('whatever names nothing shows nothing of the first partner', async () => {
    const stranger = await server.anotherPartner()
    const unnamed = ended(secured()).filter((operation) => operation.access !== 'operator' && !isOwned(operation))
    for (const operation of unnamed) {
      const answer = await ask(stranger, operation)
      expect([401, 403], nameOf(operation)).not.toContain(answer.status)
      expectNothingOwned(operation, answer.body)
    }
  })

  test('what a body or a query names is not found either', async () => {
    const stranger = await server.anotherPartner()
    const own = await server.account(undefined, stranger)
    const answers = [
      await stranger.post(`${own.path}/funding/deposits`, { ach_relationship_id: owned['achId'], amount: '1.00' }),
      await stranger.post('/api/Blotter/GetBlotterOrderInfo', { OrderCode: owned['orderId'] }),
      await stranger.get(`/api/Blotter/OrderFixLogs?orderCode=${owned['orderId']!}`),
    ]
    expect(answers.map(outcome)).toEqual([
      [404, 'ACH_RELATIONSHIP_NOT_FOUND'],
      [404, 'ORDER_NOT_FOUND'],
      [404, 'ORDER_NOT_FOUND'],
    ])
    const { body } = await stranger.post('/api/external/get-orders', { OrderCode: owned['orderId'], AccountNo: account.number })
    expect(body.Orders).toEqual([])
  })

  test('a live partner finds no sandbox', async () => {
    const live = await server.anotherPartner('live')
    const sandbox = operations.filter(({ path }) => path.startsWith('/v1/dev/'))
    expect(
      await walk(
        sandbox,
        () => live,
        () => [403, 'SANDBOX_ONLY', null],
      ),
    ).toEqual([])
  })
})

describe('with an account token of every scope', () => {
  /** contract sections 3 and 20, and what takes a scope that no token has */
  const isRefused = ({ method, path, access }: Operation): boolean =>
    /^(\/v1\/(keys|webhooks|logs|exports|dev|users|admin)(\/|$)|\/api\/)/.test(path) ||
    access === 'admin:keys' ||
    [`POST /v1/accounts`, `DELETE /v1/accounts/{accountId}`, `POST /v1/accounts/{accountId}/actions/close`].includes(`${method} ${path}`)

  const token = async (of: TradingAccount, scopes: readonly PartnerScope[] = ACCOUNT_TOKEN_SCOPES): Promise<RestClient> =>
    server.client.as((await server.client.post(`${of.path}/keys`, { label: 'token', scopes })).body as KeyPair)

  test('what is the partner’s business is a 403', async () => {
    const own = await token(account)
    for (const operation of secured().filter(isRefused)) {
      expect(outcome(await ask(own, operation)), nameOf(operation)).toEqual([403, 'FORBIDDEN'])
    }
  })

  test('another account of the same partner is a 404', async () => {
    const other = await token(await server.account())
    const reachable = ended(secured()).filter((operation) => !isRefused(operation) && operation.pathParameters.includes('accountId'))
    expect(
      await walk(
        reachable,
        () => other,
        () => [404, 'ACCOUNT_NOT_FOUND', null],
      ),
    ).toEqual([])
  })

  test('what names no account shows nothing of another', async () => {
    const other = await token(await server.account())
    const reachable = ended(secured()).filter((operation) => !isRefused(operation) && !operation.pathParameters.includes('accountId'))
    for (const operation of reachable) {
      const { status, body } = await ask(other, operation)
      expect([401, 403], nameOf(operation)).not.toContain(status)
      expectNothingOwned(operation, body)
    }
  })

  test('each operation takes its scope of the token too', async () => {
    const scoped = operations.filter((operation) => isScope(operation.access) && !isRefused(operation))
    const lacking = new Map<string, RestClient>()
    for (const scope of ACCOUNT_TOKEN_SCOPES)
      lacking.set(
        scope,
        await token(
          account,
          ACCOUNT_TOKEN_SCOPES.filter((other) => other !== scope),
        ),
      )
    const refused = ({ access }: Operation) => [403, 'FORBIDDEN', { required_scope: access }]
    expect(await walk(scoped, ({ access }) => lacking.get(access)!, refused)).toEqual([])
  })

  test('its own account is open to it', async () => {
    const own = await token(account)
    const reachable = ended(secured()).filter((operation) => !isRefused(operation))
    expect(reachable.length).toBeGreaterThan(20)
    // reads before what takes things away
    for (const operation of reachable.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))) {
      const answer = await ask(own, operation)
      expect([401, 403], nameOf(operation)).not.toContain(answer.status)
      expect(answer.body?.error?.code, nameOf(operation)).not.toBe('ACCOUNT_NOT_FOUND')
      expect(answer.status, nameOf(operation)).toBeLessThan(500)
    }
  })
})

test('a clock that another partner has set ahead moves nothing in lists by time', async () => {
  const other = await server.anotherPartner()
  expect((await other.post('/v1/dev/sandbox/clock', { advance: 'P30D' })).status).toBe(200)
  const { path } = await server.account('1.00', other)
  expect((await other.get(`${path}/activities`)).body.data).toHaveLength(1)
  const own = await server.account('1.00')
  await own.order({ side: 'buy', quantity: '1', limit_price: '0.50' })
  for (const list of ['activities', 'funding/activity', 'orders']) {
    const counts = [
      '?created_after=2026-11-20',
      '?created_before=2026-11-20',
      '?created_after=2026-11-21',
      '?created_before=2026-11-19',
    ].map(async (period) => (await server.client.get(`${own.path}/${list}${period}`)).body.data.length as number)
    expect([list, ...(await Promise.all(counts))]).toEqual([list, 1, 1, 0, 0])
  }
})

function expectNothingOwned(operation: Operation, body: unknown): void {
  const text = JSON.stringify(body ?? '')
  const shown = Object.entries({ ...owned, accountNumber: account.number }).filter(([name, id]) => name !== 'symbol' && text.includes(id))
  expect(shown, nameOf(operation)).toEqual([])
}
