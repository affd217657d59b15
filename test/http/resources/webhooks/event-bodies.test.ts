import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EVENT_NAMES, PARTNER_EVENT_TYPES } from '../../../../src/domain/partners/partner-event-type.ts'
import { PARTNER_SCOPES } from '../../../../src/domain/partners/scopes.ts'
import { EventStreamClient } from '../../../support/event-stream-client.ts'
import { newAjv, type OpenApiDocument } from '../../../support/openapi-check.ts'
import { openRestServer, RestServer, TradingAccount } from '../../../support/rest-server.ts'

let server: RestServer

beforeEach(async () => {
  server = await openRestServer({ rules: { achMode: 'manual' } })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => server.close())

const TIME = '2026-11-20T15:04:05.123Z'

/** All events of the partner so far. */
async function told() {
  const key = await server.issue(0, PARTNER_SCOPES)
  const base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const last = server.delivery.log.head(0)
  const stream = await EventStreamClient.open(`${base}/v1/webhooks/stream?since_id=0&until_id=${last}`, {
    'x-api-key': key.api_key,
    'x-api-secret': key.api_secret,
  })
  return (await stream.nextOnes(last)).map(({ data }) => data)
}

/** Data of the events, by name. */
async function data(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const event of await told()) (found[event.event_type] ??= []).push(event.data)
  return found
}

async function applicant(taxId: string) {
  const { body } = await server.client.post('/v1/accounts', {
    contact: { email_address: 'jane@example.com', phone_number: '+15125550100' },
    identity: { given_name: 'Jane', family_name: 'Doe', date_of_birth: '1990-01-01', tax_id: taxId },
  })
  return new TradingAccount(server.client, body)
}

const review = (account: TradingAccount, decision: string) =>
  server.client.post(`/v1/dev/sandbox/accounts/${account.id}/kyc`, { decision, ...(decision === 'reject' ? { reject: ['OTHER'] } : {}) })

const settle = (transfer: { readonly id: string }, action: string) =>
  server.client.post(`/v1/dev/sandbox/funding/${transfer.id}`, { action, ...(action === 'return' ? { return_code: 'R01' } : {}) })

test('of accounts: opened, reviewed and closed', async () => {
  const approved = await applicant('123-45-0001')
  const rejected = await applicant('123-45-0002')
  const reviewed = await applicant('123-45-0003')
  await review(reviewed, 'approve')
  await server.client.delete(approved.path)
  const slim = (account: TradingAccount, status: string, kyc: string) => ({
    id: account.id,
    account_number: account.number,
    status,
    kyc_status: kyc,
    currency: 'USD',
    last_equity: '0.00',
    created_at: TIME,
    account_type: 'individual',
    enabled_assets: ['equity'],
  })
  const outcome = (account: TradingAccount, summary: string, reject: string[]) => ({
    user_id: account.created['user_id'],
    kyc_results: { summary, reject, additional_information: null },
  })
  const events = (await told()).map(({ event_type, data }) => [event_type, data])
  expect(events).toEqual([
    [
      'account.kyc_approved',
      { account_id: approved.id, account: { ...slim(approved, 'ACTIVE', 'APPROVED'), ...outcome(approved, 'pass', []) } },
    ],
    [
      'account.kyc_rejected',
      {
        account_id: rejected.id,
        account: { ...slim(rejected, 'REJECTED', 'REJECTED'), ...outcome(rejected, 'fail', ['IDENTITY_VERIFICATION']) },
      },
    ],
    ['account.status_changed', { account_id: reviewed.id, status_from: 'APPROVAL_PENDING', status_to: 'ACTIVE', kyc_status: 'APPROVED' }],
    [
      'account.kyc_approved',
      { account_id: reviewed.id, account: { ...slim(reviewed, 'ACTIVE', 'APPROVED'), ...outcome(reviewed, 'pass', []) } },
    ],
    ['account.status_changed', { account_id: approved.id, status_from: 'ACTIVE', status_to: 'ACCOUNT_CLOSED', kyc_status: 'APPROVED' }],
    ['account.closed', { account_id: approved.id, account: { ...slim(approved, 'ACCOUNT_CLOSED', 'APPROVED'), closed_at: TIME } }],
  ])
})

test('of bank links, without the number of the bank', async () => {
  const account = await applicant('123-45-0001')
  const shown = async ({ id }: { readonly id: string }) => {
    const { body } = await server.client.get(`${account.path}/ach-relationships/${id}`)
    const { bank_routing_number, ...rest } = body
    expect(bank_routing_number).toMatch(/^\d{9}$/)
    return { account_id: account.id, ach_relationship: rest }
  }
  const first = await account.link()
  const second = await account.link({ bank_account_number: '000120002' })
  const third = await account.link({ bank_account_number: '000120003' })
  const pending = await shown(third)
  const before = [await shown(first), await shown(second)]
  await server.client.post(`/v1/dev/sandbox/ach-relationships/${third.id}`, { decision: 'approve' })
  await server.client.delete(`${account.path}/ach-relationships/${first.id}`)
  expect(await data()).toEqual({
    'account.kyc_approved': [expect.anything()],
    'funding.ach_relationship_created': [...before, pending],
    'funding.ach_relationship_approved': [before[0], await shown(third)],
    'funding.ach_relationship_rejected': [before[1]],
    'funding.ach_relationship_removed': [await shown(first)],
  })
})

test('of transfers, each as it stood', async () => {
  const account = await applicant('123-45-0001')
  const bank = await account.link()
  const ask = async (type: string, amount: string) =>
    (await server.client.post(`${account.path}/funding/${type}`, { ach_relationship_id: bank.id, amount })).body
  const shown = async ({ id }: { readonly id: string }) => ({
    account_id: account.id,
    transfer: (await server.client.get(`${account.path}/funding/activity/${id}`)).body,
  })
  const deposit = await ask('deposits', '1000.00')
  const steps = ['queue', 'send', 'settle']
  for (const step of steps) await settle(deposit, step)
  const completed = await shown(deposit)
  const withdrawal = await ask('withdrawals', '100.00')
  for (const step of steps) await settle(withdrawal, step)
  const paid = await shown(withdrawal)
  await settle(withdrawal, 'return')
  const returned = await ask('deposits', '50.00')
  for (const step of ['queue', 'send', 'return']) await settle(returned, step)
  const cancelled = await ask('deposits', '60.00')
  await server.client.post(`${account.path}/funding/activity/${cancelled.id}/cancel`)
  await settle(deposit, 'return')
  expect(await data()).toEqual({
    'account.kyc_approved': [expect.anything()],
    'funding.ach_relationship_created': [expect.anything()],
    'funding.ach_relationship_approved': [expect.anything()],
    'funding.deposit_completed': [completed],
    'funding.withdrawal_completed': [paid],
    'funding.withdrawal_returned': [await shown(withdrawal)],
    'funding.deposit_returned': [await shown(returned), await shown(deposit)],
    'funding.transfer_cancelled': [await shown(cancelled)],
  })
})

test('of orders, each as it stood, with the execution', async () => {
  const account = await applicant('123-45-0001')
  await server.run({ type: 'GrantHoldings', account: 0, cashCents: 1_000_000, positions: [] })
  await server.quote('AAPL', '149.90', '150.00', '4')
  const shown = async (order: { readonly id: string }) => (await server.client.get(`${account.path}/orders/${order.id}`)).body
  const executions = async (order: { readonly id: string }) =>
    (await server.client.get(`${account.path}/orders/${order.id}/executions`)).body.data
  const { body: order } = await account.order({ side: 'buy', limit_price: '150.00', quantity: '10' })
  const partly = await shown(order)
  const { body: replaced } = await server.client.patch(`${account.path}/orders/${order.id}`, { quantity: '8' })
  await server.quote('AAPL', '149.90', '150.00', '4')
  const full = await shown(order)
  const { body: resting } = await account.order({ side: 'buy', limit_price: '10.00', quantity: '1' })
  await server.client.delete(`${account.path}/orders/${resting.id}`)
  const refused = (await account.order({ side: 'buy', limit_price: '150.00', quantity: '1000' })).body.error.details.order_id as string
  const fills = await executions(order)
  await server.operator.post(`/v1/admin/executions/${fills[0].id}/correct`, { price: '149.00' })
  const with_ = (one: object, execution?: object) => ({ account_id: account.id, order: one, ...(execution && { execution }) })
  const events = await data()
  expect(events['order.submitted']).toEqual([
    with_({
      ...partly,
      status: 'new',
      filled_quantity: '0',
      remaining_quantity: '10',
      average_fill_price: null,
    }),
    with_(resting),
  ])
  expect(events['order.partially_filled']).toEqual([with_(partly, fills[0])])
  expect(events['order.replaced']).toEqual([with_(replaced)])
  expect(events['order.filled']).toEqual([with_(full, fills[1])])
  expect(events['order.cancelled']).toEqual([with_(await shown(resting))])
  expect(events['order.rejected']).toEqual([with_(await shown({ id: refused }))])
  expect(events['order.execution_corrected']).toEqual([with_(await shown(order), (await executions(order))[2])])
})

test('stay as they are, whatever becomes of what they tell of', async () => {
  const account = await applicant('123-45-0001')
  const bank = await account.link()
  const move = async (type: string, terms: object) => {
    const { body } = await server.client.post(`${account.path}/funding/${type}`, { ach_relationship_id: bank.id, ...terms })
    for (const step of ['queue', 'send', 'settle']) await settle(body, step)
  }
  const advance = () => server.client.post('/v1/dev/sandbox/clock', { advance: 'P3D' })
  await move('deposits', { amount: '1000.00' })
  await server.quote('AAPL', '149.00', '150.00')
  await account.order({ side: 'buy', limit_price: '150.00', quantity: '2' })
  await account.order({ side: 'sell', limit_price: '149.00', quantity: '2' })
  await account.order({ side: 'buy', limit_price: '10.00', quantity: '1' })
  await advance()
  await server.client.delete(`${account.path}/orders`)
  await advance()
  await move('withdrawals', { withdraw_full_balance: true })
  await server.client.delete(`${account.path}/ach-relationships/${bank.id}`)
  expect((await server.client.delete(account.path)).status).toBe(204)
  const before = await told()
  expect(before.at(-1)).toMatchObject({ event_type: 'account.closed', data: { account: { last_equity: '998.00' } } })
  await advance()
  expect(await told()).toEqual(before)
  await server.client.post('/v1/dev/sandbox/reset')
  expect((await told()).slice(0, before.length)).toEqual(before)
})

test('hold no tax id and no number of a bank', async () => {
  const account = await applicant('123-45-0001')
  await account.link()
  const text = JSON.stringify(await told())
  for (const secret of ['123-45-0001', '123450001', '-0001', '000123456789', '121000358', 'tax_id', 'routing'])
    expect(text).not.toContain(secret)
})

interface DocumentedEvent {
  readonly post: {
    readonly requestBody: {
      readonly content: { readonly 'application/json': { readonly schema: object; readonly example: { readonly event_type: string } } }
    }
  }
}

test('are those of the section webhooks in the OpenAPI document, and every name is there', async () => {
  const account = await applicant('123-45-0001')
  await account.link()
  await server.client.delete(account.path)
  const { components, webhooks } = (await server.anonymous.get('/v1/openapi.json')).body as OpenApiDocument & {
    readonly webhooks: Record<string, DocumentedEvent>
  }
  expect(Object.keys(webhooks)).toEqual([...EVENT_NAMES])
  expect(EVENT_NAMES.slice(0, -1)).toEqual([...PARTNER_EVENT_TYPES])
  const ajv = newAjv()
  ajv.addSchema({ $id: 'openapi', components })
  for (const event of await told()) {
    const { schema, example } = webhooks[event.event_type]!.post.requestBody.content['application/json']
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object)
    expect(validate(event), ajv.errorsText(validate.errors)).toBe(true)
    expect(example.event_type).toBe(event.event_type)
  }
})
