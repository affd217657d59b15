import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { type BenchGateway, fixLoad, residentMiB, startGateway } from './gateway.ts'

export interface MemoryRow {
  readonly what: string
  readonly value: number
  readonly unit: 'MiB' | 's' | 'events' | 'orders'
  /** largest value that is good enough; '' where there is none */
  readonly bar: number | ''
}

const SESSIONS = 4

/**
 * What a million resting orders cost: memory of the gateway, and the time from the start of a process on that journal until it listens,
 * once from the journal alone and once from a snapshot. All of them come by FIX, over 50 price levels a side; nothing trades.
 */
export async function benchMemory(scale: number): Promise<readonly MemoryRow[]> {
  const orders = Math.round(1_000_000 * scale)
  const busy = await startGateway()
  const { dataDirectory } = busy
  try {
    const before = residentMiB(busy.pid)
    rest(busy, orders)
    const after = residentMiB(busy.pid)
    const peak = peakMiB(busy.pid)
    const { position, projector_lag_events } = await journalReport(busy)
    await busy.stop({ keepData: true })
    const journalMiB = Math.round(statSync(join(dataDirectory, 'journal.db')).size / 2 ** 20)

    // the snapshot that was made meanwhile, if there was time for it, would hide what a replay costs
    for (const file of snapshotsIn(dataDirectory)) rmSync(join(dataDirectory, file))
    const fromJournal = await restart(dataDirectory, orders)
    execFileSync(process.execPath, ['run.js', 'src/recovery/snapshotter.ts', dataDirectory, String(position)], { cwd: ROOT })
    const snapshotMiB = Math.round(statSync(join(dataDirectory, snapshotsIn(dataDirectory).at(-1)!)).size / 2 ** 20)
    const fromSnapshot = await restart(dataDirectory, orders)

    return [
      { what: 'orders resting', value: orders, unit: 'orders', bar: '' },
      { what: 'RSS of the gateway before', value: before, unit: 'MiB', bar: '' },
      { what: 'RSS with them', value: after, unit: 'MiB', bar: 1024 },
      { what: 'peak RSS meanwhile', value: peak, unit: 'MiB', bar: '' },
      { what: 'events in the journal', value: position, unit: 'events', bar: '' },
      { what: 'size of the journal', value: journalMiB, unit: 'MiB', bar: '' },
      { what: 'of them not projected when it stopped', value: projector_lag_events, unit: 'events', bar: '' },
      { what: 'restart from the journal alone', value: fromJournal.seconds, unit: 's', bar: 10 },
      { what: 'RSS after that restart', value: fromJournal.rssMiB, unit: 'MiB', bar: '' },
      { what: 'size of a snapshot', value: snapshotMiB, unit: 'MiB', bar: '' },
      // a start from a snapshot listens only when read.db has everything before the snapshot
      { what: 'not projected before the next start', value: fromJournal.lag, unit: 'events', bar: '' },
      { what: 'restart from the snapshot', value: fromSnapshot.seconds, unit: 's', bar: 10 },
      { what: 'RSS after that restart', value: fromSnapshot.rssMiB, unit: 'MiB', bar: '' },
    ]
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))

function rest({ fixPort, pid }: BenchGateway, orders: number): void {
  const output = execFileSync(
    fixLoad(),
    // prettier-ignore
    ['--port', String(fixPort), '--target', 'GATEWAY', '--symbols', 'BENCH1', '--sender', 'CLIENT', '--sessions', String(SESSIONS),
      '--mode', 'rest', '--levels', '50', '--window', '1000', '--orders', String(orders), '--pid', String(pid), '--max-seconds', '300'],
    { encoding: 'utf8' },
  )
  const result = JSON.parse(output.trim().split('\n').at(-1)!) as {
    complete: boolean
    rejected: number
    gaps: number
    bad_checksums: number
  }
  if (!result.complete || result.rejected > 0 || result.gaps > 0 || result.bad_checksums > 0)
    throw new Error(`bench: a run that does not count:\n${output}`)
}

interface Restart {
  readonly seconds: number
  readonly rssMiB: number
  /** events that read.db was behind when the process was told to end */
  readonly lag: number
}

/** Seconds from the command until it listens, and what the process then has in memory; all orders have to be there. */
async function restart(dataDirectory: string, orders: number): Promise<Restart> {
  const began = performance.now()
  const gateway = await startGateway('config/bench.json', dataDirectory)
  const seconds = Math.round((performance.now() - began) / 10) / 100
  try {
    const open = await openOrders(gateway)
    if (open !== orders) throw new Error(`bench: ${orders} orders were open, after the restart ${open}`)
    return { seconds, rssMiB: residentMiB(gateway.pid), lag: (await journalReport(gateway)).projector_lag_events }
  } finally {
    await gateway.stop({ keepData: true })
  }
}

async function openOrders({ metricsUrl }: BenchGateway): Promise<number> {
  const text = await (await fetch(metricsUrl)).text()
  return Number(/^fillgate_open_orders (\d+)$/m.exec(text)?.[1])
}

interface JournalReport {
  readonly position: number
  readonly projector_lag_events: number
}

async function journalReport({ baseUrl, operator }: BenchGateway): Promise<JournalReport> {
  const headers = { 'x-api-key': operator.api_key, 'x-api-secret': operator.api_secret }
  return (await (await fetch(`${baseUrl}/v1/admin/journal`, { headers })).json()) as JournalReport
}

const snapshotsIn = (directory: string): string[] =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.snapshot'))
    .sort()

function peakMiB(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await benchMemory(process.argv.includes('--quick') ? 0.05 : 1))
