import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { numbersGiven } from './arguments.ts'
import { type Figure, printFigures } from './figure.ts'
import { type BenchGateway, cpuSeconds, residentMiB, startGateway } from './gateway.ts'
import { load } from './load.ts'
import type { Open, Read } from './stream-readers.ts'

/** The gateway while so many streams are open. */
interface Measured {
  readonly rssMiB: number
  /** of one core: all threads of the gateway */
  readonly cpuPercent: number
  /** that a busy stream was sent a second: the one that was sent the fewest */
  readonly perSecond: number
  /** from the time that an event carries to its arrival, ms */
  readonly delayP50: number
  readonly delayP99: number
}

const IDLE = 2_000
const BUSY = 200
/** events: an order that fills is two */
const EVENTS_PER_SECOND = 100

/**
 * What open event streams cost: none, 2,000 that hear nothing but heartbeats (their filter leaves everything out), and 200 beside them that are
 * sent 100 events a second each. `rate_limits.streams_per_partner` is raised for it: it is 5.
 */
export async function benchStreams(seconds: number): Promise<readonly Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'fillgate-bench-config-'))
  const gateway = await startGateway(configOf(directory))
  const readers = fork(fileURLToPath(new URL('../run.js', import.meta.url)), [
    fileURLToPath(new URL('./stream-readers.ts', import.meta.url)),
  ])
  try {
    const none = await measure(gateway, readers, seconds)
    await openStreams(gateway, readers, '?events=account.closed', IDLE, IDLE)
    const idle = await measure(gateway, readers, seconds)
    await openStreams(gateway, readers, '', BUSY, IDLE + BUSY)
    const busy = await measure(gateway, readers, seconds)
    return figuresOf({ 'no stream': none, '2,000 idle streams': idle, '2,000 idle and 200 busy': busy }, busy)
  } finally {
    readers.kill()
    await gateway.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

function figuresOf(measured: Readonly<Record<string, Measured>>, busy: Measured): readonly Figure[] {
  const question = 'Event streams: 2,000 that hear nothing, 200 that are sent 100 events a second each'
  const figures: Figure[] = []
  for (const [what, { rssMiB, cpuPercent }] of Object.entries(measured))
    figures.push(
      { question, what: `resident, ${what}`, value: rssMiB, unit: 'MiB', better: 'less' },
      { question, what: `processor, ${what}`, value: cpuPercent, unit: '% of a core', better: 'less' },
    )
  return [
    ...figures,
    {
      question,
      what: 'sent to the busy stream that got fewest',
      value: busy.perSecond,
      unit: 'events/s',
      better: 'more',
      bar: EVENTS_PER_SECOND,
    },
    { question, what: 'from an event to its reader, p50', value: busy.delayP50, unit: 'ms', better: 'less' },
    { question, what: 'from an event to its reader, p99', value: busy.delayP99, unit: 'ms', better: 'less' },
  ]
}

/** config/bench.json with the limits that are in question. */
function configOf(directory: string): string {
  const bench = JSON.parse(readFileSync(new URL('../config/bench.json', import.meta.url), 'utf8')) as object
  const config = {
    ...bench,
    server: { max_connections: IDLE + BUSY + 100 },
    rate_limits: { requests_per_minute: { sandbox: 1_000_000 }, streams_per_partner: IDLE + BUSY },
  }
  const file = join(directory, 'config.json')
  writeFileSync(file, JSON.stringify(config))
  return file
}

/** Orders at a steady pace, whoever listens. */
async function measure(gateway: BenchGateway, readers: ChildProcess, seconds: number): Promise<Measured> {
  await report(readers)
  const begun = { at: performance.now(), cpu: cpuSeconds(gateway.pid) }
  await load(gateway, { window: 1_000, orders: (seconds * EVENTS_PER_SECOND) / 2, rate: EVENTS_PER_SECOND / 2 })
  const took = (performance.now() - begun.at) / 1000
  const cpuPercent = Math.round(((cpuSeconds(gateway.pid) - begun.cpu) / took) * 100)
  // the last events are on their way
  await pause(500)
  const { fewest, overflows, delays } = await report(readers)
  if (overflows > 0) throw new Error(`bench: ${overflows} streams were cut`)
  const sorted = [...delays].sort((a, b) => a - b)
  return {
    rssMiB: residentMiB(gateway.pid),
    cpuPercent,
    perSecond: Math.round(fewest / seconds),
    delayP50: sorted[Math.floor(sorted.length / 2)] ?? 0,
    delayP99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  }
}

async function openStreams(
  { baseUrl, apiKey, apiSecret }: BenchGateway,
  readers: ChildProcess,
  query: string,
  count: number,
  total: number,
): Promise<void> {
  const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
  readers.send({ url: `${baseUrl}/v1/webhooks/stream${query}`, headers, count } satisfies Open)
  while ((await report(readers)).open < total) await pause(50)
}

async function report(readers: ChildProcess): Promise<Read> {
  readers.send('report')
  const [read] = (await once(readers, 'message')) as [Read]
  return read
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [seconds] = numbersGiven('node run.js bench/streams.ts', ['seconds'], [30])
  printFigures(await benchStreams(seconds!))
}
