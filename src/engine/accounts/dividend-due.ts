import type { CashDividend, Entitlement } from '../../domain/market/corporate-action.ts'

/** A dividend of which it is known who gets it, and who has yet to get it. */
export class DividendDue {
  readonly action: Pick<CashDividend, 'number' | 'instrument' | 'amountTicks' | 'payDay'>
  private readonly entitled: readonly Entitlement[]
  private done = 0

  /** `entitled`: in the order in which they are paid. */
  constructor(action: DividendDue['action'], entitled: readonly Entitlement[]) {
    this.action = action
    this.entitled = entitled
  }

  get left(): readonly Entitlement[] {
    return this.entitled.slice(this.done)
  }

  /** An account was paid; those before it that were not have been closed. */
  notePaid(account: number): void {
    do this.done++
    while (this.entitled[this.done - 1]!.account !== account)
  }
}
