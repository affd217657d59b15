import type { CashSettled } from '../../domain/events/account-event.ts'
import { settle } from '../accounts/ledger.ts'
import type { EngineState } from '../state.ts'

/** Proceeds of an account become settled cash. */
export function applySettled(state: EngineState, { account: index, day, cents }: CashSettled): void {
  const account = state.account(index)
  settle(account, day, cents)
  state.market(account.market).settlementsDue.note(account, day)
}
