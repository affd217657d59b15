import process from 'node:process'
import { positiveNumber } from '../support/positive-number.ts'
import { proveBroker } from './broker-proof.ts'

// npm run prove:broker [accounts [seconds [seed]]]: the long form of random-broker.test.ts, with a report.

const [wanted = '200', lasting = '60', given = String(1 + (Date.now() % 1_000_000))] = process.argv.slice(2)
const accounts = positiveNumber('accounts', wanted)
const seconds = positiveNumber('seconds', lasting)
const seed = positiveNumber('seed', given)
console.log(`${accounts} accounts for ${seconds} seconds, seed ${seed}`)
const { outcomes, totals, ledger, events, answers, restartMs } = await proveBroker({
  accounts,
  length: { durationMs: seconds * 1000 },
  seed,
})

console.log('\nWhat was asked, and how it was answered')
for (const [outcome, count] of [...outcomes].sort(([a], [b]) => a.localeCompare(b))) console.log(`  ${outcome.padEnd(28)}${count}`)
console.log('\nWhat the API says')
for (const [name, value] of Object.entries(totals)) console.log(`  ${name.padEnd(28)}${typeof value === 'bigint' ? dollars(value) : value}`)
console.log('\nWhat the engine has on the other sides')
for (const [name, value] of Object.entries(ledger)) console.log(`  ${name.padEnd(28)}${dollars(BigInt(value))}`)
console.log(
  `\n${events} events replay to the same state; after a start from the journal alone, in ${restartMs} ms, ${answers} answers are the same.`,
)
console.log('Ledger, holds, positions and the banks agree to the cent.')

function dollars(cents: bigint): string {
  const absolute = cents < 0n ? -cents : cents
  return `${cents < 0n ? '-' : ''}${absolute / 100n}.${String(absolute % 100n).padStart(2, '0')}`
}
