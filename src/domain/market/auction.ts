import type { Side } from '../orders/order.ts'

export const AUCTIONS = ['opening', 'closing'] as const
export type AuctionKind = (typeof AUCTIONS)[number]

/** Where an auction would clear with the orders of this moment. */
export interface AuctionIndication {
  readonly ticks: number
  /** what would trade; as exact as a double beyond nine million shares */
  readonly pairedLots: number
  /** what would be left at that price, on one side */
  readonly imbalanceLots: number
  /** of what would be left; absent where nothing is */
  readonly side?: Side
}
