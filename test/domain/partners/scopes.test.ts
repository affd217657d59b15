import { describe, expect, test } from 'vitest'
import {
  ACCOUNT_TOKEN_SCOPES,
  DEFAULT_ACCOUNT_TOKEN_SCOPES,
  OPERATOR_SCOPE,
  parseScopes,
  PARTNER_SCOPES,
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

describe('parsing', () => {
  test('keeps the order in which scopes are given', () => {
    expect(parseScopes(['trading:write', 'accounts:read'])).toEqual({ type: 'scopes', scopes: ['trading:write', 'accounts:read'] })
  })

  test('reports keys:manage as admin:keys, once', () => {
    expect(parseScopes(['keys:manage', 'trading:read', 'admin:keys'])).toEqual({ type: 'scopes', scopes: ['admin:keys', 'trading:read'] })
  })

  test.each(['trading:delete', 'trading:*', 'Trading:read', ' trading:read', '', 'constructor', '__proto__', OPERATOR_SCOPE])(
    'names %j as the unknown one',
    (scope) => {
      expect(parseScopes(['trading:read', scope, 'nor:this'])).toEqual({ type: 'unknown_scope', scope })
    },
  )

  test.each(['webhooks:read', 'admin:keys', 'keys:manage', OPERATOR_SCOPE])('refuses %s to an account token', (scope) => {
    expect(parseScopes([scope], ACCOUNT_TOKEN_SCOPES)).toEqual({ type: 'unknown_scope', scope })
  })

  test('accepts what an account token gets by default', () => {
    expect(parseScopes(DEFAULT_ACCOUNT_TOKEN_SCOPES, ACCOUNT_TOKEN_SCOPES)).toEqual({
      type: 'scopes',
      scopes: ['accounts:read', 'trading:read', 'marketdata:read'],
    })
  })
})
