import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditedAhead } from '../../support/audited-ahead.ts'
import type { RestClient } from '../../support/rest-client.ts'
import { openRestServer, RestServer, TradingAccount } from '../../support/rest-server.ts'

/** What has a route of the sandbox for its partners, and an operator's for live ones. */
let server: RestServer
let live: RestClient
beforeAll(async () => {
  server = await openRestServer({ kyc: { mode: 'manual', delayMs: 0 } })
  live = await server.anotherPartner('live')
})
afterAll(() => server.close())

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const admin = (path: string, body?: unknown) => server.operator.post(`/v1/admin/${path}`, body)
const audited = async () => (await server.operator.get('/v1/admin/audit?limit=1')).body.data[0]
const codeOf = ({ status, body }: Awaited<ReturnType<typeof admin>>): unknown[] => [status, body.error?.code, body.error?.field]
const applied = async (client = live) => (await client.post('/v1/accounts', RestServer.application())).body as Record<string, string>

describe('the review of an account', () => {
  const decide = (id: string, body: object) => admin(`accounts/${id}/kyc`, body)

  test('is decided by an operator, who is audited', async () => {
    const waiting = await applied()
    expect([waiting['status'], waiting['kyc_status']]).toEqual(['SUBMITTED', 'SUBMITTED'])
    const asked = await decide(waiting['id']!, { decision: 'request_information', reject: ['ADDRESS_VERIFICATION'], why: 'x' })
    expect([asked.status, asked.body.status, asked.body.kyc_results.reject]).toEqual([200, 'ACTION_REQUIRED', ['ADDRESS_VERIFICATION']])
    expect(await audited()).toMatchObject({
      operation: 'account.review',
      subject: waiting['id'],
      detail: { decision: 'request_information', reject: ['ADDRESS_VERIFICATION'] },
    })
    expect((await audited()).detail).not.toHaveProperty('why')
    const { status, body } = await decide(waiting['id']!.toUpperCase(), { decision: 'approve' })
    expect([status, body.status, body.kyc_status, body.kyc_results.summary]).toEqual([200, 'ACTIVE', 'APPROVED', 'pass'])
    expect((await live.get(`/v1/accounts/${waiting['id']!}`)).body).toEqual(body)
    expect(await audited()).toMatchObject({ operation: 'account.review', subject: waiting['id'], detail: { decision: 'approve' } })
  })

  test('of a sandbox partner is decided, too', async () => {
    const { id } = await applied(server.client)
    expect((await decide(id!, { decision: 'reject' })).body).toMatchObject({ status: 'REJECTED', kyc_results: { reject: ['OTHER'] } })
  })

  test('is refused where there is nothing to decide, and is not audited then', async () => {
    const { id } = await applied()
    await decide(id!, { decision: 'reject', reject: ['PEP'] })
    const before = await audited()
    const again = await decide(id!, { decision: 'approve' })
    expect([...codeOf(again), again.body.error.details]).toEqual([400, 'VALIDATION_ERROR', 'decision', { status: 'REJECTED' }])
    await live.post(`/v1/accounts/${id!}/actions/close`)
    expect(codeOf(await decide(id!, { decision: 'approve' }))).toEqual([409, 'ACCOUNT_CLOSED', undefined])
    expect(codeOf(await decide(NOWHERE, {}))).toEqual([404, 'ACCOUNT_NOT_FOUND', undefined])
    expect(await audited()).toEqual(before)
  })

  test.each([
    [{}, 'decision'],
    [{ decision: 'reject', reject: ['MOOD'] }, 'reject.0'],
    [{ decision: 'approve', reject: ['PEP'] }, 'reject'],
  ])('says %j in vain', async (body, field) => {
    const { id } = await applied()
    expect(codeOf(await decide(id!, body))).toEqual([400, 'VALIDATION_ERROR', field])
  })

  test('is for operators alone', async () => {
    const { id } = await applied()
    expect(codeOf(await live.post(`/v1/admin/accounts/${id!}/kyc`, { decision: 'approve' }))).toEqual([403, 'FORBIDDEN', undefined])
  })
})

/** An account of the live partner that an operator has approved, with a bank link that the verifier has. */
async function funded(amount: string) {
  const { id } = await applied()
  await admin(`accounts/${id!}/kyc`, { decision: 'approve' })
  const account = new TradingAccount(live, await accountOf(id!))
  const ach = await account.link()
  server.now += 1000
  await server.run({ type: 'AdvanceTime' })
  const deposit = await live.post(`${account.path}/funding/deposits`, { ach_relationship_id: ach.id, amount })
  return { account, ach, deposit: deposit.body as Record<string, string> }
}
const accountOf = async (id: string) => (await live.get(`/v1/accounts/${id}`)).body as { id: string; account_number: string }

describe('a transfer', () => {
  const giveBack = (id: string, body: object = { return_code: 'R01' }) => admin(`funding/${id}/return`, body)

  test('that has settled is returned by an operator, who is audited', async () => {
    const { account, deposit } = await funded('100.00')
    const early = await giveBack(deposit['id']!)
    expect([...codeOf(early), early.body.error.details]).toEqual([400, 'VALIDATION_ERROR', 'action', { status: 'PENDING' }])
    await server.operator.post('/v1/admin/end-of-day', { date: '2026-11-27' })
    expect(await account.balances()).toMatchObject({ cash: '100.00' })
    const { status, body } = await giveBack(deposit['id']!.toUpperCase(), { return_code: 'R02' })
    expect([status, body.status, body.return_code]).toEqual([200, 'RETURNED', 'R02'])
    expect(await audited()).toMatchObject({ operation: 'transfer.return', subject: deposit['id'], detail: { return_code: 'R02' } })
    expect(await account.balances()).toMatchObject({ cash: '0.00' })
    expect((await live.get(`${account.path}/funding/activity/${deposit['id']!}`)).body).toEqual(body)
  })

  test('of nobody is a 404, and the code that the bank gives is needed', async () => {
    const { deposit } = await funded('1.00')
    const answers = [
      await giveBack(NOWHERE, {}),
      await giveBack(deposit['id']!, {}),
      await giveBack(deposit['id']!, { return_code: 'R99' }),
    ]
    expect(answers.map(codeOf)).toEqual([
      [404, 'FUNDING_ACTIVITY_NOT_FOUND', undefined],
      [400, 'VALIDATION_ERROR', 'return_code'],
      [400, 'VALIDATION_ERROR', 'return_code'],
    ])
  })
})

describe('the market of live partners', () => {
  test('has the quotes that an operator sets; a sandbox has its own', async () => {
    const quote = { symbol: 'aapl', bid: '99.00', ask: '99.10' }
    const { status, body } = await admin('quotes', quote)
    expect([status, body]).toEqual([200, { symbol: 'AAPL', bid: '99.00', ask: '99.10', bid_size: '1000', ask_size: '1000' }])
    expect(await audited()).toMatchObject({ operation: 'quotes.set', subject: 'AAPL', detail: { symbols: ['AAPL'] } })
    const seen = async (client: RestClient) => (await client.get('/v1/marketdata/real-time/AAPL')).body
    expect(await seen(live)).toMatchObject({ bid: 99, ask: 99.1 })
    expect(await seen(server.client)).not.toMatchObject({ bid: 99 })
    expect((await admin('quotes', { quotes: [quote, { symbol: 'MSFT', bid: '1.00' }] })).body.quotes).toHaveLength(2)
    expect(await audited()).toMatchObject({ detail: { symbols: ['AAPL', 'MSFT'] } })
    expect(codeOf(await admin('quotes', { ...quote, bid: '99.20' }))).toEqual([400, 'INVALID_QUOTE', 'bid'])
  })

  test('has the splits and dividends that an operator announces', async () => {
    const dividend = { type: 'cash_dividend', symbol: 'MSFT', amount: '0.25', ex_date: '2026-12-15', pay_date: '2026-12-16' }
    const { status, body } = await admin('corporate-actions', dividend)
    expect([status, body]).toMatchObject([201, { ...dividend, ratio: null, status: 'announced' }])
    expect(await audited()).toMatchObject({ operation: 'corporate_action.announce', subject: body.id, detail: dividend })
    expect((await server.operator.get('/v1/admin/corporate-actions?symbol=msft')).body.data).toEqual([body])
    expect((await server.client.get('/v1/dev/sandbox/corporate-actions')).body.data).toEqual([])
    expect(codeOf(await admin('corporate-actions', { ...dividend, ratio: '2:1' }))).toEqual([400, 'VALIDATION_ERROR', 'ratio'])
    expect(codeOf(await admin('corporate-actions', { ...dividend, ex_date: '2020-01-02' }))).toEqual([400, 'VALIDATION_ERROR', 'ex_date'])
  })

  test.each([
    ['quotes.set', 'quotes', { symbol: 'MSFT', bid: '11.00', ask: '11.10' }],
    ['corporate_action.announce', 'corporate-actions', { type: 'split', symbol: 'MSFT', ratio: '2:1', ex_date: '2026-12-15' }],
  ])('is changed once that is in the audit trail: %s', async (operation, path, body) => {
    const { status, ...rows } = await auditedAhead(server, () => admin(path, body))
    expect(rows).toEqual({ ahead: [operation], behind: [operation] })
    expect(status).toBeLessThan(300)
  })

  test('is not there before there is a live partner', async () => {
    const own = await openRestServer()
    const answers = [
      await own.operator.post('/v1/admin/quotes', {}),
      await own.operator.post('/v1/admin/corporate-actions', {}),
      await own.operator.get('/v1/admin/corporate-actions'),
    ]
    await own.close()
    expect(answers.map(codeOf)).toEqual(Array(3).fill([404, 'PARTNER_NOT_FOUND', undefined]))
  })
})
