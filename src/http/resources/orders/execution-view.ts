import { formatAverage, formatMoney, formatPrice, formatQuantity } from '../../../domain/amounts/amounts.ts'
import { Liquidity } from '../../../domain/events/order-event.ts'
import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import { marketOf } from '../../../domain/orders/order.ts'
import { tradeDate } from '../../../domain/time/trade-date.ts'
import type { EngineView } from '../../../domain/view.ts'
import type { ExecutionEvent } from '../../../domain/events/order-event.ts'
import { formatInstant } from '../../requests/instants.ts'
import { SIDE_NAMES } from './order-names.ts'
import { averagePrice, type Names, orderId } from './order-view.ts'

/** The execution object of docs/api-contract.md section 5; `sequence` is the event's journal position. */
export function executionView(names: Names, event: ExecutionEvent, sequence: number) {
  const { order } = event
  const { lots, ticks, cents } = traded(event)
  return {
    id: executionId(names, order.number, event.execution),
    order_id: orderId(names, order.number),
    account_id: names.accounts[order.account]!.id,
    client_order_id: order.firstClientOrderId,
    symbol: names.instruments[order.instrument]!.symbol,
    side: SIDE_NAMES[order.side],
    exec_type: EXEC_TYPE_NAMES[event.type],
    quantity: formatQuantity(lots),
    price: formatPrice(ticks),
    notional: formatMoney(cents),
    cumulative_quantity: formatQuantity(order.filledLots),
    leaves_quantity: formatQuantity(order.leavesLots),
    average_price: formatAverage(averagePrice(order)),
    commission: '0.00',
    liquidity: event.type === 'OrderFilled' ? LIQUIDITY_NAMES[event.liquidity] : null,
    reference_execution_id: event.type === 'OrderFilled' ? null : executionId(names, order.number, event.executionRef),
    trade_date: tradeDate(event.tradeDay),
    settlement_date: tradeDate(event.settlementDay),
    sequence,
    executed_at: formatInstant(event.at),
  }
}

const EXEC_TYPE_NAMES = {
  OrderFilled: 'trade',
  ExecutionCorrected: 'trade_correct',
  ExecutionBusted: 'trade_cancel',
} as const satisfies Record<ExecutionEvent['type'], string>

const LIQUIDITY_NAMES = { [Liquidity.Added]: 'added', [Liquidity.Removed]: 'removed' } as const satisfies Record<Liquidity, string>

export function executionId(names: Pick<EngineView, 'markets'>, orderNumber: number, execution: number): string {
  return names.markets[marketOf(orderNumber)]!.mint.mint(IdentifierKind.Execution, execution)
}

/** What a fill or a correction trades, and what a bust takes back. */
function traded(event: ExecutionEvent): { lots: number; ticks: number; cents: number } {
  switch (event.type) {
    case 'OrderFilled':
    case 'ExecutionCorrected':
      return { lots: event.lastLots, ticks: event.lastTicks, cents: event.cents }
    case 'ExecutionBusted':
      return { lots: event.reversedLots, ticks: event.reversedTicks, cents: event.reversedCents }
    default:
      return event satisfies never
  }
}
