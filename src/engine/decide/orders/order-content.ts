import type { OrderEcho, OrderGroup, PlaceOrder } from '../../../domain/commands/order-command.ts'

/**
 * A 52-bit digest of what an order asks for (contract section 5: symbol, side, order_type, quantity, notional, limit_price, stop_price,
 * time_in_force, extended_hours). A repeated client_order_id is the same order exactly when the digests are equal.
 */
export function contentOf(order: PlaceOrder): number {
  lanes[0] = 0x811c9dc5
  lanes[1] = 0x9747b28c
  for (let i = 0; i < order.symbol.length; i++) mix(order.symbol.charCodeAt(i))
  mix(order.side * 64 + order.orderType * 8 + order.timeInForce)
  mix(order.extendedHours ? 1 : 0)
  mixNumber(order.quantityLots)
  mixNumber(order.cashCents)
  mixNumber(order.limitTicks)
  mixNumber(order.stopTicks)
  if (order.trail) mixNumber(order.trail.ticks + order.trail.basisPoints * 0x1_0000_0000)
  if (order.group) mixGroup(order.group)
  if (order.echo) mixEcho(order.echo)
  return (lanes[0]! >>> 0) * 0x10_0000 + (lanes[1]! & 0xf_ffff)
}

// the two halves at work; every order is digested, so nothing is allocated for it
const lanes = new Int32Array(2)

function mix(value: number): void {
  lanes[0] = Math.imul(lanes[0]! ^ value, 0x01000193)
  const high = Math.imul(lanes[1]! ^ value, 0x85ebca6b)
  lanes[1] = high ^ (high >>> 13)
}

function mixNumber(value: number): void {
  mix(value | 0)
  mix((value / 0x1_0000_0000) | 0)
}

function mixGroup({ orderClass, takeProfitTicks, stopLossTicks, stopLossLimitTicks }: OrderGroup): void {
  for (const value of [orderClass, takeProfitTicks, stopLossTicks, stopLossLimitTicks]) mixNumber(value)
}

/** Amounts that could not be converted tell orders apart by their texts. */
function mixEcho({ quantity, cash, price, stopPrice }: OrderEcho): void {
  const texts = JSON.stringify([quantity, cash, price, stopPrice])
  for (let i = 0; i < texts.length; i++) mix(texts.charCodeAt(i))
}
