import type { Transfer } from '../../../domain/accounts/transfer.ts'
import { movesOnAt } from '../../accounts/transfer-times.ts'
import type { Run } from '../../run.ts'
import { MOST_WORK } from '../time/work.ts'
import { complete, queue, send } from './move-transfer.ts'

/**
 * Moves on the transfers of a market that take their time (`ach.mode` delayed): PENDING until the trading day of their request ends, then QUEUED and
 * SENT; SETTLED as the business day begins on which they are expected. An operator may have ended the day before it. Of very many the rest is left,
 * which is still due: false then.
 */
export function settleTransfersDue(run: Run, market: number): boolean {
  const { transfersDue, tradeDay } = run.state.market(market)
  let moved = 0
  for (let due = transfersDue.first; due && movesOnAt(due, tradeDay) <= run.at; due = transfersDue.first) {
    if (moved >= MOST_WORK) return false
    moveOn(run, due)
    moved++
  }
  return true
}

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
