import { deserialize, serialize } from 'node:v8'
import { positionsOf } from '../domain/batch.ts'
import { Engine } from '../engine/engine.ts'
import { fingerprint } from '../engine/fingerprint.ts'
import { restoreSnapshot, type Snapshot, takeSnapshot } from '../engine/snapshot.ts'
import type { EngineState } from '../engine/state.ts'
import { openState, replay } from '../recovery/recover.ts'
import { REPLAY_EQUIPMENT } from '../recovery/replay-equipment.ts'
import { JournalReader } from '../storage/journal-reading/journal-reader.ts'
import { newestSnapshot, type SnapshotStore } from '../storage/snapshot-store.ts'
import { createLogger } from '../telemetry/logger.ts'

/** What a journal comes to when it is replayed. */
export interface StateCheck {
  /** one line each */
  readonly faults: readonly string[]
  /** digest of the state, see engine/fingerprint.ts */
  readonly state: string
  readonly markets: number
  readonly accounts: number
  /** positions of the snapshots from which the same state was reached */
  readonly snapshots: readonly number[]
  readonly engine: Engine
}

/**
 * Replays a journal up to a position from its beginning, and again from snapshots: one taken half-way, and the newest file in the folder if there
 * is any. All must come to the same state, and the ledger of every market must sum to 0. Expects a journal without faults.
 */
export async function checkState(directory: string, through: number): Promise<StateCheck> {
  const reader = new JournalReader(directory)
  const faults: string[] = []
  const snapshots: number[] = []
  const engine = new Engine(REPLAY_EQUIPMENT)
  try {
    const middle = await replayed(engine, reader, through, faults)
    const state = fingerprint(engine.state)
    const compare = async (from: Engine, position: number, name: string): Promise<void> => {
      await replay({ engine: from, books: [], from: position + 1, lastAt: 0 }, reader, () => undefined, { through })
      const found = fingerprint(from.state)
      if (found === state) snapshots.push(position)
      else faults.push(`state ${found} follows from ${name} at position ${position}, ${state} from the journal alone`)
    }
    if (middle !== undefined && faults.length === 0) {
      await compare(engineOf(deserialize(middle.bytes) as Snapshot), middle.position, 'a snapshot')
      const stored = storedSnapshot(directory, reader, through)
      if (stored !== undefined) await compare(stored.engine, stored.position, 'the snapshot in the folder')
    }
    faults.push(...ledgerFaults(engine.state))
    return { faults, state, markets: engine.state.markets.length, accounts: engine.state.accounts.length, snapshots, engine }
  } finally {
    reader.close()
  }
}

const engineOf = (snapshot: Snapshot): Engine => new Engine({ ...REPLAY_EQUIPMENT, state: restoreSnapshot(snapshot, REPLAY_EQUIPMENT) })

/** Replays; returns a snapshot from about half-way. */
async function replayed(engine: Engine, reader: JournalReader, through: number, faults: string[]) {
  let middle: { readonly position: number; readonly bytes: Buffer } | undefined
  let last = 0
  try {
    await replay(
      { engine, books: [], from: 1, lastAt: 0 },
      reader,
      (batch) => {
        last = batch.position + positionsOf(batch) - 1
        engine.releaseEnded(last + 1)
        if (middle === undefined && last >= through / 2) middle = { position: last, bytes: serialize(takeSnapshot(engine.state)) }
      },
      { through },
    )
  } catch (error) {
    faults.push(`the commit behind position ${last} can't be applied: ${(error as Error).message}`)
  }
  return middle as { readonly position: number; readonly bytes: Buffer } | undefined
}

function storedSnapshot(directory: string, reader: JournalReader, through: number) {
  const logger = createLogger({ level: 'silent', terminal: false })
  const snapshots: Pick<SnapshotStore, 'latest'> = { latest: (chainThrough) => newestSnapshot(directory, chainThrough) }
  const { engine, from } = openState({ reader, snapshots, logger, ...REPLAY_EQUIPMENT })
  return from > 1 && from <= through + 1 ? { engine, position: from - 1 } : undefined
}

/** Every posting has two legs: accounts and the other sides sum to 0 in each market. */
function ledgerFaults(state: EngineState): string[] {
  return state.markets.flatMap(({ index, ledger }) => {
    let cents = ledger.houseCents + ledger.bankCents + ledger.clearingCents + ledger.feeCents + ledger.withheldCents
    for (const account of state.accounts) if (account.market === index) cents += account.settledCents + account.unsettledCents
    return cents === 0 ? [] : [`the ledger of market ${index} sums to ${cents} cents instead of 0`]
  })
}
