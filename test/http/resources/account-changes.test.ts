import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTaxId } from '../../../src/http/resources/accounts/tax-id-seal.ts'
import { BANK, openRestServer, RestServer } from '../../support/rest-server.ts'

let server: RestServer
beforeAll(async () => {
  server = await openRestServer()
})
afterAll(() => server.close())

const contact = {
  email_address: 'jane@example.com',
  phone_number: '+1 (512) 555-0100',
  city: 'Austin',
  street_address: ['1 Main St', 'Flat 2'],
}
const identity = { given_name: 'Jane', family_name: 'Doe', date_of_birth: '1990-01-01', tax_id: '123450001' }
const SUFFIX = { ACTIVE: '0001', REJECTED: '0002', APPROVAL_PENDING: '0003', ACTION_REQUIRED: '0004', SUBMITTED: '5678' } as const
type Status = keyof typeof SUFFIX

async function open(status: Status = 'ACTIVE', more: object = {}) {
  const { body } = await server.client.post('/v1/accounts', {
    contact,
    identity: { ...identity, tax_id: `12345${SUFFIX[status]}` },
    ...more,
  })
  expect(body.status).toBe(status)
  return { created: body, path: `/v1/accounts/${body.id as string}` }
}

const decide = (id: string, decision: string, more: object = {}) =>
  server.client.post(`/v1/dev/sandbox/accounts/${id}/kyc`, { decision, ...more })
const NOWHERE = '00000000-0000-4000-8000-000000000000'
const codeOf = ({ status, body }: { status: number; body: any }) => [status, body?.error?.code, body?.error?.field] // eslint-disable-line

describe('a change of an account', () => {
  test('merges objects member by member, puts arrays in the place of arrays, and is there to be read at once', async () => {
    const { created, path } = await open('ACTIVE', {
      disclosures: { is_control_person: true, control_person_company_name: 'ACME' },
      agreements: [{ agreement: 'customer_agreement', signed_at: '2026-11-20T15:00:00Z' }],
      investment_profile: { risk_tolerance: 'moderate', time_horizon: 'short' },
      registered_rep_code: 'R1',
    })
    server.now += 1000
    const { status, body } = await server.client.patch(path, {
      contact: { phone_number: '+1 512 555 0199', street_address: ['2 Main St'], country: 'ca' },
      disclosures: { is_politically_exposed: true },
      agreements: [{ agreement: 'options_agreement', signed_at: '2026-11-20T10:00:00-05:00', revision: '2' }],
      investment_profile: { risk_tolerance: 'aggressive', annual_income_min: '1.00' },
      trusted_contact: { given_name: 'T' },
      employment: { employment_status: 'retired' },
      trading_configurations: { suspend_trade: true, max_order_notional: '250' },
      registered_rep_code: null,
      advisor_code: 'A1',
      discretionary_account: true,
      dividend_reinvestment: true,
      corr_metadata: 'cust-78',
      mood: 'good',
    })
    const changed = {
      ...created,
      updated_at: new Date(server.now).toISOString(),
      contact: { ...contact, phone_number: '+1 512 555 0199', street_address: ['2 Main St'], country: 'CA' },
      disclosures: { ...created.disclosures, is_politically_exposed: true },
      agreements: [{ agreement: 'options_agreement', signed_at: '2026-11-20T15:00:00.000Z', revision: '2' }],
      investment_profile: { risk_tolerance: 'aggressive', time_horizon: 'short', annual_income_min: '1.00' },
      trusted_contact: { given_name: 'T' },
      employment: { employment_status: 'retired' },
      trading_configurations: { fractional_trading: true, extended_hours: true, suspend_trade: true, max_order_notional: '250.00' },
      registered_rep_code: null,
      advisor_code: 'A1',
      discretionary_account: true,
      dividend_reinvestment: true,
      corr_metadata: 'cust-78',
    }
    expect([status, body]).toEqual([200, changed])
    expect((await server.client.get(path)).body).toEqual(changed)
  })

  test('of nothing answers with the account as it is', async () => {
    const { created, path } = await open()
    server.now += 1000
    for (const nothing of [{}, { mood: 'good' }, { identity: {} }, { employment: { hobby: 'x' } }, undefined]) {
      expect(await server.client.patch(path, nothing).then(({ status, body }) => [status, body])).toEqual([200, created])
    }
  })

  test('of both of two clients at once is kept', async () => {
    const { path } = await open()
    await Promise.all([
      server.client.patch(path, { employment: { employer_name: 'ACME' } }),
      server.client.patch(path, { employment: { employment_position: 'cook' } }),
    ])
    expect((await server.client.get(path)).body.employment).toEqual({ employer_name: 'ACME', employment_position: 'cook' })
  })

  test('is found by a search at once', async () => {
    const { created, path } = await open('SUBMITTED')
    await server.client.patch(path, { identity: { family_name: 'Quandt' }, contact: { phone_number: '+49 30 1234567' } })
    for (const query of ['quandt', '49301234567']) {
      const { body } = await server.client.get(`/v1/accounts?query=${query}`)
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual([created.id])
    }
  })

  test.each([
    [{ contact: {} }, 'INVALID_PHONE_NUMBER', 'contact.phone_number'],
    [{ contact: { city: 'Austin' } }, 'INVALID_PHONE_NUMBER', 'contact.phone_number'],
    [{ contact: { phone_number: '512 555 0100' } }, 'INVALID_PHONE_NUMBER', 'contact.phone_number'],
    [{ contact: { phone_number: '+12345' } }, 'INVALID_PHONE_NUMBER', 'contact.phone_number'],
    [{ contact: { phone_number: `+${'1'.repeat(25)}` } }, 'INVALID_PHONE_NUMBER', 'contact.phone_number'],
    [{ contact: { phone_number: 15125550100 } }, 'INVALID_PHONE_NUMBER', 'contact.phone_number'],
    [{ contact: { phone_number: null } }, 'INVALID_PHONE_NUMBER', 'contact.phone_number'],
    [{ identity: { tax_id: '123450001' } }, 'IMMUTABLE_FIELD', 'identity.tax_id'],
    [{ identity: { date_of_birth: '1990-01-01' } }, 'IMMUTABLE_FIELD', 'identity.date_of_birth'],
    [{ account_type: 'joint' }, 'IMMUTABLE_FIELD', 'account_type'],
    [{ joint_owner: null }, 'IMMUTABLE_FIELD', 'joint_owner'],
    [{ status: 'ACTIVE' }, 'IMMUTABLE_FIELD', 'status'],
    [{ kyc_status: 'APPROVED' }, 'IMMUTABLE_FIELD', 'kyc_status'],
    [{ kyc_results: null }, 'IMMUTABLE_FIELD', 'kyc_results'],
    [{ contact: 'x' }, 'VALIDATION_ERROR', 'contact'],
    [{ corr_metadata: 'x'.repeat(256) }, 'VALIDATION_ERROR', 'corr_metadata'],
    [{ dividend_reinvestment: 'yes' }, 'VALIDATION_ERROR', 'dividend_reinvestment'],
    [{ agreements: [{ signed_at: '2036-11-20T15:04:06Z' }] }, 'VALIDATION_ERROR', 'agreements.0.signed_at'],
    [{ trading_configurations: { max_order_notional: '1.005' } }, 'VALIDATION_ERROR', 'trading_configurations.max_order_notional'],
  ])('that says %j is refused', async (body, code, field) => {
    const { created, path } = await open('SUBMITTED')
    expect(codeOf(await server.client.patch(path, body))).toEqual([400, code, field])
    expect((await server.client.get(path)).body).toEqual(created)
  })

  test('with several faults names all of them', async () => {
    const { path } = await open()
    const { body } = await server.client.patch(path, { contact: {}, identity: { tax_id: '1' }, status: 'ACTIVE' })
    expect(body.error).toEqual({
      code: 'VALIDATION_ERROR',
      message: '3 fields are wrong: contact.phone_number, identity.tax_id, status.',
      details: {
        errors: [
          { field: 'contact.phone_number', code: 'INVALID_PHONE_NUMBER', message: 'contact.phone_number is required.' },
          { field: 'identity.tax_id', code: 'IMMUTABLE_FIELD', message: 'identity.tax_id must be left as it is: it can not be changed.' },
          { field: 'status', code: 'IMMUTABLE_FIELD', message: 'status must be left as it is: it can not be changed.' },
        ],
      },
      request_id: expect.any(String),
    })
  })

  test.each(['SUBMITTED', 'ACTION_REQUIRED', 'APPROVAL_PENDING'] as const)(
    'of the identity is taken while the account is %s',
    async (status) => {
      const { path } = await open(status)
      const { body } = await server.client.patch(path, { identity: { family_name: 'Roe', country_of_birth: 'DE' } })
      const before = { ...identity, tax_id: `***-**-${SUFFIX[status]}`, tax_id_type: 'US_SSN' }
      expect(body.identity).toEqual({ ...before, family_name: 'Roe', country_of_birth: 'DE' })
    },
  )

  test.each(['ACTIVE', 'REJECTED'] as const)('of the identity is refused once the account is %s', async (status) => {
    const { path } = await open(status)
    const { status: http, body } = await server.client.patch(path, { identity: { family_name: 'Roe' } })
    expect([http, body.error.code, body.error.field, body.error.details]).toEqual([409, 'IDENTITY_LOCKED', 'identity', { status }])
  })

  test.each([{ contact: { phone_number: '+15125550100' } }, { identity: { given_name: 'Joan' } }])(
    '%j is what an account that is ACTION_REQUIRED waits for',
    async (change) => {
      const { path } = await open('ACTION_REQUIRED')
      expect((await server.client.patch(path, { employment: {}, corr_metadata: 'x' })).body.status).toBe('ACTION_REQUIRED')
      expect((await server.client.patch(path, change)).body).toMatchObject({
        status: 'APPROVAL_PENDING',
        kyc_status: 'SUBMITTED',
        kyc_results: null,
      })
    },
  )
})

describe('a reviewer of the sandbox', () => {
  const results = (summary: string, ...reject: string[]) => ({ summary, reject, additional_information: null })

  test.each([
    ['SUBMITTED', 'approve', [], 'ACTIVE', 'APPROVED', results('pass')],
    ['APPROVAL_PENDING', 'approve', [], 'ACTIVE', 'APPROVED', results('pass')],
    ['ACTION_REQUIRED', 'approve', [], 'ACTIVE', 'APPROVED', results('pass')],
    ['APPROVAL_PENDING', 'reject', ['PEP', 'WATCHLIST_HIT'], 'REJECTED', 'REJECTED', results('fail', 'PEP', 'WATCHLIST_HIT')],
    ['SUBMITTED', 'reject', [], 'REJECTED', 'REJECTED', results('fail', 'OTHER')],
    [
      'APPROVAL_PENDING',
      'request_information',
      ['SELFIE_VERIFICATION'],
      'ACTION_REQUIRED',
      'SUBMITTED',
      results('indeterminate', 'SELFIE_VERIFICATION'),
    ],
  ] as const)('of an account that is %s may %s %j', async (from, decision, reject, status, kyc_status, kyc_results) => {
    const { created, path } = await open(from)
    const answer = await decide(created.id, decision, { reject })
    expect([answer.status, answer.body]).toEqual([200, { ...created, status, kyc_status, kyc_results, updated_at: expect.any(String) }])
    expect((await server.client.get(path)).body).toEqual(answer.body)
  })

  test('decides once', async () => {
    const { created } = await open('REJECTED')
    const { status, body } = await decide(created.id, 'approve')
    expect([status, body.error.code, body.error.field, body.error.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      'decision',
      { status: 'REJECTED' },
    ])
  })

  test.each([
    [{}, 'decision'],
    [{ decision: 'maybe' }, 'decision'],
    [{ decision: 'reject', reject: ['MOOD'] }, 'reject.0'],
    [{ decision: 'approve', reject: ['PEP'] }, 'reject'],
  ])('says %j in vain', async (body, field) => {
    const { created } = await open('APPROVAL_PENDING')
    expect(codeOf(await server.client.post(`/v1/dev/sandbox/accounts/${created.id as string}/kyc`, body))).toEqual([
      400,
      'VALIDATION_ERROR',
      field,
    ])
  })

  test('is there for sandbox partners alone', async () => {
    const live = await server.anotherPartner('live')
    const { body } = await live.post('/v1/accounts', RestServer.application())
    expect(codeOf(await live.post(`/v1/dev/sandbox/accounts/${body.id as string}/kyc`, { decision: 'approve' }))).toEqual([
      403,
      'SANDBOX_ONLY',
      undefined,
    ])
  })

  test('is waited for by every account in manual mode, whatever its tax id', async () => {
    const own = await openRestServer({ kyc: { mode: 'manual', delayMs: 0 } })
    const { body } = await own.client.post('/v1/accounts', RestServer.application())
    await own.run({ type: 'AdvanceTime' })
    const waiting = (await own.client.get(`/v1/accounts/${body.id as string}`)).body
    const { body: approved } = await own.client.post(`/v1/dev/sandbox/accounts/${body.id as string}/kyc`, { decision: 'approve' })
    await own.close()
    expect([waiting.status, waiting.kyc_status, approved.status, approved.kyc_status]).toEqual([
      'SUBMITTED',
      'SUBMITTED',
      'ACTIVE',
      'APPROVED',
    ])
  })
})

describe('the status history', () => {
  const statuses = async (path: string) => {
    const { body } = await server.client.get(`${path}/status-history`)
    return body.data.map((move: { status_from: string | null; status: string }) => [move.status_from, move.status])
  }

  test('tells every status that an account came through, APPROVED too, oldest first', async () => {
    const { created, path } = await open('ACTION_REQUIRED')
    await server.client.patch(path, { contact: { phone_number: '+15125550100' } })
    await decide(created.id, 'approve')
    await server.client.delete(path)
    expect(await statuses(path)).toEqual([
      [null, 'ACTION_REQUIRED'],
      ['ACTION_REQUIRED', 'APPROVAL_PENDING'],
      ['APPROVAL_PENDING', 'APPROVED'],
      ['APPROVED', 'ACTIVE'],
      ['ACTIVE', 'ACCOUNT_CLOSED'],
    ])
  })

  test('of an account that is approved at once begins with APPROVED', async () => {
    const { path } = await open()
    expect(await statuses(path)).toEqual([
      [null, 'APPROVED'],
      ['APPROVED', 'ACTIVE'],
    ])
  })

  test('keeps what the review came to when the account is closed', async () => {
    const { created, path } = await open('REJECTED')
    await server.client.delete(path)
    const { data } = (await server.client.get(`${path}/status-history`)).body
    expect(data.at(-1)).toMatchObject({ status: 'ACCOUNT_CLOSED', kyc_status: 'REJECTED', kyc_results: created.kyc_results })
  })

  test('has when and why, and is read page by page', async () => {
    const { created, path } = await open('REJECTED')
    const { body } = await server.client.get(`${path}/status-history`)
    expect(body).toEqual({
      data: [
        {
          status_from: null,
          status: 'REJECTED',
          kyc_status: 'REJECTED',
          kyc_results: created.kyc_results,
          sequence: expect.any(Number),
          created_at: created.created_at,
        },
      ],
      pagination: { next_cursor: null, has_more: false },
    })
    const { path: other } = await open()
    const first = (await server.client.get(`${other}/status-history?limit=1`)).body
    const second = (await server.client.get(`${other}/status-history?limit=1&cursor=${first.pagination.next_cursor as string}`)).body
    expect([first.data[0].status, second.data[0].status, second.pagination.has_more]).toEqual(['APPROVED', 'ACTIVE', false])
    expect(codeOf(await server.client.get(`${path}/status-history?cursor=${first.pagination.next_cursor as string}`))).toEqual([
      400,
      'INVALID_CURSOR',
      'cursor',
    ])
  })
})

describe('closing', () => {
  test.each(['POST', 'DELETE'] as const)('by %s ends an account for good; it can still be read', async (method) => {
    const { created, path } = await open()
    server.now += 1000
    const url = method === 'POST' ? `${path}/actions/close` : path
    expect(await server.client.send(method, url).then(({ status, body }) => [status, body])).toEqual([204, undefined])
    const closed_at = new Date(server.now).toISOString()
    expect((await server.client.get(path)).body).toEqual({ ...created, status: 'ACCOUNT_CLOSED', updated_at: closed_at, closed_at })
    expect(codeOf(await server.client.send(method, url))).toEqual([409, 'ACCOUNT_CLOSED', undefined])
  })

  test.each(['SUBMITTED', 'REJECTED', 'APPROVAL_PENDING', 'ACTION_REQUIRED'] as const)(
    'is possible while an account is %s',
    async (status) => {
      const { path } = await open(status)
      expect((await server.client.delete(path)).status).toBe(204)
    },
  )

  test('is refused while there is something in the account', async () => {
    const account = await server.account('10000.00')
    await server.quote('AAPL', '149.00', '150.00')
    await account.order({ side: 'buy', quantity: '2', limit_price: '150.00' })
    await account.order({ side: 'buy', quantity: '1', limit_price: '100.00' })
    const { status, body } = await server.client.delete(account.path)
    expect([status, body.error.code, body.error.details]).toEqual([
      409,
      'ACCOUNT_HAS_BALANCE',
      { cash: '9700.00', open_positions: 1, open_orders: 1, pending_transfers: 0 },
    ])
    await server.withdrawQuote('AAPL')
  })

  test('refuses every later write, and tells a repeated order what became of it', async () => {
    const account = await server.account()
    const order = { client_order_id: 'late', side: 'buy', quantity: '1', limit_price: '100.00' }
    const { body: refused } = await account.order(order)
    const link = await account.link()
    await server.client.delete(account.path)
    const writes = [
      account.order({ side: 'buy', quantity: '1', limit_price: '1.00' }),
      server.client.patch(account.path, { corr_metadata: 'x' }),
      server.client.post(`${account.path}/keys`, { label: 'late' }),
      server.client.delete(`${account.path}/orders`),
      server.client.patch(`${account.path}/orders/${refused.error.details.order_id as string}`, { quantity: '2' }),
      server.client.delete(`${account.path}/ach-relationships/${link.id}`),
      server.client.post(`${account.path}/funding/deposits`, { ach_relationship_id: link.id, amount: '1.00' }),
      server.client.post(`/v1/dev/sandbox/accounts/${account.id}/kyc`, { decision: 'approve' }),
    ]
    expect((await Promise.all(writes)).map(codeOf)).toEqual(writes.map(() => [409, 'ACCOUNT_CLOSED', undefined]))
    // what is wrong with a body is told first
    const future = '2999-01-01T00:00:00Z'
    const bodies = [
      server.client.patch(account.path, { agreements: [{ agreement: 'customer_agreement', signed_at: future }] }),
      server.client.post(`${account.path}/keys`, { label: 'late', scopes: ['everything'] }),
      server.client.post(`${account.path}/keys`, { label: 'late', expires_at: future }),
      server.client.post(`${account.path}/documents/upload`, { document_type: 'selfie' }),
      server.client.post(`${account.path}/ach-relationships`, { ...BANK, bank_routing_number: '121000359' }),
      server.client.post(`/v1/dev/sandbox/accounts/${account.id}/kyc`, { decision: 'approve', reject: ['OTHER'] }),
    ]
    expect((await Promise.all(bodies)).map(codeOf)).toEqual([
      [400, 'VALIDATION_ERROR', 'agreements.0.signed_at'],
      [400, 'INVALID_SCOPE', 'scopes'],
      [400, 'VALIDATION_ERROR', 'expires_at'],
      [400, 'INVALID_DOCUMENT_TYPE', 'document_type'],
      [400, 'INVALID_ROUTING_NUMBER', 'bank_routing_number'],
      [400, 'VALIDATION_ERROR', 'reject'],
    ])
    // so is what is not there
    for (const [send, path, code] of [
      [server.client.delete, `ach-relationships/${NOWHERE}`, 'ACH_RELATIONSHIP_NOT_FOUND'],
      [server.client.post, `funding/activity/${NOWHERE}/cancel`, 'FUNDING_ACTIVITY_NOT_FOUND'],
      [server.client.delete, 'positions/AAPL', 'POSITION_NOT_FOUND'],
      [server.client.delete, `orders/${NOWHERE}`, 'ORDER_NOT_FOUND'],
    ] as const)
      expect(codeOf(await send(`${account.path}/${path}`))).toEqual([404, code, undefined])
    const repeated = await account.order(order)
    expect([repeated.status, repeated.body.status]).toEqual([200, 'rejected'])
    expect((await server.client.get(`${account.path}/orders`)).body.data).toHaveLength(1)
  })
})

describe('a further account', () => {
  test('is active at once, with who the user is from the first, and the rest of it unless it says otherwise', async () => {
    const { created } = await open('ACTIVE', {
      investment_profile: { risk_tolerance: 'moderate', time_horizon: 'short' },
      employment: { employer_name: 'ACME' },
      advisor_code: 'A1',
      discretionary_account: true,
      dividend_reinvestment: true,
      corr_metadata: 'cust-77',
      trading_configurations: { suspend_trade: true },
    })
    server.now += 1000
    const { status, body } = await server.client.post(`/v1/users/${created.user_id as string}/accounts`, {
      account_type: 'ira_roth',
      contact: { city: 'Dallas' },
      investment_profile: { time_horizon: 'long' },
    })
    const at = new Date(server.now).toISOString()
    expect([status, body]).toEqual([
      201,
      {
        ...created,
        id: expect.any(String),
        account_number: expect.stringMatching(/^[0-9]{9}$/),
        account_type: 'ira_roth',
        created_at: at,
        updated_at: at,
        contact: { ...contact, city: 'Dallas', country: 'US' },
        investment_profile: { risk_tolerance: 'moderate', time_horizon: 'long' },
        discretionary_account: false,
        dividend_reinvestment: false,
        corr_metadata: null,
        trading_configurations: { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null },
      },
    ])
    expect(body.id).not.toBe(created.id)
    expect((await server.client.get(`/v1/users/${created.user_id as string}`)).body).toEqual({
      id: created.user_id,
      kyc_status: 'APPROVED',
      created_at: created.created_at,
      account_ids: [created.id, body.id],
    })
    expect((await server.client.get(`/v1/accounts/${body.id as string}`)).body).toEqual(body)
  })

  test('of two owners has the second one’s tax id encrypted', async () => {
    const { created } = await open()
    const joint_owner = { contact, identity: { ...identity, given_name: 'John', tax_id: '987-65-4321' } }
    const { body } = await server.client.post(`/v1/users/${created.user_id as string}/accounts`, { account_type: 'joint', joint_owner })
    expect(body.joint_owner.identity).toEqual({ ...joint_owner.identity, tax_id: '***-**-4321', tax_id_type: 'US_SSN' })
    await server.projection.caughtUp(server.sequencer.nextPosition)
    const stored = server.projection.accounts.profile(server.engine.state.accountById(body.id)!.index)!
    const { sealed } = JSON.parse(stored) as { sealed: { tax_id: string; joint_owner_tax_id: string } }
    expect([sealed.tax_id, sealed.joint_owner_tax_id].map((text) => openTaxId(Buffer.alloc(32, 1), text))).toEqual([
      '123450001',
      '987654321',
    ])
  })

  test.each([
    [{}, 'VALIDATION_ERROR', 'account_type'],
    [{ account_type: 'shared' }, 'VALIDATION_ERROR', 'account_type'],
    [{ account_type: 'individual', identity }, 'IDENTITY_NOT_ALLOWED', 'identity'],
    [{ account_type: 'individual', identity: null }, 'IDENTITY_NOT_ALLOWED', 'identity'],
    [{ account_type: 'joint' }, 'JOINT_OWNER_REQUIRED', 'joint_owner'],
    [
      { account_type: 'joint', joint_owner: { contact, identity: { ...identity, date_of_birth: '2036-01-01' } } },
      'VALIDATION_ERROR',
      'joint_owner.identity.date_of_birth',
    ],
    [{ account_type: 'individual', contact: { phone_number: 'x' } }, 'INVALID_PHONE_NUMBER', 'contact.phone_number'],
  ])('that says %j is refused', async (body, code, field) => {
    const { created } = await open('SUBMITTED')
    expect(codeOf(await server.client.post(`/v1/users/${created.user_id as string}/accounts`, body))).toEqual([400, code, field])
  })

  test.each(['SUBMITTED', 'REJECTED', 'APPROVAL_PENDING', 'ACTION_REQUIRED'] as const)(
    'of a user whose account is %s is refused',
    async (status) => {
      const { created } = await open(status)
      const answer = await server.client.post(`/v1/users/${created.user_id as string}/accounts`, { account_type: 'individual' })
      expect(codeOf(answer)).toEqual([409, 'USER_KYC_NOT_APPROVED', undefined])
    },
  )

  test('of a user that another partner has is a 404, before anything in the body is looked at', async () => {
    const { created } = await open()
    const stranger = await server.anotherPartner()
    expect(codeOf(await stranger.post(`/v1/users/${created.user_id as string}/accounts`, {}))).toEqual([404, 'USER_NOT_FOUND', undefined])
    expect(codeOf(await server.client.post('/v1/users/x/accounts', {}))).toEqual([404, 'USER_NOT_FOUND', undefined])
  })

  test.each(['custodial', 'ira_traditional', 'ira_roth'])('may be %s, and so may a first one', async (account_type) => {
    const { created } = await open('ACTIVE', { account_type })
    expect(created.account_type).toBe(account_type)
    const { body } = await server.client.post(`/v1/users/${created.user_id as string}/accounts`, { account_type })
    expect(body).toMatchObject({ account_type, status: 'ACTIVE', joint_owner: null })
  })
})
