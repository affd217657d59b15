import fc from 'fast-check'
import type { Operation } from '../support/operations.ts'

/** A request that is wrong in some way, or in many. */
export interface GarbageRequest {
  /** encoded, by name */
  readonly parameters: Readonly<Record<string, string>>
  /** with its question mark, or '' */
  readonly query: string
  readonly payload: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

type JsonSchema = Readonly<Record<string, unknown>>

/** Requests to an operation: some of their parts are as its schema has them, the rest is not. `known` has ids that exist, by parameter. */
export function garbageRequest(operation: Operation, known: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<GarbageRequest> {
  return fc.record({
    parameters: fc.record(Object.fromEntries(operation.pathParameters.map((name) => [name, pathValue(known[name] ?? [])]))),
    query: queryOf(operation),
    payload: operation.method === 'GET' ? fc.constant(undefined) : payloadOf(operation.body, Object.values(known).flat()),
    headers: headersOf(operation),
  })
}

const LETTERS = ['x', '.', '@', '0', '9', '-', '+', ' ', 'é', '😀', '\u0000', 'a@', '1.', '("'] as const
const LENGTHS = [1, 2, 9, 10, 11, 15, 16, 63, 64, 65, 128, 129, 140, 141, 254, 255, 256, 257, 1000] as const

/** Texts of a boundary's length, and some that are huge. */
const longText = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...LETTERS), fc.constantFrom(...LENGTHS)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...LETTERS), fc.constantFrom(20_000, 200_000)) },
)

const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 12 }),
  longText.map(([letter, times]) => letter.repeat(times)),
  fc.constantFrom(
    ...[
      '',
      ' ',
      '0',
      '-0',
      '-1',
      '+1',
      '1e5',
      '00',
      '0.',
      '.5',
      '1.0000000001',
      '999999999999999',
      '9999999999999999',
      '0x10',
      'NaN',
      'null',
    ],
    ...[
      'Infinity',
      '١٢',
      '1,000',
      "' OR 1=1 --",
      '<script>',
      '../../etc/passwd',
      '%00',
      '\ud800',
      '2026-02-30',
      '0000-00-00',
      '9999-12-31',
    ],
    ...['10000-01-01T00:00:00Z', '2026-11-20T24:00:00Z', '2026-11-20T15:04:05+25:00', '__proto__', 'constructor', 'toString'],
  ),
)

/** Stands for nested arrays until the value is text: deeper than `JSON.stringify` goes. */
const DEEP = 'nested 5000 deep'
const NESTED = '['.repeat(5_000) + ']'.repeat(5_000)
const deep = fc.constantFrom<unknown>(DEEP, JSON.parse('['.repeat(50) + ']'.repeat(50)))
const json = (value: unknown): string => JSON.stringify(value).replaceAll(`"${DEEP}"`, NESTED)

const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: strangeText },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 53), 1e-9, [], {}, [null], [[]]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constant(JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":1},"hasOwnProperty":null}')) },
  { weight: 1, arbitrary: deep },
)

/** Texts that many a schema takes. */
const PLAUSIBLE = [
  ...['AAPL', 'MSFT', 'ZZZZ', '1', '10', '0.5', '10.00', '150.00', '1.005', '2026-11-20', '1990-01-01', '2026-11-20T15:04:05.123Z'],
  ...['a@example.com', '+15125550100', '123450001', '121000358', '000123456789', 'US', 'TX', '78701', 'c-1', 'EQUITY', 'R01', 'DESK9'],
  ...['https://example.com/hook', 'accounts:read', 'Technology', 'JVBERi0xLjQK', 'application/pdf', '2027-01-01T00:00:00Z'],
] as const

/** A value for a schema: as it wants it three times in four. */
function valueFor(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: fittingValue(schema, ids) }, { weight: 1, arbitrary: anything })
}

function fittingValue(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const {
    enum: values,
    properties,
    items,
  } = schema as { enum?: readonly unknown[]; properties?: Record<string, JsonSchema>; items?: JsonSchema }
  const types = [schema['type']].flat()
  if (values !== undefined) return fc.constantFrom(...values)
  if (properties !== undefined) return objectFor(schema, properties, ids)
  if (items !== undefined) return fc.array(valueFor(items, ids), { maxLength: 3 })
  if (types.includes('integer') || types.includes('number')) return fc.oneof(fc.integer({ min: 0, max: 600 }), fc.double())
  if (types.includes('boolean')) return fc.boolean()
  return fc.constantFrom(...PLAUSIBLE, ...ids)
}

function objectFor(schema: JsonSchema, properties: Readonly<Record<string, JsonSchema>>, ids: readonly string[]): fc.Arbitrary<unknown> {
  const required = new Set((schema['required'] as readonly string[] | undefined) ?? [])
  const members = Object.entries(properties).map(([name, member]) => {
    const isThere = fc.integer({ min: 0, max: 99 }).map((percent) => percent < (required.has(name) ? 95 : 40))
    return fc.tuple(fc.constant(name), isThere, valueFor(member, ids))
  })
  return fc.tuple(fc.tuple(...members), fc.option(fc.tuple(strangeText, anything), { freq: 4 })).map(([all, stray]) => {
    const given = all.filter(([, isThere]) => isThere).map(([name, , value]) => [name, value] as const)
    return Object.fromEntries(stray === null ? given : [...given, stray])
  })
}

function payloadOf(schema: JsonSchema | undefined, ids: readonly string[]): fc.Arbitrary<string | undefined> {
  const wellFormed =
    schema === undefined ? anything.map(json) : fc.oneof({ weight: 9, arbitrary: fittingValue(schema, ids).map(json) }, anything.map(json))
  return fc.oneof(
    { weight: 10, arbitrary: wellFormed },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '{"a":}', '[1,', 'null', '"', '\u0000', '{"a":1}{"b":2}', '['.repeat(100_000)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

/** Percent-encoded, as a client would, or not quite. */
function pathValue(known: readonly string[]): fc.Arbitrary<string> {
  const garbage = fc.oneof(strangeText.map(encoded), fc.constantFrom('%', '%zz', '%c3%28', '%00', '..%2f..', 'x'.repeat(5_000)))
  // an empty segment is another path
  const notEmpty = garbage.map((value) => (value === '' || /^\.{1,2}$/.test(value) ? 'x' : value.slice(0, 10_000)))
  return known.length === 0 ? notEmpty : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: notEmpty })
}

const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())

function queryOf({ query }: Operation): fc.Arbitrary<string> {
  const named = query.map(({ name, schema }) =>
    fc.tuple(fc.constant(name), fc.oneof(fittingValue(schema, []).map(String), strangeText, cursor)),
  )
  const stray = fc.tuple(fc.constantFrom('limit', 'cursor', 'offset', 'sort', 'a[b]', '__proto__', 'constructor'), strangeText)
  return fc.array(fc.oneof(...named, stray), { maxLength: 5 }).map((pairs) => {
    const text = pairs.map(([name, value]) => `${encoded(name)}=${encoded(value).slice(0, 5_000)}`).join('&')
    return text === '' ? '' : `?${text}`
  })
}

/** What looks like a cursor. */
const cursor = fc.array(anything, { maxLength: 4 }).map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url').slice(0, 500))

const headerText = fc.string({ maxLength: 200 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''))

function headersOf({ method }: Operation): fc.Arbitrary<Record<string, string>> {
  const type = fc.oneof(
    { weight: 9, arbitrary: fc.constant('application/json') },
    fc.constantFrom('application/json; charset=latin1', 'text/plain', 'multipart/form-data', 'x', ''),
  )
  const others = fc.record(
    { 'idempotency-key': headerText, 'x-request-id': headerText, 'x-sandbox-scenario': headerText, 'last-event-id': headerText },
    { requiredKeys: [] },
  )
  return fc.tuple(type, fc.option(others, { freq: 3 })).map(([contentType, more]) => ({
    ...(method === 'GET' ? {} : { 'content-type': contentType }),
    ...more,
  }))
}
