/** What a key may do. The twelve scopes of the specification, in its order; the only list of them. */
export const PARTNER_SCOPES = [
  'accounts:read',
  'accounts:write',
  'funding:read',
  'funding:write',
  'trading:read',
  'trading:write',
  'marketdata:read',
  'documents:read',
  'documents:write',
  'webhooks:read',
  'webhooks:write',
  'admin:keys',
] as const
export type PartnerScope = (typeof PARTNER_SCOPES)[number]

/** Whoever runs the gateway (docs/api-contract.md section 19). No key that a partner makes can have it, so it is not in the list. */
export const OPERATOR_SCOPE = 'operator'
export type Scope = PartnerScope | typeof OPERATOR_SCOPE

/** What an account token may have (docs/api-contract.md section 3). */
export const ACCOUNT_TOKEN_SCOPES = [
  'accounts:read',
  'accounts:write',
  'funding:read',
  'funding:write',
  'trading:read',
  'trading:write',
  'marketdata:read',
  'documents:read',
  'documents:write',
] as const satisfies readonly PartnerScope[]

/** What an account token gets when its issuer names none. */
export const DEFAULT_ACCOUNT_TOKEN_SCOPES = ['accounts:read', 'trading:read', 'marketdata:read'] as const satisfies readonly PartnerScope[]

/** An earlier listing's name of a scope, accepted and never reported. */
const ALIASES: ReadonlyMap<string, PartnerScope> = new Map([['keys:manage', 'admin:keys']])

export type ParsedScopes =
  { readonly type: 'scopes'; readonly scopes: readonly PartnerScope[] } | { readonly type: 'unknown_scope'; readonly scope: string }

/**
 * The canonical names in the order given, each once, or the first name that is none of `allowed`: 400 INVALID_SCOPE.
 * `parseScopes(names, ACCOUNT_TOKEN_SCOPES)` is for account tokens.
 */
export function parseScopes(names: readonly string[], allowed: readonly PartnerScope[] = PARTNER_SCOPES): ParsedScopes {
  const scopes = new Set<PartnerScope>()
  for (const name of names) {
    const scope = allowed.find((candidate) => candidate === (ALIASES.get(name) ?? name))
    if (scope === undefined) return { type: 'unknown_scope', scope: name }
    scopes.add(scope)
  }
  return { type: 'scopes', scopes: [...scopes] }
}
