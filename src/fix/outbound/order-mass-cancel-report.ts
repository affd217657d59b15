import type { MassCancelReported } from '../../domain/events/session-event.ts'
import type { MessageWriter } from '../wire/message-writer.ts'
import type { ReportLookup } from './report-lookup.ts'

/** OrderMassCancelReport(r): 533 with how many orders the request reached, or 531=0 and 532. */
export function writeOrderMassCancelReport(writer: MessageWriter, event: MassCancelReported, position: number, lookup: ReportLookup): void {
  const accepted = event.rejectReason < 0
  writer.ascii(11, event.clientOrderId)
  lookup.putAnswerId(writer, 37, event.market, position)
  if (event.side !== 0) writer.integer(54, event.side)
  writer.echo(55, event.symbol)
  writer.ascii(58, event.text)
  writer.timestamp(60, event.at)
  writer.ascii(530, event.requestType)
  writer.ascii(531, accepted ? event.requestType : '0')
  if (accepted) writer.integer(533, event.affected)
  else writer.integer(532, event.rejectReason)
}
