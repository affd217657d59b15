import { addNotional, cashLots } from '../../domain/amounts/notional.ts'
import { CancelReason, hasStop, isOpen, type Order, Pending, OrderStatus, OrderType, Scenario, Side } from '../../domain/orders/order.ts'

/** An order being made into its next state; what leaves as an event is an `Order` again. */
export type NextOrder = { -readonly [K in keyof Order]: Order[K] }

/** What may still fill. On a cash order: the unspent money at a reference price, rounded down (rules of engagement 6.8). */
export function leavesOf(order: Order, referenceTicks: number): number {
  if (!isOpen(order.status)) return 0
  if (order.cashCents === 0) return order.quantityLots - order.filledLots
  return referenceTicks === 0 ? 0 : cashLots(order.cashCents - order.postedCents, referenceTicks, order.filledLots)
}

/** The status of an open order by what it waits for and has filled. */
export function workingStatus(order: Order): OrderStatus {
  // until its symbol trades again, whatever becomes of it meanwhile
  if (order.status === OrderStatus.Suspended) return OrderStatus.Suspended
  // an order that a script plays is held apart from the book, but works as far as its owner can see
  if ((order.held && order.scenario === Scenario.None) || order.inFlight || isWaitingStop(order))
    return order.filledLots > 0 ? OrderStatus.PartiallyFilled : OrderStatus.Accepted
  return order.filledLots > 0 ? OrderStatus.PartiallyFilled : OrderStatus.New
}

/** A stop that has not triggered yet. */
export function isWaitingStop(order: Order): boolean {
  return hasStop(order.type) && !order.triggered
}

/** Whether it trades at any price inside its collar: a market order, or a stop once triggered. */
export function isAtMarket(order: Order): boolean {
  return order.type === OrderType.Market || (order.type === OrderType.Stop && order.triggered)
}

/** A fill is counted: what it came to in shares, exactly in money, and in the cents that are posted. */
export function countFill(
  order: NextOrder,
  { lots, ticks, cents }: { readonly lots: number; readonly ticks: number; readonly cents: number },
): void {
  const notional = addNotional({ whole: order.notionalWhole, fraction: order.notionalFraction }, ticks, lots)
  order.filledLots += lots
  order.notionalWhole = notional.whole
  order.notionalFraction = notional.fraction
  order.postedCents += cents
}

/** Ends an order: nothing is left, nothing is held. */
export function end(order: NextOrder, status: OrderStatus, at: number, reason: CancelReason = CancelReason.None): void {
  order.status = status
  order.leavesLots = 0
  order.heldCents = 0
  order.heldLots = 0
  order.pending = Pending.None
  order.inFlight = false
  order.endedAt = at
  order.updatedAt = at
  order.cancelReason = reason
}

/** Whether an order of `side` with a worst price may trade at `ticks`. */
export function reaches(side: Side, worst: number, ticks: number): boolean {
  return side === Side.Buy ? ticks <= worst : ticks >= worst
}
