import { expect, test } from 'vitest'
import {
  ACCOUNT_TOKEN_SCOPES,
  canonicalScopes,
  DEFAULT_ACCOUNT_TOKEN_SCOPES,
  OPERATOR_SCOPE,
  PARTNER_SCOPES,
  unknownScope,
} from '../../../src/domain/partners/scopes.ts'

test('there are the twelve scopes of the specification', () => {
  expect(PARTNER_SCOPES).toEqual([
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
  ])
})

test('an account token may have all of them but those of webhooks and keys', () => {
  const forbidden = PARTNER_SCOPES.filter((scope) => !ACCOUNT_TOKEN_SCOPES.some((allowed) => allowed === scope))
  expect(forbidden).toEqual(['webhooks:read', 'webhooks:write', 'admin:keys'])
})

test('scopes keep the order in which they are given', () => {
  expect(canonicalScopes(['trading:write', 'accounts:read'])).toEqual(['trading:write', 'accounts:read'])
})

test('keys:manage is admin:keys, once', () => {
  expect(unknownScope(['keys:manage'])).toBeUndefined()
  expect(canonicalScopes(['keys:manage', 'trading:read', 'admin:keys'])).toEqual(['admin:keys', 'trading:read'])
})

test.each(['trading:delete', 'trading:*', 'Trading:read', ' trading:read', '', 'constructor', '__proto__', OPERATOR_SCOPE])(
  '%j is the unknown one',
  (scope) => {
    expect(unknownScope(['trading:read', scope, 'nor:this'])).toBe(scope)
  },
)

test.each(['webhooks:read', 'admin:keys', 'keys:manage', OPERATOR_SCOPE])('%s is none of an account token', (scope) => {
  expect(unknownScope([scope], ACCOUNT_TOKEN_SCOPES)).toBe(scope)
})

test('an account token may have what it gets by default', () => {
  expect(unknownScope(DEFAULT_ACCOUNT_TOKEN_SCOPES, ACCOUNT_TOKEN_SCOPES)).toBeUndefined()
})
