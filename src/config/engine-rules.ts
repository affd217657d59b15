import { parseMoney, parseQuantity } from '../domain/amounts/amounts.ts'
import type { Latency } from '../engine/venue/latency.ts'
import type { EngineRules } from '../engine/rules.ts'
import type { Config } from '../config.ts'

/** The engine's rules in its own units: lots, cents and hundredths of a percent; 0 where there is no limit. */
export function engineRules({ engine, market, ach }: Config): EngineRules {
  return {
    selfMatch: engine.self_match,
    latency: latencyOf(market.latency),
    unpriced: market.unpriced,
    session: market.session,
    quotes: market.quotes,
    stopTrigger: market.stop_trigger,
    staleQuoteMs: market.stale_quote_ms ?? 0,
    liquidity: market.liquidity,
    liquidityOf: new Map([
      ...market.clients_only.map((symbol) => [symbol, 'clients'] as const),
      ...market.quote_only.map((symbol) => [symbol, 'quote'] as const),
    ]),
    dayOrderEnd: engine.day_order_end,
    maxOrderLots: engine.max_order_quantity === null ? 0 : checked(parseQuantity(engine.max_order_quantity)),
    maxOrderCents: engine.max_order_notional === null ? 0 : checked(parseMoney(engine.max_order_notional)),
    maxOpenOrders: engine.max_open_orders ?? 0,
    limitBandBasisPoints: basisPoints(engine.price_band_percent ?? 0),
    bandBasisPoints: basisPoints(market.band_percent ?? 0),
    bandPauseMs: market.band_pause_s * 1000,
    collarBelow50BasisPoints: basisPoints(engine.market_collar_percent_under_50),
    collarBasisPoints: basisPoints(engine.market_collar_percent),
    achMode: ach.mode,
    achVerificationMs: ach.verification_delay_ms,
    minTransferCents: checked(parseMoney(ach.min_transfer)),
    maxTransferCents: checked(parseMoney(ach.max_transfer)),
  }
}

function latencyOf(ms: Config['market']['latency']): Latency {
  return {
    new: { ms: ms.new_ms, jitterMs: ms.new_jitter_ms },
    replace: { ms: ms.replace_ms, jitterMs: ms.replace_jitter_ms },
    cancel: { ms: ms.cancel_ms, jitterMs: ms.cancel_jitter_ms },
    fill: { ms: ms.fill_ms, jitterMs: ms.fill_jitter_ms },
  }
}

const basisPoints = (percent: number): number => Math.round(percent * 100)

function checked(amount: number | string): number {
  if (typeof amount === 'string') throw new Error('loadConfig has checked every amount')
  return amount
}
