import type { Event } from '../../../src/domain/event.ts'
import { ByteReader } from '../../../src/storage/encoding/byte-reader.ts'
import { ByteWriter } from '../../../src/storage/encoding/byte-writer.ts'
import { readEvent, writeEvent } from '../../../src/storage/encoding/event-codec.ts'

/** The bytes of an event within its batch. */
export function recordOf(event: Event): Buffer {
  const writer = new ByteWriter(256)
  writeEvent(writer, event)
  return writer.bytes.subarray(0, writer.offset)
}

/** The event as it comes back from the journal. */
export function readBack(event: Event): Event {
  return readEvent(new ByteReader(recordOf(event)))
}
