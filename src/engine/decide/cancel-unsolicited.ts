import { type CancelReason, OrderStatus } from '../../domain/order.ts'
import { end, type NextOrder } from '../order-lifecycle.ts'
import type { Run } from '../run.ts'

/** Ends an open order as cancelled without a request of its own: 150=4 with no 41. `restatement` -1 leaves 378 out. */
export function cancelUnsolicited(
  run: Run,
  slot: number,
  why: { readonly reason: CancelReason; readonly restatement: number; readonly text: string },
): void {
  const order = run.state.orders.read(slot) as NextOrder
  end(order, OrderStatus.Cancelled, run.at, why.reason)
  run.emit({
    type: 'OrderCancelled',
    at: run.at,
    order,
    execution: run.nextExecution(order.account),
    requestId: '',
    requester: 0,
    previousClientOrderId: order.clientOrderId,
    restatement: why.restatement,
    text: why.text,
  })
}
