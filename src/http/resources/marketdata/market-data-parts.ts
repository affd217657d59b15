import type { MarketData } from '../../../market/market-data.ts'
import type { Gateway } from '../../gateway.ts'

/** What the resources of market data work with. */
export interface MarketDataParts extends Pick<Gateway, 'view' | 'sequencer' | 'projection'> {
  readonly marketData: MarketData
  /** quotes are served in regular hours alone: `market.enforce_hours` */
  readonly enforceHours: boolean
  /** real clock, epoch ms */
  readonly now: () => number
}
