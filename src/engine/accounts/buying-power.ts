import { lotsForUp, mostLots, notionalCentsUp } from '../../domain/amounts/notional.ts'
import { Cover, hasLimit, type Order, Side } from '../../domain/orders/order.ts'
import type { EngineRules } from '../rules.ts'

const FIFTY_DOLLARS = 500_000

/** c of contract section 6, in hundredths of a percent. */
function collarBasisPoints(rules: EngineRules, referenceTicks: number): number {
  return referenceTicks < FIFTY_DOLLARS ? rules.collarBelow50BasisPoints : rules.collarBasisPoints
}

/** The worst price of a market order measured from a reference price: above it for a buy, below it for a sell. */
export function collarTicks(rules: EngineRules, side: Side, referenceTicks: number): number {
  const points = collarBasisPoints(rules, referenceTicks)
  if (side === Side.Buy) return Math.floor((referenceTicks * (10_000 + points)) / 10_000)
  return Math.ceil((referenceTicks * (10_000 - points)) / 10_000)
}

/**
 * Cents that an open buy holds (contract section 6): remaining × its limit, its stop or reference plus the collar, or the unspent money of
 * a cash order. Rounded up, so that no rounding of its fills can overspend. 0 for sells.
 */
export function heldCentsOf(order: Order): number {
  if (order.side === Side.Sell) return 0
  if (order.cashCents > 0) return order.cashCents - order.postedCents
  const remaining = order.quantityLots - order.filledLots
  return notionalCentsUp(hasLimit(order.type) ? order.limitTicks : order.collarTicks, remaining)
}

/** Lots that an open sell holds: its remaining quantity, or what a cash order may need at its collar. 0 for buys and for legs that another order covers. */
export function heldLotsOf(order: Order): number {
  if (order.side === Side.Buy || order.cover !== Cover.Own) return 0
  if (order.cashCents === 0) return order.quantityLots - order.filledLots
  if (order.collarTicks === 0) return 0
  return Math.min(lotsForUp(order.cashCents - order.postedCents, order.collarTicks), mostLots(order.filledLots))
}
