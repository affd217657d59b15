import { CancelReason, type Order } from '../../../domain/orders/order.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import type { NextOrder } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import { heldNow } from '../../venue/pending.ts'
import { cancelUnsolicited } from '../matching/cancel-unsolicited.ts'

/** Why the quantity of an exit changes. */
export const BOUGHT = 'its entry has bought this much'
export const LEFT = 'what the other exit has left'
export const ASKED = 'its entry is for this much'

/** An exit has this much left to sell. Rules of engagement 6.6: a higher quantity goes to the back. */
export function resize(run: Run, exit: Order, leavesLots: number, text: string): void {
  const next: NextOrder = { ...exit, quantityLots: exit.filledLots + leavesLots, leavesLots, updatedAt: run.at }
  // while a replace waits for the venue, what either of the two may come to; none where the other exit holds for both
  next.heldLots = heldNow(run.state, next).lots
  next.revision += 1
  restate(run, next, text, leavesLots < exit.leavesLots)
}

/** It ends with the other exit, or with an entry that has bought nothing. */
export function cancelExit(run: Run, exit: Order): void {
  const slot = run.state.directory.get(exit.number)
  cancelUnsolicited(run, slot, { reason: CancelReason.System, restatement: RestatementReason.Other, text: 'one cancels the other' })
}

/** An exit as it stands from now on, told with ExecRestatementReason(378)=99. */
export function restate(run: Run, order: Order, text: string, keepsPlace: boolean): void {
  run.emit({
    type: 'OrderRestated',
    at: run.at,
    order,
    execution: run.nextExecution(order.account),
    restatement: RestatementReason.Other,
    text,
    keepsPlace,
  })
}
