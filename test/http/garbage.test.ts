import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { ERROR_STATUS, type ErrorCode } from '../../src/http/answers/errors.ts'
import { dictionaryRules } from '../support/gateway-under-test.ts'
import { nameOf, type Operation, operationsOf, urlOf } from '../support/operations.ts'
import type { RestAnswer } from '../support/rest-client.ts'
import { openRestServer, type RestServer } from '../support/rest-server.ts'
import { type GarbageRequest, garbageRequest } from './garbage-requests.ts'

const RUNS_OF_AN_OPERATION = 30
const SEED = Date.now() % 2 ** 31

let server: RestServer
const failures: unknown[] = []
beforeAll(async () => {
  server = await openRestServer({ dictionary: await dictionaryRules(), reportFailure: (error) => failures.push(error) })
})
afterAll(() => server.close())

/** Of everything a real one, so that garbage gets beyond the first look-up; what it may name is added to by the answers. */
async function resources(): Promise<Record<string, string[]>> {
  const account = await server.account('10000.00')
  const another = await server.account()
  await server.quote('AAPL', '149.00', '150.00')
  const { body: filled } = await account.order({ side: 'buy', quantity: '2', limit_price: '150.00' })
  const { body: executions } = await server.client.get(`${account.path}/orders/${filled.id as string}/executions`)
  const { body: open } = await account.order({ side: 'buy', quantity: '1', limit_price: '100.00' })
  const { id: achId } = await account.link()
  const { body: activity } = await server.client.get(`${account.path}/funding/activity`)
  const { body: key } = await server.client.post('/v1/keys', { label: 'other', scopes: ['accounts:read'] })
  const { body: token } = await server.client.post(`${account.path}/keys`, { label: 'token' })
  const { body: session } = await server.operator.post('/v1/admin/fix/sessions', { sender_comp_id: 'DESK1', kind: 'order-entry' })
  return {
    accountId: [account.id, another.id],
    userId: [account.created['user_id'] as string],
    orderId: [filled.id, open.id],
    executionId: [executions.data[0].id],
    achId: [achId],
    activityId: [activity.data[0].id],
    keyId: [key.id],
    tokenId: [token.token_id],
    symbol: ['AAPL', 'MSFT'],
    id: [session.id],
  }
}

test(
  `garbage is refused with the error body and changes nothing, whatever route it is sent to (seed ${SEED})`,
  { timeout: 90_000 },
  async () => {
    const known = await resources()
    const operations = (await operationsOf(server.client)).filter(({ isStream }) => !isStream)
    for (const [index, operation] of operations.toSorted((a, b) => rank(a) - rank(b)).entries()) {
      await fc.assert(
        fc.asyncProperty(garbageRequest(operation, known), (request) => send(operation, request)),
        {
          seed: SEED + index,
          numRuns: RUNS_OF_AN_OPERATION,
          // a request that succeeded has changed what a smaller one would meet
          endOnFailure: true,
        },
      )
    }
  },
)

/** What takes away the ground from under the others comes last. */
function rank({ path }: Operation): number {
  return ['/v1/admin/', '/v1/dev/', '/v1/dev/sandbox/reset'].reduce(
    (place, prefix, index) => (path.startsWith(prefix) ? index + 1 : place),
    0,
  )
}

async function send(operation: Operation, { parameters, query, payload, headers }: GarbageRequest): Promise<void> {
  const client = operation.access === 'operator' ? server.operator : server.client
  const url = urlOf(operation, (name) => parameters[name]!) + query
  const before = stateOf()
  const answer = await client.send(operation.method, url, { headers, ...(payload === undefined ? {} : { payload }) })
  const where = `${nameOf(operation)} ${url.slice(0, 300)}`
  expect(failures, where).toEqual([])
  expect(answer.status, where).toBeLessThan(500)
  if (answer.status < 400) return
  checkErrorBody(answer, where)
  // an order that is refused is kept as rejected: docs/api-contract.md section 2, R
  const isJournaled = answer.body.error.details?.order_id !== undefined
  if (!isJournaled) expect(stateOf(), where).toBe(before)
}

const stateOf = (): string => fingerprint(server.engine.state)

function checkErrorBody({ status, headers, body }: RestAnswer, where: string): void {
  const { code, message, field, details, request_id, ...more } = body.error
  expect([Object.keys(body), more], where).toEqual([['error'], {}])
  expect([code, ERROR_STATUS[code as ErrorCode]], where).toEqual([code, status])
  expect(typeof message, where).toBe('string')
  expect([message.length > 0, message.length < 2000], where).toEqual([true, true])
  expect(['undefined', 'string'], where).toContain(typeof field)
  expect(details === undefined || (typeof details === 'object' && details !== null && !Array.isArray(details)), where).toBe(true)
  expect(request_id, where).toBe(headers['x-request-id'])
}
