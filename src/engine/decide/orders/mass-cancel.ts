import type { CancelSessionOrders, MassCancel } from '../../../domain/commands/order-command.ts'
import { CancelReason, type Order, TimeInForce } from '../../../domain/orders/order.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import type { Run } from '../../run.ts'
import { cancelInItsMarket, cancelUnsolicited } from '../matching/cancel-unsolicited.ts'
import { reachOf, sessionOf } from './requester.ts'

/** OrderMassCancelRequest(q): r with what it affects, then each order's 150=4. REST cancel all: the cancels alone. */
export function massCancel(run: Run, command: MassCancel): Result {
  const { requester, refused, market } = command
  const orders = refused ? [] : reachedOrders(run, command)
  if (requester.kind === 'session') {
    run.emit({
      type: 'MassCancelReported',
      at: run.at,
      session: requester.session,
      clientOrderId: command.clientOrderId,
      requestType: refused ? refused.requestType : String(command.scope),
      symbol: command.symbol,
      side: command.side ?? 0,
      affected: orders.length,
      rejectReason: refused ? refused.reason : -1,
      text: refused ? refused.text : '',
      execution: run.state.market(market).executionCount + 1,
      market,
    })
  }
  for (const order of orders) {
    cancelUnsolicited(run, run.state.directory.get(order.number), {
      reason: CancelReason.UserRequested,
      requester: sessionOf(requester),
      restatement: sessionOf(requester) > 0 ? RestatementReason.None : RestatementReason.Other,
      text: requester.kind === 'rest' ? 'REST cancel' : '',
    })
  }
  return DONE
}

function reachedOrders(run: Run, command: MassCancel): readonly Order[] {
  const reached = { ...command, ...reachOf(command.requester) }
  return command.accounts.flatMap((account) => run.state.openOrders(account, reached)).sort((a, b) => a.number - b.number)
}

/** A session with cancel-on-disconnect did not come back within its grace window. */
export function cancelSessionOrders(run: Run, command: CancelSessionOrders): Result {
  const orders = run.state.accounts
    .flatMap((account) => run.state.openOrders(account.index, command))
    .filter((order) => command.includeGtc || order.timeInForce !== TimeInForce.Gtc)
    .sort((a, b) => a.number - b.number)
  for (const order of orders)
    cancelInItsMarket(run, order, { reason: CancelReason.System, restatement: RestatementReason.Other, text: 'cancel on disconnect' })
  return DONE
}
