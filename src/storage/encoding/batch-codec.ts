import { crc32 } from 'node:zlib'
import type { Addressee, Batch, PastBatch, SessionNumbers } from '../../domain/batch.ts'
import { positionsOf } from '../../domain/batch.ts'
import type { Event } from '../../domain/event.ts'
import { ByteReader, MalformedRecord } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { CODE_MASK, eventTypeOf, OTHER_SESSION } from './event-codes.ts'
import { readEvent, writeEvent } from './event-codec.ts'
import { readLoggedOn, readSessionNumbers, writeLoggedOn, writeSessionNumbers } from './session-numbers-record.ts'

/**
 * A batch is two parts, one behind the other: the FIX numbers that it gave, which a start reads of every batch, and its events, each a
 * record with its length before it. Each part begins with the format and a CRC-32 of what follows.
 */
const BATCH_FORMAT = 1

const LARGEST_FIXED_PART = 64
const CRC_AT = 1
const CRC_END = 5

export interface BatchParts {
  readonly sessions: Buffer
  readonly events: Buffer
}

/** What the sessions' part of a batch says. */
export interface BatchNumbers {
  readonly position: number
  readonly positions: number
  readonly sealedAt: number
  readonly sessions: readonly SessionNumbers[]
}

/** Whether the columns beside a batch have the place, length and time that it says itself: the hash chain is over the batch alone. */
export function matchesRow(said: RowNumbers, row: RowNumbers): boolean {
  return said.position === row.position && said.positions === row.positions && said.sealedAt === row.sealedAt
}

type RowNumbers = Pick<BatchNumbers, 'position' | 'positions' | 'sealedAt'>

/** Writes both parts at the writer's offset and returns the length of the first. */
export function writeBatch(writer: ByteWriter, batch: Batch): number {
  const start = writer.offset
  beginPart(writer)
  writer.unsigned(batch.position)
  writer.unsigned(positionsOf(batch))
  writer.unsigned(batch.sealedAt)
  writer.unsigned(batch.sessions.length)
  for (const numbers of batch.sessions) writeSessionNumbers(writer, numbers, batch.position)
  writeLoggedOn(writer, batch.sessions)
  endPart(writer, start)
  const eventsStart = writer.offset
  beginPart(writer)
  writer.unsigned(batch.position)
  writer.unsigned(batch.events.length)
  for (const event of batch.events) writeSizedEvent(writer, event)
  endPart(writer, eventsStart)
  return eventsStart - start
}

export function encodeBatch(batch: Batch): BatchParts {
  const writer = new ByteWriter(256 + 128 * batch.events.length)
  const split = writeBatch(writer, batch)
  return { sessions: writer.bytes.subarray(0, split), events: writer.bytes.subarray(split, writer.offset) }
}

/** Position of the first event of a batch that can't be written (a number that a record does not hold, say); undefined where all can. */
export function unwritablePosition({ position, events }: Batch): number | undefined {
  const writer = new ByteWriter(256)
  for (const [index, event] of events.entries()) {
    writer.offset = 0
    try {
      writeSizedEvent(writer, event)
    } catch {
      return position + index
    }
  }
  return undefined
}

/** Throws MalformedRecord when a part is cut short, altered or of a format that this version does not know. */
export function decodeBatch(parts: BatchParts): Batch {
  const { numbers, records } = openParts(parts)
  const decoded: Event[] = []
  while (records.next()) decoded.push(records.event())
  return { position: numbers.position, sealedAt: numbers.sealedAt, events: decoded, sessions: numbers.sessions }
}

/** Throws MalformedRecord as `decodeBatch`, and where an event that is asked for can't be decoded. */
export function openBatch(parts: BatchParts): PastBatch {
  const { numbers, records } = openParts(parts)
  const find = finderIn(records)
  return {
    ...numbers,
    event: (index) => find(index)?.event(),
    addressee: find,
  }
}

function openParts({ sessions, events }: BatchParts): { readonly numbers: BatchNumbers; readonly records: EventRecords } {
  const numbers = decodeBatchNumbers(sessions)
  const records = new EventRecords(events)
  if (records.position !== numbers.position || positionsOf({ events: { length: records.count } } as Batch) !== numbers.positions) {
    throw new MalformedRecord(`the parts of batch ${numbers.position} do not belong together`)
  }
  return { numbers, records }
}

/** The records, with the event of an index at hand; undefined where there is none. It steps over those before it, once. */
function finderIn(records: EventRecords): (index: number) => EventRecords | undefined {
  const starts: number[] = []
  const ends: number[] = []
  let atHand = -1
  return (index) => {
    if (index < 0 || index >= records.count) return undefined
    while (starts.length <= index) {
      records.next()
      atHand = starts.push(records.start) - 1
      ends.push(records.end)
    }
    if (index !== atHand) records.goTo(starts[index]!, ends[index]!)
    atHand = index
    return records
  }
}

export function decodeBatchNumbers(part: Buffer): BatchNumbers {
  const reader = readPart(part, 'sessions')
  const position = reader.unsigned()
  const positions = reader.unsigned()
  const sealedAt = reader.unsigned()
  const count = reader.unsigned()
  const sessions: SessionNumbers[] = []
  for (let index = 0; index < count; index++) sessions.push(readSessionNumbers(reader, position))
  readLoggedOn(reader, sessions)
  return { position, positions, sealedAt, sessions }
}

/**
 * The events of a batch, one after the other, without decoding those that nobody asks for (20 ns to step over one):
 * `while (records.next()) if (records.account === 7) use(records.position, records.event())`.
 */
export class EventRecords implements Addressee {
  /** of the batch, then of the event at hand */
  position: number
  readonly count: number
  /** an `EVENT_CODES` */
  code = 0
  /** FIX session of the order or of the answer; 0 = none, or REST */
  session = 0
  /** index of the account, -1 = none */
  account = -1
  /** the event answers a session other than `session` too: decode it to know which */
  answersOtherSession = false
  /** of the record at hand, inside `bytes` */
  start = 0
  end = 0
  readonly bytes: Buffer
  private readonly reader: ByteReader
  private read = 0
  private offset: number

  constructor(part: Buffer) {
    this.bytes = part
    this.reader = readPart(part, 'events')
    this.position = this.reader.unsigned()
    this.count = this.reader.unsigned()
    this.offset = this.reader.offset
  }

  /** Steps to the next event; false behind the last. */
  next(): boolean {
    const { reader } = this
    reader.offset = this.offset
    reader.end = this.bytes.length
    if (this.read === this.count) {
      reader.finish()
      return false
    }
    const length = reader.unsigned()
    const start = reader.skip(length)
    this.offset = reader.offset
    if (this.read++ > 0) this.position++
    this.goTo(start, this.offset)
    return true
  }

  get type(): Event['type'] | undefined {
    return eventTypeOf(this.code)
  }

  /** Has the record at hand that lies between two offsets in `bytes`; `position` and what `next` steps to stay. */
  goTo(start: number, end: number): void {
    const { reader } = this
    this.start = start
    this.end = end
    reader.offset = start
    reader.end = end
    const code = reader.byte()
    this.code = code & CODE_MASK
    this.answersOtherSession = (code & OTHER_SESSION) !== 0
    this.session = reader.unsigned()
    this.account = reader.unsigned() - 1
  }

  /** Decodes the event at hand. */
  event(): Event {
    const { reader } = this
    reader.offset = this.start
    reader.end = this.end
    return readEvent(reader)
  }
}

function writeSizedEvent(writer: ByteWriter, event: Event): void {
  writer.ensure(LARGEST_FIXED_PART)
  const lengthAt = writer.offset++
  writeEvent(writer, event)
  const length = writer.offset - lengthAt - 1
  if (length < 128) {
    writer.bytes[lengthAt] = length
    return
  }
  // the length takes more than the one byte that was left for it
  writer.ensure(LARGEST_FIXED_PART)
  const lengthBytes = length < 2 ** 14 ? 2 : length < 2 ** 21 ? 3 : 4
  writer.bytes.copyWithin(lengthAt + lengthBytes, lengthAt + 1, writer.offset)
  writer.offset = lengthAt
  writer.unsigned(length)
  writer.offset += length
}

function beginPart(writer: ByteWriter): void {
  writer.ensure(LARGEST_FIXED_PART)
  writer.byte(BATCH_FORMAT)
  writer.offset = writer.offset + CRC_END - CRC_AT
}

function endPart(writer: ByteWriter, start: number): void {
  const crc = crc32(writer.bytes.subarray(start + CRC_END, writer.offset))
  writer.bytes.writeUInt32LE(crc, start + CRC_AT)
}

function readPart(part: Buffer, what: string): ByteReader {
  const reader = new ByteReader(part)
  const format = reader.byte()
  if (format !== BATCH_FORMAT) throw new MalformedRecord(`the ${what} of a batch have format ${format}; this version reads ${BATCH_FORMAT}`)
  const found = reader.uint32()
  const crc = crc32(part.subarray(CRC_END))
  if (found !== crc) throw new MalformedRecord(`the ${what} of a batch were cut short or altered: CRC-32 ${found}, their bytes give ${crc}`)
  return reader
}
