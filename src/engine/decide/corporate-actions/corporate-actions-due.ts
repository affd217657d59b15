import type { CashDividend, Split } from '../../../domain/market/corporate-action.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { recordDividend } from './dividends.ts'
import { splitSecurity } from './split.ts'

/**
 * Runs the corporate actions that take effect by the beginning of a trading day, day by day: first it is seen who gets a dividend, in the shares
 * of the day before, then shares are split. The numbers of the orders that a split has restated, or ended, are returned.
 */
export function runCorporateActions(run: Run, index: number, day: number): ReadonlySet<number> {
  const market = run.state.market(index)
  const split = new Set<number>()
  for (const at of exDaysDue(market, day)) {
    for (const action of announced(market, at)) if (action.type === 'cash_dividend') recordDividend(run, market, action)
    for (const action of announced(market, at))
      if (action.type === 'split') for (const order of splitSecurity(run, market, action)) split.add(order)
  }
  return split
}

function exDaysDue({ corporateActions }: Market, day: number): readonly number[] {
  const days = new Set<number>()
  for (const action of corporateActions) if (action.status === 'announced' && action.exDay <= day) days.add(action.exDay)
  return [...days].sort((a, b) => a - b)
}

const announced = ({ corporateActions }: Market, day: number): readonly (Split | CashDividend)[] =>
  corporateActions.filter((action) => action.status === 'announced' && action.exDay === day)
