import type { PlaceOrder } from '../../../domain/commands/order-command.ts'
import { marketOf, type Order, REST_SESSION } from '../../../domain/orders/order.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import type { Run } from '../../run.ts'
import { contentOf } from './order-content.ts'
import { reportState } from './report-status.ts'
import { duplicateReport } from './duplicate-report.ts'

/**
 * The id is used. REST: the same content is the same order (idempotent), other content a conflict. FIX: a duplicate, 103=6, unless
 * PossResend(97)=Y asks for the order's state. Never a second order.
 */
export function answerRepeat(run: Run, command: PlaceOrder, known: Order): Result {
  const same = known.firstClientOrderId === command.clientOrderId && known.content === contentOf(command)
  if (command.session === REST_SESSION) {
    if (same) return { repeatOf: known.number }
    return {
      refusal: {
        code: 'CLIENT_ORDER_ID_CONFLICT',
        message: `The client_order_id ${command.clientOrderId} belongs to an order with other content.`,
        field: 'client_order_id',
      },
    }
  }
  if (command.possResend) {
    reportState(run, {
      session: command.session,
      order: known,
      clientOrderId: command.clientOrderId,
      symbol: command.symbol,
      requestId: '',
    })
    return DONE
  }
  const market = marketOf(known.number)
  run.emit({
    type: 'OrderRefused',
    at: run.at,
    session: command.session,
    report: duplicateReport(command, run.state.account(command.account).accountNumber),
    orderNumber: known.number,
    execution: run.state.market(market).executionCount + 1,
    market,
  })
  return DONE
}
