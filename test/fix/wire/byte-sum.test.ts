import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteSum, wordsOf } from '../../../src/fix/wire/byte-sum.ts'

const naive = (bytes: Uint8Array, start: number, end: number): number =>
  bytes.subarray(start, end).reduce((sum, byte) => sum + byte, 0) % 256

test('is the sum of all bytes modulo 256, wherever they begin and end', () => {
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ minLength: 900, maxLength: 6_000, size: 'max' }))
  fc.assert(
    fc.property(bytes, fc.nat(), fc.nat(), fc.nat(7), (source, from, to, offset) => {
      // a Buffer that begins anywhere in its memory
      const memory = new Uint8Array(source.length + offset)
      const view = memory.subarray(offset)
      view.set(source)
      const [start, end] = [from % (source.length + 1), to % (source.length + 1)].sort((a, b) => a - b) as [number, number]
      expect(byteSum(view, wordsOf(view), start, end)).toBe(naive(source, start, end))
    }),
  )
})

test.each([1_023, 1_024, 1_028, 1_029, 4_096, 70_001])('of %d of the largest bytes', (length) => {
  const bytes = new Uint8Array(length).fill(255)
  expect(byteSum(bytes, wordsOf(bytes), 0, length)).toBe((255 * length) % 256)
})
