import { OrderType, Side } from '../domain/order.ts'
import type { Quote } from '../domain/instrument.ts'
import { NONE, type OrderTable } from './order-table.ts'
import { PriceLevels } from './price-levels.ts'

/**
 * The book of one instrument in one market: limit orders and the quote in price levels, market orders that wait for liquidity, stops that
 * wait for their price. Price-time priority; changed by `apply.ts` alone.
 */
export class OrderBook {
  readonly market: number
  readonly instrument: number
  readonly bids: PriceLevels
  readonly asks: PriceLevels
  /** waiting market orders, first in time; keyed by one price so that the same queue serves */
  readonly marketBuys: PriceLevels
  readonly marketSells: PriceLevels
  /** lowest stop first: a rising price triggers it first */
  readonly buyStops: PriceLevels
  /** highest stop first */
  readonly sellStops: PriceLevels
  /** rows of the quote, NONE while that side is not displayed */
  bidQuote = NONE
  askQuote = NONE
  quote: Quote = { bidTicks: 0, askTicks: 0, bidLots: 0, askLots: 0 }
  /** price of the last trade; 0 before the first */
  lastTicks = 0
  previousCloseTicks: number
  private readonly orders: OrderTable

  constructor(orders: OrderTable, market: number, instrument: number, previousCloseTicks: number) {
    this.orders = orders
    this.market = market
    this.instrument = instrument
    this.previousCloseTicks = previousCloseTicks
    this.bids = new PriceLevels(orders, true)
    this.asks = new PriceLevels(orders, false)
    this.marketBuys = new PriceLevels(orders, true)
    this.marketSells = new PriceLevels(orders, true)
    this.buyStops = new PriceLevels(orders, false)
    this.sellStops = new PriceLevels(orders, true)
  }

  /** Puts an order where its type and state belong, at the back of that queue. */
  link(slot: number): void {
    this.queueOf(slot).add(slot, this.queuePrice(slot))
  }

  unlink(slot: number): void {
    this.queueOf(slot).remove(slot, this.queuePrice(slot))
  }

  /** Limit orders and the quote of the side that an order of `side` trades with. */
  opposite(side: Side): PriceLevels {
    return side === Side.Buy ? this.asks : this.bids
  }

  sameSide(side: Side): PriceLevels {
    return side === Side.Buy ? this.bids : this.asks
  }

  waiting(side: Side): PriceLevels {
    return side === Side.Buy ? this.marketBuys : this.marketSells
  }

  private queueOf(slot: number): PriceLevels {
    const buy = this.orders.side[slot] === Side.Buy
    const type = this.orders.type[slot]
    if (type === OrderType.Limit) return buy ? this.bids : this.asks
    if (type === OrderType.Market) return buy ? this.marketBuys : this.marketSells
    if (!this.orders.isTriggered(slot)) return buy ? this.buyStops : this.sellStops
    if (type === OrderType.StopLimit) return buy ? this.bids : this.asks
    return buy ? this.marketBuys : this.marketSells
  }

  private queuePrice(slot: number): number {
    const type = this.orders.type[slot]
    if (type === OrderType.Limit) return this.orders.limitTicks[slot]!
    if (type === OrderType.Market) return 1
    if (!this.orders.isTriggered(slot)) return this.orders.stopTicks[slot]!
    return type === OrderType.StopLimit ? this.orders.limitTicks[slot]! : 1
  }
}
