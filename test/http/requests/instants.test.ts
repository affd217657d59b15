import { describe, expect, test } from 'vitest'
import { formatInstant, formatInstantOrNull, parseInstant, parseLowerBound, parseUpperBound } from '../../../src/http/requests/instants.ts'

const at = (text: string): number => Date.parse(text)

describe('timestamps', () => {
  test.each([
    ['2026-11-20T15:04:05.123Z', '2026-11-20T15:04:05.123Z'],
    ['2026-11-20T15:04:05Z', '2026-11-20T15:04:05.000Z'],
    ['2026-11-20t15:04:05z', '2026-11-20T15:04:05.000Z'],
    ['2026-11-20T10:04:05.5-05:00', '2026-11-20T15:04:05.500Z'],
    ['2026-11-20T15:04:05.123456789Z', '2026-11-20T15:04:05.123Z'],
    ['2026-11-20T23:59:59.99999999999999999999Z', '2026-11-20T23:59:59.999Z'],
    ['2026-02-28T23:59:60Z', '2026-03-01T00:00:00.000Z'],
    ['0000-01-01T00:00:00-00:01', '0000-01-01T00:01:00.000Z'],
  ])('%s is read as %s', (text, expected) => {
    expect(formatInstant(parseInstant(text)!)).toBe(expected)
  })

  test.each([
    '2026-11-20',
    '2026-02-30T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T15:04:05',
    '2026-11-20T15:04:05+25:00',
    '20.11.2026 15:04',
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '',
  ])('%j is none', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  test('a date alone stands for its first moment as a lower bound and for its last as an upper one', () => {
    expect(parseLowerBound('2026-11-20')).toBe(at('2026-11-20T00:00:00.000Z'))
    expect(parseUpperBound('2026-11-20')).toBe(at('2026-11-20T23:59:59.999Z'))
    expect(parseUpperBound('2026-11-20T12:00:00Z')).toBe(at('2026-11-20T12:00:00.000Z'))
  })

  test('0 stands for a moment that has not come', () => {
    expect(formatInstantOrNull(0)).toBeNull()
  })
})
