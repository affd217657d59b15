import { AccountStatus, KycStatus } from '../../../domain/account.ts'
import { EVENT_NAMES, type EventName } from '../../../domain/partner-event-type.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const uuid = { type: 'string', format: 'uuid' }
const instant = { type: 'string', format: 'date-time' }

const account = { account: { allOf: [ref('SlimAccount')], type: 'object', description: 'with user_id and kyc_results' } }
const order = { order: ref('Order') }
const fill = { ...order, execution: ref('Execution') }
const link = { ach_relationship: { type: 'object', description: 'an AchRelationship without bank_routing_number' } }
const transfer = { transfer: ref('Transfer') }

/** When each event fires, and what its data has beside account_id. */
const DOCUMENTED = {
  'account.kyc_approved': { when: 'kyc_status becomes APPROVED, at creation too', data: account },
  'account.kyc_rejected': { when: 'kyc_status becomes REJECTED, at creation too', data: account },
  'account.closed': {
    when: 'An account was closed',
    data: { account: { allOf: [ref('SlimAccount')], type: 'object', description: 'with closed_at' } },
  },
  'account.status_changed': {
    when: 'The status of an account moved on after its creation',
    data: {
      status_from: { type: 'string', 'x-extensible-enum': Object.values(AccountStatus) },
      status_to: { type: 'string', 'x-extensible-enum': Object.values(AccountStatus) },
      kyc_status: { type: 'string', 'x-extensible-enum': Object.values(KycStatus) },
    },
  },
  'funding.ach_relationship_created': { when: 'A bank was linked', data: link },
  'funding.ach_relationship_approved': { when: 'A bank link was approved, at its creation too', data: link },
  'funding.ach_relationship_rejected': { when: 'A bank link was rejected, at its creation too', data: link },
  'funding.ach_relationship_removed': { when: 'A bank link was removed', data: link },
  'funding.deposit_completed': { when: 'A deposit has settled', data: transfer },
  'funding.deposit_returned': { when: 'A deposit was returned', data: transfer },
  'funding.withdrawal_completed': { when: 'A withdrawal has settled', data: transfer },
  'funding.withdrawal_returned': { when: 'A withdrawal was returned', data: transfer },
  'funding.transfer_cancelled': { when: 'A transfer was cancelled', data: transfer },
  'order.submitted': { when: 'An order was accepted', data: order },
  'order.partially_filled': { when: 'A fill that leaves a rest', data: fill },
  'order.filled': { when: 'The last fill of an order', data: fill },
  'order.replaced': { when: 'A change of an order took effect', data: order },
  'order.cancelled': { when: 'An order was cancelled or has expired: status and cancel_reason tell', data: order },
  'order.rejected': { when: 'An order was refused: reject_reason tells why', data: order },
  'order.execution_corrected': { when: 'A fill was busted or corrected', data: fill },
  'webhook.test': {
    when: 'The test operation; delivered whatever the webhook lists',
    data: { webhook_id: uuid, message: { type: 'string' } },
  },
} as const satisfies Record<EventName, { readonly when: string; readonly data: object }>

/** The section `webhooks` of the OpenAPI document: what a receiver is sent. */
export function webhookDocumentation(): Record<string, object> {
  return Object.fromEntries(EVENT_NAMES.map((name) => [name, { post: operationOf(name) }]))
}

function operationOf(name: EventName) {
  const { when, data } = DOCUMENTED[name]
  const members = name === 'webhook.test' ? data : { account_id: uuid, ...data }
  return {
    operationId: name,
    tags: ['Webhooks'],
    summary: when,
    description:
      'Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds ' +
      'is success, everything else is tried again; 410 disables the webhook.',
    parameters: HEADERS.map(([header, description]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['id', 'event_type', 'created_at', 'sequence', 'environment', 'data'],
            properties: {
              id: { type: 'string', description: 'the same at every attempt' },
              event_type: { type: 'string', const: name },
              created_at: instant,
              sequence: { type: 'integer', description: 'of the partner, without gaps' },
              environment: { type: 'string', 'x-extensible-enum': ['sandbox', 'live'] },
              data: { type: 'object', required: Object.keys(members), properties: members },
            },
          },
          example: exampleOf(name),
        },
      },
    },
    responses: { '2XX': { description: 'received' } },
  }
}

function exampleOf(name: EventName) {
  return {
    id: 'evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T',
    event_type: name,
    created_at: '2026-11-20T15:04:06.010Z',
    sequence: 1042,
    environment: 'sandbox',
    data:
      name === 'webhook.test'
        ? { webhook_id: '5f0f9c1e-7c1b-4f7e-9a55-1b2a3c4d5e6f', message: 'This is a test delivery.' }
        : { account_id: '0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f', ...EXAMPLE_DATA[nounOf(name)] },
  }
}

/** What an example shows; the members of the objects stand in their schemas. */
const EXAMPLE_DATA = {
  status: { status_from: 'APPROVAL_PENDING', status_to: 'ACTIVE', kyc_status: 'APPROVED' },
  account: { account: { id: '0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f', account_number: '410028817', status: 'ACTIVE' } },
  order: { order: { id: '0193a1b2-8d1b-4f7e-9a55-1b2a3c4d5e6f', client_order_id: 'c-1001', symbol: 'AAPL', side: 'buy' } },
  ach_relationship: { ach_relationship: { id: '0193a1b2-9e1b-4f7e-9a55-1b2a3c4d5e6f', bank_account_last4: '6789' } },
  transfer: { transfer: { id: '0193a1b2-af1b-4f7e-9a55-1b2a3c4d5e6f', type: 'DEPOSIT', amount: '10000.00' } },
} as const

function nounOf(name: EventName): keyof typeof EXAMPLE_DATA {
  if (name === 'account.status_changed') return 'status'
  if (name.startsWith('account.')) return 'account'
  if (name.startsWith('order.')) return 'order'
  return name.startsWith('funding.ach_') ? 'ach_relationship' : 'transfer'
}

const HEADERS = [
  ['webhook-id', 'id of the event, the same at every attempt'],
  ['webhook-timestamp', 'unix seconds of the attempt; refuse what is older than 300 seconds'],
  ['webhook-signature', 'v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, more than one separated by blanks'],
  ['webhook-attempt', 'from 1'],
] as const
