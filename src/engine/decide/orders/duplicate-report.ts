import { formatDecimal, formatQuantity } from '../../../domain/amounts/amounts.ts'
import type { PlaceOrder, RefusedReport } from '../../../domain/commands/order-command.ts'
import { ORDER_REFUSALS } from '../../../domain/refusal.ts'

/**
 * The report that refuses an order for its ClOrdID(11), which is used. It gives the request back: codes as their numbers; amounts as in every
 * other report, without trailing zeros; '' where the request had none. `account`: the account number.
 */
export function duplicateReport(command: PlaceOrder, account: string): RefusedReport {
  return {
    account,
    clientOrderId: command.clientOrderId,
    symbol: command.symbol,
    side: String(command.side),
    orderType: String(command.orderType),
    timeInForce: String(command.timeInForce),
    quantity: command.echo?.quantity ?? (command.quantityLots > 0 ? formatQuantity(command.quantityLots) : ''),
    cash: command.echo?.cash ?? (command.cashCents > 0 ? formatDecimal(command.cashCents, 2, 0) : ''),
    price: command.echo?.price ?? (command.limitTicks > 0 ? formatDecimal(command.limitTicks, 4, 0) : ''),
    stopPrice: command.echo?.stopPrice ?? (command.stopTicks > 0 ? formatDecimal(command.stopTicks, 4, 0) : ''),
    ordRejReason: ORDER_REFUSALS.CLIENT_ORDER_ID_CONFLICT.ordRejReason,
    text: 'Duplicate ClOrdID',
  }
}
