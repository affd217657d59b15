import type { Transfer } from '../../../domain/accounts/transfer.ts'
import type { Run } from '../../run.ts'
import { MOST_WORK } from '../time/work.ts'
import { complete, queue, send } from './move-transfer.ts'

/**
 * Transfers that take their time (`ach.mode` delayed): PENDING until the trading day of their request ends, then QUEUED and SENT; SETTLED
 * as the business day begins on which they are expected.
 */

/**
 * Moves on the transfers of a market whose moment has come, or whose day an operator has ended before it. Of very many whose moment has come the rest
 * is left, which is still due: false then.
 */
export function settleTransfersDue(run: Run, market: number): boolean {
  const { transfersDue, tradeDay } = run.state.market(market)
  let moved = 0
  for (let due = transfersDue.first; due; due = transfersDue.first) {
    if (due.dueAt > run.at && dayOf(due) >= tradeDay) return true
    if (due.dueAt <= run.at && moved >= MOST_WORK) return false
    moveOn(run, due)
    moved++
  }
  return true
}

/** The day with whose end it is due at the latest. */
const dayOf = (transfer: Transfer): number => (transfer.status === 'SENT' ? transfer.expectedDay : transfer.requestedDay)

function moveOn(run: Run, transfer: Transfer): void {
  switch (transfer.status) {
    case 'PENDING':
      queue(run, transfer)
      return
    case 'QUEUED':
      send(run, transfer)
      return
    case 'SENT':
      complete(run, transfer)
      return
    default:
      throw new Error(`engine: transfer ${transfer.number} is ${transfer.status} and waits to move on`)
  }
}
