import type { MarketClock } from '../../domain/view.ts'

/** The clock of a new market: the real one. */
export const REAL_CLOCK: MarketClock = { frozenAt: 0, offsetMs: 0 }

/** The time of a market at a moment of the real clock. */
export function marketTime({ frozenAt, offsetMs }: MarketClock, real: number): number {
  return frozenAt === 0 ? real + offsetMs : frozenAt
}

/** When the real clock brings a market to a moment: while its clock stands still at once (0) or never. */
export function realTime({ frozenAt, offsetMs }: MarketClock, moment: number): number {
  if (frozenAt === 0) return moment - offsetMs
  return moment <= frozenAt ? 0 : Infinity
}
