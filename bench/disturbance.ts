import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import { diskFloor } from './disk.ts'
import { median } from './figure.ts'

/** What else the machine did while it was measured. */
export interface Disturbance {
  /** processor time that the host took away, percent */
  readonly stealPercent: number
  /** what other programs took, percent of one processor */
  readonly othersPercent: number
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
/** the kernel's own threads, which write to the disk, are among the others */
const MOST_OTHERS_PERCENT = 5
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
    const othersPercent = all > 0 ? (100 * ticks.processors * (ticks.others - ticksBefore.others)) / all : 0
    const diskAfterUs = diskFloor().p50
    const change = Math.max(diskBeforeUs, diskAfterUs) / Math.min(diskBeforeUs, diskAfterUs)
    const [fastest, slowest] = [Math.min(...countMs), Math.max(...countMs)]
    const reasons = [
      ...(stealPercent > MOST_STEAL_PERCENT ? [`the host took ${stealPercent.toFixed(1)} % of the processor time away`] : []),
      ...(othersPercent > MOST_OTHERS_PERCENT ? [`other programs took ${othersPercent.toFixed(0)} % of a processor`] : []),
      ...(loadBefore > MOST_LOAD ? [`${loadBefore.toFixed(1)} processes were running when it began`] : []),
      ...(change > MOST_DISK_CHANGE
        ? [`a commit of the disk took ${diskBeforeUs.toFixed(0)} µs before and ${diskAfterUs.toFixed(0)} µs after`]
        : []),
      ...(slowest > MOST_COUNT_CHANGE * fastest
        ? [`the processor took ${fastest.toFixed(1)} to ${slowest.toFixed(1)} ms for the same count`]
        : []),
    ]
    return { stealPercent, othersPercent, diskBeforeUs, diskAfterUs, countMs, loadBefore, reasons }
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

interface ProcessorTicks {
  readonly processors: number
  /** of all of them, idle ones included */
  readonly all: number
  readonly steal: number
  /** what ran and was neither this program nor a process that it has started and seen the end of */
  readonly others: number
}

/** Of all processors since the machine's start, in ticks; all zero where the system does not tell. */
function processorTicks(): ProcessorTicks {
  try {
    const lines = readFileSync('/proc/stat', 'utf8').split('\n')
    const ticks = lines[0]!.trim().split(/\s+/).slice(1, 9).map(Number)
    const [user, nice, system] = ticks as [number, number, number]
    // behind the name, which may hold blanks: utime, stime, cutime and cstime are the 14th field to the 17th
    const own = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 15)
      .map(Number)
    return {
      processors: lines.filter((line) => /^cpu\d/.test(line)).length,
      all: sum(ticks),
      steal: ticks[7] ?? 0,
      others: user + nice + system - sum(own),
    }
  } catch {
    return { processors: 0, all: 0, steal: 0, others: 0 }
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
