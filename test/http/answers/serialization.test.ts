import { expect, test } from 'vitest'
import { buildSerializer } from '../../../src/http/answers/serialization.ts'

test('a shared schema is known to whichever route answers later', () => {
  const thing = { $id: 'Thing', type: 'object', properties: { id: { type: 'string' } } }
  const serializerOf = buildSerializer({ Thing: thing }, {})
  const route = { method: 'GET', url: '/things', httpStatus: '200' }
  const one = serializerOf({ ...route, schema: thing })
  const list = serializerOf({ ...route, schema: { type: 'array', items: { $ref: 'Thing#' } } })
  expect(one({ id: 'a', secret: 'b' })).toBe('{"id":"a"}')
  expect(list([{ id: 'a', secret: 'b' }])).toBe('[{"id":"a"}]')
})
