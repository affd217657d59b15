import { formatAverage, formatMoney, formatPrice, formatShares } from '../../../domain/amounts/amounts.ts'
import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import { tradeDate } from '../../../domain/time/trade-date.ts'
import type { AccountView, Balances, EngineView, PositionView } from '../../../domain/view.ts'
import { formatInstant } from '../../requests/instants.ts'
import { percentage } from './percentage.ts'

/** The balances record of docs/api-contract.md section 6; `now` is the moment of asking. */
export function balancesView(account: Pick<AccountView, 'id'>, balances: Balances, now: number) {
  const cash = balances.settled + balances.unsettled
  const equity = formatMoney(cash + balances.longMarketValue)
  const buyingPower = formatMoney(balances.buyingPower)
  return {
    account_id: account.id,
    currency: 'USD',
    cash: formatMoney(cash),
    settled_cash: formatMoney(balances.settled),
    unsettled_cash: formatMoney(balances.unsettled),
    buying_power: buyingPower,
    equity,
    long_market_value: formatMoney(balances.longMarketValue),
    last_equity: formatMoney(balances.lastEquity),
    portfolio_value: equity,
    held_for_orders: formatMoney(balances.heldForOrders),
    pending_deposits: formatMoney(balances.pendingDeposits),
    pending_withdrawals: formatMoney(balances.pendingWithdrawals),
    withdrawable_cash: buyingPower,
    settlements: balances.settlements.map(({ day, cents }) => ({ date: tradeDate(day), amount: formatMoney(cents) })),
    timestamp: formatInstant(now),
  }
}

/** Accounts in one market have at most this many instruments: the number of a position is account × 2^20 + instrument. */
const INSTRUMENTS_PER_ACCOUNT = 2 ** 20

/** The position of docs/api-contract.md section 6. */
export function positionView(view: Pick<EngineView, 'accounts' | 'markets' | 'instruments'>, position: PositionView) {
  const account = view.accounts[position.account]!
  const { symbol, assetClass } = view.instruments[position.instrument]!
  const { mint } = view.markets[account.market]!
  const pnlCents = position.marketValueCents - position.costBasisCents
  const changeTicks = position.currentTicks - position.previousCloseTicks
  return {
    id: mint.mint(IdentifierKind.Position, position.account * INSTRUMENTS_PER_ACCOUNT + position.instrument),
    account_id: account.id,
    symbol,
    asset_class: assetClass,
    quantity: formatShares(position.quantity),
    quantity_available: formatShares(position.available),
    side: position.quantity.shares < 0 ? 'short' : 'long',
    average_price: formatAverage(position.averageMicros),
    cost_basis: formatMoney(position.costBasisCents),
    current_price: formatPrice(position.currentTicks),
    market_value: formatMoney(position.marketValueCents),
    unrealized_pnl: formatMoney(pnlCents),
    pnl_percentage: percentage(pnlCents, position.costBasisCents),
    previous_close: formatPrice(position.previousCloseTicks),
    change_today: formatPrice(changeTicks),
    change_today_percentage: percentage(changeTicks, position.previousCloseTicks),
    updated_at: formatInstant(position.updatedAt),
  }
}
