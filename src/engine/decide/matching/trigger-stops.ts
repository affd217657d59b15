import { type Order, OrderType, Side } from '../../../domain/orders/order.ts'
import { collarTicks } from '../../accounts/buying-power.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { type NextOrder, workingStatus } from '../../orders/order-lifecycle.ts'
import { NONE } from '../../none.ts'
import { heldNow } from '../../venue/pending.ts'
import type { Run } from '../../run.ts'
import { tradesIn } from '../../time/session-phase.ts'
import { followGroups } from '../groups/follow-groups.ts'
import { match, withdrawStale } from './match.ts'
import { lastOfSession, quotedFor, type StopMarket, trailStops } from './trail-stops.ts'

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
    followGroups(run)
  }
  run.forgetPrints(book)
}

function nextTriggered(run: Run, book: OrderBook): number {
  if (book.halted) return NONE
  const { quote } = book
  const { stopTrigger } = run.rules
  const byPrint = stopTrigger !== 'quote'
  const byQuote = stopTrigger !== 'print'
  const isPrinter = byPrint && run.printedBook === book
  const last = lastOfSession(run, book)
  if (book.buyStops.count > 0) {
    const high = Math.max(isPrinter ? run.highPrint : 0, last, byQuote && book.askQuote !== NONE ? quote.askTicks : 0)
    if (high >= book.buyStops.bestTicks()) return book.buyStops.bestSlot()
  }
  if (book.sellStops.count > 0) {
    const prints = [isPrinter ? run.lowPrint : 0, last, byQuote && book.bidQuote !== NONE ? quote.bidTicks : 0].filter((ticks) => ticks > 0)
    if (prints.length > 0 && Math.min(...prints) <= book.sellStops.bestTicks()) return book.sellStops.bestSlot()
  }
  return NONE
}

/** Whether a stop would be triggered as it is entered: by the last trade or the quote, as above. */
export function isReached(run: Run, market: StopMarket, { side, stopTicks }: Pick<Order, 'side' | 'stopTicks'>): boolean {
  const quoted = run.rules.stopTrigger === 'print' ? 0 : quotedFor(market, side)
  const prices = [lastOfSession(run, market), quoted].filter((ticks) => ticks > 0)
  return prices.some((ticks) => (side === Side.Buy ? ticks >= stopTicks : ticks <= stopTicks))
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
