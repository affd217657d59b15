import type { Event } from '../../../domain/event.ts'
import { isExecutionCode } from '../../encoding/event-codes.ts'
import { readRun } from './event-run.ts'

/** Quantity and price of a fill; zeros where there is none. */
export interface LastFill {
  readonly lots: number
  readonly ticks: number
}

export const NO_FILL: LastFill = { lots: 0, ticks: 0 }

/** The newest fill of an order that has not been busted, as it was corrected last. `runs`: all of its events, the newest run first. */
export function lastStandingFill(runs: Iterable<Buffer>): LastFill {
  const busted = new Set<number>()
  const corrected = new Map<number, LastFill>()
  for (const event of newestFirst(runs)) {
    if (event.type === 'ExecutionBusted') busted.add(event.executionRef)
    else if (event.type === 'ExecutionCorrected') {
      if (busted.has(event.execution)) busted.add(event.executionRef)
      corrected.set(event.executionRef, corrected.get(event.execution) ?? { lots: event.lastLots, ticks: event.lastTicks })
    } else if (event.type === 'OrderFilled' && !busted.has(event.execution)) {
      return corrected.get(event.execution) ?? { lots: event.lastLots, ticks: event.lastTicks }
    }
  }
  return NO_FILL
}

function* newestFirst(runs: Iterable<Buffer>): Generator<Event> {
  for (const run of runs) {
    for (const { event } of readRun(run, isExecutionCode).reverse()) yield event
  }
}
