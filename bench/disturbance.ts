import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { diskFloor } from './disk.ts'

/** What else the machine did while it was measured. */
export interface Disturbance {
  /** processor time that the host took away, percent */
  readonly stealPercent: number
  /** write and fdatasync of one small commit, p50, µs: before the runs and behind them */
  readonly diskBeforeUs: number
  readonly diskAfterUs: number
  /** processes that wanted to run when the runs began, the mean of a minute */
  readonly loadBefore: number
  /** why the figures should not be trusted; empty when nothing speaks against them */
  readonly reasons: readonly string[]
}

const MOST_STEAL_PERCENT = 2
const MOST_LOAD = 0.7
/** how much slower or faster the disk may get on the way */
const MOST_DISK_CHANGE = 2

/** To be called before the runs; what it returns tells, behind them, whether they were disturbed. */
export function watchMachine(): () => Disturbance {
  const loadBefore = loadavg()[0]!
  const diskBeforeUs = diskFloor().p50
  const ticksBefore = processorTicks()
  return () => {
    const ticks = processorTicks()
    const all = ticks.all - ticksBefore.all
    const stealPercent = all > 0 ? (100 * (ticks.steal - ticksBefore.steal)) / all : 0
    const diskAfterUs = diskFloor().p50
    const change = Math.max(diskBeforeUs, diskAfterUs) / Math.min(diskBeforeUs, diskAfterUs)
    const reasons = [
      ...(stealPercent > MOST_STEAL_PERCENT ? [`the host took ${stealPercent.toFixed(1)} % of the processor time away`] : []),
      ...(loadBefore > MOST_LOAD ? [`${loadBefore.toFixed(1)} processes were running when it began`] : []),
      ...(change > MOST_DISK_CHANGE
        ? [`a commit of the disk took ${diskBeforeUs.toFixed(0)} µs before and ${diskAfterUs.toFixed(0)} µs after`]
        : []),
    ]
    return { stealPercent, diskBeforeUs, diskAfterUs, loadBefore, reasons }
  }
}

/** Of all processors since the machine's start, in ticks; all zero where the system does not tell. */
function processorTicks(): { readonly all: number; readonly steal: number } {
  try {
    const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!
    const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number)
    return { all: ticks.reduce((sum, value) => sum + value, 0), steal: ticks[7] ?? 0 }
  } catch {
    return { all: 0, steal: 0 }
  }
}
