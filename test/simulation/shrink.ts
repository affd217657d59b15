import type { ActionKind, Result, Run, Shared } from './simulation.ts'
import { ACTION_KINDS, Simulation } from './simulation.ts'

/** How many times a failing run is played again to make it smaller. */
const MOST_RUNS = 160

/** The smallest run that still fails, as far as leaving things out finds it: first whole kinds of actions, then ever smaller pieces of the rest. */
export async function shrink(failing: Run, found: Result, shared: Shared): Promise<{ readonly run: Run; readonly result: Result }> {
  let runs = 0
  let best: Run = { ...failing, actions: Math.max(1, found.finding!.action) }
  const fails = async (run: Run): Promise<boolean> => {
    if (runs++ >= MOST_RUNS) return false
    const { finding } = await new Simulation(run, shared).play()
    if (finding === undefined || kindOf(finding.message) !== kindOf(found.finding!.message)) return false
    best = { ...run, actions: Math.max(1, Math.min(run.actions, finding.action)) }
    return true
  }
  const without: ActionKind[] = [...(failing.without ?? [])]
  for (const kind of ACTION_KINDS) if (await fails({ ...best, without: [...without, kind] })) without.push(kind)
  for (let size = Math.ceil(best.actions / 2); size >= 1 && runs < MOST_RUNS; size = Math.floor(size / 2))
    for (let from = 1; from <= best.actions; from += size) {
      const skipped = new Set(best.skipped)
      for (let action = from; action < from + size; action++) skipped.add(action)
      if (skipped.size > (best.skipped?.size ?? 0)) await fails({ ...best, skipped })
    }
  const run = { ...best, isTold: true }
  return { run, result: await new Simulation(run, shared).play() }
}

/** The beginning of what was found, without what is another each time. */
const kindOf = (message: string): string => message.replace(/\d+/g, '#').slice(0, 24)
