import { expect, test } from 'vitest'
import { decodeCursor, digestOf, encodeCursor, parseCursor } from '../../../src/http/requests/paging.ts'
import { ApiError } from '../../../src/http/answers/errors.ts'

test('a cursor gives its place back to the list that it was made for', () => {
  const digest = digestOf('/v1/accounts', { status: 'ACTIVE' })
  expect(decodeCursor(encodeCursor({ key: 1795187045123, id: 42 }, digest), digest)).toEqual({ key: 1795187045123, id: 42 })
})

test.each([
  ['other filters', encodeCursor({ key: 1, id: 1 }, digestOf('/v1/accounts', { status: 'REJECTED' }))],
  ['another list', encodeCursor({ key: 1, id: 1 }, digestOf('/v1/keys', { status: 'ACTIVE' }))],
])('a cursor of %s is INVALID_CURSOR', (_what, cursor) => {
  const refused = thrownBy(() => decodeCursor(cursor, digestOf('/v1/accounts', { status: 'ACTIVE' })))
  expect([refused.code, refused.status, refused.field]).toEqual(['INVALID_CURSOR', 400, 'cursor'])
})

test.each(['no cursor', ...['{"a":1}', '[null,{},"x"]', 'null'].map((json) => Buffer.from(json).toString('base64url'))])(
  '%s is no cursor',
  (text) => {
    expect(parseCursor(text)).toBeUndefined()
  },
)

function thrownBy(act: () => unknown): ApiError {
  try {
    act()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('expected an ApiError')
}
