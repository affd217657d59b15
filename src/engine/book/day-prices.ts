import { type Walk, walkedPrices } from '../../domain/market/price-walk.ts'
import { type DayPrices, widened } from '../../domain/market/day-prices.ts'
import { Phase } from '../../domain/time/market-phase.ts'
import type { EngineState } from '../state.ts'
import { currentTicksOf, type OrderBook } from './order-book.ts'
import { walkOf, walkWherever } from './walking-quotes.ts'

/** What the present walk does not tell of a trading day: prices from before the quote was pinned or set walking anew, and those of trades. */
export interface KeptPrices extends DayPrices {
  /** epoch ms; later prices are told by the present quote, and the open too where `openTicks` is 0 */
  readonly through: number
  /** what stood before the first trade, which is the open where nothing walks */
  readonly stoodTicks?: number
}

/**
 * The prices of the regular session up to a moment; before it begins, those since the previous close. A quote that was put there by hand counts
 * for as long as it stood, and every trade does.
 */
export function dayPrices(state: EngineState, book: OrderBook, at: number): DayPrices {
  return pricesThrough(state, book, { at, walk: walkOf(state, book) })
}

/** To be called before a quote is pinned or set walking anew: keeps how it has moved until then. */
export function keepDayPrices(state: EngineState, book: OrderBook, until: Until): void {
  // what was never quoted and has not traded was worth nothing that anybody has seen
  const isKnown = until.walk !== undefined || book.quotedAt > 0 || book.lastTicks > 0
  if (isKnown) book.kept = pricesThrough(state, book, until)
}

/** Before a trade becomes the last one. What the walk was meanwhile is looked at when somebody asks. */
export function noteTrade(state: EngineState, book: OrderBook, { ticks, at }: { readonly ticks: number; readonly at: number }): void {
  const { tradeDay, phase } = state.market(book.market)
  const { open, close } = state.calendar.sessionTimes(tradeDay)
  // a market that is always open goes on behind the early close of a half day
  if (book.closeTicks > 0 || (phase !== Phase.AlwaysOpen && isBehind({ at, close, phase }))) return
  // the day ends with what was kept of it: before the open that is of the time since the close before
  const kept = book.kept !== null && (at < open || book.kept.through >= open) ? book.kept : beginning(state, book, ticks, at)
  if (kept === book.kept && ticks <= kept.highTicks && ticks >= kept.lowTicks) return
  book.kept = widened(kept, ticks)
}

function beginning(state: EngineState, book: OrderBook, ticks: number, at: number): KeptPrices {
  const isNew = book.quotedAt === 0 && book.lastTicks === 0
  const mayWalk = walkWherever(state, book) !== undefined
  if (!isNew && !mayWalk) return pricesThrough(state, book, { at, walk: undefined })
  const begun = { highTicks: ticks, lowTicks: ticks, through: sessionOf(state, book, at).from }
  return mayWalk ? { ...begun, openTicks: 0, stoodTicks: isNew ? ticks : currentTicksOf(book) } : { ...begun, openTicks: ticks }
}

/** A moment, and how the quote has walked until then; undefined: it stood. */
interface Until {
  readonly at: number
  readonly walk: Walk | undefined
}

function pricesThrough(state: EngineState, book: OrderBook, { at, walk }: Until): KeptPrices {
  const { from, close, isOver } = sessionOf(state, book, at)
  const through = Math.min(at, close)
  const kept = book.kept !== null && book.kept.through >= from ? book.kept : undefined
  if (kept !== undefined && isOver && kept.through === close) return kept
  const since =
    walk === undefined ? standing(book, isOver, kept?.stoodTicks) : walkedPrices(walk, Math.min(kept?.through ?? from, through), through)
  if (kept === undefined) return { ...since, through }
  return {
    openTicks: kept.openTicks || since.openTicks,
    highTicks: Math.max(kept.highTicks, since.highTicks),
    lowTicks: Math.min(kept.lowTicks, since.lowTicks),
    through,
  }
}

function standing(book: OrderBook, isClosed: boolean, first?: number): DayPrices {
  const ticks = (isClosed && book.closeTicks) || currentTicksOf(book)
  const openTicks = first ?? ticks
  return widened({ openTicks, highTicks: openTicks, lowTicks: openTicks }, ticks)
}

interface Session {
  /** from when on prices are those of the day, epoch ms */
  readonly from: number
  /** epoch ms */
  readonly close: number
  readonly isOver: boolean
}

function sessionOf({ calendar, markets }: EngineState, book: OrderBook, at: number): Session {
  const { tradeDay, dayBeganAt, phase } = markets[book.market]!
  const { open, close } = calendar.sessionTimes(tradeDay)
  const isOver = isBehind({ at, close, phase })
  if (at >= open) return { from: open, close, isOver }
  const closeBefore = calendar.sessionTimes(calendar.previousBusinessDay(tradeDay)).close
  // an operator may have ended the day before its close
  return { from: Math.min(closeBefore, dayBeganAt || closeBefore), close, isOver }
}

/** A clock may stand at the close: what comes behind the closing auction is of the evening, in the same millisecond too. */
function isBehind({ at, close, phase }: { readonly at: number; readonly close: number; readonly phase: Phase }): boolean {
  return at > close || (at === close && phase === Phase.AfterHours)
}
