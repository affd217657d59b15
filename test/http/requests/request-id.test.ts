import { expect, test } from 'vitest'
import { newRequestId, requestIdFor } from '../../../src/http/requests/request-id.ts'
import { ulid } from '../../../src/domain/identifiers/ulid.ts'

const AT_MS = Date.parse('2026-11-20T15:04:05.123Z')
const GENERATED = new RegExp(`^req_${ulid(AT_MS, new Uint8Array(10)).slice(0, 10)}[0-9A-HJKMNP-TV-Z]{16}$`)

test.each(['abcdefgh', 'A-b_9000', 'x'.repeat(64), 'req_01ARYZ6S410000000000000000'])('the client’s own id %s is kept', (id) => {
  expect(requestIdFor(id, AT_MS)).toBe(id)
})

test.each([
  undefined,
  '',
  'short-7',
  'x'.repeat(65),
  'with blank',
  'line\nbreak',
  'umlautäöü',
  'trailing-newline\n',
  ['abcdefgh', 'ijklmnop'],
])('%j is replaced by req_ and a ULID of the moment', (id) => {
  expect(requestIdFor(id, AT_MS)).toMatch(GENERATED)
})

test('ids differ, also when the pool of randomness is refilled', () => {
  const ids = Array.from({ length: 2_000 }, () => newRequestId(AT_MS))
  expect(new Set(ids).size).toBe(2_000)
  expect(ids.every((id) => GENERATED.test(id))).toBe(true)
})
