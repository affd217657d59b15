import type { SetClock } from '../../../domain/commands/market-command.ts'
import { MINUTE_MS, SECOND_MS } from '../../../domain/time/durations.ts'
import { Phase } from '../../../domain/time/market-phase.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { dueAt } from '../../time/due.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { comeTo } from './advance-time.ts'
import { MOST_WORK, Work } from './work.ts'

/** Around what is due, quotes that orders stand against move every second. */
const FINE_MS = 30_000

/** Moves a sandbox market's clock: everything that is due on the way happens at its own moment. */
export function setClock(run: Run, { market: index, to, atLeast = false }: SetClock): Result {
  const market = run.state.market(index)
  if (to === undefined) return release(run, market)
  if (to < run.at && !atLeast)
    return { refusal: { code: 'INVALID_CLOCK', message: 'The clock can only be set forwards.', field: 'set', details: { clock: run.at } } }
  return advance(run, market, Math.max(to, run.at))
}

/**
 * The clock runs again, from where it stands: never backwards, so that it may stay ahead of the real one. Where it has stood until it was
 * behind, it comes to the real one at once, and so does what is due.
 */
function release(run: Run, market: Market): Result {
  const { frozenAt } = market.clock
  if (frozenAt === 0) return DONE
  run.emit({ type: 'ClockSet', at: run.at, market: market.index, frozenAt: 0, offsetMs: Math.max(0, frozenAt - run.realAt) })
  comeTo(run.atMoment(run.state.marketTime(market.index, run.realAt)), market)
  return DONE
}

function advance(run: Run, market: Market, to: number): Result {
  const { state } = run
  const work = new Work(run)
  let moment = run.at
  const isThere = (): boolean => moment >= to && dueAt(state, market) > moment
  while (!isThere() && work.done < MOST_WORK) {
    moment = nextMoment(state.market(market.index), { now: moment, to, due: dueAt(state, market) })
    comeTo(run.atMoment(moment), market)
  }
  run.emit({ type: 'ClockSet', at: moment, market: market.index, frozenAt: moment, offsetMs: 0 })
  return isThere() ? DONE : { unfinished: true }
}

function nextMoment(market: Market, { now, to, due }: { readonly now: number; readonly to: number; readonly due: number }): number {
  const next = Math.min(to, Math.max(due, now))
  if (market.walking.size === 0 || market.phase === Phase.Closed) return next
  const step = due - now <= FINE_MS ? SECOND_MS : MINUTE_MS
  return Math.min(next, Math.floor(now / step) * step + step)
}
