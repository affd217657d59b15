import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Disturbance } from './disturbance.ts'
import type { Figure } from './figure.ts'

/** One run of the benchmarks, as it is kept in `bench/results/`. */
export interface BenchResult {
  readonly date: string
  readonly commit: string
  /** a tenth of the orders, once */
  readonly quick: boolean
  readonly machine: { readonly cpus: number; readonly model: string; readonly memoryGiB: number; readonly node: string }
  readonly disturbance: Disturbance
  readonly figures: readonly Figure[]
}

const FOLDER = fileURLToPath(new URL('results/', import.meta.url))

export function thisMachine(): BenchResult['machine'] {
  const [processor] = cpus()
  return {
    cpus: cpus().length,
    model: processor?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
}

/** Short hash of the commit that is checked out; '' outside of a repository. */
export function thisCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      cwd: FOLDER,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

/** Writes a result as `<date>-<commit>.json` (`quick.json` for a quick one) and returns the path. */
export function keepResult(result: BenchResult): string {
  mkdirSync(FOLDER, { recursive: true })
  const path = join(FOLDER, result.quick ? 'quick.json' : `${result.date.slice(0, 10)}-${result.commit}.json`)
  writeFileSync(path, `${JSON.stringify(result, undefined, 2)}\n`)
  return path
}

export const readResult = (path: string): BenchResult => JSON.parse(readFileSync(path, 'utf8')) as BenchResult

/** Paths of the kept results, the oldest first; quick ones are not kept. */
export function keptResults(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json') && file !== 'quick.json')
    .map((file) => join(FOLDER, file))
    .sort((a, b) => readResult(a).date.localeCompare(readResult(b).date))
}

export const picturePath = join(FOLDER, 'how-fast.svg')
