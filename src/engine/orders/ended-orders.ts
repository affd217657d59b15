import { NONE } from '../none.ts'
import type { OrderTable } from './order-table.ts'

/** The orders that have ended and wait until storage shows them, in the order of their ends: a list through their rows. */
export class EndedOrders {
  private readonly orders: OrderTable
  private last = NONE
  /** the one that ended first; NONE when there is none */
  first = NONE
  count = 0

  constructor(orders: OrderTable) {
    this.orders = orders
  }

  add(slot: number): void {
    this.orders.setNext(slot, NONE)
    this.orders.setPrevious(slot, this.last)
    if (this.last === NONE) this.first = slot
    else this.orders.setNext(this.last, slot)
    this.last = slot
    this.count++
  }

  remove(slot: number): void {
    const next = this.orders.next(slot)
    const previous = this.orders.previous(slot)
    if (previous === NONE) this.first = next
    else this.orders.setNext(previous, next)
    if (next === NONE) this.last = previous
    else this.orders.setPrevious(next, previous)
    this.count--
  }
}
