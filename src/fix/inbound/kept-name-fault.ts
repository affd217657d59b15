import { ROUTING_TAGS } from '../outbound/message-route.ts'
import type { MessageView } from '../wire/message-view.ts'
import { REJECT_REASONS } from '../wire/reject-reasons.ts'
import { faultOf, type StructureFault } from '../wire/validate.ts'

/** What comes back on each answer, of which there are thousands, or is kept with orders has 64 characters at most. */
export function keptNameFault(view: MessageView): StructureFault | undefined {
  for (const tag of KEPT_NAMES) {
    const index = view.indexOf(tag)
    if (index >= 0 && view.endAt(index) - view.startAt(index) > LONGEST) return faultOf(REJECT_REASONS.valueOutOfRange, tag)
  }
  return undefined
}

/** MDReqID, SecurityReqID, TradSesReqID, MassStatusReqID; then the routing */
const KEPT_NAMES = [262, 320, 335, 584, ...ROUTING_TAGS] as const
const LONGEST = 64
