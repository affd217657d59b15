import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { BUILD, bundle, writeFolder } from '../../../bundle.js'
import { compileDictionaryRules, loadDefinitions } from '../../../src/fix/wire/dictionary-rules.ts'
import { Metrics } from '../../../src/telemetry/metrics.ts'
import type * as simulation from '../simulation.ts'
import type { Mutation } from './mutations.ts'
import { MUTATIONS } from './mutations.ts'

// node run.js test/simulation/mutations/run.ts [part of a name]: builds the product with each bug in a folder of its own, plays seeds until the
// simulation finds something, and prints a line of JSON for each.

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SEEDS = 40
const ACTIONS = 1_500

const shared = {
  dictionary: compileDictionaryRules(await loadDefinitions(join(ROOT, 'fix-dictionary/FIX44.xml'))),
  metrics: new Metrics('simulation'),
}
const wanted = process.argv[2] ?? ''
for (const [index, mutation] of MUTATIONS.entries()) {
  if (!mutation.bug.includes(wanted)) continue
  const folder = join(BUILD, `mutation-${index}-${process.pid}`)
  const began = process.cpuUsage().user
  try {
    const result = await play(mutation, folder)
    process.stdout.write(
      `${JSON.stringify({ bug: mutation.bug, ...result, cpuMs: Math.round((process.cpuUsage().user - began) / 1000) })}\n`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function play(mutation: Mutation, folder: string): Promise<{ readonly seed: number; readonly found: string | undefined }> {
  writeFolder(folder, await bundle(join(ROOT, 'test/simulation/simulation.ts'), sourcesWith(mutation), { isPlain: true }))
  const { Simulation } = (await import(pathToFileURL(join(folder, 'simulation.js')).href)) as typeof simulation
  for (const seed of seedsFor(mutation)) {
    const { finding } = await new Simulation({ seed, actions: ACTIONS }, shared).play()
    if (finding !== undefined) return { seed, found: finding.message.slice(0, 300) }
  }
  return { seed: SEEDS, found: undefined }
}

function seedsFor({ seed = 1 }: Mutation): ReadonlySet<number> {
  return new Set([seed, ...Array.from({ length: SEEDS }, (_, index) => index + 1)])
}

/** The sources with one bug put in. */
function sourcesWith({ bug, file, from, to }: Mutation): (path: string) => string {
  const place = join(ROOT, file)
  const source = readFileSync(place, 'utf8')
  const times = source.split(from).length - 1
  if (times !== 1) throw new Error(`the mutation "${bug}" does not fit ${file} any more: its text occurs ${times} times`)
  const changed = source.replace(from, () => to)
  return (path) => (path === place ? changed : readFileSync(path, 'utf8'))
}
