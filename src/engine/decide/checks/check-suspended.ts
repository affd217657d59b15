import type { Refusal } from '../../../domain/refusal.ts'
import type { Run } from '../../run.ts'

/** Whether the account may not trade now, because the operator or the account's own settings say so: no new order, no replace, no reopened one. */
export function checkSuspended(run: Run, account: number, session: number): Refusal | undefined {
  if (run.state.isSuspended(account, session)) return suspended('kill_switch', 'Trading is suspended by the operator.')
  if (run.state.account(account).tradingConfigurations.suspend_trade)
    return suspended('suspend_trade', 'Trading is suspended on this account.')
  return undefined
}

function suspended(reason: string, message: string): Refusal {
  return { code: 'TRADING_SUSPENDED', message, details: { reason } }
}
