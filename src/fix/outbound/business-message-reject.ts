import type { MessageRefused } from '../../domain/events/session-event.ts'
import type { MessageWriter } from '../wire/message-writer.ts'

/** BusinessMessageReject(j). */
export function writeBusinessMessageReject(writer: MessageWriter, { reject }: MessageRefused): void {
  writer.integer(45, reject.refSeqNum)
  writer.ascii(58, reject.text)
  writer.ascii(372, reject.refMsgType)
  writer.echo(379, reject.refId)
  writer.integer(380, reject.reason)
}
