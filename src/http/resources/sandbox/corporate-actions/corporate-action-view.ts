import { formatPrice } from '../../../../domain/amounts/amounts.ts'
import type { CorporateAction } from '../../../../domain/market/corporate-action.ts'
import { IdentifierKind } from '../../../../domain/identifiers/identifier.ts'
import { tradeDate } from '../../../../domain/time/trade-date.ts'
import type { EngineView } from '../../../../domain/view.ts'
import { formatInstant } from '../../../requests/instants.ts'

/** A split or a dividend as the sandbox shows it. */
export function corporateActionView(
  { markets, instruments }: Pick<EngineView, 'markets' | 'instruments'>,
  market: number,
  action: CorporateAction,
) {
  const isSplit = action.type === 'split'
  return {
    id: markets[market]!.mint.mint(IdentifierKind.CorporateAction, action.number),
    type: action.type,
    symbol: instruments[action.instrument]!.symbol,
    ratio: isSplit ? `${action.numerator}:${action.denominator}` : null,
    amount: isSplit ? null : formatPrice(action.amountTicks),
    ex_date: tradeDate(action.exDay),
    pay_date: isSplit ? null : tradeDate(action.payDay),
    status: action.status,
    created_at: formatInstant(action.announcedAt),
  }
}
