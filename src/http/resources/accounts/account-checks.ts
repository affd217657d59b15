import { DAY_MS } from '../../../domain/time/durations.ts'
import { dayNumber, type TradeDate } from '../../../domain/time/trade-date.ts'
import { type FieldFault, invalid } from '../../requests/field-faults.ts'
import { parseInstant } from '../../requests/instants.ts'
import type { Given } from '../../requests/judged-request.ts'
import type { NewAccount } from './account-profile.ts'

type Judged = Given<Pick<NewAccount, 'account_type' | 'joint_owner' | 'agreements'> & Partial<Pick<NewAccount, 'identity'>>>

/**
 * What a schema can't say of a new account, a further one or a change: dates, and that a joint account has two owners.
 * `now` is epoch ms by the partner's clock.
 */
export function accountFaults(body: Judged, now: number): FieldFault[] {
  return [
    ...identityFaults(body.identity, 'identity', now),
    ...identityFaults(body.joint_owner?.identity, 'joint_owner.identity', now),
    ...agreementFaults(body.agreements, now),
    ...(body.account_type === 'joint' && body.joint_owner === undefined ? [NO_JOINT_OWNER] : []),
  ]
}

const NO_JOINT_OWNER: FieldFault = {
  field: 'joint_owner',
  code: 'JOINT_OWNER_REQUIRED',
  message: 'A joint account needs a joint_owner.',
}

function agreementFaults(agreements: Judged['agreements'] = [], now: number): FieldFault[] {
  return agreements.flatMap((agreement, index) => {
    const signedAt = agreement?.signed_at === undefined ? 0 : parseInstant(agreement.signed_at)!
    return signedAt > now ? [fault(`agreements.${index}.signed_at`, 'must not be in the future')] : []
  })
}

function identityFaults(identity: Judged['identity'], path: string, now: number): FieldFault[] {
  if (identity?.date_of_birth === undefined) return []
  const born = dayNumber(identity.date_of_birth as TradeDate)
  return born < Math.floor(now / DAY_MS) ? [] : [fault(`${path}.date_of_birth`, 'must be in the past')]
}

const fault = (field: string, problem: string): FieldFault => invalid(field, `${field} ${problem}.`)
