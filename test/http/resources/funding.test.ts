import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BANK, openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

let server: RestServer
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.now += 1000
  account = await server.account()
})

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
const at = (): string => new Date(server.now).toISOString()
const NOWHERE = '00000000-0000-4000-8000-000000000000'

describe('an ACH relationship', () => {
  const link = (more: object = {}) => server.client.post(`${account.path}/ach-relationships`, { ...BANK, ...more })

  test('is approved in the 201, and shows the last four characters alone', async () => {
    const { status, body } = await link()
    expect([status, body]).toEqual([
      201,
      {
        id: uuid,
        account_id: account.id,
        status: 'APPROVED',
        bank_account_owner_name: 'Jane Doe',
        bank_account_type: 'CHECKING',
        bank_name: 'First Bank',
        bank_account_last4: '6789',
        bank_routing_number: '121000358',
        rejection_reason: null,
        created_at: at(),
        updated_at: at(),
        cancelled_at: null,
      },
    ])
    expect((await server.client.get(`${account.path}/ach-relationships/${body.id}`)).body).toEqual(body)
  })

  test.each([
    ['12340002', 'REJECTED', 'The bank account could not be verified.'],
    ['12340003', 'PENDING', null],
  ])('of account %s is %s', async (bank_account_number, status, rejection_reason) => {
    expect((await link({ bank_account_number })).body).toMatchObject({ status, rejection_reason })
  })

  test('that is deleted stays in the list as cancelled', async () => {
    const { body } = await link()
    const { body: other } = await link({ bank_name: undefined, bank_account_type: 'SAVINGS' })
    expect(other.bank_name).toBeNull()
    server.now += 1000
    const path = `${account.path}/ach-relationships/${body.id as string}`
    expect((await server.client.delete(path)).status).toBe(204)
    const cancelled = { ...body, status: 'CANCELLED', updated_at: at(), cancelled_at: at() }
    expect((await server.client.get(path)).body).toEqual(cancelled)
    const list = async (query = '') => (await server.client.get(`${account.path}/ach-relationships${query}`)).body.data
    expect(await list()).toEqual([other, cancelled])
    expect(await list('?status=CANCELLED')).toEqual([cancelled])
    expect(await list('?status=APPROVED')).toEqual([other])
    const again = await server.client.delete(path)
    expect([again.status, again.body.error.code, again.body.error.details]).toEqual([
      409,
      'ACH_RELATIONSHIP_NOT_APPROVED',
      { status: 'CANCELLED' },
    ])
  })

  test.each([
    [{ bank_routing_number: '121000359' }, 'INVALID_ROUTING_NUMBER', 'bank_routing_number'],
    [{ bank_routing_number: '12100035' }, 'INVALID_ROUTING_NUMBER', 'bank_routing_number'],
    [{ bank_routing_number: 121000358 }, 'VALIDATION_ERROR', 'bank_routing_number'],
    [{ bank_account_number: '123' }, 'VALIDATION_ERROR', 'bank_account_number'],
    [{ bank_account_number: '1'.repeat(18) }, 'VALIDATION_ERROR', 'bank_account_number'],
    [{ bank_account_type: 'BROKERAGE' }, 'VALIDATION_ERROR', 'bank_account_type'],
    [{ bank_account_owner_name: '' }, 'VALIDATION_ERROR', 'bank_account_owner_name'],
  ])('with %j is refused', async (more, code, field) => {
    const { status, body } = await link(more)
    expect([status, body.error.code, body.error.field]).toEqual([400, code, field])
  })

  test('of an account that is not active is refused', async () => {
    const { body: pending } = await server.client.post('/v1/accounts', {
      contact: { email_address: 'a@example.com' },
      identity: { given_name: 'A', family_name: 'B', date_of_birth: '1990-01-01', tax_id: '123450003' },
    })
    const { status, body } = await server.client.post(`/v1/accounts/${pending.id as string}/ach-relationships`, BANK)
    expect([status, body.error.code]).toEqual([409, 'ACCOUNT_NOT_ACTIVE'])
  })

  test.each(['x', NOWHERE])('%s that does not exist is a 404', async (id) => {
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await server.client.send(method, `${account.path}/ach-relationships/${id}`)
      expect([status, body.error.code]).toEqual([404, 'ACH_RELATIONSHIP_NOT_FOUND'])
    }
  })
})

describe('a deposit', () => {
  let ach: string
  beforeEach(async () => {
    ach = (await account.link()).id
  })
  const deposit = (more: object = {}, headers: Record<string, string> = {}) =>
    server.client.post(`${account.path}/funding/deposits`, { ach_relationship_id: ach, amount: '100.00', ...more }, { headers })

  test('is settled as it is made', async () => {
    const { status, body } = await deposit({ description: 'initial', idempotency_key: 'dep-1' })
    expect([status, body]).toEqual([
      201,
      {
        id: uuid,
        account_id: account.id,
        type: 'DEPOSIT',
        status: 'SETTLED',
        amount: '100.00',
        net_amount: '100.00',
        processing_fee: '0.00',
        currency: 'USD',
        ach_relationship_id: ach,
        bank_account_last4: '6789',
        description: 'initial',
        idempotency_key: 'dep-1',
        return_code: null,
        return_reason: null,
        ira_distribution: null,
        expected_settlement_date: '2026-11-20',
        created_at: at(),
        updated_at: at(),
        settled_at: at(),
      },
    ])
    expect((await server.client.get(`${account.path}/funding/activity/${body.id as string}`)).body).toEqual(body)
    expect((await account.balances())['buying_power']).toBe('100.00')
  })

  test('that is repeated with its key is answered 200 with the first, once in the balance', async () => {
    const first = await deposit({ idempotency_key: 'k' })
    const byHeader = await deposit({}, { 'idempotency-key': 'k' })
    const byBoth = await deposit({ idempotency_key: 'k' }, { 'idempotency-key': 'k' })
    for (const again of [byHeader, byBoth]) {
      expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', first.body])
    }
    expect((await account.balances())['cash']).toBe('100.00')
    const racing = await Promise.all(Array.from({ length: 20 }, () => deposit({ idempotency_key: 'race' })))
    expect(racing.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 201])
  })

  test.each([
    [{ amount: '100.01' }, 409, 'IDEMPOTENCY_CONFLICT', 'idempotency_key'],
    [{ description: 'other' }, 409, 'IDEMPOTENCY_CONFLICT', 'idempotency_key'],
  ])('with the key of another and %j is a conflict', async (more, status, code, field) => {
    await deposit({ idempotency_key: 'k' })
    const answer = await deposit({ idempotency_key: 'k', ...more })
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([status, code, field])
  })

  test.each([
    [{ amount: undefined }, 400, 'VALIDATION_ERROR', 'amount'],
    [{ amount: 100 }, 400, 'VALIDATION_ERROR', 'amount'],
    [{ amount: '100' }, 400, 'INVALID_AMOUNT', 'amount'],
    [{ amount: '100.0' }, 400, 'INVALID_AMOUNT', 'amount'],
    [{ amount: '-1.00' }, 400, 'INVALID_AMOUNT', 'amount'],
    [{ amount: '0.00' }, 400, 'INVALID_AMOUNT', 'amount'],
    [{ amount: '0.99' }, 422, 'AMOUNT_OUT_OF_RANGE', 'amount'],
    [{ amount: '1000000.01' }, 422, 'AMOUNT_OUT_OF_RANGE', 'amount'],
    [{ amount: '99999999999999999999.00' }, 422, 'AMOUNT_OUT_OF_RANGE', 'amount'],
    [{ description: 'x'.repeat(141) }, 400, 'VALIDATION_ERROR', 'description'],
    [{ idempotency_key: 'x'.repeat(129) }, 400, 'VALIDATION_ERROR', 'idempotency_key'],
    [{ ach_relationship_id: 'x' }, 404, 'ACH_RELATIONSHIP_NOT_FOUND', 'ach_relationship_id'],
    [{ ach_relationship_id: NOWHERE }, 404, 'ACH_RELATIONSHIP_NOT_FOUND', 'ach_relationship_id'],
  ])('with %j is refused', async (more, status, code, field) => {
    const answer = await deposit(more)
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([status, code, field])
  })

  test('with two keys that differ is refused', async () => {
    const { status, body } = await deposit({ idempotency_key: 'a' }, { 'idempotency-key': 'b' })
    expect([status, body.error.code, body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'idempotency_key'])
  })

  test('over a link that is not approved is refused', async () => {
    const pending = await account.link({ bank_account_number: '12340003' })
    const { status, body } = await deposit({ ach_relationship_id: pending.id })
    expect([status, body.error.code, body.error.details]).toEqual([409, 'ACH_RELATIONSHIP_NOT_APPROVED', { status: 'PENDING' }])
  })

  test('of another account is not found in this one', async () => {
    const { body } = await deposit()
    const other = await server.account()
    const answer = await server.client.get(`${other.path}/funding/activity/${body.id as string}`)
    expect([answer.status, answer.body.error.code]).toEqual([404, 'FUNDING_ACTIVITY_NOT_FOUND'])
  })

  test('is in the list, newest first, page by page', async () => {
    const amounts = ['1.00', '2.00', '3.00']
    for (const amount of amounts) await deposit({ amount })
    const list = async (query = '') => (await server.client.get(`${account.path}/funding/activity${query}`)).body
    const amountsOf = (page: { data: { amount: string }[] }): string[] => page.data.map(({ amount }) => amount)
    expect(amountsOf(await list())).toEqual(['3.00', '2.00', '1.00'])
    const first = await list('?limit=2')
    expect(amountsOf(await list(`?limit=2&cursor=${first.pagination.next_cursor as string}`))).toEqual(['1.00'])
    expect(amountsOf(await list('?type=DEPOSIT&status=SETTLED'))).toEqual(['3.00', '2.00', '1.00'])
    expect(amountsOf(await list('?type=WITHDRAWAL'))).toEqual([])
    expect(amountsOf(await list('?status=PENDING'))).toEqual([])
    expect(amountsOf(await list('?created_before=2026-11-19'))).toEqual([])
    expect((await server.client.get(`${account.path}/funding/activity?status=DONE`)).body.error.field).toBe('status')
  })
})
