// npm run prove:fuzz -- [--inputs 10000000] [--seed 1] [--report docs/proofs/fuzz]
// Coverage-guided fuzzing of the parser, the session, REST bodies, cursors and CSV. Ends at the first input that breaks a claim, with its bytes and its
// shortest form; a run that is stopped with Ctrl-C reports what it has done. `--report` adds the run to fuzz.json and writes fuzz.md anew.
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { positiveNumber } from '../support/positive-number.ts'
import { proofOptions } from '../support/proof-options.ts'
import { seeded } from '../system/seeded.ts'
import { Corpus } from './guided/corpus.ts'
import { loadGuidedTargets } from './guided/guided-targets.ts'
import { addToReport } from './guided/report.ts'
import type { Tapes, Target } from './guided/targets.ts'

const values = proofOptions('npm run prove:fuzz', {
  inputs: { type: 'string', default: '10000000' },
  seed: { type: 'string', default: '1' },
  report: { type: 'string' },
})
const wanted = positiveNumber('--inputs', values.inputs)
const seed = positiveNumber('--seed', values.seed)

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
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
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
for (const { close } of targets) await close?.()
if (values.report !== undefined) {
  addToReport(values.report, {
    date: new Date().toISOString().slice(0, 10),
    commit,
    node: process.versions.node,
    seed,
    wanted,
    seconds: Math.round((Date.now() - begunAt) / 1000),
    cpuSeconds: Math.round((process.cpuUsage().user - cpuBefore) / 1e6),
    branches: counters.length,
    targets: runs.map(({ target: { name, claim }, inputs, corpus }) => ({
      name,
      claim,
      inputs,
      kept: corpus.size,
      branchesTaken: corpus.branchesTaken,
    })),
  })
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
