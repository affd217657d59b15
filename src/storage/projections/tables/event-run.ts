import type { Event } from '../../../domain/event.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import type { ByteWriter } from '../../encoding/byte-writer.ts'
import { CODE_MASK } from '../../encoding/event-codes.ts'
import { readEvent } from '../../encoding/event-codec.ts'

/** An event and its place in the journal. */
export interface PlacedEvent<E extends Event = Event> {
  readonly event: E
  readonly position: number
}

/** Where the record of an event lies, and its place in the journal. */
export interface PlacedRecord {
  readonly position: number
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

const LARGEST_HEADER = 16

/**
 * Events that belong together (of one order, of one account) as one value of a row: each the distance to the position before it, its length
 * and its journal record. A row a transaction and order costs a fraction of a row an event.
 */
export function writeRun(writer: ByteWriter, records: readonly PlacedRecord[]): Buffer {
  const start = writer.offset
  let previous = 0
  for (const { position, bytes, start: from, end } of records) {
    writer.ensure(LARGEST_HEADER + end - from)
    writer.unsigned(position - previous)
    writer.unsigned(end - from)
    writer.offset += bytes.copy(writer.bytes, writer.offset, from, end)
    previous = position
  }
  return writer.bytes.subarray(start, writer.offset)
}

/** The events of a run whose code `wanted` accepts, in the order of the journal; the others are stepped over. */
export function readRun(run: Buffer, wanted: (code: number, record: PlacedRecord) => boolean): PlacedEvent[] {
  const reader = new ByteReader(run)
  const events: PlacedEvent[] = []
  let position = 0
  while (reader.offset < run.length) {
    position += reader.unsigned()
    const length = reader.unsigned()
    const start = reader.skip(length)
    const end = start + length
    if (!wanted(run[start]! & CODE_MASK, { position, bytes: run, start, end })) continue
    events.push({ event: readEvent(new ByteReader(run, start, end)), position })
  }
  return events
}
