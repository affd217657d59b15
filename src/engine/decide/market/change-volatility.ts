import type { ChangeVolatility } from '../../../domain/commands/market-command.ts'
import { LOTS_PER_SHARE, TICKS_PER_CENT } from '../../../domain/amounts/amounts.ts'
import { reanchored, untouchedWalk, type Walk } from '../../../domain/market/price-walk.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import type { Run } from '../../run.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { possibleWalk, walkKeyOf, walkOf } from '../../book/walking-quotes.ts'
import { refreshQuote } from '../matching/refresh-quote.ts'
import { unknownSymbol } from '../checks/unknown-symbol.ts'

/** A security walks with another step, from the price that it has; without a step it stands where it is. */
export function changeVolatility(run: Run, { market, symbol, stepHundredths }: ChangeVolatility): Result {
  const { state, at } = run
  const instrument = state.instrumentBySymbol(symbol)
  if (instrument === undefined) return { refusal: unknownSymbol(symbol) }
  const book = state.book(market, instrument)
  // where it stands is where it has met the orders
  if (book.openOrders > 0) refreshQuote(run, book)
  const quote = state.quoteAt(market, instrument, at)
  const { bidTicks, askTicks, bidLots, askLots } = quote
  const walked = walkOf(state, book) && { walked: true as const }
  const quoted = bidLots > 0 && askLots > 0
  if (stepHundredths === 0) {
    run.emit({ type: 'QuoteMoved', at, market, instrument, quote, walks: false, keepsPlace: false, ...walked })
    return DONE
  }
  const ticks = quoted ? Math.floor((bidTicks + askTicks) / 2) : state.currentTicksAt(market, instrument, at)
  const walk = reanchored(shapeOf(run, book), { ticks, at, stepHundredths })
  run.emit({ type: 'WalkChanged', at, market, instrument, walk, ...walked })
  // not when the timer comes next: the same commands have the same executions
  if (book.openOrders > 0) refreshQuote(run, book)
  return DONE
}

/** The walk that it has, or could have, and one of a liquid security where it was never given any. */
function shapeOf({ state }: Run, book: OrderBook): Walk {
  const liquid = { baseTicks: 1, stepHundredths: 0, spreadTicks: 2 * TICKS_PER_CENT, sizeLots: 1_000 * LOTS_PER_SHARE }
  return possibleWalk(state, book) ?? untouchedWalk(walkKeyOf(state, book), liquid)
}
