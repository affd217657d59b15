import { expect, test } from 'vitest'
import { deriveKey, hashText, permute, TAG_ROUNDS } from '../../../src/domain/identifiers/keyed-permutation.ts'

test('the permutation is that of Chaskey: its published tags of the messages "" and 00', () => {
  expect([chaskey([0x01, 0, 0, 0]), chaskey([0x0100, 0, 0, 0])]).toEqual([
    [0x792e8fe5, 0x75ce87aa, 0x2d1450b5, 0x1191970b],
    [0x13a9307b, 0x50e62c89, 0x4577bd88, 0xc0bbdc18],
  ])
})

test('a key depends on each word of its source and on its label', () => {
  const keys = [
    deriveKey([1, 2, 3, 4], 0),
    deriveKey([1, 2, 3, 4], 1),
    deriveKey([0, 2, 3, 4], 0),
    deriveKey([1, 0, 3, 4], 0),
    deriveKey([1, 2, 0, 4], 0),
    deriveKey([1, 2, 3, 0], 0),
  ]
  expect(new Set(keys.map(String)).size).toBe(6)
})

test('the hash of a text tells lengths, orders and zeros apart', () => {
  const texts = ['', '\0', '\0\0', 'a', 'a\0', '\0a', 'ab', 'ba', 'é', '\u{1f600}']
  expect(new Set(texts.map((text) => String(hashText(text)))).size).toBe(texts.length)
})

/** The MAC of a message of less than one block, given with its padding, under the key of the published vectors. */
function chaskey(padded: readonly number[]): number[] {
  const key = Int32Array.of(0x833d3433, 0x009f389f, 0x2398e64f, 0x417acf39)
  const lastKey = timesTwo(timesTwo(key))
  const state = key.map((word, index) => word ^ padded[index]! ^ lastKey[index]!)
  permute(state, TAG_ROUNDS)
  return [...state.map((word, index) => word ^ lastKey[index]!)].map((word) => word >>> 0)
}

/** Multiplication by x in the field of 2^128 elements, as the Chaskey paper defines it. */
function timesTwo(words: Int32Array): Int32Array {
  return words.map((word, index) => (word << 1) ^ (index === 0 ? (words[3]! >>> 31) * 0x87 : words[index - 1]! >>> 31))
}
