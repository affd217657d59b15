import assert from 'node:assert/strict'
import { parsePrice, parseQuantity } from '../../src/domain/amounts/amounts.ts'
import { csvLine } from '../../src/http/answers/csv.ts'
import type { CsvValue } from '../../src/http/answers/csv.ts'
import { ApiError } from '../../src/http/answers/errors.ts'
import { readQuoteFile } from '../../src/http/resources/sandbox/quotes/quote-file.ts'
import type { TimedQuote } from '../../src/http/resources/sandbox/quotes/quote-file.ts'
import { INSTRUMENTS } from '../engine/engine-under-test.ts'
import { Choices } from './choices.ts'

const NOT_BEFORE = Date.parse('2026-11-20T15:04:05.123Z')
const LISTED = new Map(['AAPL', 'MSFT'].map((symbol, index) => [symbol, index]))
const VIEW = { instruments: INSTRUMENTS, instrumentBySymbol: (symbol: string) => LISTED.get(symbol) }

/**
 * Has the file of quotes that the bytes stand for read. Throws when that throws anything but a 400 that names the first wrong line, or when
 * another number of quotes, or another quote, comes out than stands in the lines.
 */
export async function checkQuoteFile(tape: Uint8Array): Promise<void> {
  const text = quoteFile(new Choices(tape))
  const lines = text.split(/\r?\n/)
  const read = await readOrRefusal(text)
  if (!(read instanceof ApiError)) {
    const isHeader = (line: string): boolean => line === lines[0] && !/\d/.test(line)
    const rows = lines.filter((line) => line.trim() !== '' && !isHeader(line))
    assert.equal(read.length, rows.length, `another number of quotes than of lines: ${text}`)
    for (const [index, row] of rows.entries()) checkQuote(read[index]!, row.split(','))
    return
  }
  assert(CODES.has(read.code), `${read.code} of ${text}`)
  const line = read.details?.['line']
  if (line === undefined) {
    assert.equal(lines.filter((one) => one.trim() !== '').length <= 1, true, `no line is named: ${text}`)
    return
  }
  assert(typeof line === 'number' && line >= 1 && line <= lines.length, `no such line: ${String(line)}`)
  const before = await readOrRefusal(lines.slice(0, line - 1).join('\n'))
  assert(!(before instanceof ApiError) || before.details === undefined, `line ${line} is not the first that is wrong: ${text}`)
}

const CODES: ReadonlySet<string> = new Set(['VALIDATION_ERROR', 'INVALID_CLOCK', 'INVALID_SYMBOL', 'INVALID_QUOTE'])

async function readOrRefusal(text: string): Promise<readonly TimedQuote[] | ApiError> {
  try {
    return await readQuoteFile(VIEW, text, NOT_BEFORE)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function checkQuote({ at, symbol, quote }: TimedQuote, cells: readonly string[]): void {
  const [, name, bid, ask, bidSize, askSize] = cells.map((cell) => cell.trim())
  assert(at >= NOT_BEFORE && Number.isSafeInteger(at), `the moment ${at}`)
  assert.equal(symbol, name!.toUpperCase())
  const amounts = [quote.bidTicks, quote.askTicks, quote.bidLots, quote.askLots]
  const wanted = [
    bid === '' ? 0 : parsePrice(bid!),
    ask === '' ? 0 : parsePrice(ask!),
    quote.bidTicks === 0 ? 0 : parseQuantity(bidSize!),
    quote.askTicks === 0 ? 0 : parseQuantity(askSize!),
  ]
  assert.deepEqual(amounts, wanted)
  for (const amount of amounts) assert(Number.isSafeInteger(amount) && amount >= 0, `the amount ${amount}`)
}

function quoteFile(choices: Choices): string {
  const lines = choices.oneIn(2) ? ['timestamp,symbol,bid,ask,bid_size,ask_size'] : []
  const damage = (value: string): string => (choices.oneIn(16) ? choices.pick(STRANGE) : value)
  for (let count = 1 + choices.below(6); count > 0; count--) {
    const cells = [
      choices.pick(MOMENTS),
      choices.pick(['AAPL', 'msft', ' AAPL ', 'NOPE']),
      choices.pick(PRICES),
      choices.pick(PRICES),
      '100',
      '1',
    ]
    const line = cells.map(damage).join(choices.pick([',', ',', ',', ',', ',', ', ', ';', ',,']))
    lines.push(choices.oneIn(12) ? choices.pick(STRANGE) : line)
  }
  return lines.join(choices.pick(['\n', '\r\n', '\n\n', '\r']))
}

const MOMENTS = [
  ...['2026-11-20T15:10:00Z', '2026-11-20T15:10:00.5Z', '2026-11-20T15:11:00Z', '2026-11-20T16:10:00+01:00', '2027-01-01t00:00:00z'],
  ...['2026-11-20T15:00:00Z', '2026-02-30T00:00:00Z', '2036-11-20T15:10:00Z', '2099-12-31T23:59:60Z', '9999-12-31T23:59:59-23:59'],
] as const
const PRICES = ['10.00', '10.10', '', '0', '0.0001', '9007199254740993', '20.005', '0.00', '149.99'] as const
const STRANGE = [
  ...[
    '',
    ' ',
    ',',
    ',,,,,',
    '"',
    '"AAPL"',
    '"a,b"',
    '\ufeff',
    '\0',
    '\t',
    'NaN',
    '1e5',
    '-1',
    '+1',
    '٣',
    '__proto__',
    'constructor',
    '=1+1',
  ],
  ...['x'.repeat(5_000), '9'.repeat(400), '\u2028', '\ud800', '#', 'timestamp,symbol,bid,ask,bid_size,ask_size', 'null', '0x10', '1_000'],
] as const

/** Writes the rows that the bytes stand for as CSV, and reads them as RFC 4180 has it. Throws when other values come back. */
export function checkCsvOut(tape: Uint8Array): void {
  const choices = new Choices(tape)
  const width = 1 + choices.below(5)
  const rows = Array.from({ length: 1 + choices.below(4) }, () => Array.from({ length: width }, () => cell(choices)))
  const text = rows.map(csvLine).join('')
  const wanted = rows.map((row) => row.map((value) => (value === null ? '' : String(value))))
  assert.deepEqual(readRfc4180(text), wanted, text)
}

function cell(choices: Choices): CsvValue {
  switch (choices.below(6)) {
    case 0:
      return null
    case 1:
      return choices.pick([0, -1.5, 9007199254740991, 1e21])
    case 2:
      return choices.pick(STRANGE)
    default:
      return Array.from({ length: choices.below(6) }, () => choices.pick(['a', '"', ',', '\r', '\n', '\r\n', ' ', 'é', '\u2028'])).join('')
  }
}

/** A reader of RFC 4180, char by char; every line ends with CRLF. */
function readRfc4180(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let value = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (isQuoted) {
      if (char !== '"') value += char
      else if (text[at + 1] === '"') value += text[at++]!
      else isQuoted = false
    } else if (char === '"' && value === '') {
      isQuoted = true
    } else if (char === ',') {
      row.push(value)
      value = ''
    } else if (char === '\r' && text[at + 1] === '\n') {
      rows.push([...row, value])
      row = []
      value = ''
      at++
    } else {
      value += char
    }
  }
  assert.equal(isQuoted || value !== '' || row.length > 0, false, `the last line has no end: ${text}`)
  return rows
}
