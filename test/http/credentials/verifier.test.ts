import { describe, expect, test } from 'vitest'
import type { ApiError } from '../../../src/http/answers/errors.ts'
import { issueKey, type IssuedKey } from '../../../src/http/credentials/issue.ts'
import { CredentialVerifier } from '../../../src/http/credentials/verifier.ts'
import type { Credential } from '../../../src/storage/rows/credential-store.ts'
import { openVenue } from '../../engine/engine-under-test.ts'

const PEPPER = Buffer.alloc(32, 3)
const NOW = Date.parse('2026-11-20T15:04:05.123Z')

/** Keys at hand, and which of them were looked up. */
function verifier(...issued: readonly IssuedKey[]) {
  const lookedUp: string[] = []
  const find = (keyId: string): Credential | undefined => {
    lookedUp.push(keyId)
    return issued.find(({ credential }) => credential.keyId === keyId)?.credential
  }
  const credentials = { find, byIdentifier: () => undefined, touch: () => Promise.resolve() }
  const { state: view } = openVenue()
  return { lookedUp, verifier: new CredentialVerifier({ credentials, view, pepper: PEPPER, limits: null, now: () => NOW }) }
}

const key = (environment: 'sandbox' | 'live' = 'sandbox'): IssuedKey =>
  issueKey({ partner: 0, environment, label: 'x', scopes: ['accounts:read'], pepper: PEPPER, now: NOW })
const pair = ({ credential, apiSecret }: IssuedKey) => ({ apiKey: credential.keyId, apiSecret })

/** Another last character. */
const mistyped = (text: string): string => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')

function refusal(run: () => unknown): string {
  try {
    run()
    return 'accepted'
  } catch (error) {
    return (error as ApiError).code
  }
}

describe('a credential', () => {
  test('that is right is accepted, and known from then on', () => {
    const own = key()
    const parts = verifier(own)
    const { caller, refusal } = parts.verifier.verify(pair(own))
    expect(refusal).toBeUndefined()
    expect(caller).toMatchObject({ kind: 'partner', account: null, credentialId: own.credential.id, scopes: new Set(['accounts:read']) })
    expect(parts.verifier.verify(pair(own)).caller).toBe(caller)
  })

  test('whose checksum, kind or environment is wrong is refused before it is looked up', () => {
    const [own, live] = [key(), key('live')]
    const parts = verifier(own, live)
    const { apiKey, apiSecret } = pair(own)
    const wrong = [
      { apiKey: mistyped(apiKey), apiSecret },
      { apiKey, apiSecret: mistyped(apiSecret) },
      { apiKey: apiSecret, apiSecret: apiKey },
      { apiKey: apiSecret, apiSecret },
      { apiKey, apiSecret: apiKey },
      { apiKey, apiSecret: live.apiSecret },
      { apiKey: '', apiSecret: '' },
      { apiKey: `${apiKey} `, apiSecret },
      { apiKey: 'x'.repeat(100_000), apiSecret },
    ]
    expect(wrong.map((presented) => refusal(() => parts.verifier.verify(presented)))).toEqual(wrong.map(() => 'UNAUTHORIZED'))
    expect(parts.lookedUp).toEqual([])
  })

  test('that nobody has, or another’s secret, is refused after it was looked up', () => {
    const [own, other] = [key(), key()]
    const parts = verifier(own)
    expect(refusal(() => parts.verifier.verify(pair(other)))).toBe('UNAUTHORIZED')
    expect(refusal(() => parts.verifier.verify({ ...pair(own), apiSecret: other.apiSecret }))).toBe('UNAUTHORIZED')
    expect(parts.lookedUp).toEqual([other.credential.keyId, own.credential.keyId])
  })

  test('that nobody has is refused after as much work as another’s secret: one hash', () => {
    const own = key()
    let hashes = 0
    const { state: view } = openVenue()
    const credentials = {
      find: (keyId: string) => (keyId === own.credential.keyId ? own.credential : undefined),
      byIdentifier: () => undefined,
      touch: () => Promise.resolve(),
    }
    const parts = {
      ...{ credentials, view, limits: null, now: () => NOW },
      get pepper() {
        hashes++
        return PEPPER
      },
    }
    const verifying = new CredentialVerifier(parts)
    expect(refusal(() => verifying.verify({ ...pair(own), apiSecret: key().apiSecret }))).toBe('UNAUTHORIZED')
    expect(hashes).toBe(1)
    expect(refusal(() => verifying.verify(pair(key())))).toBe('UNAUTHORIZED')
    expect(hashes).toBe(2)
  })

  test('that is revoked says so to whoever has its secret, and to nobody else', () => {
    const own = key()
    const revoked = { ...own, credential: { ...own.credential, revokedAt: NOW } }
    const parts = verifier(revoked)
    const known = parts.verifier.verify(pair(own))
    expect([known.refusal?.code, known.caller.credentialId]).toEqual(['KEY_REVOKED', own.credential.id])
    expect(refusal(() => parts.verifier.verify({ ...pair(own), apiSecret: key().apiSecret }))).toBe('UNAUTHORIZED')
  })
})
