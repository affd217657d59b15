import type { Static } from 'typebox'
import type { AccountView } from '../../../domain/view.ts'
import type { Outcome } from '../../../sequencer.ts'
import { refusalError } from '../../answers/errors.ts'
import { type Gateway, run } from '../../gateway.ts'
import { type FieldFault, invalid } from '../../requests/field-faults.ts'
import type { Given } from '../../requests/judged-request.ts'
import type { kycDecisionBody } from './account-change.schema.ts'
import { changedAccount } from './stored-profile.ts'

// A reviewer's decision, whoever the reviewer is: the partner in its sandbox, the operator anywhere.

type Decision = Static<typeof kycDecisionBody>

/** Decides the review of an account, and gives the account after it. Throws the error of a refusal. */
export async function decideReview(
  parts: Pick<Gateway, 'sequencer' | 'projection'>,
  account: AccountView,
  { decision, reject = [] }: Decision,
  ran?: (outcome: Outcome) => void,
) {
  const labels = decision !== 'approve' && reject.length === 0 ? ['OTHER'] : reject
  const { refusal } = await run(parts.sequencer, { type: 'ReviewAccount', account: account.index, decision, reject: labels }, ran)
  if (refusal !== undefined) throw refusalError(refusal)
  return changedAccount(parts, account)
}

export function labelFaults({ decision, reject = [] }: Given<Decision>): FieldFault[] {
  if (decision !== 'approve' || reject.length === 0) return []
  return [invalid('reject', 'reject goes with a rejection, or a request for information.')]
}
