import { expect, test } from 'vitest'
import { LOTS_PER_SHARE } from '../../../src/domain/amounts/amounts.ts'
import { ApiError } from '../../../src/http/answers/errors.ts'
import { readQuoteFile } from '../../../src/http/resources/sandbox/quotes/quote-file.ts'
import { INSTRUMENTS } from '../../engine/engine-under-test.ts'

const HEADER = 'timestamp,symbol,bid,ask,bid_size,ask_size'
const RIGHT = '2026-11-20T15:10:00Z,AAPL,10.00,10.10,100,100'
const NOT_BEFORE = Date.parse('2026-11-20T15:10:00Z')

const numbers = new Map(INSTRUMENTS.map(({ symbol }, index) => [symbol, index]))
const view = { instruments: INSTRUMENTS, instrumentBySymbol: (symbol: string) => numbers.get(symbol) }
const read = (...lines: string[]) => readQuoteFile(view, lines.join('\n'), NOT_BEFORE)

async function refusalOf(...lines: string[]): Promise<unknown> {
  const error: unknown = await read(...lines).catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error('the file is not refused', { cause: error })
  const { code, message, field, details } = error
  return { code, message, field, details }
}

test.each([
  [`${RIGHT},1`, 'VALIDATION_ERROR', `expected the 6 values ${HEADER}, got 7`],
  ['the end', 'VALIDATION_ERROR', `expected the 6 values ${HEADER}, got 1`],
  [HEADER, 'VALIDATION_ERROR', 'timestamp has to be an RFC 3339 timestamp'],
  ['2026-11-20,AAPL,10.00,10.10,100,100', 'VALIDATION_ERROR', 'timestamp has to be an RFC 3339 timestamp'],
  ['2026-11-20T15:10:00Z,nope,10.00,10.10,100,100', 'INVALID_SYMBOL', 'the symbol NOPE is not known'],
  ['2026-11-20T15:10:00Z,,10.00,10.10,100,100', 'INVALID_SYMBOL', 'the symbol  is not known'],
  [`2026-11-20T15:10:00Z,${'x'.repeat(21)},10.00,10.10,100,100`, 'INVALID_SYMBOL', `the symbol ${'X'.repeat(20)} is not known`],
  ['2026-11-20T15:10:00Z,AAPL,-1,10.10,100,100', 'INVALID_QUOTE', 'bid has to be a decimal that is not negative'],
  ['2026-11-20T15:10:00Z,AAPL,10.00,ten,100,100', 'INVALID_QUOTE', 'ask has to be a decimal that is not negative'],
  ['2026-11-20T15:10:00Z,AAPL,10.00,10.10,-5,100', 'INVALID_QUOTE', 'bid_size has to be a number of shares that is not negative'],
  ['2026-11-20T15:10:00Z,AAPL,10.00,10.10,100,', 'INVALID_QUOTE', 'ask_size has to be a number of shares that is not negative'],
  ['2026-11-20T15:10:00Z,AAPL,10.10,10.10,100,100', 'INVALID_QUOTE', 'bid must be below the ask'],
  // of several the first
  ['2026-11-20T15:10:00Z,AAPL,10.001,10.101,100,100', 'INVALID_QUOTE', 'bid must have 2 decimals from 1.00 on'],
  ['2026-11-20T15:10:00Z,WHOLE,10.00,10.10,100,0.5', 'INVALID_QUOTE', 'ask_size must be whole shares: WHOLE trades in no parts of one'],
  [
    '2026-11-20T15:09:59.999Z,AAPL,10.00,10.10,100,100',
    'INVALID_CLOCK',
    '2026-11-20T15:09:59.999Z is before 2026-11-20T15:10:00.000Z: the clock only goes forwards',
  ],
])('a line %s is refused with its number and what is wrong with it', async (line, code, problem) => {
  expect(await refusalOf(RIGHT, '', line, 'the end')).toEqual({
    code,
    message: `Line 3: ${problem}.`,
    field: 'line 3',
    details: { line: 3 },
  })
})

test('the first line is held against the clock, which may stand there', async () => {
  const quote = { bidTicks: 100_000, askTicks: 101_000, bidLots: 100 * LOTS_PER_SHARE, askLots: 100 * LOTS_PER_SHARE }
  expect(await read(RIGHT)).toEqual([{ at: NOT_BEFORE, symbol: 'AAPL', quote }])
  expect(await refusalOf(HEADER, '2026-11-20T15:09:59Z,AAPL,10.00,10.10,100,100')).toEqual({
    code: 'INVALID_CLOCK',
    message: 'Line 2: 2026-11-20T15:09:59.000Z is before 2026-11-20T15:10:00.000Z: the clock only goes forwards.',
    field: 'line 2',
    details: { line: 2 },
  })
})

test('no line is before the one above it', async () => {
  const line = (time: string): string => `2026-11-20T${time}Z,AAPL,10.00,10.10,100,100`
  expect(await refusalOf(line('15:12:00'), line('15:11:00'))).toEqual({
    code: 'INVALID_CLOCK',
    message: 'Line 2: 2026-11-20T15:11:00.000Z is before 2026-11-20T15:12:00.000Z: the clock only goes forwards.',
    field: 'line 2',
    details: { line: 2 },
  })
})

test('ten years are those of the whole file, not of one line behind the other', async () => {
  const line = (year: number): string => `${year}-11-20T15:10:00Z,AAPL,10.00,10.10,100,100`
  expect(await read(line(2031), line(2036))).toHaveLength(2)
  expect(await refusalOf(line(2031), line(2036), line(2037))).toEqual({
    code: 'INVALID_CLOCK',
    message: 'Line 3: the clock can be moved by ten years at a time, and not beyond 2089: the trading calendar covers 2000 to 2099.',
    field: 'line 3',
    details: { line: 3 },
  })
})

test.each(['', '\n \n\t\r\n', HEADER, `\ufeff${HEADER}\r\n`, ` ${HEADER.toUpperCase().replaceAll(',', ' , ')}\n\n`])(
  'a file without a line, %j, is told what one is made of',
  async (text) => {
    expect(await refusalOf(text)).toEqual({
      code: 'VALIDATION_ERROR',
      message: `Expected lines of ${HEADER}.`,
      field: undefined,
      details: undefined,
    })
  },
)
