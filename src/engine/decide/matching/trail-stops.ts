import { type Order, Side } from '../../../domain/orders/order.ts'
import { onTickAbove, onTickBelow } from '../../../domain/amounts/tick.ts'
import { collarTicks } from '../../accounts/buying-power.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { lastOfSession, lastTrade, quotedFor, type TrailedMarket } from '../../book/stop-market.ts'
import type { NextOrder } from '../../orders/order-lifecycle.ts'
import { heldNow } from '../../venue/pending.ts'
import type { EngineRules } from '../../rules.ts'
import type { Run } from '../../run.ts'

/** Trailing stops follow the market where it has gone their way; they never go back. True where one has. */
export function trailStops(run: Run, book: OrderBook): boolean {
  if (book.trailing === 0) return false
  const { orders } = run.state
  let hasMoved = false
  for (const queue of [book.buyStops, book.sellStops]) {
    for (const slot of queue.slots()) if (orders.isTrailing(slot) && trail(run, book, slot)) hasMoved = true
  }
  return hasMoved
}

type Trailing = Pick<Order, 'side' | 'trailTicks' | 'trailBasisPoints'>

/** The stop price that a trailing stop begins with: at its distance from where the market is for its side, at whatever hour. 0 when there is no market. */
export function trailedStop({ rules }: Run, book: TrailedMarket, order: Trailing): number {
  return stopFrom(bestFor(rules, book, { side: order.side, last: lastTrade(rules, book) }) || book.previousCloseTicks, order)
}

function stopFrom(market: number, { side, trailTicks, trailBasisPoints }: Trailing): number {
  if (market === 0) return 0
  const distance = trailTicks > 0 ? trailTicks : Math.ceil((market * trailBasisPoints) / 10_000)
  const stop = side === Side.Sell ? market - distance : market + distance
  return onTick(stop, side)
}

function trail(run: Run, book: OrderBook, slot: number): boolean {
  const order: NextOrder = { ...run.state.orderAt(slot) }
  const stop = stopFrom(bestFor(run.rules, book, { side: order.side, last: lastOfSession(run, book) }), order)
  const follows = order.side === Side.Sell ? stop > order.stopTicks : stop > 0 && stop < order.stopTicks
  if (!follows) return false
  order.stopTicks = stop
  const collar = collarTicks(run.rules, order.side, stop)
  // a reverse split may have brought it to where collars are wider: what a buy holds does not grow
  order.collarTicks = order.side === Side.Buy ? Math.min(order.collarTicks, collar) : collar
  order.heldCents = Math.min(order.heldCents, heldNow(run.state, order).cents)
  order.updatedAt = run.at
  run.emit({ type: 'StopTrailed', at: run.at, order })
  return true
}

/** The better of last trade and quote; 0 where there is neither. */
function bestFor(rules: EngineRules, book: TrailedMarket, { side, last }: { readonly side: Side; readonly last: number }): number {
  const quoted = quotedFor(rules, book, side)
  if (last === 0 || quoted === 0) return last || quoted
  return side === Side.Sell ? Math.max(last, quoted) : Math.min(last, quoted)
}

/** Away from the market to the next price on the tick, and never below one tick. */
function onTick(ticks: number, side: Side): number {
  return Math.max(1, side === Side.Sell ? onTickBelow(ticks) : onTickAbove(ticks))
}
