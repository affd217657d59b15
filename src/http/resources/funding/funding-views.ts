import { formatMoney } from '../../../domain/amounts.ts'
import type { DepositSettled } from '../../../domain/event.ts'
import { IdentifierKind } from '../../../domain/identifier.ts'
import { tradeDate } from '../../../domain/trade-date.ts'
import type { EngineView } from '../../../domain/view.ts'
import type { AchRecord } from '../../../storage/projections/queries/funding-queries.ts'
import { formatInstant, formatInstantOrNull } from '../../instants.ts'

type Names = Pick<EngineView, 'markets' | 'accounts'>

/** The ACH relationship of docs/api-contract.md section 7. */
export function achView(names: Names, { linked, status, cancelledAt }: AchRecord) {
  return {
    id: fundingId(names, linked.account, IdentifierKind.AchRelationship, linked.ach),
    account_id: names.accounts[linked.account]!.id,
    status,
    bank_account_owner_name: linked.ownerName,
    bank_account_type: linked.accountType,
    bank_name: linked.bankName,
    bank_account_last4: linked.accountLast4,
    bank_routing_number: linked.routingNumber,
    rejection_reason: status === 'REJECTED' ? 'The bank account could not be verified.' : null,
    created_at: formatInstant(linked.at),
    updated_at: formatInstant(Math.max(linked.at, cancelledAt)),
    cancelled_at: formatInstantOrNull(cancelledAt),
  }
}

/** The transfer record of docs/api-contract.md section 7: an instant deposit is settled as it is made. */
export function depositView(names: Names, deposit: DepositSettled) {
  const amount = formatMoney(deposit.amountCents)
  const at = formatInstant(deposit.at)
  return {
    id: fundingId(names, deposit.account, IdentifierKind.Transfer, deposit.transfer),
    account_id: names.accounts[deposit.account]!.id,
    type: 'DEPOSIT',
    status: 'SETTLED',
    amount,
    net_amount: amount,
    processing_fee: '0.00',
    currency: 'USD',
    ach_relationship_id: fundingId(names, deposit.account, IdentifierKind.AchRelationship, deposit.ach),
    bank_account_last4: deposit.accountLast4,
    description: deposit.description,
    idempotency_key: deposit.idempotencyKey,
    return_code: null,
    return_reason: null,
    ira_distribution: null,
    expected_settlement_date: tradeDate(deposit.tradeDay),
    created_at: at,
    updated_at: at,
    settled_at: at,
  }
}

function fundingId(names: Names, account: number, kind: IdentifierKind, number: number): string {
  return names.markets[names.accounts[account]!.market]!.mint.mint(kind, number)
}
