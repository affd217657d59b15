import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { positiveNumber } from '../support/positive-number.ts'
import { proofOptions } from '../support/proof-options.ts'
import { ROOT } from '../system/gateway-process.ts'
import { type CrashOutcome, proveCrashes } from './crash-proof.ts'

// npm run prove:crashes -- [--kills 1000] [--minutes 60] [--seed 1] [--out docs/proofs]: kill -9 until either is reached, and a report. Kills that are
// asked for alone take the time that they take.

const values = proofOptions('npm run prove:crashes', {
  kills: { type: 'string' },
  minutes: { type: 'string' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: join(ROOT, 'docs/proofs') },
})
const wanted = positiveNumber('--kills', values.kills ?? '1000')
const limit = values.minutes ?? (values.kills === undefined ? '60' : undefined)
const minutes = limit === undefined ? Infinity : positiveNumber('--minutes', limit)
const seed = positiveNumber('--seed', values.seed)
/** kills of one data directory; then everything is held against its journal, and the next directory begins */
const KILLS_OF_A_DIRECTORY = 25

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
/** of the gateway that runs, and of its directory: one at a time */
let cleaning: (() => void)[] = []
process.on('exit', () => cleaning.forEach((clean) => clean()))
const begun = Date.now()
const until = begun + minutes * 60_000
const outcomes: CrashOutcome[] = []
const killed = (): number => sum(({ kills }) => kills)
while (killed() < wanted && Date.now() < until) {
  const directory = mkdtempSync(join(tmpdir(), 'fillgate-crashes-'))
  const remove = (): void => rmSync(directory, { recursive: true, force: true })
  const outcome = await proveCrashes({
    directory,
    seed: seed + outcomes.length,
    kills: Math.min(KILLS_OF_A_DIRECTORY, wanted - killed()),
    until,
    atTheEnd: (end) => (cleaning = [end, remove]),
  })
  cleaning = []
  remove()
  outcomes.push(outcome)
  console.log(
    `seed ${seed + outcomes.length - 1}: ${JSON.stringify({ ...outcome, restarts: outcome.restarts.length })}; ${killed()} kills so far`,
  )
}
mkdirSync(values.out, { recursive: true })
writeFileSync(join(values.out, 'crashes.md'), report())
console.log(`${killed()} kills; ${join(values.out, 'crashes.md')} has the report`)
process.exit(0)

function report(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  const restarts = outcomes.flatMap((outcome) => outcome.restarts).sort((a, b) => a - b)
  const at = (share: number): number => restarts[Math.min(restarts.length - 1, Math.floor(restarts.length * share))]!
  return `# Crashes

\`npm run prove:crashes -- --kills ${wanted}${limit === undefined ? '' : ` --minutes ${limit}`} --seed ${seed}\` wrote this page. ${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node},
${availableParallelism()} cores shared with the load and whatever else ran there; it took ${Math.round((Date.now() - begun) / 60_000)} minutes.

The real process is killed with SIGKILL at random moments: while three desks send orders, cancels and replaces, a partner posts orders, a drop copy and the event stream are
read and webhooks are delivered to a receiver that fails one of six; some of the kills hit it while it starts. After each, everybody comes back: desks ask for what
they missed and send again what was not taken, every REST order is repeated. ${KILLS_OF_A_DIRECTORY} kills of one data directory, then all is held against its journal:

- every request of a desk has one answer; every report came once, in order, with the number and the bytes that it had the first time
- what desks, both drop copies (one of them away all the time), the event stream and the webhook receiver heard is what the journal says, no more and no less
- every REST order is there once, whether its answer was cut off or not; REST has the orders, sessions and numbers that the journal and the desks have
- the hash chain of the journal is whole, and a replay behind a snapshot ends in the same state as one from the beginning

| | |
| --- | --- |
| kills | ${killed()} |
| of them while it started | ${sum(({ whileStarting }) => whileStarting)} |
| data directories | ${outcomes.length} |
| events journaled | ${sum(({ events }) => events)} |
| orders; executions | ${sum(({ orders }) => orders)}; ${sum(({ executions }) => executions)} |
| REST orders whose answer a kill cut off | ${sum(({ cutRequests }) => cutRequests)} |
| webhook deliveries | ${sum(({ deliveries }) => deliveries)} |
| start until it listened, p50 / p99 / longest | ${at(0.5)} / ${at(0.99)} / ${restarts.at(-1)!} ms |
| lost, doubled or different | none: the run stops at the first |
`
}

function sum(of: (outcome: CrashOutcome) => number): number {
  return outcomes.reduce((total, outcome) => total + of(outcome), 0)
}
