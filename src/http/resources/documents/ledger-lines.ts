import type { CorporateActionLine, HoldingChange, LedgerLine, TradeLine } from '../../../documents/ledger-line.ts'
import type { ExecutionBusted, ExecutionCorrected, ExecutionEvent } from '../../../domain/events/order-event.ts'
import { Side } from '../../../domain/orders/order.ts'
import type { EngineView } from '../../../domain/view.ts'
import { ACTIVITY_TYPE_OF, type ActivityEvent } from '../../../storage/projections/tables/activity-kinds.ts'
import { executionId } from '../orders/execution-view.ts'
import { netCents, splitChange } from '../portfolio/activity-view.ts'

/** An event of the ledger as documents show it; `day` is the trading day on which it was booked. */
export function ledgerLine(names: Pick<EngineView, 'markets'>, event: ActivityEvent, day: number): LedgerLine {
  return {
    type: ACTIVITY_TYPE_OF[event.type],
    at: event.at,
    day,
    netCents: netCents(event),
    holdings: holdingsOf(event),
    trade: 'execution' in event ? tradeOf(names, event) : null,
    corporateAction: corporateActionOf(event),
  }
}

function corporateActionOf(event: ActivityEvent): CorporateActionLine | null {
  if (event.type === 'DividendPaid') {
    const { instrument, shares, lots, amountTicks } = event
    return { kind: 'dividend', instrument, quantity: { shares, lots }, amountTicks }
  }
  if (event.type !== 'PositionSplit') return null
  const { instrument, numerator, denominator, paidLots } = event
  return { kind: 'split', instrument, quantity: splitChange(event), numerator, denominator, paidLots }
}

/** What an event of the ledger does to the account's positions. */
export function holdingsOf(event: ActivityEvent): readonly HoldingChange[] {
  switch (event.type) {
    case 'OrderFilled': {
      const { order, lastLots: lots, lastTicks: ticks } = event
      return [{ kind: order.side === Side.Buy ? 'bought' : 'sold', instrument: order.instrument, lots, ticks }]
    }
    case 'ExecutionBusted':
      return [reversed(event, -event.reversedLots)]
    case 'ExecutionCorrected':
      return [reversed(event, event.lastLots - event.reversedLots)]
    case 'HoldingsGranted':
      return event.positions.map(({ instrument, shares, priceTicks }) => ({ kind: 'granted', instrument, shares, ticks: priceTicks }))
    case 'PositionSplit': {
      const basis = { whole: event.basisWhole, fraction: event.basisFraction }
      return [{ kind: 'split', instrument: event.instrument, shares: event.shares, lots: event.lots, basis }]
    }
    case 'DividendPaid':
    case 'DepositSettled':
    case 'DepositReturned':
    case 'WithdrawalSettled':
    case 'WithdrawalReturned':
    case 'FeeCharged':
    case 'CashSettled':
      return []
    default:
      return event satisfies never
  }
}

/** `lots`: by how much the trade grew. */
function reversed({ order, side, basisWhole, basisFraction }: ExecutionBusted | ExecutionCorrected, lots: number): HoldingChange {
  const basis = { whole: basisWhole, fraction: basisFraction }
  return { kind: 'reversed', instrument: order.instrument, lots: side === Side.Buy ? lots : -lots, basis }
}

function tradeOf(names: Pick<EngineView, 'markets'>, event: ExecutionEvent): TradeLine {
  const { order, execution, tradeDay, settlementDay } = event
  return {
    fillId: executionId(names, order.number, event.type === 'OrderFilled' ? execution : event.fill),
    instrument: order.instrument,
    side: order.side,
    // the gateway charges none
    feeCents: 0,
    tradeDay,
    settlementDay,
    ...amountsOf(event),
  }
}

function amountsOf(event: ExecutionEvent) {
  switch (event.type) {
    case 'OrderFilled':
      return { kind: 'trade', lots: event.lastLots, ticks: event.lastTicks, grossCents: event.cents } as const
    case 'ExecutionCorrected':
      return { kind: 'correction', lots: event.lastLots, ticks: event.lastTicks, grossCents: event.cents } as const
    case 'ExecutionBusted':
      return { kind: 'cancellation', lots: event.reversedLots, ticks: event.reversedTicks, grossCents: event.reversedCents } as const
    default:
      return event satisfies never
  }
}
