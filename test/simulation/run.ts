import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { compileDictionaryRules, loadDefinitions } from '../../src/fix/wire/dictionary-rules.ts'
import { Metrics } from '../../src/telemetry/metrics.ts'
import { positiveNumber } from '../support/positive-number.ts'
import { proofOptions } from '../support/proof-options.ts'
import { shrink } from './shrink.ts'
import type { ActionKind, Result, Run } from './simulation.ts'
import { Simulation } from './simulation.ts'

// npm run prove:simulation -- --minutes 5 [--report FILE], or --seed 17, or --seeds 1-30; see README.md beside this file. Ends with 1 when something was found.

const values = proofOptions('npm run prove:simulation', {
  seed: { type: 'string' },
  seeds: { type: 'string' },
  minutes: { type: 'string' },
  from: { type: 'string', default: '1000' },
  actions: { type: 'string', default: '15000' },
  without: { type: 'string' },
  only: { type: 'string' },
  story: { type: 'string' },
  report: { type: 'string' },
  json: { type: 'boolean', default: false },
})

const LINE_LENGTH = 320
const actions = positiveNumber('--actions', values.actions)

// real time, which a simulation takes away from everybody else
const startedAt = new Date().toISOString()
const seconds = (): number => Number(process.hrtime.bigint()) / 1e9
const began = seconds()

const shared = {
  dictionary: compileDictionaryRules(await loadDefinitions(fileURLToPath(new URL('../../fix-dictionary/FIX44.xml', import.meta.url)))),
  metrics: new Metrics('simulation'),
}

const results: Result[] = []
for (const seed of seedsToPlay()) {
  const run = runOf(seed)
  const result = await new Simulation(run, shared).play()
  results.push(result)
  const { story, ...figures } = result
  if (values.json) process.stdout.write(`${JSON.stringify(figures)}\n`)
  else process.stdout.write(`${lineOf(result)}\n`)
  if (values.story !== undefined) process.stdout.write(`${shown(story, positiveNumber('--story', values.story))}\n`)
  if (result.finding === undefined) continue
  if (!values.json && values.story === undefined) await tellOf(run, result)
  break
}
if (results.length === 0) console.error('no seed was played')
else if (values.report !== undefined) writeReport(values.report)
process.exitCode = results.length === 0 || results.some(({ finding }) => finding !== undefined) ? 1 : 0

function* seedsToPlay(): Generator<number> {
  if (values.seed !== undefined) yield positiveNumber('--seed', values.seed)
  else if (values.seeds !== undefined) {
    const [first, last = first] = values.seeds.split('-').map((text) => positiveNumber('--seeds', text)) as [number, number?]
    for (let seed = first; seed <= last; seed++) yield seed
  } else {
    const until = began + 60 * positiveNumber('--minutes', values.minutes ?? '1')
    for (let seed = positiveNumber('--from', values.from); seconds() < until; seed++) yield seed
  }
}

function runOf(seed: number): Run {
  const only = values.only?.split(',').map(Number)
  const skipped = only && new Set(Array.from({ length: actions }, (_, index) => index + 1).filter((action) => !only.includes(action)))
  const without = values.without?.split(',') as ActionKind[] | undefined
  return { seed, actions, ...(without && { without }), ...(skipped && { skipped }), isTold: values.story !== undefined }
}

function lineOf({ seed, commands, hours, kills, messages, digest, finding }: Result): string {
  const figures = `${commands} commands in ${hours.toFixed(1)} hours, ${messages} messages, ${kills} kills, ${digest.slice(0, 12)}`
  return `seed ${seed}: ${figures}${finding === undefined ? '' : ` FOUND: ${finding.message}`}`
}

function shown(story: readonly string[], lines: number): string {
  const last = story.slice(-lines)
  return last.map((line) => line.slice(0, LINE_LENGTH)).join('\n')
}

async function tellOf(run: Run, found: Result): Promise<void> {
  process.stdout.write(`\nIts smallest story that was found (some minutes at most) …\n`)
  const { run: small, result } = await shrink(run, found, shared)
  const left = Array.from({ length: small.actions }, (_, index) => index + 1).filter((action) => small.skipped?.has(action) !== true)
  process.stdout.write(`${shown(result.story, 40)}\n\nFound: ${result.finding?.message ?? 'nothing any more'}\n`)
  const without = small.without === undefined || small.without.length === 0 ? '' : ` --without "${small.without.join(',')}"`
  process.stdout.write(
    `The story again: npm run prove:simulation -- --seed ${small.seed} --actions ${small.actions}${without} --only ${left.join(',')} --story 40\n`,
  )
  process.stdout.write(`The whole run again: npm run prove:simulation -- --seed ${run.seed} --actions ${run.actions}\n`)
}

function writeReport(file: string): void {
  const sum = (of: (result: Result) => number): number => Math.round(results.reduce((total, result) => total + of(result), 0))
  const rows: readonly (readonly [string, string | number])[] = [
    ['begun', startedAt],
    ['took', `${Math.round(seconds() - began)} s`],
    ['Node', process.version],
    ['seeds', `${results[0]?.seed ?? '-'} to ${results.at(-1)?.seed ?? '-'}, ${actions} actions each`],
    ['commands', sum(({ commands }) => commands)],
    ['simulated hours', sum(({ hours }) => hours)],
    ['steps', sum(({ steps }) => steps)],
    ['journal positions', sum(({ events }) => events)],
    ['FIX messages of the gateway, each checked as it was written', sum(({ messages }) => messages)],
    ['kills', sum(({ kills }) => kills)],
    ['found', results.find(({ finding }) => finding !== undefined)?.finding?.message ?? 'nothing'],
  ]
  const table = rows.map(([name, value]) => `| ${name} | ${value} |`).join('\n')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `# The simulation, played for long\n\n\`npm run prove:simulation\`; what it is: test/simulation/README.md.\n\n| | |\n| --- | --- |\n${table}\n`,
  )
}
