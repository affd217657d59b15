import type { OrderGroup, PlaceOrder } from '../../domain/command.ts'

/**
 * A 52-bit digest of what an order asks for (contract section 5: symbol, side, order_type, quantity, notional, limit_price, stop_price,
 * time_in_force, extended_hours). A repeated client_order_id is the same order exactly when the digests are equal.
 */
export function contentOf(order: PlaceOrder): number {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  const mix = (value: number): void => {
    low = Math.imul(low ^ value, 0x01000193)
    high = Math.imul(high ^ value, 0x85ebca6b)
    high ^= high >>> 13
  }
  const mixNumber = (value: number): void => {
    mix(value | 0)
    mix((value / 0x1_0000_0000) | 0)
  }
  for (let i = 0; i < order.symbol.length; i++) mix(order.symbol.charCodeAt(i))
  mix(order.side * 64 + order.orderType * 8 + order.timeInForce)
  mix(order.extendedHours ? 1 : 0)
  mixNumber(order.quantityLots)
  mixNumber(order.cashCents)
  mixNumber(order.limitTicks)
  mixNumber(order.stopTicks)
  if (order.trail) mixNumber(order.trail.ticks + order.trail.basisPoints * 0x1_0000_0000)
  if (order.group) mixGroup(order.group, mixNumber)
  return (low >>> 0) * 0x10_0000 + ((high >>> 0) & 0xf_ffff)
}

function mixGroup(
  { orderClass, takeProfitTicks, stopLossTicks, stopLossLimitTicks }: OrderGroup,
  mixNumber: (value: number) => void,
): void {
  for (const value of [orderClass, takeProfitTicks, stopLossTicks, stopLossLimitTicks]) mixNumber(value)
}
