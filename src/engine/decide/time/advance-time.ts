import { DONE, type Result } from '../../../domain/result.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { tick } from '../matching/refresh-quote.ts'
import { runDue } from './run-due.ts'
import { MOST_WORK, Work } from './work.ts'

/**
 * The timer: what is due in each market by its own time, and the next step of its walks. Where that is much, as when the day of all of them ends,
 * markets are left to the next command: they are still due.
 */
export function advanceTime(run: Run): Result {
  const { state } = run
  const work = new Work(run)
  for (const market of state.markets) {
    if (state.dueMoments.of(market.index) > run.at) continue
    comeTo(run.atMoment(state.marketTime(market.index, run.at)), market)
    if (work.done >= MOST_WORK) break
  }
  return DONE
}

/** What is due in a market by the run's moment, and the next step of its walks. */
export function comeTo(run: Run, market: Market): void {
  runDue(run, market)
  tick(run, market)
}
