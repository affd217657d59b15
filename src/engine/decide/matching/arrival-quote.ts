import type { ArrivalQuote } from '../../../domain/events/order-event.ts'
import type { OrderBook } from '../../book/order-book.ts'

/** What an order finds as it comes in, for its execution quality (contract section 17). Undefined where there is nothing: the journal is spared it. */
export function arrivalAt({ bids, asks }: OrderBook): ArrivalQuote | undefined {
  const bidTicks = bids.bestTicks()
  const askTicks = asks.bestTicks()
  return bidTicks === 0 && askTicks === 0 ? undefined : { bidTicks, askTicks }
}
