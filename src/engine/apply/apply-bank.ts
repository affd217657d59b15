import type { AchStatus } from '../../domain/accounts/linked-bank.ts'
import type { BankLinked } from '../../domain/events/account-event.ts'
import type { BankView } from '../../domain/view.ts'
import type { EngineState } from '../state.ts'

export function applyLinked(state: EngineState, event: BankLinked): void {
  storeBank(state, event.account, event)
  state.market(state.account(event.account).market).achCount = event.ach
}

export function setBankStatus(
  state: EngineState,
  { account, ach }: { readonly account: number; readonly ach: number },
  status: AchStatus,
): void {
  const bank = state.account(account).banks.get(ach)
  if (bank) storeBank(state, account, { ...bank, status, reviewDueAt: 0 })
}

/** A bank link as it stands; the verifier waits for those that are due. */
export function storeBank(state: EngineState, account: number, { ach, status, accountLast4, reviewDueAt }: BankView): void {
  const { banksDue } = state.market(state.account(account).market)
  state.account(account).banks.set(ach, { ach, status, accountLast4, reviewDueAt })
  banksDue.remove(ach)
  banksDue.add({ number: ach, dueAt: reviewDueAt, account })
}
