import type { FixField, FixLog } from '../../domain/edges/fix-log.ts'
import { maskedView, SECRET_TAGS } from './log-rendering.ts'
import type { SessionSettings } from '../session/session-settings.ts'
import type { DictionaryRules } from '../wire/dictionary-rules.ts'
import { MessageView } from '../wire/message-view.ts'

export interface LoggedBytes {
  readonly id: string
  /** undefined: no session listens */
  readonly settings: SessionSettings | undefined
  readonly direction: 'In' | 'Out'
  /** the whole message */
  readonly bytes: Buffer
  /** it has no number and no SendingTime yet, whatever stands in the bytes */
  readonly isWaiting?: boolean
}

/** Reads a message for people; with its fields by name when `names` are given. Throws when the bytes are no message. */
export function logEntry({ id, settings, direction, bytes, isWaiting = false }: LoggedBytes, names?: DictionaryRules['names']): FixLog {
  if (!VIEW.load(bytes, 0, bytes.length)) throw new Error(`entry ${id} of the FIX log is no message`)
  return {
    Id: id,
    SessionId: settings === undefined ? null : `FIX.4.4:${settings.targetCompId}->${settings.senderCompId}`,
    Direction: direction,
    MsgSeqNum: isWaiting || VIEW.sequenceNumber === 0 ? null : VIEW.sequenceNumber,
    MsgType: VIEW.msgType,
    ExecType: VIEW.string(150) ?? null,
    OrdStatus: VIEW.string(39) ?? null,
    ClOrdId: VIEW.string(11) ?? null,
    SendingTime: isWaiting ? null : instantOf(VIEW.utcTimestamp(52)),
    PossDup: VIEW.isYes(43),
    Raw: maskedView(VIEW),
    ...(names !== undefined && { Fields: fieldsOf(VIEW, names) }),
  }
}

/** MsgType(35) of a message. */
export function msgTypeOf(bytes: Buffer): string {
  return VIEW.load(bytes, 0, bytes.length) ? VIEW.msgType : ''
}

function fieldsOf(view: MessageView, names: DictionaryRules['names']): FixField[] {
  return Array.from({ length: view.fieldCount }, (_, index) => {
    const tag = view.tagAt(index)
    return { Tag: tag, Name: names[tag] ?? '', Value: SECRET_TAGS.has(tag) ? '***' : view.textAt(index).replaceAll('\x01', '|') }
  })
}

function instantOf(epochMs: number): string | null {
  return Number.isNaN(epochMs) ? null : new Date(epochMs).toISOString()
}

const VIEW = new MessageView()
