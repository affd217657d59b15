import { PARTNER_SCOPES, type PartnerScope, unknownScope } from '../../../domain/partners/scopes.ts'
import type { FieldFault } from '../../requests/field-faults.ts'
import type { Given } from '../../requests/judged-request.ts'

/** INVALID_SCOPE for the first name that is not one of those allowed. */
export function scopeFaults(
  { scopes = [] }: { readonly scopes?: Given<readonly string[]> },
  allowed: readonly PartnerScope[] = PARTNER_SCOPES,
): FieldFault[] {
  const unknown = unknownScope(
    scopes.filter((name) => name !== undefined),
    allowed,
  )
  if (unknown === undefined) return []
  const message = `${JSON.stringify(unknown.slice(0, LONGEST_QUOTED))} is not one of ${allowed.join(', ')}.`
  return [{ field: 'scopes', code: 'INVALID_SCOPE', message }]
}

/** characters of an unknown name that the message repeats */
const LONGEST_QUOTED = 64
