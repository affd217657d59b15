import { AccountStatus, type KycResults, KycStatus } from '../../../domain/accounts/account.ts'
import type { AccountStep } from '../../../storage/projections/queries/account-queries.ts'
import { formatInstant } from '../../requests/instants.ts'

/** A status that an account came to. */
export interface StatusMove {
  /** journal position of the event */
  readonly sequence: number
  /** APPROVED comes from the same event as the ACTIVE that follows it */
  readonly isPassing: boolean
  readonly step: AccountStep
  readonly kycResults: KycResults | null
}

/** Oldest first. APPROVED is passed through on the way to ACTIVE and seen nowhere else. */
export function statusMoves(steps: readonly { readonly event: AccountStep; readonly position: number }[]): readonly StatusMove[] {
  let kycResults: KycResults | null = null
  return steps.flatMap(({ event: step, position: sequence }) => {
    // a closing says nothing of them: they stay what the review came to
    if (step.type !== 'AccountClosed') kycResults = step.kycResults
    const move = { sequence, isPassing: false, step, kycResults }
    return isApproval(step) ? [{ ...move, isPassing: true }, move] : [move]
  })
}

function isApproval(step: AccountStep): boolean {
  return step.type !== 'AccountClosed' && step.status === AccountStatus.Active && step.kycStatus === KycStatus.Approved
}

export function statusAfter(step: AccountStep): AccountStatus {
  return step.type === 'AccountClosed' ? AccountStatus.Closed : step.status
}

export function statusMoveView({ sequence, isPassing, step, kycResults }: StatusMove) {
  const came = step.type === 'AccountOpened' ? null : step.statusFrom
  return {
    status_from: isPassing || !isApproval(step) ? came : AccountStatus.Approved,
    status: isPassing ? AccountStatus.Approved : statusAfter(step),
    kyc_status: step.kycStatus,
    kyc_results: kycResults,
    sequence,
    created_at: formatInstant(step.at),
  }
}
