import {
  type ArrivalQuote,
  type ExecutionBusted,
  type ExecutionCorrected,
  Liquidity,
  type OrderAccepted,
  type OrderCancelled,
  type OrderEvent,
  type OrderFilled,
  type OrderRejected,
  type OrderReplaced,
  type OrderRestated,
} from '../../domain/events/order-event.ts'
import { isWholeShares, LOTS_PER_SHARE } from '../../domain/amounts/amounts.ts'
import type { OrderEcho } from '../../domain/commands/order-command.ts'
import { type Order, Side } from '../../domain/orders/order.ts'
import type { OrderRefusalCode } from '../../domain/refusal.ts'
import { ORDER_REFUSALS } from '../../domain/refusal.ts'
import type { ByteReader } from './byte-reader.ts'
import { MalformedRecord } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { EVENT_CODES } from './event-codes.ts'
import { readOrder, writeOrder } from './order-record.ts'
import { readPended, writePended } from './venue-request-record.ts'

const LARGEST_FIXED_PART = 256

/** flags of an order event; the upper ones mean something else for each type */
const AT_UPDATE = 1
const FLAG_A = 2
const FLAG_B = 4
const FLAG_C = 8
const FLAG_D = 16

/** What follows the header in the record of an OrderEvent: the order with its length before it, then what the type adds. */
export function writeOrderEvent(writer: ByteWriter, event: OrderEvent): void {
  writeSizedOrder(writer, event.order)
  writer.ensure(LARGEST_FIXED_PART)
  const common = event.at === event.order.updatedAt ? AT_UPDATE : 0
  switch (event.type) {
    case 'OrderAccepted':
      writeCommon(writer, event, common | (event.arrival ? FLAG_A : 0))
      writeArrival(writer, event.arrival)
      return
    case 'OrderExpired':
    case 'OrderTriggered':
    case 'OrderSuspended':
    case 'OrderReinstated':
    case 'OrderAcknowledged':
      writeCommon(writer, event, common)
      return
    case 'OrderFilled':
      writeFilled(writer, event, common)
      return
    case 'OrderRejected':
      writeRejected(writer, event, common)
      return
    case 'OrderCancelled':
      writeCommon(writer, event, common)
      writer.unsigned(event.requester)
      writer.signed(event.restatement)
      writer.text(event.requestId)
      writer.textOr(event.previousClientOrderId, event.order.clientOrderId)
      writer.text(event.text)
      return
    case 'OrderPended':
      writeCommon(writer, event, common | (event.arrival ? FLAG_A : 0))
      writeArrival(writer, event.arrival)
      writePended(writer, event)
      return
    case 'OrderReplaced':
      writeCommon(writer, event, common | (event.keepsPlace ? FLAG_A : 0))
      writer.unsigned(event.requester)
      writer.textOr(event.previousClientOrderId, event.order.firstClientOrderId)
      return
    case 'OrderRestated':
      writeCommon(writer, event, common | (event.keepsPlace ? FLAG_A : 0))
      writer.signed(event.restatement)
      writer.text(event.text)
      return
    case 'ExecutionBusted':
      writeReversal(writer, event, common)
      return
    case 'ExecutionCorrected':
      writeReversal(writer, event, common)
      writer.unsigned(event.lastLots)
      writer.unsigned(event.lastTicks)
      writer.unsigned(event.cents)
      return
    default:
      event satisfies never
  }
}

export function readOrderEvent(reader: ByteReader, code: number): OrderEvent {
  const order = readSizedOrder(reader)
  const flags = reader.byte()
  const at = flags & AT_UPDATE ? order.updatedAt : order.updatedAt + reader.signed()
  const execution = reader.unsigned()
  return readKind({ reader, code, flags, order, at, execution })
}

export function writeSizedOrder(writer: ByteWriter, order: Order): void {
  // a length below 128 takes one byte; a longer record is moved up to make room for the second
  writer.ensure(2)
  const lengthAt = writer.offset++
  writeOrder(writer, order)
  const length = writer.offset - lengthAt - 1
  if (length < 128) {
    writer.bytes[lengthAt] = length
    return
  }
  writer.ensure(1)
  writer.bytes.copyWithin(lengthAt + 2, lengthAt + 1, writer.offset)
  writer.offset = lengthAt
  writer.unsigned(length)
  writer.offset += length
}

export function readSizedOrder(reader: ByteReader): Order {
  const { end } = reader
  const length = reader.unsigned()
  const orderEnd = reader.offset + length
  if (orderEnd > end) throw new MalformedRecord(`the record ends at byte ${end}, inside its order`)
  reader.end = orderEnd
  const order = readOrder(reader)
  reader.end = end
  return order
}

function writeCommon(writer: ByteWriter, event: OrderEvent, flags: number): void {
  writer.byte(flags)
  if (!(flags & AT_UPDATE)) writer.signed(event.at - event.order.updatedAt)
  writer.unsigned(event.execution)
}

function writeArrival(writer: ByteWriter, arrival: ArrivalQuote | undefined): void {
  if (!arrival) return
  writer.unsigned(arrival.bidTicks)
  // mostly a cent apart
  writer.signed(arrival.askTicks - arrival.bidTicks)
}

function readArrival(reader: ByteReader, flags: number): ArrivalQuote | undefined {
  if (!(flags & FLAG_A)) return undefined
  const bidTicks = reader.unsigned()
  return { bidTicks, askTicks: bidTicks + reader.signed() }
}

function writeFilled(writer: ByteWriter, event: OrderFilled, common: number): void {
  const whole = isWholeShares(event.lastLots)
  writeCommon(
    writer,
    event,
    common | (whole ? FLAG_A : 0) | (event.liquidity === Liquidity.Removed ? FLAG_B : 0) | (event.scripted ? FLAG_C : 0),
  )
  writer.unsigned(event.trade)
  writer.unsigned(event.lastTicks)
  writer.unsigned(whole ? event.lastLots / LOTS_PER_SHARE : event.lastLots)
  writer.unsigned(event.cents)
  writer.unsigned(event.counterparty + 1)
  writer.unsigned(event.tradeDay)
  writer.signed(event.settlementDay - event.tradeDay)
}

function writeRejected(writer: ByteWriter, event: OrderRejected, common: number): void {
  const { echo, details } = event
  const given = (echo ? FLAG_A : 0) | (details ? FLAG_B : 0)
  writeCommon(writer, event, common | given)
  writer.text(event.code)
  writer.text(event.text)
  writer.text(event.symbol)
  if (echo) writeEcho(writer, echo)
  if (details) writer.text(JSON.stringify(details))
}

function writeEcho(writer: ByteWriter, echo: OrderEcho): void {
  writer.ensure(1)
  writer.byte(
    (echo.quantity === undefined ? 0 : FLAG_A) |
      (echo.price === undefined ? 0 : FLAG_B) |
      (echo.stopPrice === undefined ? 0 : FLAG_C) |
      (echo.cash === undefined ? 0 : FLAG_D),
  )
  if (echo.quantity !== undefined) writer.text(echo.quantity)
  if (echo.price !== undefined) writer.text(echo.price)
  if (echo.stopPrice !== undefined) writer.text(echo.stopPrice)
  if (echo.cash !== undefined) writer.text(echo.cash)
}

function readEcho(reader: ByteReader): OrderEcho {
  const given = reader.byte()
  return {
    ...(given & FLAG_A ? { quantity: reader.text() } : {}),
    ...(given & FLAG_B ? { price: reader.text() } : {}),
    ...(given & FLAG_C ? { stopPrice: reader.text() } : {}),
    ...(given & FLAG_D ? { cash: reader.text() } : {}),
  }
}

function writeReversal(writer: ByteWriter, event: ExecutionBusted | ExecutionCorrected, common: number): void {
  writeCommon(writer, event, common | (event.reopened ? FLAG_A : 0) | (event.side === Side.Sell ? FLAG_B : 0))
  writer.unsigned(event.executionRef)
  writer.unsigned(event.fill)
  writer.unsigned(event.trade)
  writer.unsigned(event.reversedLots)
  writer.unsigned(event.reversedTicks)
  writer.unsigned(event.reversedCents)
  writer.signed(event.basisWhole)
  writer.signed(event.basisFraction)
  writer.unsigned(event.counterparty + 1)
  writer.unsigned(event.tradeDay)
  writer.signed(event.settlementDay - event.tradeDay)
}

interface Common {
  readonly reader: ByteReader
  readonly code: number
  readonly flags: number
  readonly order: Order
  readonly at: number
  readonly execution: number
}

function readKind({ reader, code, flags, order, at, execution }: Common): OrderEvent {
  switch (code) {
    case EVENT_CODES.OrderAccepted:
      return readAccepted(reader, flags, { at, order, execution })
    case EVENT_CODES.OrderExpired:
      return { type: 'OrderExpired', at, order, execution }
    case EVENT_CODES.OrderTriggered:
      return { type: 'OrderTriggered', at, order, execution }
    case EVENT_CODES.OrderSuspended:
      return { type: 'OrderSuspended', at, order, execution }
    case EVENT_CODES.OrderAcknowledged:
      return { type: 'OrderAcknowledged', at, order, execution }
    case EVENT_CODES.OrderPended: {
      const arrival = readArrival(reader, flags)
      return { type: 'OrderPended', at, order, execution, ...(arrival && { arrival }), ...readPended(reader, order.number) }
    }
    case EVENT_CODES.OrderReinstated:
      return { type: 'OrderReinstated', at, order, execution }
    case EVENT_CODES.OrderFilled:
      return readFilled(reader, flags, { at, order, execution })
    case EVENT_CODES.OrderRejected:
      return {
        type: 'OrderRejected',
        at,
        order,
        execution,
        code: refusalCode(reader.text()),
        text: reader.text(),
        symbol: reader.text(),
        ...(flags & FLAG_A ? { echo: readEcho(reader) } : {}),
        ...(flags & FLAG_B ? { details: details(reader.text()) } : {}),
      }
    case EVENT_CODES.OrderCancelled: {
      const requester = reader.unsigned()
      const restatement = reader.signed()
      const requestId = reader.text()
      const previousClientOrderId = reader.textOr(order.clientOrderId)
      return {
        type: 'OrderCancelled',
        at,
        order,
        execution,
        requestId,
        requester,
        previousClientOrderId,
        restatement,
        text: reader.text(),
      } satisfies OrderCancelled
    }
    case EVENT_CODES.OrderReplaced: {
      const requester = reader.unsigned()
      const previousClientOrderId = reader.textOr(order.firstClientOrderId)
      return {
        type: 'OrderReplaced',
        at,
        order,
        execution,
        previousClientOrderId,
        keepsPlace: (flags & FLAG_A) !== 0,
        requester,
      } satisfies OrderReplaced
    }
    case EVENT_CODES.OrderRestated: {
      const restatement = reader.signed()
      return {
        type: 'OrderRestated',
        at,
        order,
        execution,
        restatement,
        text: reader.text(),
        keepsPlace: (flags & FLAG_A) !== 0,
      } satisfies OrderRestated
    }
    case EVENT_CODES.ExecutionBusted:
      return { type: 'ExecutionBusted', at, order, execution, ...readReversal(reader, flags) }
    case EVENT_CODES.ExecutionCorrected: {
      const reversal = readReversal(reader, flags)
      const lastLots = reader.unsigned()
      const lastTicks = reader.unsigned()
      return { type: 'ExecutionCorrected', at, order, execution, ...reversal, lastLots, lastTicks, cents: reader.unsigned() }
    }
    default:
      throw new MalformedRecord(`no event has the code ${code}`)
  }
}

type Own = Pick<OrderEvent, 'at' | 'order' | 'execution'>

// Written out as the engine writes it out: what tells sessions of the past is compiled for the shape that it tells them of the present.
function readAccepted(reader: ByteReader, flags: number, { at, order, execution }: Own): OrderAccepted {
  const arrival = readArrival(reader, flags)
  return arrival ? { type: 'OrderAccepted', at, order, execution, arrival } : { type: 'OrderAccepted', at, order, execution }
}

function readFilled(reader: ByteReader, flags: number, { at, order, execution }: Own): OrderFilled {
  const trade = reader.unsigned()
  const lastTicks = reader.unsigned()
  const lastLots = reader.unsigned() * (flags & FLAG_A ? LOTS_PER_SHARE : 1)
  const cents = reader.unsigned()
  const counterparty = reader.unsigned() - 1
  const tradeDay = reader.unsigned()
  const settlementDay = tradeDay + reader.signed()
  const liquidity = flags & FLAG_B ? Liquidity.Removed : Liquidity.Added
  return {
    type: 'OrderFilled',
    at,
    order,
    execution,
    trade,
    lastTicks,
    lastLots,
    cents,
    liquidity,
    counterparty,
    scripted: (flags & FLAG_C) !== 0,
    tradeDay,
    settlementDay,
  }
}

function readReversal(reader: ByteReader, flags: number) {
  const executionRef = reader.unsigned()
  const fill = reader.unsigned()
  const trade = reader.unsigned()
  const reversedLots = reader.unsigned()
  const reversedTicks = reader.unsigned()
  const reversedCents = reader.unsigned()
  const basisWhole = reader.signed()
  const basisFraction = reader.signed()
  const counterparty = reader.unsigned() - 1
  const tradeDay = reader.unsigned()
  return {
    executionRef,
    fill,
    trade,
    side: flags & FLAG_B ? Side.Sell : Side.Buy,
    reversedLots,
    reversedTicks,
    reversedCents,
    basisWhole,
    basisFraction,
    reopened: (flags & FLAG_A) !== 0,
    counterparty,
    tradeDay,
    settlementDay: tradeDay + reader.signed(),
  }
}

function refusalCode(text: string): OrderRefusalCode {
  if (!Object.hasOwn(ORDER_REFUSALS, text)) throw new MalformedRecord(`there is no refusal ${JSON.stringify(text)}`)
  return text as OrderRefusalCode
}

function details(json: string): Readonly<Record<string, string | number | null>> {
  try {
    return JSON.parse(json) as Record<string, string | number | null>
  } catch (error) {
    throw new MalformedRecord('the details of a refusal cannot be read', { cause: error })
  }
}
