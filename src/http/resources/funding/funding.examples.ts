/** What the OpenAPI document shows. */

export const ACH_ID = '0f8fad5b-d9cb-869f-a165-70867728950e'

export const achExample = {
  id: ACH_ID,
  account_id: '7c9e6679-7425-840d-a44b-e07fc1f90ae7',
  status: 'APPROVED',
  bank_account_owner_name: 'Jane Doe',
  bank_account_type: 'CHECKING',
  bank_name: 'First Bank',
  bank_account_last4: '6789',
  bank_routing_number: '121000358',
  rejection_reason: null,
  created_at: '2026-11-20T15:04:05.123Z',
  updated_at: '2026-11-20T15:04:05.123Z',
  cancelled_at: null,
}

export const transferExample = {
  id: '16fd2706-8baf-833b-82eb-8c7fada847da',
  account_id: '7c9e6679-7425-840d-a44b-e07fc1f90ae7',
  type: 'DEPOSIT',
  status: 'SETTLED',
  amount: '10000.00',
  net_amount: '10000.00',
  processing_fee: '0.00',
  currency: 'USD',
  ach_relationship_id: ACH_ID,
  bank_account_last4: '6789',
  description: 'initial',
  idempotency_key: 'dep-1',
  return_code: null,
  return_reason: null,
  ira_distribution: null,
  expected_settlement_date: '2026-11-20',
  created_at: '2026-11-20T15:04:05.123Z',
  updated_at: '2026-11-20T15:04:05.130Z',
  settled_at: '2026-11-20T15:04:05.130Z',
}
