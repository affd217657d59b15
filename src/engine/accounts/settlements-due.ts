import type { Account } from './account-state.ts'

/** The accounts of a market whose proceeds wait for their settlement day, by that day. */
export class SettlementsDue {
  private readonly waiting = new Map<number, Set<number>>()

  /** The proceeds of an account that settle on a day have changed. */
  note(account: Account, day: number): void {
    const accounts = this.waiting.get(day)
    if (account.unsettledOn(day) !== 0) {
      if (accounts) accounts.add(account.index)
      else this.waiting.set(day, new Set([account.index]))
    } else if (accounts?.delete(account.index) === true && accounts.size === 0) this.waiting.delete(day)
  }

  /** The first day that is waited for; Infinity where none is. */
  get firstDay(): number {
    let first = Infinity
    for (const day of this.waiting.keys()) if (day < first) first = day
    return first
  }

  /** Indices of the accounts that wait for a day, in their order. */
  accountsOf(day: number): Uint32Array {
    return Uint32Array.from(this.waiting.get(day) ?? []).sort()
  }
}
