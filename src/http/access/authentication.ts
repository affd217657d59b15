import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { type Access, checkAccess } from './access.ts'
import type { Caller, PartnerCaller } from '../credentials/caller.ts'
import { presentedPair } from '../credentials/presented.ts'
import type { CredentialVerifier } from '../credentials/verifier.ts'
import { ApiError } from '../answers/errors.ts'
import { countRequest, type FailureLimiter, sayWhatIsLeft } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** who asks; set by the authentication hook, null on open routes */
    caller: Caller | null
  }
}

export interface AuthenticationParts {
  readonly verifier: CredentialVerifier
  readonly now: () => number
  readonly failureLimiter: FailureLimiter
}

/**
 * The first hook of every route that is not open: credential 401, rate 429, scope 403, in this order (docs/api-contract.md section 2).
 */
export function authenticate(
  parts: AuthenticationParts,
  access: Exclude<Access, 'open'>,
  { forTokens, isCounted }: { readonly forTokens: boolean; readonly isCounted: boolean },
): onRequestHookHandler {
  return (request, reply, done) => {
    let caller: Caller
    try {
      caller = parts.verifier.verify(presentedPair(request.raw))
    } catch (refusal) {
      if (refusal instanceof ApiError) parts.failureLimiter.count(request.ip, parts.now())
      throw refusal
    }
    request.caller = caller
    if (caller.bucket !== undefined) {
      if (isCounted) countRequest(caller.bucket, reply, parts.now())
      else sayWhatIsLeft(caller.bucket, reply, parts.now())
    }
    checkAccess(caller, access, forTokens)
    done()
  }
}

/** The partner that asks, on routes whose access lets partners alone through. */
export function partnerOf(request: FastifyRequest): PartnerCaller {
  const { caller } = request
  if (caller?.kind !== 'partner') throw new ApiError('FORBIDDEN', 'This operation is for the keys of a partner.')
  return caller
}
