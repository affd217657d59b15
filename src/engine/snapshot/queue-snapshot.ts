import { type Order, Side } from '../../domain/orders/order.ts'
import { insertOrder } from '../apply/apply-order.ts'
import { displayQuote, HOUSE_ORDER } from '../apply/apply-quote.ts'
import { NONE } from '../none.ts'
import type { OrderBook } from '../book/order-book.ts'
import type { PriceLevels } from '../book/price-levels.ts'
import type { EngineState } from '../state.ts'

/** The orders of one queue in their order. Columns of numbers, not objects: a million orders have to be restored in little memory. */
export interface QueueSnapshot {
  /** each numeric member of every order; one number where all orders have the same, as they mostly do */
  readonly columns: Columns
  /** time priorities, in the same order */
  readonly places: Float64Array
  /** present and first id of every order */
  readonly ids: readonly string[]
  /** further ids of an order's chain, by its place in the queue */
  readonly furtherIds: readonly (readonly [place: number, ids: readonly string[]])[]
  /** how many orders stand before the quote; -1 when it is not in this queue */
  readonly beforeQuote: number
}

export function queueSnapshot(state: EngineState, side: PriceLevels): QueueSnapshot {
  const { orders } = state
  const slots: number[] = []
  let beforeQuote = -1
  for (let rank = 0; rank < side.count; rank++) {
    for (let slot = side.headAt(rank); slot !== NONE; slot = orders.next(slot)) {
      if (orders.isHouse(slot)) beforeQuote = slots.length
      else slots.push(slot)
    }
  }
  const columns = newColumns(slots.length)
  const ids: string[] = []
  const furtherIds: [number, readonly string[]][] = []
  slots.forEach((slot, place) => {
    const order = orders.read(slot)
    for (const member of NUMERIC_MEMBERS) columns[member][place] = Number(order[member])
    ids.push(order.clientOrderId, order.firstClientOrderId)
    const further = orders.furtherIds(slot)
    if (further.length > 0) furtherIds.push([place, further])
  })
  return { columns: condensed(columns), places: Float64Array.from(slots, (slot) => orders.placed(slot)), ids, furtherIds, beforeQuote }
}

export function restoreQueue(
  state: EngineState,
  book: OrderBook,
  queue: QueueSnapshot,
  { side, quotePlace }: { readonly side: Side; readonly quotePlace: number },
): void {
  const quote = { at: 0, place: quotePlace }
  const further = new Map(queue.furtherIds)
  const count = queue.ids.length / 2
  for (let place = 0; place < count; place++) {
    if (place === queue.beforeQuote) displayQuote(state, book, side, quote)
    const order = restoreOrder(queue, place)
    const ids = further.get(place)
    if (!ids) {
      insertOrder(state, order, queue.places[place]!)
      continue
    }
    // its present id is one of those that came later, in their order
    const slot = insertOrder(state, { ...order, clientOrderId: order.firstClientOrderId }, queue.places[place]!)
    for (const id of ids) state.orders.addId(slot, id)
    state.orders.setClientOrderId(slot, order.clientOrderId)
  }
  if (queue.beforeQuote === count) displayQuote(state, book, side, quote)
}

// A literal: an object that is put together member by member has no fixed shape, and all that touches it is slow.
function restoreOrder({ columns, ids }: QueueSnapshot, place: number): Order {
  const order = {
    number: at(columns.number, place),
    account: at(columns.account, place),
    session: at(columns.session, place),
    instrument: at(columns.instrument, place),
    side: at(columns.side, place),
    type: at(columns.type, place),
    timeInForce: at(columns.timeInForce, place),
    extendedHours: at(columns.extendedHours, place) === 1,
    status: at(columns.status, place),
    quantityLots: at(columns.quantityLots, place),
    cashCents: at(columns.cashCents, place),
    limitTicks: at(columns.limitTicks, place),
    stopTicks: at(columns.stopTicks, place),
    collarTicks: at(columns.collarTicks, place),
    triggered: at(columns.triggered, place) === 1,
    filledLots: at(columns.filledLots, place),
    leavesLots: at(columns.leavesLots, place),
    notionalWhole: at(columns.notionalWhole, place),
    notionalFraction: at(columns.notionalFraction, place),
    postedCents: at(columns.postedCents, place),
    heldCents: at(columns.heldCents, place),
    heldLots: at(columns.heldLots, place),
    enteredDay: at(columns.enteredDay, place),
    beforeDayLots: at(columns.beforeDayLots, place),
    beforeDayWhole: at(columns.beforeDayWhole, place),
    beforeDayFraction: at(columns.beforeDayFraction, place),
    renewed: at(columns.renewed, place) === 1,
    content: at(columns.content, place),
    revision: at(columns.revision, place),
    createdAt: at(columns.createdAt, place),
    updatedAt: at(columns.updatedAt, place),
    endedAt: at(columns.endedAt, place),
    cancelReason: at(columns.cancelReason, place),
    pending: at(columns.pending, place),
    inFlight: at(columns.inFlight, place) === 1,
    held: at(columns.held, place) === 1,
    cancelOnHalt: at(columns.cancelOnHalt, place) === 1,
    orderClass: at(columns.orderClass, place),
    leg: at(columns.leg, place),
    cover: at(columns.cover, place),
    parent: at(columns.parent, place),
    trailTicks: at(columns.trailTicks, place),
    trailBasisPoints: at(columns.trailBasisPoints, place),
    scenario: at(columns.scenario, place),
    clientOrderId: ids[place * 2]!,
    firstClientOrderId: ids[place * 2 + 1]!,
  } satisfies Record<keyof Order, number | boolean | string>
  return order as Order
}

const at = (column: number | Float64Array, place: number): number => (typeof column === 'number' ? column : column[place]!)

type NumericMember = Exclude<keyof Order, 'clientOrderId' | 'firstClientOrderId'>
type Columns = Readonly<Record<NumericMember, number | Float64Array>>

const newColumns = (count: number): Readonly<Record<NumericMember, Float64Array>> =>
  Object.fromEntries(NUMERIC_MEMBERS.map((member) => [member, new Float64Array(count)])) as Record<NumericMember, Float64Array>

function condensed(columns: Readonly<Record<NumericMember, Float64Array>>): Columns {
  const entries = Object.entries(columns).map(([member, values]) => [
    member,
    values.every((value) => Object.is(value, values[0])) ? (values[0] ?? 0) : values,
  ])
  return Object.fromEntries(entries) as Columns
}

const NUMERIC_MEMBERS = Object.keys(HOUSE_ORDER).filter(
  (member) => member !== 'clientOrderId' && member !== 'firstClientOrderId',
) as readonly NumericMember[]
