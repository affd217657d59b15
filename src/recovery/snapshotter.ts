import { strict as assert } from 'node:assert'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { serialize } from 'node:v8'
import { openState } from './recover.ts'
import { REPLAY_EQUIPMENT } from './replay-equipment.ts'
import { stateAt } from './state-at.ts'
import { JournalReader } from '../storage/journal-reading/journal-reader.ts'
import { yieldToGateway } from '../storage/priority.ts'
import { SnapshotStore } from '../storage/snapshot-store.ts'
import { createLogger } from '../telemetry/logger.ts'

// node run.js src/recovery/snapshotter.ts DATA_DIR POSITION [GATEWAY]: replays the journal up to the last batch that ends by a position and keeps the
// state there. GATEWAY is the id of the process that wants it. Once that has ended, in whatever way, nothing is written: the directory may be another's by then.

const LOOK_MS = 500
/** However nice a process is: one that never sleeps makes the gateway's commits wait for a processor. */
const REST_MS = 1

const [directory, text, gateway] = process.argv.slice(2)
const wanted = Number(text)
assert(directory !== undefined && Number.isSafeInteger(wanted), 'usage: snapshotter DATA_DIR POSITION [GATEWAY]')
endWithGateway()
yieldToGateway()
const looking = setInterval(endWithGateway, LOOK_MS)
const reader = new JournalReader(directory)
const snapshots = new SnapshotStore(directory)
const logger = createLogger({ level: 'silent', terminal: false })
const recovery = openState({ reader, snapshots, logger, ...REPLAY_EQUIPMENT })
const { position, chain, stored } = await stateAt(recovery, reader, wanted, () => pause(REST_MS))
const bytes = serialize(stored)
// from here on the file is either whole or taken away
clearInterval(looking)
endWithGateway()
try {
  await snapshots.save({ position, chain, bytes })
} catch (error) {
  // the disk's doing, which one line tells of
  process.stderr.write((error as Error).message)
  process.exitCode = 1
}
reader.close()

/** Whoever names no gateway has it run to its end. */
function endWithGateway(): void {
  if (gateway !== undefined && process.ppid !== Number(gateway)) process.exit(1)
}
