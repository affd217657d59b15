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
  readonly refuseKey: RefuseKey
}

/** Refuses a request for its key, which was right once, by calling `done`: not before what it is refused for is durable. */
export type RefuseKey = (refusal: ApiError, done: (error: Error) => void) => void

/**
 * The first hook of every route that is not open: credential 401, rate 429, scope 403, in this order (docs/api-contract.md section 2).
 */
export function authenticate(
  parts: AuthenticationParts,
  access: Exclude<Access, 'open'>,
  { forTokens, isCounted }: { readonly forTokens: boolean; readonly isCounted: boolean },
): onRequestHookHandler {
  return (request, reply, done) => {
    const { caller, refusal } = callerOf(parts, request)
    if (refusal !== undefined) {
      parts.refuseKey(refusal, done)
      return
    }
    if (caller.bucket !== undefined) {
      if (isCounted) countRequest(caller.bucket, reply, parts.now())
      else sayWhatIsLeft(caller.bucket, reply, parts.now())
    }
    checkAccess(caller, access, forTokens)
    done()
  }
}

/** Whose key it is, and why it may not be used any more. Throws the 401 of a wrong one, or a 429 where the address has had too many of either. */
function callerOf(parts: AuthenticationParts, request: FastifyRequest) {
  const found = verified(parts, request)
  if (found.refusal !== undefined) parts.failureLimiter.count(request.ip, parts.now())
  // where it is refused, too: its partner finds it in the log of requests
  request.caller = found.caller
  return found
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
