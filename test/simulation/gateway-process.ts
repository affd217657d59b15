import { serialize } from 'node:v8'
import { gatewayLimits } from '../../src/config/edge-limits.ts'
import { loadConfig } from '../../src/config.ts'
import type { Command } from '../../src/domain/command.ts'
import type { Event } from '../../src/domain/event.ts'
import type { Engine } from '../../src/engine/engine.ts'
import type { EngineRules } from '../../src/engine/rules.ts'
import { systemClock } from '../../src/fix/clock.ts'
import { FixGateway } from '../../src/fix/gateway.ts'
import type { SessionSettings } from '../../src/fix/session/session-settings.ts'
import type { DictionaryRules } from '../../src/fix/wire/dictionary-rules.ts'
import { tradingCalendar } from '../../src/market/trading-calendar.ts'
import { openState, replay } from '../../src/recovery/recover.ts'
import { stateAt } from '../../src/recovery/state-at.ts'
import { Sequencer } from '../../src/sequencer.ts'
import type { StoredBatch } from '../../src/storage/journal-reading/journal-reader.ts'
import type { Logger } from '../../src/telemetry/logger.ts'
import type { Metrics } from '../../src/telemetry/metrics.ts'
import { Timer } from '../../src/timer.ts'
import { positionsOf } from '../../src/domain/batch.ts'
import type { Archive } from '../engine/archive.ts'
import type { KeptSnapshot, Loss, SimulatedDisk } from './simulated-disk.ts'
import { SimulatedJournal, SimulatedJournalReader } from './simulated-disk.ts'

/** What is the same in every life of the process. */
export interface Installation {
  readonly disk: SimulatedDisk
  readonly sessions: readonly SessionSettings[]
  readonly rules: EngineRules
  readonly dictionary: DictionaryRules
  readonly metrics: Metrics
  /** stands for read.db: what is durable and has left the engine */
  readonly archive: Archive
  readonly maxPendingEvents: number
  /** how far read.db may lag, in positions */
  readonly projectorLag: number
  readonly later: (run: () => void) => void
  readonly writeFails: () => boolean
  readonly onSynced: (stored: StoredBatch) => void
  readonly onExecuted: (command: Command) => void
  /** the process ends itself */
  readonly onFatal: (error: Error) => void
}

const LIMITS = { ...gatewayLimits(loadConfig({})), failedLogonsPerMinute: Infinity }
const nothing = (): void => undefined
const SILENT: Logger = { fatal: nothing, error: nothing, warn: nothing, info: nothing, debug: nothing, trace: nothing }

/**
 * One life of the product's process, wired as `app/stages/` does it, without sockets, SQLite and threads: engine, sequencer, FIX edge, timer,
 * recovery and the journal's encoding are the real ones.
 */
export class GatewayProcess {
  readonly engine: Engine
  readonly gateway: FixGateway
  readonly sequencer: Sequencer
  readonly #journal: SimulatedJournal
  readonly #timer: Timer

  private constructor(parts: {
    readonly engine: Engine
    readonly gateway: FixGateway
    readonly sequencer: Sequencer
    readonly journal: SimulatedJournal
    readonly timer: Timer
  }) {
    this.engine = parts.engine
    this.gateway = parts.gateway
    this.sequencer = parts.sequencer
    this.#journal = parts.journal
    this.#timer = parts.timer
  }

  /** Starts on what the disk holds. */
  static async start(installation: Installation): Promise<GatewayProcess> {
    const { disk, sessions, rules, dictionary, metrics, archive, maxPendingEvents, projectorLag } = installation
    const { later, writeFails, onSynced, onExecuted, onFatal } = installation
    const journal = new SimulatedJournal({ disk, later, fails: writeFails, onFailure: onFatal, onSynced })
    const reader = new SimulatedJournalReader(disk)
    const recovery = openState({
      reader,
      snapshots: snapshotsOf(disk),
      calendar: tradingCalendar,
      rules,
      orderCapacity: 256,
      logger: SILENT,
    })
    const { engine } = recovery
    const gateway = new FixGateway({
      view: engine.state,
      rules: dictionary,
      reader,
      pastOrder: (account, id) => archive.order(account, id),
      clock: systemClock,
      logger: SILENT,
      metrics,
      limits: LIMITS,
    })
    for (const settings of sessions) gateway.addSession(settings)
    gateway.restoreSnapshot(recovery.books)
    const { nextPosition, lastAt } = await replay(recovery, reader, (batch) => {
      gateway.restore(batch)
      engine.releaseEnded(batch.position + positionsOf(batch) - projectorLag)
    })
    const sequencer: Sequencer = new Sequencer({
      execute: (command: Command, at: number, position: number, events: Event[]) => {
        const result = engine.execute(command, at, position, events)
        onExecuted(command)
        return result
      },
      load: (command) => archive.load(command, engine.state),
      commit: (batch, durable) => journal.commit(batch, durable),
      now: Date.now,
      participant: gateway.commits,
      onDurable: (batch) => {
        engine.releaseEnded(batch.position + positionsOf(batch) - projectorLag)
        timer.reschedule()
      },
      firstPosition: nextPosition,
      lastAt,
      maxPendingEvents,
    })
    const timer = new Timer({ dueAt: () => engine.state.nextDueAt(), run: () => sequencer.submit({ type: 'AdvanceTime' }) })
    gateway.begin(sequencer)
    gateway.awaitLost()
    timer.reschedule()
    return new GatewayProcess({ engine, gateway, sequencer, journal, timer })
  }

  /** kill -9, or the end of the power. */
  kill(loss: Loss, cut: number): void {
    this.#journal.kill(loss, cut)
  }

  /** Logs everybody out, and resolves when all is durable: what `npm start` does with SIGTERM. */
  async stop(): Promise<void> {
    this.#timer.stop()
    await this.gateway.drain()
    await this.sequencer.drain()
  }
}

/** Replays the disk's journal as the snapshotter's process does, and keeps the state there. */
export async function keepSnapshot({ disk, rules }: Pick<Installation, 'disk' | 'rules'>): Promise<void> {
  const reader = new SimulatedJournalReader(disk)
  const recovery = openState({ reader, snapshots: snapshotsOf(disk), calendar: tradingCalendar, rules, orderCapacity: 256, logger: SILENT })
  const { position, chain, stored } = await stateAt(recovery, reader, reader.lastPosition())
  disk.snapshot = { position, chain, bytes: serialize(stored) }
}

/** The one kept snapshot, as `SnapshotStore.latest` gives it. */
function snapshotsOf(disk: SimulatedDisk) {
  return {
    latest(chainThrough: (position: number) => Buffer | undefined) {
      const { snapshot } = disk
      return { snapshot: snapshot && belongs(snapshot, chainThrough) ? snapshot : undefined, ignored: [] }
    },
  }
}

const belongs = ({ position, chain }: KeptSnapshot, chainThrough: (position: number) => Buffer | undefined): boolean =>
  chainThrough(position)?.equals(chain) === true
