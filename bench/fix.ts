import { execFileSync } from 'node:child_process'
import { fixLoad, residentMiB, startGateway } from './gateway.ts'

/** What fix-load prints as its last line. */
interface LoadResult {
  readonly complete: boolean
  readonly orders_per_s: number
  readonly reports_per_s: number
  readonly reports: number
  readonly rejected: number
  readonly gaps: number
  readonly bad_checksums: number
  readonly ack_us: { readonly p50: number; readonly p99: number; readonly 'p99.9': number; readonly max: number }
  readonly server_cpu_s: number
  readonly client_cpu_s: number
}

export interface FixRow {
  readonly sessions: number
  readonly window: number
  readonly orders: number
  readonly ordersPerSecond: number
  readonly reportsPerSecond: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly cpuPerOrder: number
  readonly rssMiB: number
}

/** Durable FIX orders: crossing limit orders, every order answered by two reports, all of it committed with synchronous=FULL first. */
export async function benchFix(scale: number): Promise<readonly FixRow[]> {
  const rows: FixRow[] = []
  for (const [sessions, window, orders] of [
    [1, 1, 20_000],
    [1, 100, 200_000],
    [1, 1000, 400_000],
    [4, 100, 400_000],
  ] as const) {
    const gateway = await startGateway()
    try {
      const count = Math.round(orders * scale)
      const result = load(gateway.fixPort, gateway.pid, {
        sessions,
        window,
        orders: count,
        warmup: Math.min(20_000, Math.round(count / 10 / sessions)),
      })
      rows.push({
        sessions,
        window,
        orders: count,
        ordersPerSecond: result.orders_per_s,
        reportsPerSecond: result.reports_per_s,
        p50: result.ack_us.p50,
        p99: result.ack_us.p99,
        p999: result.ack_us['p99.9'],
        cpuPerOrder: (result.server_cpu_s * 1e6) / count,
        rssMiB: residentMiB(gateway.pid),
      })
    } finally {
      await gateway.stop()
    }
  }
  return rows
}

function load(
  port: number,
  pid: number,
  run: { readonly sessions: number; readonly window: number; readonly orders: number; readonly warmup: number },
): LoadResult {
  const sender = run.sessions === 1 ? 'CLIENT1' : 'CLIENT'
  const output = execFileSync(
    fixLoad(),
    // prettier-ignore
    ['--port', String(port), '--target', 'GATEWAY', '--symbols', 'BENCH1', '--sender', sender, '--sessions', String(run.sessions),
      '--window', String(run.window), '--orders', String(run.orders), '--warmup', String(run.warmup), '--pid', String(pid), '--max-seconds', '120'],
    { encoding: 'utf8' },
  )
  const result = JSON.parse(output.trim().split('\n').at(-1)!) as LoadResult
  if (!result.complete || result.rejected > 0 || result.gaps > 0 || result.bad_checksums > 0)
    throw new Error(`bench: a run that does not count:\n${output}`)
  return result
}
