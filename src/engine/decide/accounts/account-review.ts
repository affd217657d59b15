import { AccountStatus, type KycResults, kycResults, KycStatus } from '../../../domain/accounts/account.ts'
import type { ResumeReview, ReviewAccount } from '../../../domain/commands/account-command.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import type { Account } from '../../accounts/account-state.ts'
import type { Run } from '../../run.ts'
import { CLOSED_ACCOUNT } from '../checks/check-not-closed.ts'

interface Standing {
  readonly status: AccountStatus
  readonly kycStatus: KycStatus
  readonly kycResults: KycResults | null
}

const PENDING: Standing = { status: AccountStatus.ApprovalPending, kycStatus: KycStatus.Submitted, kycResults: null }

/**
 * A reviewer's decision. SUBMITTED goes straight to REJECTED or ACTION_REQUIRED; whatever else is not yet APPROVAL_PENDING goes by way of it:
 * the moves of contract section 4.
 */
export function reviewAccount(run: Run, { account: index, decision, reject }: ReviewAccount): Result {
  const account = run.state.account(index)
  switch (account.status) {
    case AccountStatus.Closed:
      return { refusal: CLOSED_ACCOUNT }
    case AccountStatus.Submitted:
      if (decision === 'approve') move(run, account, PENDING)
      break
    case AccountStatus.ActionRequired:
      if (decision === 'request_information') return decided(account)
      move(run, account, PENDING)
      break
    case AccountStatus.ApprovalPending:
      break
    case AccountStatus.Approved:
    case AccountStatus.Active:
    case AccountStatus.Rejected:
      return decided(account)
    default:
      account.status satisfies never
  }
  move(run, account, outcomeOf(decision, reject))
  return DONE
}

/** What was asked for has come in. */
export function resumeReview(run: Run, { account }: ResumeReview): Result {
  resume(run, run.state.account(account))
  return DONE
}

/** ACTION_REQUIRED goes to APPROVAL_PENDING; any other status stays. */
export function resume(run: Run, account: Account): void {
  if (account.status === AccountStatus.ActionRequired) move(run, account, PENDING)
}

function outcomeOf(decision: ReviewAccount['decision'], reject: readonly string[]): Standing {
  switch (decision) {
    case 'approve':
      return { status: AccountStatus.Active, kycStatus: KycStatus.Approved, kycResults: kycResults('pass') }
    case 'reject':
      return { status: AccountStatus.Rejected, kycStatus: KycStatus.Rejected, kycResults: kycResults('fail', reject) }
    case 'request_information':
      return { status: AccountStatus.ActionRequired, kycStatus: KycStatus.Submitted, kycResults: kycResults('indeterminate', reject) }
    default:
      return decision satisfies never
  }
}

function move(run: Run, account: Account, to: Standing): void {
  run.emit({ type: 'AccountReviewed', at: run.at, account: account.index, statusFrom: account.status, ...to, reviewDueAt: 0 })
}

function decided({ status }: Account): Result {
  return {
    refusal: {
      code: 'VALIDATION_ERROR',
      message: `The account is ${status}: that can't be decided about it.`,
      field: 'decision',
      details: { status },
    },
  }
}
