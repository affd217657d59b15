import { execFile } from 'node:child_process'
import { type BenchGateway, fixLoad } from './gateway.ts'

/** What fix-load prints as its last line; latencies in microseconds. */
export interface LoadResult {
  readonly complete: boolean
  readonly orders_per_s: number
  readonly rejected: number
  readonly ack_us: { readonly p50: number; readonly p99: number }
}

/**
 * Crossing limit orders of one session, while the benchmark does something else: `rate` orders a second as an open loop, or, without one, as
 * fast as a window of 1,000 allows. Rejects where an order was refused or not answered.
 */
export function loadOf({ fixPort, pid }: BenchGateway, orders: number, rate: number | undefined): Promise<LoadResult> {
  // prettier-ignore
  const options = ['--port', String(fixPort), '--target', 'GATEWAY', '--symbols', 'BENCH1', '--sender', 'CLIENT1', '--window', rate === undefined ? '1000' : '20000',
    '--orders', String(orders), '--warmup', '20000', '--pid', String(pid), '--max-seconds', '120', ...(rate === undefined ? [] : ['--rate', String(rate)])]
  return new Promise((resolve, reject) => {
    execFile(fixLoad(), options, { encoding: 'utf8' }, (error, output) => {
      if (error) {
        reject(error)
        return
      }
      const result = JSON.parse(output.trim().split('\n').at(-1)!) as LoadResult
      if (result.complete && result.rejected === 0) resolve(result)
      else reject(new Error(`bench: a run that does not count:\n${output}`))
    })
  })
}
