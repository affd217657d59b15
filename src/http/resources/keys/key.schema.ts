import { Type } from 'typebox'
import { OPERATOR_SCOPE, PARTNER_SCOPES } from '../../../domain/partners/scopes.ts'
import { PAGE_SIZES, pageOf } from '../../requests/paging.ts'
import { instant, nullable, openEnumeration, uuid } from '../../schema/answer-values.ts'
import { cursorInput, limitInput, text } from '../../schema/request-values.ts'
import type { IssuedKey } from '../../credentials/issue.ts'
import { keyPrefix } from '../../credentials/key-shape.ts'
import type { Credential } from '../../../storage/rows/credential-store.ts'
import { formatInstant } from '../../requests/instants.ts'

/** of a key or token; more than there are */
export const MOST_SCOPES = 100

export const newKeyBody = Type.Object(
  {
    label: text({ minLength: 1, maxLength: 64 }),
    scopes: Type.Array(text({ description: PARTNER_SCOPES.join(', ') }), { minItems: 1, maxItems: MOST_SCOPES, uniqueItems: true }),
  },
  { examples: [{ label: 'back office', scopes: ['accounts:read', 'trading:read'] }] },
)

export const keyListQuery = Type.Object({ cursor: cursorInput, limit: limitInput(PAGE_SIZES.keys) })

const members = { id: uuid, label: Type.String(), scopes: Type.Array(openEnumeration(PARTNER_SCOPES)), created_at: instant }

export const issuedKeySchema = Type.Object({
  ...members,
  api_key: Type.String(),
  api_secret: Type.String({ description: 'shown only now' }),
})

const listedKey = Type.Object({ ...members, key_prefix: Type.String(), last_used_at: nullable(instant) })
export const keyPage = pageOf(listedKey)
/** with operators' keys among them */
export const anyKeyPage = pageOf(
  Type.Object({ ...listedKey.properties, scopes: Type.Array(openEnumeration([...PARTNER_SCOPES, OPERATOR_SCOPE])) }),
)

/** The answer to the creation of a key. */
export function issuedKeyView({ credential, apiSecret }: IssuedKey) {
  return {
    id: credential.id,
    label: credential.label,
    api_key: credential.keyId,
    api_secret: apiSecret,
    scopes: [...credential.scopes],
    created_at: formatInstant(credential.createdAt),
  }
}

/** A key of the list. */
export function keyView(key: Credential) {
  return {
    id: key.id,
    label: key.label,
    key_prefix: keyPrefix(key.keyId),
    scopes: [...key.scopes],
    created_at: formatInstant(key.createdAt),
    last_used_at: key.lastUsedAt === null ? null : formatInstant(key.lastUsedAt),
  }
}
