import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatAverage,
  formatDecimal,
  formatMoney,
  formatPrice,
  formatQuantity,
  formatShares,
  parseDecimal,
  parseMoney,
  parsePrice,
  parseQuantity,
} from '../../../src/domain/amounts/amounts.ts'

describe('a decimal comes in', () => {
  test.each([
    ['0', 0],
    ['1', 10_000],
    ['150.25', 1_502_500],
    ['0.0001', 1],
    ['150.2500', 1_502_500],
    ['150.250000000', 1_502_500],
    ['900719925474.0991', 9_007_199_254_740_991],
  ])('%s as ticks: %i', (text, ticks) => {
    expect(parsePrice(text)).toBe(ticks)
  })

  test.each([
    '',
    '.5',
    '5.',
    '00',
    '01',
    '01.5',
    '-1',
    '+1',
    '1e3',
    '1E3',
    ' 1',
    '1 ',
    '1,000',
    '0x10',
    'NaN',
    'Infinity',
    'abc',
    '1.2.3',
    '1.0000000001',
    '1234567890123456',
    '１',
  ])('%j is malformed', (text) => {
    expect(parseDecimal(text, 9)).toBe('malformed')
  })

  test('with more decimals than the unit has it is refused, unless they are zeros', () => {
    expect(parsePrice('150.00001')).toBe('too_many_decimals')
    expect(parsePrice('150.00000')).toBe(1_500_000)
    expect(parseMoney('1.001')).toBe('too_many_decimals')
    expect(parseQuantity('0.000000001')).toBe(1)
  })

  test('above the largest safe integer it is refused, never rounded', () => {
    expect(parseQuantity('9007199.254740991')).toBe(Number.MAX_SAFE_INTEGER)
    expect(parseQuantity('9007199.254740992')).toBe('too_large')
    expect(parseQuantity('999999999999999.999999999')).toBe('too_large')
    expect(parseMoney('90071992547409.91')).toBe(Number.MAX_SAFE_INTEGER)
    expect(parseMoney('90071992547409.92')).toBe('too_large')
  })
})

describe('an amount goes out', () => {
  test.each([
    [formatMoney(850_000), '8500.00'],
    [formatMoney(5), '0.05'],
    [formatMoney(-140_100), '-1401.00'],
    [formatMoney(-5), '-0.05'],
    [formatPrice(1_500_000), '150.00'],
    [formatPrice(1_234), '0.1234'],
    [formatPrice(1_500_050), '150.005'],
    [formatQuantity(10_000_000_000), '10'],
    [formatQuantity(438_596_491), '0.438596491'],
    [formatQuantity(1_500_000_000), '1.5'],
    [formatQuantity(0), '0'],
    [formatAverage(149_500_000), '149.50'],
    [formatAverage(149_333_333), '149.333333'],
    [formatShares({ shares: 12_000_000_000, lots: 0 }), '12000000000'],
    [formatShares({ shares: 3, lots: 250_000_000 }), '3.25'],
    [formatShares({ shares: -1, lots: 250_000_000 }), '-0.75'],
    [formatShares({ shares: -2, lots: 500_000_000 }), '-1.5'],
    [formatShares({ shares: -10, lots: 0 }), '-10'],
    [formatShares({ shares: 0, lots: 1 }), '0.000000001'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected)
  })
})

test('what goes out comes in again as it was', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.constantFrom(2, 4, 6, 9), (value, decimals) => {
      expect(parseDecimal(formatDecimal(value, decimals, 2), decimals)).toBe(value)
    }),
    { numRuns: 2000 },
  )
})

test('the sign of a quantity of any size is that of its exact value', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 0, max: 999_999_999 }), (shares, lots) => {
      const text = formatShares({ shares, lots })
      const exact = BigInt(shares) * 1_000_000_000n + BigInt(lots)
      const [whole, fraction = ''] = text.replace('-', '').split('.')
      const magnitude = BigInt(whole! + fraction.padEnd(9, '0'))
      expect(text.startsWith('-') ? -magnitude : magnitude).toBe(exact)
    }),
    { numRuns: 2000 },
  )
})
