import type { EventName } from '../../../domain/partners/partner-event-type.ts'
import { accountExample } from '../accounts/account.examples.ts'
import { achExample, transferExample } from '../funding/funding.examples.ts'
import { executionExample, orderExample } from '../orders/order.examples.ts'

/** An event as the OpenAPI document shows it. */
export function exampleOf(name: EventName): object {
  return {
    id: 'evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T',
    event_type: name,
    created_at: LATER,
    sequence: 1042,
    environment: 'sandbox',
    data: EXAMPLE_DATA[name],
  }
}

const LATER = '2026-11-20T15:04:06.010Z'

const { id, account_number, user_id, status, kyc_status, kyc_results, currency, last_equity, created_at, account_type, enabled_assets } =
  accountExample
const account = { id, account_number, status, kyc_status, currency, last_equity, created_at, account_type, enabled_assets }

const { bank_routing_number: _left, ...link } = achExample

const resting = {
  ...orderExample,
  status: 'new',
  filled_quantity: '0',
  remaining_quantity: '10',
  average_fill_price: null,
  updated_at: orderExample.created_at,
}
const filled = { ...orderExample, status: 'filled', filled_quantity: '10', remaining_quantity: '0', filled_at: LATER }
const lastFill = { ...executionExample, quantity: '6', notional: '897.00', cumulative_quantity: '10', leaves_quantity: '0' }

const ofAccount = (about: object) => ({ account_id: id, account: { ...account, ...about } })
const ofLink = (about: object) => ({ account_id: link.account_id, ach_relationship: { ...link, ...about } })
const ofTransfer = (about: object) => ({ account_id: transferExample.account_id, transfer: { ...transferExample, ...about } })
const ofOrder = (order: object) => ({ account_id: orderExample.account_id, order })

const withdrawal = { type: 'WITHDRAWAL', amount: '250.00', net_amount: '250.00', description: null, idempotency_key: 'wd-1' }
const returned = { status: 'RETURNED', return_code: 'R01', return_reason: 'Insufficient funds', updated_at: LATER }

const EXAMPLE_DATA: Readonly<Record<EventName, object>> = {
  'account.kyc_approved': ofAccount({ user_id, kyc_results }),
  'account.kyc_rejected': ofAccount({
    status: 'REJECTED',
    kyc_status: 'REJECTED',
    user_id,
    kyc_results: { summary: 'fail', reject: ['IDENTITY_VERIFICATION'], additional_information: null },
  }),
  'account.closed': ofAccount({ status: 'ACCOUNT_CLOSED', closed_at: LATER }),
  'account.status_changed': { account_id: id, status_from: 'APPROVAL_PENDING', status_to: 'ACTIVE', kyc_status: 'APPROVED' },
  'funding.ach_relationship_created': ofLink({}),
  'funding.ach_relationship_approved': ofLink({}),
  'funding.ach_relationship_rejected': ofLink({ status: 'REJECTED', rejection_reason: 'The bank account could not be verified.' }),
  'funding.ach_relationship_removed': ofLink({ status: 'CANCELLED', updated_at: LATER, cancelled_at: LATER }),
  'funding.deposit_completed': ofTransfer({}),
  'funding.deposit_returned': ofTransfer(returned),
  'funding.withdrawal_completed': ofTransfer(withdrawal),
  'funding.withdrawal_returned': ofTransfer({ ...withdrawal, ...returned }),
  'funding.transfer_cancelled': ofTransfer({ ...withdrawal, status: 'CANCELLED', updated_at: LATER, settled_at: null }),
  'order.submitted': ofOrder(resting),
  'order.partially_filled': { ...ofOrder(orderExample), execution: executionExample },
  'order.filled': { ...ofOrder(filled), execution: lastFill },
  'order.replaced': ofOrder({ ...resting, limit_price: '149.00', revision: 2, updated_at: LATER }),
  'order.cancelled': ofOrder({
    ...resting,
    status: 'cancelled',
    remaining_quantity: '0',
    cancel_reason: 'user_requested',
    updated_at: LATER,
    cancelled_at: LATER,
  }),
  'order.rejected': ofOrder({
    ...resting,
    status: 'rejected',
    remaining_quantity: '0',
    reject_reason: { code: 'PRICE_OUT_OF_BAND', message: 'The price is too far from the market.', ord_rej_reason: 99 },
    submitted_at: null,
    rejected_at: orderExample.created_at,
  }),
  'order.execution_corrected': {
    ...ofOrder({ ...orderExample, average_fill_price: '149.40', updated_at: '2026-11-20T15:20:00.000Z' }),
    execution: {
      ...executionExample,
      id: '0f1a9e1c-2c5e-8d49-a0b7-3b6f0f6c9b11',
      exec_type: 'trade_correct',
      price: '149.40',
      notional: '597.60',
      average_price: '149.40',
      liquidity: null,
      reference_execution_id: executionExample.id,
      sequence: 1077,
      executed_at: '2026-11-20T15:20:00.000Z',
    },
  },
  'webhook.test': { webhook_id: '5f0f9c1e-7c1b-4f7e-9a55-1b2a3c4d5e6f', message: 'This is a test delivery.' },
}
