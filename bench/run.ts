import { writeFileSync } from 'node:fs'
import { isQuick } from './arguments.ts'
import { benchDelivery } from './delivery.ts'
import { watchMachine } from './disturbance.ts'
import { engineFigures } from './engine.ts'
import { type Figure, printFigures } from './figure.ts'
import { benchFix } from './fix.ts'
import { benchMemory } from './memory.ts'
import { peerFigures } from './peer.ts'
import { pictureOf } from './picture.ts'
import { benchQuotes } from './quotes.ts'
import { benchRest } from './rest.ts'
import { keepResult, picturePath, thisCommit, thisMachine } from './result.ts'
import { benchStreams } from './streams.ts'
import { tableFigures } from './tables.ts'
import { benchTradingDay } from './trading-day.ts'

/**
 * npm run bench [-- --quick]: everything that the README's figures come from, against the real program. Prints a table, says when the
 * machine was disturbed, writes the result and its picture into bench/results. `--quick`: a tenth of the orders, most of it once.
 */
const quick = isQuick('npm run bench --')
const scale = quick ? 0.1 : 1
const date = new Date().toISOString()
const watch = watchMachine()
const figures: Figure[] = []
for (const measure of [
  () => benchFix({ scale, runs: quick ? 1 : 5, look: watch.look }),
  () => benchRest({ seconds: quick ? 1 : 4, runs: quick ? 1 : 5 }),
  () => benchQuotes(scale),
  () => benchTradingDay(),
  () => benchDelivery(scale, quick ? 1 : 3),
  () => benchStreams(quick ? 5 : 30),
  () => benchMemory(quick ? 0.05 : 1),
  () => engineFigures(quick ? 100_000 : 1_000_000),
  () => tableFigures(quick ? 100_000 : 1_000_000),
  () => peerFigures(quick ? 50_000 : 500_000),
]) {
  const measured = await measure()
  printFigures(measured)
  figures.push(...measured)
  watch.look()
}
const result = { date, commit: thisCommit(), quick, machine: thisMachine(), disturbance: watch.end(), figures }
const { model, cpus, memoryGiB, node } = result.machine
console.log(`\n${model}, ${cpus} cores, ${memoryGiB} GiB, Node ${node}; the load generator runs on the same cores`)
const { reasons } = result.disturbance
console.log(
  reasons.length === 0
    ? 'Nothing was seen to disturb the runs.'
    : `DISTURBED: ${reasons.join(', ')}. Run it again before you trust a figure.`,
)
console.log(`\n${keepResult(result)}`)
if (!quick) {
  writeFileSync(picturePath, pictureOf(result))
  console.log(picturePath)
}
