// npm run prove:fuzz -- [--inputs 10000000] [--seed 1] [--report docs/proofs/fuzz.md]
// Coverage-guided fuzzing of the parser, the session, cursors and CSV. Ends at the first input that breaks a claim, with its bytes and its
// shortest form; a run that is stopped with Ctrl-C reports what it has done.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { seeded } from '../system/seeded.ts'
import { Corpus } from './guided/corpus.ts'
import { loadGuidedTargets } from './guided/guided-targets.ts'
import type { Tapes, Target } from './guided/targets.ts'

const { values } = parseArgs({
  options: { inputs: { type: 'string', default: '10000000' }, seed: { type: 'string', default: '1' }, report: { type: 'string' } },
})
const wanted = Number(values.inputs)
const seed = Number(values.seed)

interface Run {
  readonly target: Target
  readonly corpus: Corpus
  /** tapes put in */
  inputs: number
}

const { targets, counters } = await loadGuidedTargets()
const below = seeded(seed)
const runs: readonly Run[] = targets.map((target) => ({
  target,
  corpus: new Corpus({ branches: counters.length, below, mostTapes: target.mostTapes }),
  inputs: 0,
}))
const begunAt = Date.now()
const cpuBefore = process.cpuUsage().user
let isStopped = false
process.once('SIGINT', () => (isStopped = true))
process.once('SIGTERM', () => (isStopped = true))

let told = begunAt
while (done() < wanted && !isStopped) {
  const run = mostBehind()
  await step(run)
  if (Date.now() - told < 30_000) continue
  told = Date.now()
  console.log(line())
}
console.log(line())
if (values.report !== undefined) {
  mkdirSync(dirname(values.report), { recursive: true })
  writeFileSync(values.report, report())
}

function done(): number {
  return runs.reduce((sum, { inputs }) => sum + inputs, 0)
}

function mostBehind(): Run {
  return runs.reduce((a, b) => (a.inputs / a.target.percent <= b.inputs / b.target.percent ? a : b))
}

async function step(run: Run): Promise<void> {
  const tapes = run.corpus.next()
  try {
    await run.target.check(tapes)
  } catch (error) {
    await tell(run.target, tapes, error as Error)
    process.exit(1)
  }
  run.corpus.learn(tapes, counters)
  run.inputs += tapes.length
}

async function tell(target: Target, tapes: Tapes, error: Error): Promise<void> {
  console.error(`${target.name}, seed ${seed}, input ${done()}: ${error.message}`)
  console.error(`bytes: ${JSON.stringify(tapes.map((tape) => Buffer.from(tape).toString('hex')))}`)
  const any = fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 100 })
  const shorter = await fc.check(
    fc.asyncProperty(any, (shorterTapes) => Promise.resolve(target.check(shorterTapes))),
    { examples: [[tapes.map((tape) => Uint8Array.from(tape))]], numRuns: 1, interruptAfterTimeLimit: 60_000 },
  )
  const shortest = shorter.counterexample?.[0] ?? tapes
  console.error(`shortest: ${JSON.stringify(shortest.map((tape) => Buffer.from(tape).toString('hex')))}`)
  console.error(shorter.errorInstance instanceof Error ? shorter.errorInstance.message : '')
}

function line(): string {
  const parts = runs.map(({ target, inputs, corpus }) => `${target.name} ${inputs} (${corpus.size} kept)`)
  return `${Math.round((Date.now() - begunAt) / 1000)} s: ${done()} inputs: ${parts.join(', ')}`
}

function report(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const seconds = Math.round((Date.now() - begunAt) / 1000)
  const cpuSeconds = Math.round((process.cpuUsage().user - cpuBefore) / 1e6)
  const rows = runs.map(
    ({ target, inputs, corpus }) => `| ${target.name} | ${target.claim} | ${inputs} | ${corpus.size} | ${corpus.branchesTaken} |`,
  )
  return `# Fuzzing

\`npm run prove:fuzz -- --inputs ${wanted} --seed ${seed}\` wrote this page on ${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}:
${done()} inputs in ${seconds} s (${cpuSeconds} s of processor time, on a machine with other work), ${isStopped ? 'stopped by hand, ' : ''}no claim broken.

An input is a stream of 1 to 4 FIX messages with faults, a file, or a cursor, made from up to 200 bytes by choice. Kept are inputs that take a branch
of the sources as often as none before; three of four inputs are kept ones with changes, the rest is new. Equal seeds give equal runs.

| what | what has to hold | inputs | kept | branches taken, of ${counters.length} |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

The guidance is our own (\`test/fuzz/guided\`): @jazzer.js/core 4.0.0 brings a library that needs glibc 2.38, and its earlier versions fetch theirs at
install from outside of the npm registry.
`
}
