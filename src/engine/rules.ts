import { type Latency, NO_LATENCY } from './venue/latency.ts'

/** Whom orders meet. */
export type Liquidity = 'clients' | 'quote' | 'both'

/**
 * What the operator configures of the engine's decisions. It only ever steers decisions, never how an event is applied: a change of
 * configuration can't rewrite history.
 */
export interface EngineRules {
  /** of the venue, for what clients ask */
  readonly latency: Latency
  readonly selfMatch: 'cancel_aggressor' | 'cancel_resting' | 'cancel_both' | 'decrement' | 'reject' | 'off'
  /** a market order without any price to measure its collar from, or without liquidity on the other side */
  readonly unpriced: 'wait' | 'refuse'
  /** when orders trade */
  readonly session: 'always_open' | 'us_equities'
  /** quotes of securities that walk move by themselves, or every quote stands where it was put */
  readonly quotes: 'walk' | 'still'
  /** what triggers stops: trades, quotes, or whichever comes first */
  readonly stopTrigger: 'print' | 'quote' | 'either'
  /** a quote older than this never fills; 0 = of any age */
  readonly staleQuoteMs: number
  /** whom the orders of a symbol meet: other clients, the quote, or both */
  readonly liquidity: Liquidity
  /** symbols with another liquidity than the rest */
  readonly liquidityOf: ReadonlyMap<string, Liquidity>
  readonly dayOrderEnd: 'expire' | 'done_for_day'
  /** 0 = no limit */
  readonly maxOrderLots: number
  /** 0 = no limit */
  readonly maxOrderCents: number
  /** per account; 0 = no limit */
  readonly maxOpenOrders: number
  /** furthest a limit may be from the reference price, in hundredths of a percent; 0 = off */
  readonly limitBandBasisPoints: number
  /** how far a trade may be from the price before the present five minutes, in hundredths of a percent; 0 = off */
  readonly bandBasisPoints: number
  /** how long a symbol pauses instead of such a trade */
  readonly bandPauseMs: number
  /** collar of market orders under and from 50.00, in hundredths of a percent */
  readonly collarBelow50BasisPoints: number
  readonly collarBasisPoints: number
  /** how transfers of the sandbox move on: at once, by themselves after business days, or by hand */
  readonly achMode: 'instant' | 'delayed' | 'manual'
  /** until the verifier decides about a live partner's bank link */
  readonly achVerificationMs: number
  /** per transfer */
  readonly minTransferCents: number
  readonly maxTransferCents: number
}

export const DEFAULT_RULES: EngineRules = {
  latency: NO_LATENCY,
  selfMatch: 'cancel_aggressor',
  unpriced: 'wait',
  session: 'always_open',
  quotes: 'still',
  stopTrigger: 'either',
  staleQuoteMs: 0,
  liquidity: 'both',
  liquidityOf: new Map(),
  dayOrderEnd: 'expire',
  maxOrderLots: 1_000_000 * 1_000_000_000,
  maxOrderCents: 5_000_000_00,
  maxOpenOrders: 500,
  limitBandBasisPoints: 0,
  bandBasisPoints: 0,
  bandPauseMs: 300_000,
  collarBelow50BasisPoints: 400,
  collarBasisPoints: 500,
  achMode: 'instant',
  achVerificationMs: 1_000,
  minTransferCents: 100,
  maxTransferCents: 1_000_000_00,
}
