import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Environment } from '../../../src/domain/partners/environment.ts'
import { generateKey, type KeyKind, keyPrefix, parseKey } from '../../../src/http/credentials/key-shape.ts'

const PARTNER_EXAMPLE = 'bpk_sbx_4fK9mZq2LxTb7RwYc0VsNdEh0GCp5F'
const TOKEN_EXAMPLE = 'bat_sbx_9Jd8sKq1ZxPv5TnBw3YcRmLh0i11ZW'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const anyKind = fc.constantFrom<KeyKind>('partner', 'account_token', 'operator', 'secret')
const anyEnvironment = fc.constantFrom<Environment>('sandbox', 'live')

describe('the examples of the contract', () => {
  test('are a partner key and an account token of the sandbox', () => {
    expect([parseKey(PARTNER_EXAMPLE), parseKey(TOKEN_EXAMPLE)]).toEqual([
      { kind: 'partner', environment: 'sandbox' },
      { kind: 'account_token', environment: 'sandbox' },
    ])
  })

  test('are shown in lists by their first 12 characters', () => {
    expect([keyPrefix(PARTNER_EXAMPLE), keyPrefix(TOKEN_EXAMPLE)]).toEqual(['bpk_sbx_4fK9', 'bat_sbx_9Jd8'])
  })

  test('are valid in live too, because the checksum is of the random characters alone', () => {
    expect(parseKey(PARTNER_EXAMPLE.replace('_sbx_', '_live_'))).toEqual({ kind: 'partner', environment: 'live' })
  })

  test('are refused with any one random or checksum character changed', () => {
    const forged = [...PARTNER_EXAMPLE].flatMap((character, at) =>
      at < 8
        ? []
        : [...BASE62]
            .filter((other) => other !== character)
            .map((other) => PARTNER_EXAMPLE.slice(0, at) + other + PARTNER_EXAMPLE.slice(at + 1)),
    )
    expect(forged.length).toBe(30 * 61)
    expect(forged.filter((text) => parseKey(text) !== undefined)).toEqual([])
  })
})

test.each([
  '',
  'bpk_sbx_',
  PARTNER_EXAMPLE.slice(0, -1),
  `${PARTNER_EXAMPLE}0`,
  ` ${PARTNER_EXAMPLE}`,
  `${PARTNER_EXAMPLE}\n`,
  PARTNER_EXAMPLE.replace('bpk', 'bxk'),
  PARTNER_EXAMPLE.replace('bpk', 'bsk'),
  PARTNER_EXAMPLE.replace('bpk', 'BPK'),
  PARTNER_EXAMPLE.replace('sbx', 'prod'),
  PARTNER_EXAMPLE.replace('4fK9', '4f-9'),
  PARTNER_EXAMPLE.replace('4fK9', '4fé9'),
  `bpk_sbx_${'0'.repeat(100_000)}`,
])('%j is no key', (text) => {
  expect(parseKey(text)).toBeUndefined()
})

test('a generated key has its shape', () => {
  fc.assert(
    fc.property(anyKind, anyEnvironment, (kind, environment) => {
      const key = generateKey(kind, environment)
      const prefix = { partner: 'bpk', account_token: 'bat', operator: 'bok', secret: 'bsk' }[kind]
      const body = kind === 'secret' ? 49 : 30
      expect(key).toMatch(new RegExp(`^${prefix}_${environment === 'live' ? 'live' : 'sbx'}_[0-9A-Za-z]{${body}}$`))
      expect(parseKey(key)).toEqual({ kind, environment })
    }),
    { numRuns: 500 },
  )
})

test('generated keys differ and use all 62 characters alike', () => {
  const keys = Array.from({ length: 4_000 }, () => generateKey('secret', 'live').slice('bsk_live_'.length, -6))
  const counts = new Map<string, number>()
  for (const character of keys.join('')) counts.set(character, (counts.get(character) ?? 0) + 1)
  expect(new Set(keys).size).toBe(4_000)
  // 172,000 characters, 2,774 of each with a standard deviation of 52; bytes modulo 62 without a limit would give the first eight
  // characters 5 of 256 values, 3,359 each
  expect([...counts.keys()].sort().join('')).toBe(BASE62)
  expect(Math.min(...counts.values())).toBeGreaterThan(2_774 - 8 * 52)
  expect(Math.max(...counts.values())).toBeLessThan(2_774 + 8 * 52)
})
