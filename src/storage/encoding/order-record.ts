import { isWholeShares, LOTS_PER_SHARE } from '../../domain/amounts/amounts.ts'
import {
  CancelReason,
  Cover,
  Leg,
  marketOf,
  type Order,
  ORDERS_PER_MARKET,
  type OrderClass,
  OrderStatus,
  type OrderType,
  type Pending,
  PLAIN,
  Scenario,
  type Side,
  TimeInForce,
} from '../../domain/orders/order.ts'
import { ByteReader, MalformedRecord } from './byte-reader.ts'
import { ByteWriter, putLarge, putSigned, putUnsigned } from './byte-writer.ts'

/** Which of the optional parts follow; most orders have few of them. */
const HAS_QUANTITY = 1 << 0
const HAS_CASH = 1 << 1
const HAS_LIMIT = 1 << 2
const HAS_STOP = 1 << 3
const HAS_COLLAR = 1 << 4
const HAS_FILLED = 1 << 5
const HAS_LEAVES = 1 << 6
const HAS_NOTIONAL_WHOLE = 1 << 7
const HAS_NOTIONAL_FRACTION = 1 << 8
const HAS_POSTED = 1 << 9
const HAS_HELD_CENTS = 1 << 10
const HAS_HELD_LOTS = 1 << 11
const HAS_BEFORE_DAY = 1 << 12
const WHOLE_SHARES = 1 << 13
const UPDATED = 1 << 14
const ENDED = 1 << 15
const ENDED_WITH_UPDATE = 1 << 16
const OTHER_FIRST_ID = 1 << 17
/** pending, in flight, held, a group, a trail, a scenario */
const HAS_SPECIAL = 1 << 18
const RENEWED = 1 << 19
const ALL_PARTS = (1 << 20) - 1

/** in the byte of the scenario */
const IN_FLIGHT = 128

const LARGEST_FIXED_PART = 256

/** Writes the order of an event, typically 45 to 60 bytes with a 16-character ClOrdID; `readOrder` gives an equal one. */
export function writeOrder(writer: ByteWriter, order: Order): void {
  writer.ensure(LARGEST_FIXED_PART)
  const { bytes } = writer
  const { createdAt, updatedAt, number } = order
  const market = marketOf(number)
  const parts = partsOf(order)
  const scale = parts & WHOLE_SHARES ? LOTS_PER_SHARE : 1
  let offset = writer.offset
  bytes[offset++] =
    (order.side - 1) | ((order.type - 1) << 1) | (order.timeInForce << 3) | (order.extendedHours ? 64 : 0) | (order.triggered ? 128 : 0)
  bytes[offset++] = order.status | (order.cancelReason << 4)
  offset = putUnsigned(bytes, offset, parts)
  offset = putUnsigned(bytes, offset, order.session)
  offset = putUnsigned(bytes, offset, order.account)
  offset = putUnsigned(bytes, offset, order.instrument + 1)
  offset = putUnsigned(bytes, offset, market)
  offset = putUnsigned(bytes, offset, number - market * ORDERS_PER_MARKET)
  offset = putUnsigned(bytes, offset, order.enteredDay)
  offset = putUnsigned(bytes, offset, order.revision)
  offset = putLarge(bytes, offset, order.content)
  offset = putLarge(bytes, offset, createdAt)
  if (parts & UPDATED) offset = putSigned(bytes, offset, updatedAt - createdAt)
  if (parts & ENDED && !(parts & ENDED_WITH_UPDATE)) offset = putSigned(bytes, offset, order.endedAt - createdAt)
  if (parts & HAS_QUANTITY) offset = putUnsigned(bytes, offset, order.quantityLots / scale)
  if (parts & HAS_CASH) offset = putUnsigned(bytes, offset, order.cashCents)
  if (parts & HAS_LIMIT) offset = putUnsigned(bytes, offset, order.limitTicks)
  if (parts & HAS_STOP) offset = putUnsigned(bytes, offset, order.stopTicks)
  if (parts & HAS_COLLAR) offset = putUnsigned(bytes, offset, order.collarTicks)
  if (parts & HAS_FILLED) offset = putUnsigned(bytes, offset, order.filledLots / scale)
  if (parts & HAS_LEAVES) offset = putUnsigned(bytes, offset, order.leavesLots / scale)
  if (parts & HAS_NOTIONAL_WHOLE) offset = putUnsigned(bytes, offset, order.notionalWhole)
  if (parts & HAS_NOTIONAL_FRACTION) offset = putUnsigned(bytes, offset, order.notionalFraction)
  if (parts & HAS_POSTED) offset = putUnsigned(bytes, offset, order.postedCents)
  if (parts & HAS_HELD_CENTS) offset = putUnsigned(bytes, offset, order.heldCents)
  if (parts & HAS_HELD_LOTS) offset = putUnsigned(bytes, offset, order.heldLots / scale)
  if (parts & HAS_BEFORE_DAY) {
    offset = putUnsigned(bytes, offset, order.beforeDayLots / scale)
    offset = putUnsigned(bytes, offset, order.beforeDayWhole)
    offset = putUnsigned(bytes, offset, order.beforeDayFraction)
  }
  if (parts & HAS_SPECIAL) {
    bytes[offset++] = order.pending | (order.held ? 4 : 0) | (order.cancelOnHalt ? 8 : 0) | (order.orderClass << 4) | (order.leg << 6)
    bytes[offset++] = order.scenario | (order.cover << 4) | (order.inFlight ? IN_FLIGHT : 0)
    offset = putUnsigned(bytes, offset, order.parent === 0 ? 0 : order.parent - market * ORDERS_PER_MARKET)
    offset = putUnsigned(bytes, offset, order.trailTicks)
    offset = putUnsigned(bytes, offset, order.trailBasisPoints)
  }
  writer.offset = offset
  writer.text(order.clientOrderId)
  if (parts & OTHER_FIRST_ID) writer.text(order.firstClientOrderId)
}

/** Reads an order that fills the reader from its offset to its end. */
export function readOrder(reader: ByteReader): Order {
  const kinds = reader.byte()
  const state = reader.byte()
  const parts = reader.unsigned()
  if (parts > ALL_PARTS) throw new MalformedRecord(`an order's record has no parts ${parts}`)
  const session = reader.unsigned()
  const account = reader.unsigned()
  const instrument = reader.unsigned() - 1
  const market = reader.unsigned()
  const number = market * ORDERS_PER_MARKET + reader.unsigned()
  const enteredDay = reader.unsigned()
  const revision = reader.unsigned()
  const content = reader.large()
  const createdAt = reader.large()
  const scale = parts & WHOLE_SHARES ? LOTS_PER_SHARE : 1
  const updatedAt = parts & UPDATED ? createdAt + reader.signed() : createdAt
  const endedAt = parts & ENDED ? (parts & ENDED_WITH_UPDATE ? updatedAt : createdAt + reader.signed()) : 0
  const quantityLots = parts & HAS_QUANTITY ? reader.unsigned() * scale : 0
  const cashCents = parts & HAS_CASH ? reader.unsigned() : 0
  const limitTicks = parts & HAS_LIMIT ? reader.unsigned() : 0
  const stopTicks = parts & HAS_STOP ? reader.unsigned() : 0
  const collarTicks = parts & HAS_COLLAR ? reader.unsigned() : 0
  const filledLots = parts & HAS_FILLED ? reader.unsigned() * scale : 0
  const leavesLots = parts & HAS_LEAVES ? reader.unsigned() * scale : 0
  const notionalWhole = parts & HAS_NOTIONAL_WHOLE ? reader.unsigned() : 0
  const notionalFraction = parts & HAS_NOTIONAL_FRACTION ? reader.unsigned() : 0
  const postedCents = parts & HAS_POSTED ? reader.unsigned() : 0
  const heldCents = parts & HAS_HELD_CENTS ? reader.unsigned() : 0
  const heldLots = parts & HAS_HELD_LOTS ? reader.unsigned() * scale : 0
  const beforeDayLots = parts & HAS_BEFORE_DAY ? reader.unsigned() * scale : 0
  const beforeDayWhole = parts & HAS_BEFORE_DAY ? reader.unsigned() : 0
  const beforeDayFraction = parts & HAS_BEFORE_DAY ? reader.unsigned() : 0
  const special = parts & HAS_SPECIAL ? readSpecial(reader, market) : PLAIN
  const clientOrderId = reader.text()
  const firstClientOrderId = parts & OTHER_FIRST_ID ? reader.text() : clientOrderId
  reader.finish()
  return {
    number,
    account,
    session,
    instrument,
    clientOrderId,
    firstClientOrderId,
    side: ((kinds & 1) + 1) as Side,
    type: (((kinds >>> 1) & 3) + 1) as OrderType,
    timeInForce: timeInForce((kinds >>> 3) & 7),
    extendedHours: (kinds & 64) !== 0,
    status: status(state & 15),
    quantityLots,
    cashCents,
    limitTicks,
    stopTicks,
    collarTicks,
    triggered: (kinds & 128) !== 0,
    filledLots,
    leavesLots,
    notionalWhole,
    notionalFraction,
    postedCents,
    heldCents,
    heldLots,
    enteredDay,
    beforeDayLots,
    beforeDayWhole,
    beforeDayFraction,
    renewed: (parts & RENEWED) !== 0,
    content,
    revision,
    createdAt,
    updatedAt,
    endedAt,
    cancelReason: cancelReason(state >>> 4),
    pending: special.pending,
    inFlight: special.inFlight,
    held: special.held,
    cancelOnHalt: special.cancelOnHalt,
    orderClass: special.orderClass,
    leg: special.leg,
    cover: special.cover,
    parent: special.parent,
    trailTicks: special.trailTicks,
    trailBasisPoints: special.trailBasisPoints,
    scenario: special.scenario,
  }
}

type Special = Pick<Order, keyof typeof PLAIN>

function readSpecial(reader: ByteReader, market: number): Special {
  const kinds = reader.byte()
  const second = reader.byte()
  const scenario = second & 15
  const cover = (second >>> 4) & 7
  const parent = reader.unsigned()
  const trailTicks = reader.unsigned()
  const trailBasisPoints = reader.unsigned()
  if (LEGS[kinds >>> 6] === undefined) throw new MalformedRecord(`there is no leg ${kinds >>> 6}`)
  if (COVERS[cover] === undefined) throw new MalformedRecord(`there is no cover ${cover}`)
  if (SCENARIOS[scenario] === undefined) throw new MalformedRecord(`there is no scenario ${scenario}`)
  return {
    pending: (kinds & 3) as Pending,
    inFlight: (second & IN_FLIGHT) !== 0,
    held: (kinds & 4) !== 0,
    cancelOnHalt: (kinds & 8) !== 0,
    orderClass: ((kinds >>> 4) & 3) as OrderClass,
    leg: (kinds >>> 6) as Leg,
    cover: cover as Cover,
    parent: parent === 0 ? 0 : market * ORDERS_PER_MARKET + parent,
    trailTicks,
    trailBasisPoints,
    scenario: scenario as Scenario,
  }
}

function isSpecial(order: Order): boolean {
  return (
    order.pending !== PLAIN.pending ||
    order.inFlight ||
    order.held ||
    order.cancelOnHalt ||
    order.orderClass !== PLAIN.orderClass ||
    order.leg !== PLAIN.leg ||
    order.cover !== PLAIN.cover ||
    order.parent !== 0 ||
    order.trailTicks !== 0 ||
    order.trailBasisPoints !== 0 ||
    order.scenario !== PLAIN.scenario
  )
}

function partsOf(order: Order): number {
  const { quantityLots, filledLots, leavesLots, heldLots, beforeDayLots, updatedAt, endedAt } = order
  const hasBeforeDay = beforeDayLots !== 0 || order.beforeDayWhole !== 0 || order.beforeDayFraction !== 0
  return (
    (quantityLots !== 0 ? HAS_QUANTITY : 0) |
    (order.cashCents !== 0 ? HAS_CASH : 0) |
    (order.limitTicks !== 0 ? HAS_LIMIT : 0) |
    (order.stopTicks !== 0 ? HAS_STOP : 0) |
    (order.collarTicks !== 0 ? HAS_COLLAR : 0) |
    (filledLots !== 0 ? HAS_FILLED : 0) |
    (leavesLots !== 0 ? HAS_LEAVES : 0) |
    (order.notionalWhole !== 0 ? HAS_NOTIONAL_WHOLE : 0) |
    (order.notionalFraction !== 0 ? HAS_NOTIONAL_FRACTION : 0) |
    (order.postedCents !== 0 ? HAS_POSTED : 0) |
    (order.heldCents !== 0 ? HAS_HELD_CENTS : 0) |
    (heldLots !== 0 ? HAS_HELD_LOTS : 0) |
    (hasBeforeDay ? HAS_BEFORE_DAY : 0) |
    (areWholeShares(quantityLots, filledLots, leavesLots) && areWholeShares(heldLots, beforeDayLots, 0) ? WHOLE_SHARES : 0) |
    (updatedAt !== order.createdAt ? UPDATED : 0) |
    (endedAt !== 0 ? ENDED : 0) |
    (endedAt !== 0 && endedAt === updatedAt ? ENDED_WITH_UPDATE : 0) |
    (order.firstClientOrderId !== order.clientOrderId ? OTHER_FIRST_ID : 0) |
    (isSpecial(order) ? HAS_SPECIAL : 0) |
    (order.renewed ? RENEWED : 0)
  )
}

function areWholeShares(a: number, b: number, c: number): boolean {
  return isWholeShares(a) && isWholeShares(b) && isWholeShares(c)
}

function timeInForce(value: number): TimeInForce {
  if (TIMES_IN_FORCE[value] === undefined) throw new MalformedRecord(`there is no time in force ${value}`)
  return value as TimeInForce
}

function status(value: number): OrderStatus {
  if (STATUSES[value] === undefined) throw new MalformedRecord(`there is no order status ${value}`)
  return value as OrderStatus
}

function cancelReason(value: number): CancelReason {
  if (CANCEL_REASONS[value] === undefined) throw new MalformedRecord(`there is no cancel reason ${value}`)
  return value as CancelReason
}

/** The names of a list by its numbers; undefined for a number that it does not have. */
function namesOf(list: Readonly<Record<string, number>>): readonly (string | undefined)[] {
  const names: (string | undefined)[] = new Array<undefined>(Math.max(...Object.values(list)) + 1).fill(undefined)
  for (const [name, value] of Object.entries(list)) names[value] = name
  return names
}

const TIMES_IN_FORCE = namesOf(TimeInForce)
const STATUSES = namesOf(OrderStatus)
const CANCEL_REASONS = namesOf(CancelReason)
const LEGS = namesOf(Leg)
const COVERS = namesOf(Cover)
const SCENARIOS = namesOf(Scenario)
