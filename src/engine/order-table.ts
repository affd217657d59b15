import {
  type CancelReason,
  type Cover,
  isOpen,
  type Leg,
  type Order,
  type OrderClass,
  type OrderStatus,
  type OrderType,
  type Pending,
  type Scenario,
  type Side,
  type TimeInForce,
} from '../domain/order.ts'

/** Account column of the rows that stand for the quote: they belong to the house and have no order number. */
export const HOUSE_ACCOUNT = -1

const TRIGGERED = 1
const EXTENDED_HOURS = 2
const HELD = 4
const CANCEL_ON_HALT = 8
const IN_FLIGHT = 16

/** No slot, no neighbour. */
export const NONE = -1

/**
 * All live orders as rows of typed arrays: 211 bytes an order and nothing for the garbage collector to walk. A slot is a row's index; it
 * is reused once the row is released. Queues (price levels, the orders of an account) are linked lists of slots.
 */
export class OrderTable {
  capacity: number
  used = 0
  private free = NONE

  number!: Float64Array
  quantityLots!: Float64Array
  cashCents!: Float64Array
  limitTicks!: Float64Array
  stopTicks!: Float64Array
  collarTicks!: Float64Array
  filledLots!: Float64Array
  notionalWhole!: Float64Array
  notionalFraction!: Float64Array
  postedCents!: Float64Array
  heldCents!: Float64Array
  heldLots!: Float64Array
  beforeDayLots!: Float64Array
  beforeDayWhole!: Float64Array
  beforeDayFraction!: Float64Array
  content!: Float64Array
  createdAt!: Float64Array
  updatedAt!: Float64Array
  endedAt!: Float64Array
  /** journal position of the event that ended it; 0 while open */
  endedPosition!: Float64Array
  parent!: Float64Array
  /** journal position of the event that gave it its place in its queue: its time priority */
  placed!: Float64Array
  account!: Int32Array
  session!: Int32Array
  instrument!: Int32Array
  enteredDay!: Int32Array
  revision!: Int32Array
  trailTicks!: Int32Array
  trailBasisPoints!: Int32Array
  /** neighbours in the queue of its price level, stop level or market queue */
  next!: Int32Array
  previous!: Int32Array
  /** neighbours among the open orders of its account */
  accountNext!: Int32Array
  accountPrevious!: Int32Array
  side!: Uint8Array
  type!: Uint8Array
  timeInForce!: Uint8Array
  status!: Uint8Array
  flags!: Uint8Array
  cancelReason!: Uint8Array
  pending!: Uint8Array
  /** class, leg and cover in one: class + 4 × leg + 16 × cover */
  linkage!: Uint8Array
  scenario!: Uint8Array
  clientOrderId: string[] = []
  firstClientOrderId: string[] = []

  /** `capacity`: rows to begin with; it doubles when they run out. Untouched rows cost no memory. */
  constructor(capacity: number) {
    this.capacity = 0
    this.grow(capacity)
  }

  /** A row to write to. */
  allocate(): number {
    if (this.free !== NONE) {
      const slot = this.free
      this.free = this.next[slot]!
      return slot
    }
    if (this.used === this.capacity) this.grow(this.capacity * 2)
    return this.used++
  }

  release(slot: number): void {
    this.number[slot] = 0
    this.status[slot] = 0
    this.clientOrderId[slot] = ''
    this.firstClientOrderId[slot] = ''
    this.next[slot] = this.free
    this.free = slot
  }

  /** The order in a row. `leavesLots` of a cash order depends on the reference price and is left to the caller. */
  read(slot: number): Order {
    const status = this.status[slot] as OrderStatus
    const quantityLots = this.quantityLots[slot]!
    const filledLots = this.filledLots[slot]!
    const flags = this.flags[slot]!
    return {
      number: this.number[slot]!,
      account: this.account[slot]!,
      session: this.session[slot]!,
      instrument: this.instrument[slot]!,
      clientOrderId: this.clientOrderId[slot]!,
      firstClientOrderId: this.firstClientOrderId[slot]!,
      side: this.side[slot] as Side,
      type: this.type[slot] as OrderType,
      timeInForce: this.timeInForce[slot] as TimeInForce,
      extendedHours: (flags & EXTENDED_HOURS) !== 0,
      status,
      quantityLots,
      cashCents: this.cashCents[slot]!,
      limitTicks: this.limitTicks[slot]!,
      stopTicks: this.stopTicks[slot]!,
      collarTicks: this.collarTicks[slot]!,
      triggered: (flags & TRIGGERED) !== 0,
      filledLots,
      leavesLots: isOpen(status) && quantityLots > 0 ? quantityLots - filledLots : 0,
      notionalWhole: this.notionalWhole[slot]!,
      notionalFraction: this.notionalFraction[slot]!,
      postedCents: this.postedCents[slot]!,
      heldCents: this.heldCents[slot]!,
      heldLots: this.heldLots[slot]!,
      enteredDay: this.enteredDay[slot]!,
      beforeDayLots: this.beforeDayLots[slot]!,
      beforeDayWhole: this.beforeDayWhole[slot]!,
      beforeDayFraction: this.beforeDayFraction[slot]!,
      content: this.content[slot]!,
      revision: this.revision[slot]!,
      createdAt: this.createdAt[slot]!,
      updatedAt: this.updatedAt[slot]!,
      endedAt: this.endedAt[slot]!,
      cancelReason: this.cancelReason[slot] as CancelReason,
      pending: this.pending[slot] as Pending,
      inFlight: (flags & IN_FLIGHT) !== 0,
      held: (flags & HELD) !== 0,
      cancelOnHalt: (flags & CANCEL_ON_HALT) !== 0,
      orderClass: (this.linkage[slot]! & 3) as OrderClass,
      leg: ((this.linkage[slot]! >>> 2) & 3) as Leg,
      cover: (this.linkage[slot]! >>> 4) as Cover,
      parent: this.parent[slot]!,
      trailTicks: this.trailTicks[slot]!,
      trailBasisPoints: this.trailBasisPoints[slot]!,
      scenario: this.scenario[slot] as Scenario,
    }
  }

  /** Stores an order whole; links are kept. */
  write(slot: number, order: Order): void {
    this.number[slot] = order.number
    this.account[slot] = order.account
    this.session[slot] = order.session
    this.instrument[slot] = order.instrument
    this.clientOrderId[slot] = order.clientOrderId
    this.firstClientOrderId[slot] = order.firstClientOrderId
    this.side[slot] = order.side
    this.type[slot] = order.type
    this.timeInForce[slot] = order.timeInForce
    this.flags[slot] =
      (order.extendedHours ? EXTENDED_HOURS : 0) |
      (order.triggered ? TRIGGERED : 0) |
      (order.inFlight ? IN_FLIGHT : 0) |
      (order.held ? HELD : 0) |
      (order.cancelOnHalt ? CANCEL_ON_HALT : 0)
    this.status[slot] = order.status
    this.quantityLots[slot] = order.quantityLots
    this.cashCents[slot] = order.cashCents
    this.limitTicks[slot] = order.limitTicks
    this.stopTicks[slot] = order.stopTicks
    this.collarTicks[slot] = order.collarTicks
    this.filledLots[slot] = order.filledLots
    this.notionalWhole[slot] = order.notionalWhole
    this.notionalFraction[slot] = order.notionalFraction
    this.postedCents[slot] = order.postedCents
    this.heldCents[slot] = order.heldCents
    this.heldLots[slot] = order.heldLots
    this.enteredDay[slot] = order.enteredDay
    this.beforeDayLots[slot] = order.beforeDayLots
    this.beforeDayWhole[slot] = order.beforeDayWhole
    this.beforeDayFraction[slot] = order.beforeDayFraction
    this.content[slot] = order.content
    this.revision[slot] = order.revision
    this.createdAt[slot] = order.createdAt
    this.updatedAt[slot] = order.updatedAt
    this.endedAt[slot] = order.endedAt
    this.cancelReason[slot] = order.cancelReason
    this.pending[slot] = order.pending
    this.linkage[slot] = order.orderClass + 4 * order.leg + 16 * order.cover
    this.parent[slot] = order.parent
    this.trailTicks[slot] = order.trailTicks
    this.trailBasisPoints[slot] = order.trailBasisPoints
    this.scenario[slot] = order.scenario
  }

  isTriggered(slot: number): boolean {
    return (this.flags[slot]! & TRIGGERED) !== 0
  }

  isHeld(slot: number): boolean {
    return (this.flags[slot]! & HELD) !== 0
  }

  /** Held, or on its way to the book. */
  isApart(slot: number): boolean {
    return (this.flags[slot]! & (HELD | IN_FLIGHT)) !== 0
  }

  isInFlight(slot: number): boolean {
    return (this.flags[slot]! & IN_FLIGHT) !== 0
  }

  coverOf(slot: number): Cover {
    return (this.linkage[slot]! >>> 4) as Cover
  }

  setHeld(slot: number, held: boolean): void {
    if (held) this.flags[slot]! |= HELD
    else this.flags[slot]! &= ~HELD
  }

  isExtendedHours(slot: number): boolean {
    return (this.flags[slot]! & EXTENDED_HOURS) !== 0
  }

  isHouse(slot: number): boolean {
    return this.account[slot] === HOUSE_ACCOUNT
  }

  private grow(capacity: number): void {
    const float = (old: Float64Array | undefined): Float64Array => {
      const grown = new Float64Array(capacity)
      if (old) grown.set(old)
      return grown
    }
    const int = (old: Int32Array | undefined): Int32Array => {
      const grown = new Int32Array(capacity)
      if (old) grown.set(old)
      return grown
    }
    const byte = (old: Uint8Array | undefined): Uint8Array => {
      const grown = new Uint8Array(capacity)
      if (old) grown.set(old)
      return grown
    }
    this.number = float(this.number)
    this.quantityLots = float(this.quantityLots)
    this.cashCents = float(this.cashCents)
    this.limitTicks = float(this.limitTicks)
    this.stopTicks = float(this.stopTicks)
    this.collarTicks = float(this.collarTicks)
    this.filledLots = float(this.filledLots)
    this.notionalWhole = float(this.notionalWhole)
    this.notionalFraction = float(this.notionalFraction)
    this.postedCents = float(this.postedCents)
    this.heldCents = float(this.heldCents)
    this.heldLots = float(this.heldLots)
    this.beforeDayLots = float(this.beforeDayLots)
    this.beforeDayWhole = float(this.beforeDayWhole)
    this.beforeDayFraction = float(this.beforeDayFraction)
    this.content = float(this.content)
    this.createdAt = float(this.createdAt)
    this.updatedAt = float(this.updatedAt)
    this.endedAt = float(this.endedAt)
    this.endedPosition = float(this.endedPosition)
    this.parent = float(this.parent)
    this.placed = float(this.placed)
    this.account = int(this.account)
    this.session = int(this.session)
    this.instrument = int(this.instrument)
    this.enteredDay = int(this.enteredDay)
    this.revision = int(this.revision)
    this.trailTicks = int(this.trailTicks)
    this.trailBasisPoints = int(this.trailBasisPoints)
    this.next = int(this.next)
    this.previous = int(this.previous)
    this.accountNext = int(this.accountNext)
    this.accountPrevious = int(this.accountPrevious)
    this.side = byte(this.side)
    this.type = byte(this.type)
    this.timeInForce = byte(this.timeInForce)
    this.status = byte(this.status)
    this.flags = byte(this.flags)
    this.cancelReason = byte(this.cancelReason)
    this.pending = byte(this.pending)
    this.linkage = byte(this.linkage)
    this.scenario = byte(this.scenario)
    this.capacity = capacity
  }
}
