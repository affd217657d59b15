import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RestClient } from '../../support/rest-client.ts'
import { openRestServer, RestServer } from '../../support/rest-server.ts'

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
