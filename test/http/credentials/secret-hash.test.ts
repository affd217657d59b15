import { describe, expect, test } from 'vitest'
import { hashSecret, secretMatches } from '../../../src/http/credentials/secret-hash.ts'

const pepper = Buffer.from('pepper of this server')
const secret = 'bsk_sbx_4fK9mZq2LxTb7RwYc0VsNdEh'

test('the hash is HMAC-SHA256: RFC 4231, test case 2', () => {
  expect(hashSecret(Buffer.from('Jefe'), 'what do ya want for nothing?').toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})

describe('a secret', () => {
  const stored = hashSecret(pepper, secret)

  test('matches its own hash', () => {
    expect(secretMatches(pepper, secret, stored)).toBe(true)
  })

  test('matches no other hash', () => {
    const oneBit = Buffer.from(stored)
    oneBit[31]! ^= 1
    const others = [
      hashSecret(pepper, `${secret}0`),
      hashSecret(Buffer.from('other'), secret),
      oneBit,
      stored.subarray(0, 31),
      Buffer.alloc(0),
    ]
    expect(others.map((other) => secretMatches(pepper, secret, other))).toEqual(others.map(() => false))
  })

  test('given as the empty text matches nothing but its own hash', () => {
    expect([secretMatches(pepper, '', stored), secretMatches(pepper, '', hashSecret(pepper, ''))]).toEqual([false, true])
  })
})
