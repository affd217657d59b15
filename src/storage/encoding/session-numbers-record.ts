import type { SessionNumbers } from '../../domain/batch.ts'
import type { ByteReader } from './byte-reader.ts'
import { MalformedRecord } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'

const LARGEST_FIXED_PART = 64
const LARGEST_ENTRY = 8

/** entry of a session message; others are a distance to the entry before them, see `writeOutbound` */
const SESSION_MESSAGE = 0
/** a position too far from the one before: it follows in full */
const FAR = 1
const FAR_POSS_RESEND = 2
const FIRST_NEAR = 3
const LARGEST_DISTANCE = 2 ** 28

export function writeSessionNumbers(writer: ByteWriter, numbers: SessionNumbers, batchPosition: number): void {
  writer.ensure(LARGEST_FIXED_PART + numbers.outbound.length * LARGEST_ENTRY)
  writer.unsigned(2 * numbers.session + (numbers.reset ? 1 : 0))
  writer.unsigned(numbers.nextInbound)
  writer.unsigned(numbers.firstOutbound)
  writer.signed(numbers.toldBefore - batchPosition)
  writer.unsigned(numbers.outbound.length)
  writeOutbound(writer, numbers.outbound, batchPosition)
}

export function readSessionNumbers(reader: ByteReader, batchPosition: number): SessionNumbers {
  const sessionAndReset = reader.unsigned()
  const nextInbound = reader.unsigned()
  const firstOutbound = reader.unsigned()
  const toldBefore = batchPosition + reader.signed()
  const outbound = readOutbound(reader, reader.unsigned(), batchPosition)
  const reset = sessionAndReset % 2 === 1
  return { session: (sessionAndReset - (reset ? 1 : 0)) / 2, reset, nextInbound, firstOutbound, outbound, toldBefore }
}

/** Who has logged on or out, behind the records of all sessions: nothing where nobody has, nor in a journal from before this was written. */
export function writeLoggedOn(writer: ByteWriter, sessions: readonly SessionNumbers[]): void {
  for (const { session, loggedOn } of sessions) {
    if (loggedOn === undefined) continue
    writer.ensure(LARGEST_ENTRY)
    writer.unsigned(2 * session + (loggedOn ? 1 : 0))
  }
}

/** Reads what `writeLoggedOn` wrote, up to the end of the part, into the numbers of the sessions that it names. */
export function readLoggedOn(reader: ByteReader, sessions: SessionNumbers[]): void {
  while (reader.offset < reader.end) {
    const sessionAndLoggedOn = reader.unsigned()
    const loggedOn = sessionAndLoggedOn % 2 === 1
    const session = (sessionAndLoggedOn - (loggedOn ? 1 : 0)) / 2
    const index = sessions.findIndex((numbers) => numbers.session === session)
    if (index < 0) throw new MalformedRecord(`session ${session} has logged ${loggedOn ? 'on' : 'out'} in a batch without numbers of it`)
    sessions[index] = { ...sessions[index]!, loggedOn }
  }
}

/**
 * Positions as distances, one or two bytes each: 3 + 4 × distance for what lies ahead, + 2 for what lies behind, + 1 when it is sent with
 * PossResend(97)=Y.
 */
function writeOutbound(writer: ByteWriter, outbound: readonly number[], batchPosition: number): void {
  let previous = batchPosition
  for (const entry of outbound) {
    if (entry === 0) {
      writer.byte(SESSION_MESSAGE)
      continue
    }
    const possResend = entry < 0
    const position = possResend ? -entry : entry
    const distance = position - previous
    const behind = distance < 0
    const magnitude = behind ? -distance : distance
    if (magnitude < LARGEST_DISTANCE) {
      writer.unsigned(FIRST_NEAR + 4 * magnitude + (behind ? 2 : 0) + (possResend ? 1 : 0))
    } else {
      writer.ensure(2 * LARGEST_ENTRY)
      writer.byte(possResend ? FAR_POSS_RESEND : FAR)
      writer.unsigned(position)
    }
    previous = position
  }
}

function readOutbound(reader: ByteReader, count: number, batchPosition: number): number[] {
  if (count > reader.end - reader.offset) throw new MalformedRecord(`the record has no room for ${count} outbound messages`)
  const outbound = new Array<number>(count)
  let previous = batchPosition
  for (let index = 0; index < count; index++) {
    const kind = reader.unsigned()
    if (kind === SESSION_MESSAGE) {
      outbound[index] = 0
      continue
    }
    if (kind < FIRST_NEAR) {
      previous = reader.unsigned()
      outbound[index] = kind === FAR_POSS_RESEND ? -previous : previous
      continue
    }
    const code = kind - FIRST_NEAR
    const magnitude = Math.floor(code / 4)
    previous += code & 2 ? -magnitude : magnitude
    outbound[index] = code & 1 ? -previous : previous
  }
  return outbound
}
