import type { Config } from '../../config.ts'
import { gatewayLimits } from '../../config/edge-limits.ts'
import { engineRules } from '../../config/engine-rules.ts'
import { MarketDataPublisher } from '../../delivery/market-data/publisher.ts'
import type { Engine } from '../../engine/engine.ts'
import { systemClock } from '../../fix/clock.ts'
import { FixGateway } from '../../fix/gateway.ts'
import { SentMessages } from '../../fix/message-log/sent-messages.ts'
import { DEFAULT_SESSION_SETTINGS, type SessionSettings } from '../../fix/session/session-settings.ts'
import { compileDictionaryRules, type loadDefinitions } from '../../fix/wire/dictionary-rules.ts'
import { tradingCalendar } from '../../market/trading-calendar.ts'
import { openState, replay } from '../../recovery/recover.ts'
import { FixLogStore } from '../../storage/fix-log/fix-log-store.ts'
import { History } from '../../storage/history/history.ts'
import { Projection } from '../../storage/projector/projection.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Storage } from './storage.ts'

/** Engine, read model and FIX sessions, as they stood at the end of the journal. */
export interface Recovered {
  readonly engine: Engine
  readonly projection: Projection
  readonly history: History
  readonly fixLog: FixLogStore
  readonly publisher: MarketDataPublisher
  readonly gateway: FixGateway
  /** first position that is not in the snapshot from which the engine was made */
  readonly from: number
  readonly nextPosition: number
  /** when the last batch was sealed, epoch ms; 0 for an empty journal */
  readonly lastAt: number
}

export interface RecoveredParts {
  readonly config: Config
  readonly storage: Pick<Storage, 'directory' | 'reader' | 'snapshots' | 'stores'>
  readonly definitions: ReturnType<typeof loadDefinitions>
  readonly metrics: Metrics
  readonly logger: Logger
  /** read.db shows everything up to this position */
  readonly onProjected: (through: number) => void
  /** calls back once all that has run is durable */
  readonly whenDurable: (done: () => void) => void
  /** a database fails for good: the process has to end */
  readonly onFailure: (error: Error) => void
}

const FIX_LOG_MESSAGES = 1_000_000

/** Engine and sessions of the newest snapshot, then both through the rest of the journal; resolves once read.db shows what the engine has let go of. */
export async function recover(parts: RecoveredParts): Promise<Recovered> {
  const { config, storage, definitions, metrics, logger, onProjected, whenDurable, onFailure } = parts
  const { reader, snapshots, stores } = storage
  const directory = storage.directory.path
  const recovery = openState({
    reader,
    snapshots,
    calendar: tradingCalendar,
    rules: engineRules(config),
    orderCapacity: config.engine.order_capacity,
    logger,
  })
  const { engine } = recovery
  const projection = new Projection({
    directory,
    maxLagEvents: config.journal.max_projector_lag_events,
    fixLogMessages: FIX_LOG_MESSAGES,
    onProgress: (through) => {
      history.noteProjected(through)
      engine.releaseEnded(through + 1)
      onProjected(through)
    },
    onFixLogBegunAnew: (complaint) => {
      logger.warn({ complaint }, 'fix-log.db was damaged and is begun anew: the inbound FIX messages of before are gone')
      fixLog.reopen()
    },
    onFixLogHeld: () => logger.warn('another program has fix-log.db locked: inbound FIX messages are not logged until it lets go'),
    onFailure,
  })
  const history = new History({ directory, view: engine.state, projection, replayFrom: recovery.from })
  const fixLog = new FixLogStore({
    directory,
    write: (memory, length, written) => projection.writeFixLog(memory, length, written),
    hurry: () => projection.hurryFixLog(),
    beginAnew: (complaint) => projection.beginFixLogAnew(complaint),
  })
  const publisher = new MarketDataPublisher({
    view: engine.state,
    clock: systemClock,
    // the batch itself has to have been told of, trades included
    whenDurable: (done) => whenDurable(() => queueMicrotask(done)),
  })
  const gateway: FixGateway = new FixGateway({
    view: engine.state,
    rules: compileDictionaryRules(await definitions),
    reader,
    pastOrder: (account, clientOrderId) => history.pastOrder(account, clientOrderId),
    clock: systemClock,
    logger,
    metrics,
    limits: gatewayLimits(config),
    inboundLog: fixLog,
    resendLog: new SentMessages({ store: fixLog, nextPosition: () => gateway.nextPosition }),
    marketData: { publisher, calendar: tradingCalendar },
  })
  // of a first start that was ended before its commit: the configuration may name others since
  if (reader.lastPosition() === 0) await stores.sessionStore.clear()
  for (const { settings } of stores.sessionStore.all((stored) => ({ ...DEFAULT_SESSION_SETTINGS, ...(stored as SessionSettings) })))
    gateway.addSession(settings)
  gateway.restoreSnapshot(recovery.books)
  const { nextPosition, lastAt } = await replay(recovery, reader, (batch) => {
    gateway.restore(batch)
    history.noteReplayed(batch.events, batch.position)
    engine.releaseEnded(projection.projectedThrough + 1)
  })
  engine.state.reached(lastAt)
  // whatever the engine has let go of, or never had, is then found in read.db
  await projection.caughtUp(recovery.from)
  return { engine, projection, history, fixLog, publisher, gateway, from: recovery.from, nextPosition, lastAt }
}
