import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the process and its directory are at one moment. Sizes in bytes. */
export interface Gauges {
  readonly resident: number
  readonly heapUsed: number
  readonly external: number
  /** sockets, timers and the like that Node counts */
  readonly handles: number
  readonly descriptors: number
  readonly cpuSeconds: number
  readonly openOrders: number
  readonly journalPosition: number
  readonly projectorLag: number
  readonly webhookLag: number
  readonly slowReadersCut: number
  readonly resent: number
  readonly journalBytes: number
  readonly readModelBytes: number
  readonly otherBytes: number
}

/** Reads them from /proc, /metrics and the data directory. */
export async function readGauges(gateway: {
  readonly pid: number
  readonly metricsUrl: string
  readonly directory: string
}): Promise<Gauges> {
  const metrics = await (await fetch(gateway.metricsUrl)).text()
  const metric = (name: string): number =>
    [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce((sum, [, value]) => sum + Number(value), 0)
  const sizes = fileSizes(gateway.directory)
  const sizeOf = (prefix: string): number => sizes.reduce((sum, { name, size }) => sum + (name.startsWith(prefix) ? size : 0), 0)
  const [journalBytes, readModelBytes] = [sizeOf('journal.db'), sizeOf('read.db')]
  return {
    resident: metric('process_resident_memory_bytes'),
    heapUsed: metric('nodejs_heap_size_used_bytes'),
    external: metric('nodejs_external_memory_bytes'),
    handles: metric('nodejs_active_handles_total'),
    descriptors: readdirSync(`/proc/${gateway.pid}/fd`).length,
    cpuSeconds: metric('process_cpu_seconds_total'),
    openOrders: metric('fillgate_open_orders'),
    journalPosition: metric('fillgate_journal_position'),
    projectorLag: metric('fillgate_projector_lag_events'),
    webhookLag: metric('fillgate_webhook_lag_events'),
    slowReadersCut: metric('fillgate_slow_readers_cut_total'),
    resent: metric('fillgate_fix_resent_messages_total'),
    journalBytes,
    readModelBytes,
    otherBytes: sizeOf('') - journalBytes - readModelBytes,
  }
}

/** Runnable tasks of the machine, averaged over a minute. */
export const machineLoad = (): number => Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0])

function fileSizes(directory: string): { readonly name: string; readonly size: number }[] {
  return readdirSync(directory).flatMap((name) => {
    // a file may go between the list and the look
    const stat = statSync(join(directory, name), { throwIfNoEntry: false })
    return stat?.isFile() ? [{ name, size: stat.size }] : []
  })
}
