import { dayEndsAt } from '../time/session-phase.ts'
import type { Market } from '../market.ts'
import type { EngineState } from '../state.ts'

/** When the next proceeds of a market settle: as the first day begins that is waited for. 0 = at once; Infinity where it is still to come. */
export function proceedsDueAt(state: EngineState, market: Market): number {
  const day = market.settlementsDue.firstDay
  if (day > market.tradeDay) return Infinity
  return day === market.tradeDay && !wasBegunEarly(state, market) ? state.calendar.sessionTimes(day).preOpen : 0
}

/** An operator has ended the day before it. */
function wasBegunEarly(state: EngineState, { tradeDay, dayBeganAt }: Market): boolean {
  return dayBeganAt < dayEndsAt(state, { tradeDay: state.calendar.previousBusinessDay(tradeDay) })
}
