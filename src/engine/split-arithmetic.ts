import { isWholeShares, LARGEST_ORDER_LOTS, LARGEST_PRICE_TICKS, LOTS_PER_SHARE, TICKS_PER_CENT } from '../domain/amounts/amounts.ts'
import { mostLots } from '../domain/amounts/notional.ts'
import { allLots, type ShareCount, sharesOf } from '../domain/amounts/share-count.ts'
import { tickSizeAt } from '../domain/amounts/tick.ts'
import type { Quote } from '../domain/market/instrument.ts'
import type { Walk } from '../domain/market/price-walk.ts'
import { type Order, Side } from '../domain/orders/order.ts'
import { heldCentsOf, heldLotsOf } from './accounts/buying-power.ts'
import { type NextOrder, workingStatus } from './orders/order-lifecycle.ts'

/** New shares for old ones: 2 for 1, or 1 for 10. */
export interface Ratio {
  readonly numerator: number
  readonly denominator: number
}

const LARGEST_TRAIL = 2 ** 31 - 1
/** Sizes and volumes of a walk are up to fifty times its typical size. */
const LARGEST_TYPICAL_SIZE = 100_000 * LOTS_PER_SHARE

/** A quantity of any size in new shares; what is less than 0.000000001 share falls away. */
export function splitShares(quantity: ShareCount, { numerator, denominator }: Ratio): ShareCount {
  return sharesOf((allLots(quantity) * BigInt(numerator)) / BigInt(denominator))
}

/** Lots in new shares, rounded down. */
function splitLots(lots: number, { numerator, denominator }: Ratio): number {
  return Number((BigInt(lots) * BigInt(numerator)) / BigInt(denominator))
}

/** A price of a new share in ticks, rounded to the nearest; at least one where there was one, and at most the highest price that there is. */
export function splitTicks(ticks: number, ratio: Ratio): number {
  if (ticks === 0) return 0
  const nearest = Math.floor((2 * ticks * ratio.denominator + ratio.numerator) / (2 * ratio.numerator))
  return Math.min(LARGEST_PRICE_TICKS, Math.max(1, nearest))
}

/** A price at which an order may stand: on the tick, rounded down or up. 0 stays 0; what is less than the lowest price is 0 as well, rounded down. */
function splitPrice(ticks: number, ratio: Ratio, rounding: 'down' | 'up'): number {
  const round = rounding === 'down' ? Math.floor : Math.ceil
  const exact = (ticks * ratio.denominator) / ratio.numerator
  const tick = tickSizeAt(exact)
  // divided once, from integers: a quotient that is whole comes out whole
  return round((ticks * ratio.denominator) / (ratio.numerator * tick)) * tick
}

/**
 * The quote in new shares: the bid rounded down and the ask up, so that they never cross, nor meet at the highest price that there is. A bid
 * below the lowest price is none.
 */
export function splitQuote(quote: Quote, ratio: Ratio): Quote {
  const bidTicks = Math.min(LARGEST_PRICE_TICKS - TICKS_PER_CENT, splitPrice(quote.bidTicks, ratio, 'down'))
  const bidLots = bidTicks === 0 ? 0 : quote.bidLots
  return {
    bidTicks,
    askTicks: Math.min(LARGEST_PRICE_TICKS, splitPrice(quote.askTicks, ratio, 'up')),
    bidLots: Math.min(LARGEST_ORDER_LOTS, splitLots(bidLots, ratio)),
    askLots: Math.min(LARGEST_ORDER_LOTS, splitLots(quote.askLots, ratio)),
  }
}

/** A quote of what trades in whole shares: a split may have left parts of one at its end. */
export function inWholeShares(quote: Quote): Quote {
  const whole = (lots: number): number => lots - (lots % LOTS_PER_SHARE)
  return { ...quote, bidLots: whole(quote.bidLots), askLots: whole(quote.askLots) }
}

/** The same walk about the price of a new share. */
export function splitWalk(walk: Walk, ratio: Ratio): Walk {
  return {
    ...walk,
    anchorTicks: splitTicks(walk.anchorTicks, ratio),
    spreadTicks: splitTicks(walk.spreadTicks, ratio),
    sizeLots: Math.min(LARGEST_TYPICAL_SIZE, Math.max(LOTS_PER_SHARE, splitLots(walk.sizeLots, ratio))),
  }
}

/**
 * An open order in new shares. What it has filled and spent stays exact, so that its average price is divided; whole shares stay whole:
 * what would be less falls away. A buy's prices are rounded down and a sell's up, never to the client's loss, and no hold grows. A limit
 * or collar below the lowest price comes out as 0: nothing can be bought for it.
 */
export function splitOrder(order: Order, ratio: Ratio): NextOrder {
  const next: NextOrder = { ...order }
  const rounding = order.side === Side.Buy ? 'down' : 'up'
  if (order.cashCents === 0) {
    const before = order.quantityLots - order.filledLots
    const left = splitLots(before, ratio)
    // what an earlier split has made of what was filled may have left a total with parts
    const whole = isWholeShares(order.quantityLots) || isWholeShares(before)
    next.leavesLots = whole ? Math.floor(left / LOTS_PER_SHARE) * LOTS_PER_SHARE : left
    next.filledLots = splitLots(order.filledLots, ratio)
    next.quantityLots = next.filledLots + next.leavesLots
  } else {
    next.filledLots = splitLots(order.filledLots, ratio)
    // its money buys as many more new shares, or fewer, as the ratio says, up to what an order can have
    next.leavesLots = Math.min(splitLots(order.leavesLots, ratio), mostLots(next.filledLots))
  }
  if (next.filledLots === 0) {
    // what was filled may be less than can be counted in new shares: then nothing was, at no price
    next.notionalWhole = 0
    next.notionalFraction = 0
  }
  next.status = workingStatus(next)
  next.limitTicks = splitPrice(order.limitTicks, ratio, rounding)
  next.stopTicks = order.stopTicks === 0 ? 0 : Math.max(1, splitPrice(order.stopTicks, ratio, rounding))
  const collar = (order.collarTicks * ratio.denominator) / ratio.numerator
  next.collarTicks = rounding === 'down' ? Math.floor(collar) : Math.ceil(collar)
  next.trailTicks = order.trailTicks === 0 ? 0 : Math.min(LARGEST_TRAIL, splitPrice(order.trailTicks, ratio, 'up'))
  next.heldCents = Math.min(order.heldCents, heldCentsOf(next))
  next.heldLots = heldLotsOf(next)
  next.revision += 1
  return next
}
