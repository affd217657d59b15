import type { Event } from '../../domain/event.ts'
import { MsgType } from '../fix-values.ts'
import type { HeaderVariables, MessageWriter } from '../wire/message-writer.ts'
import type { OutboundHeader } from '../wire/outbound-header.ts'
import { writeBusinessMessageReject } from './business-message-reject.ts'
import { writeExecutionReport } from './execution-report.ts'
import type { Perspective } from './execution-report.ts'
import { writeNews } from './news.ts'
import { writeOrderCancelReject } from './order-cancel-reject.ts'
import { writeOrderMassCancelReport } from './order-mass-cancel-report.ts'
import type { ReportLookup } from './report-lookup.ts'
import { writeOrderRefused, writeOrderStatus, writeUnknownOrder } from './status-report.ts'

export interface OutboundEvent {
  readonly event: Event
  /** of the event in the journal */
  readonly position: number
  readonly header: OutboundHeader
  readonly variables: HeaderVariables
  readonly perspective: Perspective
}

/** Writes the message that tells a session of an event, whole. Throws when the event is none that any session is told of. */
export function writeEvent(
  writer: MessageWriter,
  lookup: ReportLookup,
  { event, position, header, variables, perspective }: OutboundEvent,
): void {
  writer.begin(outboundMsgType(event), header, variables)
  switch (event.type) {
    case 'OrderRefused':
      writeOrderRefused(writer, event, position, lookup)
      break
    case 'OrderStatusReported':
      writeOrderStatus(writer, event, lookup)
      break
    case 'UnknownOrderReported':
      writeUnknownOrder(writer, event)
      break
    case 'CancelRejected':
      writeOrderCancelReject(writer, event, lookup)
      break
    case 'MassCancelReported':
      writeOrderMassCancelReport(writer, event, position, lookup)
      break
    case 'MessageRefused':
      writeBusinessMessageReject(writer, event)
      break
    case 'NewsAnnounced':
      writeNews(writer, event)
      break
    default:
      if ('execution' in event) writeExecutionReport(writer, event, perspective, lookup)
      else throw new Error(`no session is told of ${event.type}`)
  }
  writer.end()
}

/** MsgType(35) of the message about an event. */
export function outboundMsgType(event: Event): string {
  switch (event.type) {
    case 'CancelRejected':
      return MsgType.OrderCancelReject
    case 'MassCancelReported':
      return MsgType.OrderMassCancelReport
    case 'MessageRefused':
      return MsgType.BusinessMessageReject
    case 'NewsAnnounced':
      return MsgType.News
    default:
      return MsgType.ExecutionReport
  }
}
