import type { Transfer } from '../../domain/accounts/transfer.ts'
import { dayEndsAt } from '../time/session-phase.ts'
import type { EngineState } from '../state.ts'

type Hours = Pick<EngineState, 'rules' | 'calendar'>

/** When the transfers that were asked for on a day leave for the bank: with the end of that trading day. */
export const queuedAt = (hours: Hours, requestedDay: number): number => dayEndsAt(hours, { tradeDay: requestedDay })

/** When the transfers that are expected on a day settle: as that day begins. */
export const settledAt = ({ calendar }: Hours, expectedDay: number): number => calendar.sessionTimes(expectedDay).preOpen

/** When a transfer moves on by itself; Infinity where it waits for nothing. 0 = at once: an operator has ended the day before its time. */
export function movesOnAt(transfer: Transfer | undefined, tradeDay: number): number {
  if (transfer === undefined || transfer.dueAt === 0) return Infinity
  return dayOf(transfer) < tradeDay ? 0 : transfer.dueAt
}

/** The day with whose end it is due at the latest. */
const dayOf = (transfer: Transfer): number => (transfer.status === 'SENT' ? transfer.expectedDay : transfer.requestedDay)
