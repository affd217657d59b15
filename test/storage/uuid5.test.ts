import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uuid5 } from '../../src/storage/uuid5.ts'

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
const TENANT = '0192b6c0-0000-7000-8000-000000000001'

test('www.example.com in the DNS namespace: RFC 9562, appendix A.4', () => {
  expect(uuid5(DNS, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
})

test('a namespace in capitals is the same namespace', () => {
  expect(uuid5(DNS.toUpperCase(), 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
})

test('every id has version 5 and variant 10, and differs by name and by namespace', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      fc.pre(one !== other)
      const ids = [uuid5(TENANT, one), uuid5(TENANT, other), uuid5(DNS, one)]
      expect(new Set(ids).size).toBe(3)
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }),
  )
})

test.each(['', 'tenant', DNS.replaceAll('-', ''), `${DNS}0`])('the namespace %j throws', (namespace) => {
  expect(() => uuid5(namespace, 'name')).toThrow('the namespace of a UUIDv5 is a UUID')
})
