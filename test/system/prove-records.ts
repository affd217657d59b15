import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { positiveNumber } from '../support/positive-number.ts'
import { proofOptions } from '../support/proof-options.ts'
import { proveRecords } from './records-proof.ts'
import { seeded } from './seeded.ts'

// npm run prove:records [-- --kills 3] [--seconds 60] [--seed n] [--report file.md]: the long form of events-kill.test.ts.

const values = proofOptions('npm run prove:records', {
  kills: { type: 'string', default: '3' },
  seconds: { type: 'string' },
  seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
  report: { type: 'string' },
})
const kills = positiveNumber('--kills', values.kills)
const seed = positiveNumber('--seed', values.seed)
// a kill that comes before anything has happened proves little
const seconds = positiveNumber('--seconds', values.seconds ?? String(Math.max(60, kills)))
const below = seeded(seed)
const parts = Array.from({ length: kills + 1 }, () => 1 + below(10))
const total = parts.reduce((sum, part) => sum + part)
const shares = parts.map((part) => (seconds * 1000 * part) / total)
console.log(`${seconds} seconds of load, ${kills} times kill -9, seed ${seed}`)

const proof = await proveRecords({ kills, below, wait: () => pause(nextShare()) })
const lines = [
  '# The four records hold the same',
  '',
  `\`npm run prove:records -- --kills ${kills} --seconds ${seconds} --seed ${seed}\``,
  '',
  'Orders over REST and FIX at random; a webhook whose receiver fails, redirects, hangs and drops; an event stream whose reader hangs up in the',
  'middle; a drop copy that comes and goes. The gateway is killed with SIGKILL at random moments and started again on the same directory. In',
  'the end journal, receiver, reader, drop copy and its resend from number 1 on were compared: the same events, executions and order.',
  '',
  `${new Date().toISOString()}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), shared with the clients`,
  '',
  '| what | how many |',
  '| --- | --- |',
  ...(
    [
      ['seconds of load', seconds],
      ['kill -9', kills],
      ['orders', proof.orders],
      ['events of the partner in the journal', proof.events],
      ['executions, in each of the four records', proof.executions],
      ['deliveries that the receiver saw', proof.deliveries],
      ['events that it accepted', proof.accepted],
      ['streams that the reader opened', proof.streams],
      ['reports that the drop copy got once more', proof.resent],
      ['ms from a kill until everything listens again, median and longest', restarts(proof.restartsMs)],
      ['ms from the end of the load until all records were whole', Math.round(proof.catchUpMs)],
    ] as const
  ).map(([what, count]) => `| ${what} | ${count} |`),
  '',
]
console.log(lines.join('\n'))
if (values.report !== undefined) {
  mkdirSync(dirname(values.report), { recursive: true })
  writeFileSync(values.report, lines.join('\n'))
}

/** How long the load runs before the next kill, in ms: all of them together, and what follows the last one, take the time that is given. */
function nextShare(): number {
  return shares.shift()!
}

function restarts(restartsMs: readonly number[]): string {
  const sorted = restartsMs.map(Math.round).sort((a, b) => a - b)
  return `${sorted[Math.floor(sorted.length / 2)] ?? '-'}, ${sorted.at(-1) ?? '-'}`
}
