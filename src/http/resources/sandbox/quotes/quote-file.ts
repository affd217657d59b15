import { parsePrice, parseQuantity } from '../../../../domain/amounts/amounts.ts'
import { quoteFaults } from '../../../../domain/market/quote-faults.ts'
import { ownTurn } from '../../../../own-turn.ts'
import { ApiError, type ErrorCode } from '../../../answers/errors.ts'
import { formatInstant, parseInstant } from '../../../requests/instants.ts'
import { isOutOfReach, OUT_OF_REACH } from '../clock/move-clock.ts'
import type { Securities, WantedQuote } from './quote-request.ts'

/** A line of a file of quotes. */
export interface TimedQuote extends WantedQuote {
  /** epoch ms */
  readonly at: number
}

const COLUMNS = ['timestamp', 'symbol', 'bid', 'ask', 'bid_size', 'ask_size'] as const
const HEADER = COLUMNS.join(',')
/** lines that are read between two looks at what else there is to do */
const LINES_AT_ONCE = 500

/**
 * The quotes of a CSV file, a header line being optional, for a market whose clock stands at `notBefore` (epoch ms). Throws a 400 that names
 * the first line that is wrong.
 */
export async function readQuoteFile(view: Securities, csv: string, notBefore: number): Promise<readonly TimedQuote[]> {
  const quotes: TimedQuote[] = []
  let last = notBefore
  for (const [index, line] of csv.split('\n').entries()) {
    if (index % LINES_AT_ONCE === 0) await ownTurn()
    // a carriage return is white space, as is the mark of the byte order that spreadsheets begin a file with
    if (line.trim() === '' || (index === 0 && line.replace(/\s/g, '').toLowerCase() === HEADER)) continue
    const quote = readLine(view, line, index + 1)
    if (quote.at < last)
      throw fault(index + 1, 'INVALID_CLOCK', `${formatInstant(quote.at)} is before ${formatInstant(last)}: the clock only goes forwards`)
    if (isOutOfReach(quote.at, notBefore)) throw fault(index + 1, 'INVALID_CLOCK', `the clock can be ${OUT_OF_REACH}`)
    last = quote.at
    quotes.push(quote)
  }
  if (quotes.length === 0) throw new ApiError('VALIDATION_ERROR', `Expected lines of ${HEADER}.`)
  return quotes
}

function readLine(view: Securities, text: string, line: number): TimedQuote {
  const cells = text.split(',').map((cell) => cell.trim())
  if (cells.length !== COLUMNS.length)
    throw fault(line, 'VALIDATION_ERROR', `expected the ${COLUMNS.length} values ${HEADER}, got ${cells.length}`)
  const [timestamp, given, bid, ask, bidSize, askSize] = cells as [string, string, string, string, string, string]
  const at = parseInstant(timestamp)
  if (at === undefined) throw fault(line, 'VALIDATION_ERROR', 'timestamp has to be an RFC 3339 timestamp')
  const symbol = given.toUpperCase()
  const instrument = view.instrumentBySymbol(symbol)
  if (instrument === undefined) throw fault(line, 'INVALID_SYMBOL', `the symbol ${symbol.slice(0, 20)} is not known`)
  const bidTicks = price(bid, { line, column: 'bid' })
  const askTicks = price(ask, { line, column: 'ask' })
  const bidLots = bidTicks === 0 ? 0 : size(bidSize, { line, column: 'bid_size' })
  const askLots = askTicks === 0 ? 0 : size(askSize, { line, column: 'ask_size' })
  const quote = { bidTicks, askTicks, bidLots, askLots }
  const [wrong] = quoteFaults(quote, view.instruments[instrument]!)
  if (wrong !== undefined) throw fault(line, 'INVALID_QUOTE', `${wrong.part} ${wrong.problem}`)
  return { at, symbol, quote }
}

interface Cell {
  readonly line: number
  readonly column: string
}

/** Ticks; 0 for an empty cell: that side is not quoted. */
function price(text: string, { line, column }: Cell): number {
  if (text === '') return 0
  const ticks = parsePrice(text)
  if (typeof ticks !== 'number') throw fault(line, 'INVALID_QUOTE', `${column} has to be a decimal that is not negative`)
  return ticks
}

function size(text: string, { line, column }: Cell): number {
  const lots = parseQuantity(text)
  if (typeof lots !== 'number') throw fault(line, 'INVALID_QUOTE', `${column} has to be a number of shares that is not negative`)
  return lots
}

const fault = (line: number, code: ErrorCode, message: string): ApiError =>
  new ApiError(code, `Line ${line}: ${message}.`, { field: `line ${line}`, details: { line } })
