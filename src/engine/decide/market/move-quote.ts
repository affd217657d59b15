import { LARGEST_PRICE, LARGEST_PRICE_TICKS } from '../../../domain/amounts/amounts.ts'
import type { MoveQuote, MoveQuotes } from '../../../domain/command.ts'
import type { Quote } from '../../../domain/market/instrument.ts'
import { Side } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { isOnTick } from '../../../domain/amounts/tick.ts'
import { type OrderBook, shownQuote } from '../../book/order-book.ts'
import { NONE } from '../../none.ts'
import { DONE, type Result, type Run } from '../../run.ts'
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
  run.emit({ type: 'QuoteMoved', at: run.at, market, instrument: book.instrument, quote: shownQuote(book, quote), walks: false })
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

function checkQuote(run: Run, symbol: string, { bidTicks, askTicks, bidLots, askLots }: Quote): Refusal | undefined {
  if (run.state.instrumentBySymbol(symbol) === undefined) return unknownSymbol(symbol)
  if (bidLots > 0 && bidTicks <= 0) return { code: 'INVALID_QUOTE', message: 'A bid size needs a bid above zero.', field: 'bid' }
  if (askLots > 0 && askTicks <= 0) return { code: 'INVALID_QUOTE', message: 'An ask size needs an ask above zero.', field: 'ask' }
  if (!isOnTick(bidTicks) || !isOnTick(askTicks))
    return {
      code: 'INVALID_QUOTE',
      message: 'Prices from 1.00 on have 2 decimals.',
      field: isOnTick(bidTicks) ? 'ask' : 'bid',
    }
  if (bidTicks > LARGEST_PRICE_TICKS || askTicks > LARGEST_PRICE_TICKS)
    return { code: 'INVALID_QUOTE', message: `A price is at most ${LARGEST_PRICE}.`, field: bidTicks > LARGEST_PRICE_TICKS ? 'bid' : 'ask' }
  if (bidTicks > 0 && askTicks > 0 && bidTicks >= askTicks)
    return { code: 'INVALID_QUOTE', message: 'The bid has to be below the ask.', field: 'bid' }
  return undefined
}
