import { formatDecimal, formatQuantity } from '../../../domain/amounts/amounts.ts'
import type { PlaceOrder, RefusedReport } from '../../../domain/commands/order-command.ts'

/**
 * What a report about a request that became no order gives back of it. Codes as their numbers; amounts as in every other report, without
 * trailing zeros; '' = the request had none.
 */
export function requestEcho(command: PlaceOrder, account: string, ordRejReason: number, text: string): RefusedReport {
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
    ordRejReason,
    text,
  }
}
