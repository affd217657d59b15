import { DONE, type Result, type Run } from '../run.ts'
import { tick } from './refresh-quote.ts'
import { runDue } from './run-due.ts'

/** The timer: what is due in each market by its own time, and the next step of its walks. */
export function advanceTime(run: Run): Result {
  const { state } = run
  for (const market of state.markets) {
    if (state.dueMoments.of(market.index) > run.at) continue
    const now = run.atMoment(state.marketTime(market.index, run.at))
    runDue(now, market)
    tick(now, market)
  }
  return DONE
}
