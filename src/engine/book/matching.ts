import { cashLots, notionalCents } from '../../domain/amounts/notional.ts'
import { hasLimit, type OrderType, Side } from '../../domain/orders/order.ts'
import type { OrderBook } from './order-book.ts'
import { reaches } from '../orders/order-lifecycle.ts'
import { NONE } from '../none.ts'
import { isInBand, type PriceBand } from './price-band.ts'
import type { EngineRules } from '../rules.ts'
import type { EngineState } from '../state.ts'

/** The order that an aggressor meets next, and the price at which they would trade. */
export interface Meeting {
  readonly slot: number
  readonly ticks: number
}

/**
 * What an order (or the quote) in the book meets next on the other side, without touching anything: waiting market orders first, then the
 * best price level in time order. Undefined when nothing is within both orders' reach.
 */
export function nextMeeting(state: EngineState, book: OrderBook, slot: number): Meeting | undefined {
  const { orders } = state
  const side = orders.side(slot)
  // a stop that is triggered trades like a market order; one that waits is in no queue that is looked at here
  const atMarket = !hasLimit(orders.type(slot))
  const worst = atMarket ? orders.collarTicks(slot) : orders.limitTicks(slot)
  const house = orders.isHouse(slot)
  if (book.liquidity === 'quote' && !house) return meetingWithQuote(book, side, worst)
  if (book.waiting(oppositeOf(side)).count > 0) {
    const ticks = house ? worst : priceWithWaiting(book, side, atMarket, worst)
    const waiting = ticks === 0 ? NONE : firstWaiting(state, book, oppositeOf(side), ticks)
    if (waiting !== NONE) return { slot: waiting, ticks }
  }
  const levels = book.opposite(side)
  const best = levels.bestSlot()
  if (best === NONE) return undefined
  const ticks = levels.bestTicks()
  if (!reaches(side, worst, ticks)) return undefined
  // Between clients the resting order's price; against the quote the quote's price, also when the quote is what moves.
  return { slot: best, ticks: house ? worst : ticks }
}

/** Where orders meet the quote alone. */
function meetingWithQuote(book: OrderBook, side: Side, worst: number): Meeting | undefined {
  const slot = side === Side.Buy ? book.askQuote : book.bidQuote
  const ticks = side === Side.Buy ? book.quote.askTicks : book.quote.bidTicks
  return slot === NONE || !reaches(side, worst, ticks) ? undefined : { slot, ticks }
}

const oppositeOf = (side: Side): Side => (side === Side.Buy ? Side.Sell : Side.Buy)

// A waiting market order has no price of its own: it takes the aggressor's limit or, when that is better for the aggressor, the best price
// that rests on its own side, so that it never trades through those behind it. 0: no price within the aggressor's reach.
function priceWithWaiting(book: OrderBook, side: Side, atMarket: boolean, worst: number): number {
  const resting = book.opposite(side).bestTicks()
  if (atMarket) return resting !== 0 && reaches(side, worst, resting) ? resting : 0
  if (resting === 0) return worst
  return side === Side.Buy ? Math.min(worst, resting) : Math.max(worst, resting)
}

function firstWaiting(state: EngineState, book: OrderBook, side: Side, ticks: number): number {
  const { orders } = state
  let slot = book.waiting(side).bestSlot()
  while (slot !== NONE && !reaches(side, orders.collarTicks(slot), ticks)) slot = orders.next(slot)
  return slot
}

/** Lots that a row can still trade at a price. */
export function tradableLots(state: EngineState, slot: number, ticks: number): number {
  const { orders } = state
  const cash = orders.cashCents(slot)
  if (cash > 0) {
    const wanted = cashLots(cash - orders.postedCents(slot), ticks, orders.filledLots(slot))
    // fills too small to post a cent must not sell more than is held
    return orders.side(slot) === Side.Sell ? Math.min(wanted, orders.heldLots(slot)) : wanted
  }
  return orders.quantityLots(slot) - orders.filledLots(slot)
}

/** True when the two rows belong to one account and self-match prevention is on. */
export function isSelfMatch(state: EngineState, rules: EngineRules, slot: number, other: number): boolean {
  const { orders } = state
  return rules.selfMatch !== 'off' && orders.account(slot) === orders.account(other) && !orders.isHouse(slot)
}

/** Who would trade, for a plan: it need not be in the book. */
export interface Aggressor {
  readonly account: number
  readonly side: Side
  readonly type: OrderType
  readonly limitTicks: number
  readonly collarTicks: number
  readonly quantityLots: number
  readonly cashCents: number
}

/**
 * What a whole pass would do for an order, planned without touching the book: how much would fill inside the price band, and whether it would
 * meet its own.
 */
export function planFills(
  state: EngineState,
  rules: EngineRules,
  book: OrderBook,
  order: Aggressor,
  band?: PriceBand,
): { readonly lots: number; readonly meetsOwn: boolean } {
  const { orders } = state
  const { side } = order
  const atMarket = !hasLimit(order.type)
  const worst = atMarket ? order.collarTicks : order.limitTicks
  let lots = 0
  let unspent = order.cashCents
  let meetsOwn = false
  // false: the pass ends here
  const take = (resting: number, ticks: number): boolean => {
    if (!isInBand(band, ticks)) return false
    if (rules.selfMatch !== 'off' && orders.account(resting) === order.account) {
      meetsOwn = true
      // only when the resting order gives way does what is behind it count
      return rules.selfMatch === 'cancel_resting'
    }
    const wanted = order.cashCents > 0 ? cashLots(unspent, ticks, lots) : order.quantityLots - lots
    const taken = Math.min(wanted, tradableLots(state, resting, ticks))
    lots += taken
    if (order.cashCents > 0) unspent -= notionalCents(ticks, taken)
    return taken < wanted
  }
  if (book.liquidity === 'quote') {
    const meeting = meetingWithQuote(book, side, worst)
    if (meeting) take(meeting.slot, meeting.ticks)
    return { lots, meetsOwn }
  }
  const other = oppositeOf(side)
  const waiting = book.waiting(other)
  // As the pass goes from price to price, it comes into the reach of more of the waiting market orders.
  let passed = 0
  const takeWaiting = (ticks: number): boolean => {
    for (let resting = waiting.bestSlot(); resting !== NONE; resting = orders.next(resting)) {
      const collar = orders.collarTicks(resting)
      if (!reaches(other, collar, ticks) || (passed !== 0 && reaches(other, collar, passed))) continue
      if (!take(resting, ticks)) return false
    }
    passed = ticks
    return true
  }
  const levels = book.opposite(side)
  for (let rank = 0; rank < levels.count; rank++) {
    const ticks = levels.ticksAt(rank)
    if (!reaches(side, worst, ticks)) break
    if (!takeWaiting(ticks)) return { lots, meetsOwn }
    for (let resting = levels.headAt(rank); resting !== NONE; resting = orders.next(resting)) {
      if (!take(resting, ticks)) return { lots, meetsOwn }
    }
  }
  if (!atMarket) takeWaiting(worst)
  return { lots, meetsOwn }
}
