import { hash } from 'node:crypto'
import { AccountStatus } from '../../domain/accounts/account.ts'
import type { AccountView, EngineView } from '../../domain/view.ts'
import type { Credential, CredentialStore } from '../../storage/rows/credential-store.ts'
import { ApiError } from '../answers/errors.ts'
import { bucketOf, type RateLimits } from '../access/rate-limit.ts'
import type { TokenBucket } from '../access/token-bucket.ts'
import type { Caller } from './caller.ts'
import { parseKey } from './key-shape.ts'
import { unauthorized, type PresentedPair } from './presented.ts'
import { NOBODYS_HASH, secretMatches } from './secret-hash.ts'

export interface VerifierParts {
  readonly credentials: Pick<CredentialStore, 'find' | 'touch' | 'byIdentifier'>
  readonly view: Pick<EngineView, 'partners' | 'accounts' | 'marketTime'>
  /** 32 bytes: what secrets are hashed with */
  readonly pepper: Uint8Array
  readonly limits: RateLimits['perCredential']
  /** real clock, epoch ms */
  readonly now: () => number
}

const WRONG = 'The API key or its secret is wrong.'
/** Callers that are remembered; when there are more, all are verified afresh. */
const MOST_REMEMBERED = 100_000

/**
 * Verifies key and secret, from the second time on by one plain hash of the pair: what is remembered is a digest, never a secret. Whether
 * the key has been revoked or is past its end is looked at each time. A key's bucket lives as long as the process.
 */
export class CredentialVerifier {
  private readonly parts: VerifierParts
  private readonly verified = new Map<string, Caller>()
  private readonly buckets = new Map<string, TokenBucket>()

  constructor(parts: VerifierParts) {
    this.parts = parts
  }

  /** Whose key it is, and, where it may not be used any more, why: KEY_REVOKED or TOKEN_EXPIRED. Throws UNAUTHORIZED where the secret is not right. */
  verify(pair: PresentedPair): { readonly caller: Caller; readonly refusal: ApiError | undefined } {
    const digest = hash('sha256', `${pair.apiKey}:${pair.apiSecret}`, 'base64')
    const known = this.verified.get(digest)
    if (known === undefined) checkShape(pair)
    const credential = this.parts.credentials.find(pair.apiKey)
    // the secret is hashed and compared whether there is such a key or not: the answer takes as long
    const isRight = known !== undefined || secretMatches(this.parts.pepper, pair.apiSecret, credential?.secretHash ?? NOBODYS_HASH)
    if (credential === undefined || !isRight) throw unauthorized(WRONG)
    const refusal = this.refusalOf(credential)
    // a write that fails ends the process; nobody waits for this one
    if (refusal === undefined) void this.parts.credentials.touch(credential, this.timeOf(credential))
    return { caller: known ?? this.remember(digest, credential), refusal }
  }

  /** Why a key that was verified before may not be used any more; undefined while it is neither revoked nor past its end. */
  refusalSince(credentialId: string): ApiError | undefined {
    return this.refusalOf(this.parts.credentials.byIdentifier(credentialId)!)
  }

  /** A closed account's tokens are revoked with it. */
  private refusalOf(credential: Credential): ApiError | undefined {
    const { account, revokedAt, expiresAt } = credential
    const isClosed = account !== null && this.parts.view.accounts[account]?.status === AccountStatus.Closed
    if (revokedAt !== null || isClosed) return new ApiError('KEY_REVOKED', 'The API key has been revoked.')
    const isPast = expiresAt !== null && this.timeOf(credential) >= expiresAt
    return isPast ? new ApiError('TOKEN_EXPIRED', 'The account token has expired.') : undefined
  }

  /** By which the key is judged: a token lives by the clock of its account's market. */
  private timeOf({ account: index }: Credential): number {
    const { view } = this.parts
    const real = this.parts.now()
    const account: AccountView | undefined = index === null ? undefined : view.accounts[index]
    return account === undefined ? real : view.marketTime(account.market, real)
  }

  private remember(digest: string, credential: Credential): Caller {
    const caller = this.callerOf(credential)
    if (this.verified.size >= MOST_REMEMBERED) this.verified.clear()
    this.verified.set(digest, caller)
    return caller
  }

  private callerOf(credential: Credential): Caller {
    const verified = { credentialId: credential.id, scopes: new Set(credential.scopes), bucket: this.bucketFor(credential) }
    if (credential.partner === null) return { kind: 'operator', ...verified }
    return { kind: 'partner', partner: this.parts.view.partners[credential.partner]!, account: credential.account, ...verified }
  }

  private bucketFor({ id, environment }: Credential): TokenBucket | undefined {
    const { limits, now } = this.parts
    if (limits === null) return undefined
    const bucket = this.buckets.get(id) ?? bucketOf(limits[environment], now())
    this.buckets.set(id, bucket)
    return bucket
  }
}

/** Prefix, checksum and environment are checked before anything is looked up. */
function checkShape({ apiKey, apiSecret }: PresentedPair): void {
  const key = parseKey(apiKey)
  const secret = parseKey(apiSecret)
  if (key === undefined || secret === undefined || key.kind === 'secret' || secret.kind !== 'secret') throw unauthorized(WRONG)
  if (key.environment !== secret.environment) throw unauthorized('The API key and its secret belong to different environments.')
}
