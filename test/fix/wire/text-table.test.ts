import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextTable } from '../../../src/fix/wire/text-table.ts'

test('every text comes back as it is written, however often, and whatever shares its place', () => {
  const table = new TextTable()
  const bytes = fc.uint8Array({ maxLength: 80 })
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 30 }), fc.nat(5), (texts, before) => {
      for (const text of [...texts, ...texts]) {
        const buffer = Buffer.concat([Buffer.alloc(before, 65), text, Buffer.from('\x01')])
        expect(table.textOf(buffer, before, before + text.length)).toBe(Buffer.from(text).toString('latin1'))
      }
    }),
  )
})

test('two texts that share a place do not take each other for one', () => {
  const table = new TextTable()
  const texts = Array.from({ length: 5_000 }, (_, index) => `SYM${index}`)
  const read = (text: string): string => table.textOf(Buffer.from(text), 0, text.length)
  expect([...texts, ...texts].map(read)).toEqual([...texts, ...texts])
})
