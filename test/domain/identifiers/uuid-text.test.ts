import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readUuid, uuidText, writeUuid } from '../../../src/domain/identifiers/uuid-text.ts'

const anyWords = fc.int32Array({ minLength: 4, maxLength: 4 })

test('words become digits from the most significant on', () => {
  expect(uuidText(Int32Array.of(0x01234567, 0x89abcdef, 0xfedcba98, 0x76543210))).toBe('01234567-89ab-cdef-fedc-ba9876543210')
})

test('string and bytes are the same 36 characters, and reading them gives the words back', () => {
  fc.assert(
    fc.property(anyWords, fc.nat(5), (words, offset) => {
      const hex = Buffer.from(Uint32Array.from(words, (word) => word >>> 0).buffer)
        .swap32()
        .toString('hex')
      const expected = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      const buffer = new Uint8Array(36 + 2 * offset).fill(35)
      writeUuid(new DataView(buffer.buffer), offset, words)
      const read = new Int32Array(4)
      const hashes = '#'.repeat(offset)
      expect([uuidText(words), Buffer.from(buffer).toString(), readUuid(expected, read), read]).toEqual([
        expected,
        hashes + expected + hashes,
        true,
        words,
      ])
    }),
  )
})

test.each([
  '',
  '01234567-89ab-cdef-fedc-ba987654321',
  '01234567-89ab-cdef-fedc-ba98765432100',
  '01234567-89AB-cdef-fedc-ba9876543210',
  '0123456789-ab-cdef-fedc-ba9876543210',
  '01234567x89ab-cdef-fedc-ba9876543210',
  '0123456g-89ab-cdef-fedc-ba9876543210',
  '0123456é-89ab-cdef-fedc-ba9876543210',
  '{1234567-89ab-cdef-fedc-ba987654321}',
])('%j is no canonical UUID', (text) => {
  expect(readUuid(text, new Int32Array(4))).toBe(false)
})
