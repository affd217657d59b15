import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { inPieces } from '../../../src/http/answers/pieces.ts'

test.each([
  [0, []],
  [65_536, [65_536]],
  [200_000, [65_536, 65_536, 65_536, 3_392]],
])('%i bytes are sent in pieces that a slow line takes one by one', async (size, expected) => {
  const bytes = Buffer.from(Array.from({ length: size }, (_, index) => index % 251))
  const pieces = (await inPieces(bytes).toArray()) as Buffer[]
  expect(pieces.map(({ length }) => length)).toEqual(expected)
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
})
