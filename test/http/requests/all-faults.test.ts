import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

// What the schema of a request finds wrong and what its route finds wrong are one answer.

let server: RestServer
let account: TradingAccount
let webhook: string
let user: string
beforeAll(async () => {
  server = await openRestServer()
  account = await server.account()
  user = (await server.client.get(account.path)).body.user_id
  webhook = (await server.client.post('/v1/webhooks', { url: 'https://example.com/hooks', events: [] })).body.id
})
afterAll(() => server.close())

const at = (ms: number) => new Date(server.now + ms).toISOString()
const contact = { email_address: 'jane@example.com' }
const identity = { given_name: 'Jane', family_name: 'Doe', date_of_birth: '1990-01-01', tax_id: '123450001' }
const oneOfTheScopes = (field: string) => expect.stringMatching(new RegExp(`^"${field}" is not one of accounts:read, `)) as string

type Fault = readonly [field: string, code: string, message: string]
interface Case {
  readonly ask: () => Promise<{ readonly status: number; readonly body: unknown }>
  readonly faults: readonly Fault[]
}

const CASES: Readonly<Record<string, Case>> = {
  'a key without a label, of a scope that is none': {
    ask: () => server.client.post('/v1/keys', { scopes: ['trading:read', 'nothing'] }),
    faults: [
      ['label', 'VALIDATION_ERROR', 'label is required.'],
      ['scopes', 'INVALID_SCOPE', oneOfTheScopes('nothing')],
    ],
  },
  'scopes of which one is no text and one is none': {
    ask: () => server.client.post('/v1/keys', { label: 'x', scopes: [7, 'nothing'] }),
    faults: [
      ['scopes.0', 'VALIDATION_ERROR', 'scopes.0 must be a string.'],
      ['scopes', 'INVALID_SCOPE', oneOfTheScopes('nothing')],
    ],
  },
  'an account token of no scope that ends too soon': {
    ask: () => server.client.post(`${account.path}/keys`, { label: 'x', scopes: [], expires_at: at(1) }),
    faults: [
      ['scopes', 'VALIDATION_ERROR', 'scopes must not have fewer than 1 items.'],
      ['expires_at', 'VALIDATION_ERROR', 'expires_at must be 1 minute to 365 days ahead.'],
    ],
  },
  'a joint account of one owner, with an e-mail address that is none': {
    ask: () => server.client.post('/v1/accounts', { contact: { email_address: 'jane' }, identity, account_type: 'joint' }),
    faults: [
      ['contact.email_address', 'VALIDATION_ERROR', 'contact.email_address must be an e-mail address.'],
      ['joint_owner', 'JOINT_OWNER_REQUIRED', 'A joint account needs a joint_owner.'],
    ],
  },
  'agreements of which one is unknown and two are signed in the future': {
    ask: () =>
      server.client.post('/v1/accounts', {
        contact,
        identity,
        agreements: [{ agreement: 'none', signed_at: at(60_000) }, 'text', { signed_at: at(60_000) }],
      }),
    faults: [
      [
        'agreements.0.agreement',
        'VALIDATION_ERROR',
        'agreements.0.agreement must be one of customer_agreement, account_agreement, margin_agreement, options_agreement.',
      ],
      ['agreements.1', 'VALIDATION_ERROR', 'agreements.1 must be an object.'],
      ['agreements.0.signed_at', 'VALIDATION_ERROR', 'agreements.0.signed_at must not be in the future.'],
      ['agreements.2.signed_at', 'VALIDATION_ERROR', 'agreements.2.signed_at must not be in the future.'],
    ],
  },
  'a further account with a state and an agreement that are wrong': {
    ask: () =>
      server.client.post(`/v1/users/${user}/accounts`, {
        account_type: 'joint',
        contact: { state: 'Texas' },
        agreements: [{ signed_at: at(60_000) }],
      }),
    faults: [
      ['contact.state', 'VALIDATION_ERROR', 'contact.state must be a state code of two letters.'],
      ['agreements.0.signed_at', 'VALIDATION_ERROR', 'agreements.0.signed_at must not be in the future.'],
      ['joint_owner', 'JOINT_OWNER_REQUIRED', 'A joint account needs a joint_owner.'],
    ],
  },
  'a change of an account without a phone number, with an agreement of tomorrow': {
    ask: () => server.client.patch(account.path, { contact: {}, agreements: [{ signed_at: at(60_000) }] }),
    faults: [
      ['contact.phone_number', 'INVALID_PHONE_NUMBER', 'contact.phone_number is required.'],
      ['agreements.0.signed_at', 'VALIDATION_ERROR', 'agreements.0.signed_at must not be in the future.'],
    ],
  },
  'a webhook without events, at an address that is none': {
    ask: () => server.client.post('/v1/webhooks', { url: 'example.com' }),
    faults: [
      ['events', 'VALIDATION_ERROR', 'events is required.'],
      ['url', 'INVALID_URL', 'url has to be a URL such as https://example.com/hooks.'],
    ],
  },
  'a change of a webhook to a status and an event that are none': {
    ask: () => server.client.patch(`/v1/webhooks/${webhook}`, { status: 'gone', events: ['order.eaten'] }),
    faults: [
      ['status', 'VALIDATION_ERROR', 'status must be one of active, disabled.'],
      ['events', 'INVALID_EVENT', expect.stringMatching(/^"order.eaten" is not one of account.kyc_approved, /) as string],
    ],
  },
  'a list of documents of a type and a day that are none, with a limit of nothing': {
    ask: () => server.client.post('/v1/documents/list', { document_type: 'selfie', limit: 0, year: 2026, month: 2, day: 30 }),
    faults: [
      ['document_type', 'INVALID_DOCUMENT_TYPE', expect.stringMatching(/^document_type must be one of .*account_statement/) as string],
      ['limit', 'VALIDATION_ERROR', 'limit must be >= 1.'],
      ['day', 'INVALID_DATE_RANGE', 'There is no such day.'],
    ],
  },
  'an upload of a sub type, a content and a name that are none': {
    ask: () =>
      server.client.post(`${account.path}/documents/upload`, {
        document_type: 'identity_verification',
        document_sub_type: 'library_card',
        content: '?',
        mime_type: 7,
      }),
    faults: [
      ['mime_type', 'VALIDATION_ERROR', 'mime_type must be a string.'],
      [
        'document_sub_type',
        'INVALID_DOCUMENT_TYPE',
        expect.stringMatching(/^identity_verification has the sub types passport, /) as string,
      ],
      ['content', 'INVALID_DOCUMENT_CONTENT', 'content must be base64 (RFC 4648 section 4, with padding).'],
    ],
  },
  'a withdrawal of what may be all that there is': {
    ask: () => server.client.post(`${account.path}/funding/withdrawals`, { withdraw_full_balance: 'yes' }),
    faults: [
      ['ach_relationship_id', 'VALIDATION_ERROR', 'ach_relationship_id is required.'],
      ['withdraw_full_balance', 'VALIDATION_ERROR', 'withdraw_full_balance must be true or false.'],
    ],
  },
  'a fill model of an account that is none': {
    ask: () => server.client.post('/v1/dev/sandbox/fill-models', { model: 'fully', account_id: 7 }),
    faults: [
      ['model', 'VALIDATION_ERROR', expect.stringMatching(/^model must be one of /) as string],
      ['account_id', 'VALIDATION_ERROR', 'account_id must be a string.'],
    ],
  },
  'a form W-9 of nobody, signed tomorrow': {
    ask: () => server.client.post('/v1/documents/w9', { signed_at: at(60_000) }),
    faults: [
      ['user_id', 'VALIDATION_ERROR', 'user_id is required.'],
      ['signed_at', 'VALIDATION_ERROR', 'signed_at must not be in the future.'],
    ],
  },
  'a search of the blotter for a side and statuses that are none': {
    ask: () => server.client.post('/api/external/get-orders', { Side: 'Hold', Status: ['New', 'Eaten'] }),
    faults: [
      ['Side', 'VALIDATION_ERROR', 'Side must be one of Buy, Sell.'],
      ['Status.1', 'VALIDATION_ERROR', 'Status.1 must be a status of an order.'],
    ],
  },
  'a page of nothing behind a cursor that is none': {
    ask: () => server.client.get('/v1/accounts?limit=0&cursor=nonsense'),
    faults: [
      ['cursor', 'INVALID_CURSOR', 'cursor must be next_cursor of the page before.'],
      ['limit', 'VALIDATION_ERROR', 'limit must be >= 1.'],
    ],
  },
  'a deposit of nothing whose keys differ': {
    ask: () =>
      server.client.post(
        `${account.path}/funding/deposits`,
        { ach_relationship_id: 'x', amount: '0.00', idempotency_key: 'one' },
        { headers: { 'idempotency-key': 'other' } },
      ),
    faults: [
      ['amount', 'INVALID_AMOUNT', 'amount must be dollars and cents above 0.00 such as "10.00", without leading zeros.'],
      ['idempotency_key', 'VALIDATION_ERROR', 'The header Idempotency-Key and idempotency_key differ.'],
    ],
  },
  'a withdrawal over no link, of less than its fee, with a tax year': {
    ask: () => server.client.post(`${account.path}/funding/withdrawals`, { amount: '1.00', processing_fee: '2.00', tax_year: 2026 }),
    faults: [
      ['ach_relationship_id', 'VALIDATION_ERROR', 'ach_relationship_id is required.'],
      ['amount', 'INVALID_AMOUNT', 'Fee and withholdings have to leave something of the amount.'],
      ['tax_year', 'IRA_FIELDS_NOT_ALLOWED', 'tax_year is for withdrawals from an IRA.'],
    ],
  },
  'a fill model with a symbol that is none, of a percent that it has not': {
    ask: () => server.client.post('/v1/dev/sandbox/fill-models', { model: 'full', symbol: '!', percent: 5 }),
    faults: [
      ['symbol', 'INVALID_SYMBOL', expect.stringMatching(/^symbol must be /) as string],
      ['percent', 'VALIDATION_ERROR', 'percent belongs to the model participation.'],
    ],
  },
  'a kill switch of no account, neither on nor off': {
    ask: () => server.operator.post('/v1/admin/kill-switch', { scope: 'account' }),
    faults: [
      ['on', 'VALIDATION_ERROR', 'on is required.'],
      ['id', 'VALIDATION_ERROR', 'id of the account is required.'],
    ],
  },
}

test.each(Object.entries(CASES))('%s: all of it is told', async (_what, { ask, faults }) => {
  const { status, body } = await ask()
  const errors = faults.map(([field, code, message]) => ({ field, code, message }))
  expect([status, body]).toEqual([
    400,
    {
      error: {
        code: 'VALIDATION_ERROR',
        message: `${faults.length} fields are wrong: ${faults.map(([field]) => field).join(', ')}.`,
        details: { errors },
        request_id: expect.stringMatching(/^req_/) as string,
      },
    },
  ])
})

test.each(['none', 'account_statement'])('a document that is too large is that, though its type is wrong: %s', async (document_type) => {
  const content = 'A'.repeat(14_000_000)
  const { status, body } = await server.client.post(`${account.path}/documents/upload`, { document_type, content })
  expect([status, body.error.code, body.error.field]).toEqual([413, 'DOCUMENT_TOO_LARGE', 'content'])
})

test('a member that the schema refuses is told once, and is no reason for another fault', async () => {
  const { status, body } = await server.client.post('/v1/accounts', { contact, identity, account_type: 'joint', joint_owner: 'John' })
  expect([status, body]).toEqual([
    400,
    {
      error: {
        code: 'VALIDATION_ERROR',
        message: 'joint_owner must be an object.',
        field: 'joint_owner',
        request_id: expect.any(String) as string,
      },
    },
  ])
})

test.each([[[]], ['text'], [7], [null]])('of a body that is %j nothing else is told', async (given) => {
  const { status, body } = await server.client.post('/v1/webhooks', given as never)
  expect([status, body.error.code, body.error.message]).toEqual([400, 'VALIDATION_ERROR', 'The body must be an object.'])
})

test('a body with more faults than are listed is refused for those', async () => {
  const quotes = Array.from({ length: 300 }, () => ({ symbol: 7, bid: 8 }))
  const funding_source = Array.from({ length: 6 }, () => 7)
  for (const answer of [
    await server.client.post('/v1/dev/sandbox/quotes', { quotes }),
    await server.client.post('/v1/keys', { scopes: Array.from({ length: 100 }, (_, index) => index) }),
    await server.client.post('/v1/accounts', { contact, identity: { ...identity, funding_source } }),
  ])
    expect(answer.status).toBe(400)
})

test('of a closed account it is told that what is asked is wrong, then that it is closed', async () => {
  const closed = await server.account()
  await server.client.delete(closed.path)
  const answers = [
    await server.client.post(`${closed.path}/keys`, { label: 'x', scopes: ['nothing'] }),
    await server.client.post(`${closed.path}/keys`, { label: 'x' }),
    await server.client.patch(closed.path, { agreements: [{ signed_at: at(60_000) }] }),
    await server.client.patch(closed.path, { advisor_code: 'A' }),
  ]
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
    [400, 'INVALID_SCOPE'],
    [409, 'ACCOUNT_CLOSED'],
    [400, 'VALIDATION_ERROR'],
    [409, 'ACCOUNT_CLOSED'],
  ])
})
