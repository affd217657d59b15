import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ulid } from '../../../src/domain/identifiers/ulid.ts'

const anyTime = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const anyRandom = fc.uint8Array({ minLength: 10, maxLength: 10 })

test('the time of the specification’s example is 01ARYZ6S41', () => {
  expect(ulid(1_469_918_176_385, new Uint8Array(10))).toBe('01ARYZ6S410000000000000000')
})

test('the largest ULID is 7ZZZZZZZZZZZZZZZZZZZZZZZZZ', () => {
  expect(ulid(2 ** 48 - 1, new Uint8Array(10).fill(255))).toBe('7ZZZZZZZZZZZZZZZZZZZZZZZZZ')
})

test('it is the 48 bits of time and the 80 random bits in base 32', () => {
  fc.assert(
    fc.property(anyTime, anyRandom, (epochMs, random) => {
      const value = (BigInt(epochMs) << 80n) | BigInt(`0x${Buffer.from(random).toString('hex')}`)
      const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
      const expected = Array.from({ length: 26 }, (_, index) => crockford[Number((value >> BigInt(5 * (25 - index))) & 31n)]!).join('')
      expect(ulid(epochMs, random)).toBe(expected)
    }),
    { numRuns: 1_000 },
  )
})

test('the ten bytes begin at the offset', () => {
  const random = Uint8Array.from({ length: 14 }, (_, index) => index)
  expect(ulid(0, random, 4)).toBe(ulid(0, random.slice(4)))
})

test('a later ULID sorts behind an earlier one', () => {
  fc.assert(
    fc.property(anyTime, anyTime, anyRandom, anyRandom, (one, other, random, otherRandom) => {
      fc.pre(one !== other)
      expect(ulid(one, random) < ulid(other, otherRandom)).toBe(one < other)
    }),
  )
})

test.each([-1, 2 ** 48, 1.5, NaN])('the time %d throws', (epochMs) => {
  expect(() => ulid(epochMs, new Uint8Array(10))).toThrow(RangeError)
})

test('nine bytes throw', () => {
  expect(() => ulid(0, new Uint8Array(9))).toThrow('a ULID takes 10 random bytes, not 9')
})
