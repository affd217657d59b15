/** Accounts as far as trading and money need them; who the person is lives in storage. */

/** Account numbers count from here on: that of the first account of a journal. */
export const FIRST_ACCOUNT_NUMBER = 410_000_001

export const AccountStatus = {
  Submitted: 'SUBMITTED',
  ActionRequired: 'ACTION_REQUIRED',
  ApprovalPending: 'APPROVAL_PENDING',
  Approved: 'APPROVED',
  Active: 'ACTIVE',
  Rejected: 'REJECTED',
  Closed: 'ACCOUNT_CLOSED',
} as const
export type AccountStatus = (typeof AccountStatus)[keyof typeof AccountStatus]

export const KycStatus = { Submitted: 'SUBMITTED', Approved: 'APPROVED', Rejected: 'REJECTED', ManualReview: 'MANUAL_REVIEW' } as const
export type KycStatus = (typeof KycStatus)[keyof typeof KycStatus]

export interface KycResults {
  readonly summary: 'pass' | 'fail' | 'indeterminate'
  readonly reject: readonly string[]
  readonly additional_information: string | null
}

export function kycResults(summary: KycResults['summary'], reject: readonly string[] = []): KycResults {
  return { summary, reject, additional_information: null }
}

export interface TradingConfigurations {
  readonly fractional_trading: boolean
  readonly extended_hours: boolean
  readonly suspend_trade: boolean
  readonly max_order_notional: string | null
}

/** What a ledger line of an account is about: REST `/activities`. */
export const ActivityType = {
  Fill: 'FILL',
  Deposit: 'DEPOSIT',
  Withdrawal: 'WITHDRAWAL',
  Settlement: 'SETTLEMENT',
  Dividend: 'DIVIDEND',
  Fee: 'FEE',
  Adjustment: 'ADJUSTMENT',
} as const
export type ActivityType = (typeof ActivityType)[keyof typeof ActivityType]
