import { type CancelReason, type Order, OrderStatus, REST_SESSION } from '../../../domain/orders/order.ts'
import { end, type NextOrder } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'

/** Why an order ends without a request of its own. */
interface UnsolicitedCancel {
  readonly reason: CancelReason
  /** ExecRestatementReason(378), see RestatementReason */
  readonly restatement: number
  readonly text: string
  /** the session whose request reached many orders, this one among them */
  readonly requester?: number
}

/** Ends an open order as cancelled without a request of its own: 150=4 with no 41. */
export function cancelUnsolicited(run: Run, slot: number, why: UnsolicitedCancel): void {
  cancelRenewed(run, run.state.orders.read(slot), why)
}

/** The same for an order that is no longer what its row says. Changes `order`. */
export function cancelRenewed(run: Run, order: NextOrder, why: UnsolicitedCancel): void {
  end(order, OrderStatus.Cancelled, run.at, why.reason)
  run.emit({
    type: 'OrderCancelled',
    at: run.at,
    order,
    execution: run.nextExecution(order.account),
    requestId: '',
    requester: why.requester ?? REST_SESSION,
    previousClientOrderId: order.clientOrderId,
    restatement: why.restatement,
    text: why.text,
  })
}

/** The same by the clock of the order's market, for a command that reaches several markets. */
export function cancelInItsMarket(run: Run, order: Order, why: UnsolicitedCancel): void {
  const { state, realAt } = run
  const { market } = state.account(order.account)
  cancelUnsolicited(run.atMoment(state.marketTime(market, realAt)), state.directory.get(order.number), why)
}
