import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startOptions } from './start-options.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** a benchmark that fails leaves nothing running */
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** A gateway of its own for a benchmark: the real program with config/bench.json, on free ports, in a fresh data directory. */
export interface BenchGateway {
  readonly pid: number
  readonly fixPort: number
  readonly baseUrl: string
  readonly apiKey: string
  readonly apiSecret: string
  readonly operator: { readonly api_key: string; readonly api_secret: string }
  readonly metricsUrl: string
  readonly accounts: readonly { readonly id: string; readonly account_number: string }[]
  readonly dataDirectory: string
  /** `keepData`: the directory is still there afterwards, for another start */
  stop(options?: { readonly keepData: boolean }): Promise<void>
}

/**
 * Starts it and resolves once it listens. `config`: a file, relative to the repository's root; `dataDirectory`: of an earlier one, a restart;
 * `environment`: in addition.
 */
export async function startGateway(
  config = 'config/bench.json',
  dataDirectory = mkdtempSync(join(tmpdir(), 'fillgate-bench-')),
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchGateway> {
  const profiles = process.env['PROFILES']
  const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`, '--cpu-prof-interval=500']
  const child = spawn(process.execPath, [...startOptions(), ...profiling, 'run.js', 'src/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      CONFIG: resolve(ROOT, config),
      DATA_DIR: dataDirectory,
      HTTP_PORT: '0',
      FIX_PORT: '0',
      MANAGEMENT_PORT: '0',
      LOG_LEVEL: 'warn',
      ...environment,
    },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const metricsUrl = await listening(child)
  const file = join(dataDirectory, 'sandbox-credentials.json')
  if (!existsSync(file)) throw new Error('bench: the gateway wrote no credentials')
  const credentials = JSON.parse(readFileSync(file, 'utf8')) as {
    base_url: string
    api_key: string
    api_secret: string
    operator: { api_key: string; api_secret: string }
    accounts: { id: string; account_number: string }[]
    fix: { port: number }
  }
  return {
    pid: child.pid!,
    fixPort: credentials.fix.port,
    baseUrl: credentials.base_url,
    apiKey: credentials.api_key,
    apiSecret: credentials.api_secret,
    operator: credentials.operator,
    metricsUrl,
    accounts: credentials.accounts,
    dataDirectory,
    stop: async ({ keepData } = { keepData: false }) => {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.kill('SIGTERM')
      await gone
      if (!keepData) rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** Where its metrics are, once it listens. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const metricsUrl = /metrics +(http:\S+)/.exec(text)?.[1]
      if (metricsUrl !== undefined && text.includes('sandbox-credentials.json')) resolve(metricsUrl)
    })
    child.once('exit', (code) => reject(new Error(`bench: the gateway ended with ${code}:\n${text}`)))
  })
}

/** The load generator, compiled when it is older than its source. */
export function fixLoad(): string {
  const source = join(ROOT, 'bench/fix-load/fix-load.c')
  const program = join(ROOT, 'build/fix-load')
  if (!existsSync(program) || statSync(program).mtimeMs < statSync(source).mtimeMs)
    execFileSync('cc', ['-O3', '-Wall', '-o', program, source])
  return program
}

/** What GET /v1/admin/journal says. */
export interface JournalReport {
  readonly position: number
  readonly projector_lag_events: number
}

export async function journalReport({ baseUrl, operator }: Pick<BenchGateway, 'baseUrl' | 'operator'>): Promise<JournalReport> {
  const headers = { 'x-api-key': operator.api_key, 'x-api-secret': operator.api_secret }
  return (await (await fetch(`${baseUrl}/v1/admin/journal`, { headers })).json()) as JournalReport
}

/** Resolves once read.db shows everything. */
export async function projected(gateway: Pick<BenchGateway, 'baseUrl' | 'operator'>): Promise<void> {
  while ((await journalReport(gateway)).projector_lag_events > 0) await pause(100)
}

/** A metric without labels. */
export async function metricOf({ metricsUrl }: Pick<BenchGateway, 'metricsUrl'>, name: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

/** Processor time of a process so far, all threads, in seconds. */
export function cpuSeconds(pid: number): number {
  const [, state = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = state.split(' ').slice(11, 13).map(Number)
  return (user! + system!) / 100
}

/** Resident memory of a process in MiB. */
export function residentMiB(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)
  return line ? Math.round(Number(line[1]) / 1024) : 0
}
