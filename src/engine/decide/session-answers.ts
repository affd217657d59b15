import type { AnnounceNews, RefuseMessage, RefuseOrder } from '../../domain/command.ts'
import { DONE, type Result, type Run } from '../run.ts'

/** A NewOrderSingle that can't become an order (unknown account, over the throttle): 150=8, 37=NONE. */
export function refuseOrderRequest(run: Run, { session, report, market }: RefuseOrder): Result {
  const execution = run.state.market(market).executionCount + 1
  run.emit({ type: 'OrderRefused', at: run.at, session, report, orderNumber: 0, execution, market })
  return DONE
}

/** BusinessMessageReject(j). */
export function refuseMessage(run: Run, { session, reject }: RefuseMessage): Result {
  run.emit({ type: 'MessageRefused', at: run.at, session, reject })
  return DONE
}

/** News(B). */
export function announceNews(run: Run, { headline, text }: AnnounceNews): Result {
  run.emit({ type: 'NewsAnnounced', at: run.at, headline, text })
  return DONE
}
