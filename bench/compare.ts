import { basename } from 'node:path'
import process from 'node:process'
import { readable } from './figure.ts'
import { type BenchResult, keptResults, readResult } from './result.ts'

/**
 * npm run bench:compare [-- older.json newer.json]: every figure that both results have, and how the newer relates to the older. Without
 * files: the two newest of bench/results.
 */
const given = process.argv.slice(2)
const [olderPath, newerPath] = given.length === 2 ? given : keptResults().slice(-2)
if (given.length !== 0 && given.length !== 2) {
  console.error('usage: npm run bench:compare [-- older.json newer.json]')
  process.exit(1)
}
if (olderPath === undefined || newerPath === undefined) {
  console.error('bench: two results are needed to compare; npm run bench writes one')
  process.exit(1)
}
const older = resultIn(olderPath)
const newer = resultIn(newerPath)
console.log(`${basename(olderPath)} → ${basename(newerPath)}`)
for (const { machine, disturbance } of [older, newer])
  console.log(
    `  ${machine.model}, ${machine.cpus} cores, Node ${machine.node}${disturbance.reasons.length > 0 ? `; DISTURBED: ${disturbance.reasons.join(', ')}` : ''}`,
  )
let question = ''
for (const figure of newer.figures) {
  const before = older.figures.find((other) => other.question === figure.question && other.what === figure.what)
  if (!before) continue
  if (figure.question !== question) console.log(`\n${figure.question}`)
  question = figure.question
  const ratio = figure.value / before.value
  const better = figure.better === 'more' ? ratio > 1.1 : ratio < 1 / 1.1
  const worse = figure.better === 'more' ? ratio < 1 / 1.1 : ratio > 1.1
  console.log(
    `  ${figure.what.padEnd(64)} ${readable(before.value).padStart(12)} → ${readable(figure.value).padStart(12)} ${figure.unit.padEnd(12)} ${Number.isFinite(ratio) ? `×${ratio.toFixed(2)}` : '—'}${better ? ' better' : worse ? ' WORSE' : ''}`,
  )
}

function resultIn(path: string): BenchResult {
  try {
    return readResult(path)
  } catch (error) {
    console.error(`bench: ${path} can't be read: ${(error as Error).message}`)
    return process.exit(1)
  }
}
