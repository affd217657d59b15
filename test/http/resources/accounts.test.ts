import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTaxId } from '../../../src/http/resources/accounts/tax-id-seal.ts'
import { openRestServer, RestServer } from '../../support/rest-server.ts'

let server: RestServer
beforeAll(async () => {
  server = await openRestServer()
})
afterAll(() => server.close())

const NOW = '2026-11-20T15:04:05.123Z'
const contact = { email_address: 'jane@example.com', phone_number: '+1 (512) 555-0100' }
const identity = { given_name: 'Jane', family_name: 'Doe', date_of_birth: '1990-01-01', tax_id: '123450001' }
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

const create = (more: object = {}) => server.client.post('/v1/accounts', { contact, identity, ...more })

describe('an account', () => {
  test('is created with what little is required', async () => {
    const { status, body } = await create()
    expect([status, body]).toEqual([
      201,
      {
        id: uuid,
        account_number: expect.stringMatching(/^[0-9]{9}$/),
        user_id: uuid,
        status: 'ACTIVE',
        kyc_status: 'APPROVED',
        kyc_results: { summary: 'pass', reject: [], additional_information: null },
        currency: 'USD',
        last_equity: '0.00',
        created_at: NOW,
        updated_at: NOW,
        account_type: 'individual',
        enabled_assets: ['equity'],
        contact: { ...contact, country: 'US' },
        identity: { ...identity, tax_id: '***-**-0001', tax_id_type: 'US_SSN' },
        disclosures: {
          is_control_person: false,
          is_affiliated_exchange_or_finra: false,
          is_politically_exposed: false,
          immediate_family_exposed: false,
        },
        agreements: [],
        investment_profile: null,
        trusted_contact: null,
        employment: null,
        joint_owner: null,
        trading_configurations: { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null },
        registered_rep_code: null,
        advisor_code: null,
        discretionary_account: false,
        dividend_reinvestment: false,
        corr_metadata: null,
        closed_at: null,
      },
    ])
    expect((await server.client.get(`/v1/accounts/${body.id}`)).body).toEqual(body)
  })

  test('keeps everything that it is given, and nothing that the API does not know', async () => {
    const sections = {
      contact: {
        ...contact,
        street_address: ['1 Main St'],
        unit: '2',
        city: 'Austin',
        state: 'TX',
        postal_code: '78701-0001',
        country: 'us',
      },
      identity: { ...identity, tax_id: '123-45-0001', middle_name: 'Q', funding_source: ['savings'], country_of_birth: 'US' },
      account_type: 'joint',
      joint_owner: { contact, identity: { ...identity, given_name: 'John', tax_id: '987654321' } },
      disclosures: { is_control_person: true, control_person_company_name: 'ACME' },
      agreements: [{ agreement: 'customer_agreement', signed_at: '2026-11-20T10:00:00-05:00', ip_address: '203.0.113.7', revision: '1' }],
      investment_profile: {
        risk_tolerance: 'moderate',
        investment_objective: 'growth',
        time_horizon: 'average',
        annual_income_min: '1.00',
      },
      trusted_contact: { given_name: 'T', family_name: 'C', email_address: 't@example.com' },
      employment: { employment_status: 'employed', employer_name: 'ACME' },
      trading_configurations: { fractional_trading: false, max_order_notional: '100' },
      registered_rep_code: 'R1',
      advisor_code: 'A1',
      discretionary_account: true,
      dividend_reinvestment: true,
      corr_metadata: 'cust-77',
    }
    const { body } = await create({ ...sections, contact: { ...sections.contact, secret: 'x' }, mood: 'good' })
    expect(body).toMatchObject({
      ...sections,
      contact: { ...sections.contact, country: 'US' },
      identity: { ...sections.identity, tax_id: '***-**-0001', tax_id_type: 'US_SSN' },
      joint_owner: {
        contact: { ...contact, country: 'US' },
        identity: { ...identity, given_name: 'John', tax_id: '***-**-4321', tax_id_type: 'US_SSN' },
      },
      disclosures: { is_control_person: true, control_person_company_name: 'ACME', is_politically_exposed: false },
      agreements: [{ ...sections.agreements[0], signed_at: '2026-11-20T15:00:00.000Z' }],
      trading_configurations: { fractional_trading: false, extended_hours: true, suspend_trade: false, max_order_notional: '100.00' },
    })
    expect(body.contact).not.toHaveProperty('secret')
    expect((await server.client.get(`/v1/accounts/${body.id}`)).body).toEqual(body)
  })

  test('keeps the codes of states and countries in capitals', async () => {
    const place = { state: 'tx', country: 'us' }
    const countries = { country_of_citizenship: 'us', country_of_birth: 'de', country_of_tax_residence: 'us' }
    const { body } = await create({
      contact: { ...contact, ...place },
      identity: { ...identity, ...countries, tax_id: '123-45-0003' },
      trusted_contact: place,
    })
    const inCapitals = { state: 'TX', country: 'US' }
    expect([body.contact, body.trusted_contact]).toEqual([{ ...contact, ...inCapitals }, inCapitals])
    expect(body.identity).toMatchObject({ country_of_citizenship: 'US', country_of_birth: 'DE', country_of_tax_residence: 'US' })
    const changed = await server.client.patch(`/v1/accounts/${body.id}`, {
      identity: { country_of_birth: 'fr' },
      trusted_contact: { state: 'ca' },
    })
    expect([changed.body.identity.country_of_birth, changed.body.trusted_contact]).toEqual(['FR', { state: 'CA', country: 'US' }])
  })

  test('has its tax ids in the journal encrypted alone', async () => {
    const taxIds = { own: '555440001', joint: '555443333' }
    const joint_owner = { contact, identity: { ...identity, tax_id: taxIds.joint } }
    const { body } = await create({ account_type: 'joint', joint_owner, identity: { ...identity, tax_id: taxIds.own } })
    const index = server.engine.state.accountById(body.id)!.index
    await server.projection.caughtUp(server.sequencer.nextPosition)
    const stored = server.projection.accounts.profile(index)!
    const { sealed } = JSON.parse(stored) as { sealed: { tax_id: string; joint_owner_tax_id: string } }
    const key = Buffer.alloc(32, 1)
    expect([openTaxId(key, sealed.tax_id), openTaxId(key, sealed.joint_owner_tax_id)]).toEqual([taxIds.own, taxIds.joint])
    expect(stored).not.toContain(taxIds.own)
    expect(stored).not.toContain(taxIds.joint)
  })

  test.each([
    ['123450001', 'ACTIVE', 'APPROVED', { summary: 'pass', reject: [], additional_information: null }],
    ['123450002', 'REJECTED', 'REJECTED', { summary: 'fail', reject: ['IDENTITY_VERIFICATION'], additional_information: null }],
    ['123450003', 'APPROVAL_PENDING', 'MANUAL_REVIEW', null],
    [
      '123450004',
      'ACTION_REQUIRED',
      'SUBMITTED',
      { summary: 'indeterminate', reject: ['ADDRESS_VERIFICATION'], additional_information: null },
    ],
    ['123456789', 'SUBMITTED', 'SUBMITTED', null],
  ])('of tax id %s is %s, its review %s', async (tax_id, status, kyc_status, kyc_results) => {
    const { body } = await create({ identity: { ...identity, tax_id } })
    expect(body).toMatchObject({ status, kyc_status, kyc_results })
  })

  test('of another tax id becomes active when its review is due', async () => {
    const own = await openRestServer({ kyc: { mode: 'suffix', delayMs: 1000 } })
    const { body } = await own.client.post('/v1/accounts', { contact, identity: { ...identity, tax_id: '123456789' } })
    own.now += 999
    await own.run({ type: 'AdvanceTime' })
    expect((await own.client.get(`/v1/accounts/${body.id}`)).body.status).toBe('SUBMITTED')
    own.now += 1
    await own.run({ type: 'AdvanceTime' })
    const { body: later } = await own.client.get(`/v1/accounts/${body.id}`)
    await own.close()
    expect(later).toEqual({
      ...body,
      status: 'ACTIVE',
      kyc_status: 'APPROVED',
      kyc_results: { summary: 'pass', reject: [], additional_information: null },
      updated_at: '2026-11-20T15:04:06.123Z',
    })
  })

  test('may have the tax id of another', async () => {
    const [one, two] = [await create(), await create()]
    expect([one.status, two.status, one.body.account_number === two.body.account_number]).toEqual([201, 201, false])
  })

  test.each([
    [{ contact: undefined }, 'VALIDATION_ERROR', 'contact'],
    [{ contact: {} }, 'VALIDATION_ERROR', 'contact.email_address'],
    [{ contact: { ...contact, email_address: 'nobody' } }, 'VALIDATION_ERROR', 'contact.email_address'],
    [{ contact: { ...contact, phone_number: '12345' } }, 'INVALID_PHONE_NUMBER', 'contact.phone_number'],
    [{ contact: { ...contact, phone_number: '+call me' } }, 'INVALID_PHONE_NUMBER', 'contact.phone_number'],
    [{ contact: { ...contact, phone_number: `+1${'2'.repeat(30)}` } }, 'INVALID_PHONE_NUMBER', 'contact.phone_number'],
    [{ contact: { ...contact, phone_number: 5125550100 } }, 'VALIDATION_ERROR', 'contact.phone_number'],
    [{ contact: { ...contact, state: 'Texas' } }, 'VALIDATION_ERROR', 'contact.state'],
    [{ contact: { ...contact, postal_code: '7870' } }, 'VALIDATION_ERROR', 'contact.postal_code'],
    [{ identity: { ...identity, date_of_birth: '1990-02-30' } }, 'VALIDATION_ERROR', 'identity.date_of_birth'],
    [{ identity: { ...identity, date_of_birth: '2026-11-20' } }, 'VALIDATION_ERROR', 'identity.date_of_birth'],
    [{ identity: { ...identity, tax_id: '12345678' } }, 'VALIDATION_ERROR', 'identity.tax_id'],
    [{ identity: { ...identity, tax_id: 123450001 } }, 'VALIDATION_ERROR', 'identity.tax_id'],
    [{ identity: { ...identity, funding_source: ['lottery'] } }, 'VALIDATION_ERROR', 'identity.funding_source.0'],
    [{ agreements: [{ agreement: 'customer_agreement' }] }, 'VALIDATION_ERROR', 'agreements.0.signed_at'],
    [{ agreements: [{ signed_at: '2026-11-20T15:04:06Z' }] }, 'VALIDATION_ERROR', 'agreements.0.signed_at'],
    [{ investment_profile: { annual_income_min: 5 } }, 'VALIDATION_ERROR', 'investment_profile.annual_income_min'],
    [{ investment_profile: { total_net_worth_max: '1.0000000001' } }, 'VALIDATION_ERROR', 'investment_profile.total_net_worth_max'],
    [{ investment_profile: { investment_objective: 'x'.repeat(65) } }, 'VALIDATION_ERROR', 'investment_profile.investment_objective'],
    [{ account_type: 'shared' }, 'VALIDATION_ERROR', 'account_type'],
    [{ account_type: 'joint' }, 'JOINT_OWNER_REQUIRED', 'joint_owner'],
    [{ corr_metadata: 'x'.repeat(256) }, 'VALIDATION_ERROR', 'corr_metadata'],
  ])('is refused with %j', async (more, code, field) => {
    const { status, body } = await create(more)
    expect([status, body.error.code, body.error.field]).toEqual([400, code, field])
  })

  test('is told all that is wrong with it at once', async () => {
    const { body } = await create({ account_type: 'joint', agreements: [{ signed_at: '2026-11-20T15:04:06Z' }] })
    expect([body.error.code, body.error.details.errors]).toEqual([
      'VALIDATION_ERROR',
      [
        { field: 'agreements.0.signed_at', code: 'VALIDATION_ERROR', message: 'agreements.0.signed_at must not be in the future.' },
        { field: 'joint_owner', code: 'JOINT_OWNER_REQUIRED', message: 'A joint account needs a joint_owner.' },
      ],
    ])
  })

  test.each(['x', '00000000-0000-4000-8000-000000000000', '%00', '..'])('that does not exist (%s) is a 404', async (id) => {
    const { status, body } = await server.client.get(`/v1/accounts/${id}`)
    expect([status, body.error.code]).toEqual(id === '..' ? [404, 'NOT_FOUND'] : [404, 'ACCOUNT_NOT_FOUND'])
  })
})

test('an agreement may be signed at this very moment, and not a moment later', async () => {
  const signed = async (signed_at: string) => {
    const { status, body } = await create({ agreements: [{ agreement: 'customer_agreement', signed_at }] })
    return [status, body.error?.field]
  }
  expect(await signed(NOW)).toEqual([201, undefined])
  expect(await signed('2026-11-20T15:04:05.124Z')).toEqual([400, 'agreements.0.signed_at'])
})

describe('a user', () => {
  test('has the account that it was created with', async () => {
    const { body } = await create()
    expect((await server.client.get(`/v1/users/${body.user_id}`)).body).toEqual({
      id: body.user_id,
      kyc_status: 'APPROVED',
      created_at: NOW,
      account_ids: [body.id],
    })
  })

  test('whom the review has refused is REJECTED', async () => {
    const { body } = await create({ identity: { ...identity, tax_id: '123-45-0002' } })
    expect((await server.client.get(`/v1/users/${body.user_id}`)).body).toEqual({
      id: body.user_id,
      kyc_status: 'REJECTED',
      created_at: NOW,
      account_ids: [body.id],
    })
  })

  test('that does not exist is a 404', async () => {
    const { status, body } = await server.client.get('/v1/users/00000000-0000-4000-8000-000000000000')
    expect([status, body.error.code]).toEqual([404, 'USER_NOT_FOUND'])
  })
})

describe('the list of accounts', () => {
  let own: RestServer
  beforeAll(async () => {
    own = await openRestServer()
    const person = (given_name: string, family_name: string, phone_number: string, tax_id: string) =>
      own.client.post('/v1/accounts', {
        contact: { email_address: `${given_name.toLowerCase()}@example.com`, phone_number },
        identity: { ...identity, given_name, family_name, tax_id },
      })
    await person('Ann', 'Lee', '+1 512 555 0001', '123450001')
    await person('Bob', 'Lee', '+1 512 555 0002', '123450002')
    own.now += 1000
    await person('Cid', 'Ray', '+44 20 555 0003', '123450003')
  })
  afterAll(() => own.close())

  const names = async (query: string) => {
    const { body } = await own.client.get(`/v1/accounts${query}`)
    const accounts = await Promise.all(body.data.map(({ id }: { id: string }) => own.client.get(`/v1/accounts/${id}`)))
    return accounts.map((account) => account.body.identity.given_name as string)
  }

  test('has nine members of each, newest first', async () => {
    const { body } = await own.client.get('/v1/accounts?limit=1')
    expect(body).toEqual({
      data: [
        {
          id: uuid,
          account_number: expect.any(String),
          status: 'APPROVAL_PENDING',
          kyc_status: 'MANUAL_REVIEW',
          currency: 'USD',
          last_equity: '0.00',
          created_at: '2026-11-20T15:04:06.123Z',
          account_type: 'individual',
          enabled_assets: ['equity'],
        },
      ],
      pagination: { next_cursor: expect.any(String), has_more: true },
    })
  })

  test.each([
    ['', ['Cid', 'Bob', 'Ann']],
    ['?sort=created_at:asc', ['Ann', 'Bob', 'Cid']],
    ['?status=ACTIVE', ['Ann']],
    ['?status=ACCOUNT_CLOSED', []],
    ['?query=lee', ['Bob', 'Ann']],
    ['?query=LEE+ann', ['Ann']],
    ['?query=bob@example.com', ['Bob']],
    ['?query=20555', ['Cid']],
    ['?query=%2B1512555-0001', ['Ann']],
    ['?query=%2B1(512)', ['Bob', 'Ann']],
    ['?query=%2B1+(512)+555-0001', ['Ann']],
    ['?query=%2B44+(20)+555-0003', ['Cid']],
    ['?query=410000002', ['Bob']],
    ['?query=%25', []],
    ['?query=ann%20lee%20nobody', []],
    ['?created_after=2026-11-20T15:04:06Z', ['Cid']],
    ['?created_before=2026-11-20T15:04:05.123Z', ['Bob', 'Ann']],
    ['?created_after=2026-11-20&created_before=2026-11-20', ['Cid', 'Bob', 'Ann']],
    ['?created_before=2026-11-19', []],
  ])('%s gives %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('is read page by page, equal timestamps included', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '?limit=1' : `?limit=1&cursor=${cursor}`
      const { body } = await own.client.get(`/v1/accounts${query}`)
      seen.push(...body.data.map(({ account_number }: { account_number: string }) => account_number))
      cursor = body.pagination.next_cursor
    }
    expect(seen).toEqual(['410000003', '410000002', '410000001'])
  })

  test('takes a cursor whichever way the same filters are written, and whatever else the query has', async () => {
    const { body } = await own.client.get('/v1/accounts?limit=1&query=LEE&_=1')
    expect(await names(`?limit=1&query=+lee&sort=created_at:desc&_=2&cursor=${body.pagination.next_cursor as string}`)).toEqual(['Ann'])
  })

  test.each([
    ['?status=OPEN', 'VALIDATION_ERROR', 'status'],
    ['?limit=101', 'VALIDATION_ERROR', 'limit'],
    ['?sort=name:asc', 'VALIDATION_ERROR', 'sort'],
    ['?created_after=2026-13-01', 'VALIDATION_ERROR', 'created_after'],
    ['?cursor=x', 'INVALID_CURSOR', 'cursor'],
  ])('%s is a 400', async (query, code, field) => {
    const { status, body } = await own.client.get(`/v1/accounts${query}`)
    expect([status, body.error.code, body.error.field]).toEqual([400, code, field])
  })
})

describe('balances and positions', () => {
  beforeEach(() => {
    server.now += 1000
  })

  test('before the account is active are zeros', async () => {
    const { body } = await create({ identity: { ...identity, tax_id: '123450003' } })
    const balances = (await server.client.get(`/v1/accounts/${body.id}/balances`)).body
    expect([balances.cash, balances.buying_power, balances.settlements]).toEqual(['0.00', '0.00', []])
    expect((await server.client.get(`/v1/accounts/${body.id}/positions`)).body.data).toEqual([])
  })

  test('show what a purchase is worth', async () => {
    const account = await server.account('10000.00')
    await server.quote('AAPL', '149.00', '149.50', '4')
    await account.order({ side: 'buy', quantity: '4', limit_price: '149.50' })
    await server.quote('AAPL', '160.00', '161.00')
    await account.order({ side: 'sell', quantity: '1', limit_price: '170.00' })
    const { body } = await server.client.get(`${account.path}/positions`)
    const position = {
      id: uuid,
      account_id: account.id,
      symbol: 'AAPL',
      asset_class: 'equity',
      quantity: '4',
      quantity_available: '3',
      side: 'long',
      average_price: '149.50',
      cost_basis: '598.00',
      current_price: '160.00',
      market_value: '640.00',
      unrealized_pnl: '42.00',
      pnl_percentage: '7.0234',
      previous_close: '150.00',
      change_today: '10.00',
      change_today_percentage: '6.6667',
      updated_at: new Date(server.now).toISOString(),
    }
    expect(body).toEqual({ data: [position], pagination: { next_cursor: null, has_more: false } })
    expect((await server.client.get(`${account.path}/positions/aapl`)).body).toEqual(position)
    const balances = await account.balances()
    expect([balances['cash'], balances['long_market_value'], balances['equity']]).toEqual(['9402.00', '640.00', '10042.00'])
  })

  test.each(['MSFT', 'NOPE', '!', 'x'.repeat(500)])('have no position in %.10s', async (symbol) => {
    const account = await server.account()
    const { status, body } = await server.client.get(`${account.path}/positions/${symbol}`)
    expect([status, body.error.code]).toEqual([404, 'POSITION_NOT_FOUND'])
  })

  test('are read page by page', async () => {
    const account = await server.account('10000.00')
    for (const symbol of ['MSFT', 'AAPL']) {
      await server.quote(symbol, '10.00', '10.01')
      await account.order({ symbol, side: 'buy', quantity: '1', limit_price: '10.01' })
    }
    const first = await server.client.get(`${account.path}/positions?limit=1`)
    const second = await server.client.get(`${account.path}/positions?limit=1&cursor=${first.body.pagination.next_cursor as string}`)
    expect([...first.body.data, ...second.body.data].map(({ symbol }) => symbol)).toEqual(['AAPL', 'MSFT'])
    expect(second.body.pagination).toEqual({ next_cursor: null, has_more: false })
  })
})

describe('the ledger', () => {
  test('has a line for all that moves cash, newest first, and its sum is the cash', async () => {
    const own = await openRestServer()
    const account = await own.account('1000.00')
    await own.quote('AAPL', '99.00', '100.00')
    await account.order({ side: 'buy', quantity: '3', limit_price: '100.00' })
    await account.order({ side: 'sell', quantity: '1', limit_price: '99.00' })
    await own.operator.post('/v1/admin/end-of-day')
    const list = async (query = '') => (await own.client.get(`${account.path}/activities${query}`)).body
    const { data } = await list()
    expect(
      data.map((line: Record<string, unknown>) => [line['type'], line['net_amount'], line['symbol'], line['quantity'], line['price']]),
    ).toEqual([
      ['SETTLEMENT', '0.00', null, null, null],
      ['FILL', '99.00', 'AAPL', '1', '99.00'],
      ['FILL', '-300.00', 'AAPL', '3', '100.00'],
      ['DEPOSIT', '1000.00', null, null, null],
    ])
    const { body: fills } = await own.client.get(`${account.path}/orders/${data[2].order_id as string}/executions`)
    expect([data[2].execution_id, data[2].sequence]).toEqual([fills.data[0].id, fills.data[0].sequence])
    const { body: deposit } = await own.client.get(`${account.path}/funding/activity/${data[3].funding_activity_id as string}`)
    expect(deposit.amount).toBe('1000.00')
    const cents = data.reduce((sum: number, line: { net_amount: string }) => sum + Math.round(Number(line.net_amount) * 100), 0)
    expect((cents / 100).toFixed(2)).toBe((await account.balances())['cash'])
    expect((await list('?type=FILL')).data).toEqual([data[1], data[2]])
    expect((await list('?created_after=2026-11-21')).data).toEqual([])
    const page = await list('?limit=3')
    expect((await list(`?limit=3&cursor=${page.pagination.next_cursor as string}`)).data).toEqual([data[3]])
    expect((await own.client.get(`${account.path}/activities?type=GIFT`)).body.error.field).toBe('type')
    await own.close()
  })
})
