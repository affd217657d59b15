import type { MoveQuote, MoveQuotes } from '../../../domain/commands/market-command.ts'
import type { Quote } from '../../../domain/market/instrument.ts'
import { quoteFaults } from '../../../domain/market/quote-faults.ts'
import { Side } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { type OrderBook, shownQuote } from '../../book/order-book.ts'
import { walkOf } from '../../book/walking-quotes.ts'
import { NONE } from '../../none.ts'
import type { Run } from '../../run.ts'
import { followGroups } from '../groups/follow-groups.ts'
import { allowResting } from '../matching/fill-allowance.ts'
import { match } from '../matching/match.ts'
import { triggerStops } from '../matching/trigger-stops.ts'
import { unknownSymbol } from '../checks/unknown-symbol.ts'

/** The top of the simulated book moves: resting orders that it runs into trade at the quote's price. */
export function moveQuote(run: Run, { market, symbol, quote }: MoveQuote): Result {
  const refusal = checkQuote(run, symbol, quote)
  if (refusal) return { refusal }
  putQuote(run, market, { symbol, quote })
  return DONE
}

/** The same of many, once all of them are found to be right. */
export function moveQuotes(run: Run, { market, quotes }: MoveQuotes): Result {
  for (const { symbol, quote } of quotes) {
    const refusal = checkQuote(run, symbol, quote)
    if (refusal) return { refusal }
  }
  for (const one of quotes) {
    putQuote(run, market, one)
    followGroups(run)
  }
  return DONE
}

function putQuote(run: Run, market: number, { symbol, quote }: MoveQuotes['quotes'][number]): void {
  const book = run.state.book(market, run.state.instrumentBySymbol(symbol)!)
  run.emit({
    type: 'QuoteMoved',
    at: run.at,
    market,
    instrument: book.instrument,
    quote: shownQuote(book, quote),
    walks: false,
    keepsPlace: false,
    ...(walkOf(run.state, book) && { walked: true }),
  })
  meetQuote(run, book)
}

/** What a quote that has just moved runs into: resting orders trade at its price, stops trigger. */
export function meetQuote(run: Run, book: OrderBook): void {
  allowResting(run, book, Side.Buy)
  if (book.bidQuote !== NONE) match(run, book, book.bidQuote)
  allowResting(run, book, Side.Sell)
  if (book.askQuote !== NONE) match(run, book, book.askQuote)
  triggerStops(run, book)
}

function checkQuote(run: Run, symbol: string, quote: Quote): Refusal | undefined {
  const instrument = run.state.instrumentBySymbol(symbol)
  if (instrument === undefined) return unknownSymbol(symbol)
  const [fault] = quoteFaults(quote, run.state.instruments[instrument]!)
  return fault && { code: 'INVALID_QUOTE', message: `${fault.part} ${fault.problem}.`, field: fault.part }
}
