import { strict as assert } from 'node:assert'
import { setPriority } from 'node:os'
import process from 'node:process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { serialize } from 'node:v8'
import { DEFAULT_RULES } from '../engine/rules.ts'
import { tradingCalendar } from '../market/trading-calendar.ts'
import { openState } from './recover.ts'
import { stateAt } from './state-at.ts'
import { JournalReader } from '../storage/journal-reading/journal-reader.ts'
import { SnapshotStore } from '../storage/snapshot-store.ts'
import { createLogger } from '../telemetry/logger.ts'

// node run.js src/recovery/snapshotter.ts DATA_DIR POSITION: replays the journal up to the last batch that ends by a position and keeps the state there.
// A gateway that has it made may end in any way: nothing is written then, since the directory may be another's by the time.

setPriority(19)
endWithGateway()
const [directory, text] = process.argv.slice(2)
const wanted = Number(text)
assert(directory !== undefined && Number.isSafeInteger(wanted), 'usage: snapshotter DATA_DIR POSITION')
const reader = new JournalReader(directory)
const snapshots = new SnapshotStore(directory, 'state')
const logger = createLogger({ level: 'silent', terminal: false })
const recovery = openState({ reader, snapshots, calendar: tradingCalendar, rules: DEFAULT_RULES, orderCapacity: 65_536, logger })
const { position, chain, stored } = await stateAt(recovery, reader, wanted)
const bytes = serialize(stored)
// that has taken a while, in which the gateway's end was not heard
await nextTurn()
await snapshots.save({ position, chain, bytes })
reader.close()

/** Whoever starts it without a channel has it run to its end. */
function endWithGateway(): void {
  if (process.connected === false) process.exit(1)
  process.once('disconnect', () => process.exit(1))
  // the channel keeps no process that has done its work
  process.channel?.unref()
}
