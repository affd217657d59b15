import { execFile } from 'node:child_process'
import { type BenchGateway, fixLoad } from './gateway.ts'

/** What fix-load prints as its last line. */
export interface LoadResult {
  readonly complete: boolean
  /** the drop copy's connection ended before the run did; there where it has one */
  readonly copy_cut?: boolean
  readonly orders: number
  readonly orders_per_s: number
  readonly reports_per_s: number
  readonly rejected: number
  readonly gaps: number
  readonly bad_checksums: number
  readonly ack_us: { readonly p50: number; readonly p99: number; readonly 'p99.9': number; readonly max: number }
  readonly session_orders_per_s: readonly number[]
  /** with a drop copy: reports to the sessions, and those that it has read */
  readonly told?: number
  readonly copied?: number
  readonly server_cpu_s: number
}

export interface Load {
  readonly sessions?: number
  /** orders outstanding on each session */
  readonly window: number
  /** of all sessions together */
  readonly orders: number
  /** of each session, not measured */
  readonly warmup?: number
  /** orders a second of all sessions together, open loop; left out: as fast as the window allows */
  readonly rate?: number
  /** it has failed when it takes longer */
  readonly maxSeconds?: number
  /** `rest`: nothing trades */
  readonly mode?: 'cross' | 'rest'
  readonly dropCopy?: { readonly bytesPerSecond?: number }
  /** further options of fix-load */
  readonly further?: readonly string[]
}

/** Runs fix-load against a gateway. Throws when an order was refused, a number was missing, a drop copy was cut or the run did not come to its end. */
export function load(gateway: Pick<BenchGateway, 'fixPort' | 'pid'>, run: Load): Promise<LoadResult> {
  const { sessions = 1, window, orders, warmup = 0, rate, maxSeconds = 300, mode = 'cross', dropCopy, further = [] } = run
  // prettier-ignore
  const options = ['--port', String(gateway.fixPort), '--target', 'GATEWAY', '--symbols', 'BENCH1', '--sender', sessions === 1 ? 'CLIENT1' : 'CLIENT',
    '--sessions', String(sessions), '--window', String(window), '--orders', String(orders), '--warmup', String(warmup), '--mode', mode,
    '--pid', String(gateway.pid), '--max-seconds', String(maxSeconds), ...(rate === undefined ? [] : ['--rate', String(rate)]), ...further]
  if (dropCopy) options.push('--drop-copy', 'DROP1')
  if (dropCopy?.bytesPerSecond !== undefined) options.push('--drop-copy-rate', String(dropCopy.bytesPerSecond))
  return new Promise((resolve, reject) => {
    execFile(fixLoad(), options, { encoding: 'utf8' }, (error, output, complaint) => {
      if (error) {
        reject(new Error(`bench: ${error.message}\n${output}\n${complaint}`))
        return
      }
      const result = JSON.parse(output.trim().split('\n').at(-1)!) as LoadResult
      if (result.complete && result.rejected === 0 && result.gaps === 0 && result.bad_checksums === 0 && result.copy_cut !== true)
        resolve(result)
      else reject(new Error(`bench: a run that does not count:\n${output}`))
    })
  })
}
