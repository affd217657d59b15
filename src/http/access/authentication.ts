import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { networkOf } from '../../domain/edges/network-of.ts'
import { type Access, checkAccess } from './access.ts'
import type { Caller, PartnerCaller } from '../credentials/caller.ts'
import { presentedPair } from '../credentials/presented.ts'
import type { CredentialVerifier } from '../credentials/verifier.ts'
import { ApiError } from '../answers/errors.ts'
import { countRequest, sayWhatIsLeft, tooManyRequests } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** who asks; set by the authentication hook, null on open routes */
    caller: Caller | null
  }
}

export interface AuthenticationParts {
  readonly verifier: CredentialVerifier
  readonly now: () => number
  /** counts a refused credential of an address; true when the address has to wait */
  readonly countFailure: ((request: FastifyRequest) => Promise<number | undefined>) | null
}

/**
 * The first hook of every route that is not open: credential 401, rate 429, scope 403, in this order (docs/api-contract.md section 2).
 * Everything synchronous but the count of refused credentials.
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
      if (parts.countFailure === null || !(refusal instanceof ApiError)) throw refusal
      parts.countFailure(request).then((retryAfter) => done(retryAfter === undefined ? refusal : tooManyFailures(retryAfter)), done)
      return
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

/** A function that counts the refused credentials of the caller's address and tells, past the limit, how many seconds it has to wait. */
export function failureCounter(app: FastifyInstance, perMinute: number): (request: FastifyRequest) => Promise<number | undefined> {
  const count = app.createRateLimit({ max: perMinute, timeWindow: 60_000, keyGenerator: (request) => networkOf(request.ip) })
  return async (request) => {
    const result = await count(request)
    return !result.isAllowed && result.isExceeded ? result.ttlInSeconds : undefined
  }
}

function tooManyFailures(retryAfterSeconds: number): ApiError {
  return tooManyRequests(Math.max(1, retryAfterSeconds), 'Too many refused credentials from this address.')
}

/** The partner that asks, on routes whose access lets partners alone through. */
export function partnerOf(request: FastifyRequest): PartnerCaller {
  const { caller } = request
  if (caller?.kind !== 'partner') throw new ApiError('FORBIDDEN', 'This operation is for the keys of a partner.')
  return caller
}
