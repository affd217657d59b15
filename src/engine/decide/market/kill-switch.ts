import type { SetKillSwitch } from '../../../domain/commands/market-command.ts'
import { CancelReason, type Order } from '../../../domain/orders/order.ts'
import { DONE, type Result, type Run } from '../../run.ts'
import { cancelInItsMarket } from '../matching/cancel-unsolicited.ts'

/** Rules of engagement P.11: new orders and replaces are refused, open orders cancelled; cancels and status requests still work. */
export function setKillSwitch(run: Run, { scope, id, on, operator }: SetKillSwitch): Result {
  const { state, at } = run
  run.emit({ type: 'KillSwitchSet', at, scope, id, on, operator })
  if (!on) return DONE
  const reached = (order: Order): boolean => {
    switch (scope) {
      case 'all':
        return true
      case 'partner':
        return state.account(order.account).partner === id
      case 'account':
        return order.account === id
      case 'session':
        return order.session === id
      default:
        return scope satisfies never
    }
  }
  const orders = state.accounts
    .flatMap((account) => state.openOrders(account.index))
    .filter(reached)
    .sort((a, b) => a.number - b.number)
  for (const order of orders) cancelInItsMarket(run, order, { reason: CancelReason.System, restatement: 4, text: 'kill switch' })
  return DONE
}
