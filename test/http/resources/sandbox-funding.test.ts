import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

let server: RestServer
let account: TradingAccount
let ach: string
beforeAll(async () => {
  server = await openRestServer({ rules: { achMode: 'manual' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.now += 1000
  account = await server.account()
  ach = (await account.link()).id
})

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const at = (): string => new Date(server.now).toISOString()

const request = async (kind: 'deposits' | 'withdrawals', amount: string) =>
  (await server.client.post(`${account.path}/funding/${kind}`, { ach_relationship_id: ach, amount })).body as Record<string, string>
const move = (id: string, action: string, return_code?: string) =>
  server.client.post(`/v1/dev/sandbox/funding/${id}`, { action, return_code })
const settled = async (amount: string): Promise<string> => {
  const { id } = await request('deposits', amount)
  for (const action of ['queue', 'send', 'settle']) await move(id!, action)
  return id!
}
const codeOf = ({ status, body }: Awaited<ReturnType<typeof move>>): unknown[] => [
  status,
  body.error?.code,
  body.error?.field,
  body.error?.details,
]

describe('a bank link that waits', () => {
  test.each([
    ['approve', 'APPROVED', null],
    ['reject', 'REJECTED', 'The bank account could not be verified.'],
  ])('is decided once: %s', async (decision, status, rejection_reason) => {
    const pending = await account.link({ bank_account_number: '12340003' })
    server.now += 1000
    const path = `/v1/dev/sandbox/ach-relationships/${pending.id}`
    const answer = await server.client.post(path, { decision })
    expect([answer.status, answer.body]).toEqual([200, { ...pending, status, rejection_reason, updated_at: at() }])
    expect((await server.client.get(`${account.path}/ach-relationships/${pending.id}`)).body).toEqual(answer.body)
    expect(codeOf(await server.client.post(path, { decision }))).toEqual([400, 'VALIDATION_ERROR', 'decision', { status }])
  })

  test('lets money through once it is approved', async () => {
    const pending = await account.link({ bank_account_number: '12340003' })
    const deposit = () => server.client.post(`${account.path}/funding/deposits`, { ach_relationship_id: pending.id, amount: '10.00' })
    expect((await deposit()).body.error.code).toBe('ACH_RELATIONSHIP_NOT_APPROVED')
    await server.client.post(`/v1/dev/sandbox/ach-relationships/${pending.id}`, { decision: 'approve' })
    expect((await deposit()).status).toBe(201)
  })

  test('of nobody, or of another partner, is a 404, and a decision is needed', async () => {
    const pending = await account.link({ bank_account_number: '12340003' })
    const other = await server.anotherPartner()
    const answers = [
      await server.client.post(`/v1/dev/sandbox/ach-relationships/${NOWHERE}`, { decision: 'approve' }),
      await other.post(`/v1/dev/sandbox/ach-relationships/${pending.id}`, { decision: 'approve' }),
      await other.post(`/v1/dev/sandbox/ach-relationships/${pending.id}`, {}),
    ]
    for (const answer of answers) expect(codeOf(answer)).toEqual([404, 'ACH_RELATIONSHIP_NOT_FOUND', undefined, undefined])
    expect(codeOf(await server.client.post(`/v1/dev/sandbox/ach-relationships/${pending.id}`, { decision: 'maybe' }))).toEqual([
      400,
      'VALIDATION_ERROR',
      'decision',
      undefined,
    ])
  })
})

describe('a transfer that is moved by hand', () => {
  test('goes from state to state, and its money with it', async () => {
    const deposit = await request('deposits', '100.00')
    expect(deposit).toMatchObject({
      status: 'PENDING',
      settled_at: null,
      expected_settlement_date: expect.stringMatching(/^2026-11-2[345]$/),
    })
    expect(await account.balances()).toMatchObject({ cash: '0.00', pending_deposits: '100.00', buying_power: '0.00' })
    server.now += 1000
    const path = `${account.path}/funding/activity/${deposit['id']!}`
    for (const [action, status, settled_at] of [
      ['queue', 'QUEUED', null],
      ['send', 'SENT', null],
      ['settle', 'SETTLED', at()],
    ] as const) {
      const { status: code, body } = await move(deposit['id']!, action)
      expect([code, body]).toEqual([200, { ...deposit, status, updated_at: at(), settled_at }])
      expect((await server.client.get(path)).body).toEqual(body)
    }
    expect(await account.balances()).toMatchObject({ cash: '100.00', pending_deposits: '0.00', buying_power: '100.00' })
  })

  test('that is a withdrawal is reserved until it settles', async () => {
    await settled('100.00')
    const withdrawal = await request('withdrawals', '60.00')
    const reserved = {
      cash: '100.00',
      settled_cash: '100.00',
      pending_withdrawals: '60.00',
      withdrawable_cash: '40.00',
      buying_power: '40.00',
    }
    for (const action of ['queue', 'send']) {
      expect(await account.balances()).toMatchObject(reserved)
      await move(withdrawal['id']!, action)
    }
    expect(await account.balances()).toMatchObject(reserved)
    await move(withdrawal['id']!, 'settle')
    expect(await account.balances()).toMatchObject({ cash: '40.00', pending_withdrawals: '0.00', withdrawable_cash: '40.00' })
  })

  test('can be cancelled while it is PENDING alone', async () => {
    const pending = await request('deposits', '10.00')
    const cancel = (id: string) => server.client.post(`${account.path}/funding/activity/${id}/cancel`)
    const { status, body } = await cancel(pending['id']!)
    expect([status, body]).toEqual([200, { ...pending, status: 'CANCELLED', updated_at: at() }])
    expect(codeOf(await cancel(pending['id']!))).toEqual([409, 'TRANSFER_NOT_CANCELLABLE', undefined, { status: 'CANCELLED' }])
    const queued = await request('deposits', '10.00')
    await move(queued['id']!, 'queue')
    expect(codeOf(await cancel(queued['id']!))).toEqual([409, 'TRANSFER_NOT_CANCELLABLE', undefined, { status: 'QUEUED' }])
    expect(await account.balances()).toMatchObject({ cash: '0.00', pending_deposits: '10.00' })
  })

  test.each([
    ['R01', 'Insufficient funds'],
    ['R02', 'Account closed'],
    ['R03', 'No account or unable to locate account'],
    ['R10', 'Customer advises that the originator is not authorized'],
  ])('can be returned with %s after it settled: the cash is debited again, and buys wait until it is repaid', async (code, reason) => {
    await server.quote('AAPL', '9.90', '10.00')
    const id = await settled('100.00')
    await account.order({ side: 'buy', quantity: '8', limit_price: '10.00' })
    expect((await move(id, 'return', code)).body).toMatchObject({
      status: 'RETURNED',
      return_code: code,
      return_reason: reason,
      settled_at: at(),
    })
    expect(await account.balances()).toMatchObject({
      cash: '-80.00',
      settled_cash: '-80.00',
      buying_power: '0.00',
      withdrawable_cash: '0.00',
    })
    const buy = () => account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })
    expect((await buy()).body.error.code).toBe('INSUFFICIENT_BUYING_POWER')
    await settled('81.00')
    expect((await buy()).status).toBe(201)
    const { data } = (await server.client.get(`${account.path}/activities?type=DEPOSIT`)).body
    expect(data.map((line: Record<string, string>) => line['net_amount'])).toEqual(['81.00', '-100.00', '100.00'])
  })

  test('is refused an action that its state does not allow, with the state', async () => {
    const { id } = await request('deposits', '10.00')
    for (const action of ['send', 'settle'])
      expect(codeOf(await move(id!, action))).toEqual([400, 'VALIDATION_ERROR', 'action', { status: 'PENDING' }])
    expect(codeOf(await move(id!, 'return', 'R01'))).toEqual([400, 'VALIDATION_ERROR', 'action', { status: 'PENDING' }])
    expect(codeOf(await move(id!, 'return'))).toEqual([400, 'VALIDATION_ERROR', 'return_code', undefined])
    expect(codeOf(await move(id!, 'return', 'R99'))).toEqual([400, 'VALIDATION_ERROR', 'return_code', undefined])
    expect(codeOf(await move(id!, 'burn'))).toEqual([400, 'VALIDATION_ERROR', 'action', undefined])
  })

  test('of nobody, or of another partner, is a 404', async () => {
    const { id } = await request('deposits', '10.00')
    const other = await server.anotherPartner()
    const answers = [
      await move(NOWHERE, 'queue'),
      await move(ach, 'queue'),
      await other.post(`/v1/dev/sandbox/funding/${id!}`, { action: 'queue' }),
      await other.post(`/v1/dev/sandbox/funding/${id!}`, {}),
    ]
    for (const answer of answers) expect(codeOf(answer)).toEqual([404, 'FUNDING_ACTIVITY_NOT_FOUND', undefined, undefined])
  })

  test('keeps its bank link in use', async () => {
    const { id } = await request('deposits', '10.00')
    const unlink = () => server.client.delete(`${account.path}/ach-relationships/${ach}`)
    expect((await unlink()).body.error).toMatchObject({ code: 'ACH_RELATIONSHIP_IN_USE' })
    await server.client.post(`${account.path}/funding/activity/${id!}/cancel`)
    expect((await unlink()).status).toBe(204)
  })
})

test('a live partner has neither of the two: its links are verified and its transfers settle by themselves', async () => {
  const live = await server.anotherPartner('live')
  const own = await server.account(undefined, live)
  const link = await own.link()
  expect(link.status).toBe('PENDING')
  server.now += 1000
  await server.run({ type: 'AdvanceTime' })
  expect((await live.get(`${own.path}/ach-relationships`)).body.data).toEqual([{ ...link, status: 'APPROVED', updated_at: at() }])
  const { body } = await live.post(`${own.path}/funding/deposits`, { ach_relationship_id: link.id, amount: '10.00' })
  expect(body).toMatchObject({ status: 'PENDING', expected_settlement_date: '2026-11-23', settled_at: null })
  for (const path of [`funding/${NOWHERE}`, `ach-relationships/${NOWHERE}`]) {
    const { status, body } = await live.post(`/v1/dev/sandbox/${path}`, {})
    expect([status, body.error.code]).toEqual([403, 'SANDBOX_ONLY'])
  }
})
