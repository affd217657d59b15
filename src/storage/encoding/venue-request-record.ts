import type { OrderPended } from '../../domain/events/order-event.ts'
import type { OrderTerms, VenueRequest } from '../../domain/orders/venue-request.ts'
import { type ByteReader, MalformedRecord } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'

const KINDS = ['new', 'cancel', 'replace', 'fill'] as const satisfies readonly VenueRequest['kind'][]
const HAS_QUANTITY = 4
const HAS_LIMIT = 8
const HAS_STOP = 16
/** what a replace says of ExecInst(18)=K: whether it does, and what */
const HAS_CANCEL_ON_HALT = 32
const CANCEL_ON_HALT = 64
const ALL_PARTS = 127
const LARGEST_FIXED_PART = 128

/** What an OrderPended adds to its order: the request, and the terms that it meets. */
export function writePended(writer: ByteWriter, { request, terms }: OrderPended): void {
  const { kind, quantityLots, limitTicks, stopTicks, cancelOnHalt } = request
  writer.ensure(LARGEST_FIXED_PART)
  writer.byte(
    KINDS.indexOf(kind) |
      (quantityLots === undefined ? 0 : HAS_QUANTITY) |
      (limitTicks === undefined ? 0 : HAS_LIMIT) |
      (stopTicks === undefined ? 0 : HAS_STOP) |
      (cancelOnHalt === undefined ? 0 : HAS_CANCEL_ON_HALT | (cancelOnHalt ? CANCEL_ON_HALT : 0)),
  )
  writer.unsigned(request.sequence)
  writer.unsigned(request.dueAt)
  writer.unsigned(request.session)
  for (const amount of [quantityLots, limitTicks, stopTicks]) if (amount !== undefined) writer.unsigned(amount)
  writer.unsigned(terms.quantityLots)
  writer.unsigned(terms.limitTicks)
  writer.unsigned(terms.stopTicks)
  writer.text(request.clientOrderId)
}

export function readPended(
  reader: ByteReader,
  orderNumber: number,
): { readonly requester: number; readonly request: VenueRequest; readonly terms: OrderTerms } {
  const flags = reader.byte()
  const kind = KINDS[flags & 3]!
  if (flags > ALL_PARTS) throw new MalformedRecord(`a request has no parts ${flags}`)
  const sequence = reader.unsigned()
  const dueAt = reader.unsigned()
  const session = reader.unsigned()
  const change = {
    ...(flags & HAS_QUANTITY ? { quantityLots: reader.unsigned() } : {}),
    ...(flags & HAS_LIMIT ? { limitTicks: reader.unsigned() } : {}),
    ...(flags & HAS_STOP ? { stopTicks: reader.unsigned() } : {}),
    ...(flags & HAS_CANCEL_ON_HALT ? { cancelOnHalt: (flags & CANCEL_ON_HALT) !== 0 } : {}),
  }
  const terms = { quantityLots: reader.unsigned(), limitTicks: reader.unsigned(), stopTicks: reader.unsigned() }
  return {
    requester: session,
    request: { sequence, dueAt, orderNumber, kind, session, clientOrderId: reader.text(), ...change },
    terms,
  }
}
