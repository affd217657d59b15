/**
 * What the operator configures of the engine's decisions. It only ever steers decisions, never how an event is applied: a change of
 * configuration can't rewrite history.
 */
export interface EngineRules {
  readonly selfMatch: 'cancel_aggressor' | 'cancel_resting' | 'cancel_both' | 'decrement' | 'reject' | 'off'
  /** a market order without any price to measure its collar from, or without liquidity on the other side */
  readonly unpriced: 'wait' | 'refuse'
  readonly dayOrderEnd: 'expire' | 'done_for_day'
  /** 0 = no limit */
  readonly maxOrderLots: number
  /** 0 = no limit */
  readonly maxOrderCents: number
  /** per account; 0 = no limit */
  readonly maxOpenOrders: number
  /** furthest a limit may be from the reference price, in hundredths of a percent; 0 = off */
  readonly priceBandBasisPoints: number
  /** collar of market orders under and from 50.00, in hundredths of a percent */
  readonly collarBelow50BasisPoints: number
  readonly collarBasisPoints: number
  /** per transfer */
  readonly minTransferCents: number
  readonly maxTransferCents: number
}

export const DEFAULT_RULES: EngineRules = {
  selfMatch: 'cancel_aggressor',
  unpriced: 'wait',
  dayOrderEnd: 'expire',
  maxOrderLots: 1_000_000 * 1_000_000_000,
  maxOrderCents: 5_000_000_00,
  maxOpenOrders: 500,
  priceBandBasisPoints: 0,
  collarBelow50BasisPoints: 400,
  collarBasisPoints: 500,
  minTransferCents: 100,
  maxTransferCents: 1_000_000_00,
}
