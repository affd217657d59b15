import type { BankLinked } from '../../domain/events/account-event.ts'
import type { DepositSettled } from '../../domain/events/transfer-event.ts'
import type { Event } from '../../domain/event.ts'
import type { InstrumentListed, QuoteMoved, TradingDayEnded } from '../../domain/events/market-event.ts'
import { encodeBatch, EventRecords } from '../encoding/batch-codec.ts'
import { ByteReader, MalformedRecord } from '../encoding/byte-reader.ts'
import { EVENT_CODES } from '../encoding/event-codes.ts'
import type { BatchContent } from '../journal-reading/journal-copy.ts'

/**
 * Format 1 was what journals said from the first day until quotes walked and money moved in transfers: what was written before that says less, and
 * says a deposit and a quote in other words. What was written after it under the same number is read as it is; each record tells which it is.
 */
export function fromFormat1(content: BatchContent): BatchContent {
  const records = new EventRecords(content.events)
  const { position } = records
  const events: Event[] = []
  let hasOld = false
  while (records.next()) {
    const old = oldEvent(records)
    hasOld ||= old !== undefined
    events.push(old ?? records.event())
  }
  // places and times are in the other part, which stays as it is
  return hasOld ? { sessions: content.sessions, events: encodeBatch({ position, sealedAt: 0, events, sessions: [] }).events } : content
}

/** a deposit that was instant, as it was told before there were transfers that take their time */
const OLD_DEPOSIT_SETTLED = 54

/** The event of a record that format 1 alone has, as it is told today. */
function oldEvent(records: EventRecords): Event | undefined {
  const { code } = records
  switch (code) {
    case OLD_DEPOSIT_SETTLED:
      return depositSettled(json(records) as OldDeposit)
    case EVENT_CODES.QuoteMoved:
      return quoteMoved(records)
    case EVENT_CODES.InstrumentListed: {
      const event = json(records) as InstrumentListed
      // it stood where it was put
      return 'walk' in event.instrument
        ? undefined
        : { ...event, instrument: { ...(event.instrument as InstrumentListed['instrument']), walk: null } }
    }
    case EVENT_CODES.BankLinked: {
      const event = json(records) as BankLinked
      return 'reviewDueAt' in event ? undefined : { ...(event as BankLinked), reviewDueAt: 0 }
    }
    case EVENT_CODES.TradingDayEnded: {
      const event = json(records) as TradingDayEnded
      // closing prices were those of the state, which an end of day without any falls back to
      return 'closes' in event ? undefined : { ...(event as TradingDayEnded), closes: [] }
    }
    default:
      return undefined
  }
}

interface OldDeposit {
  readonly type: 'DepositSettled'
  readonly at: number
  readonly account: number
  readonly transfer: number
  readonly ach: number
  readonly accountLast4: string
  readonly amountCents: number
  readonly description: string | null
  readonly idempotencyKey: string | null
  readonly tradeDay: number
}

function depositSettled({ at, account, transfer: number, ach, accountLast4, amountCents, ...old }: OldDeposit): DepositSettled {
  const transfer = {
    number,
    account,
    type: 'DEPOSIT',
    status: 'SETTLED',
    ach,
    accountLast4,
    amountCents,
    feeCents: 0,
    fullBalance: false,
    ira: null,
    description: old.description,
    idempotencyKey: old.idempotencyKey,
    returnCode: null,
    requestedDay: old.tradeDay,
    expectedDay: old.tradeDay,
    dueAt: 0,
    createdAt: at,
    updatedAt: at,
    settledAt: at,
  } as const
  return { type: 'DepositSettled', at, account, transfer }
}

/** Undefined where it is told as today: a byte of flags stands before the moment then, which is more than any flags. */
function quoteMoved(records: EventRecords): QuoteMoved | undefined {
  const reader = bodyOf(records)
  if (reader.bytes[reader.offset]! < 128) return undefined
  const at = reader.unsigned()
  const market = reader.unsigned()
  const instrument = reader.unsigned()
  const bidTicks = reader.unsigned()
  const askTicks = reader.unsigned()
  const bidLots = reader.unsigned()
  const askLots = reader.unsigned()
  reader.finish()
  return { type: 'QuoteMoved', at, market, instrument, quote: { bidTicks, askTicks, bidLots, askLots }, walks: false, keepsPlace: false }
}

function json(records: EventRecords): unknown {
  const reader = bodyOf(records)
  try {
    return JSON.parse(reader.bytes.toString('utf8', reader.offset, reader.end))
  } catch (error) {
    throw new MalformedRecord(`the record at position ${records.position} has no JSON`, { cause: error })
  }
}

/** Behind code, session and account. */
function bodyOf({ bytes, start, end }: EventRecords): ByteReader {
  const reader = new ByteReader(bytes, start, end)
  reader.byte()
  reader.unsigned()
  reader.unsigned()
  return reader
}
