import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ShortCopies } from '../../../src/storage/encoding/short-copies.ts'

/** Bytes in the middle of a larger memory, as those of a socket may be. */
const buffers = fc
  .record({ before: fc.nat(5), bytes: fc.uint8Array({ maxLength: 40 }) })
  .map(({ before, bytes }) => Buffer.concat([Buffer.alloc(before), bytes]).subarray(before))

test('pieces arrive as Buffer.copy would bring them, whichever buffers follow each other, and nothing beside them changes', () => {
  const pieces = fc.array(fc.record({ from: fc.nat(2), to: fc.nat(1), start: fc.nat(20), length: fc.nat(20), at: fc.nat(20) }), {
    minLength: 1,
    maxLength: 10,
  })
  fc.assert(
    fc.property(fc.tuple(buffers, buffers, buffers), pieces, (sources, copies) => {
      const short = new ShortCopies()
      const targets = [Buffer.alloc(40, 1), Buffer.alloc(41, 2)]
      const expected = targets.map((target) => Buffer.from(target))
      for (const { from, to, start, length, at } of copies) {
        const source = sources[from]!
        const end = Math.min(start + length, source.length)
        if (start > end) continue
        short.copy(source, start, end, targets[to]!, at)
        source.copy(expected[to]!, at, start, end)
      }
      expect(targets).toEqual(expected)
    }),
  )
})

test('a piece that neither buffer has room for is refused', () => {
  const short = new ShortCopies()
  expect(() => short.copy(Buffer.alloc(8), 0, 9, Buffer.alloc(20), 0)).toThrow(RangeError)
  expect(() => short.copy(Buffer.alloc(8), 0, 8, Buffer.alloc(20), 13)).toThrow(RangeError)
})
