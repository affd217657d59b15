import { parseMoney, parseQuantity } from '../domain/amounts.ts'
import type { EngineRules } from '../engine/rules.ts'
import type { Config } from '../config.ts'

/** The engine's rules in its own units: lots, cents and hundredths of a percent; 0 where there is no limit. */
export function engineRules({ engine, market, ach }: Config): EngineRules {
  return {
    selfMatch: engine.self_match,
    unpriced: market.unpriced,
    dayOrderEnd: engine.day_order_end,
    maxOrderLots: engine.max_order_quantity === null ? 0 : checked(parseQuantity(engine.max_order_quantity)),
    maxOrderCents: engine.max_order_notional === null ? 0 : checked(parseMoney(engine.max_order_notional)),
    maxOpenOrders: engine.max_open_orders ?? 0,
    priceBandBasisPoints: basisPoints(engine.price_band_percent ?? 0),
    collarBelow50BasisPoints: basisPoints(engine.market_collar_percent_under_50),
    collarBasisPoints: basisPoints(engine.market_collar_percent),
    minTransferCents: checked(parseMoney(ach.min_transfer)),
    maxTransferCents: checked(parseMoney(ach.max_transfer)),
  }
}

const basisPoints = (percent: number): number => Math.round(percent * 100)

function checked(amount: number | string): number {
  if (typeof amount === 'string') throw new Error('loadConfig has checked every amount')
  return amount
}
