import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalFault, isDecimal, readDecimal, readInteger } from '../../../src/fix/wire/number-text.ts'

const decimal = (text: string, scaleDigits: number): number | string => {
  const bytes = Buffer.from(`..${text}9`)
  const value = readDecimal(bytes, 2, 2 + text.length, scaleDigits)
  const fault = decimalFault(bytes, 2, 2 + text.length, scaleDigits)
  expect(fault === undefined).toBe(!Number.isNaN(value))
  return fault ?? value
}
const integer = (text: string): number => readInteger(Buffer.from(text), 0, text.length)

describe('decimals are exact integers of the scale', () => {
  test.each<[text: string, scaleDigits: number, value: number | string]>([
    ['100', 4, 1_000_000],
    ['100.25', 4, 1_002_500],
    ['0.0001', 4, 1],
    ['00023.230', 4, 232_300],
    ['100.2500000000', 4, 1_002_500],
    ['.5', 4, 5000],
    ['5.', 4, 50_000],
    ['-1.5', 4, -15_000],
    ['-0', 4, 0],
    ['0.000000001', 9, 1],
    ['9007199.254740991', 9, Number.MAX_SAFE_INTEGER],
    ['7', 0, 7],
    ['100.00001', 4, 'too-precise'],
    ['0.00000000001', 9, 'too-precise'],
    ['9007199.254740992', 9, 'too-large'],
    ['9007199254740993', 0, 'too-large'],
    ['1'.repeat(400), 4, 'too-large'],
    ['900719925474.9920', 4, 'too-large'],
    ['99999999999999999.00001', 4, 'too-precise'],
    ['', 4, 'malformed'],
    ['.', 4, 'malformed'],
    ['-', 4, 'malformed'],
    ['-.', 4, 'malformed'],
    ['+5', 4, 'malformed'],
    ['1e5', 4, 'malformed'],
    ['1,000', 4, 'malformed'],
    ['1.2.3', 4, 'malformed'],
    [' 5', 4, 'malformed'],
    ['5 ', 4, 'malformed'],
    ['--5', 4, 'malformed'],
    ['5-', 4, 'malformed'],
    ['0x10', 4, 'malformed'],
    ['NaN', 4, 'malformed'],
    ['Infinity', 4, 'malformed'],
    ['abc', 4, 'malformed'],
    ['99999999999999999999.x', 4, 'malformed'],
  ])('%s at %i digits is %s', (text, scaleDigits, value) => {
    expect(decimal(text, scaleDigits)).toBe(value)
  })

  test('every safe integer of every scale comes back from its text', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 9 }), (value, scaleDigits) => {
        const digits = String(Math.abs(value)).padStart(scaleDigits + 1, '0')
        const text = `${value < 0 ? '-' : ''}${digits.slice(0, digits.length - scaleDigits)}.${digits.slice(digits.length - scaleDigits)}`
        expect(decimal(text, scaleDigits)).toBe(value)
      }),
      { numRuns: 2000 },
    )
  })

  test('whatever the bytes, the answer is a safe integer or a fault', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789.-+e '), maxLength: 24 }),
        fc.integer({ min: 0, max: 9 }),
        (text, scaleDigits) => {
          const value = decimal(text, scaleDigits)
          if (typeof value === 'number') expect(Number.isSafeInteger(value)).toBe(true)
          expect(value === 'malformed').toBe(!isDecimal(Buffer.from(text), 0, text.length))
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('integers', () => {
  test.each([
    ['0', 0],
    ['00023', 23],
    ['-7', -7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', NaN],
    ['', NaN],
    ['-', NaN],
    ['+7', NaN],
    ['7.0', NaN],
    ['1e3', NaN],
    ['abc', NaN],
    ['12a', NaN],
  ])('%s is %d', (text, value) => {
    expect(integer(text)).toBe(value)
  })
})
