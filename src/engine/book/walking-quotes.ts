import type { Quote } from '../../domain/market/instrument.ts'
import { Phase } from '../../domain/time/market-phase.ts'
import { untouchedWalk, type Walk, WALK_STEP_MS, walkKey, walkPrice, walkQuote, walkStepAt } from '../../domain/market/price-walk.ts'
import { currentTicksOf, type OrderBook, shownQuote } from './order-book.ts'
import { splitWalk } from '../split-arithmetic.ts'
import type { EngineState } from '../state.ts'

/** The quote at a moment: what stands in the book, or where the walk is by then. */
export function quoteAt(state: EngineState, book: OrderBook, at: number): Quote {
  const walk = walkOf(state, book)
  if (!walk) return book.quote
  const moment = lastQuotedMoment(state, book.market, at)
  return walkStepAt(moment) <= book.quotedAt ? book.quote : shownQuote(book, walkQuote(walk, moment))
}

/** What a security is worth at a moment; undefined: as its book has it. */
export function priceAt(state: EngineState, book: OrderBook, at: number | undefined): number {
  const walk = at === undefined ? undefined : walkOf(state, book)
  if (walk === undefined) return currentTicksOf(book)
  const moment = walkStepAt(lastQuotedMoment(state, book.market, at!))
  return moment <= book.tradedAt ? currentTicksOf(book) : walkPrice(walk, moment)
}

/** Close of the trading day before the present one; it stays the same all day, whatever happens to the quote. */
export function previousCloseTicks(state: EngineState, book: OrderBook, walked = walkOf(state, book)): number {
  const { calendar } = state
  const { tradeDay, dayBeganAt } = state.market(book.market)
  const walk = book.closeKeptFor === tradeDay ? undefined : walked
  if (!walk) return book.previousCloseTicks
  const { close } = calendar.sessionTimes(calendar.previousBusinessDay(tradeDay))
  // an operator may have ended the day before its close
  return walkPrice(walk, dayBeganAt === 0 ? close : Math.min(close, dayBeganAt))
}

/** To be called before a quote is pinned or set walking anew: its new walk does not tell the previous close any more. */
export function keepPreviousClose(state: EngineState, book: OrderBook, walk: Walk | undefined): void {
  if (walk) book.previousCloseTicks = previousCloseTicks(state, book, walk)
  book.closeKeptFor = state.market(book.market).tradeDay
}

/** The same for the close of the day, once its regular session is over: a book that is first used after hours was given none. */
export function keepClose(state: EngineState, book: OrderBook, walk: Walk | undefined): void {
  const { phase, tradeDay } = state.market(book.market)
  if (walk && book.closeTicks === 0 && phase === Phase.AfterHours)
    book.closeTicks = walkPrice(walk, state.calendar.sessionTimes(tradeDay).close)
}

/** The walk of a book; undefined while its quote stands where it was put. */
export function walkOf(state: EngineState, book: OrderBook): Walk | undefined {
  return book.pinned ? undefined : walkUnderneath(state, book)
}

/** The walk of a book by its events alone, whatever the rules are: applying an event must do the same in a replay under other rules. */
export function walkWherever(state: EngineState, book: OrderBook): Walk | undefined {
  return book.pinned ? undefined : possibleWalk(state, book)
}

/** The walk of a book under the rules, also while its quote is pinned. */
export function walkUnderneath(state: EngineState, book: OrderBook): Walk | undefined {
  return state.rules.quotes === 'still' ? (book.walk ?? undefined) : possibleWalk(state, book)
}

/** The walk that made the past prices of a book: its security's own, since a walk that it was given later says nothing about the time before. */
export function pastWalk(state: EngineState, book: OrderBook): Walk | undefined {
  const own = ownWalk(state, book)
  if (own && state.rules.quotes === 'still') return undefined
  return own ?? book.walk ?? undefined
}

/** The walk of a book, in today's shares, whether it is in use or not; undefined where there never was one. */
export function possibleWalk(state: EngineState, book: OrderBook): Walk | undefined {
  return book.walk ?? ownWalk(state, book)
}

/** The number that the draws of a symbol in a market come from. */
export function walkKeyOf(state: EngineState, book: OrderBook): number {
  return walkKey(state.market(book.market).seed, state.instruments[book.instrument]!.symbol)
}

/** The security's own walk, in today's shares. */
function ownWalk(state: EngineState, book: OrderBook): Walk | undefined {
  const { walk } = state.instruments[book.instrument]!
  if (walk) book.ownWalk ??= splitWalkOf(state, book, untouchedWalk(walkKeyOf(state, book), walk))
  return book.ownWalk
}

function splitWalkOf(state: EngineState, book: OrderBook, walk: Walk): Walk {
  return state
    .market(book.market)
    .splits.filter(({ instrument }) => instrument === book.instrument)
    .reduce(splitWalk, walk)
}

// Out of hours the last quote of the evening stands, or that with which an operator has ended the day before it.
function lastQuotedMoment(state: EngineState, index: number, at: number): number {
  const { calendar } = state
  const { phase, tradeDay, dayBeganAt } = state.market(index)
  if (phase !== Phase.Closed || at >= calendar.sessionTimes(tradeDay).preOpen) return at
  const { afterHoursClose } = calendar.sessionTimes(calendar.previousBusinessDay(tradeDay))
  return Math.min(at, afterHoursClose - WALK_STEP_MS, dayBeganAt || at)
}
