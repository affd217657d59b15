import { type Order, OrderType, Side } from '../../../domain/orders/order.ts'
import { collarTicks } from '../../accounts/buying-power.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { lastOfSession, quotedFor, type StopMarket } from '../../book/stop-market.ts'
import { type NextOrder, workingStatus } from '../../orders/order-lifecycle.ts'
import { NONE } from '../../none.ts'
import { heldNow } from '../../venue/pending.ts'
import type { Run } from '../../run.ts'
import { tradesIn } from '../../time/session-phase.ts'
import { match, withdrawStale } from './match.ts'
import { trailStops } from './trail-stops.ts'

/**
 * Triggers every stop that a trade or the quote has reached, one after the other: what one of them trades may reach the next. A buy
 * triggers when last or ask is at or above its stop, a sell when last or bid is at or below; `market.stop_trigger` may leave out either.
 * A quote that fills nothing, because it has one side alone or is stale, triggers nothing. Under `us_equities` only the regular session
 * triggers, and only its own trades count.
 */
export function triggerStops(run: Run, book: OrderBook): void {
  if (!book.halted && tradesIn(run.state.market(book.market).phase, false)) {
    if (book.buyStops.count > 0 || book.sellStops.count > 0) withdrawStale(run, book)
    do triggerReached(run, book)
    while (!book.halted && trailStops(run, book))
  }
  run.forgetPrints(book)
}

/** The stops as they stand. Those that come, or are trailed, behind the prints of the command were not there to be reached by them: the last counts. */
function triggerReached(run: Run, book: OrderBook): void {
  for (let slot = nextTriggered(run, book); slot !== NONE; slot = nextTriggered(run, book)) {
    trigger(run, slot)
    match(run, book, slot)
  }
  run.forgetPrints(book)
}

function nextTriggered(run: Run, book: OrderBook): number {
  if (book.halted) return NONE
  if (isFirstTriggered(run, book, Side.Buy)) return book.buyStops.bestSlot()
  return isFirstTriggered(run, book, Side.Sell) ? book.sellStops.bestSlot() : NONE
}

/** Whether the stop of a side that comes first is reached, now or by what has traded since this command began. */
function isFirstTriggered(run: Run, book: OrderBook, side: Side): boolean {
  const stops = side === Side.Buy ? book.buyStops : book.sellStops
  if (stops.count === 0) return false
  const stop = { side, stopTicks: stops.bestTicks() }
  const isPrinter = run.rules.stopTrigger !== 'quote' && run.printedBook === book
  return (isPrinter && reachesStop(side === Side.Buy ? run.highPrint : run.lowPrint, stop)) || isReached(run, book, stop)
}

type Stop = Pick<Order, 'side' | 'stopTicks'>

/** Whether a stop is reached by the last trade or the quote: one would be triggered as it is entered. */
export function isReached(run: Run, market: StopMarket, stop: Stop): boolean {
  return reachesStop(lastOfSession(run, market), stop) || reachesStop(quotedFor(run.rules, market, stop.side), stop)
}

/** 0 = there is no price. */
function reachesStop(ticks: number, { side, stopTicks }: Stop): boolean {
  return ticks > 0 && (side === Side.Buy ? ticks >= stopTicks : ticks <= stopTicks)
}

function trigger(run: Run, slot: number): void {
  const { state, at } = run
  const order = state.orders.read(slot) as NextOrder
  order.triggered = true
  order.status = workingStatus(order)
  // A sell protects: its collar is measured where the market is now. A buy keeps the one that its hold was taken for.
  if (order.type === OrderType.Stop && order.side === Side.Sell) {
    const { market } = state.account(order.account)
    order.collarTicks = collarTicks(run.rules, Side.Sell, state.referenceTicks(market, order.instrument, Side.Sell))
  }
  const held = heldNow(state, order)
  order.heldCents = Math.min(order.heldCents, held.cents)
  order.heldLots = held.lots
  order.updatedAt = at
  run.emit({ type: 'OrderTriggered', at, order, execution: run.nextExecution(order.account) })
}
