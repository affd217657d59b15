import type { MessageView } from '../wire/message-view.ts'
import { REJECT_REASONS } from '../wire/reject-reasons.ts'
import { faultOf, type StructureFault } from '../wire/validate.ts'

/** ClOrdID(11) has 1 to 64 printable ASCII characters (rules of engagement 6.10); anything else is a value out of range. */
export function clientOrderIdFault(view: MessageView): StructureFault | undefined {
  const index = view.indexOf(11)
  if (index < 0) return undefined
  const start = view.startAt(index)
  const end = view.endAt(index)
  if (end - start > LONGEST) return FAULT
  const { buffer } = view
  for (let at = start; at < end; at++) {
    const byte = buffer[at]!
    if (byte < FIRST_PRINTABLE || byte > LAST_PRINTABLE) return FAULT
  }
  return undefined
}

const LONGEST = 64
const FIRST_PRINTABLE = 0x20
const LAST_PRINTABLE = 0x7e
const FAULT = faultOf(REJECT_REASONS.valueOutOfRange, 11)
