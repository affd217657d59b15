import type { Event } from '../../domain/event.ts'
import { type ByteReader, MalformedRecord } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { CODE_MASK, EVENT_CODES, eventTypeOf, isOrderEventCode, OTHER_SESSION } from './event-codes.ts'
import { readOrderEvent, writeOrderEvent } from './order-event-records.ts'
import {
  readCancelRejected,
  readQuietOrderEvent,
  readOrderStatusReported,
  readQuoteMoved,
  writeCancelRejected,
  writeQuietOrderEvent,
  writeOrderStatusReported,
  writeQuoteMoved,
} from './other-event-records.ts'

const LARGEST_HEADER = 32

/** Reads the event that fills the reader from its offset to its end. Throws MalformedRecord when it ends before or goes on. */
export function readEvent(reader: ByteReader): Event {
  const event = readAny(reader)
  reader.finish()
  return event
}

/**
 * Writes an event as a record of a batch. It begins with its code, the FIX session and the account that it is about, so that a scan can tell
 * without reading further whom it concerns. Events of the order path are binary (an OrderAccepted or OrderFilled takes 60 to 90 bytes),
 * the rest JSON behind that header.
 */
export function writeEvent(writer: ByteWriter, event: Event): void {
  writer.ensure(LARGEST_HEADER)
  switch (event.type) {
    // the two of the hot path by name: the code of a type that is only known now is looked up
    case 'OrderAccepted':
      writeHeader(writer, EVENT_CODES.OrderAccepted, event.order.session, event.order.account + 1)
      writeOrderEvent(writer, event)
      return
    case 'OrderFilled':
      writeHeader(writer, EVENT_CODES.OrderFilled, event.order.session, event.order.account + 1)
      writeOrderEvent(writer, event)
      return
    case 'OrderRejected':
    case 'OrderExpired':
    case 'OrderRestated':
    case 'OrderTriggered':
    case 'OrderSuspended':
    case 'OrderReinstated':
    case 'OrderAcknowledged':
    case 'ExecutionBusted':
    case 'ExecutionCorrected':
      writeHeader(writer, EVENT_CODES[event.type], event.order.session, event.order.account + 1)
      writeOrderEvent(writer, event)
      return
    case 'OrderCancelled':
    case 'OrderReplaced':
    case 'OrderPended': {
      const other = event.requester !== event.order.session
      writeHeader(writer, EVENT_CODES[event.type] | (other ? OTHER_SESSION : 0), event.order.session, event.order.account + 1)
      writeOrderEvent(writer, event)
      return
    }
    case 'CancelRejected':
      writeHeader(writer, EVENT_CODES.CancelRejected, event.session, event.order === undefined ? 0 : event.order.account + 1)
      writeCancelRejected(writer, event)
      return
    case 'OrderReleased':
    case 'StopTrailed':
      writeHeader(writer, EVENT_CODES[event.type], event.order.session, event.order.account + 1)
      writeQuietOrderEvent(writer, event)
      return
    case 'OrderStatusReported':
      writeHeader(writer, EVENT_CODES.OrderStatusReported, event.session, event.order.account + 1)
      writeOrderStatusReported(writer, event)
      return
    case 'QuoteMoved':
      writeHeader(writer, EVENT_CODES.QuoteMoved, 0, 0)
      writeQuoteMoved(writer, event)
      return
    case 'OrderRefused':
    case 'UnknownOrderReported':
    case 'MassCancelReported':
    case 'MessageRefused':
      writeHeader(writer, EVENT_CODES[event.type], event.session, 0)
      writer.raw(Buffer.from(JSON.stringify(event)))
      return
    case 'AccountOpened':
    case 'AccountReviewed':
    case 'AccountUpdated':
    case 'AccountClosed':
    case 'HoldingsGranted':
    case 'CashSettled':
    case 'BankLinked':
    case 'BankUnlinked':
    case 'BankReviewed':
    case 'TransferRequested':
    case 'TransferMoved':
    case 'DepositSettled':
    case 'DepositReturned':
    case 'WithdrawalSettled':
    case 'WithdrawalReturned':
    case 'FeeCharged':
    case 'PositionSplit':
    case 'DividendPaid':
      writeHeader(writer, EVENT_CODES[event.type], 0, event.account + 1)
      writer.raw(Buffer.from(JSON.stringify(event)))
      return
    case 'NewsAnnounced':
    case 'PartnerCreated':
    case 'MarketReset':
    case 'IdentifierGiven':
    case 'InstrumentListed':
    case 'InstrumentChanged':
    case 'TradingDayEnded':
    case 'KillSwitchSet':
    case 'WalkChanged':
    case 'ClockSet':
    case 'PhaseChanged':
    case 'FillModelSet':
    case 'FillDelayed':
    case 'SymbolHalted':
    case 'SymbolResumed':
    case 'CorporateActionAnnounced':
    case 'SplitApplied':
    case 'DividendRecorded':
    case 'DividendCompleted':
      writeHeader(writer, EVENT_CODES[event.type], 0, 0)
      writer.raw(Buffer.from(JSON.stringify(event)))
      return
    default:
      event satisfies never
  }
}

function readAny(reader: ByteReader): Event {
  const code = reader.byte() & CODE_MASK
  const session = reader.unsigned()
  reader.unsigned()
  switch (code) {
    case EVENT_CODES.CancelRejected:
      return readCancelRejected(reader, session)
    case EVENT_CODES.OrderStatusReported:
      return readOrderStatusReported(reader, session)
    case EVENT_CODES.QuoteMoved:
      return readQuoteMoved(reader)
    case EVENT_CODES.OrderReleased:
      return readQuietOrderEvent(reader, 'OrderReleased')
    case EVENT_CODES.StopTrailed:
      return readQuietOrderEvent(reader, 'StopTrailed')
    default:
      return isOrderEventCode(code) ? readOrderEvent(reader, code) : readJson(reader, code)
  }
}

function writeHeader(writer: ByteWriter, code: number, session: number, accountPlusOne: number): void {
  writer.byte(code)
  writer.unsigned(session)
  writer.unsigned(accountPlusOne)
}

function readJson(reader: ByteReader, code: number): Event {
  const type = eventTypeOf(code)
  if (type === undefined) throw new MalformedRecord(`no event has the code ${code}`)
  const json = reader.bytes.toString('utf8', reader.offset, reader.end)
  reader.offset = reader.end
  const event = parse(json)
  if (typeof event !== 'object' || event === null || !('type' in event) || event.type !== type) {
    throw new MalformedRecord(`a record of ${type} holds another event`)
  }
  return event as Event
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new MalformedRecord('the record is cut short or was altered: its JSON cannot be read', { cause: error })
  }
}
