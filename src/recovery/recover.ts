import { setImmediate as nextTurn } from 'node:timers/promises'
import { deserialize } from 'node:v8'
import type { TradingCalendar } from '../domain/time/calendar.ts'
import { positionsOf, type Batch } from '../domain/batch.ts'
import { Engine } from '../engine/engine.ts'
import type { EngineRules } from '../engine/rules.ts'
import { restoreSnapshot, type Snapshot } from '../engine/snapshot.ts'
import type { BookSnapshot } from '../fix/session/session-book.ts'
import type { JournalReader } from '../storage/journal-reading/journal-reader.ts'
import type { SnapshotStore } from '../storage/snapshot-store.ts'
import type { Logger } from '../telemetry/logger.ts'

/** The content of a snapshot: the engine's state and the books of the FIX sessions, as they stood after the same batch. */
export interface StoredState {
  readonly engine: Snapshot
  readonly books: readonly BookSnapshot[]
  /** when the last batch with events was sealed, epoch ms of the real clock */
  readonly lastAt: number
}

export interface RecoveryParts {
  readonly reader: Pick<JournalReader, 'batches' | 'chainThrough'>
  readonly snapshots: Pick<SnapshotStore, 'latest'>
  readonly calendar: TradingCalendar
  readonly rules: EngineRules
  readonly orderCapacity: number
  readonly logger: Pick<Logger, 'warn'>
}

/** Where a replay begins: the newest sound snapshot, or nothing. */
export interface Recovery {
  readonly engine: Engine
  readonly books: readonly BookSnapshot[]
  /** first position that is not in the snapshot */
  readonly from: number
  readonly lastAt: number
}

/** The state of the newest sound snapshot; an empty engine when there is none. */
export function openState({ reader, snapshots, calendar, rules, orderCapacity, logger }: RecoveryParts): Recovery {
  const { snapshot, ignored } = snapshots.latest((position) => reader.chainThrough(position))
  for (const { file, reason } of ignored) logger.warn({ file, reason }, 'snapshot passed over')
  if (!snapshot) return { engine: new Engine({ calendar, rules, orderCapacity }), books: [], from: 1, lastAt: 0 }
  const stored = deserialize(snapshot.bytes) as StoredState
  const state = restoreSnapshot(stored.engine, { calendar, rules, orderCapacity })
  return { engine: new Engine({ calendar, rules, state }), books: stored.books, from: snapshot.position + 1, lastAt: stored.lastAt }
}

export interface ReplayOptions {
  readonly through?: number
  readonly rest?: (() => Promise<unknown>) | undefined
}

// little at a time: what is decoded at once outlives collections of garbage, each of which copies it
const ONE_READ = { batches: 512, bytes: 256 * 1024 }

/**
 * Applies what the journal holds from the recovery's position on, up to `through`; `batchApplied` is told of each batch. Between reads it waits for `rest`,
 * by default a turn of the event loop, so that probes are answered meanwhile. Returns the next position, and when the last batch with events was sealed.
 */
export async function replay(
  recovery: Recovery,
  reader: Pick<JournalReader, 'batches'>,
  batchApplied: (batch: Batch) => void,
  { through = Infinity, rest = nextTurn }: ReplayOptions = {},
): Promise<{ readonly nextPosition: number; readonly lastAt: number }> {
  let { from, lastAt } = recovery
  for (;;) {
    const batches = reader.batches(from, ONE_READ)
    if (batches.length === 0) return { nextPosition: from, lastAt }
    for (const batch of batches) {
      if (batch.position + positionsOf(batch) - 1 > through) return { nextPosition: from, lastAt }
      batch.events.forEach((event, index) => recovery.engine.apply(event, batch.position + index))
      // what sessions have sent or taken is none of the market's: the clock may have been wrong then
      if (batch.events.length > 0) lastAt = Math.max(lastAt, batch.sealedAt)
      from = batch.position + positionsOf(batch)
      batchApplied(batch)
    }
    await rest()
  }
}
