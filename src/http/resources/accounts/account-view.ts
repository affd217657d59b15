import { formatMoney } from '../../../domain/amounts/amounts.ts'
import type { AccountOpened } from '../../../domain/events/account-event.ts'
import type { AccountView } from '../../../domain/view.ts'
import { formatInstant, formatInstantOrNull } from '../../requests/instants.ts'
import type { AccountProfile } from './account-profile.ts'

/** What the engine knows of an account, as far as the API shows it. */
export type AccountFacts = Pick<
  AccountView,
  | 'id'
  | 'accountNumber'
  | 'userId'
  | 'status'
  | 'kycStatus'
  | 'kycResults'
  | 'createdAt'
  | 'updatedAt'
  | 'closedAt'
  | 'lastEquityCents'
  | 'tradingConfigurations'
>

/** The full account of docs/api-contract.md section 4. */
export function accountView(account: AccountFacts, profile: AccountProfile) {
  const { sealed, ...sections } = profile
  return {
    ...sections,
    ...slimAccountView(account, profile),
    user_id: account.userId,
    kyc_results: account.kycResults,
    updated_at: formatInstant(account.updatedAt),
    trading_configurations: account.tradingConfigurations,
    closed_at: formatInstantOrNull(account.closedAt),
  }
}

/** An item of the list: the nine fields of the specification. */
export function slimAccountView(account: AccountFacts, { account_type, enabled_assets }: AccountProfile) {
  return {
    id: account.id,
    account_number: account.accountNumber,
    status: account.status,
    kyc_status: account.kycStatus,
    currency: 'USD',
    last_equity: formatMoney(account.lastEquityCents),
    created_at: formatInstant(account.createdAt),
    account_type,
    enabled_assets: [...enabled_assets],
  }
}

/** An account as it was opened. */
export function factsOf(event: AccountOpened): AccountFacts {
  return { ...event, createdAt: event.at, updatedAt: event.at, closedAt: 0, lastEquityCents: 0 }
}
