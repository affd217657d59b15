import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { presentedPair } from '../../../src/http/credentials/presented.ts'

const shown = (headers: IncomingHttpHeaders, rawHeaders = Object.entries(headers).flat() as string[]) =>
  presentedPair({ headers, rawHeaders })
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

describe('a request shows its credential', () => {
  test.each([
    ['by headers', { 'x-api-key': 'k', 'x-api-secret': 's' }],
    ['by Basic', { authorization: basic('k:s') }],
    ['by Basic in any case', { authorization: basic('k:s').replace('Basic', 'bAsIc') }],
    ['by both, when they are the same', { 'x-api-key': 'k', 'x-api-secret': 's', authorization: basic('k:s') }],
  ])('%s', (_how, headers) => {
    expect(shown(headers)).toEqual({ apiKey: 'k', apiSecret: 's' })
  })

  test('a colon belongs to the secret', () => {
    expect(shown({ authorization: basic('k:s:t') })).toEqual({ apiKey: 'k', apiSecret: 's:t' })
  })
})

describe('a request is refused', () => {
  test.each([
    ['without a credential', {}, 'The request carries no credential: send X-API-Key and X-API-Secret, or Basic.'],
    ['with the key alone', { 'x-api-key': 'k' }, 'X-API-Key and X-API-Secret are both required.'],
    ['with the secret alone', { 'x-api-secret': 's' }, 'X-API-Key and X-API-Secret are both required.'],
    [
      'with two secrets that differ',
      { 'x-api-key': 'k', 'x-api-secret': 's', authorization: basic('k:other') },
      'X-API-Key and Authorization name different credentials; send one of them.',
    ],
    [
      'with two keys that differ',
      { 'x-api-key': 'k', 'x-api-secret': 's', authorization: basic('other:s') },
      'X-API-Key and Authorization name different credentials; send one of them.',
    ],
    ['with the secret beside Basic', { 'x-api-secret': 's', authorization: basic('k:s') }, 'X-API-Key and X-API-Secret are both required.'],
    [
      'with Basic that is none',
      { authorization: 'Basic !!!' },
      'Authorization must be Basic with base64 of key and secret, joined by a colon.',
    ],
    [
      'with Bearer',
      { authorization: 'Bearer bpk_sbx_x' },
      'Bearer is reserved for user-facing flows; send X-API-Key and X-API-Secret, or Basic.',
    ],
    [
      'with Bearer beside the headers',
      { authorization: 'Bearer x', 'x-api-key': 'k', 'x-api-secret': 's' },
      'Bearer is reserved for user-facing flows; send X-API-Key and X-API-Secret, or Basic.',
    ],
  ])('%s', (_how, headers, message) => {
    expect(() => shown(headers)).toThrow(expect.objectContaining({ code: 'UNAUTHORIZED', status: 401, message }))
  })

  test('with Authorization twice, of which Node keeps the first', () => {
    const authorization = basic('k:s')
    expect(() => shown({ authorization }, ['Authorization', authorization, 'authorization', 'Bearer x'])).toThrow(
      expect.objectContaining({ code: 'UNAUTHORIZED', status: 401, message: 'A request has one Authorization header, not several.' }),
    )
  })
})
