import { LOTS_PER_SHARE } from './amounts.ts'

/** A quantity of any size: whole shares and 1e-9 parts, 0 <= lots < 1e9. One below zero has the shares below it: -0.25 is -1 and 0.75. */
export interface ShareCount {
  readonly shares: number
  readonly lots: number
}

const LOTS = BigInt(LOTS_PER_SHARE)

/** All of it in lots, which outgrow a safe integer at nine million shares. */
export const allLots = ({ shares, lots }: ShareCount): bigint => BigInt(shares) * LOTS + BigInt(lots)

export function sharesOf(lots: bigint): ShareCount {
  const parts = ((lots % LOTS) + LOTS) % LOTS
  return { shares: Number((lots - parts) / LOTS), lots: Number(parts) }
}
