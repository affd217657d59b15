import assert from 'node:assert/strict'
import { ApiError } from '../../src/http/answers/errors.ts'
import { decodeCursor, digestOf, encodeCursor } from '../../src/http/requests/paging.ts'
import { Choices } from './choices.ts'

const DIGEST = digestOf('/v1/orders', { status: 'new' })

/** Throws when a cursor that the bytes stand for gives anything but a place that was encoded for the list, or INVALID_CURSOR. */
export function checkCursor(tape: Uint8Array): void {
  const cursor = anyCursor(new Choices(tape), encodeCursor({ key: 1795187045123, id: 42 }, DIGEST))
  try {
    const { key, id } = decodeCursor<number | string>(cursor, DIGEST)
    assert(typeof key === 'number' && !Number.isNaN(key), `the key ${key} of ${cursor}`)
    assert(['number', 'string'].includes(typeof id), `the id ${id} of ${cursor}`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    assert.deepEqual([error.code, error.status, error.field], ['INVALID_CURSOR', 400, 'cursor'], cursor)
  }
}

/** A good cursor with its parts replaced, its text damaged, or something else altogether. */
export function anyCursor(choices: Choices, good: string): string {
  const parts = JSON.parse(Buffer.from(good, 'base64url').toString()) as unknown[]
  const encoded = (text: string): string => Buffer.from(text).toString('base64url')
  switch (choices.below(7)) {
    case 0:
      return good
    case 1:
      return encoded(`[${choices.pick(NUMBERS)},${JSON.stringify(parts[1])},${JSON.stringify(parts[2])}]`)
    case 2:
      return encoded(`[${JSON.stringify(parts[0])},${choices.pick(choices.oneIn(2) ? NUMBERS : OTHERS)},${JSON.stringify(parts[2])}]`)
    case 3:
      return encoded(`[${choices.pick(NUMBERS)},${choices.pick(OTHERS)},${JSON.stringify(parts[2])}]`)
    case 4:
      return encoded(choices.pick(OTHERS))
    case 5:
      return good.slice(0, choices.below(good.length)) + choices.pick(['', '=', '==', '%', 'A', '\0', 'é', ' '])
    default: {
      const at = choices.below(good.length)
      return good.slice(0, at) + choices.pick(['A', '_', '-', '.', '+', '/', '']) + good.slice(at + 1)
    }
  }
}

/** JSON */
const NUMBERS = ['0', '-1', '1e308', '1e999', '-1e999', '0.5', '9007199254740993', '-0', '5e-324', '1795187045123'] as const
const OTHERS = [
  ...[
    'null',
    'true',
    '""',
    '"x"',
    '"\\u0000"',
    '[]',
    '{}',
    '[[]]',
    '{"__proto__":1}',
    `"${'x'.repeat(5_000)}"`,
    '"9999"',
    '"%"',
    '"\' OR 1=1 --"',
  ],
  ...['', '[', '[1', '[1,2', '"\\ud800"', '"ffffffff-ffff-ffff-ffff-ffffffffffff"', '"zzz"', `${'['.repeat(2_000)}${']'.repeat(2_000)}`],
] as const
