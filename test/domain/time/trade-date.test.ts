import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayNumber, parseTradeDate, tradeDate } from '../../../src/domain/time/trade-date.ts'

test('a date is written with four, two and two digits', () => {
  expect([tradeDate(0), tradeDate(20_777), tradeDate(-719_468)]).toEqual(['1970-01-01', '2026-11-20', '0000-03-01'])
})

test.each(['2024-02-29', '2000-02-29', '2026-12-31', '2026-01-01'])('%s is a date', (text) => {
  expect(parseTradeDate(text)).toBe(text)
})

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-11-00',
  '2026-00-10',
  '2026-13-01',
  '2026-12-32',
  '2026-1-1',
  '20261120',
  ' 2026-11-20',
  '2026-11-20\n',
  '2026-11-20T00:00:00Z',
  '٢٠٢٦-11-20',
  '',
])('%j is no date', (text) => {
  expect(parseTradeDate(text)).toBeUndefined()
})

test('day number and text are each other’s inverse', () => {
  fc.assert(
    fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
      const text = tradeDate(day)
      expect([dayNumber(text), parseTradeDate(text), text]).toEqual([day, text, new Date(day * 86_400_000).toISOString().slice(0, 10)])
    }),
    { numRuns: 2_000 },
  )
})
