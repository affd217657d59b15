import type { AuctionIndication, AuctionKind } from '../../domain/market/auction.ts'
import { Phase } from '../../domain/time/market-phase.ts'
import type { Depth, EngineView } from '../../domain/view.ts'

/** What a symbol of a market looks like. Each part stays the same object for as long as it says the same; times are the market's, epoch ms. */
export interface SymbolState {
  readonly top: TopOfBook
  readonly depth: BookDepth
  /** undefined where nobody would meet in it, or nobody wants to know */
  readonly opening: Indication | undefined
  readonly closing: Indication | undefined
}

/** Where an auction would clear. */
export interface Indication extends AuctionIndication {
  readonly at: number
}

/** The best of both sides, clients' orders included; a side without size is not there. */
export interface TopOfBook {
  readonly bidTicks: number
  readonly bidLots: number
  readonly askTicks: number
  readonly askLots: number
  /** price of a share: see EngineView.currentTicksAt */
  readonly currentTicks: number
  readonly previousCloseTicks: number
  /** the symbol does not trade for now */
  readonly isHalted: boolean
  readonly at: number
}

/** Price levels of both sides, best first, as many as somebody wants. */
export interface BookDepth extends Depth {
  readonly at: number
}

export type PriceLevel = Depth['bids'][number]

/** Where to look, and for what. */
export interface Look {
  readonly market: number
  readonly instrument: number
  /** price levels of each side */
  readonly levels: number
  /** also for the auctions, which are gone through order by order */
  readonly auctions: boolean
  /** the market's time */
  readonly at: number
}

/** The symbol as it is now; parts that say what those of `before` say are `before`'s, and so is the whole when all are. */
export function lookAt(view: EngineView, look: Look, before?: SymbolState): SymbolState {
  const { market, instrument, levels, at } = look
  const seen = { ...view.depthAt(market, instrument, levels, at), at }
  const depth = before !== undefined && sameDepth(before.depth, seen) ? before.depth : seen
  const top = {
    ...bestOf(depth),
    currentTicks: view.currentTicksAt(market, instrument, at),
    previousCloseTicks: view.previousCloseTicks(market, instrument),
    isHalted: view.isHalted(market, instrument),
    at,
  }
  const sameTop = before !== undefined && isSameTop(before.top, top)
  const opening = indicationOf(view, look, 'opening', before?.opening)
  const closing = indicationOf(view, look, 'closing', before?.closing)
  if (sameTop && depth === before.depth && opening === before.opening && closing === before.closing) return before
  return { top: sameTop ? before.top : top, depth, opening, closing }
}

/** Of the auction that comes next; a market that is always open holds both when its day ends. */
function indicationOf(
  view: EngineView,
  { market, instrument, auctions, at }: Look,
  kind: AuctionKind,
  before: Indication | undefined,
): Indication | undefined {
  const { phase } = view.markets[market]!
  const comesNext = phase === Phase.AlwaysOpen || (phase === Phase.Regular) === (kind === 'closing')
  const indication = auctions && comesNext ? view.auctionIndication(market, instrument, kind) : undefined
  if (indication === undefined) return undefined
  return before !== undefined && isSameIndication(before, indication) ? before : { ...indication, at }
}

function isSameIndication(a: AuctionIndication, b: AuctionIndication): boolean {
  return a.ticks === b.ticks && a.pairedLots === b.pairedLots && a.imbalanceLots === b.imbalanceLots && a.side === b.side
}

function bestOf({ bids, asks }: Depth) {
  const [bid] = bids
  const [ask] = asks
  return {
    bidTicks: bid?.ticks ?? 0,
    bidLots: bid?.lots ?? 0,
    askTicks: ask?.ticks ?? 0,
    askLots: ask?.lots ?? 0,
  }
}

function isSameTop(a: TopOfBook, b: TopOfBook): boolean {
  return (
    a.bidTicks === b.bidTicks &&
    a.bidLots === b.bidLots &&
    a.askTicks === b.askTicks &&
    a.askLots === b.askLots &&
    a.currentTicks === b.currentTicks &&
    a.previousCloseTicks === b.previousCloseTicks &&
    a.isHalted === b.isHalted
  )
}

function sameDepth(a: Depth, b: Depth): boolean {
  return sameLevels(a.bids, b.bids) && sameLevels(a.asks, b.asks)
}

function sameLevels(a: readonly PriceLevel[], b: readonly PriceLevel[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ ticks, lots, orders }, index) => {
      const other = b[index]!
      return ticks === other.ticks && lots === other.lots && orders === other.orders
    })
  )
}
