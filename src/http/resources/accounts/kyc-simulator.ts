import { AccountStatus, type KycResults, kycResults, KycStatus } from '../../../domain/accounts/account.ts'

export interface KycRules {
  /** `manual`: every application waits for a reviewer's decision */
  readonly mode: 'suffix' | 'manual'
  /** until the review of a tax id that says nothing is decided */
  readonly delayMs: number
}

export interface KycOutcome {
  readonly status: AccountStatus
  readonly kycStatus: KycStatus
  readonly kycResults: KycResults | null
  /** undefined when the review is decided, or waits for somebody */
  readonly kycDelayMs?: number
}

/** The review of the sandbox, by the last four digits of the tax id: the table of docs/api-contract.md section 4. */
export function review(taxId: string, rules: KycRules): KycOutcome {
  if (rules.mode === 'manual') return { status: AccountStatus.Submitted, kycStatus: KycStatus.Submitted, kycResults: null }
  switch (taxId.slice(-4)) {
    case '0001':
      return { status: AccountStatus.Active, kycStatus: KycStatus.Approved, kycResults: kycResults('pass') }
    case '0002':
      return { status: AccountStatus.Rejected, kycStatus: KycStatus.Rejected, kycResults: kycResults('fail', ['IDENTITY_VERIFICATION']) }
    case '0003':
      return { status: AccountStatus.ApprovalPending, kycStatus: KycStatus.ManualReview, kycResults: null }
    case '0004':
      return {
        status: AccountStatus.ActionRequired,
        kycStatus: KycStatus.Submitted,
        kycResults: kycResults('indeterminate', ['ADDRESS_VERIFICATION']),
      }
    default:
      return { status: AccountStatus.Submitted, kycStatus: KycStatus.Submitted, kycResults: null, kycDelayMs: rules.delayMs }
  }
}
