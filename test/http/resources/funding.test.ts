import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BANK, openRestServer, RestServer, type TradingAccount } from '../../support/rest-server.ts'

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

  test('of which several members are wrong is told all of them, a checksum too', async () => {
    const { status, body } = await link({ bank_account_number: '123', bank_routing_number: '121000359' })
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      {
        errors: [
          { field: 'bank_account_number', code: 'VALIDATION_ERROR', message: expect.any(String) },
          { field: 'bank_routing_number', code: 'INVALID_ROUTING_NUMBER', message: expect.stringContaining('checksum') },
        ],
      },
    ])
  })

  test('that comes while the end of a day is overdue is answered like any other', async () => {
    const late = await openRestServer()
    try {
      const { path } = await late.account()
      late.now += 86_400_000
      const { status, body } = await late.client.post(`${path}/ach-relationships`, BANK)
      expect([status, body.status, body.created_at]).toEqual([201, 'APPROVED', new Date(late.now).toISOString()])
    } finally {
      await late.close()
    }
  })

  test('that was rejected can not be deleted', async () => {
    const { body } = await link({ bank_account_number: '12340002' })
    const answer = await server.client.delete(`${account.path}/ach-relationships/${body.id as string}`)
    expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([
      409,
      'ACH_RELATIONSHIP_NOT_APPROVED',
      { status: 'REJECTED' },
    ])
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

  test('is told all that is wrong with it, a checksum too', async () => {
    const { body } = await link({ bank_routing_number: '121000359', bank_account_number: '1' })
    expect(body.error.details.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
      ['bank_account_number', 'VALIDATION_ERROR'],
      ['bank_routing_number', 'INVALID_ROUTING_NUMBER'],
    ])
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
    [{ amount: '99999999999999999999.00' }, 409, 'IDEMPOTENCY_CONFLICT', 'idempotency_key'],
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

  test('of nothing, and with another fault, is told both', async () => {
    const { body } = await deposit({ amount: '0.00', description: 'x'.repeat(141) })
    expect(body.error.details.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
      ['description', 'VALIDATION_ERROR'],
      ['amount', 'INVALID_AMOUNT'],
    ])
  })

  test('of an amount that can not be counted is refused in its turn, like any that is too large', async () => {
    const amount = '99999999999999999999.00'
    const { body } = await deposit({ amount })
    expect(body.error).toMatchObject({ code: 'AMOUNT_OUT_OF_RANGE', details: { min: '1.00', max: '1000000.00' } })
    expect((await deposit({ amount, ach_relationship_id: NOWHERE })).body.error.code).toBe('ACH_RELATIONSHIP_NOT_FOUND')
  })

  test('with two keys that differ is refused', async () => {
    const { status, body } = await deposit({ idempotency_key: 'a' }, { 'idempotency-key': 'b' })
    expect([status, body.error.code, body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'idempotency_key'])
  })

  test.each([
    ['', 400],
    ['k'.repeat(129), 400],
    ['k'.repeat(128), 201],
  ])('with the header Idempotency-Key: %s is answered with %i', async (key, expected) => {
    const { status, body } = await deposit({}, { 'idempotency-key': key })
    expect([status, body.error?.field]).toEqual([expected, expected === 400 ? 'idempotency_key' : undefined])
  })

  /** A header has bytes; a client gives each as a character. */
  const bytesOf = (key: string) => Buffer.from(key).toString('latin1')

  test('with a key above ASCII is the same by header and by body', async () => {
    const first = await deposit({ idempotency_key: 'Überweisung-1€' })
    for (const again of [
      await deposit({}, { 'idempotency-key': bytesOf('Überweisung-1€') }),
      await deposit({ idempotency_key: 'Überweisung-1€' }, { 'idempotency-key': bytesOf('Überweisung-1€') }),
    ])
      expect([again.status, again.body]).toEqual([200, first.body])
    expect((await deposit({}, { 'idempotency-key': bytesOf('🏦'.repeat(128)) })).body.idempotency_key).toBe('🏦'.repeat(128))
  })

  test('with a header Idempotency-Key in other bytes than UTF-8 is refused', async () => {
    const { status, body } = await deposit({}, { 'idempotency-key': '\xfc' })
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
})

describe('a withdrawal', () => {
  let ach: string
  beforeEach(async () => {
    await account.deposit('1000.00')
    ach = (await server.client.get(`${account.path}/ach-relationships`)).body.data[0].id as string
  })
  const withdraw = (more: object = {}, headers: Record<string, string> = {}) =>
    server.client.post(`${account.path}/funding/withdrawals`, { ach_relationship_id: ach, amount: '100.00', ...more }, { headers })

  test('is settled as it is made, its fee out of the amount', async () => {
    const { status, body } = await withdraw({ description: 'rent', idempotency_key: 'wd-1', processing_fee: '1.50' })
    expect([status, body]).toEqual([
      201,
      {
        id: uuid,
        account_id: account.id,
        type: 'WITHDRAWAL',
        status: 'SETTLED',
        amount: '100.00',
        net_amount: '98.50',
        processing_fee: '1.50',
        currency: 'USD',
        ach_relationship_id: ach,
        bank_account_last4: '6789',
        description: 'rent',
        idempotency_key: 'wd-1',
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
    expect(await account.balances()).toMatchObject({ cash: '900.00', withdrawable_cash: '900.00', pending_withdrawals: '0.00' })
    const { data } = (await server.client.get(`${account.path}/activities`)).body
    expect(data.map((line: Record<string, string>) => [line['type'], line['net_amount'], line['funding_activity_id'] === body.id])).toEqual(
      [
        ['FEE', '-1.50', true],
        ['WITHDRAWAL', '-98.50', true],
        ['DEPOSIT', '1000.00', false],
      ],
    )
  })

  test('and its bank link are not named by the id of the other, though both are the first of their kind', async () => {
    const own = await openRestServer()
    const { path } = await own.account('100.00')
    const link = (await own.client.get(`${path}/ach-relationships`)).body.data[0].id as string
    const transfer = (await own.client.get(`${path}/funding/activity`)).body.data[0].id as string
    const answers = [
      await own.client.post(`${path}/funding/deposits`, { ach_relationship_id: transfer, amount: '1.00' }),
      await own.client.get(`${path}/ach-relationships/${transfer}`),
      await own.client.delete(`${path}/ach-relationships/${transfer}`),
      await own.client.get(`${path}/funding/activity/${link}`),
      await own.client.post(`${path}/funding/activity/${link}/cancel`),
    ]
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      ...Array.from({ length: 3 }, () => [404, 'ACH_RELATIONSHIP_NOT_FOUND']),
      ...Array.from({ length: 2 }, () => [404, 'FUNDING_ACTIVITY_NOT_FOUND']),
    ])
    await own.close()
  })

  test('that is repeated with its key is answered 200 with the first, by header or member', async () => {
    const first = await withdraw({ idempotency_key: 'k' })
    for (const again of [await withdraw({}, { 'idempotency-key': 'k' }), await withdraw({ idempotency_key: 'k' })])
      expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', first.body])
    const racing = await Promise.all(Array.from({ length: 20 }, () => withdraw({ idempotency_key: 'race' })))
    expect(racing.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 201])
    expect((await account.balances())['cash']).toBe('800.00')
    for (const more of [
      { amount: '100.01' },
      { processing_fee: '1.00' },
      { description: 'x' },
      { amount: undefined, withdraw_full_balance: true },
    ]) {
      const { status, body } = await withdraw({ idempotency_key: 'k', ...more })
      expect([status, body.error.code, body.error.field]).toEqual([409, 'IDEMPOTENCY_CONFLICT', 'idempotency_key'])
    }
    const deposit = { ach_relationship_id: ach, amount: '100.00', idempotency_key: 'k' }
    expect((await server.client.post(`${account.path}/funding/deposits`, deposit)).body.error.code).toBe('IDEMPOTENCY_CONFLICT')
  })

  test('of the full balance takes what can be withdrawn, and zero is refused; where that is not wanted the amount is', async () => {
    await account.order({ side: 'buy', quantity: '1', limit_price: '30.00' })
    const all = { amount: undefined, withdraw_full_balance: true }
    expect((await withdraw({ amount: '10.00', withdraw_full_balance: false })).body).toMatchObject({ amount: '10.00', status: 'SETTLED' })
    expect((await withdraw(all)).body).toMatchObject({ amount: '960.00', net_amount: '960.00', status: 'SETTLED' })
    const { status, body } = await withdraw(all)
    expect([status, body.error.code, body.error.details]).toEqual([422, 'INSUFFICIENT_FUNDS', { withdrawable_cash: '0.00' }])
  })

  test.each([
    [{ amount: undefined }, 400, 'VALIDATION_ERROR', 'amount'],
    [{ amount: undefined, withdraw_full_balance: false }, 400, 'VALIDATION_ERROR', 'amount'],
    [{ withdraw_full_balance: true }, 400, 'VALIDATION_ERROR', 'amount'],
    [{ withdraw_full_balance: 'true' }, 400, 'VALIDATION_ERROR', 'withdraw_full_balance'],
    [{ amount: 100 }, 400, 'VALIDATION_ERROR', 'amount'],
    [{ amount: '100' }, 400, 'INVALID_AMOUNT', 'amount'],
    [{ amount: '0.00' }, 400, 'INVALID_AMOUNT', 'amount'],
    [{ amount: '-1.00' }, 400, 'INVALID_AMOUNT', 'amount'],
    [{ processing_fee: '1' }, 400, 'INVALID_AMOUNT', 'processing_fee'],
    [{ processing_fee: '01.00' }, 400, 'INVALID_AMOUNT', 'processing_fee'],
    [{ processing_fee: 1 }, 400, 'VALIDATION_ERROR', 'processing_fee'],
    [{ processing_fee: '100.00' }, 400, 'INVALID_AMOUNT', 'amount'],
    [{ processing_fee: '99999999999999999999.00' }, 400, 'INVALID_AMOUNT', 'amount'],
    [{ amount: undefined, withdraw_full_balance: true, processing_fee: '99999999999999.00' }, 422, 'INSUFFICIENT_FUNDS', undefined],
    [{ amount: '99999999999999.00', processing_fee: '99999999999999.00' }, 422, 'AMOUNT_OUT_OF_RANGE', 'amount'],
    [{ description: 'x'.repeat(141) }, 400, 'VALIDATION_ERROR', 'description'],
    [{ amount: '0.99' }, 422, 'AMOUNT_OUT_OF_RANGE', 'amount'],
    [{ amount: '1000000.01' }, 422, 'AMOUNT_OUT_OF_RANGE', 'amount'],
    [{ amount: '1000.01' }, 422, 'INSUFFICIENT_FUNDS', undefined],
    [{ ach_relationship_id: NOWHERE }, 404, 'ACH_RELATIONSHIP_NOT_FOUND', 'ach_relationship_id'],
    [{ distribution_type: 'NORMAL_DISTRIBUTION' }, 400, 'IRA_FIELDS_NOT_ALLOWED', 'distribution_type'],
    [{ federal_withholding_amount: '0.00' }, 400, 'IRA_FIELDS_NOT_ALLOWED', 'federal_withholding_amount'],
    [{ state: 'TX' }, 400, 'IRA_FIELDS_NOT_ALLOWED', 'state'],
    [{ state_withholding_amount: '0.00' }, 400, 'IRA_FIELDS_NOT_ALLOWED', 'state_withholding_amount'],
    [{ tax_code: '7' }, 400, 'IRA_FIELDS_NOT_ALLOWED', 'tax_code'],
    [{ tax_year: 2026 }, 400, 'IRA_FIELDS_NOT_ALLOWED', 'tax_year'],
  ])('with %j is refused', async (more, status, code, field) => {
    const answer = await withdraw(more)
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([status, code, field])
    expect((await account.balances())['cash']).toBe('1000.00')
  })

  test.each([
    [{ amount: '0.00', description: 'x'.repeat(141) }, ['amount', 'INVALID_AMOUNT'], ['description', 'VALIDATION_ERROR']],
    [{ processing_fee: '100.00', tax_year: 2026 }, ['amount', 'INVALID_AMOUNT'], ['tax_year', 'IRA_FIELDS_NOT_ALLOWED']],
    [{ state: 'TX', tax_year: 2026 }, ['state', 'IRA_FIELDS_NOT_ALLOWED'], ['tax_year', 'IRA_FIELDS_NOT_ALLOWED']],
    [{ amount: undefined, tax_code: '7' }, ['amount', 'VALIDATION_ERROR'], ['tax_code', 'IRA_FIELDS_NOT_ALLOWED']],
  ])('with %j is told both', async (more, ...faults) => {
    const { status, body } = await withdraw(more)
    const told = body.error.details.errors as { field: string; code: string }[]
    expect([status, told.map(({ field, code }) => [field, code]).sort()]).toEqual([400, faults])
  })

  test('of which amount and key are wrong is told both', async () => {
    const { body } = await server.client.post(
      `${account.path}/funding/withdrawals`,
      { ach_relationship_id: (await account.link()).id, withdraw_full_balance: true, amount: '1.00', idempotency_key: 'a' },
      { headers: { 'idempotency-key': 'b' } },
    )
    expect(body.error.message).toBe('2 fields are wrong: amount, idempotency_key.')
  })

  test('over a link that is not approved is refused', async () => {
    const rejected = await account.link({ bank_account_number: '12340002' })
    const { status, body } = await withdraw({ ach_relationship_id: rejected.id })
    expect([status, body.error.code, body.error.details]).toEqual([409, 'ACH_RELATIONSHIP_NOT_APPROVED', { status: 'REJECTED' }])
  })
})

describe('a withdrawal from an IRA', () => {
  let path: string
  let ach: string
  beforeEach(async () => {
    const { body } = await server.client.post('/v1/accounts', RestServer.application({ account_type: 'ira_roth' }))
    path = `/v1/accounts/${body.id as string}`
    ach = (await server.client.post(`${path}/ach-relationships`, BANK)).body.id as string
    await server.client.post(`${path}/funding/deposits`, { ach_relationship_id: ach, amount: '1000.00' })
  })
  const distribution = {
    distribution_type: 'EARLY_DISTRIBUTION',
    federal_withholding_amount: '20.00',
    state: 'TX',
    state_withholding_amount: '5.00',
    tax_code: '1',
    tax_year: 2026,
  }
  const withdraw = (more: object = {}) =>
    server.client.post(`${path}/funding/withdrawals`, { ach_relationship_id: ach, amount: '200.00', ...distribution, ...more })

  test('withholds from the amount what it is told to, and says so', async () => {
    const { status, body } = await withdraw({ processing_fee: '1.00' })
    expect([status, body.amount, body.net_amount, body.ira_distribution]).toEqual([201, '200.00', '174.00', distribution])
    expect((await server.client.get(`${path}/balances`)).body.cash).toBe('800.00')
    const { body: short } = await server.client.post(`${path}/funding/withdrawals`, {
      ach_relationship_id: ach,
      amount: '10.00',
      distribution_type: 'DIRECT_ROLLOVER',
    })
    expect(short.ira_distribution).toEqual({
      distribution_type: 'DIRECT_ROLLOVER',
      federal_withholding_amount: '0.00',
      state: null,
      state_withholding_amount: '0.00',
      tax_code: null,
      tax_year: null,
    })
  })

  test('is another one under its key where any member of its distribution is another', async () => {
    const { body: first } = await withdraw({ idempotency_key: 'k' })
    const { status, body: again } = await withdraw({ idempotency_key: 'k' })
    expect([status, again]).toEqual([200, first])
    for (const more of [
      { distribution_type: 'DISABILITY_OR_DEATH' },
      { federal_withholding_amount: '20.01' },
      { state: 'CA' },
      { state_withholding_amount: '0.00' },
      { tax_code: '2' },
      { tax_year: undefined },
    ])
      expect((await withdraw({ idempotency_key: 'k', ...more })).body.error).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
    expect((await server.client.get(`${path}/balances`)).body.cash).toBe('800.00')
  })

  test.each([
    [{ distribution_type: undefined }, 'IRA_DISTRIBUTION_REQUIRED', 'distribution_type'],
    [{ distribution_type: undefined, state: undefined }, 'VALIDATION_ERROR', undefined],
    [{ distribution_type: 'LOTTERY' }, 'VALIDATION_ERROR', 'distribution_type'],
    [{ federal_withholding_amount: '5' }, 'INVALID_AMOUNT', 'federal_withholding_amount'],
    [{ state_withholding_amount: 5 }, 'VALIDATION_ERROR', 'state_withholding_amount'],
    [{ state: undefined }, 'VALIDATION_ERROR', 'state'],
    [{ state: undefined, state_withholding_amount: '0.01' }, 'VALIDATION_ERROR', 'state'],
    [{ state: 'Texas' }, 'VALIDATION_ERROR', 'state'],
    [{ tax_code: '123' }, 'VALIDATION_ERROR', 'tax_code'],
    [{ tax_year: '2026' }, 'VALIDATION_ERROR', 'tax_year'],
    [{ tax_year: 26 }, 'VALIDATION_ERROR', 'tax_year'],
    [{ federal_withholding_amount: '195.00' }, 'INVALID_AMOUNT', 'amount'],
  ])('with %j is refused', async (more, code, field) => {
    const { status, body } = await withdraw(more)
    expect([status, body.error.code, body.error.field]).toEqual([400, code, field])
  })
})

describe('the funding activity', () => {
  test('lists transfers newest first, by type, status and time, page by page', async () => {
    await account.deposit('100.00')
    const ach_relationship_id = (await server.client.get(`${account.path}/ach-relationships`)).body.data[0].id as string
    const deposit = (amount: string) => server.client.post(`${account.path}/funding/deposits`, { ach_relationship_id, amount })
    for (const amount of ['1.00', '2.00']) await deposit(amount)
    const { body: withdrawn } = await server.client.post(`${account.path}/funding/withdrawals`, { ach_relationship_id, amount: '3.00' })
    await server.client.post(`/v1/dev/sandbox/funding/${withdrawn.id as string}`, { action: 'return', return_code: 'R03' })
    const list = async (query = '') => (await server.client.get(`${account.path}/funding/activity${query}`)).body
    const amountsOf = (page: { data: { amount: string }[] }): string[] => page.data.map(({ amount }) => amount)
    expect(amountsOf(await list())).toEqual(['3.00', '2.00', '1.00', '100.00'])
    const first = await list('?limit=3')
    const cursor = first.pagination.next_cursor as string
    // one comes in between two pages
    await deposit('4.00')
    expect(amountsOf(await list(`?limit=3&cursor=${cursor}`))).toEqual(['100.00'])
    expect((await server.client.get(`${account.path}/funding/activity?type=DEPOSIT&cursor=${cursor}`)).body.error.code).toBe(
      'INVALID_CURSOR',
    )
    expect(amountsOf(await list('?type=DEPOSIT&status=SETTLED'))).toEqual(['4.00', '2.00', '1.00', '100.00'])
    expect(amountsOf(await list('?type=WITHDRAWAL'))).toEqual(['3.00'])
    expect(amountsOf(await list('?status=RETURNED'))).toEqual(['3.00'])
    expect(amountsOf(await list('?status=PENDING'))).toEqual([])
    expect(amountsOf(await list('?created_before=2026-11-19'))).toEqual([])
    expect(amountsOf(await list('?created_after=2026-11-20&type=WITHDRAWAL'))).toEqual(['3.00'])
    expect((await server.client.get(`${account.path}/funding/activity?status=DONE`)).body.error.field).toBe('status')
  })

  test('is not found by an id that names none', async () => {
    for (const id of ['x', NOWHERE, account.id]) {
      const read = await server.client.get(`${account.path}/funding/activity/${id}`)
      const cancel = await server.client.post(`${account.path}/funding/activity/${id}/cancel`, {})
      for (const { status, body } of [read, cancel]) expect([status, body.error.code]).toEqual([404, 'FUNDING_ACTIVITY_NOT_FOUND'])
    }
  })
})
