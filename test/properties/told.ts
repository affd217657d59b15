import { expect } from 'vitest'
import type { Event } from '../../src/domain/event.ts'
import { isOpen, marketOf, type Order, OrderStatus, OrderType, Side } from '../../src/domain/orders/order.ts'
import type { OrderFilled } from '../../src/domain/events/order-event.ts'

/** What events say of orders and moments, one after the other: what the state no longer shows. */
export class Told {
  private readonly moments = new Map<number, number>()
  private readonly statuses = new Map<number, OrderStatus>()

  note(events: readonly Event[]): void {
    for (const event of events) {
      if (!('order' in event) || !event.order) continue
      const { order } = event
      this.noteMoment(marketOf(order.number), event)
      if (event.type === 'OrderFilled' && !event.scripted) checkPrice(event)
      if (event.type === 'CancelRejected' || event.type === 'OrderStatusReported') continue
      this.noteStatus(order, event)
    }
  }

  private noteMoment(market: number, { at, type }: Event): void {
    expect(at, `${type} comes before what was told before it`).toBeGreaterThanOrEqual(this.moments.get(market) ?? 0)
    this.moments.set(market, at)
  }

  /** An order that has ended stays what it is, but for one of which a trade is taken back. */
  private noteStatus({ number, status }: Order, event: Event): void {
    const before = this.statuses.get(number)
    const isReopened = 'reopened' in event && event.reopened
    if (before !== undefined && !isOpen(before) && !isReopened) expect(status, `${event.type} of an order that had ended`).toBe(before)
    this.statuses.set(number, status)
  }
}

/** Nobody trades at a worse price than agreed. */
function checkPrice({ order, lastTicks }: OrderFilled): void {
  const isLimited = order.type === OrderType.Limit || order.type === OrderType.StopLimit
  const worst = isLimited ? order.limitTicks : order.collarTicks
  expect(order.side === Side.Buy ? lastTicks <= worst : lastTicks >= worst, `${order.firstClientOrderId} fills at ${lastTicks}`).toBe(true)
}
