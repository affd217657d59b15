import { formatMoney } from '../../../domain/amounts/amounts.ts'
import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import { tradeDate } from '../../../domain/time/trade-date.ts'
import { type IraDistribution, netCentsOf, RETURN_REASONS, type Transfer } from '../../../domain/accounts/transfer.ts'
import type { EngineView } from '../../../domain/view.ts'
import type { AchRecord } from '../../../storage/projections/queries/funding-queries.ts'
import { formatInstant, formatInstantOrNull } from '../../requests/instants.ts'

type Names = Pick<EngineView, 'markets' | 'accounts'>

/** The ACH relationship of docs/api-contract.md section 7. */
export function achView(names: Names, { linked, status, updatedAt, cancelledAt }: AchRecord) {
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
    updated_at: formatInstant(updatedAt),
    cancelled_at: formatInstantOrNull(cancelledAt),
  }
}

/** The one record of deposits and withdrawals, docs/api-contract.md section 7. */
export function transferView(names: Names, transfer: Transfer) {
  const { account, returnCode, ira } = transfer
  return {
    id: fundingId(names, account, IdentifierKind.Transfer, transfer.number),
    account_id: names.accounts[account]!.id,
    type: transfer.type,
    status: transfer.status,
    amount: formatMoney(transfer.amountCents),
    net_amount: formatMoney(netCentsOf(transfer)),
    processing_fee: formatMoney(transfer.feeCents),
    currency: 'USD',
    ach_relationship_id: fundingId(names, account, IdentifierKind.AchRelationship, transfer.ach),
    bank_account_last4: transfer.accountLast4,
    description: transfer.description,
    idempotency_key: transfer.idempotencyKey,
    return_code: returnCode,
    return_reason: returnCode === null ? null : RETURN_REASONS[returnCode],
    ira_distribution: ira === null ? null : distributionView(ira),
    expected_settlement_date: tradeDate(transfer.expectedDay),
    created_at: formatInstant(transfer.createdAt),
    updated_at: formatInstant(transfer.updatedAt),
    settled_at: formatInstantOrNull(transfer.settledAt),
  }
}

function distributionView(ira: IraDistribution) {
  return {
    distribution_type: ira.type,
    federal_withholding_amount: formatMoney(ira.federalCents),
    state: ira.state,
    state_withholding_amount: formatMoney(ira.stateCents),
    tax_code: ira.taxCode,
    tax_year: ira.taxYear,
  }
}

export function achId(names: Names, account: number, ach: number): string {
  return fundingId(names, account, IdentifierKind.AchRelationship, ach)
}

function fundingId(names: Names, account: number, kind: IdentifierKind, number: number): string {
  return names.markets[names.accounts[account]!.market]!.mint.mint(kind, number)
}
