import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { loadDictionaryRules } from '../../../src/fix/wire/dictionary-rules.ts'
import { Metrics } from '../../../src/telemetry/metrics.ts'
import * as simulation from '../simulation.ts'
import type { Mutation } from './mutations.ts'
import { MUTATIONS } from './mutations.ts'

// node run.js test/simulation/mutations/run.ts [part of a name]: puts each bug into a copy of the product in a temporary directory, plays seeds
// until the simulation finds something, and prints a line of JSON for each.

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SEEDS = 40
const ACTIONS = 1_500

const shared = {
  dictionary: await loadDictionaryRules(join(ROOT, 'fix-dictionary/FIX44.xml')),
  metrics: new Metrics('simulation'),
}
const wanted = process.argv[2] ?? ''
const files = builtFiles()
const directory = mkdtempSync(join(tmpdir(), 'fillgate-mutations-'))
try {
  for (const shelf of ['node_modules', 'config', 'fix-dictionary', 'package.json']) symlinkSync(join(ROOT, shelf), join(directory, shelf))
  for (const [index, mutation] of MUTATIONS.entries()) {
    if (!mutation.bug.includes(wanted)) continue
    const began = process.cpuUsage().user
    const result = await play(mutation, join(directory, `mutation-${index}`))
    process.stdout.write(
      `${JSON.stringify({ bug: mutation.bug, ...result, cpuMs: Math.round((process.cpuUsage().user - began) / 1000) })}\n`,
    )
  }
} finally {
  rmSync(directory, { recursive: true })
}

async function play(mutation: Mutation, copy: string): Promise<{ readonly seed: number; readonly found: string | undefined }> {
  for (const file of files) cpSync(join(ROOT, file), join(copy, file))
  await mutate(mutation, copy)
  const { Simulation } = (await import(pathToFileURL(join(copy, 'build/test/simulation/simulation.js')).href)) as typeof simulation
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { finding } = await new Simulation({ seed, actions: ACTIONS }, shared).play()
    if (finding !== undefined) return { seed, found: finding.message.slice(0, 300) }
  }
  return { seed: SEEDS, found: undefined }
}

/** Builds the changed file as run.js builds it, over its place in the copy. */
async function mutate({ bug, file, from, to }: Mutation, copy: string): Promise<void> {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const times = source.split(from).length - 1
  if (times !== 1) throw new Error(`the mutation "${bug}" does not fit ${file} any more: its text occurs ${times} times`)
  const options = {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  } as const
  const { code } = await transform(
    source.replace(from, () => to),
    options,
  )
  const output = code.replace(/(\bfrom\s*|\bimport\s*\(?\s*)"(\.{1,2}\/[^"]+)\.ts"/g, '$1"$2.js"')
  const built = join(copy, builtPath(file))
  mkdirSync(dirname(built), { recursive: true })
  writeFileSync(built, output)
}

function builtPath(file: string): string {
  return join('build', file.replace(/\.ts$/, '.js'))
}

/** The simulation's program and everything that it imports, as run.js has built it. */
function builtFiles(): readonly string[] {
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    const code = readFileSync(join(ROOT, file), 'utf8')
    for (const [, path] of code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.{1,2}\/[^"]+\.js)"/g))
      visit(relative(ROOT, resolve(ROOT, dirname(file), path!)))
  }
  visit(builtPath('test/simulation/simulation.ts'))
  return [...found]
}
