import { dayEndsAt } from '../time/session-phase.ts'
import type { EngineState } from '../state.ts'

type Hours = Pick<EngineState, 'rules' | 'calendar'>

/** When the transfers that were asked for on a day leave for the bank: with the end of that trading day. */
export const queuedAt = (hours: Hours, requestedDay: number): number => dayEndsAt(hours, { tradeDay: requestedDay })

/** When the transfers that are expected on a day settle: as that day begins. */
export const settledAt = ({ calendar }: Hours, expectedDay: number): number => calendar.sessionTimes(expectedDay).preOpen
