import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { benchFix } from './fix.ts'
import { benchQuotes } from './quotes.ts'
import { benchRest } from './rest.ts'
import { benchTradingDay } from './trading-day.ts'

/**
 * npm run bench [-- --quick]: everything that the README's figures come from, against the real program with config/bench.json.
 * Prints tables and writes bench/results/latest.json.
 */
const quick = process.argv.includes('--quick')
const fix = await benchFix(quick ? 0.1 : 1)
const rest = await benchRest(quick ? 2 : 10)
const quotes = await benchQuotes(quick ? 0.1 : 1)
const tradingDay = await benchTradingDay()
const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model ?? 'unknown',
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
}
console.log(`\n${machine.model}, ${machine.cpus} cores, ${machine.memoryGiB} GiB, Node ${machine.node}; load generator on the same cores\n`)
console.log('FIX, durable (synchronous=FULL), crossing limit orders, two reports an order')
console.table(fix)
console.log('REST, 64 connections, keep-alive')
console.table(rest)
console.log('Orders while 10,000 quotes a second come in over REST')
console.table(quotes)
console.log('A trading day of the built-in market, by the sandbox clock')
console.table(tradingDay)
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
  encoding: 'utf8',
  cwd: fileURLToPath(new URL('..', import.meta.url)),
}).trim()
const folder = fileURLToPath(new URL('results/', import.meta.url))
mkdirSync(folder, { recursive: true })
writeFileSync(
  `${folder}latest.json`,
  `${JSON.stringify({ date: new Date().toISOString(), commit, quick, machine, fix, rest, quotes, tradingDay }, undefined, 2)}\n`,
)
