import { NONE } from '../none.ts'
import { type OrderTable } from '../orders/order-table.ts'

const SMALLEST = 8

/**
 * One side of a book: price levels, best last, each a first-in-first-out queue of order slots. A level is found by binary search, an order
 * leaves its queue by its own links; nothing ever walks a queue to fill or to cancel.
 *
 * `ascending` says which price is best: true on the bid side (the highest), false on the ask side (the lowest). Stops use the same
 * structure with the price that triggers first as best.
 */
export class PriceLevels {
  private readonly orders: OrderTable
  private readonly sign: number
  /** number of levels */
  count = 0
  // sign × price, ascending, so that the best level is the last
  private keys = new Float64Array(SMALLEST)
  private heads = new Int32Array(SMALLEST)
  private tails = new Int32Array(SMALLEST)

  constructor(orders: OrderTable, ascending: boolean) {
    this.orders = orders
    this.sign = ascending ? 1 : -1
  }

  /** Best price in ticks; 0 when empty. */
  bestTicks(): number {
    return this.count === 0 ? 0 : this.keys[this.count - 1]! * this.sign
  }

  /** First order at the best price; NONE when empty. */
  bestSlot(): number {
    return this.count === 0 ? NONE : this.heads[this.count - 1]!
  }

  /** Price of the `rank`-th best level, 0 being the best. */
  ticksAt(rank: number): number {
    return this.keys[this.count - 1 - rank]! * this.sign
  }

  headAt(rank: number): number {
    return this.heads[this.count - 1 - rank]!
  }

  /** All orders, from the best price on, each price first in time. */
  slots(): number[] {
    const slots: number[] = []
    for (let rank = 0; rank < this.count; rank++)
      for (let slot = this.headAt(rank); slot !== NONE; slot = this.orders.next(slot)) slots.push(slot)
    return slots
  }

  /** Puts an order at the back of the queue of its price. */
  add(slot: number, ticks: number): void {
    const { orders } = this
    const key = ticks * this.sign
    const index = this.search(key)
    orders.setNext(slot, NONE)
    if (index < this.count && this.keys[index] === key) {
      const tail = this.tails[index]!
      orders.setNext(tail, slot)
      orders.setPrevious(slot, tail)
      this.tails[index] = slot
      return
    }
    this.insertLevel(index, key, slot)
    orders.setPrevious(slot, NONE)
  }

  /**
   * Puts an order into the queue of its price where its time priority belongs: before those that were placed later. `later`: one of them, from
   * which it is looked for; NONE: from the back.
   */
  addByPlace(slot: number, ticks: number, later: number): void {
    const { orders } = this
    const place = orders.placed(slot)
    const index = this.search(ticks * this.sign)
    const isLevel = index < this.count && this.keys[index] === ticks * this.sign
    let after = later
    if (isLevel) {
      const behind = later === NONE ? this.tails[index]! : orders.previous(later)
      for (let last = behind; last !== NONE && orders.placed(last) > place; last = orders.previous(last)) after = last
    }
    if (after === NONE) {
      this.add(slot, ticks)
      return
    }
    const before = orders.previous(after)
    orders.setNext(slot, after)
    orders.setPrevious(slot, before)
    orders.setPrevious(after, slot)
    if (before === NONE) this.heads[index] = slot
    else orders.setNext(before, slot)
  }

  /** Takes an order out of the queue of the price that it was added at. */
  remove(slot: number, ticks: number): void {
    const { orders } = this
    const before = orders.previous(slot)
    const after = orders.next(slot)
    if (before !== NONE) orders.setNext(before, after)
    if (after !== NONE) orders.setPrevious(after, before)
    if (before !== NONE && after !== NONE) return
    const index = this.search(ticks * this.sign)
    if (before === NONE && after === NONE) this.removeLevel(index)
    else if (before === NONE) this.heads[index] = after
    else this.tails[index] = before
  }

  // First index whose key is not below: where the level is or belongs. Looks at the best level first: most traffic is there.
  private search(key: number): number {
    const { keys } = this
    let high = this.count
    if (high > 0) {
      const best = keys[high - 1]!
      if (key > best) return high
      if (key === best) return high - 1
    }
    let low = 0
    while (low < high) {
      const middle = (low + high) >>> 1
      if (keys[middle]! < key) low = middle + 1
      else high = middle
    }
    return low
  }

  private insertLevel(index: number, key: number, slot: number): void {
    if (this.count === this.keys.length) this.grow()
    if (index < this.count) {
      this.keys.copyWithin(index + 1, index, this.count)
      this.heads.copyWithin(index + 1, index, this.count)
      this.tails.copyWithin(index + 1, index, this.count)
    }
    this.keys[index] = key
    this.heads[index] = slot
    this.tails[index] = slot
    this.count++
  }

  private removeLevel(index: number): void {
    this.count--
    if (index < this.count) {
      this.keys.copyWithin(index, index + 1, this.count + 1)
      this.heads.copyWithin(index, index + 1, this.count + 1)
      this.tails.copyWithin(index, index + 1, this.count + 1)
    }
  }

  private grow(): void {
    const length = this.keys.length * 2
    const keys = new Float64Array(length)
    const heads = new Int32Array(length)
    const tails = new Int32Array(length)
    keys.set(this.keys)
    heads.set(this.heads)
    tails.set(this.tails)
    this.keys = keys
    this.heads = heads
    this.tails = tails
  }
}
