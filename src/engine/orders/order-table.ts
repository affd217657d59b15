import { HOUSE } from '../../domain/events/order-event.ts'
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
  Scenario,
  Side,
  type TimeInForce,
} from '../../domain/orders/order.ts'
import { ClientOrderIds } from './client-order-ids.ts'
import { endOf, FurtherTerms } from './further-terms.ts'
import { NONE } from '../none.ts'

const TRIGGERED = 1
const EXTENDED_HOURS = 2
const HELD = 4
const CANCEL_ON_HALT = 8
const IN_FLIGHT = 16
const RENEWED = 32

// A row: numbers, whole numbers of 32 bits and bytes, each named by its place in the view that it is read by.
const ROW_BYTES = 144
const FLOATS = ROW_BYTES / 8
const INTS = ROW_BYTES / 4

// What queues and the release of an ended order need lies in the first 64 bytes, one cache line: most often the order has long left the caches
// by then, and each further line costs as much as a hundred instructions.
const NUMBER = 0
const PLACED = 1
const QUANTITY_LOTS = 2
const FILLED_LOTS = 3
const LIMIT_TICKS = 4
const NEXT = 10
const PREVIOUS = 11
/** entry of `ids` */
const FIRST_ID = 12
/** row of `further`; NONE on most orders */
const FURTHER = 13
const SIDE = 56
const TYPE = 57
const TIME_IN_FORCE = 58
const STATUS = 59
const FLAGS = 60
const CANCEL_REASON = 61
const PENDING = 62

const NOTIONAL_WHOLE = 8
const POSTED_CENTS = 9
/** cents of a buy, lots of a sell */
const HOLD = 10
const CONTENT = 11
const CREATED_AT = 12
const UPDATED_AT = 13
const ACCOUNT = 28
const SESSION = 29
const INSTRUMENT = 30
const ENTERED_DAY = 31
const REVISION = 32
const ACCOUNT_NEXT = 33
const ACCOUNT_PREVIOUS = 34
/** entry of `ids` */
const PRESENT_ID = 35

/**
 * All live orders, each one row of numbers: 144 bytes that lie together, so that an order is three or four cache lines, and nothing for the garbage
 * collector to walk. What few orders have (money instead of a quantity, a stop, a group, …) is apart, and so are the ids. A slot is a
 * row's index; it is reused once the row is released. Queues (price levels, the orders of an account) are linked lists of slots.
 */
export class OrderTable {
  readonly ids: ClientOrderIds
  private readonly further = new FurtherTerms()
  private capacity: number
  private used = 0
  private free = NONE
  // three views of the same rows
  private floats: Float64Array
  private ints: Int32Array
  private bytes: Uint8Array

  /** `capacity`: rows to begin with; it doubles when they run out. Untouched rows cost no memory. */
  constructor(capacity: number) {
    this.capacity = capacity
    this.ids = new ClientOrderIds(capacity)
    this.floats = new Float64Array(capacity * FLOATS)
    this.ints = new Int32Array(this.floats.buffer)
    this.bytes = new Uint8Array(this.floats.buffer)
  }

  /** A row for a new order or a side of the quote. It is in no queue, and found by the id that it was entered with. */
  add(order: Order): number {
    const slot = this.allocate()
    const ints = slot * INTS
    this.ints[ints + FURTHER] = NONE
    const first = order.account === HOUSE ? NONE : this.ids.add(order.account, order.firstClientOrderId, slot)
    this.ints[ints + FIRST_ID] = first
    this.ints[ints + PRESENT_ID] = first
    this.write(slot, order)
    this.setClientOrderId(slot, order.clientOrderId)
    return slot
  }

  /** Gives the row back. No id finds it any more. */
  release(slot: number): void {
    const ints = slot * INTS
    const first = this.ints[ints + FIRST_ID]!
    if (first !== NONE) this.ids.removeChain(first)
    const further = this.ints[ints + FURTHER]!
    if (further !== NONE) this.further.release(further)
    this.floats[slot * FLOATS + NUMBER] = 0
    this.bytes[slot * ROW_BYTES + STATUS] = 0
    this.ints[ints + NEXT] = this.free
    this.free = slot
  }

  /** The order in a row. `leavesLots` of a cash order depends on the reference price and is left to the caller. */
  read(slot: number): Order {
    const { floats, ints, bytes, further } = this
    const float = slot * FLOATS
    const int = slot * INTS
    const byte = slot * ROW_BYTES
    const side = bytes[byte + SIDE] as Side
    const status = bytes[byte + STATUS] as OrderStatus
    const flags = bytes[byte + FLAGS]!
    const quantityLots = floats[float + QUANTITY_LOTS]!
    const filledLots = floats[float + FILLED_LOTS]!
    const held = floats[float + HOLD]!
    const updatedAt = floats[float + UPDATED_AT]!
    const first = ints[int + FIRST_ID]!
    const present = ints[int + PRESENT_ID]!
    const clientOrderId = this.ids.text(present)
    const rare = ints[int + FURTHER]!
    return {
      number: floats[float + NUMBER]!,
      account: ints[int + ACCOUNT]!,
      session: ints[int + SESSION]!,
      instrument: ints[int + INSTRUMENT]!,
      clientOrderId,
      firstClientOrderId: first === present ? clientOrderId : this.ids.text(first),
      side,
      type: bytes[byte + TYPE] as OrderType,
      timeInForce: bytes[byte + TIME_IN_FORCE] as TimeInForce,
      extendedHours: (flags & EXTENDED_HOURS) !== 0,
      status,
      quantityLots,
      cashCents: rare === NONE ? 0 : further.cashCents(rare),
      limitTicks: floats[float + LIMIT_TICKS]!,
      stopTicks: rare === NONE ? 0 : further.stopTicks(rare),
      collarTicks: rare === NONE ? 0 : further.collarTicks(rare),
      triggered: (flags & TRIGGERED) !== 0,
      filledLots,
      leavesLots: isOpen(status) && quantityLots > 0 ? quantityLots - filledLots : 0,
      notionalWhole: floats[float + NOTIONAL_WHOLE]!,
      notionalFraction: rare === NONE ? 0 : further.notionalFraction(rare),
      postedCents: floats[float + POSTED_CENTS]!,
      heldCents: side === Side.Buy ? held : 0,
      heldLots: side === Side.Sell ? held : 0,
      enteredDay: ints[int + ENTERED_DAY]!,
      beforeDayLots: rare === NONE ? 0 : further.beforeDayLots(rare),
      beforeDayWhole: rare === NONE ? 0 : further.beforeDayWhole(rare),
      beforeDayFraction: rare === NONE ? 0 : further.beforeDayFraction(rare),
      renewed: (flags & RENEWED) !== 0,
      content: floats[float + CONTENT]!,
      revision: ints[int + REVISION]!,
      createdAt: floats[float + CREATED_AT]!,
      updatedAt,
      endedAt: rare === NONE ? endOf(status, updatedAt) : further.endedAt(rare),
      cancelReason: bytes[byte + CANCEL_REASON] as CancelReason,
      pending: bytes[byte + PENDING] as Pending,
      inFlight: (flags & IN_FLIGHT) !== 0,
      held: (flags & HELD) !== 0,
      cancelOnHalt: (flags & CANCEL_ON_HALT) !== 0,
      orderClass: rare === NONE ? 0 : (further.orderClass(rare) as OrderClass),
      leg: rare === NONE ? 0 : (further.leg(rare) as Leg),
      cover: rare === NONE ? 0 : (further.cover(rare) as Cover),
      parent: rare === NONE ? 0 : further.parent(rare),
      trailTicks: rare === NONE ? 0 : further.trailTicks(rare),
      trailBasisPoints: rare === NONE ? 0 : further.trailBasisPoints(rare),
      scenario: rare === NONE ? Scenario.None : (further.scenario(rare) as Scenario),
    }
  }

  /** Stores the next state of an order over its row; its queues and ids are kept. */
  write(slot: number, order: Order): void {
    if (order.side === Side.Buy ? order.heldLots !== 0 : order.heldCents !== 0)
      throw new Error(`engine: order ${order.number} holds what its side does not spend`)
    const { floats, ints, bytes } = this
    const float = slot * FLOATS
    const int = slot * INTS
    const byte = slot * ROW_BYTES
    floats[float + NUMBER] = order.number
    floats[float + QUANTITY_LOTS] = order.quantityLots
    floats[float + LIMIT_TICKS] = order.limitTicks
    floats[float + FILLED_LOTS] = order.filledLots
    floats[float + NOTIONAL_WHOLE] = order.notionalWhole
    floats[float + POSTED_CENTS] = order.postedCents
    floats[float + HOLD] = order.side === Side.Buy ? order.heldCents : order.heldLots
    floats[float + CONTENT] = order.content
    floats[float + CREATED_AT] = order.createdAt
    floats[float + UPDATED_AT] = order.updatedAt
    ints[int + ACCOUNT] = order.account
    ints[int + SESSION] = order.session
    ints[int + INSTRUMENT] = order.instrument
    ints[int + ENTERED_DAY] = order.enteredDay
    ints[int + REVISION] = order.revision
    bytes[byte + SIDE] = order.side
    bytes[byte + TYPE] = order.type
    bytes[byte + TIME_IN_FORCE] = order.timeInForce
    bytes[byte + STATUS] = order.status
    bytes[byte + FLAGS] =
      (order.extendedHours ? EXTENDED_HOURS : 0) |
      (order.triggered ? TRIGGERED : 0) |
      (order.inFlight ? IN_FLIGHT : 0) |
      (order.held ? HELD : 0) |
      (order.cancelOnHalt ? CANCEL_ON_HALT : 0) |
      (order.renewed ? RENEWED : 0)
    bytes[byte + CANCEL_REASON] = order.cancelReason
    bytes[byte + PENDING] = order.pending
    ints[int + FURTHER] = this.further.keep(ints[int + FURTHER]!, order)
  }

  /** The id by which the order is known now; it is found by those before as well. */
  setClientOrderId(slot: number, id: string): void {
    if (this.ids.text(this.ints[slot * INTS + PRESENT_ID]!) === id) return
    const first = this.ints[slot * INTS + FIRST_ID]!
    const known = this.ids.entryOf(first, id)
    this.ints[slot * INTS + PRESENT_ID] = known === NONE ? this.ids.addTo(first, id) : known
  }

  /** Another id by which the order is known, beside those that it has; an id of another order stays that order's. */
  addId(slot: number, id: string): void {
    const account = this.account(slot)
    if (this.ids.find(account, id) === NONE) this.ids.addTo(this.ints[slot * INTS + FIRST_ID]!, id)
  }

  /** The ids of a chain beyond the one that the order was entered with, in the order of their coming. */
  furtherIds(slot: number): readonly string[] {
    return this.ids.furtherOf(this.ints[slot * INTS + FIRST_ID]!)
  }

  /** Nothing but the id that it was entered with finds the order, and that is its present one. */
  forgetFurtherIds(slot: number): void {
    const first = this.ints[slot * INTS + FIRST_ID]!
    this.ids.removeFurther(first)
    this.ints[slot * INTS + PRESENT_ID] = first
  }

  number(slot: number): number {
    return this.floats[slot * FLOATS + NUMBER]!
  }

  /**
   * Journal position of the event that gave it its place in its queue, which is its time priority; once it has ended, of the event that
   * ended it.
   */
  placed(slot: number): number {
    return this.floats[slot * FLOATS + PLACED]!
  }

  setPlaced(slot: number, position: number): void {
    this.floats[slot * FLOATS + PLACED] = position
  }

  account(slot: number): number {
    return this.ints[slot * INTS + ACCOUNT]!
  }

  session(slot: number): number {
    return this.ints[slot * INTS + SESSION]!
  }

  instrument(slot: number): number {
    return this.ints[slot * INTS + INSTRUMENT]!
  }

  side(slot: number): Side {
    return this.bytes[slot * ROW_BYTES + SIDE] as Side
  }

  type(slot: number): OrderType {
    return this.bytes[slot * ROW_BYTES + TYPE] as OrderType
  }

  timeInForce(slot: number): TimeInForce {
    return this.bytes[slot * ROW_BYTES + TIME_IN_FORCE] as TimeInForce
  }

  /** 0 in a row that has been released. */
  status(slot: number): OrderStatus {
    return this.bytes[slot * ROW_BYTES + STATUS] as OrderStatus
  }

  pending(slot: number): Pending {
    return this.bytes[slot * ROW_BYTES + PENDING] as Pending
  }

  setPending(slot: number, pending: Pending): void {
    this.bytes[slot * ROW_BYTES + PENDING] = pending
  }

  quantityLots(slot: number): number {
    return this.floats[slot * FLOATS + QUANTITY_LOTS]!
  }

  setQuantityLots(slot: number, lots: number): void {
    this.floats[slot * FLOATS + QUANTITY_LOTS] = lots
  }

  filledLots(slot: number): number {
    return this.floats[slot * FLOATS + FILLED_LOTS]!
  }

  setFilledLots(slot: number, lots: number): void {
    this.floats[slot * FLOATS + FILLED_LOTS] = lots
  }

  limitTicks(slot: number): number {
    return this.floats[slot * FLOATS + LIMIT_TICKS]!
  }

  postedCents(slot: number): number {
    return this.floats[slot * FLOATS + POSTED_CENTS]!
  }

  heldCents(slot: number): number {
    return this.side(slot) === Side.Buy ? this.floats[slot * FLOATS + HOLD]! : 0
  }

  heldLots(slot: number): number {
    return this.side(slot) === Side.Sell ? this.floats[slot * FLOATS + HOLD]! : 0
  }

  createdAt(slot: number): number {
    return this.floats[slot * FLOATS + CREATED_AT]!
  }

  cashCents(slot: number): number {
    const further = this.ints[slot * INTS + FURTHER]!
    return further === NONE ? 0 : this.further.cashCents(further)
  }

  stopTicks(slot: number): number {
    const further = this.ints[slot * INTS + FURTHER]!
    return further === NONE ? 0 : this.further.stopTicks(further)
  }

  collarTicks(slot: number): number {
    const further = this.ints[slot * INTS + FURTHER]!
    return further === NONE ? 0 : this.further.collarTicks(further)
  }

  cover(slot: number): Cover {
    const further = this.ints[slot * INTS + FURTHER]!
    return further === NONE ? 0 : (this.further.cover(further) as Cover)
  }

  scenario(slot: number): Scenario {
    const further = this.ints[slot * INTS + FURTHER]!
    return further === NONE ? Scenario.None : (this.further.scenario(further) as Scenario)
  }

  /** It follows the market. */
  isTrailing(slot: number): boolean {
    const further = this.ints[slot * INTS + FURTHER]!
    return further !== NONE && (this.further.trailTicks(further) > 0 || this.further.trailBasisPoints(further) > 0)
  }

  isExtendedHours(slot: number): boolean {
    return (this.bytes[slot * ROW_BYTES + FLAGS]! & EXTENDED_HOURS) !== 0
  }

  isTriggered(slot: number): boolean {
    return (this.bytes[slot * ROW_BYTES + FLAGS]! & TRIGGERED) !== 0
  }

  isHeld(slot: number): boolean {
    return (this.bytes[slot * ROW_BYTES + FLAGS]! & HELD) !== 0
  }

  /** Held, or on its way to the book. */
  isApart(slot: number): boolean {
    return (this.bytes[slot * ROW_BYTES + FLAGS]! & (HELD | IN_FLIGHT)) !== 0
  }

  isInFlight(slot: number): boolean {
    return (this.bytes[slot * ROW_BYTES + FLAGS]! & IN_FLIGHT) !== 0
  }

  setHeld(slot: number, held: boolean): void {
    if (held) this.bytes[slot * ROW_BYTES + FLAGS]! |= HELD
    else this.bytes[slot * ROW_BYTES + FLAGS]! &= ~HELD
  }

  /** The row stands for a side of the quote: it has no order number. */
  isHouse(slot: number): boolean {
    return this.account(slot) === HOUSE
  }

  /** Neighbours in the queue of its price level, stop level or market queue; of an order that has ended, among the ended. */
  next(slot: number): number {
    return this.ints[slot * INTS + NEXT]!
  }

  setNext(slot: number, next: number): void {
    this.ints[slot * INTS + NEXT] = next
  }

  previous(slot: number): number {
    return this.ints[slot * INTS + PREVIOUS]!
  }

  setPrevious(slot: number, previous: number): void {
    this.ints[slot * INTS + PREVIOUS] = previous
  }

  /** Neighbours among the open orders of its account. */
  accountNext(slot: number): number {
    return this.ints[slot * INTS + ACCOUNT_NEXT]!
  }

  setAccountNext(slot: number, next: number): void {
    this.ints[slot * INTS + ACCOUNT_NEXT] = next
  }

  accountPrevious(slot: number): number {
    return this.ints[slot * INTS + ACCOUNT_PREVIOUS]!
  }

  setAccountPrevious(slot: number, previous: number): void {
    this.ints[slot * INTS + ACCOUNT_PREVIOUS] = previous
  }

  private allocate(): number {
    if (this.free !== NONE) {
      const slot = this.free
      this.free = this.next(slot)
      return slot
    }
    if (this.used === this.capacity) this.grow()
    return this.used++
  }

  private grow(): void {
    this.capacity *= 2
    const floats = new Float64Array(this.capacity * FLOATS)
    floats.set(this.floats)
    this.floats = floats
    this.ints = new Int32Array(floats.buffer)
    this.bytes = new Uint8Array(floats.buffer)
  }
}
