import { Type } from 'typebox'
import { ACCOUNT_TOKEN_SCOPES } from '../../../domain/partners/scopes.ts'
import type { Credential } from '../../../storage/rows/credential-store.ts'
import { formatInstant, formatInstantOrNull } from '../../requests/instants.ts'
import { offsetPageOf, offsetQuery } from '../../requests/offset-paging.ts'
import { PAGE_SIZES } from '../../requests/paging.ts'
import { instant, nullable, openEnumeration, uuid } from '../../schema/answer-values.ts'
import { text } from '../../schema/request-values.ts'
import { keyPrefix } from '../../credentials/key-shape.ts'
import { MOST_SCOPES } from './key.schema.ts'

const TOKEN_STATUSES = ['active', 'revoked', 'expired'] as const
export type TokenStatus = (typeof TOKEN_STATUSES)[number]

export const newTokenBody = Type.Object(
  {
    label: text({ minLength: 1, maxLength: 64 }),
    scopes: Type.Optional(
      Type.Array(text({ description: ACCOUNT_TOKEN_SCOPES.join(', ') }), {
        minItems: 1,
        maxItems: MOST_SCOPES,
        uniqueItems: true,
        description: 'left out: accounts:read, trading:read and marketdata:read',
      }),
    ),
    expires_at: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'instant',
        'x-expected': 'an RFC 3339 timestamp, or null',
        description: '1 minute to 365 days ahead, by the clock of the market; left out or null: never',
      }),
    ),
  },
  { examples: [{ label: 'mobile app', scopes: ['accounts:read', 'trading:read'], expires_at: '2027-01-01T00:00:00Z' }] },
)

export const tokenListQuery = Type.Object(offsetQuery(PAGE_SIZES.keys))

const described = {
  key_prefix: Type.String(),
  label: Type.String(),
  scopes: Type.Array(openEnumeration(ACCOUNT_TOKEN_SCOPES)),
  status: openEnumeration(TOKEN_STATUSES),
  expires_at: nullable(instant),
  last_used_at: nullable(instant),
  created_at: instant,
  revoked_at: nullable(instant),
}

export const issuedTokenSchema = Type.Object(
  {
    token_id: uuid,
    account_id: uuid,
    api_key: Type.String(),
    api_secret: Type.String({ description: 'shown only now' }),
    ...described,
  },
  {
    examples: [
      {
        token_id: '0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f',
        account_id: '0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f',
        api_key: 'bat_sbx_9Jd8sKq1ZxPv5TnBw3YcRmLh0i11ZW',
        api_secret: 'bsk_sbx_…',
        key_prefix: 'bat_sbx_9Jd8',
        label: 'mobile app',
        scopes: ['accounts:read', 'trading:read'],
        status: 'active',
        expires_at: '2027-01-01T00:00:00.000Z',
        last_used_at: null,
        created_at: '2026-11-20T15:04:05.123Z',
        revoked_at: null,
      },
    ],
  },
)

export const tokenPage = offsetPageOf(Type.Object({ token_id: uuid, account_id: uuid, ...described }))

/** A token as lists show it. `closedAt` is when its account was closed, 0 = not; `now` epoch ms by the clock of the account's market. */
export function tokenView(token: Credential, account: { readonly id: string; readonly closedAt: number }, now: number) {
  const revokedAt = token.revokedAt ?? (account.closedAt === 0 ? null : account.closedAt)
  return {
    token_id: token.id,
    account_id: account.id,
    key_prefix: keyPrefix(token.keyId),
    label: token.label,
    scopes: [...token.scopes],
    status: statusOf(revokedAt, token.expiresAt, now),
    expires_at: formatInstantOrNull(token.expiresAt ?? 0),
    last_used_at: formatInstantOrNull(token.lastUsedAt ?? 0),
    created_at: formatInstant(token.createdAt),
    revoked_at: formatInstantOrNull(revokedAt ?? 0),
  }
}

function statusOf(revokedAt: number | null, expiresAt: number | null, now: number): TokenStatus {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && now >= expiresAt ? 'expired' : 'active'
}
