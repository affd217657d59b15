import { notionalCents } from '../../domain/amounts/notional.ts'
import { Side } from '../../domain/orders/order.ts'

/** Cents that a trade comes to for a side, rounded half-even. What rounds to nothing costs a buyer a cent: no share is free. */
export function tradeCents(side: Side, priceTicks: number, lots: number): number {
  const exact = notionalCents(priceTicks, lots)
  return side === Side.Buy ? Math.max(exact, 1) : exact
}
