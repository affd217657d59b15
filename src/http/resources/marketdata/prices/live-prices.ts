import type { FastifyRequest } from 'fastify'
import { type CorporateAction, type PastSplit, splitRatio } from '../../../../domain/market/corporate-action.ts'
import type { DayPrices } from '../../../../domain/market/day-prices.ts'
import type { Quote } from '../../../../domain/market/instrument.ts'
import { reanchored, untouchedWalk, type Walk, walkKey, type WalkShape } from '../../../../domain/market/price-walk.ts'
import type { EngineView } from '../../../../domain/view.ts'
import type { MarketData } from '../../../../market/market-data.ts'
import type { Split } from '../../../../market/price-history.ts'
import { partnerOf } from '../../../access/authentication.ts'

/** The market of the partner that asks, at the moment of asking. */
export interface Venue {
  readonly market: number
  /** epoch ms of the market's clock */
  readonly at: number
}

/** What a security is worth at a moment. */
export interface LivePrice {
  readonly quote: Quote
  readonly lastTicks: number
  readonly previousCloseTicks: number
  /** the trading day of the market, whose previous close that is: days since 1970-01-01 */
  readonly tradeDay: number
  /** of the regular session of that day, before it of the time since the close before; what stands and what has closed included */
  readonly day: DayPrices
  /** of which its past is made; undefined when nothing is known of its past but the previous close */
  readonly walk: Walk | undefined
  /** of its shares, oldest first: prices from before an ex-date were of other shares */
  readonly splits: readonly Split[]
  /** of its company, in the order in which they were announced */
  readonly actions: readonly CorporateAction[]
  /** with what the trading day closes, as far as that is known; undefined: the walk tells */
  readonly standingCloseTicks: number | undefined
  /** in this market, ever */
  readonly hasTraded: boolean
}

interface LiveParts {
  readonly view: EngineView
  readonly marketData: Pick<MarketData, 'hours'>
}

/** `now`: epoch ms of the real clock. */
export function venueOf(view: Pick<EngineView, 'marketTime'>, request: FastifyRequest, now: number): Venue {
  const { market } = partnerOf(request).partner
  return { market, at: view.marketTime(market, now) }
}

export function livePrice(parts: LiveParts, { market, at }: Venue, instrument: number): LivePrice {
  const { view } = parts
  const previousCloseTicks = view.previousCloseTicks(market, instrument)
  const pastWalk = view.pastWalk(market, instrument) ?? pastOfStanding(parts, { market, instrument, previousCloseTicks })
  const splits = splitsOf(view, market, instrument)
  return {
    quote: bestOf(view, { market, instrument, at }),
    lastTicks: view.currentTicksAt(market, instrument, at),
    previousCloseTicks,
    tradeDay: view.markets[market]!.tradeDay,
    day: view.dayPrices(market, instrument, at),
    walk: pastWalk,
    splits: anchoredSplits(splits, pastWalk, view.instruments[instrument]!.walk),
    actions: actionsOf(view, market, instrument),
    standingCloseTicks: view.standingCloseTicks(market, instrument),
    hasTraded: view.lastTrade(market, instrument) !== undefined,
  }
}

/** What was announced of a security in a market: splits and dividends, also those that are still to come. */
export function actionsOf({ markets }: Pick<EngineView, 'markets'>, market: number, instrument: number): readonly CorporateAction[] {
  return markets[market]!.corporateActions.filter((action) => action.instrument === instrument)
}

/** The splits of a security's shares that have taken effect in a market, oldest first. */
export function splitsOf({ markets }: Pick<EngineView, 'markets'>, market: number, instrument: number): readonly PastSplit[] {
  return markets[market]!.splits.filter((split) => split.instrument === instrument)
}

/** The best of both sides of the venue's book, clients' orders included: what every edge shows. */
function bestOf(view: EngineView, { market, instrument, at }: Venue & { readonly instrument: number }): Quote {
  const { bids, asks } = view.depthAt(market, instrument, 1, at)
  const [bid, ask] = [bids[0], asks[0]]
  return { bidTicks: bid?.ticks ?? 0, askTicks: ask?.ticks ?? 0, bidLots: bid?.lots ?? 0, askLots: ask?.lots ?? 0 }
}

/** Where quotes stand (market.quotes=still), the past is a walk that ends at the previous close. */
function pastOfStanding(
  { view, marketData }: LiveParts,
  security: { readonly market: number; readonly instrument: number; readonly previousCloseTicks: number },
): Walk | undefined {
  const { symbol, walk: shape } = view.instruments[security.instrument]!
  if (shape === null) return undefined
  const { seed, tradeDay } = view.markets[security.market]!
  const walk = untouchedWalk(walkKey(seed, symbol), shape)
  const closedAt = marketData.hours.previousCloseAt(tradeDay)
  return reanchored(walk, { ticks: security.previousCloseTicks, at: closedAt, stepHundredths: shape.stepHundredths })
}

/**
 * The splits with where the walk was anchored before each. A walk that nobody has touched began at its base, which is not rounded; of one
 * that was set on another way the price there is known in the shares of now alone. Without a walk there is nothing to anchor.
 */
function anchoredSplits(splits: readonly PastSplit[], walk: Walk | undefined, shape: WalkShape | null): readonly Split[] {
  const isUntouched = shape !== null && walk?.anchorNoise === 0
  const anchorTicks = walk?.anchorTicks ?? 0
  return splits.map((split, index) => {
    const old = isUntouched ? shape.baseTicks / splitRatio(splits.slice(0, index)) : anchorTicks * splitRatio(splits.slice(index))
    return { ...split, oldAnchorTicks: Math.max(1, Math.round(old)) }
  })
}
