import type { SetKillSwitch } from '../../../domain/commands/market-command.ts'
import { CancelReason, type Order } from '../../../domain/orders/order.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import type { Run } from '../../run.ts'
import type { EngineState } from '../../state.ts'
import { cancelInItsMarket } from '../matching/cancel-unsolicited.ts'

/** Rules of engagement P.11: new orders and replaces are refused, open orders cancelled; cancels and status requests still work. */
export function setKillSwitch(run: Run, { scope, id, on, operator }: SetKillSwitch): Result {
  const { state, at } = run
  run.emit({ type: 'KillSwitchSet', at, scope, id, on, operator })
  if (!on) return DONE
  const orders = openOrdersOf(state, scope, id).sort((a, b) => a.number - b.number)
  for (const order of orders)
    cancelInItsMarket(run, order, { reason: CancelReason.System, restatement: RestatementReason.BrokerOption, text: 'kill switch' })
  return DONE
}

function openOrdersOf(state: EngineState, scope: SetKillSwitch['scope'], id: number): Order[] {
  const { accounts } = state
  switch (scope) {
    case 'all':
      return accounts.flatMap(({ index }) => state.openOrders(index))
    case 'partner':
      return accounts.flatMap(({ index, partner }) => (partner === id ? state.openOrders(index) : []))
    case 'account':
      return [...state.openOrders(id)]
    case 'session':
      return accounts.flatMap(({ index }) => state.openOrders(index, { session: id }))
    default:
      return scope satisfies never
  }
}
