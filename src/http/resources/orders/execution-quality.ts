import { formatAverage, formatDecimal, formatPrice, LOTS_PER_SHARE } from '../../../domain/amounts/amounts.ts'
import type { ArrivalQuote } from '../../../domain/events/order-event.ts'
import type { Event } from '../../../domain/event.ts'
import { type PastSplit, splitRatio } from '../../../domain/market/corporate-action.ts'
import { type Order, Side } from '../../../domain/orders/order.ts'
import type { ExecutionEvent } from '../../../domain/events/order-event.ts'
import { ratio } from '../portfolio/percentage.ts'
import { SIDE_NAMES } from './order-names.ts'
import { averagePrice, type Names, orderId } from './order-view.ts'

/** How well an order was executed, against the quote that it found: docs/api-contract.md section 17. Exact, then 4 places. */
export function executionQuality(
  names: Names,
  {
    order,
    entry,
    executions,
    splits,
  }: {
    readonly order: Order
    readonly entry: Event | undefined
    readonly executions: readonly ExecutionEvent[]
    /** that the order has lived through */
    readonly splits: readonly PastSplit[]
  },
) {
  const { bidTicks, askTicks } = arrivalOf(entry, splitRatio(splits))
  const hasMid = bidTicks > 0 && askTicks > 0
  const farTicks = order.side === Side.Buy ? askTicks : bidTicks
  const filled = order.filledLots > 0
  const slippage = filled && hasMid ? slippageOf(order, bidTicks + askTicks) : null
  const times = fillTimes(executions)
  return {
    order_id: orderId(names, order.number),
    side: SIDE_NAMES[order.side],
    arrival_bid: bidTicks > 0 ? formatPrice(bidTicks) : null,
    arrival_ask: askTicks > 0 ? formatPrice(askTicks) : null,
    // half of a tick is five of the next place
    arrival_mid: hasMid ? formatDecimal((bidTicks + askTicks) * 5, 5, 2) : null,
    average_fill_price: filled ? formatAverage(averagePrice(order)) : null,
    slippage_bps: slippage && ratio(slippage.part, slippage.whole),
    effective_spread_bps: slippage && ratio(2n * slippage.part, slippage.whole),
    price_improvement_bps: filled && farTicks > 0 ? improvement(order, farTicks) : null,
    fill_ratio: fillRatio(order),
    time_to_first_fill_ms: times.length === 0 ? null : times[0]! - order.createdAt,
    time_to_last_fill_ms: times.length === 0 ? null : times.at(-1)! - order.createdAt,
  }
}

/** In the shares of now, as what the order has filled. `ratio`: new shares for an old one. */
function arrivalOf(entry: Event | undefined, ratio: number): ArrivalQuote {
  const arrival = entry && 'arrival' in entry ? entry.arrival : undefined
  const { bidTicks, askTicks } = arrival ?? { bidTicks: 0, askTicks: 0 }
  return { bidTicks: Math.round(bidTicks / ratio), askTicks: Math.round(askTicks / ratio) }
}

const LOTS = BigInt(LOTS_PER_SHARE)
const BASIS_POINTS = 10_000n

/** +1 buy, -1 sell */
const direction = ({ side }: Order): bigint => (side === Side.Buy ? 1n : -1n)
/** what was paid, in ticks × lots: divided by the lots it is the average price */
const paid = ({ notionalWhole, notionalFraction }: Order): bigint => BigInt(notionalWhole) * LOTS + BigInt(notionalFraction)

/** direction × 10⁴ × (average − mid) / mid, where mid is half of `bothTicks`. */
function slippageOf(order: Order, bothTicks: number): { readonly part: bigint; readonly whole: bigint } {
  const twiceAtMid = BigInt(bothTicks) * BigInt(order.filledLots)
  return { part: direction(order) * BASIS_POINTS * (2n * paid(order) - twiceAtMid), whole: twiceAtMid }
}

/** direction × 10⁴ × (far touch − average) / far touch */
function improvement(order: Order, farTicks: number): string {
  const atTouch = BigInt(farTicks) * BigInt(order.filledLots)
  return ratio(direction(order) * BASIS_POINTS * (atTouch - paid(order)), atTouch)
}

/** Of the quantity, or of the money of a cash order. */
function fillRatio({ cashCents, postedCents, quantityLots, filledLots }: Order): string {
  const [part, whole] = cashCents > 0 ? [postedCents, cashCents] : [filledLots, quantityLots]
  return whole === 0 ? '0.0000' : ratio(BigInt(part), BigInt(whole))
}

/** When it traded, but for what was taken back; oldest first, as the clock of a market never goes back. */
function fillTimes(executions: readonly ExecutionEvent[]): readonly number[] {
  const busted = new Set(executions.map((event) => (event.type === 'ExecutionBusted' ? event.fill : 0)))
  return executions.filter((event) => event.type === 'OrderFilled' && !busted.has(event.execution)).map(({ at }) => at)
}
