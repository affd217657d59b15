import { OrderStatus, OrderType, Side, TimeInForce } from '../../domain/orders/order.ts'
import type { Quote } from '../../domain/market/instrument.ts'
import type { Walk } from '../../domain/market/price-walk.ts'
import type { Liquidity } from '../rules.ts'
import { NONE } from '../none.ts'
import { type OrderTable } from '../orders/order-table.ts'
import type { KeptPrices } from './day-prices.ts'
import { PriceLevels } from './price-levels.ts'

/**
 * The book of one instrument in one market: limit orders and the quote in price levels, market orders that wait for liquidity, stops that
 * wait for their price. Price-time priority; changed by `apply.ts` and what it calls, alone.
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
  /** orders that wait for their session, the end of a halt or their group; and those for the auctions; each first in time */
  readonly held: PriceLevels
  readonly opening: PriceLevels
  readonly closing: PriceLevels
  /** orders on their way to the book, as the venue's latency has it */
  readonly inFlight: PriceLevels
  /** orders of clients in any of the queues */
  openOrders = 0
  /** those of them that follow the market */
  trailing = 0
  /** rows of the quote, NONE while that side is not displayed */
  bidQuote = NONE
  askQuote = NONE
  quote: Quote = { bidTicks: 0, askTicks: 0, bidLots: 0, askLots: 0 }
  /** price of the last trade; 0 before the first */
  lastTicks = 0
  previousCloseTicks: number
  /** the trading day (days since 1970-01-01) for which `previousCloseTicks` counts although the quote walks; 0 = none: the walk tells it */
  closeKeptFor = 0
  /** close of the present day's regular session; 0 until it has ended */
  closeTicks = 0
  /** when the quote began */
  quotedAt = 0
  /** when the last trade was */
  tradedAt = 0
  /** the quote is newer than the last trade; on a clock that stands their moments are equal */
  isQuotedSince = false
  /** whom its orders meet, as it is configured */
  liquidity: Liquidity = 'both'
  /** the quote was put there by hand and stands until it is moved */
  pinned = false
  /** a walk other than the security's own */
  walk: Walk | null = null
  /** the security's own, once it has been asked for */
  ownWalk: Walk | undefined
  halted = false
  /** when its pause is over; 0 = it is not paused, or halted until somebody resumes it */
  pausedUntil = 0
  /** reference of the price band, and since when; see price-band.ts */
  bandTicks = 0
  bandSince = 0
  /** price of the last trade of the present day; 0 before the first */
  dayTicks = 0
  /** prices of the present day that the present quote does not tell; see day-prices.ts */
  kept: KeptPrices | null = null
  /** what the quote has filled in a minute (number of minutes since 1970), for models that share in its volume */
  barMinute = 0
  barLots = 0
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
    this.held = new PriceLevels(orders, true)
    this.opening = new PriceLevels(orders, true)
    this.closing = new PriceLevels(orders, true)
    this.inFlight = new PriceLevels(orders, true)
  }

  /** Puts an order where its type and state belong, at the back of that queue. */
  link(slot: number): void {
    this.queueOf(slot).add(slot, this.queuePrice(slot))
  }

  /** Puts many orders where their time priority belongs, the latest first: the place of each is looked for from that of the one after it. */
  linkByPlace(latestFirst: readonly number[]): void {
    const later = new Map<PriceLevels, Map<number, number>>()
    for (const slot of latestFirst) {
      const queue = this.queueOf(slot)
      const price = this.queuePrice(slot)
      const atPrice = later.get(queue) ?? new Map<number, number>()
      queue.addByPlace(slot, price, atPrice.get(price) ?? NONE)
      later.set(queue, atPrice.set(price, slot))
    }
  }

  unlink(slot: number): void {
    this.queueOf(slot).remove(slot, this.queuePrice(slot))
  }

  /** Limit orders and the quote of the side that an order of `side` trades with. */
  opposite(side: Side): PriceLevels {
    return side === Side.Buy ? this.asks : this.bids
  }

  waiting(side: Side): PriceLevels {
    return side === Side.Buy ? this.marketBuys : this.marketSells
  }

  /** Every queue, in the order in which snapshots and fingerprints list them. The quote can stand in the first two. */
  get queues(): readonly PriceLevels[] {
    const { bids, asks, marketBuys, marketSells, buyStops, sellStops, held, opening, closing, inFlight } = this
    return [bids, asks, marketBuys, marketSells, buyStops, sellStops, held, opening, closing, inFlight]
  }

  private queueOf(slot: number): PriceLevels {
    if (this.waits(slot)) return this.waitingRoom(slot)
    const buy = this.orders.side(slot) === Side.Buy
    const type = this.orders.type(slot)
    if (type === OrderType.Limit) return buy ? this.bids : this.asks
    if (type === OrderType.Market) return buy ? this.marketBuys : this.marketSells
    if (!this.orders.isTriggered(slot)) return buy ? this.buyStops : this.sellStops
    if (type === OrderType.StopLimit) return buy ? this.bids : this.asks
    return buy ? this.marketBuys : this.marketSells
  }

  /** Matching does not look at it. */
  private waits(slot: number): boolean {
    return this.orders.isApart(slot) || this.orders.status(slot) === OrderStatus.Suspended
  }

  private waitingRoom(slot: number): PriceLevels {
    if (this.orders.isInFlight(slot)) return this.inFlight
    const timeInForce = this.orders.timeInForce(slot)
    if (timeInForce === TimeInForce.Opg) return this.opening
    return timeInForce === TimeInForce.Cls ? this.closing : this.held
  }

  private queuePrice(slot: number): number {
    if (this.waits(slot)) return 1
    const type = this.orders.type(slot)
    if (type === OrderType.Limit) return this.orders.limitTicks(slot)
    if (type === OrderType.Market) return 1
    if (!this.orders.isTriggered(slot)) return this.orders.stopTicks(slot)
    return type === OrderType.StopLimit ? this.orders.limitTicks(slot) : 1
  }
}

/** Whether anything has been quoted, traded or ordered; false for a book that exists because somebody asked for its price. */
export const hasBegun = ({ quotedAt, lastTicks, openOrders, walk }: OrderBook): boolean =>
  quotedAt > 0 || lastTicks > 0 || openOrders > 0 || walk !== null

/** A quote as its book shows it: where orders meet other clients alone it is a price without a size. */
export function shownQuote(book: OrderBook, quote: Quote): Quote {
  return book.liquidity === 'clients' ? { ...quote, bidLots: 0, askLots: 0 } : quote
}

/** A quote of one side alone, or one that is crossed, shows a price and fills nothing. */
export const isUsable = ({ bidTicks, askTicks }: Quote): boolean => bidTicks > 0 && bidTicks < askTicks

/** The last price, or the side of the quote that has left it behind. */
export function currentTicksOf({
  lastTicks,
  previousCloseTicks,
  quote,
}: Pick<OrderBook, 'lastTicks' | 'previousCloseTicks' | 'quote'>): number {
  const last = lastTicks > 0 ? lastTicks : previousCloseTicks
  if (quote.bidLots > 0 && last < quote.bidTicks) return quote.bidTicks
  if (quote.askLots > 0 && last > quote.askTicks) return quote.askTicks
  return last
}
