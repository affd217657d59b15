import { dayNumber, type TradeDate } from '../../../domain/time/trade-date.ts'
import { type FieldFault, invalid, refuseFaults } from '../../requests/field-faults.ts'
import { parseInstant } from '../../requests/instants.ts'
import type { Identity, NewAccount } from './account-profile.ts'

interface Checked {
  readonly account_type?: string
  readonly identity?: { readonly date_of_birth?: string }
  readonly joint_owner?: { readonly identity: Identity }
  readonly agreements?: NewAccount['agreements']
}

/**
 * Throws a 400 for what a schema can't say of a new account, a further one or a change: dates, and that a joint account has two owners.
 * `now` is epoch ms by the partner's clock.
 */
export function checkAccount(body: Checked, now: number): void {
  refuseFaults([
    ...(body.identity === undefined ? [] : identityFaults(body.identity, 'identity', now)),
    ...(body.joint_owner === undefined ? [] : identityFaults(body.joint_owner.identity, 'joint_owner.identity', now)),
    ...agreementFaults(body.agreements, now),
    ...(body.account_type === 'joint' && body.joint_owner === undefined ? [NO_JOINT_OWNER] : []),
  ])
}

const NO_JOINT_OWNER: FieldFault = {
  field: 'joint_owner',
  code: 'JOINT_OWNER_REQUIRED',
  message: 'A joint account needs a joint_owner.',
}

function agreementFaults(agreements: NewAccount['agreements'] = [], now: number): FieldFault[] {
  return agreements.flatMap(({ signed_at }, index) =>
    parseInstant(signed_at)! > now ? [fault(`agreements.${index}.signed_at`, 'must not be in the future')] : [],
  )
}

function identityFaults({ date_of_birth: date }: { readonly date_of_birth?: string }, path: string, now: number): FieldFault[] {
  if (date === undefined) return []
  const born = dayNumber(date as TradeDate)
  return born < Math.floor(now / 86_400_000) ? [] : [fault(`${path}.date_of_birth`, 'must be in the past')]
}

const fault = (field: string, problem: string): FieldFault => invalid(field, `${field} ${problem}.`)
