import type { ReportMassStatus, ReportOrderStatus } from '../../../domain/commands/session-command.ts'
import { marketOf, type Order } from '../../../domain/orders/order.ts'
import type { OrdersOf } from '../../../domain/view.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { ofToday } from '../../orders/day-figures.ts'
import type { Run } from '../../run.ts'
import { presentState } from './cancel-order.ts'

/** OrderStatusRequest(H): 150=I with the order as it stands, or 39=8 and 37=NONE. */
export function reportOrderStatus(run: Run, command: ReportOrderStatus): Result {
  const { account, session, clientOrderId, symbol, requestId } = command
  const order = account === undefined ? undefined : (run.state.findOrder(account, clientOrderId) ?? presentState(run, command.known))
  if (order && (command.accountScope || order.session === session)) {
    reportState(run, { session, order, clientOrderId, symbol, requestId })
    return DONE
  }
  run.emit({
    type: 'UnknownOrderReported',
    at: run.at,
    session,
    clientOrderId,
    accountText: command.accountText,
    symbol,
    side: command.side,
    requestId,
    massRequestId: '',
    text: 'The order is not known.',
  })
  return DONE
}

/** One order's state; asked by an older id of the chain, the answer names both: 11 the present one, 41 the asked one (scenario G.1.c). */
export function reportState(
  run: Run,
  about: {
    readonly session: number
    readonly order: Order
    readonly clientOrderId: string
    readonly symbol: string
    readonly requestId: string
  },
): void {
  const { session, order, clientOrderId, symbol, requestId } = about
  run.emit({
    type: 'OrderStatusReported',
    at: run.at,
    session,
    order: ofToday(run.state.market(marketOf(order.number)), order),
    ...(order.instrument < 0 && { symbol }),
    clientOrderId: order.clientOrderId,
    originalClientOrderId: clientOrderId === order.clientOrderId ? '' : clientOrderId,
    requestId,
    massRequestId: '',
    total: 0,
    last: false,
    text: '',
  })
}

/** OrderMassStatusRequest(AF): a report an order, the last with 912=Y; without orders one that says so. */
export function reportMassStatus(run: Run, command: ReportMassStatus): Result {
  const { session, requestId } = command
  const reached: OrdersOf = {
    ...(command.instrument !== undefined && { instrument: command.instrument }),
    ...(command.side !== undefined && { side: command.side }),
    ...(!command.accountScope && { session }),
  }
  const orders = command.accounts.flatMap((account) => run.state.openOrders(account, reached)).sort((a, b) => a.number - b.number)
  if (orders.length === 0) {
    run.emit({
      type: 'UnknownOrderReported',
      at: run.at,
      session,
      clientOrderId: '',
      accountText: command.accountText,
      symbol: command.symbol,
      side: command.sideText,
      requestId: '',
      massRequestId: requestId,
      text: 'There are no open orders.',
    })
    return DONE
  }
  orders.forEach((order, index) =>
    run.emit({
      type: 'OrderStatusReported',
      at: run.at,
      session,
      order,
      clientOrderId: order.clientOrderId,
      originalClientOrderId: '',
      requestId: '',
      massRequestId: requestId,
      total: orders.length,
      last: index === orders.length - 1,
      text: '',
    }),
  )
  return DONE
}
