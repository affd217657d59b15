import type { CashDividend, Entitlement, Split } from '../../../domain/market/corporate-action.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { payDividend, recordDividend } from './dividends.ts'
import { applySplit } from './split.ts'

/** What the beginning of a day leaves to be done once its GTC orders are renewed. */
export interface CorporateActionsDone {
  /** orders that were restated, or have ended, by a split */
  readonly split: ReadonlySet<number>
  /** dividends, with who got them: their reinvestment is to be ordered */
  readonly paid: readonly { readonly action: CashDividend; readonly entitled: readonly Entitlement[] }[]
}

/**
 * Runs the corporate actions that are due by the beginning of a trading day, day by day: first it is seen who gets a dividend, in the shares
 * of the day before, then shares are split, then what was recorded is paid.
 */
export function runCorporateActions(run: Run, index: number, day: number): CorporateActionsDone {
  const market = run.state.market(index)
  const split = new Set<number>()
  const paid: { action: CashDividend; entitled: readonly Entitlement[] }[] = []
  for (const at of daysDue(market, day)) {
    for (const action of announced(market, at)) if (action.type === 'cash_dividend') recordDividend(run, market, action)
    for (const action of announced(market, at))
      if (action.type === 'split') for (const order of applySplit(run, market, action)) split.add(order)
    for (const action of market.corporateActions) {
      if (action.type !== 'cash_dividend' || action.status !== 'effective' || action.payDay !== at) continue
      paid.push({ action, entitled: market.entitlements.get(action.number)! })
      payDividend(run, market, action)
    }
  }
  return { split, paid }
}

function daysDue({ corporateActions }: Market, day: number): readonly number[] {
  const days = new Set<number>()
  for (const action of corporateActions) {
    if (action.status === 'announced' && action.exDay <= day) days.add(action.exDay)
    if (action.type === 'cash_dividend' && action.status !== 'paid' && action.payDay <= day) days.add(action.payDay)
  }
  return [...days].sort((a, b) => a - b)
}

const announced = ({ corporateActions }: Market, day: number): readonly (Split | CashDividend)[] =>
  corporateActions.filter((action) => action.status === 'announced' && action.exDay === day)
