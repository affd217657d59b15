import { type AuctionKind, AUCTIONS } from '../../../domain/market/auction.ts'
import { Side } from '../../../domain/orders/order.ts'
import type { SymbolUpdate } from '../../../delivery/market-data/subscription.ts'
import type { Print } from '../../../delivery/market-data/symbol-feed.ts'
import type { BookDepth, Indication, PriceLevel, TopOfBook } from '../../../delivery/market-data/symbol-state.ts'
import { formatInstant } from '../../requests/instants.ts'
import { dollars, shares } from '../marketdata/numbers.ts'
import type { Channel } from './stream-request.ts'

/** An event of the stream, but for its sequence. */
export interface StreamEvent {
  readonly event: Channel
  readonly data: object
}

/** What a stream says of a symbol: what has changed, as far as it is wanted. */
export function* eventsOf(
  { symbol, before, state, prints, missedPrints }: SymbolUpdate,
  channels: ReadonlySet<Channel>,
): Generator<StreamEvent> {
  if (channels.has('trade')) {
    let missed = missedPrints
    for (const print of prints) {
      yield { event: 'trade', data: tradeOf(symbol, print, missed) }
      missed = 0
    }
  }
  if (channels.has('quote') && before?.top !== state.top) yield { event: 'quote', data: quoteOf(symbol, state.top) }
  if (channels.has('depth') && !isSameDepth(before?.depth, state.depth)) yield { event: 'depth', data: depthOf(symbol, state.depth) }
  if (channels.has('imbalance')) {
    for (const kind of AUCTIONS) {
      if (before?.[kind] !== state[kind]) yield { event: 'imbalance', data: imbalanceOf(symbol, kind, state[kind], state.top.at) }
    }
  }
}

function imbalanceOf(symbol: string, auction: AuctionKind, indication: Indication | undefined, at: number) {
  const { ticks, pairedLots = 0, imbalanceLots = 0, side } = indication ?? {}
  return {
    symbol,
    auction,
    indicative_price: ticks === undefined ? null : dollars(ticks),
    paired_size: shares(pairedLots),
    imbalance_size: shares(imbalanceLots),
    imbalance_side: side === undefined ? null : side === Side.Buy ? 'buy' : 'sell',
    timestamp: formatInstant(indication?.at ?? at),
  }
}

function tradeOf(symbol: string, { type, trade, ticks, lots, at }: Print, missed: number) {
  return {
    symbol,
    type: TRADE_TYPES[type],
    trade_id: String(trade),
    price: dollars(ticks),
    size: shares(lots),
    missed,
    timestamp: formatInstant(at),
  }
}

/** As executions call them. */
const TRADE_TYPES = { trade: 'trade', correction: 'trade_correct', bust: 'trade_cancel' } as const satisfies Record<Print['type'], string>

function quoteOf(symbol: string, { bidTicks, bidLots, askTicks, askLots, currentTicks, previousCloseTicks, isHalted, at }: TopOfBook) {
  return {
    symbol,
    last: dollars(currentTicks),
    bid: bidLots > 0 ? dollars(bidTicks) : null,
    ask: askLots > 0 ? dollars(askTicks) : null,
    bid_size: bidLots > 0 ? shares(bidLots) : null,
    ask_size: askLots > 0 ? shares(askLots) : null,
    previous_close: dollars(previousCloseTicks),
    halted: isHalted,
    timestamp: formatInstant(at),
  }
}

function depthOf(symbol: string, { bids, asks, at }: BookDepth) {
  return {
    symbol,
    bids: bids.slice(0, STREAM_LEVELS).map(levelOf),
    asks: asks.slice(0, STREAM_LEVELS).map(levelOf),
    timestamp: formatInstant(at),
  }
}

/** As far as the stream shows it: others may look deeper. */
function isSameDepth(a: BookDepth | undefined, b: BookDepth): boolean {
  return a === b || (a !== undefined && isSameSide(a.bids, b.bids) && isSameSide(a.asks, b.asks))
}

function isSameSide(a: readonly PriceLevel[], b: readonly PriceLevel[]): boolean {
  for (let rank = 0; rank < STREAM_LEVELS; rank++) {
    const [one, other] = [a[rank], b[rank]]
    if (one?.ticks !== other?.ticks || one?.lots !== other?.lots || one?.orders !== other?.orders) return false
  }
  return true
}

const levelOf = ({ ticks, lots, orders }: PriceLevel) => ({ price: dollars(ticks), size: shares(lots), orders })

/** Price levels of each side that the stream shows. */
export const STREAM_LEVELS = 10
