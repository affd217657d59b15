import { averageMicrosOf, toCents, valueCents } from '../../domain/amounts/notional.ts'
import type { Balances, PositionView } from '../../domain/view.ts'
import type { Account, Position } from './account-state.ts'
import { available } from './positions.ts'
import type { EngineState } from '../state.ts'

/** What an account has at a moment of its market; undefined: at the prices of the books. */
export function balanceView(state: EngineState, account: Account, at: number | undefined): Balances {
  return {
    settled: account.settledCents,
    unsettled: account.unsettledCents,
    buyingPower: Math.max(0, account.availableCents),
    heldForOrders: account.heldCents,
    pendingDeposits: account.pendingDepositCents,
    pendingWithdrawals: account.reservedCents,
    longMarketValue: state.marketValues.of(account.index, at),
    lastEquity: account.lastEquityCents,
    settlements: account.settlementLots.map((lot) => ({ day: lot.day, cents: lot.cents })),
  }
}

export function positionViews(state: EngineState, account: Account, at: number | undefined): readonly PositionView[] {
  return [...account.positions.values()]
    .filter((position) => position.shares !== 0 || position.lots !== 0)
    .sort((a, b) => a.instrument - b.instrument)
    .map((position) => shown(state, account, position, at))
}

export function positionView(state: EngineState, account: Account, instrument: number, at: number | undefined): PositionView | undefined {
  const position = account.positions.get(instrument)
  return position && (position.shares !== 0 || position.lots !== 0) ? shown(state, account, position, at) : undefined
}

function shown(state: EngineState, account: Account, position: Position, at: number | undefined): PositionView {
  const basis = { whole: position.basisWhole, fraction: position.basisFraction }
  const currentTicks = state.currentTicksAt(account.market, position.instrument, at)
  return {
    account: account.index,
    instrument: position.instrument,
    quantity: { shares: position.shares, lots: position.lots },
    available: available(position),
    averageMicros: averageMicrosOf(basis, position),
    costBasisCents: toCents(basis),
    currentTicks,
    marketValueCents: valueCents(currentTicks, position),
    previousCloseTicks: state.previousCloseTicks(account.market, position.instrument),
    updatedAt: position.updatedAt,
  }
}
