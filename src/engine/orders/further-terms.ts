import { isOpen, type Order, type OrderStatus } from '../../domain/orders/order.ts'
import { NONE } from '../none.ts'

const CASH_CENTS = 0
const STOP_TICKS = 1
const COLLAR_TICKS = 2
const NOTIONAL_FRACTION = 3
const BEFORE_DAY_LOTS = 4
const BEFORE_DAY_WHOLE = 5
const BEFORE_DAY_FRACTION = 6
const ORDER_CLASS = 7
const LEG = 8
const COVER = 9
const PARENT = 10
const TRAIL_TICKS = 11
const TRAIL_BASIS_POINTS = 12
const SCENARIO = 13
const ENDED_AT = 14
const WIDTH = 15

/**
 * What a limit order in whole shares that stands by itself has nothing of, and when an order has ended that was changed behind its end: a row
 * for each order that has any of it.
 */
export class FurtherTerms {
  private rows = new Float64Array(WIDTH * 64)
  private used = 0
  private readonly free: number[] = []

  /** Stores what an order has of it in `row`, or in a new one where it has none (NONE) yet. The row; NONE where the order has nothing of it. */
  keep(row: number, order: Order): number {
    if (isPlain(order)) {
      if (row !== NONE) this.release(row)
      return NONE
    }
    const kept = row === NONE ? this.allocate() : row
    const { rows } = this
    const at = kept * WIDTH
    rows[at + CASH_CENTS] = order.cashCents
    rows[at + STOP_TICKS] = order.stopTicks
    rows[at + COLLAR_TICKS] = order.collarTicks
    rows[at + NOTIONAL_FRACTION] = order.notionalFraction
    rows[at + BEFORE_DAY_LOTS] = order.beforeDayLots
    rows[at + BEFORE_DAY_WHOLE] = order.beforeDayWhole
    rows[at + BEFORE_DAY_FRACTION] = order.beforeDayFraction
    rows[at + ORDER_CLASS] = order.orderClass
    rows[at + LEG] = order.leg
    rows[at + COVER] = order.cover
    rows[at + PARENT] = order.parent
    rows[at + TRAIL_TICKS] = order.trailTicks
    rows[at + TRAIL_BASIS_POINTS] = order.trailBasisPoints
    rows[at + SCENARIO] = order.scenario
    rows[at + ENDED_AT] = order.endedAt
    return kept
  }

  release(row: number): void {
    this.free.push(row)
  }

  cashCents(row: number): number {
    return this.rows[row * WIDTH + CASH_CENTS]!
  }

  stopTicks(row: number): number {
    return this.rows[row * WIDTH + STOP_TICKS]!
  }

  collarTicks(row: number): number {
    return this.rows[row * WIDTH + COLLAR_TICKS]!
  }

  notionalFraction(row: number): number {
    return this.rows[row * WIDTH + NOTIONAL_FRACTION]!
  }

  beforeDayLots(row: number): number {
    return this.rows[row * WIDTH + BEFORE_DAY_LOTS]!
  }

  beforeDayWhole(row: number): number {
    return this.rows[row * WIDTH + BEFORE_DAY_WHOLE]!
  }

  beforeDayFraction(row: number): number {
    return this.rows[row * WIDTH + BEFORE_DAY_FRACTION]!
  }

  orderClass(row: number): number {
    return this.rows[row * WIDTH + ORDER_CLASS]!
  }

  leg(row: number): number {
    return this.rows[row * WIDTH + LEG]!
  }

  cover(row: number): number {
    return this.rows[row * WIDTH + COVER]!
  }

  parent(row: number): number {
    return this.rows[row * WIDTH + PARENT]!
  }

  trailTicks(row: number): number {
    return this.rows[row * WIDTH + TRAIL_TICKS]!
  }

  trailBasisPoints(row: number): number {
    return this.rows[row * WIDTH + TRAIL_BASIS_POINTS]!
  }

  scenario(row: number): number {
    return this.rows[row * WIDTH + SCENARIO]!
  }

  endedAt(row: number): number {
    return this.rows[row * WIDTH + ENDED_AT]!
  }

  private allocate(): number {
    const free = this.free.pop()
    if (free !== undefined) return free
    if ((this.used + 1) * WIDTH > this.rows.length) {
      const grown = new Float64Array(this.rows.length * 2)
      grown.set(this.rows)
      this.rows = grown
    }
    return this.used++
  }
}

/** When an order has ended whose last change that was; a bust or a correction may follow. */
export const endOf = (status: OrderStatus, updatedAt: number): number => (isOpen(status) ? 0 : updatedAt)

function isPlain(order: Order): boolean {
  return (
    order.cashCents === 0 &&
    order.stopTicks === 0 &&
    order.collarTicks === 0 &&
    order.notionalFraction === 0 &&
    order.beforeDayLots === 0 &&
    order.beforeDayWhole === 0 &&
    order.beforeDayFraction === 0 &&
    order.orderClass === 0 &&
    order.leg === 0 &&
    order.cover === 0 &&
    order.parent === 0 &&
    order.trailTicks === 0 &&
    order.trailBasisPoints === 0 &&
    order.scenario === 0 &&
    order.endedAt === endOf(order.status, order.updatedAt)
  )
}
