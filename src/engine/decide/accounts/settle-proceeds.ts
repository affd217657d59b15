import { proceedsDueAt } from '../../accounts/proceeds-times.ts'
import type { Run } from '../../run.ts'
import { MOST_WORK } from '../time/work.ts'

/**
 * Settles the proceeds of sales whose settlement day has begun, by the clock or because an operator has ended the day before it. Of very many
 * accounts the rest is left, which is still due: false then.
 */
export function settleProceedsDue(run: Run, index: number): boolean {
  const { state, at } = run
  const market = state.market(index)
  let settled = 0
  while (proceedsDueAt(state, market) <= at) {
    const day = market.settlementsDue.firstDay
    for (const account of market.settlementsDue.accountsOf(day)) {
      if (settled >= MOST_WORK) return false
      run.emit({ type: 'CashSettled', at, account, day, cents: state.account(account).unsettledOn(day) })
      settled++
    }
  }
  return true
}
