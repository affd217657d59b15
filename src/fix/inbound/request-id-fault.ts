import type { MessageView } from '../wire/message-view.ts'
import { REJECT_REASONS } from '../wire/reject-reasons.ts'
import { faultOf, type StructureFault } from '../wire/validate.ts'

/** The id of a request comes back on each of its answers, of which there are thousands: it has 64 characters at most. */
export function requestIdFault(view: MessageView): StructureFault | undefined {
  for (const tag of REQUEST_IDS) {
    const index = view.indexOf(tag)
    if (index >= 0 && view.endAt(index) - view.startAt(index) > LONGEST) return faultOf(REJECT_REASONS.valueOutOfRange, tag)
  }
  return undefined
}

/** MDReqID, SecurityReqID, TradSesReqID, MassStatusReqID */
const REQUEST_IDS = [262, 320, 335, 584] as const
const LONGEST = 64
