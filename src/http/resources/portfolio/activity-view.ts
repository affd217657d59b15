import { formatMoney, formatPrice, formatQuantity, formatShares } from '../../../domain/amounts/amounts.ts'
import { allLots, type ShareCount, sharesOf } from '../../../domain/amounts/share-count.ts'
import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import type { ExecutionBusted, ExecutionCorrected } from '../../../domain/events/order-event.ts'
import { type Order, Side } from '../../../domain/orders/order.ts'
import type { EngineView } from '../../../domain/view.ts'
import { ACTIVITY_TYPE_OF, type ActivityEvent } from '../../../storage/projections/tables/activity-kinds.ts'
import { formatInstant } from '../../requests/instants.ts'
import { executionId } from '../orders/execution-view.ts'
import { orderId } from '../orders/order-view.ts'

/** A line of the ledger: the sum of all net amounts is the account's cash (docs/api-contract.md section 6). */
export function activityView(names: Pick<EngineView, 'markets' | 'accounts' | 'instruments'>, event: ActivityEvent, sequence: number) {
  const accountIndex = 'order' in event ? event.order.account : event.account
  const account = names.accounts[accountIndex]!
  const { mint } = names.markets[account.market]!
  const order = 'order' in event ? event.order : undefined
  const instrument = order?.instrument ?? ('instrument' in event ? event.instrument : undefined)
  const transfer = transferOf(event)
  return {
    id: mint.mint(IdentifierKind.Activity, sequence),
    account_id: account.id,
    type: ACTIVITY_TYPE_OF[event.type],
    net_amount: formatMoney(netCents(event)),
    symbol: instrument === undefined ? null : names.instruments[instrument]!.symbol,
    ...tradedAmounts(event),
    order_id: order === undefined ? null : orderId(names, order.number),
    execution_id: 'execution' in event ? executionId(names, event.order.number, event.execution) : null,
    funding_activity_id: transfer === undefined ? null : mint.mint(IdentifierKind.Transfer, transfer),
    sequence,
    created_at: formatInstant(event.at),
  }
}

/** What the event does to the account's cash. Settling moves cash from one bucket to the other: nothing. */
export function netCents(event: ActivityEvent): number {
  switch (event.type) {
    case 'OrderFilled':
      return posted(event.order, event.cents)
    case 'ExecutionBusted':
      return -posted(event.order, event.reversedCents)
    case 'ExecutionCorrected':
      return posted(event.order, event.cents) - posted(event.order, event.reversedCents)
    case 'DepositSettled':
      return event.transfer.amountCents
    case 'DepositReturned':
      return -event.transfer.amountCents
    case 'WithdrawalSettled':
      return event.transfer.feeCents - event.transfer.amountCents
    case 'WithdrawalReturned':
      return event.transfer.amountCents - event.transfer.feeCents
    case 'FeeCharged':
      return -event.cents
    case 'HoldingsGranted':
      return event.cashCents
    case 'PositionSplit':
    case 'DividendPaid':
      return event.cents
    case 'CashSettled':
      return 0
    default:
      return event satisfies never
  }
}

/** A buyer is debited, a seller credited. */
const posted = ({ side }: Order, cents: number): number => (side === Side.Buy ? -cents : cents)

/** How much was traded, or (an adjustment) by how much the position changed, below zero where it shrank. */
function tradedAmounts(event: ActivityEvent): { quantity: string | null; price: string | null } {
  switch (event.type) {
    case 'OrderFilled':
      return { quantity: formatQuantity(event.lastLots), price: formatPrice(event.lastTicks) }
    case 'ExecutionCorrected':
      return { quantity: reversedQuantity(event, event.lastLots - event.reversedLots), price: formatPrice(event.lastTicks) }
    case 'ExecutionBusted':
      return { quantity: reversedQuantity(event, -event.reversedLots), price: formatPrice(event.reversedTicks) }
    case 'PositionSplit':
      return { quantity: formatShares(splitChange(event)), price: null }
    case 'DividendPaid':
      return { quantity: formatShares(event), price: formatPrice(event.amountTicks) }
    case 'DepositSettled':
    case 'DepositReturned':
    case 'WithdrawalSettled':
    case 'WithdrawalReturned':
    case 'FeeCharged':
    case 'CashSettled':
    case 'HoldingsGranted':
      return { quantity: null, price: null }
    default:
      return event satisfies never
  }
}

/** What a trade that grew by `lots` has changed the position by. */
const reversedQuantity = ({ order: { side } }: ExecutionBusted | ExecutionCorrected, lots: number): string =>
  formatShares(sharesOf(BigInt(side === Side.Buy ? lots : -lots)))

/** By how much a split has changed a position. */
export function splitChange(event: Extract<ActivityEvent, { type: 'PositionSplit' }>): ShareCount {
  return sharesOf(allLots(event) - allLots({ shares: event.fromShares, lots: event.fromLots }))
}

function transferOf(event: ActivityEvent): number | undefined {
  if (!('transfer' in event)) return undefined
  return typeof event.transfer === 'number' ? event.transfer : event.transfer.number
}
