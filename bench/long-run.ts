import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { numbersGiven } from './arguments.ts'
import { type Figure, lessIsBetter, printFigures } from './figure.ts'
import { journalReport, metricOf, projected, residentMiB, startGateway } from './gateway.ts'
import { load } from './load.ts'

/** Ten minutes of them are 10,000,000. */
const ORDERS_PER_S = 10_000_000 / 600
/** of what is offered: the last orders are answered a moment after the time is over */
const TAKEN_IN_TIME = 0.999
/** memory may go up and down by so much and still not grow, percent */
const SWING_PERCENT = 10

/**
 * Orders that come and go for ten minutes at a steady rate: what memory, heap, projector and files come to, and how long a restart with all of
 * that history takes from a snapshot.
 *
 *     node run.js bench/long-run.ts [minutes]
 */
export async function benchLongRun(minutes: number): Promise<readonly Figure[]> {
  const orders = Math.round(ORDERS_PER_S * minutes * 60)
  const gateway = await startGateway()
  const { dataDirectory } = gateway
  try {
    // --- the run, and its memory meanwhile ---
    const samples: number[] = []
    let isOver = false
    const watching = (async () => {
      while (!isOver) {
        await pause(5_000)
        samples.push(residentMiB(gateway.pid))
      }
    })()
    const result = await load(gateway, {
      sessions: 4,
      window: 20_000,
      orders,
      rate: ORDERS_PER_S,
      maxSeconds: minutes * 60 + 300,
    }).finally(() => (isOver = true))
    const { position, projector_lag_events: lag } = await journalReport(gateway)
    const heapMiB = (await metricOf(gateway, 'nodejs_heap_size_used_bytes')) / 2 ** 20
    await watching
    const fifth = Math.max(1, Math.floor(samples.length / 5))
    const early = highest(samples.slice(fifth, 2 * fifth))
    const late = highest(samples.slice(-fifth))
    const behind = performance.now()
    await projected(gateway)
    const catchUpS = (performance.now() - behind) / 1_000
    await gateway.stop({ keepData: true })

    // --- a restart with this history ---
    const bytes = (file: string): number => statSync(join(dataDirectory, file)).size / position
    const journal = bytes('journal.db')
    const read = bytes('read.db')
    execFileSync(process.execPath, ['run.js', 'src/recovery/snapshotter.ts', dataDirectory, String(position)], { cwd: ROOT })
    // without one, the restart would be a replay
    if (!readdirSync(dataDirectory).some((file) => file.endsWith('.snapshot'))) throw new Error('bench: no snapshot was made')
    const began = performance.now()
    const again = await startGateway('config/bench.json', dataDirectory)
    const restartS = (performance.now() - began) / 1_000
    await again.stop({ keepData: true })

    const figure = lessIsBetter(`${orders.toLocaleString('en')} orders that come and go in ${minutes} minutes`)
    return [
      { ...figure('taken', result.orders_per_s, 'orders/s'), better: 'more', bar: TAKEN_IN_TIME * ORDERS_PER_S },
      figure('order p99', result.ack_us.p99, 'µs'),
      figure('order, the slowest', result.ack_us.max / 1_000, 'ms'),
      figure('resident, most in the second fifth', early, 'MiB'),
      figure('resident, most in the last fifth', late, 'MiB', early * (1 + SWING_PERCENT / 100)),
      figure('heap at the end', heapMiB, 'MiB'),
      figure('not projected at the end', lag, 'events'),
      figure('until all of it was projected', catchUpS, 's'),
      figure('journal.db', journal, 'bytes/event', 150),
      figure('read.db', read, 'bytes/event'),
      figure('restart from a snapshot with this history', restartS, 's', 5),
    ]
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const highest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [minutes] = numbersGiven('node run.js bench/long-run.ts', ['minutes'], [10])
  printFigures(await benchLongRun(minutes!))
}
