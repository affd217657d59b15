import { randomUUID } from 'node:crypto'
import type { Environment } from '../../domain/partners/environment.ts'
import type { Scope } from '../../domain/partners/scopes.ts'
import type { Credential } from '../../storage/rows/credential-store.ts'
import { generateKey } from './key-shape.ts'
import { hashSecret } from './secret-hash.ts'

/** A key as it is handed out, once: the only moment at which its secret exists outside the client. */
export interface IssuedKey {
  readonly credential: Credential
  readonly apiSecret: string
}

/**
 * A new key: an operator's when `partner` is null, an account token when `account` is given, else a partner's. Both are indices. Store
 * `credential`, show `apiSecret`, keep neither.
 */
export function issueKey(wanted: {
  readonly partner: number | null
  readonly account?: number
  readonly environment: Environment
  readonly label: string
  readonly scopes: readonly Scope[]
  readonly pepper: Uint8Array
  /** epoch ms */
  readonly now: number
  /** epoch ms; null = never */
  readonly expiresAt?: number | null
}): IssuedKey {
  const kind = wanted.partner === null ? 'operator' : wanted.account === undefined ? 'partner' : 'account'
  const apiSecret = generateKey('secret', wanted.environment)
  const credential: Credential = {
    id: randomUUID(),
    kind,
    partner: wanted.partner,
    account: wanted.account ?? null,
    label: wanted.label,
    keyId: generateKey(kind === 'account' ? 'account_token' : kind, wanted.environment),
    secretHash: hashSecret(wanted.pepper, apiSecret),
    scopes: wanted.scopes,
    environment: wanted.environment,
    createdAt: wanted.now,
    expiresAt: wanted.expiresAt ?? null,
    lastUsedAt: null,
    revokedAt: null,
  }
  return { credential, apiSecret }
}
