import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { isQuick } from './arguments.ts'
import { type Figure, lessIsBetter, median, printFigures } from './figure.ts'
import { journalReport, metricOf, projected, residentMiB, startGateway } from './gateway.ts'
import { load } from './load.ts'

const SESSIONS = 4
/**
 * What is added by this part of the orders, several times behind each other: the median, for a cache of SQLite or V8's young generation may
 * grow by 60 MiB at any moment, once.
 */
const PART = 0.2
const PARTS = 3

/**
 * What a million resting orders cost: memory of the gateway, and the time from the start of a process on that journal until it listens,
 * once from the journal alone and once from a snapshot. All of them come by FIX, over 50 price levels a side; nothing trades.
 */
export async function benchMemory(scale: number): Promise<readonly Figure[]> {
  const orders = Math.round(1_000_000 * scale)
  const busy = await startGateway()
  const { dataDirectory } = busy
  try {
    const before = residentMiB(busy.pid)
    const rest = (count: number, prefix: string): Promise<unknown> =>
      load(busy, { sessions: SESSIONS, window: 1_000, orders: count, mode: 'rest', further: ['--levels', '50', '--id-prefix', prefix] })
    const part = Math.round(orders * PART)
    await rest(orders - PARTS * part, 'A')
    await projected(busy)
    const growths: number[] = []
    let after = residentMiB(busy.pid)
    for (let index = 0; index < PARTS; index++) {
      const beforePart = after
      await rest(part, `B${index}`)
      await projected(busy)
      after = residentMiB(busy.pid)
      growths.push(after - beforePart)
    }
    const peak = peakMiB(busy.pid)
    const { position } = await journalReport(busy)
    await busy.stop({ keepData: true })
    const journalMiB = Math.round(statSync(join(dataDirectory, 'journal.db')).size / 2 ** 20)

    // the snapshot that was made meanwhile, if there was time for it, would hide what a replay costs
    for (const file of snapshotsIn(dataDirectory)) rmSync(join(dataDirectory, file))
    const fromJournal = await restart(dataDirectory, orders)
    execFileSync(process.execPath, ['run.js', 'src/recovery/snapshotter.ts', dataDirectory, String(position)], { cwd: ROOT })
    const snapshotMiB = Math.round(statSync(join(dataDirectory, snapshotsIn(dataDirectory).at(-1)!)).size / 2 ** 20)
    const fromSnapshot = await restart(dataDirectory, orders)

    const figure = lessIsBetter(`${orders.toLocaleString('en')} resting orders`)
    return [
      figure(`memory for each, median of ${PARTS} times ${part.toLocaleString('en')}`, (median(growths) * 2 ** 20) / part, 'bytes', 250),
      figure('memory of the process for each, caches and garbage included', ((after - before) * 2 ** 20) / orders, 'bytes'),
      figure('resident with them', after, 'MiB', 1_024),
      figure('peak meanwhile', peak, 'MiB'),
      figure('journal.db', (journalMiB * 2 ** 20) / position, 'bytes/event', 150),
      figure('restart from the journal alone', fromJournal.seconds, 's', 3),
      figure('resident after a restart from the journal', fromJournal.rssMiB, 'MiB'),
      figure('size of a snapshot', snapshotMiB, 'MiB'),
      figure('restart from the snapshot', fromSnapshot.seconds, 's', 5),
      figure('resident after a restart from the snapshot', fromSnapshot.rssMiB, 'MiB'),
    ]
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface Restart {
  readonly seconds: number
  readonly rssMiB: number
}

/** Seconds from the command until it listens, and what the process then has in memory; all orders have to be there. */
async function restart(dataDirectory: string, orders: number): Promise<Restart> {
  const began = performance.now()
  const gateway = await startGateway('config/bench.json', dataDirectory)
  const seconds = Math.round((performance.now() - began) / 10) / 100
  try {
    const open = await metricOf(gateway, 'fillgate_open_orders')
    if (open !== orders) throw new Error(`bench: ${orders} orders were open, after the restart ${open}`)
    return { seconds, rssMiB: residentMiB(gateway.pid) }
  } finally {
    await gateway.stop({ keepData: true })
  }
}

const snapshotsIn = (directory: string): string[] =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.snapshot'))
    .sort()

function peakMiB(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printFigures(await benchMemory(isQuick('node run.js bench/memory.ts') ? 0.05 : 1))
