import { isWholeShares, LOTS_PER_SHARE } from '../../domain/amounts/amounts.ts'
import type { CancelRejected, OrderStatusReported } from '../../domain/events/session-event.ts'
import type { OrderReleased, StopTrailed } from '../../domain/events/order-event.ts'
import type { QuoteMoved } from '../../domain/events/market-event.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readSizedOrder, writeSizedOrder } from './order-event-records.ts'

/** Records of the events beside the order events that come often enough to be binary; what follows the header. */

const LARGEST_FIXED_PART = 128
const HAS_ORDER = 1
const ANSWERS_REPLACE = 2
const IS_LAST = 1
const HAS_SYMBOL = 2

export function writeCancelRejected(writer: ByteWriter, event: CancelRejected): void {
  writer.ensure(LARGEST_FIXED_PART)
  writer.byte((event.order ? HAS_ORDER : 0) | (event.responseTo === 2 ? ANSWERS_REPLACE : 0))
  writer.unsigned(event.at)
  writer.unsigned(event.reason)
  if (event.order) writeSizedOrder(writer, event.order)
  writer.text(event.clientOrderId)
  writer.textOr(event.originalClientOrderId, event.order?.clientOrderId ?? '')
  writer.text(event.accountText)
  writer.text(event.text)
}

export function readCancelRejected(reader: ByteReader, session: number): CancelRejected {
  const flags = reader.byte()
  const at = reader.unsigned()
  const reason = reader.unsigned()
  const order = flags & HAS_ORDER ? readSizedOrder(reader) : undefined
  const clientOrderId = reader.text()
  const originalClientOrderId = reader.textOr(order?.clientOrderId ?? '')
  const accountText = reader.text()
  const text = reader.text()
  return {
    type: 'CancelRejected',
    at,
    session,
    ...(order ? { order } : {}),
    clientOrderId,
    originalClientOrderId,
    accountText,
    responseTo: flags & ANSWERS_REPLACE ? 2 : 1,
    reason,
    text,
  }
}

/** Orders that have changed without a report. */
export function writeQuietOrderEvent(writer: ByteWriter, event: OrderReleased | StopTrailed): void {
  writer.ensure(LARGEST_FIXED_PART)
  writer.unsigned(event.at)
  writeSizedOrder(writer, event.order)
}

export function readQuietOrderEvent<Type extends 'OrderReleased' | 'StopTrailed'>(reader: ByteReader, type: Type) {
  const at = reader.unsigned()
  return { type, at, order: readSizedOrder(reader) }
}

export function writeOrderStatusReported(writer: ByteWriter, event: OrderStatusReported): void {
  writer.ensure(LARGEST_FIXED_PART)
  writer.byte((event.last ? IS_LAST : 0) | (event.symbol === undefined ? 0 : HAS_SYMBOL))
  writer.unsigned(event.at)
  writer.unsigned(event.total)
  writeSizedOrder(writer, event.order)
  writer.textOr(event.clientOrderId, event.order.clientOrderId)
  writer.text(event.originalClientOrderId)
  writer.text(event.requestId)
  writer.text(event.massRequestId)
  writer.text(event.text)
  if (event.symbol !== undefined) writer.text(event.symbol)
}

export function readOrderStatusReported(reader: ByteReader, session: number): OrderStatusReported {
  const flags = reader.byte()
  const at = reader.unsigned()
  const total = reader.unsigned()
  const order = readSizedOrder(reader)
  const clientOrderId = reader.textOr(order.clientOrderId)
  const originalClientOrderId = reader.text()
  const requestId = reader.text()
  const massRequestId = reader.text()
  const text = reader.text()
  return {
    type: 'OrderStatusReported',
    at,
    session,
    order,
    ...(flags & HAS_SYMBOL ? { symbol: reader.text() } : {}),
    clientOrderId,
    originalClientOrderId,
    requestId,
    massRequestId,
    total,
    last: (flags & IS_LAST) !== 0,
    text,
  }
}

export function writeQuoteMoved(writer: ByteWriter, event: QuoteMoved): void {
  writer.ensure(LARGEST_FIXED_PART)
  const { bidTicks, askTicks, bidLots, askLots } = event.quote
  const whole = isWholeShares(bidLots) && isWholeShares(askLots)
  const scale = whole ? LOTS_PER_SHARE : 1
  writer.byte(
    (event.walks ? WALKS : 0) |
      (whole ? WHOLE_SHARES : 0) |
      (event.keepsPlace ? KEEPS_PLACE : 0) |
      (event.walked === true ? HAS_WALKED : 0),
  )
  writer.unsigned(event.at)
  writer.unsigned(event.market)
  writer.unsigned(event.instrument)
  writer.unsigned(bidTicks)
  writer.unsigned(askTicks)
  writer.unsigned(bidLots / scale)
  writer.unsigned(askLots / scale)
}

const WALKS = 1
const WHOLE_SHARES = 2
const KEEPS_PLACE = 4
const HAS_WALKED = 8

export function readQuoteMoved(reader: ByteReader): QuoteMoved {
  const flags = reader.byte()
  const scale = flags & WHOLE_SHARES ? LOTS_PER_SHARE : 1
  const at = reader.unsigned()
  const market = reader.unsigned()
  const instrument = reader.unsigned()
  const bidTicks = reader.unsigned()
  const askTicks = reader.unsigned()
  const bidLots = reader.unsigned() * scale
  const askLots = reader.unsigned() * scale
  return {
    type: 'QuoteMoved',
    at,
    market,
    instrument,
    quote: { bidTicks, askTicks, bidLots, askLots },
    walks: (flags & WALKS) !== 0,
    keepsPlace: (flags & KEEPS_PLACE) !== 0,
    ...(flags & HAS_WALKED ? { walked: true } : {}),
  }
}
