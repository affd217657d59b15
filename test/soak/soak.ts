import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { startOptions } from '../../bench/start-options.ts'
import { positiveNumber } from '../support/positive-number.ts'
import { proofOptions } from '../support/proof-options.ts'
import { GatewayProcess, ROOT, smallBench } from '../system/gateway-process.ts'
import { type Gauges, machineLoad, readGauges } from './gauges.ts'
import { bytesOf, growth, type Heap, heapOptions, readHeap } from './heap-growth.ts'
import { ACCOUNTS, MixedLoad, SYMBOLS } from './mixed-load.ts'
import { memoryPartsOf } from './memory-parts.ts'
import { pictureOf } from './picture.ts'
import { reportOf } from './report.ts'
import type { SoakMinute, SoakResult } from './soak-result.ts'

// npm run soak -- [--minutes 30] [--rate 100] [--seed 1] [--no-heap] [--out docs/proofs]: the real program under a mixed load, and a report of how it held.

const values = proofOptions('npm run soak', {
  minutes: { type: 'string', default: '30' },
  rate: { type: 'string', default: '100' },
  seed: { type: 'string', default: '1' },
  // a look at every object leaves 200 MiB of free memory with the process
  'no-heap': { type: 'boolean', default: false },
  out: { type: 'string', default: join(ROOT, 'docs/proofs') },
})
const minutes = positiveNumber('--minutes', values.minutes)
const rate = positiveNumber('--rate', values.rate)
const seed = positiveNumber('--seed', values.seed)
const SAMPLE_MS = 5_000
const MIB = 2 ** 20
/** what is there once everything has been used is not growth, and reading the heap takes memory that a process keeps */
const WARM_UP_MS = 60_000

const directory = mkdtempSync(join(tmpdir(), 'fillgate-soak-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
const snapshots = join(directory, 'heap')
mkdirSync(snapshots)
const config = join(directory, 'config.json')
writeFileSync(config, JSON.stringify({ ...smallBench({ sessions: ACCOUNTS, symbols: SYMBOLS }), webhooks: { allow_http: true } }))
const gateway = await GatewayProcess.start({
  directory: join(directory, 'data'),
  config,
  environment: { LOG_LEVEL: 'warn' },
  command: [process.execPath, ...startOptions(), ...heapOptions(snapshots), 'run.js', 'src/main.ts'],
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const load = new MixedLoad({ gateway, rate, seed })
await load.begin()
const running = load.run()
const rows: SoakMinute[] = []
await Promise.race([pause(WARM_UP_MS), running.then(() => stopped())])
const early = values['no-heap'] ? undefined : await heapOfNow()
load.fix.take()
load.rest.take()
for (let minute = 1; minute <= minutes; minute++) {
  rows.push(await Promise.race([measured(minute), running.then(() => stopped())]))
  console.log(JSON.stringify(rows.at(-1)))
}
const late = early && (await heapOfNow())
load.stop()
await running
const { journalPosition, slowReadersCut, resent } = await readGauges(gateway)
await load.end(await lastSequence())
const { code, stderr, stdout } = await gateway.terminate()
if (code !== 0 || stderr !== '') throw new Error(`the gateway ended with ${code}:\n${stderr}`)

const result: SoakResult = {
  date: new Date().toISOString(),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
  node: process.versions.node,
  cores: availableParallelism(),
  rate,
  seed,
  minutes: rows,
  ...(early &&
    late && {
      heap: {
        atFirst: bytesOf(early.heap),
        atLast: bytesOf(late.heap),
        growth: growth(early.heap, late.heap).slice(0, 20),
        requests: late.offered - early.offered,
      },
    }),
  totals: {
    requests: load.offered,
    reconnects: load.reconnects,
    resent,
    events: journalPosition,
    slowReadersCut,
    outcomes: Object.fromEntries([...load.partner.outcomes].sort(([a], [b]) => a.localeCompare(b))),
    warnings: stdout.split('\n').filter((line) => line.startsWith('{')),
  },
}
mkdirSync(values.out, { recursive: true })
writeFileSync(join(values.out, 'soak.json'), `${JSON.stringify(result, null, 1)}\n`)
writeFileSync(join(values.out, 'soak.svg'), pictureOf(result))
writeFileSync(join(values.out, 'soak.md'), reportOf(result))
console.log(`${join(values.out, 'soak.md')} has the report`)
process.exit(0)

/** One minute of it, looked at every few seconds. */
async function measured(minute: number): Promise<SoakMinute> {
  const { offered } = load
  const gauges: Gauges[] = [await readGauges(gateway)]
  const until = performance.now() + 60_000
  while (performance.now() < until) {
    await pause(Math.min(SAMPLE_MS, Math.max(1, until - performance.now())))
    gauges.push(await readGauges(gateway))
  }
  const [first, last] = [gauges[0]!, gauges.at(-1)!]
  const parts = memoryPartsOf(gateway.pid)
  const largest = (of: (gauge: Gauges) => number): number => Math.max(...gauges.map(of))
  return {
    minute,
    offered: load.offered - offered,
    fix: load.fix.take(),
    rest: load.rest.take(),
    residentMiB: mib(largest(({ resident }) => resident)),
    heapMiB: mib(Math.min(...gauges.map(({ heapUsed }) => heapUsed))),
    externalMiB: mib(largest(({ external }) => external)),
    mallocMiB: mib(parts.malloc),
    v8MiB: mib(parts.v8),
    mappedMiB: mib(parts.files),
    handles: largest(({ handles }) => handles),
    descriptors: largest(({ descriptors }) => descriptors),
    openOrders: last.openOrders,
    events: last.journalPosition,
    journalMiB: mib(last.journalBytes),
    readModelMiB: mib(last.readModelBytes),
    otherMiB: mib(last.otherBytes),
    projectorLag: largest(({ projectorLag }) => projectorLag),
    webhookLag: largest(({ webhookLag }) => webhookLag),
    cpuPercent: Math.round(((last.cpuSeconds - first.cpuSeconds) / 60) * 1000) / 10,
    machineLoad: machineLoad(),
  }
}

/** The process stands still for it, and nobody asks for anything. */
async function heapOfNow(): Promise<{ readonly heap: Heap; readonly offered: number }> {
  return { heap: await load.hold(() => readHeap(gateway.pid, snapshots)), offered: load.offered }
}

function stopped(): never {
  throw new Error('the load has ended before its time')
}

/** Of the partner's events, once nothing more comes: how far the reader of all events is when it stands still. */
async function lastSequence(): Promise<number> {
  for (let last = -1; ; last = load.reader.last) {
    if (last === load.reader.last) return last
    await pause(2_000)
  }
}

function mib(bytes: number): number {
  return Math.round((bytes / MIB) * 10) / 10
}
