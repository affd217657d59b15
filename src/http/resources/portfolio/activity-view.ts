import { ActivityType } from '../../../domain/account.ts'
import { formatMoney, formatPrice, formatQuantity } from '../../../domain/amounts.ts'
import { IdentifierKind } from '../../../domain/identifier.ts'
import { type Order, Side } from '../../../domain/order.ts'
import type { EngineView } from '../../../domain/view.ts'
import type { ActivityQueries } from '../../../storage/projections/queries/activity-queries.ts'
import { formatInstant } from '../../instants.ts'
import { executionId } from '../orders/execution-view.ts'
import { orderId } from '../orders/order-view.ts'

export const ACTIVITY_TYPE_OF = {
  OrderFilled: ActivityType.Fill,
  ExecutionBusted: ActivityType.Adjustment,
  ExecutionCorrected: ActivityType.Adjustment,
  DepositSettled: ActivityType.Deposit,
  CashSettled: ActivityType.Settlement,
  HoldingsGranted: ActivityType.Deposit,
} as const satisfies Record<ActivityEvent['type'], ActivityType>

/** An event that the ledger of an account shows. */
export type ActivityEvent = ReturnType<ActivityQueries['activities']>[number]['event']

/** A line of the ledger: the sum of all net amounts is the account's cash (docs/api-contract.md section 6). */
export function activityView(names: Pick<EngineView, 'markets' | 'accounts' | 'instruments'>, event: ActivityEvent, sequence: number) {
  const accountIndex = 'order' in event ? event.order.account : event.account
  const account = names.accounts[accountIndex]!
  const { mint } = names.markets[account.market]!
  const order = 'order' in event ? event.order : undefined
  return {
    id: mint.mint(IdentifierKind.Activity, sequence),
    account_id: account.id,
    type: ACTIVITY_TYPE_OF[event.type],
    net_amount: formatMoney(netCents(event)),
    symbol: order === undefined ? null : names.instruments[order.instrument]!.symbol,
    ...tradedAmounts(event),
    order_id: order === undefined ? null : orderId(names, order.number),
    execution_id: 'execution' in event ? executionId(names, event.order.number, event.execution) : null,
    funding_activity_id: event.type === 'DepositSettled' ? mint.mint(IdentifierKind.Transfer, event.transfer) : null,
    sequence,
    created_at: formatInstant(event.at),
  }
}

/** What the event does to the account's cash. Settling moves cash from one bucket to the other: nothing. */
function netCents(event: ActivityEvent): number {
  switch (event.type) {
    case 'OrderFilled':
      return posted(event.order, event.cents)
    case 'ExecutionBusted':
      return -posted(event.order, event.reversedCents)
    case 'ExecutionCorrected':
      return posted(event.order, event.cents) - posted(event.order, event.reversedCents)
    case 'DepositSettled':
      return event.amountCents
    case 'HoldingsGranted':
      return event.cashCents
    case 'CashSettled':
      return 0
    default:
      return event satisfies never
  }
}

/** A buyer is debited, a seller credited. */
const posted = ({ side }: Order, cents: number): number => (side === Side.Buy ? -cents : cents)

function tradedAmounts(event: ActivityEvent): { quantity: string | null; price: string | null } {
  switch (event.type) {
    case 'OrderFilled':
    case 'ExecutionCorrected':
      return { quantity: formatQuantity(event.lastLots), price: formatPrice(event.lastTicks) }
    case 'ExecutionBusted':
      return { quantity: formatQuantity(event.reversedLots), price: formatPrice(event.reversedTicks) }
    case 'DepositSettled':
    case 'CashSettled':
    case 'HoldingsGranted':
      return { quantity: null, price: null }
    default:
      return event satisfies never
  }
}
