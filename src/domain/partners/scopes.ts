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

/** The first name that is none of `allowed`: 400 INVALID_SCOPE. `unknownScope(names, ACCOUNT_TOKEN_SCOPES)` is for account tokens. */
export function unknownScope(names: readonly string[], allowed: readonly PartnerScope[] = PARTNER_SCOPES): string | undefined {
  return names.find((name) => !allowed.some((scope) => scope === canonical(name)))
}

/** The canonical names in the order given, each once. */
export function canonicalScopes(names: readonly string[]): readonly PartnerScope[] {
  return [...new Set(names.map(canonical).filter(isPartnerScope))]
}

const canonical = (name: string): string => ALIASES.get(name) ?? name
const isPartnerScope = (name: string): name is PartnerScope => (PARTNER_SCOPES as readonly string[]).includes(name)
