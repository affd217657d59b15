import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import { diskFloor } from './disk.ts'
import { median } from './figure.ts'

/** What else the machine did while it was measured. */
export interface Disturbance {
  /** processor time that the host took away, percent */
  readonly stealPercent: number
  /** write and fdatasync of one small commit, p50, µs: before the runs and behind them */
  readonly diskBeforeUs: number
  readonly diskAfterUs: number
  /** what the processor took for one and the same count, ms: before the runs, between them and their rows of FIX, and behind them */
  readonly countMs: readonly number[]
  /** processes that wanted to run when the runs began, the mean of a minute */
  readonly loadBefore: number
  /** why the figures should not be trusted; empty when nothing speaks against them */
  readonly reasons: readonly string[]
}

const MOST_STEAL_PERCENT = 2
const MOST_LOAD = 0.7
/** how much slower or faster the disk may get on the way */
const MOST_DISK_CHANGE = 2
/** … and the processor: neighbours on the same silicon take no time away, but make it slower */
const MOST_COUNT_CHANGE = 1.4

/** What looks at the machine while it is measured. */
export interface MachineWatch {
  /** to be called between the runs */
  look(): void
  /** whether they were disturbed; to be called behind them */
  end(): Disturbance
}

/** To be called before the runs. */
export function watchMachine(): MachineWatch {
  const loadBefore = loadavg()[0]!
  const diskBeforeUs = diskFloor().p50
  const countMs = [countOnce()]
  const ticksBefore = processorTicks()
  const look = (): void => {
    countMs.push(countOnce())
  }
  const end = (): Disturbance => {
    const ticks = processorTicks()
    const all = ticks.all - ticksBefore.all
    const stealPercent = all > 0 ? (100 * (ticks.steal - ticksBefore.steal)) / all : 0
    const diskAfterUs = diskFloor().p50
    const change = Math.max(diskBeforeUs, diskAfterUs) / Math.min(diskBeforeUs, diskAfterUs)
    const [fastest, slowest] = [Math.min(...countMs), Math.max(...countMs)]
    const reasons = [
      ...(stealPercent > MOST_STEAL_PERCENT ? [`the host took ${stealPercent.toFixed(1)} % of the processor time away`] : []),
      ...(loadBefore > MOST_LOAD ? [`${loadBefore.toFixed(1)} processes were running when it began`] : []),
      ...(change > MOST_DISK_CHANGE
        ? [`a commit of the disk took ${diskBeforeUs.toFixed(0)} µs before and ${diskAfterUs.toFixed(0)} µs after`]
        : []),
      ...(slowest > MOST_COUNT_CHANGE * fastest
        ? [`the processor took ${fastest.toFixed(1)} to ${slowest.toFixed(1)} ms for the same count`]
        : []),
    ]
    return { stealPercent, diskBeforeUs, diskAfterUs, countMs, loadBefore, reasons }
  }
  return { look, end }
}

/** Milliseconds that the processor takes for a count that needs neither memory nor disk, the median of a second or so. */
function countOnce(): number {
  const times = Array.from({ length: 101 }, () => {
    const begun = performance.now()
    // checked, so that nobody compiles the count away
    if (count() !== COUNTED) throw new Error('bench: the processor has miscounted')
    return performance.now() - begun
  })
  return median(times)
}

const COUNTED = 20_000_000

function count(): number {
  let counted = 0
  while (counted < COUNTED) counted++
  return counted
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
