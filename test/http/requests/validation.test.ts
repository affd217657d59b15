import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import type { ApiError } from '../../../src/http/answers/errors.ts'
import { decimalInput, oneOf, refused, text } from '../../../src/http/schema/request-values.ts'
import { validatorCompiler } from '../../../src/http/requests/validation.ts'

type Validate = (value: unknown) => { readonly value?: unknown; readonly error?: ApiError }

const compile = (schema: ReturnType<typeof Type.Object>, httpPart: string): Validate =>
  validatorCompiler({ schema, httpPart, method: 'POST', url: '/' }) as unknown as Validate

const body = compile(
  Type.Object({
    side: oneOf(['buy', 'sell']),
    amount: decimalInput(),
    phone: Type.Optional(text({ pattern: '^\\+', expected: 'a phone number', code: 'INVALID_PHONE_NUMBER' })),
    contact: Type.Optional(Type.Object({ city: text() })),
  }),
  'body',
)

const fault = ({ error }: { readonly error?: ApiError }): unknown => error && [error.code, error.field, error.message, error.details]

describe('a body', () => {
  test('is taken as it comes, unknown members included', () => {
    const value = { side: 'buy', amount: '1.5', extra: true }
    expect(body(value)).toEqual({ value })
  })

  test('with one fault names the field', () => {
    expect(fault(body({ side: 'buy', amount: 1.5 }))).toEqual([
      'VALIDATION_ERROR',
      'amount',
      'amount must be a plain decimal such as "150.25", as a string.',
      undefined,
    ])
  })

  test('with a text of the wrong form answers with the code of that form', () => {
    expect(fault(body({ side: 'buy', amount: '1', phone: '12' }))).toEqual([
      'INVALID_PHONE_NUMBER',
      'phone',
      'phone must be a phone number.',
      undefined,
    ])
  })

  test.each(['hold', 7, null])('with %j where one of a list is asked for is told which there are', (side) => {
    expect(fault(body({ side, amount: '1' }))).toEqual(['VALIDATION_ERROR', 'side', 'side must be one of buy, sell.', undefined])
  })

  test('with null for a member that may be left out is told that it may', () => {
    const members = {
      side: Type.Optional(oneOf(['buy', 'sell'])),
      price: Type.Optional(decimalInput()),
      note: Type.Optional(text()),
      contact: Type.Object({ city: Type.Optional(text()), street: text() }),
      kept: refused('IMMUTABLE_FIELD', "left out: it can't be changed"),
    }
    const { error } = compile(
      Type.Object(members),
      'body',
    )({
      side: null,
      price: null,
      note: null,
      contact: { city: null, street: null },
      kept: null,
    })
    expect((error!.details as { errors: { message: string }[] }).errors.map(({ message }) => message)).toEqual([
      'side must be one of buy, sell, or left out: null is neither.',
      'price must be a plain decimal such as "150.25", as a string, or left out: null is neither.',
      'note must be a string, or left out: null is neither.',
      'contact.city must be a string, or left out: null is neither.',
      'contact.street must be a string.',
      "kept must be left out: it can't be changed.",
    ])
  })

  test('with several faults lists all of them', () => {
    expect(fault(body({ side: 'hold', phone: '12', contact: {} }))).toEqual([
      'VALIDATION_ERROR',
      undefined,
      '4 fields are wrong: amount, side, phone, contact.city.',
      {
        errors: [
          { field: 'amount', code: 'VALIDATION_ERROR', message: 'amount is required.' },
          { field: 'side', code: 'VALIDATION_ERROR', message: 'side must be one of buy, sell.' },
          { field: 'phone', code: 'INVALID_PHONE_NUMBER', message: 'phone must be a phone number.' },
          { field: 'contact.city', code: 'VALIDATION_ERROR', message: 'contact.city is required.' },
        ],
      },
    ])
  })

  test.each([
    [9, 9],
    [256, 256],
    [50_000, 256],
  ])('with %i faults lists %i', (faults, listed) => {
    const names = Array.from({ length: faults }, (_, index) => `tags.${index}`)
    const tags = compile(Type.Object({ tags: Type.Array(text()) }), 'body')
    const { error } = tags({ tags: names.map(() => 1) })
    expect((error!.details as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual(names.slice(0, listed))
    expect(error!.message).toMatch(new RegExp(`^${listed} fields are wrong: tags.0, tags.1`))
  })

  test('with a list that is far too long is told so, and what else is wrong, without a look at all of it', () => {
    const lists = {
      scopes: Type.Array(text(), { maxItems: 3, uniqueItems: true }),
      within: Type.Object({ sizes: Type.Array(text(), { maxItems: 2 }) }),
    }
    const long = compile(Type.Object({ ...lists, label: text() }), 'body')
    const { error } = long({ scopes: Array<string>(400_000).fill('same'), within: { sizes: Array<number>(400_000).fill(1) } })
    expect(error!.details).toEqual({
      errors: [
        { field: 'label', code: 'VALIDATION_ERROR', message: 'label is required.' },
        { field: 'scopes', code: 'VALIDATION_ERROR', message: 'scopes must not have more than 3 items.' },
        ...[0, 1, 2].map((place) => ({
          field: `within.sizes.${place}`,
          code: 'VALIDATION_ERROR',
          message: `within.sizes.${place} must be a string.`,
        })),
        { field: 'within.sizes', code: 'VALIDATION_ERROR', message: 'within.sizes must not have more than 2 items.' },
      ],
    })
  })

  test.each([[[]], ['text'], [null], [7]])('that is %j is no object', (value) => {
    expect(fault(body(value))).toEqual(['VALIDATION_ERROR', undefined, 'The body must be an object.', undefined])
  })

  test.each(['1e3', '-1', '+1', '.5', '1.', '01', ' 1', '1,5', 'NaN', 'Infinity', '', '1234567890123456'])(
    'has no decimal %j',
    (amount) => {
      expect(body({ side: 'buy', amount }).error?.field).toBe('amount')
    },
  )
})

describe('a query', () => {
  const query = compile(
    Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      decode: Type.Optional(Type.Boolean()),
      longer: Type.Optional(Type.Number({ minimum: 0 })),
    }),
    'querystring',
  )

  test('has its numbers and booleans as texts', () => {
    expect(query({ limit: '7', decode: 'true', longer: '0.5', other: 'x' })).toEqual({
      value: { limit: 7, decode: true, longer: 0.5, other: 'x' },
    })
    expect(query({ decode: 'false', longer: '12' })).toEqual({ value: { decode: false, longer: 12 } })
    expect(query({})).toEqual({ value: {} })
  })

  test.each(['0', '101', '1.5', 'x', '', ['1', '2']])('has no limit %j', (limit) => {
    expect(query({ limit }).error?.field).toBe('limit')
  })

  test.each(['1', '0', 'yes', 'False', '', ['true', 'false']])('has no yes or no %j', (decode) => {
    expect(query({ decode }).error?.field).toBe('decode')
  })

  test('is told of a number below its bound that it is below it', () => {
    expect(query({ limit: '-1', longer: '-0.5' }).error?.details).toEqual({
      errors: [
        { field: 'limit', code: 'VALIDATION_ERROR', message: 'limit must be >= 1.' },
        { field: 'longer', code: 'VALIDATION_ERROR', message: 'longer must be >= 0.' },
      ],
    })
  })

  test.each(['-1', '.5', '1.', '1e3', 'NaN', 'Infinity', 'x', '', ['1', '2']])('has no number %j', (longer) => {
    expect(query({ longer }).error?.field).toBe('longer')
  })
})
