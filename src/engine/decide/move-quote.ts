import type { MoveQuote } from '../../domain/command.ts'
import type { Quote } from '../../domain/instrument.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { NONE } from '../order-table.ts'
import { DONE, type Result, type Run } from '../run.ts'
import { match } from './match.ts'
import { triggerStops } from './trigger-stops.ts'

/** The top of the simulated book moves: resting orders that it runs into trade at the quote's price. */
export function moveQuote(run: Run, { market, symbol, quote }: MoveQuote): Result {
  const instrument = run.state.instrumentBySymbol(symbol)
  if (instrument === undefined)
    return { refusal: { code: 'INVALID_SYMBOL', message: `The symbol ${symbol} is not known.`, field: 'symbol' } }
  const refusal = checkQuote(quote)
  if (refusal) return { refusal }
  run.emit({ type: 'QuoteMoved', at: run.at, market, instrument, quote })
  const book = run.state.book(market, instrument)
  if (book.bidQuote !== NONE) match(run, book, book.bidQuote)
  if (book.askQuote !== NONE) match(run, book, book.askQuote)
  triggerStops(run, book)
  return DONE
}

function checkQuote({ bidTicks, askTicks, bidLots, askLots }: Quote): Refusal | undefined {
  if (bidLots > 0 && bidTicks <= 0) return { code: 'INVALID_QUOTE', message: 'A bid size needs a bid above zero.', field: 'bid' }
  if (askLots > 0 && askTicks <= 0) return { code: 'INVALID_QUOTE', message: 'An ask size needs an ask above zero.', field: 'ask' }
  if (bidTicks > 0 && askTicks > 0 && bidTicks >= askTicks)
    return { code: 'INVALID_QUOTE', message: 'The bid has to be below the ask.', field: 'bid' }
  return undefined
}
