import { OrderType, Side } from '../../domain/order.ts'
import { collarTicks, heldCentsOf, heldLotsOf } from '../buying-power.ts'
import type { OrderBook } from '../order-book.ts'
import { type NextOrder, workingStatus } from '../order-lifecycle.ts'
import { NONE } from '../order-table.ts'
import type { Run } from '../run.ts'
import { match } from './match.ts'

/**
 * Triggers every stop that a trade or the quote has reached, one after the other: what one of them trades may reach the next. A buy
 * triggers when last or ask is at or above its stop, a sell when last or bid is at or below.
 */
export function triggerStops(run: Run, book: OrderBook): void {
  for (let slot = nextTriggered(run, book); slot !== NONE; slot = nextTriggered(run, book)) {
    trigger(run, slot)
    match(run, book, slot)
  }
}

function nextTriggered(run: Run, book: OrderBook): number {
  const { quote } = book
  if (book.buyStops.count > 0) {
    const high = Math.max(run.highPrint, book.lastTicks, quote.askLots > 0 ? quote.askTicks : 0)
    if (high >= book.buyStops.bestTicks()) return book.buyStops.bestSlot()
  }
  if (book.sellStops.count > 0) {
    const prints = [run.lowPrint, book.lastTicks, quote.bidLots > 0 ? quote.bidTicks : 0].filter((ticks) => ticks > 0)
    if (prints.length > 0 && Math.min(...prints) <= book.sellStops.bestTicks()) return book.sellStops.bestSlot()
  }
  return NONE
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
  order.heldCents = Math.min(order.heldCents, heldCentsOf(order))
  order.heldLots = heldLotsOf(order)
  order.updatedAt = at
  run.emit({ type: 'OrderTriggered', at, order, execution: run.nextExecution(order.account) })
}
