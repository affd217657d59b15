import { onTickAbove, onTickBelow, tickSizeAt } from '../../domain/amounts/tick.ts'
import { Side } from '../../domain/orders/order.ts'

/** What somebody would trade in an auction: so much, at this price or a better one. */
export interface Interest {
  readonly side: Side
  readonly lots: number
  readonly worstTicks: number
}

/** Where an auction clears. Sums of lots are `bigint`: a market can want more than a safe integer counts. */
export interface ClearingPrice {
  readonly ticks: number
  /** what trades */
  readonly pairedLots: bigint
  /** what the buyers want more than the sellers at this price; below 0 the other way round */
  readonly surplusLots: bigint
}

/**
 * The one price of a call auction: most volume, then the least imbalance, then nearest the reference, then the lower. Undefined where
 * nobody meets. Any price on the tick may be it: demand changes behind a buyer's worst price, supply at a seller's, so that those prices,
 * their neighbours and those about the reference, which a split may have left off the tick, are all that has to be looked at.
 */
export function clearingPrice(interests: readonly Interest[], referenceTicks: number): ClearingPrice | undefined {
  const buys = interests.filter(({ side }) => side === Side.Buy)
  const sells = interests.filter(({ side }) => side === Side.Sell)
  if (buys.length === 0 || sells.length === 0) return undefined
  const prices = [
    ...buys.flatMap(({ worstTicks }) => [onTickBelow(worstTicks), tickAbove(onTickBelow(worstTicks))]),
    ...sells.flatMap(({ worstTicks }) => [onTickAbove(worstTicks), tickBelow(onTickAbove(worstTicks))]),
    onTickBelow(referenceTicks),
    onTickAbove(referenceTicks),
  ].filter((ticks) => ticks > 0)
  const ascending = [...new Set(prices)].sort((a, b) => a - b)
  const demand = demandAt(buys, ascending)
  const supply = supplyAt(sells, ascending)
  let best: ClearingPrice | undefined
  ascending.forEach((ticks, index) => {
    const wanted = demand[index]!
    const offered = supply[index]!
    const found = { ticks, pairedLots: wanted < offered ? wanted : offered, surplusLots: wanted - offered }
    if (found.pairedLots > 0n && (!best || isBetter(found, best, referenceTicks))) best = found
  })
  return best
}

// Prices come in ascending order: of two that are equally good the lower one stays.
function isBetter(found: ClearingPrice, best: ClearingPrice, referenceTicks: number): boolean {
  if (found.pairedLots !== best.pairedLots) return found.pairedLots > best.pairedLots
  const imbalance = magnitude(found.surplusLots)
  const least = magnitude(best.surplusLots)
  if (imbalance !== least) return imbalance < least
  return Math.abs(found.ticks - referenceTicks) < Math.abs(best.ticks - referenceTicks)
}

const magnitude = (lots: bigint): bigint => (lots < 0n ? -lots : lots)

/** What buyers would take at each of the prices, which ascend. */
function demandAt(buys: readonly Interest[], ascending: readonly number[]): bigint[] {
  const dearestFirst = [...buys].sort((a, b) => b.worstTicks - a.worstTicks)
  const demand: bigint[] = []
  let next = 0
  let sum = 0n
  for (let index = ascending.length - 1; index >= 0; index--) {
    while (next < dearestFirst.length && dearestFirst[next]!.worstTicks >= ascending[index]!) sum += BigInt(dearestFirst[next++]!.lots)
    demand[index] = sum
  }
  return demand
}

/** What sellers would give at each of the prices, which ascend. */
function supplyAt(sells: readonly Interest[], ascending: readonly number[]): bigint[] {
  const cheapestFirst = [...sells].sort((a, b) => a.worstTicks - b.worstTicks)
  let next = 0
  let sum = 0n
  return ascending.map((ticks) => {
    while (next < cheapestFirst.length && cheapestFirst[next]!.worstTicks <= ticks) sum += BigInt(cheapestFirst[next++]!.lots)
    return sum
  })
}

const tickAbove = (ticks: number): number => ticks + tickSizeAt(ticks)
const tickBelow = (ticks: number): number => ticks - tickSizeAt(ticks - 1)
