import { formatMoney, formatPrice, formatQuantity } from '../../domain/amounts.ts'
import type { PlaceOrder, RefusedReport } from '../../domain/command.ts'

/** What a report about a request that became no order gives back of it. Codes as their numbers; '' = the request had none. */
export function requestEcho(command: PlaceOrder, account: string, ordRejReason: number, text: string): RefusedReport {
  return {
    account,
    clientOrderId: command.clientOrderId,
    symbol: command.symbol,
    side: String(command.side),
    orderType: String(command.orderType),
    timeInForce: String(command.timeInForce),
    quantity: command.echo?.quantity ?? (command.quantityLots > 0 ? formatQuantity(command.quantityLots) : ''),
    cash: command.echo?.cash ?? (command.cashCents > 0 ? formatMoney(command.cashCents) : ''),
    price: command.echo?.price ?? (command.limitTicks > 0 ? formatPrice(command.limitTicks) : ''),
    stopPrice: command.echo?.stopPrice ?? (command.stopTicks > 0 ? formatPrice(command.stopTicks) : ''),
    ordRejReason,
    text,
  }
}
