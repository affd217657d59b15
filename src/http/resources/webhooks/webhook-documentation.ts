import { AccountStatus, KycStatus } from '../../../domain/accounts/account.ts'
import { EVENT_NAMES, type EventName } from '../../../domain/partners/partner-event-type.ts'
import { accountSchema } from '../accounts/account.schema.ts'
import { achSchema } from '../funding/funding.schema.ts'
import { exampleOf } from './webhook-examples.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const uuid = { type: 'string', format: 'uuid' }
const instant = { type: 'string', format: 'date-time' }

const objectOf = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties })
const accountWith = (properties: object) => ({ account: { allOf: [ref('SlimAccount'), objectOf(properties)] } })

const { user_id, kyc_results } = accountSchema.properties
const account = accountWith({ user_id, kyc_results })
const order = { order: ref('Order') }
const fill = { ...order, execution: ref('Execution') }
const { bank_routing_number: _left, ...linkMembers } = achSchema.properties
const link = { ach_relationship: { ...objectOf(linkMembers), description: 'an AchRelationship without bank_routing_number' } }
const transfer = { transfer: ref('Transfer') }

/** When each event fires, and what its data has beside account_id. */
const DOCUMENTED = {
  'account.kyc_approved': { when: 'kyc_status becomes APPROVED, at creation too', data: account },
  'account.kyc_rejected': { when: 'kyc_status becomes REJECTED, at creation too', data: account },
  'account.closed': {
    when: 'An account was closed',
    data: accountWith({ closed_at: instant }),
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
    // the receiver knows us by the signature
    security: [],
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
              data: objectOf(members),
            },
          },
          example: exampleOf(name),
        },
      },
    },
    responses: { '2XX': { description: 'received' } },
  }
}

const HEADERS = [
  ['webhook-id', 'id of the event, the same at every attempt'],
  ['webhook-timestamp', 'unix seconds of the attempt; refuse what is older than 300 seconds'],
  [
    'webhook-signature',
    'v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind ' +
      '"whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough',
  ],
  ['webhook-attempt', 'from 1'],
] as const
