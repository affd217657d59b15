import { Type } from 'typebox'
import { EVENT_NAMES } from '../../../domain/partners/partner-event-type.ts'
import { DELIVERY_ERRORS, DELIVERY_STATUSES, type Delivery } from '../../../storage/delivery/delivery-store.ts'
import type { Webhook } from '../../../storage/rows/webhook-store.ts'
import { formatInstant } from '../../requests/instants.ts'
import { PAGE_SIZES, pageOf } from '../../requests/paging.ts'
import { instant, nullable, openEnumeration, uuid } from '../../schema/answer-values.ts'
import { cursorInput, limitInput, oneOf, text } from '../../schema/request-values.ts'

const STATUSES = ['active', 'disabled'] as const

/** more than there are */
const MOST_EVENTS = 100

const events = Type.Array(text({ description: EVENT_NAMES.join(', ') }), {
  maxItems: MOST_EVENTS,
  description: 'empty = all, those that are added later too',
})
const url = text({ description: 'https, up to 2048 characters, without credentials' })

export const newWebhookBody = Type.Object(
  { url, events },
  { examples: [{ url: 'https://example.com/hooks/brokerage', events: ['order.filled', 'order.cancelled'] }] },
)

export const webhookChangeBody = Type.Object(
  { url: Type.Optional(url), events: Type.Optional(events), status: Type.Optional(oneOf(STATUSES)) },
  { examples: [{ status: 'disabled' }] },
)

const EXAMPLE = {
  id: '0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f',
  url: 'https://example.com/hooks/brokerage',
  events: ['order.filled', 'order.cancelled'],
  status: 'active',
  disabled_reason: null,
  created_at: '2026-11-20T15:04:05.123Z',
  updated_at: '2026-11-20T15:04:05.123Z',
} as const

const members = {
  id: uuid,
  url: Type.String(),
  events: Type.Array(openEnumeration(EVENT_NAMES)),
  status: openEnumeration(STATUSES),
  disabled_reason: nullable(
    openEnumeration(['delivery_failures', 'gone'], {
      description: 'why the gateway disabled it: five days without a success, or an answer of 410',
    }),
  ),
  created_at: instant,
  updated_at: instant,
}

export const webhookSchema = Type.Object(members, { $id: 'Webhook', title: 'Webhook', examples: [EXAMPLE] })

export const issuedWebhookSchema = Type.Object(
  {
    ...members,
    secret: Type.String({
      description: 'what deliveries are signed with (Standard Webhooks): "whsec_" and the key in base64; shown only now',
    }),
  },
  { examples: [{ ...EXAMPLE, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' }] },
)

export const deliverySchema = Type.Object(
  {
    id: uuid,
    webhook_id: uuid,
    event_id: Type.String(),
    event_type: openEnumeration(EVENT_NAMES),
    attempt: Type.Integer({ description: 'from 1; 0 of an event that was skipped' }),
    status: openEnumeration(DELIVERY_STATUSES),
    url: Type.String(),
    response_status: nullable(Type.Integer()),
    response_body: nullable(Type.String({ description: 'its first 1024 bytes' })),
    error: nullable(openEnumeration(DELIVERY_ERRORS)),
    duration_ms: nullable(Type.Integer()),
    attempted_at: instant,
    next_attempt_at: nullable({
      ...instant,
      description: 'while another attempt is to come: null once that is made, where there will be none, and while the webhook is disabled',
    }),
  },
  {
    $id: 'WebhookDelivery',
    title: 'Attempt to deliver an event',
    examples: [
      {
        id: '0193a1b2-8d1b-4f7e-9a55-1b2a3c4d5e6f',
        webhook_id: EXAMPLE.id,
        event_id: 'evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T',
        event_type: 'order.filled',
        attempt: 2,
        status: 'failed',
        url: EXAMPLE.url,
        response_status: 503,
        response_body: 'try later',
        error: null,
        duration_ms: 87,
        attempted_at: '2026-11-20T15:04:11.030Z',
        next_attempt_at: '2026-11-20T15:09:12.400Z',
      },
    ],
  },
)

export const deliveryPage = pageOf(Type.Unsafe<object>({ $ref: 'WebhookDelivery#' }))

export const deliveryListQuery = Type.Object({
  event_type: Type.Optional(oneOf(EVENT_NAMES, { code: 'INVALID_EVENT' })),
  status: Type.Optional(oneOf(DELIVERY_STATUSES)),
  cursor: cursorInput,
  limit: limitInput(PAGE_SIZES.deliveries),
})

/** Without its secret. */
export function webhookView(webhook: Webhook) {
  return {
    id: webhook.id,
    url: webhook.url,
    events: [...webhook.events],
    status: webhook.isActive ? STATUSES[0] : STATUSES[1],
    disabled_reason: webhook.disabledReason,
    created_at: formatInstant(webhook.createdAt),
    updated_at: formatInstant(webhook.updatedAt),
  }
}

export function deliveryView(delivery: Delivery) {
  return {
    id: delivery.id,
    webhook_id: delivery.webhook,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    attempt: delivery.attempt,
    status: delivery.status,
    url: delivery.url,
    response_status: delivery.responseStatus,
    response_body: delivery.responseBody,
    error: delivery.error,
    duration_ms: delivery.durationMs,
    attempted_at: formatInstant(delivery.attemptedAt),
    next_attempt_at: delivery.nextAttemptAt === null ? null : formatInstant(delivery.nextAttemptAt),
  }
}
