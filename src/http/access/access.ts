import type { Scope } from '../../domain/partners/scopes.ts'
import type { Caller } from '../credentials/caller.ts'
import { ApiError } from '../answers/errors.ts'

/**
 * Who may use a route. A scope: keys that have it. `open`: anyone, without a credential. `any`: any key. `partner`: any key of a partner
 * (docs/api-contract.md section 18, number 30).
 */
export type Access = Scope | 'open' | 'any' | 'partner'

/**
 * Throws a 403 when the caller may not use a route of this access. `forTokens`: account tokens may use it, as far as they have the scope;
 * what they reach there is their own account.
 */
export function checkAccess(caller: Caller, access: Exclude<Access, 'open'>, forTokens: boolean): void {
  const isToken = caller.kind === 'partner' && caller.account !== null
  if (isToken && !forTokens) throw new ApiError('FORBIDDEN', 'This operation is not for account tokens.')
  if (access === 'any') return
  if (access === 'partner') {
    if (caller.kind !== 'partner') throw new ApiError('FORBIDDEN', 'This operation is for the keys of a partner.')
    return
  }
  if (!caller.scopes.has(access)) {
    throw new ApiError('FORBIDDEN', `The key lacks the scope ${access}.`, { details: { required_scope: access } })
  }
}
