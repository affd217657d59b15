import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { dictionaryRules } from '../support/gateway-under-test.ts'
import { nameOf, operationsOf, urlOf } from '../support/operations.ts'
import { openRestServer } from '../support/rest-server.ts'
import type { RestServer } from '../support/rest-server.ts'
import { Choices } from './choices.ts'
import { checkCsvOut, checkQuoteFile } from './csv-check.ts'
import { anyCursor, checkCursor } from './cursor-check.ts'

const RUNS = 5_000
const tape = fc.uint8Array({ maxLength: 80, size: 'max' })

describe(`whatever comes: ${RUNS} times each`, () => {
  test('a file of quotes is read as it stands, or refused with the first line that is wrong', async () => {
    await fc.assert(fc.asyncProperty(tape, checkQuoteFile), { numRuns: RUNS })
  })

  test('what is exported reads back as it was, by RFC 4180', () => {
    fc.assert(fc.property(tape, checkCsvOut), { numRuns: RUNS })
  })

  test('a cursor is a place in its list, or INVALID_CURSOR', () => {
    fc.assert(fc.property(tape, checkCursor), { numRuns: RUNS })
  })
})

describe('every list that has pages', () => {
  const failures: unknown[] = []
  let server: RestServer
  let ids: Readonly<Record<string, string>>
  beforeAll(async () => {
    server = await openRestServer({ dictionary: await dictionaryRules(), reportFailure: (error) => failures.push(error) })
    ids = await twoOfEverything(server)
  })
  afterAll(() => server.close())

  test('gives a page or INVALID_CURSOR for any cursor, also one that was made up for it', { timeout: 120_000 }, async () => {
    const lists = (await operationsOf(server.client)).filter(
      ({ method, query }) => method === 'GET' && query.some(({ name }) => name === 'cursor'),
    )
    const withoutSecondPage: string[] = []
    for (const list of lists) {
      const client = list.access === 'operator' ? server.operator : server.client
      const url = urlOf(list, (name) => ids[name] ?? 'AAPL')
      const first = await client.get(`${url}?limit=1`)
      const next = first.body.pagination?.next_cursor as string | null | undefined
      if (typeof next !== 'string') {
        withoutSecondPage.push(nameOf(list))
        continue
      }
      const before = fingerprint(server.engine.state)
      await fc.assert(
        fc.asyncProperty(tape, async (bytes) => {
          const cursor = anyCursor(new Choices(bytes), next)
          const { status, body } = await client.get(`${url}?limit=1&cursor=${encodeURIComponent(Buffer.from(cursor).toString())}`)
          expect(failures, cursor).toEqual([])
          if (status === 200) expect(body.data.length, cursor).toBeLessThanOrEqual(1)
          else
            expect([status, body.error.code], cursor).toEqual([
              400,
              status === 400 && body.error.code === 'VALIDATION_ERROR' ? 'VALIDATION_ERROR' : 'INVALID_CURSOR',
            ])
        }),
        { numRuns: 60 },
      )
      expect(fingerprint(server.engine.state)).toBe(before)
    }
    // these need a receiver or a desk; how they page is tested where they are
    expect(withoutSecondPage).toEqual([
      'GET /v1/webhooks/{webhookId}/deliveries',
      'GET /api/Blotter/OrderFixLogs',
      'GET /v1/admin/fix/sessions/{id}/messages',
    ])
  })
})

/** Two rows in each list, so that the first page has a cursor: the ids that paths name. */
async function twoOfEverything(server: RestServer): Promise<Readonly<Record<string, string>>> {
  const account = await server.account('10000.00')
  await server.account('500.00')
  const { body: order } = await account.order({ side: 'buy', quantity: '4', limit_price: '150.00', symbol: 'AAPL' })
  for (const symbol of ['AAPL', 'MSFT']) {
    await account.deposit('100.00')
    await account.order({ side: 'buy', quantity: '1', limit_price: '160.00', symbol })
    await server.client.post('/v1/keys', { label: symbol, scopes: ['accounts:read'] })
    await server.client.post(`${account.path}/keys`, { label: symbol })
    await server.operator.post('/v1/admin/fix/sessions', { sender_comp_id: symbol, kind: 'order-entry' })
    // each fills a part of the order
    await server.quote('AAPL', '149.00', '150.00', '3')
    await server.quote('MSFT', '149.00', '150.00')
    await server.issue(null, ['operator'])
    await server.anotherPartner('live')
    const split = { type: 'split', symbol, ratio: '2:1', ex_date: '2027-01-04' }
    await server.client.post('/v1/dev/sandbox/corporate-actions', split)
    await server.operator.post('/v1/admin/corporate-actions', split)
  }
  return { accountId: account.id, orderId: order.id as string }
}
