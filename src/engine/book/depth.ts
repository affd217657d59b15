import type { Quote } from '../../domain/market/instrument.ts'
import type { Depth } from '../../domain/view.ts'
import { NONE } from '../none.ts'
import type { OrderBook } from './order-book.ts'
import type { OrderTable } from '../orders/order-table.ts'
import type { PriceLevels } from './price-levels.ts'

/** The best price levels of both sides, the quote among them. */
export function depthOf(orders: OrderTable, book: OrderBook, levels: number): Depth {
  return { bids: levelsOf(orders, book.bids, levels), asks: levelsOf(orders, book.asks, levels) }
}

/** Of a book in which nothing but a quote stands. */
export function depthOfQuote({ bidTicks, bidLots, askTicks, askLots }: Quote): Depth {
  return {
    bids: bidLots > 0 ? [{ ticks: bidTicks, lots: bidLots, orders: 1 }] : [],
    asks: askLots > 0 ? [{ ticks: askTicks, lots: askLots, orders: 1 }] : [],
  }
}

function levelsOf(table: OrderTable, side: PriceLevels, levels: number): Depth['bids'] {
  const result: Depth['bids'][number][] = []
  for (let rank = 0; rank < side.count && rank < levels; rank++) {
    let lots = 0
    let orders = 0
    for (let slot = side.headAt(rank); slot !== NONE; slot = table.next(slot)) {
      lots += table.quantityLots(slot) - table.filledLots(slot)
      orders++
    }
    result.push({ ticks: side.ticksAt(rank), lots, orders })
  }
  return result
}
