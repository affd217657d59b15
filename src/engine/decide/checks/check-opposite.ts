import { hasStop, type Order, OrderType } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { planFills } from '../../book/matching.ts'
import type { OrderBook } from '../../book/order-book.ts'
import type { Run } from '../../run.ts'

/** `market.unpriced=refuse`: a market order with nothing on the other side, whose best price is `oppositeTicks`. */
export function checkLiquidity(
  run: Run,
  book: OrderBook,
  order: Order,
  oppositeTicks = book.opposite(order.side).bestTicks(),
): Refusal | undefined {
  // nobody's orders are in a halted book, and who waits meets nobody yet
  if (book.halted || order.held) return undefined
  if (order.type !== OrderType.Market || run.rules.unpriced !== 'refuse' || oppositeTicks !== 0) return undefined
  return { code: 'NO_LIQUIDITY', message: `There is nothing to trade ${run.state.instruments[order.instrument]!.symbol} with.` }
}

/** Self-match mode `reject`: an order that would trade with its own account is refused before it trades with anyone. */
export function checkWash(run: Run, book: OrderBook, order: Order): Refusal | undefined {
  if (run.rules.selfMatch !== 'reject' || order.held || hasStop(order.type)) return undefined
  if (!planFills(run.state, run.rules, book, order).meetsOwn) return undefined
  return { code: 'WASH_TRADE', message: 'The order would trade with an order of the same account.' }
}
