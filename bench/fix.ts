import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type DiskFloor, diskFloor } from './disk.ts'
import { type Figure, median, medianOf } from './figure.ts'
import { type BenchGateway, metricOf, projected, residentMiB, startGateway } from './gateway.ts'
import { type Load, load, type LoadResult } from './load.ts'

/** How much of the full number of orders, and how often. */
export interface Effort {
  readonly scale: number
  readonly runs: number
  /** called after each row, which take minutes together */
  readonly look: () => void
}

/**
 * Durable FIX orders: crossing limit orders, every order answered by two reports, all of it committed with synchronous=FULL first. Each row
 * is the median of several runs, each in a gateway of its own, but for the longest commit: its runs are one behind the other in a gateway that is warm.
 */
export async function benchFix({ scale, runs, look }: Effort): Promise<readonly Figure[]> {
  const orders = (count: number): number => Math.round(count * scale)
  // what V8 has compiled and how large its youngest generation is stays as it is behind these
  const warmup = Math.max(1_000, orders(100_000))
  const repeat = async (run: Run): Promise<readonly Measured[]> => {
    const measured = await repeated(runs, { warmup, ...run })
    look()
    return measured
  }

  const one = await repeat({ window: 1_000, orders: orders(400_000), isWeighed: true })
  const four = await repeat({ sessions: 4, window: 100, orders: orders(400_000), warmup: warmup / 4 })
  const sixteen = await repeat({ sessions: 16, window: 100, orders: orders(400_000), warmup: warmup / 16 })
  const copied = await repeat({ window: 1_000, orders: orders(400_000), dropCopy: {} })
  const hundred = await repeat({ window: 100, orders: orders(200_000) })
  const { floors, measured: single } = await besideDisk(runs, { window: 1, orders: orders(20_000), warmup: Math.min(30_000, warmup) })
  look()
  const pauses = await pausesOfCommits(orders(1_000_000), runs)
  look()
  const offered = await repeat({ window: 20_000, orders: orders(200_000), rate: 20_000, dropCopy: { bytesPerSecond: 200_000 } })

  const p50 = median(single.map(({ result }) => result.ack_us.p50))
  const floor = medianOf(floors.map((disk) => disk.p50))
  const latency = (rows: readonly Measured[], quantile: 'p50' | 'p99' | 'p99.9'): Pick<Figure, 'value' | 'runs'> =>
    medianOf(rows.map(({ result }) => result.ack_us[quantile]))
  return [
    { question: THROUGHPUT, what: '1 session, window 1000', ...rate(one), unit: 'orders/s', better: 'more', bar: 100_000 },
    {
      question: THROUGHPUT,
      what: '1 session, window 1000: reports',
      ...medianOf(one.map(({ result }) => result.reports_per_s)),
      unit: 'reports/s',
      better: 'more',
      bar: 200_000,
    },
    { question: THROUGHPUT, what: '1 session, window 1000: processor time of all threads', ...cpu(one), unit: 'µs/order', better: 'less' },
    { question: THROUGHPUT, what: '4 sessions, window 100 each', ...rate(four), unit: 'orders/s', better: 'more', bar: 80_000 },
    {
      question: THROUGHPUT,
      what: '4 sessions, window 100 each: slowest of the fastest',
      ...fairness(four),
      unit: '%',
      better: 'more',
      bar: 70,
    },
    { question: THROUGHPUT, what: '16 sessions, window 100 each', ...rate(sixteen), unit: 'orders/s', better: 'more', bar: 80_000 },
    {
      question: THROUGHPUT,
      what: '16 sessions, window 100 each: slowest of the fastest',
      ...fairness(sixteen),
      unit: '%',
      better: 'more',
      bar: 70,
    },
    {
      question: THROUGHPUT,
      what: '1 session, window 1000, a drop copy reads everything',
      ...rate(copied),
      unit: 'orders/s',
      better: 'more',
      bar: 0.6 * rate(one).value,
    },
    { question: THROUGHPUT, what: '1 session, window 100', ...rate(hundred), unit: 'orders/s', better: 'more' },
    {
      question: LATENCY,
      what: 'the disk by itself, one commit in bytes: p50',
      ...floor,
      unit: 'µs',
      better: 'less',
    },
    {
      question: LATENCY,
      what: 'the disk by itself, one commit in bytes: p99',
      ...medianOf(floors.map((disk) => disk.p99)),
      unit: 'µs',
      better: 'less',
    },
    { question: LATENCY, what: 'window 1, p50', ...latency(single, 'p50'), unit: 'µs', better: 'less', bar: floor.value + 60 },
    { question: LATENCY, what: 'window 1, p99', ...latency(single, 'p99'), unit: 'µs', better: 'less', bar: 3 * p50 },
    {
      question: LATENCY,
      what: '20,000 orders/s offered, a slow reader attached, p50',
      ...latency(offered, 'p50'),
      unit: 'µs',
      better: 'less',
      bar: 2_000,
    },
    {
      question: LATENCY,
      what: '20,000 orders/s offered, a slow reader attached, p99',
      ...latency(offered, 'p99'),
      unit: 'µs',
      better: 'less',
      bar: 10_000,
    },
    {
      question: LATENCY,
      what: '20,000 orders/s offered, a slow reader attached, p99.9',
      ...latency(offered, 'p99.9'),
      unit: 'µs',
      better: 'less',
      bar: 25_000,
    },
    {
      question: MEMORY,
      what: 'resident, idle, after the start',
      ...medianOf(one.map(({ idleMiB }) => idleMiB)),
      unit: 'MiB',
      better: 'less',
      bar: 400,
    },
    {
      question: MEMORY,
      what: 'resident after the run',
      ...medianOf(one.map(({ busyMiB }) => busyMiB)),
      unit: 'MiB',
      better: 'less',
    },
    {
      question: JOURNAL,
      what: 'journal.db after the end',
      ...medianOf(one.map(({ journalBytes }) => journalBytes)),
      unit: 'bytes/event',
      better: 'less',
      bar: 150,
    },
    {
      question: JOURNAL,
      what: 'read.db after the end',
      ...medianOf(one.map(({ readBytes }) => readBytes)),
      unit: 'bytes/event',
      better: 'less',
    },
    {
      question: JOURNAL,
      what: 'longest commit at 50,000 orders/s offered',
      ...medianOf(pauses.longestMs),
      unit: 'ms',
      better: 'less',
      bar: 50,
    },
    {
      question: JOURNAL,
      what: 'in those runs together, checkpoints that kept commits waiting',
      value: pauses.stalls,
      unit: 'times',
      better: 'less',
    },
    { question: JOURNAL, what: 'in those runs, by how long each, on the average', value: pauses.stallMs, unit: 'ms', better: 'less' },
  ]
}

const THROUGHPUT = 'Durable FIX orders (synchronous=FULL, two reports an order)'
const LATENCY = 'From order to durable answer'
const MEMORY = 'Memory of the gateway'
const JOURNAL = 'The files'

interface Run extends Load {
  /** its files are looked at: read.db has to have everything by then */
  readonly isWeighed?: boolean
}

interface Measured {
  readonly result: LoadResult
  readonly idleMiB: number
  readonly busyMiB: number
  /** of journal.db and read.db, for each event */
  readonly journalBytes: number
  readonly readBytes: number
}

async function repeated(runs: number, run: Run): Promise<readonly Measured[]> {
  const measured: Measured[] = []
  for (let count = 0; count < runs; count++) measured.push(await measure(run))
  return measured
}

async function measure(run: Run): Promise<Measured> {
  const gateway = await startGateway()
  const { dataDirectory } = gateway
  try {
    const idleMiB = residentMiB(gateway.pid)
    const result = await load(gateway, run)
    const busyMiB = residentMiB(gateway.pid)
    const events = await metricOf(gateway, 'fillgate_journal_position')
    if (run.isWeighed === true) await projected(gateway)
    await gateway.stop({ keepData: true })
    const bytes = (file: string): number => statSync(join(dataDirectory, file)).size / events
    return { result, idleMiB, busyMiB, journalBytes: bytes('journal.db'), readBytes: bytes('read.db') }
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

/** Each run behind a look at the disk, whose speed changes from minute to minute. */
async function besideDisk(
  runs: number,
  run: Run,
): Promise<{ readonly floors: readonly DiskFloor[]; readonly measured: readonly Measured[] }> {
  const floors: DiskFloor[] = []
  const measured: Measured[] = []
  for (let count = 0; count < runs; count++) {
    floors.push(diskFloor())
    measured.push(await measure(run))
  }
  return { floors, measured }
}

interface Pauses {
  /** of each run */
  readonly longestMs: readonly number[]
  /** of all runs: checkpoints that kept commits waiting, and by how long on the average */
  readonly stalls: number
  readonly stallMs: number
}

/** The longest commit, and what checkpoints have to do with it, while 50,000 orders/s are offered to a gateway that is warm. */
async function pausesOfCommits(orders: number, runs: number): Promise<Pauses> {
  const offered = { window: 50_000, rate: 50_000 }
  const gateway = await startGateway()
  try {
    await load(gateway, { ...offered, orders: Math.round(orders / 10), further: ['--id-prefix', 'W'] })
    const before = await stallsOf(gateway)
    const longestMs: number[] = []
    for (let count = 0; count < runs; count++) {
      // the metric tells of the last minute, to the granularity of six seconds
      await pause(70_000)
      await load(gateway, { ...offered, orders, further: ['--id-prefix', `P${count}-`] })
      longestMs.push((await metricOf(gateway, 'fillgate_longest_commit_seconds')) * 1_000)
    }
    const after = await stallsOf(gateway)
    const stalls = after.count - before.count
    return { longestMs, stalls, stallMs: stalls === 0 ? 0 : (after.ms - before.ms) / stalls }
  } finally {
    await gateway.stop()
  }
}

async function stallsOf(gateway: BenchGateway): Promise<{ readonly count: number; readonly ms: number }> {
  const name = 'fillgate_checkpoint_stall_seconds'
  return { count: await metricOf(gateway, `${name}_count`), ms: (await metricOf(gateway, `${name}_sum`)) * 1_000 }
}

const rate = (rows: readonly Measured[]): Pick<Figure, 'value' | 'runs'> => medianOf(rows.map(({ result }) => result.orders_per_s))

const cpu = (rows: readonly Measured[]): Pick<Figure, 'value' | 'runs'> =>
  medianOf(rows.map(({ result }) => (result.server_cpu_s * 1e6) / result.orders))

const fairness = (rows: readonly Measured[]): Pick<Figure, 'value' | 'runs'> =>
  medianOf(rows.map(({ result: { session_orders_per_s: each } }) => (100 * Math.min(...each)) / Math.max(...each)))
