import { Cover, type Order, Scenario, TimeInForce } from '../../../domain/orders/order.ts'
import { isWaitingStop } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import { tradesIn } from '../../time/session-phase.ts'

/** Whether a new order waits outside the queues that matching looks at: for its auction, its session or its group. */
export function waitsAtEntry(run: Run, order: Order): boolean {
  return order.held || isForAuction(order) || waitsForSession(run, order)
}

/** Whether an order that a halt has suspended waits on when that is over. */
export function waitsAfterHalt(run: Run, order: Order): boolean {
  const waitsForMore = isForAuction(order) || order.scenario !== Scenario.None || order.cover === Cover.Entry
  return waitsForMore ? order.held : waitsForSession(run, order)
}

const isForAuction = ({ timeInForce }: Order): boolean => timeInForce === TimeInForce.Opg || timeInForce === TimeInForce.Cls

/** A stop stands in its own queue at any hour: it triggers in the regular session alone. */
export function waitsForSession({ state }: Run, order: Order): boolean {
  const { phase } = state.market(state.account(order.account).market)
  return !isWaitingStop(order) && !tradesIn(phase, order.extendedHours)
}
