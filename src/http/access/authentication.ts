import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { type Access, checkAccess } from './access.ts'
import type { Caller, PartnerCaller } from '../credentials/caller.ts'
import { presentedPair } from '../credentials/presented.ts'
import type { CredentialVerifier } from '../credentials/verifier.ts'
import { ApiError } from '../answers/errors.ts'
import { countRequest, type FailureLimiter, sayWhatIsLeft } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** whose key it is, also where it may not be used any more; set by the authentication hook, null on open routes */
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
    const caller = callerOf(parts, request)
    if (caller.bucket !== undefined) {
      if (isCounted) countRequest(caller.bucket, reply, parts.now())
      else sayWhatIsLeft(caller.bucket, reply, parts.now())
    }
    checkAccess(caller, access, forTokens)
    done()
  }
}

/** Throws the 401, or a 429 where the address has had too many of them. */
function callerOf(parts: AuthenticationParts, request: FastifyRequest): Caller {
  const { caller, refusal } = verified(parts, request)
  if (refusal !== undefined) parts.failureLimiter.count(request.ip, parts.now())
  // where it is refused, too: its partner finds it in the log of requests
  request.caller = caller
  if (refusal !== undefined) throw refusal
  return caller
}

function verified({ verifier, failureLimiter, now }: AuthenticationParts, request: FastifyRequest) {
  try {
    return verifier.verify(presentedPair(request.raw))
  } catch (refusal) {
    if (refusal instanceof ApiError) failureLimiter.count(request.ip, now())
    throw refusal
  }
}

/** The partner that asks, on routes whose access lets partners alone through. */
export function partnerOf(request: FastifyRequest): PartnerCaller {
  const { caller } = request
  if (caller?.kind !== 'partner') throw new ApiError('FORBIDDEN', 'This operation is for the keys of a partner.')
  return caller
}
