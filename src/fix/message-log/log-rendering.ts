import type { Event } from '../../domain/event.ts'
import type { EngineView } from '../../domain/view.ts'
import { ReportLookup } from '../outbound/report-lookup.ts'
import { outboundMsgType, writeEvent } from '../outbound/write-event.ts'
import type { SessionSettings } from '../session/session-settings.ts'
import type { MessageView } from '../wire/message-view.ts'
import { MessageWriter } from '../wire/message-writer.ts'
import { OutboundHeader } from '../wire/outbound-header.ts'

/** A message about an event as a session was, or will be, sent it. */
export interface LoggedEvent {
  readonly settings: SessionSettings
  readonly event: Event
  /** of the event in the journal */
  readonly position: number
  /** MsgSeqNum(34); 0 for a report that still waits for the session */
  readonly number: number
  /** SendingTime(52), epoch ms */
  readonly sentAt: number
  /** of a resend: when it was sent first, epoch ms */
  readonly firstSentAt?: number
  readonly possResend?: boolean
}

/** Renders what the journal says was sent. */
export class LogRenderer {
  readonly #lookup: ReportLookup
  readonly #writer = new MessageWriter(1_024)

  constructor(view: EngineView) {
    this.#lookup = new ReportLookup(view)
  }

  /** As it went out but for routing fields. */
  bytes(logged: LoggedEvent): Buffer {
    const { settings, event, position, number, sentAt, firstSentAt, possResend = false } = logged
    const header = new OutboundHeader({ senderCompId: settings.targetCompId, targetCompId: settings.senderCompId })
    const variables = {
      msgSeqNum: number,
      sendingTimeMs: sentAt,
      possResend,
      ...(firstSentAt !== undefined && { origSendingTimeMs: firstSentAt }),
    }
    const perspective = { session: settings.index, isCopy: settings.kind === 'drop-copy' }
    this.#writer.reset()
    writeEvent(this.#writer, this.#lookup, { event, position, header, variables, perspective })
    return this.#writer.take()
  }

  /** MsgType(35) of the message about an event. */
  msgType(event: Event): string {
    return outboundMsgType(event)
  }
}

/** A message that has been read, as it was on the wire, for people: SOH as `|`, what is secret as `***`. */
export function maskedView(view: MessageView): string {
  return maskedFields(view, (index) => view.textAt(index))
    .map((field) => `${field.replaceAll('\x01', '|')}|`)
    .join('')
}

/** A message that has been read, as bytes to be kept: secrets are gone, and BodyLength and CheckSum are those of before. */
export function maskedBytes(view: MessageView): Buffer {
  const fields = maskedFields(view, (index) => view.stringAt(index))
  return Buffer.from(`${fields.join('\x01')}\x01`, 'latin1')
}

function maskedFields(view: MessageView, valueAt: (index: number) => string): string[] {
  const fields: string[] = []
  for (let index = 0; index < view.fieldCount; index++) {
    const tag = view.tagAt(index)
    fields.push(`${tag}=${SECRET_TAGS.has(tag) ? '***' : valueAt(index)}`)
  }
  return fields
}

/** Whether a message has anything that may not be kept. */
export function hasSecrets(view: MessageView): boolean {
  return SECRETS.some((tag) => view.has(tag))
}

/** Username(553), Password(554), NewPassword(925), RawData(96). */
const SECRETS = [553, 554, 925, 96] as const
export const SECRET_TAGS: ReadonlySet<number> = new Set(SECRETS)
