import { LOTS_PER_SHARE } from '../domain/amounts/amounts.ts'

/** A quantity of any size: whole shares and 0 <= lots < 1e9 parts. */
export interface ShareCount {
  readonly shares: number
  readonly lots: number
}

const PARTS = BigInt(LOTS_PER_SHARE)

/** Sums of lots outgrow a safe integer at nine million shares. */
export function sharesOf(lots: bigint): ShareCount {
  const parts = ((lots % PARTS) + PARTS) % PARTS
  return { shares: Number((lots - parts) / PARTS), lots: Number(parts) }
}
