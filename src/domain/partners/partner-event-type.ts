/** What partners are told of, by webhook and by stream: docs/api-contract.md section 11. The only list of the names. */
export const PARTNER_EVENT_TYPES = [
  'account.kyc_approved',
  'account.kyc_rejected',
  'account.closed',
  'account.status_changed',
  'funding.ach_relationship_created',
  'funding.ach_relationship_approved',
  'funding.ach_relationship_rejected',
  'funding.ach_relationship_removed',
  'funding.deposit_completed',
  'funding.deposit_returned',
  'funding.withdrawal_completed',
  'funding.withdrawal_returned',
  'funding.transfer_cancelled',
  'order.submitted',
  'order.partially_filled',
  'order.filled',
  'order.replaced',
  'order.cancelled',
  'order.rejected',
  'order.execution_corrected',
] as const
export type PartnerEventType = (typeof PARTNER_EVENT_TYPES)[number]

/** Of test deliveries: a valid name in the list of a webhook, where it changes nothing. */
export const TEST_EVENT = 'webhook.test'

/** Every name that a webhook may list. */
export const EVENT_NAMES = [...PARTNER_EVENT_TYPES, TEST_EVENT] as const
export type EventName = (typeof EVENT_NAMES)[number]

export const isEventName = (name: string): name is EventName => (EVENT_NAMES as readonly string[]).includes(name)
