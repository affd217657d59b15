import { join } from 'node:path'
import { ByteReader } from '../encoding/byte-reader.ts'
import type { ByteWriter } from '../encoding/byte-writer.ts'

/** An inbound FIX message and what came of it. */
export interface InboundMessage {
  /** index of the session */
  readonly session: number
  /** MsgSeqNum(34) */
  readonly sequence: number
  /** epoch ms */
  readonly receivedAt: number
  /** of the first event that it caused, or would have had */
  readonly position: number
  /** that it caused */
  readonly events: number
}

export interface LoggedMessage extends InboundMessage {
  /** increasing in the order of arrival; a page ends behind it */
  readonly id: number
  readonly raw: Buffer
}

export const fixLogPath = (directory: string): string => join(directory, 'fix-log.db')

const LARGEST_HEADER = 64

/** Adds a message to a piece: `source` from `start` to `end`. */
export function addMessage(
  piece: ByteWriter,
  { session, sequence, receivedAt, position, events }: InboundMessage,
  { source, start, end }: { readonly source: Buffer; readonly start: number; readonly end: number },
): void {
  const length = end - start
  piece.ensure(LARGEST_HEADER + length)
  piece.unsigned(session)
  piece.unsigned(sequence)
  piece.unsigned(receivedAt)
  piece.unsigned(position)
  piece.unsigned(events)
  piece.unsigned(length)
  source.copy(piece.bytes, piece.offset, start, end)
  piece.offset += length
}

/** The messages of a piece, one behind the other. */
export function* messagesOf(bytes: Buffer): Generator<Omit<LoggedMessage, 'id'>> {
  const reader = new ByteReader(bytes)
  while (reader.offset < bytes.length) {
    const session = reader.unsigned()
    const sequence = reader.unsigned()
    const receivedAt = reader.unsigned()
    const position = reader.unsigned()
    const events = reader.unsigned()
    const length = reader.unsigned()
    const start = reader.skip(length)
    yield { session, sequence, receivedAt, position, events, raw: bytes.subarray(start, start + length) }
  }
}
