import { resolve } from 'node:path'
import process from 'node:process'
import { type Anchor, checkJournal } from '../storage/journal-reading/journal-check.ts'
import { CommandError, positionOf, runCommand, say } from './command.ts'
import { yieldToGateway } from '../storage/priority.ts'
import { checkState } from './state-check.ts'

// npm run verify: says whether a journal is what was written, and what it comes to.

const USAGE = `usage: npm run verify -- FOLDER [--expect POSITION:CHAIN]

Reads the journal of a data directory or of a backup: the file's structure, the hash chain, every event; replays it, holds the ledger and the state
against what snapshots give. Prints what is wrong and where, and ends with 1 then. --expect compares the chain with a value that an earlier run
printed and that you have kept elsewhere: only that shows an end that was cut off, or a chain that was computed anew. The gateway may run meanwhile.`

await runCommand({ usage: USAGE, options: { expect: { type: 'string' } }, takes: 1 }, async ({ positionals: [given], values }) => {
  yieldToGateway()
  const folder = resolve(given!)
  const journal = checkJournal(folder, values.expect === undefined ? [] : [anchorOf(values.expect)])
  const faults = [...journal.faults]
  if (journal.through > 0) {
    say(`${folder}: ${journal.batches} commits, ${journal.events} events, through position ${journal.through}`)
    say(`hash chain at ${journal.through}:${journal.chain}`)
  }
  if (faults.length === 0) {
    const state = await checkState(folder, journal.through)
    faults.push(...state.faults)
    say(`state ${state.state}: ${state.accounts} accounts in ${state.markets} ${state.markets === 1 ? 'market' : 'markets'}`)
    if (state.snapshots.length > 0) say(`the same follows from the snapshots at ${state.snapshots.join(' and ')}`)
  }
  if (faults.length === 0) {
    say('nothing is wrong')
    return
  }
  for (const fault of faults) process.stderr.write(`wrong: ${fault}\n`)
  process.exitCode = 1
})

function anchorOf(text: string): Anchor {
  const [, position, chain] = /^([0-9]+):([0-9a-fA-F]{64})$/.exec(text) ?? []
  if (position === undefined || chain === undefined)
    throw new CommandError(`--expect must be POSITION:CHAIN as an earlier run printed it, not "${text}"`)
  return { position: positionOf('--expect', position), chain: chain.toLowerCase(), source: '--expect' }
}
